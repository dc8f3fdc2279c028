//! From a called win to its proposed result.

use crate::event::Event;
use crate::game::board::{Stage, get, set};
use crate::game::command::Refused;
use crate::game::explain::{Explanation, Outlook};
use crate::game::few::Few;
use crate::game::hu::{Answer, HuCall};
use crate::game::outcome::{Proposed, Standing};
use crate::game::play::{Play, Way};
use crate::game::settlement;
use crate::game::sheet::Asks;
use crate::game::state::{Phase, Win};
use crate::game::table::{Effect, Table};
use crate::rules::{Claim, Resolution, Seats};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// While something waits to become certain, look again this often.
const AGAIN: Span = Span::millis(250);

impl Table {
    pub(super) fn look_at_the_call(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let Some(call) = self.hu else {
            return;
        };
        if now.since(self.looked) < AGAIN || call.asked || self.just_back(now) {
            return;
        }
        self.looked = now;
        let mut last = Answer::Wait;
        for seat in call.seats.iter() {
            let near = self.explain(now, Some(seat), None);
            match call.answer(&self.question(now, call.callers(), Some(seat)), &near) {
                Answer::Win(explanation, outlook) => {
                    self.win(seat, &explanation, &outlook, out);
                    return;
                }
                Answer::Ask(tiles) if last == Answer::Wait => last = Answer::Ask(tiles),
                _ => {}
            }
        }
        if let (Answer::Ask(tiles), Some(seat)) = (last, call.seats.first()) {
            if let Some(held) = &mut self.hu {
                held.asked = true;
            }
            self.commit(Event::Asked(Asks::Win { seat, tiles }), out);
        }
    }

    /// Records what led to the win, then the win of everybody whose call is heard.
    pub(super) fn win(
        &mut self,
        seat: Seat,
        explanation: &Explanation,
        outlook: &Outlook,
        out: &mut impl FnMut(Effect),
    ) {
        for step in explanation.steps.iter() {
            self.take(&step, true, out);
        }
        let Some(tile) = outlook.tile else {
            return;
        };
        let winners = self.heard(seat, outlook.way);
        self.declare(winners, Win { seat, tile, way: outlook.way }, out);
    }

    /// Records that these seats win like this, and what it brings them. What is on record already stays: power may have been
    /// cut in between.
    pub(super) fn declare(&mut self, winners: Seats, win: Win, out: &mut impl FnMut(Effect)) {
        let Win { seat, tile, way } = win;
        let boards = [self.state.board].into_iter().chain(self.state.past.iter().rev().copied());
        let Some(board) = boards.into_iter().find(|board| board.stage != Stage::Won) else {
            return;
        };
        let giver = match way {
            Way::SelfDrawn => seat,
            Way::Discard { from } | Way::Robbing { from } => from,
        };
        for winner in (0..4).map(|steps| giver.after(steps)).filter(|it| winners.contains(*it)) {
            if !self.state.declared.iter().any(|declared| declared.seat == winner) {
                let play = Play::Hu { seat: winner, tile: Some(tile), way };
                self.commit(Event::Play { play, sure: true }, out);
            }
            if self.state.proposed.iter().any(|proposed| proposed.seat == winner) {
                continue;
            }
            let facts = Proposed::facts(&board, winner, tile, way);
            let (proposed, foul) = settlement::judge(&self.state, facts);
            self.commit(Event::ResultProposed(proposed), out);
            if let Some(foul) = foul {
                let kind = settlement::false_win(&proposed, foul);
                self.flag(kind, foul.rule, Some(winner), out);
            } else if proposed.standing_as == Standing::Unreadable {
                let tiles = Few::from_some([tile]);
                self.commit(Event::Asked(Asks::Win { seat: winner, tiles }), out);
            }
        }
        self.hu = None;
        self.best = Explanation::nothing();
        self.agreed = [false; 4];
    }

    /// Whose calls are heard on the tile (MCR 3.7.2.4, HK HU-3.3).
    pub(super) fn heard(&self, seat: Seat, way: Way) -> Seats {
        let one = Seats::NONE.and(seat);
        let (Way::Discard { from } | Way::Robbing { from }) = way else {
            return one;
        };
        let (Some(book), Some(call)) = (self.state.book(), self.hu) else {
            return one;
        };
        let mut calls = [None; 4];
        for caller in call.seats.iter().filter(|caller| *caller != from) {
            set(&mut calls, caller, |held| *held = Some(Claim::Hu));
        }
        match book.resolve(from, &calls) {
            Resolution::Hu(seats) => seats,
            _ => one,
        }
    }

    /// The referee says who won, on what and how.
    pub(super) fn order_hu(
        &mut self,
        now: Tick,
        seat: Seat,
        tile: Tile,
        way: Way,
        out: &mut impl FnMut(Effect),
    ) -> Result<(), Refused> {
        if self.state.phase != Phase::Playing {
            return Err(Refused::NoHand);
        }
        let before = self.hu;
        if self.hu.is_none() {
            self.hu = Some(HuCall::new(now, seat));
        }
        let near = self.explain(now, Some(seat), Some((tile, way)));
        let Some(chosen) = near.first() else {
            self.hu = before;
            return Err(Refused::CannotWin);
        };
        let outlook = Outlook {
            tile: Some(tile),
            way,
            source: chosen.win.map_or(get(&self.state.board.source, seat), |win| win.source),
        };
        self.win(seat, &chosen, &outlook, out);
        Ok(())
    }
}
