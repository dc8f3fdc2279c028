//! How each foul looks on the table, and how the referee puts it right.

use table_core::game::Call;
use table_core::place::Place;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::foul::{FoulKind, Slip};
use super::perform::Performer;
use super::timeline::{Foreign, Order};

impl Performer<'_> {
    /// Performs a foul and its repair.
    pub fn slip(&mut self, at: usize, slip: &Slip) {
        let seat = slip.seat;
        let start = self.now + self.time(800, 2_500);
        match slip.kind {
            FoulKind::ExtraDraw | FoulKind::WrongCount | FoulKind::WrongDraw => {
                self.astray(slip, &slip.tiles, Place::Hand(seat), start);
            }
            FoulKind::OwnTileExposed | FoulKind::ExposedTileKept | FoulKind::KongAfterClaim => {
                self.astray(slip, &slip.tiles, Place::Meld(seat), start);
            }
            FoulKind::FlowerDiscarded | FoulKind::ShiftingMeld => {
                self.astray(slip, &slip.tiles, Place::River(seat), start);
            }
            FoulKind::DiscardTakenBack => {
                // It has lain there for a while.
                self.astray(slip, &slip.tiles, Place::Hand(seat), start + Span::secs(4));
            }
            FoulKind::HandToHand => {
                let other = slip.other.unwrap_or(seat.next());
                self.astray(slip, &slip.tiles, Place::Hand(other), start);
            }
            FoulKind::MissingTile => self.astray(slip, &slip.tiles, Place::Away, start),
            FoulKind::ForeignTile => self.foreign(slip, start),
            FoulKind::Messed => self.mess(slip, start),
            FoulKind::IllegalMeld => self.wrong_set(slip, &slip.tiles, Call::Pung),
            FoulKind::WrongSetLeft => self.wrong_set_left(slip),
            FoulKind::ChowFromWrongSeat => self.wrong_set(slip, &slip.tiles, Call::Chow),
            FoulKind::EarlyDraw => self.early_draw(slip),
            FoulKind::EarlySupplement => self.early_draw(slip),
            FoulKind::DiscardWithoutDraw | FoulKind::FlowerNotReplaced => {
                self.early_discard(at, slip);
            }
            FoulKind::SlowDiscard => self.slow(slip, Span::millis(12_500)),
            FoulKind::SlowOpening => self.slow(slip, Span::millis(22_500)),
            FoulKind::LatePung => self.called_only(slip, Span::millis(3_600), &[Call::Pung]),
            FoulKind::PungAfterDraw => self.called_after_the_draw(slip),
            FoulKind::EmptyCall => self.called_only(slip, Span::millis(600), &[Call::Pung]),
            FoulKind::HuNotShown => self.called_only(slip, Span::millis(600), &[Call::Hu]),
            FoulKind::ChangedCall => {
                self.called_only(slip, Span::millis(600), &[Call::Pung, Call::Hu]);
            }
            FoulKind::LateRobbing => self.late_robbing(slip),
            FoulKind::DeadHu => {
                // Ruled dead for something earlier.
                let order = Order::Ruled { seat, dead: true, again: false };
                self.order(self.now, order);
                self.false_hu(slip, false);
            }
            FoulKind::FalseHuA | FoulKind::FalseHuB | FoulKind::PassedWin => {
                self.false_hu(slip, false);
            }
            FoulKind::ShownBeforeHu => self.false_hu(slip, true),
            // Performed together with the act that they spoil.
            FoulKind::EarlyDiscard
            | FoulKind::FlowerOrder
            | FoulKind::SilentClaim
            | FoulKind::SilentKong
            | FoulKind::ClaimedTileLeft
            | FoulKind::ChowOverPung => self.coming = Some(slip.clone()),
            // Performed when the hands lie open.
            FoulKind::MixingEarly
            | FoulKind::ShownByOthers
            | FoulKind::WinningTileLeft
            | FoulKind::WinningTileMixed => {}
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

    fn wrong_set(&mut self, slip: &Slip, tiles: &[Tile], call: Call) {
        let start = self.reaction();
        let pressed = start + self.time(200, 1_000);
        self.press(pressed, slip.seat, call);
        let homes: Vec<Place> =
            tiles.iter().map(|tile| self.place[usize::from(tile.id())]).collect();
        let done = self.lay_set(slip.seat, tiles, start, (700, 2_300));
        let back = self.noticed(done);
        let mut righted = back;
        for (tile, home) in tiles.iter().zip(homes) {
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

    /// A wrong set, and the next player has drawn before anybody says a word.
    fn wrong_set_left(&mut self, slip: &Slip) {
        let Some((drawn, tiles)) = slip.tiles.split_last() else {
            return;
        };
        let next = slip.other.unwrap_or(slip.seat).next();
        let (start, air) = (self.now + Span::secs(11), self.time(600, 1_500));
        self.carry(*drawn, Place::Hand(next), start, air);
        self.drawn_early.insert(*drawn);
        self.wrong_set(slip, tiles, Call::Pung);
    }

    /// Somebody sweeps two hands and the floor together.
    fn mess(&mut self, slip: &Slip, start: Tick) {
        let mut done = start;
        let places = [Place::Hand(slip.seat), Place::Hand(slip.seat.after(2))];
        let swept = places.into_iter().chain(Seat::ALL.map(Place::River));
        let tiles: Vec<Tile> = swept.flat_map(|place| self.lying(place)).collect();
        for tile in tiles {
            let (begins, air) = (start + self.time(0, 1_000), self.time(300, 900));
            done = done.max(self.carry(tile, Place::Away, begins, air).1);
        }
        let righted = self.noticed(done);
        self.slipped(done, righted, slip);
    }

    /// Nothing happens for too long.
    fn slow(&mut self, slip: &Slip, thinks: Span) {
        self.slipped(self.now, self.now + thinks, slip);
    }

    /// The next player has drawn and mixed in the tile.
    fn called_after_the_draw(&mut self, slip: &Slip) {
        let at = self.now + Span::millis(2_600) + self.time(0, 800);
        self.line.presses.push((at, slip.seat, Call::Pung));
        let righted = at + Span::secs(5);
        self.slipped(at, righted, slip);
    }

    /// Hu, when the supplement already stands in the hand. It is noticed at once: a call cannot be overheard.
    fn late_robbing(&mut self, slip: &Slip) {
        let at = self.now + Span::millis(2_600) + self.time(0, 800);
        self.line.presses.push((at, slip.seat, Call::Hu));
        let righted = at + Span::secs(5);
        self.slipped(at, righted, slip);
    }

    /// A set was claimed wrongly; `lies` is when the discard lay.
    pub fn claimed_wrongly(&mut self, slip: Slip, lies: Tick) {
        match slip.kind {
            // The claimed tile is fetched after the own discard.
            FoulKind::ClaimedTileLeft => self.left = Some(slip),
            FoulKind::ChowOverPung => {
                let at = lies + Span::millis(500) + self.time(0, 800);
                if let Some(other) = slip.other {
                    self.line.presses.push((at, other, Call::Pung));
                }
                self.slipped(at, self.now, &slip);
            }
            _ => self.slipped(self.now, self.now, &slip),
        }
    }

    /// The claimed tile comes to its set when somebody has noticed, after the claimer's discard.
    pub fn fetch_late(&mut self) {
        let Some(slip) = self.left.take() else {
            return;
        };
        let (done, air) = (self.now, self.time(500, 1_500));
        let back = self.noticed(done);
        let mut righted = back;
        for tile in &slip.tiles {
            righted = righted.max(self.carry(*tile, Place::Meld(slip.seat), back, air).1);
        }
        self.slipped(done, righted, &slip);
    }

    /// A tile lies in the river while others still take theirs from the wall.
    pub fn thrown_in_the_deal(&mut self, slip: &Slip) {
        let start = self.now + self.time(300, 800);
        self.astray(slip, &slip.tiles, Place::River(slip.seat), start);
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
        let righted = if slip.kind == FoulKind::LatePung { at } else { self.noticed(at) };
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

    /// What is done wrong while the winner's hand is being counted.
    pub fn before_the_count(&mut self) {
        let slips: Vec<Slip> = self.truth.slips().cloned().collect();
        for slip in &slips {
            let start = self.now + self.time(300, 1_500);
            match slip.kind {
                FoulKind::MixingEarly => self.mixing(slip, start),
                FoulKind::ShownByOthers => {
                    let done = self.open_hand(slip.seat, start);
                    let righted = self.noticed(done);
                    self.slipped(done, righted, slip);
                }
                // It was not fetched with the others' consent: somebody notices before the points are agreed.
                FoulKind::WinningTileLeft => {
                    let righted = self.noticed(start);
                    self.slipped(start, righted, slip);
                }
                FoulKind::WinningTileMixed => {
                    let (start, mut done) = (start + Span::secs(4), start);
                    for tile in &slip.tiles {
                        let air = self.time(300, 900);
                        done = self.carry(*tile, Place::River(slip.seat), start, air).1;
                    }
                    let righted = self.noticed(done);
                    self.slipped(done, righted, slip);
                }
                _ => {}
            }
        }
    }

    /// Somebody pushes his tiles together.
    fn mixing(&mut self, slip: &Slip, start: Tick) {
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
