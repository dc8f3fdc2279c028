//! What one reading of a winning hand is worth.

use super::chow_rule::{Chow, ChowJoin, Selection};
use super::chows::Chows;
use super::facts::Facts;
use super::fan::Fan;
use super::fanset::FanSet;
use super::reading::Reading;
use super::sets::TERMINAL_PUNGS;
use super::{kongs, pungs, sets};
use crate::rules::shape::Split;

/// Where in a reading the winning tile stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Stand {
    Pair,
    /// 3 of 123, 7 of 789.
    Edge,
    /// Middle of a chow.
    Middle,
    /// Another end of a chow.
    End,
    Pung,
    Straight,
    Hand,
}

/// A reading, weighed.
#[derive(Debug, Clone, Copy)]
pub(super) struct Weight {
    pub points: u16,
    /// Fan that score.
    pub scored: FanSet,
    /// Fan that are there, whether they score or not.
    pub present: FanSet,
    pub chows: Chows,
    /// Fan that relate chows.
    pub selection: &'static Selection,
    pub double_pungs: u8,
    pub outer_pungs: u8,
    pub tile_hogs: u8,
    pub stand: Stand,
}

pub(super) static NO_SELECTION: Selection =
    Selection { points: 0, joins: [ChowJoin { fan: 0, chows: 0 }; 3] };

/// What holds for every reading of a hand.
#[derive(Debug, Clone, Copy)]
pub(super) struct Base {
    /// Fan of the tiles and of the way of winning.
    pub fans: FanSet,
    pub tile_hogs: u8,
    /// A reading in which nothing scores is a Chicken Hand, whatever the others score.
    pub chicken: bool,
}

/// Chows that hold a rank, by where in the chow it stands.
struct Holding {
    any: Split,
    edge: Split,
    middle: Split,
    end: Split,
}

#[allow(clippy::indexing_slicing)] // computed by the compiler
static HOLDING: [Holding; 9] = {
    const NONE: Holding =
        Holding { any: Split::NONE, edge: Split::NONE, middle: Split::NONE, end: Split::NONE };
    let mut rows = [NONE; 9];
    let mut rank = 0usize;
    while rank < 9 {
        let mut row = NONE;
        let mut first = rank.saturating_sub(2);
        while first <= rank && first <= 6 {
            let chow = Split::mask(0, 1 << first);
            row.any = row.any.or(chow);
            match (first, rank - first) {
                (_, 1) => row.middle = row.middle.or(chow),
                (0, 2) | (6, 0) => row.edge = row.edge.or(chow),
                _ => row.end = row.end.or(chow),
            }
            first += 1;
        }
        rows[rank] = row;
        rank += 1;
    }
    rows
};

/// Where the winning tile can stand in a reading.
#[derive(Debug, Clone, Copy)]
struct Stands {
    pair: bool,
    edge: bool,
    middle: bool,
    end: bool,
    pung: bool,
}

impl Stands {
    fn of(facts: &Facts, reading: &Reading) -> Stands {
        let winning = facts.win.winning;
        let (row, rank) = (winning.index() / 9, winning.index() % 9);
        let pair = reading.pair == winning;
        match (reading.suits.get(row), HOLDING.get(rank)) {
            (Some(sets), Some(holding)) => Stands {
                pair,
                edge: sets.meets(holding.edge),
                middle: sets.meets(holding.middle),
                end: sets.meets(holding.end),
                pung: sets.meets(Split::pung(rank)),
            },
            _ => Stands {
                pair,
                edge: false,
                middle: false,
                end: false,
                pung: reading.honours >> rank & 1 == 1,
            },
        }
    }

    /// A stand that keeps every pung concealed and, if the tile was the only one waited for, earns a wait
    /// fan; otherwise the best there is.
    fn best(self) -> Stand {
        if self.edge {
            Stand::Edge
        } else if self.middle {
            Stand::Middle
        } else if self.pair {
            Stand::Pair
        } else if self.end {
            Stand::End
        } else if self.pung {
            Stand::Pung
        } else {
            Stand::Straight
        }
    }
}

/// 77, 78, 79.
fn wait_fan(stand: Stand) -> FanSet {
    match stand {
        Stand::Edge => FanSet::one(Fan::EdgeWait),
        Stand::Middle => FanSet::one(Fan::ClosedWait),
        Stand::Pair => FanSet::one(Fan::SingleWait),
        _ => FanSet::EMPTY,
    }
}

/// The chows of a reading and its melds, and how many of them stand.
fn chows(facts: &Facts, reading: &Reading) -> (Chows, u8) {
    let melds = &facts.before.melds;
    let mut list = melds.chows;
    let mut count = melds.chow_count;
    let mut push = |chow: Chow| {
        if let Some(place) = list.get_mut(usize::from(count)) {
            *place = chow;
        }
        count += 1;
    };
    // Fourteen bits of each suit, two for each chow: half a bit's place is the number of its chow.
    let [a, b, c] = reading.suits;
    let low = u64::from(a.chows() | (b.chows() << 14));
    let mut begun = low | (u64::from(c.chows()) << 28);
    while begun != 0 {
        push((begun.trailing_zeros() / 2) as Chow);
        begun &= begun - 1;
    }
    let (chow, times) = reading.more;
    for _ in 0..times {
        push(chow);
    }
    (Chows::sorted(list), count - melds.chow_count)
}

