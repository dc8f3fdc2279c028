//! Do these sets make that fan? The definitions of section 9, one question each.
//!
//! Nothing here knows about exclusions or principles: a fan that is present but may not be scored
//! still *holds*.

use super::readings::{Set, Shape, has_nine_knitted};
use super::table::{Basis, fan};
use super::win::Win;
use crate::tiles::{
    EAST, GREEN, Tile, WHITE, counts, is_dragon, is_honour, is_outer, is_terminal, is_wind,
    numbered, rank, suit,
};

/// The hand around the sets that are asked about.
#[derive(Debug, Clone)]
pub struct Context<'a> {
    /// The win.
    pub win: &'a Win,
    /// All sets of the reading.
    pub sets: &'a [Set],
    /// All tiles, the winning one and the fourth tiles of kongs included.
    pub tiles: Vec<Tile>,
    /// The winning tile's kind is the only one waited for.
    pub sole_wait: bool,
}

impl<'a> Context<'a> {
    /// The surroundings of one reading; `waits` as by [`super::waits`].
    pub fn new(win: &'a Win, sets: &'a [Set], waits: &[Tile]) -> Context<'a> {
        let tiles = sets.iter().flat_map(|set| set.tiles.iter().copied()).collect();
        Context { win, sets, tiles, sole_wait: waits == [win.tile] }
    }

    /// Concealed in the sense of MCR A1#12, 33, 66: a pung completed by another's tile is open.
    fn is_concealed_pung(&self, set: &Set) -> bool {
        set.is_pung() && !set.open && (!set.won || self.win.self_draw)
    }

    /// How many concealed kongs the hand has.
    fn concealed_kongs(&self) -> usize {
        self.sets.iter().filter(|set| set.shape == Shape::Kong && !set.open).count()
    }

    fn all_tiles(&self, test: impl Fn(Tile) -> bool) -> bool {
        self.tiles.iter().all(|&tile| test(tile))
    }

    fn any_tile(&self, test: impl Fn(Tile) -> bool) -> bool {
        self.tiles.iter().any(|&tile| test(tile))
    }

    /// Every tile is a number of this range.
    fn all_ranks(&self, low: u8, high: u8) -> bool {
        self.all_tiles(|tile| rank(tile).is_some_and(|rank| (low..=high).contains(&rank)))
    }

    /// How many suits occur.
    fn suits(&self) -> usize {
        (0..3).filter(|&one| self.any_tile(|tile| suit(tile) == Some(one))).count()
    }

    /// Four sets and a pair, knitted triples included.
    fn is_regular(&self) -> bool {
        self.sets.len() == 5
    }

    fn is_seven_pairs(&self) -> bool {
        self.sets.len() == 7
    }

    fn is_loose(&self) -> bool {
        self.sets.len() == 1
    }

    /// Four pungs or kongs and the pair.
    fn is_all_pungs(&self) -> bool {
        self.is_regular() && self.sets.iter().all(|set| set.is_pung() || set.shape == Shape::Pair)
    }

    /// Pungs and pair, or seven pairs (note S, the default of `pair_hands_earn_8_11_18`).
    fn is_pungs_or_pairs(&self) -> bool {
        self.is_all_pungs() || self.is_seven_pairs()
    }
}

/// Whether these sets make the fan. Fan of the whole hand are asked with all sets of the reading,
/// in any order; other fan with exactly the sets that make them.
pub fn holds(number: u8, sets: &[Set], context: &Context<'_>) -> bool {
    match fan(number).basis {
        Basis::Hand => sets.len() == context.sets.len() && hand_holds(number, context),
        Basis::Sets(size) => sets.len() == size && sets_hold(number, sets, context),
        Basis::Knitted => match sets {
            [only] => only.shape == Shape::Loose && has_nine_knitted(&only.tiles),
            _ => sets.len() == 3 && sets.iter().all(|set| set.shape == Shape::Knitted),
        },
        Basis::Kind => is_hog(sets),
    }
}

/// MCR A1#64: four of a kind, none of them in a kong, and every set named holds one of them.
fn is_hog(sets: &[Set]) -> bool {
    let all: Vec<Tile> = sets.iter().flat_map(|set| set.tiles.iter().copied()).collect();
    let no_kong = sets.iter().all(|set| set.shape != Shape::Kong);
    let everywhere = |kind: Tile| sets.iter().all(|set| set.tiles.contains(&kind));
    no_kong && (0u8..).zip(counts(&all)).any(|(kind, count)| count == 4 && everywhere(kind))
}

