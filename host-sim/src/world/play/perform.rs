//! Turns the acts of a hand into motions, as people make them.

use std::collections::HashSet;

use table_core::game::{Call, KongKind, Play, Source, Way};
use table_core::place::Place;
use table_core::rules::Claim;
use table_core::seat::Seat;
use table_core::tile::{Face, TILES, Tile};
use table_core::time::{Span, Tick};

use super::foul::{FoulKind, Slip};
use super::pace::Pace;
use super::random::Random;
use super::timeline::{Move, Order, Timeline};
use super::truth::{HandTruth, Heard, Step};

/// Performs a hand from `start` on. The motions follow from `seed`; what is played, from the truth.
pub fn perform(truth: &HandTruth, pace: &Pace, seed: u64, start: Tick) -> Timeline {
    let mut performer = Performer {
        truth,
        pace,
        random: Random::part(seed, 0x70),
        line: Timeline::default(),
        now: start,
        place: [Place::Away; TILES],
        free: [start; TILES],
        discard: None,
        turns: [0; 4],
        done: HashSet::new(),
        winners: vec![],
        shown: HashSet::new(),
        drawn_early: HashSet::new(),
        coming: None,
        left: None,
    };
    performer.line.span.0 = start;
    performer.order(start, Order::StartHand(truth.deal));
    performer.now = start + performer.time(1_000, 3_000);
    for at in 0..truth.steps.len() {
        if performer.done.contains(&at) {
            continue;
        }
        match &truth.steps[at] {
            Step::Act { play, calls } => performer.act(at, *play, calls),
            Step::Slip(slip) => performer.slip(at, slip),
        }
    }
    performer.finish();
    performer.line
}

/// A discard that lies in the river, or is on its way there.
#[derive(Debug, Clone, Copy)]
pub(super) struct Discarded {
    pub leave: Tick,
    pub settle: Tick,
}

pub(super) struct Performer<'a> {
    pub truth: &'a HandTruth,
    pub pace: &'a Pace,
    pub random: Random,
    pub line: Timeline,
    /// When the flow of play has got so far.
    pub now: Tick,
    /// Where each tile lies or is being carried to.
    pub place: [Place; TILES],
    /// From when it can be lifted again.
    pub free: [Tick; TILES],
    pub discard: Option<Discarded>,
    /// Turns each seat has had.
    pub turns: [usize; 4],
    /// Steps already performed out of order.
    pub done: HashSet<usize>,
    pub winners: Vec<(Seat, Option<Tile>)>,
    /// Seats whose hands lie open.
    pub shown: HashSet<Seat>,
    /// Tiles drawn too early: their draw has been performed and counts when its turn comes.
    pub drawn_early: HashSet<Tile>,
    /// A foul in the way the next act is done.
    pub coming: Option<Slip>,
    /// A claimed tile that still lies in the floor.
    pub left: Option<Slip>,
}

