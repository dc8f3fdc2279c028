//! A win: judged by the book, paid by the book.

use table_core::game::{Play, Way};
use table_core::rules::{HandEnd, Seats, Settlement, Source, Verdict};
use table_core::seat::Seat;
use table_core::tile::Tile;

use super::engine::{Broken, Engine};
use super::options::Choice;
use super::truth::{Outcome, Won};

impl Engine<'_, '_> {
    pub(super) fn win_by_draw(&mut self, seat: Seat) -> Result<Outcome, Broken> {
        let last = self.table.last_draw.ok_or(Broken::NoTile)?;
        let won = self.won(seat, last.tile, self.table.drawn_source())?;
        self.push(Play::Hu { seat, tile: Some(last.tile), way: Way::SelfDrawn });
        self.outcome(vec![won])
    }

    pub(super) fn won(&self, seat: Seat, tile: Tile, source: Source) -> Result<Won, Broken> {
        let table = &self.table;
        let declared = table.declared(seat, tile, source);
        let memory = table.memory_of(seat);
        let verdict = table.book.judge(&declared, memory, table.rulings)?;
        let Verdict::Legal(counted) = verdict else {
            return Err(Broken::NotAllowed(seat, Choice::Hu));
        };
        let payment = table.book.settle(&declared, &counted, table.rulings)?;
        Ok(Won { declared, tile, counted, payment })
    }

    pub(super) fn outcome(&mut self, wins: Vec<Won>) -> Result<Outcome, Broken> {
        let mut settlement = Settlement::NOTHING;
        let mut seats = Seats::NONE;
        for won in &wins {
            settlement = settlement.plus(won.payment.settlement)?;
            seats = seats.and(won.declared.seat);
        }
        self.slip_after_hu(&wins);
        Ok(Outcome { end: HandEnd::Won(seats), wins, settlement })
    }

    pub(super) fn win_on(
        &mut self,
        giver: Seat,
        tile: Tile,
        source: Source,
        seats: Seats,
        way: Way,
    ) -> Result<Outcome, Broken> {
        let mut wins = vec![];
        for steps in 1..4 {
            let winner = giver.after(steps);
            if !seats.contains(winner) {
                continue;
            }
            wins.push(self.won(winner, tile, source)?);
            self.push(Play::Hu { seat: winner, tile: Some(tile), way });
        }
        self.outcome(wins)
    }
}