/// Fan of the whole hand.
fn hand_holds(number: u8, hand: &Context<'_>) -> bool {
    let win = hand.win;
    let green = |tile| {
        tile == GREEN || matches!((suit(tile), rank(tile)), (Some(2), Some(2 | 3 | 4 | 6 | 8)))
    };
    let reversible = |tile| match (suit(tile), rank(tile)) {
        (Some(1), Some(rank)) => matches!(rank, 1..=5 | 8 | 9),
        (Some(2), Some(rank)) => matches!(rank, 2 | 4 | 5 | 6 | 8 | 9),
        _ => tile == WHITE,
    };
    let every_set = |test: fn(Tile) -> bool| {
        hand.is_regular() && hand.sets.iter().all(|set| set.tiles.iter().any(|&tile| test(tile)))
    };
    match number {
        3 => hand.all_tiles(green),
        4 => is_nine_gates(win),
        6 => is_seven_shifted(hand),
        7 => hand.is_loose() && hand.all_tiles(is_outer),
        8 => hand.is_pungs_or_pairs() && hand.all_tiles(is_terminal),
        11 => hand.is_pungs_or_pairs() && hand.all_tiles(is_honour),
        13 => is_terminal_chows(hand, 1),
        18 => {
            let both = hand.any_tile(is_honour) && hand.any_tile(is_terminal);
            hand.is_pungs_or_pairs() && both && hand.all_tiles(is_outer)
        }
        19 => hand.is_seven_pairs(),
        20 => is_honours_and_knitted(hand) && count(hand, is_honour) == 7,
        21 => {
            hand.is_all_pungs() && hand.all_tiles(|tile| matches!(rank(tile), Some(2 | 4 | 6 | 8)))
        }
        22 => hand.suits() == 1 && !hand.any_tile(is_honour),
        25 => hand.all_ranks(7, 9),
        26 => hand.all_ranks(4, 6),
        27 => hand.all_ranks(1, 3),
        29 => is_terminal_chows(hand, 2),
        31 => every_set(|tile| rank(tile) == Some(5)),
        34 => is_honours_and_knitted(hand),
        36 => hand.all_ranks(6, 9),
        37 => hand.all_ranks(1, 4),
        40 => hand.all_tiles(reversible),
        43 => false, // decided by the search: nothing else may score
        44 => win.self_draw && win.last_tile,
        45 => !win.self_draw && win.last_tile && !win.kong,
        46 => win.self_draw && win.kong,
        47 => win.robs(),
        49 => hand.is_all_pungs(),
        50 => hand.suits() == 1 && hand.any_tile(is_honour),
        52 => hand.suits() == 3 && hand.any_tile(is_wind) && hand.any_tile(is_dragon),
        53 => win.melds.len() == 4 && win.melds.iter().all(|meld| meld.is_open()) && !win.self_draw,
        55 => every_set(is_outer),
        56 => !win.is_open() && win.self_draw,
        58 => win.last_of_kind,
        62 => !win.is_open() && !win.self_draw,
        63 => is_all_chows(hand),
        68 => hand.all_ranks(2, 8),
        75 => hand.suits() == 2,
        76 => !hand.any_tile(is_honour),
        80 => win.self_draw,
        81 => win.flowers > 0,
        _ => unreachable!("{number} is made of particular sets"),
    }
}

/// Fan made of a fixed number of sets.
fn sets_hold(number: u8, sets: &[Set], hand: &Context<'_>) -> bool {
    let win = hand.win;
    let pungs_of =
        |test: fn(Tile) -> bool| pungs(sets) && sets.iter().all(|set| test(set.tiles[0]));
    let kongs = sets.iter().all(|set| set.shape == Shape::Kong);
    let concealed = sets.iter().all(|set| hand.is_concealed_pung(set));
    let wind_pung = |wind: u8| pungs(sets) && sets[0].tiles[0] == EAST + wind;
    match number {
        1 => pungs_of(is_wind),
        2 => pungs_of(is_dragon),
        5 | 17 => kongs,
        9 => pungs_and_pair(sets, is_wind),
        10 => pungs_and_pair(sets, is_dragon),
        12 | 33 | 66 => concealed,
        14 | 23 | 69 => chows(sets) && sets.iter().all(|set| set.tiles == sets[0].tiles),
        15 | 24 => pungs(sets) && one_suit(sets) && rises(sets, 1),
        16 | 30 => chows(sets) && one_suit(sets) && (rises(sets, 1) || rises(sets, 2)),
        28 => chows(sets) && one_suit(sets) && ranks(sets) == [1, 4, 7],
        32 | 65 => pungs(sets) && different_suits(sets) && rises(sets, 0),
        38 => pungs_of(is_wind),
        39 => chows(sets) && different_suits(sets) && ranks(sets) == [1, 4, 7],
        41 | 70 => chows(sets) && different_suits(sets) && rises(sets, 0),
        42 => pungs(sets) && different_suits(sets) && rises(sets, 1),
        // Note K: one concealed kong 67, two 48, from three on the concealed pungs speak for them.
        48 => kongs && concealed && hand.concealed_kongs() == 2,
        67 => kongs && concealed && hand.concealed_kongs() == 1,
        51 => chows(sets) && different_suits(sets) && rises(sets, 1),
        54 | 59 => pungs_of(is_dragon),
        57 => kongs && sets.iter().any(|set| set.open),
        60 => wind_pung(win.round),
        61 => wind_pung(win.seat),
        71 => chows(sets) && one_suit(sets) && rises(sets, 3),
        72 => chows(sets) && one_suit(sets) && ranks(sets) == [1, 7],
        73 => {
            let guest = |tile| is_wind(tile) && tile != EAST + win.round && tile != EAST + win.seat;
            pungs(sets) && (is_terminal(sets[0].tiles[0]) || guest(sets[0].tiles[0]))
        }
        74 => kongs && sets[0].open,
        77 => hand.sole_wait && waited_edge(&sets[0], win.tile),
        78 => hand.sole_wait && waited_closed(&sets[0], win.tile),
        79 => hand.sole_wait && sets[0].won && sets[0].shape == Shape::Pair,
        _ => unreachable!("{number} is a matter of the whole hand"),
    }
}