/// Weighs four sets and a pair, or with `knitted` one set and a pair beside a knitted straight. `base` are
/// the fan that do not depend on the reading; `only_wait` says whether no other tile was waited for.
#[inline]
pub(super) fn weigh(
    facts: &Facts,
    reading: &Reading,
    knitted: bool,
    base: Base,
    only_wait: impl FnOnce() -> bool,
) -> Weight {
    let Base { fans: base, tile_hogs, chicken } = base;
    let (win, melds) = (facts.win, &facts.before.melds);
    let (chows, standing_chows) = chows(facts, reading);
    let [a, b, c] = reading.suits;
    let [x, y, z] = melds.sets;
    let suits = [a.or(x), b.or(y), c.or(z)];
    let [a, b, c] = suits;
    let ranks = [a.pungs(), b.pungs(), c.pungs()];
    let all_sets = a.or(b).or(c);
    let honours = reading.honours | melds.honours;

    let mut selection = chows.best();
    let mut present = base.or(sets::honours(honours, reading.pair, win.seat, win.round));
    let mut double_pungs = 0;
    if knitted {
        present = present.or(FanSet::one(Fan::KnittedStraight)).or(sets::all_chows(
            all_sets,
            honours,
            reading.pair,
        ));
    } else {
        let (related, doubles) = pungs::related(ranks);
        double_pungs = doubles;
        present = present
            .or(sets::present(all_sets, honours, reading.pair))
            .or(related)
            .or(FanSet::when(doubles > 0, Fan::DoublePung));
        if reading.pair.rank() == Some(5)
            && let Some(fan) = chows.around_fives((reading.pair.index() / 9) as u8)
        {
            present = present.or(FanSet::one(fan));
            selection = &NO_SELECTION;
        }
    }
    let [a, b, c] = ranks;
    let (a, b, c) = (a & TERMINAL_PUNGS, b & TERMINAL_PUNGS, c & TERMINAL_PUNGS);
    let outer = a | (b << 1) | (c << 2);
    let winds = sets::plain_winds(honours, win.seat, win.round);
    let outer_pungs = (outer.count_ones() + winds.count_ones()) as u8;
    present = present.or(FanSet::when(outer_pungs > 0, Fan::PungOfTerminalsOrHonours));

    // A pung completed by another's tile is open; the tile goes elsewhere if it can.
    let slots = if knitted { 1 } else { 4 };
    let concealed = slots - melds.count - standing_chows + melds.concealed_kongs;
    let stands = Stands::of(facts, reading);
    let stand = stands.best();
    let open = u8::from(!win.self_drawn & (stand == Stand::Pung));
    let mut wait = wait_fan(stand);
    if !wait.is_empty() && !only_wait() {
        wait = FanSet::EMPTY;
    }
    present = present.or(wait).or(kongs::concealed_pungs(concealed - open));

    let (mut scored, mut points) = present.settle();
    let [first, ..] = selection.joins;
    if first.fan == Fan::QuadrupleChow.number() {
        scored = scored.without(FanSet::one(Fan::TileHog));
    }
    points += u16::from(selection.points);
    points += 2 * u16::from(double_pungs);
    points += if scored.contains(Fan::TileHog) { 2 * u16::from(tile_hogs) } else { 0 };
    points +=
        if scored.contains(Fan::PungOfTerminalsOrHonours) { u16::from(outer_pungs) } else { 0 };

    // 43. The stand of the winning tile cannot matter here: a tile that fits a pung and a chow is held four
    // times and scores as a hog, and an end of a chow beside a sole wait needs four alike as well.
    if chicken & (points == 0) {
        (scored, points) = FanSet::one(Fan::ChickenHand).settle();
    }
    Weight {
        points,
        scored,
        present,
        chows,
        selection,
        double_pungs,
        outer_pungs,
        tile_hogs,
        stand,
    }
}

/// Weighs a hand without sets, whose shape earns `shape`.
pub(super) fn weigh_whole(base: Base, shape: FanSet) -> Weight {
    let tile_hogs = base.tile_hogs;
    let present = base.fans.or(shape);
    let (scored, mut points) = present.settle();
    points += if scored.contains(Fan::TileHog) { 2 * u16::from(tile_hogs) } else { 0 };
    Weight {
        points,
        scored,
        present,
        chows: Chows::NONE,
        selection: &NO_SELECTION,
        double_pungs: 0,
        outer_pungs: 0,
        tile_hogs,
        stand: Stand::Hand,
    }
}
