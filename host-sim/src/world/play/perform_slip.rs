//! How each foul looks on the table, and how the referee puts it right.

use table_core::game::Call;
use table_core::place::Place;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::foul::{FoulKind, Slip};
use super::perform::Performer;
use super::timeline::Foreign;

impl Performer<'_> {
    /// Performs a foul and its repair.
    pub fn slip(&mut self, at: usize, slip: &Slip) {
        let seat = slip.seat;
        let start = self.now + self.time(800, 2_500);
        match slip.kind {
            FoulKind::ExtraDraw | FoulKind::WrongCount => {
                self.astray(slip, &slip.tiles, Place::Hand(seat), start);
            }
            FoulKind::OwnTileExposed => self.astray(slip, &slip.tiles, Place::Meld(seat), start),
            FoulKind::HandToHand => {
                let other = slip.other.unwrap_or(seat.next());
                self.astray(slip, &slip.tiles, Place::Hand(other), start);
            }
            FoulKind::MissingTile => self.astray(slip, &slip.tiles, Place::Away, start),
            FoulKind::ForeignTile => self.foreign(slip, start),
            FoulKind::IllegalMeld => self.wrong_set(slip, Call::Pung),
            FoulKind::ChowFromWrongSeat => self.wrong_set(slip, Call::Chow),
            FoulKind::EarlyDraw => self.early_draw(slip),
            FoulKind::DiscardWithoutDraw => self.early_discard(at, slip),
            FoulKind::LatePung => self.called_only(slip, Span::millis(3_200), &[Call::Pung]),
            FoulKind::EmptyCall => self.called_only(slip, Span::millis(600), &[Call::Pung]),
            FoulKind::ChangedCall => {
                self.called_only(slip, Span::millis(600), &[Call::Pung, Call::Hu]);
            }
            FoulKind::FalseHuA | FoulKind::FalseHuB => self.false_hu(slip, false),
            FoulKind::ShownBeforeHu => self.false_hu(slip, true),
            // Performed when the hands lie open.
            FoulKind::MixingEarly => {}
        }
    }

    /// The foul lies on the table until somebody has noticed and the referee is there.
    fn noticed(&mut self, done: Tick) -> Tick {
        done + self.pace.grace + self.time(0, 3_000)
    }

    /// Tiles go where they do not belong, and come back.
    fn astray(&mut self, slip: &Slip, tiles: &[Tile], to: Place, start: Tick) {
        let homes: Vec<Place> =
            tiles.iter().map(|tile| self.place[usize::from(tile.id())]).collect();
        let mut done = start;
        for tile in tiles {
            let air = self.time(500, 1_500);
            done = done.max(self.carry(*tile, to, start, air).1);
        }
        let back = self.noticed(done);
        let mut righted = back;
        for (tile, home) in tiles.iter().zip(homes) {
            let air = self.time(500, 1_500);
            righted = righted.max(self.carry(*tile, home, back, air).1);
        }
        self.slipped(done, righted, slip);
    }

    fn foreign(&mut self, slip: &Slip, start: Tick) {
        if slip.tiles.is_empty() {
            // Nobody enrolled it: the table sees a tag without a name.
            let until = self.noticed(start);
            self.line.foreign.push(Foreign { from: start, until, place: Place::Hand(slip.seat) });
            self.slipped(start, until, slip);
        } else {
            self.astray(slip, &slip.tiles, Place::Hand(slip.seat), start);
        }
    }

    fn wrong_set(&mut self, slip: &Slip, call: Call) {
        let start = self.reaction();
        let pressed = start + self.time(200, 1_000);
        self.press(pressed, slip.seat, call);
        let homes: Vec<Place> =
            slip.tiles.iter().map(|tile| self.place[usize::from(tile.id())]).collect();
        let done = self.lay_set(slip.seat, &slip.tiles, start, (700, 2_300));
        let back = self.noticed(done);
        let mut righted = back;
        for (tile, home) in slip.tiles.iter().zip(homes) {
            let air = self.time(500, 1_500);
            righted = righted.max(self.carry(*tile, home, back, air).1);
        }
        self.slipped(done, righted, slip);
    }

    /// The next player has drawn while the left one still thinks.
    fn early_draw(&mut self, slip: &Slip) {
        let Some(tile) = slip.tiles.first().copied() else {
            return;
        };
        let start = self.now + self.time(300, 1_000);
        let air = self.time(600, 1_500);
        let done = self.carry(tile, Place::Hand(slip.seat), start, air).1;
        let righted = self.noticed(done);
        // The tile may stay: it is the right one. The draw counts once the discard lies.
        self.drawn_early.insert(tile);
        self.slipped(done, righted, slip);
    }

    /// Discarded, and only then drawn.
    fn early_discard(&mut self, at: usize, slip: &Slip) {
        let [tile, drawn] = slip.tiles.as_slice() else {
            return;
        };
        let start = self.now + self.time(800, 2_500);
        let air = self.time(300, 1_000);
        let done = self.carry(*tile, Place::River(slip.seat), start, air).1;
        let late = self.noticed(done);
        let air = self.time(600, 1_500);
        let settle = self.carry(*drawn, Place::Hand(slip.seat), late, air).1;
        for step in [at + 1, at + 2] {
            if let Some(play) = self.play_at(step) {
                // By the rules the draw comes first; both count once they have been put in order.
                self.happened(settle, play);
                self.done.insert(step);
            }
        }
        self.slipped(done, settle, slip);
        self.discard = None;
    }

    fn called_only(&mut self, slip: &Slip, after: Span, calls: &[Call]) {
        let lies = self.discard.map_or(self.now, |discard| discard.settle);
        let mut at = lies + after + self.time(0, 800);
        let first = at;
        for call in calls {
            // A foul that consists in a button is pressed whatever the habit.
            self.line.presses.push((at, slip.seat, *call));
            at = at + self.time(600, 1_500);
        }
        let righted =
            if calls.len() > 1 || slip.kind == FoulKind::EmptyCall { self.noticed(at) } else { at };
        self.slipped(first, righted, slip);
    }

    fn false_hu(&mut self, slip: &Slip, shown_first: bool) {
        let said = self.reaction();
        let open = if shown_first { said } else { said + self.time(300, 1_500) };
        let standing = self.lying(Place::Hand(slip.seat));
        let done = self.open_hand(slip.seat, open);
        let pressed =
            if shown_first { done + self.time(1_500, 3_000) } else { said + self.time(200, 1_000) };
        self.line.presses.push((pressed, slip.seat, Call::Hu));
        let back = self.noticed(done.max(pressed));
        let mut righted = back;
        if !slip.again {
            for tile in standing {
                let (begins, air) = (back + self.time(0, 2_000), self.time(400, 1_200));
                let home = Place::Hand(slip.seat);
                righted = righted.max(self.carry(tile, home, begins, air).1);
            }
            self.shown.remove(&slip.seat);
        }
        self.slipped(done, righted, slip);
    }

    /// Somebody pushes his tiles together while the winner's hand is still being counted.
    pub fn early_mixing(&mut self) {
        let slips: Vec<Slip> = self.truth.slips().cloned().collect();
        for slip in slips.iter().filter(|s| s.kind == FoulKind::MixingEarly) {
            let start = self.now + self.time(300, 1_500);
            let seat: Seat = slip.seat;
            let mut done = start;
            for tile in self.lying(Place::Hand(seat)) {
                let (begins, air) = (start + self.time(0, 1_500), self.time(300, 900));
                let to = if self.random.chance(0.5) { Place::River(seat) } else { Place::Away };
                done = done.max(self.carry(tile, to, begins, air).1);
            }
            let righted = self.noticed(done);
            self.slipped(done, righted, slip);
        }
    }
}