fn chows(sets: &[Set]) -> bool {
    sets.iter().all(|set| set.shape == Shape::Chow)
}

fn pungs(sets: &[Set]) -> bool {
    sets.iter().all(Set::is_pung)
}

/// Numbers the sets start with, in order; honours have none and are left out.
fn ranks(sets: &[Set]) -> Vec<u8> {
    let mut ranks: Vec<u8> = sets.iter().filter_map(|set| rank(set.tiles[0])).collect();
    ranks.sort_unstable();
    ranks
}

/// Numbered sets, each higher than the one before by this step.
fn rises(sets: &[Set], step: u8) -> bool {
    let ranks = ranks(sets);
    ranks.len() == sets.len() && ranks.windows(2).all(|pair| pair[1] - pair[0] == step)
}

fn suits(sets: &[Set]) -> Vec<u8> {
    let mut suits: Vec<u8> = sets.iter().filter_map(|set| suit(set.tiles[0])).collect();
    suits.sort_unstable();
    suits
}

fn one_suit(sets: &[Set]) -> bool {
    let suits = suits(sets);
    suits.len() == sets.len() && suits.first() == suits.last()
}

fn different_suits(sets: &[Set]) -> bool {
    let suits = suits(sets);
    suits.len() == sets.len() && suits.windows(2).all(|pair| pair[0] != pair[1])
}

/// MCR A1#9, A1#10: all but one of a family as pungs, the last as the pair.
fn pungs_and_pair(sets: &[Set], family: fn(Tile) -> bool) -> bool {
    let pairs = sets.iter().filter(|set| set.shape == Shape::Pair).count();
    let pungs = sets.iter().filter(|set| set.is_pung()).count();
    pairs == 1 && pungs == sets.len() - 1 && sets.iter().all(|set| family(set.tiles[0]))
}

/// MCR A1#63; knitted triples count as chows.
fn is_all_chows(hand: &Context<'_>) -> bool {
    hand.is_regular()
        && hand.sets.iter().all(|set| match set.shape {
            Shape::Chow | Shape::Knitted => true,
            Shape::Pair => !is_honour(set.tiles[0]),
            _ => false,
        })
}

/// MCR A1#13 (one suit) and A1#29 (two suits and the pair from the third).
fn is_terminal_chows(hand: &Context<'_>, suits_of_chows: usize) -> bool {
    let (chow, other): (Vec<&Set>, Vec<&Set>) =
        hand.sets.iter().partition(|set| set.shape == Shape::Chow);
    if !hand.is_regular() || chow.len() != 4 || rank(other[0].tiles[0]) != Some(5) {
        return false;
    }
    let eye = suit(other[0].tiles[0]).expect("a five has a suit");
    let of_eye: Vec<u8> = (0..3).filter(|&one| (one == eye) == (suits_of_chows == 1)).collect();
    // every suit of the chows holds as many 123 as 789, spread evenly
    let each = 2 / suits_of_chows;
    of_eye.iter().all(|&one| {
        [1, 7].iter().all(|&low| {
            let first = numbered(one, low);
            chow.iter().filter(|set| set.tiles[0] == first).count() == each
        })
    })
}

/// MCR A1#4: nothing melded, and 1112345678999 before the winning tile of the same suit.
fn is_nine_gates(win: &Win) -> bool {
    let mut standing = win.standing.clone();
    standing.sort_unstable();
    win.melds.is_empty()
        && suit(win.tile).is_some_and(|one| {
            let gates = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9];
            standing == gates.map(|rank| numbered(one, rank))
        })
}

/// MCR A1#6.
fn is_seven_shifted(hand: &Context<'_>) -> bool {
    hand.is_seven_pairs() && one_suit(hand.sets) && rises(hand.sets, 1)
}

/// MCR A1#20 and A1#34; a loose hand that is not thirteen orphans has a number from 2 to 8.
fn is_honours_and_knitted(hand: &Context<'_>) -> bool {
    hand.is_loose() && !hand.all_tiles(is_outer)
}

fn count(hand: &Context<'_>, test: fn(Tile) -> bool) -> usize {
    hand.tiles.iter().filter(|&&tile| test(tile)).count()
}

/// MCR A1#77: 3 for 12, 7 for 89.
fn waited_edge(set: &Set, tile: Tile) -> bool {
    set.won
        && set.shape == Shape::Chow
        && match rank(set.tiles[0]) {
            Some(1) => tile == set.tiles[2],
            Some(7) => tile == set.tiles[0],
            _ => false,
        }
}

/// MCR A1#78: the middle of a chow.
fn waited_closed(set: &Set, tile: Tile) -> bool {
    set.won && set.shape == Shape::Chow && tile == set.tiles[1]
}
