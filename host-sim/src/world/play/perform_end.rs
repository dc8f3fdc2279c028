//! The end of a hand: tiles laid open, points counted, the result confirmed, everything pushed together.

use table_core::game::{Call, Play};
use table_core::place::Place;
use table_core::rules::HandEnd;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::foul::{FoulKind, Slip};
use super::perform::Performer;
use super::timeline::{Order, TimedSlip};

impl Performer<'_> {
    pub fn lying(&self, place: Place) -> Vec<Tile> {
        Tile::all().filter(|tile| self.place[usize::from(tile.id())] == place).collect()
    }

    /// Lays a hand open in front of its owner: all tiles fall within 0.5 to 2 s.
    pub fn open_hand(&mut self, seat: Seat, start: Tick) -> Tick {
        let mut last = start;
        for tile in self.lying(Place::Hand(seat)) {
            let begins = start + self.time(0, 1_200);
            let air = self.time(300, 800);
            last = last.max(self.carry(tile, Place::Meld(seat), begins, air).1);
        }
        self.shown.insert(seat);
        last
    }

    pub fn finish(&mut self) {
        let said = self.line.truth.last().map_or(self.now, |(at, _)| *at);
        self.now = self.now.max(said);
        let mut winners = std::mem::take(&mut self.winners);
        if self.truth.slips().any(|slip| slip.kind == FoulKind::WinningTileLeft) {
            winners.iter_mut().for_each(|(_, fetched)| *fetched = None);
        }
        let mut last = self.now;
        for (seat, fetched) in &winners {
            let start = self.now + self.time(200, 1_500);
            last = last.max(self.open_hand(*seat, start));
            if let Some(tile) = fetched {
                // Fetched before the hand is open, or after.
                let start = self.now + self.time(200, 3_000);
                let air = self.time(400, 1_200);
                last = last.max(self.carry(*tile, Place::Meld(*seat), start, air).1);
            }
        }
        self.now = last;
        self.before_the_count();
        if let Some((seat, fetched)) = winners.first()
            && self.random.chance(self.pace.chips)
        {
            self.count_with_chips(*seat, *fetched);
        }
        if self.truth.outcome.end != HandEnd::PlayedAgain {
            self.confirm();
        }
        self.sweep();
        self.line.span.1 = self.now;
        self.line.sort();
    }

    /// People read the result off the table before they press: fast players wait as long as slow ones.
    fn confirm(&mut self) {
        let mut last = self.now;
        for seat in Seat::ALL {
            let at = self.now + self.random.millis(4_000, 9_000);
            self.press(at, seat, Call::Confirm);
            last = last.max(at);
        }
        self.now = last + self.random.millis(500, 2_000);
        self.order(self.now, Order::ConfirmResult);
    }

    /// Tiles from the rivers show the points: face up 1, face down 10 (MCR 3.7.1, 3.11.6.11(6)).
    fn count_with_chips(&mut self, winner: Seat, fetched: Option<Tile>) {
        let rivers = Seat::ALL.map(Place::River);
        let mut chips: Vec<Tile> = rivers.iter().flat_map(|p| self.lying(*p)).collect();
        // The winning tile is kept apart, wherever it lies.
        let won = self.truth.outcome.wins.first().map(|won| won.tile);
        chips.retain(|tile| Some(*tile) != won && Some(*tile) != fetched);
        self.random.shuffle(&mut chips);
        let count = 2 + self.random.below(8);
        for tile in chips.into_iter().take(count) {
            let start = self.now + self.time(0, 3_000);
            let air = self.time(300, 1_200);
            let to = match self.random.below(4) {
                0 => Place::Meld(winner),
                1 => Place::Away,
                _ => Place::River(winner),
            };
            self.carry(tile, to, start, air);
        }
        self.now = self.now + self.time(2_000, 4_500);
    }

    /// All tiles go into the machine, some of them over other players' fields.
    fn sweep(&mut self) {
        let start = self.now + self.random.millis(1_000, 4_000);
        let mut last = start;
        for tile in Tile::all() {
            if self.place[usize::from(tile.id())] == Place::Away {
                continue;
            }
            let mut begins = start + self.time(0, 3_000);
            if self.random.chance(0.1) {
                let over = Place::River(Seat::First.after(self.random.below(4)));
                let air = self.time(200, 600);
                begins = self.carry(tile, over, begins, air).1 + self.time(50, 400);
            }
            let air = self.time(200, 800);
            last = last.max(self.carry(tile, Place::Away, begins, air).1);
        }
        self.now = last;
    }

    /// Steps of the truth from here on.
    pub fn play_at(&self, at: usize) -> Option<Play> {
        match self.truth.steps.get(at)? {
            super::truth::Step::Act { play, .. } => Some(*play),
            super::truth::Step::Slip(_) => None,
        }
    }

    pub fn slipped(&mut self, at: Tick, righted: Tick, slip: &Slip) {
        self.line.slips.push(TimedSlip { at, righted, slip: slip.clone() });
        let order = Order::Ruled { seat: slip.seat, dead: slip.dead, again: slip.again };
        self.order(righted, order);
        self.now = self.now.max(righted) + Span::millis(500);
    }
}