impl Performer<'_> {
    pub fn time(&mut self, low: u64, high: u64) -> Span {
        self.pace.time(&mut self.random, low, high)
    }

    pub fn careless(&mut self, probability: f64) -> bool {
        self.pace.careless(&mut self.random, probability)
    }

    pub fn order(&mut self, at: Tick, order: Order) {
        self.line.orders.push((at, order));
    }

    fn river(&self, seat: Seat) -> Place {
        if self.pace.no_river { Place::Away } else { Place::River(seat) }
    }

    /// Carries a tile, as soon as it lies still. Returns when it is lifted and when it lies.
    pub fn carry(&mut self, tile: Tile, to: Place, at: Tick, air: Span) -> (Tick, Tick) {
        let slot = usize::from(tile.id());
        let leave = at.max(self.free[slot]);
        let settle = leave + air;
        let to = match to {
            Place::River(seat) => self.river(seat),
            other => other,
        };
        self.line.moves.push(Move { leave, settle, tile, from: self.place[slot], to });
        self.place[slot] = to;
        self.free[slot] = settle;
        (leave, settle)
    }

    pub fn happened(&mut self, at: Tick, play: Play) {
        self.line.truth.push((at, play));
    }

    /// Presses a button so often as people here do.
    pub fn press(&mut self, at: Tick, seat: Seat, call: Call) {
        let often = match call {
            Call::Hu => self.pace.pressing.hu,
            Call::Confirm => self.pace.pressing.confirm,
            _ => self.pace.pressing.calls,
        };
        if self.random.chance(often) {
            self.line.presses.push((at, seat, call));
        }
    }

    fn act(&mut self, at: usize, play: Play, calls: &[Heard]) {
        match play {
            Play::Deal { dealer } => self.deal(at, dealer, play),
            Play::Flower { seat, tile } => {
                let start = self.now + self.time(300, 1_500);
                let pressed = start + self.time(200, 1_000);
                self.press(pressed, seat, Call::Flower);
                let air = self.time(300, 1_000);
                self.now = self.carry(tile, Place::Meld(seat), start, air).1;
                self.happened(self.now, play);
            }
            Play::Draw { seat, tile, source } => self.draw(at, seat, tile, source),
            Play::Discard { seat, tile } => {
                if let Some(tile) = tile {
                    self.discard(seat, tile, play);
                    self.answer(calls);
                }
            }
            Play::Chow { seat, claimed, own } => {
                self.claim(seat, claimed, &own, Call::Chow, play);
            }
            Play::Pung { seat, claimed, own, .. } => {
                self.claim(seat, claimed, &own, Call::Pung, play)
            }
            Play::Kong { seat, kind, tiles } => {
                self.kong(seat, kind, tiles, play);
                self.answer(calls);
            }
            Play::Hu { seat, tile, way } => self.hu(seat, tile, way, play),
            Play::DrawnHand => {
                self.now = self.now + self.time(1_000, 4_000);
                self.happened(self.now, play);
            }
        }
    }

    /// Lifts some standing tiles and puts them back, at any time within `window` milliseconds.
    pub fn sort_tiles(&mut self, seat: Seat, from: Tick, window: u64) {
        let early = self.turns[seat.index()] < 4;
        let [first, later] = self.pace.sorting;
        let mean = if early { first } else { later };
        // As many as the mean says, one more or less.
        let mut count = mean as usize + usize::from(self.random.chance(mean.fract()));
        if count > 0 && early {
            count = (count + self.random.below(3)).saturating_sub(1);
        }
        let lying: Vec<Tile> = Tile::all()
            .filter(|tile| self.place[usize::from(tile.id())] == Place::Hand(seat))
            .collect();
        for _ in 0..count {
            if let Some(tile) = self.random.pick(&lying) {
                let start = from + self.time(0, window);
                let air = self.time(300, 2_000);
                self.carry(tile, Place::Hand(seat), start, air);
            }
        }
    }

    fn draw(&mut self, at: usize, seat: Seat, tile: Option<Tile>, source: Source) {
        let Some(tile) = tile else { return };
        let play = Play::Draw { seat, tile: Some(tile), source };
        if self.drawn_early.remove(&tile) {
            self.turns[seat.index()] += 1;
            self.happened(self.now, play);
            self.discard = None;
            return;
        }
        let start = match (source, self.discard.take()) {
            (Source::Head, Some(discard)) if self.careless(0.12) => {
                // The hand is out before the discard lies still.
                let early = discard.leave + self.time(100, 400);
                early.min(discard.settle)
            }
            (Source::Head, _) => self.now + self.time(300, 1_800),
            (Source::KongReplacement, _) => self.now + self.time(500, 1_500),
            (Source::FlowerReplacement, _) => self.now + self.time(200, 1_000),
        };
        self.turns[seat.index()] += 1;
        if self.throws_at_once(at, seat, tile) {
            // Seen only in the river: taken, looked at, thrown.
            let air = self.time(900, 2_500);
            let (leave, settle) = self.carry(tile, Place::River(seat), start, air);
            let taken = leave + self.time(200, 600);
            self.happened(taken, play);
            self.happened(settle, Play::Discard { seat, tile: Some(tile) });
            self.now = settle;
            self.discard = Some(Discarded { leave, settle });
            if let Some(Step::Act { calls, .. }) = self.truth.steps.get(at + 1) {
                let calls = calls.clone();
                self.answer(&calls);
            }
            self.done.insert(at + 1);
            return;
        }
        let air = self.time(600, 1_500);
        let settle = self.carry(tile, Place::Hand(seat), start, air).1;
        self.happened(settle, play);
        self.now = self.now.max(settle);
        self.sort_tiles(seat, settle, 2_500);
    }

    fn throws_at_once(&mut self, at: usize, seat: Seat, tile: Tile) -> bool {
        let next = Play::Discard { seat, tile: Some(tile) };
        let follows = matches!(
            self.truth.steps.get(at + 1),
            Some(Step::Act { play, .. }) if *play == next
        );
        follows && self.random.chance(self.pace.thrown_at_once)
    }

    fn discard(&mut self, seat: Seat, tile: Tile, play: Play) {
        let mut start = self.now + self.time(500, 3_500);
        let hand = Place::Hand(seat);
        let river = Place::River(seat);
        if self.random.chance(self.pace.corrected) {
            let others: Vec<Tile> = Tile::all()
                .filter(|other| *other != tile && self.place[usize::from(other.id())] == hand)
                .collect();
            if let Some(wrong) = self.random.pick(&others) {
                let air = self.time(300, 1_000);
                let down = self.carry(wrong, river, start, air).1;
                let (rest, air) = (self.time(300, 1_200), self.time(300, 800));
                start = self.carry(wrong, hand, down + rest, air).1 + self.time(100, 600);
            }
        }
        if self.random.chance(self.pace.flashes) {
            let over = match self.random.below(3) {
                0 => Place::Meld(seat),
                1 => Place::River(seat.next()),
                _ => Place::River(seat.after(3)),
            };
            let air = self.time(200, 500);
            start = self.carry(tile, over, start, air).1 + self.time(50, 300);
        }
        let air = self.time(300, 1_000);
        let (mut leave, mut settle) = self.carry(tile, river, start, air);
        if self.random.chance(self.pace.pulled_back) {
            let (rest, air) = (self.time(400, 1_300), self.time(200, 500));
            let back = self.carry(tile, hand, settle + rest, air).1;
            let (held, air) = (self.time(300, 1_500), self.time(300, 800));
            (leave, settle) = self.carry(tile, river, back + held, air);
        }
        self.now = settle;
        self.discard = Some(Discarded { leave, settle });
        self.happened(settle, play);
        self.fetch_late();
    }

    /// Calls that were beaten (no foul: HK PM-6). Whoever was quick to lay tiles for a chow takes them back.
    fn answer(&mut self, calls: &[Heard]) {
        let said = self.now;
        for heard in calls.iter().filter(|heard| !heard.granted) {
            let call = match heard.claim {
                Claim::Chow(_) => Call::Chow,
                Claim::Pung => Call::Pung,
                Claim::Kong => Call::Kong,
                Claim::Hu => Call::Hu,
            };
            let at = said + self.time(300, 1_200);
            self.press(at, heard.seat, call);
            if let Claim::Chow(low) = heard.claim
                && self.careless(0.3)
            {
                self.lay_and_take_back(heard.seat, low, at);
            }
        }
    }

    fn lay_and_take_back(&mut self, seat: Seat, low: Face, at: Tick) {
        let standing = self.lying(Place::Hand(seat));
        let laid: Vec<Tile> = (0..3)
            .filter_map(|step| Face::new(low.index() as u8 + step))
            .filter_map(|face| standing.iter().copied().find(|tile| tile.face() == face))
            .take(2)
            .collect();
        for tile in laid {
            let air = self.time(300, 600);
            let down = self.carry(tile, Place::Meld(seat), at, air).1;
            let (rest, air) = (self.time(400, 1_500), self.time(300, 700));
            self.carry(tile, Place::Hand(seat), down + rest, air);
        }
    }

    /// Own tiles first, the claimed one first, or one after the other: 1 to 3 seconds in all.
    pub fn lay_set(&mut self, seat: Seat, tiles: &[Tile], start: Tick, within: (u64, u64)) -> Tick {
        let mut order = tiles.to_vec();
        self.random.shuffle(&mut order);
        let Span(whole) = self.time(within.0, within.1);
        let each = whole / order.len().max(1) as u64;
        let mut last = start;
        for (index, tile) in order.into_iter().enumerate() {
            let begins = start + Span::micros(each * index as u64);
            let air = self.time(300, 900);
            last = last.max(self.carry(tile, Place::Meld(seat), begins, air).1);
        }
        last
    }

    fn claim(&mut self, seat: Seat, claimed: Tile, own: &[Tile], call: Call, play: Play) {
        self.turns[seat.index()] += 1;
        let foul = self.coming.take();
        let kind = foul.as_ref().map(|slip| slip.kind);
        let start = self.reaction();
        let pressed = start + self.time(200, 1_000);
        if kind != Some(FoulKind::SilentClaim) {
            self.press(pressed, seat, call);
        }
        let mut tiles: Vec<Tile> = own.to_vec();
        if kind != Some(FoulKind::ClaimedTileLeft) {
            tiles.push(claimed);
        }
        let lies = self.discard.map_or(self.now, |discard| discard.settle);
        self.now = self.lay_set(seat, &tiles, start, (700, 2_300));
        self.happened(self.now, play);
        self.discard = None;
        if let Some(slip) = foul {
            self.claimed_wrongly(slip, lies);
        }
    }

    /// When somebody reaches for the discard: now and then before it has settled properly.
    pub fn reaction(&mut self) -> Tick {
        let lies = self.discard.map_or(self.now, |discard| discard.settle);
        if self.careless(0.15) {
            lies + self.time(30, 250)
        } else {
            // With the button's delay still within the two seconds of an ordinary reaction (HK RT).
            lies + self.time(300, 1_000)
        }
    }

    fn kong(&mut self, seat: Seat, kind: KongKind, tiles: [Tile; 4], play: Play) {
        let (start, moving, within) = match kind {
            KongKind::Claimed { .. } => (self.reaction(), tiles.to_vec(), (700, 2_300)),
            // One tile at a time, now and then very slowly.
            KongKind::Concealed => (self.now + self.time(500, 2_500), tiles.to_vec(), (800, 3_600)),
            KongKind::Promoted { tile } => {
                (self.now + self.time(500, 2_500), vec![tile], (300, 800))
            }
        };
        let pressed = start + self.time(200, 1_000);
        let foul = self.coming.take();
        if foul.is_none() {
            self.press(pressed, seat, Call::Kong);
        }
        self.now = self.lay_set(seat, &moving, start, within);
        self.happened(self.now, play);
        self.discard = None;
        if let Some(slip) = foul {
            self.slipped(self.now, self.now, &slip);
        }
    }

    fn hu(&mut self, seat: Seat, tile: Option<Tile>, way: Way, play: Play) {
        let said = match way {
            Way::SelfDrawn => self.now + self.time(500, 2_500),
            Way::Discard { .. } | Way::Robbing { .. } => self.reaction(),
        };
        let pressed = said + self.time(200, 1_000);
        self.press(pressed, seat, Call::Hu);
        self.happened(said, play);
        // The tiles fall after the button, or together with the word.
        let opens = if self.careless(0.2) { said } else { pressed };
        self.now = self.now.max(opens);
        let fetched = tile.filter(|_| self.fetches(way));
        self.winners.push((seat, fetched));
    }

    /// The winning tile is fetched (MCR 3.7.1), or stays where it lies (HK SS-5).
    fn fetches(&mut self, way: Way) -> bool {
        let first = self.winners.is_empty();
        let habit = self.truth.book == "mcr" || self.random.chance(0.2);
        first && habit && way != Way::SelfDrawn
    }
}
