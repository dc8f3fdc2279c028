//! For every fan of MCR a plan that is likely to show it.
//!
//! Likely, not certain: the remaining sets are random, and a better fan may take its place. The
//! coverage table says how often each one was really scored.

use super::plan::{
    Last, Piece, Plan, any_kong, any_piece, any_tile, chow, concealed_kong, fill, kong, pairs, pung,
};
use crate::random::Random;
use crate::tiles::{
    EAST, GREEN, KINDS, RED, Tile, WHITE, is_dragon, is_honour, is_outer, is_terminal, is_wind,
    numbered, rank, suit,
};

/// Kinds that satisfy a condition.
pub fn kinds(test: impl Fn(Tile) -> bool) -> Vec<Tile> {
    (0..KINDS as u8).filter(|&tile| test(tile)).collect()
}

/// A set made only of these kinds: a chow if one fits, else a pung or kong.
pub fn piece_of(pool: &[Tile], chows: bool, random: &mut Random) -> Piece {
    let tile = random.pick(pool);
    let fits = |tile: Tile| rank(tile).is_some_and(|low| low <= 7);
    let chow_fits = fits(tile) && pool.contains(&(tile + 1)) && pool.contains(&(tile + 2));
    match (suit(tile), rank(tile)) {
        (Some(suit), Some(low)) if chows && chow_fits && random.chance(65) => chow(suit, low),
        _ if random.chance(15) => any_kong(tile, random),
        _ => pung(tile),
    }
}

/// Four sets and a pair made only of these kinds.
fn regular_of(pool: &[Tile], chows: bool, random: &mut Random) -> Plan {
    let pieces = (0..4).map(|_| piece_of(pool, chows, random)).collect();
    Plan::regular(pieces, random.pick(pool))
}

/// These sets, other sets of any kind, any pair.
fn around(pieces: Vec<Piece>, random: &mut Random) -> Plan {
    Plan::regular(fill(pieces, random), any_tile(random))
}

/// Sets or, now and then, seven pairs of these kinds.
fn sets_or_pairs(pool: &[Tile], chows: bool, random: &mut Random) -> Plan {
    if random.chance(25) {
        Plan::loose(pairs(pool, random))
    } else {
        regular_of(pool, chows, random)
    }
}

fn ranks(low: u8, high: u8) -> Vec<Tile> {
    kinds(|tile| rank(tile).is_some_and(|rank| (low..=high).contains(&rank)))
}

/// The nine knitted tiles of a random assignment.
fn knitted(random: &mut Random) -> Vec<Tile> {
    let mut lows = [1, 2, 3];
    random.shuffle(&mut lows);
    let triple = |suit: u8| {
        let low = lows[usize::from(suit)];
        [low, low + 3, low + 6].map(|rank| numbered(suit, rank))
    };
    (0..3).flat_map(triple).collect()
}

/// Honours and knitted tiles, so many of the honours.
fn honours_and_knitted(honours: usize, random: &mut Random) -> Plan {
    let mut honour = kinds(is_honour);
    let mut number = knitted(random);
    random.shuffle(&mut honour);
    random.shuffle(&mut number);
    let tiles = honour.into_iter().take(honours).chain(number.into_iter().take(14 - honours));
    Plan::loose(tiles.collect())
}

/// A plan meant to show the fan with this number.
pub fn plan_for(number: u8, random: &mut Random) -> Plan {
    let mut suits = [0, 1, 2];
    random.shuffle(&mut suits);
    let [a, b, c] = suits;
    let mut low = |most: u8| random.between(1, most);
    let (chow_low, rank, third) = (low(7), low(9), low(3));
    let mut winds = kinds(is_wind);
    let mut dragons = kinds(is_dragon);
    random.shuffle(&mut winds);
    random.shuffle(&mut dragons);
    let pungs = |tiles: &[Tile]| tiles.iter().map(|&tile| pung(tile)).collect::<Vec<_>>();
    let in_suit = |one: u8| kinds(|tile| suit(tile) == Some(one));
    match number {
        1 => Plan::regular(pungs(&winds), any_tile(random)),
        2 => around(pungs(&dragons), random),
        3 => sets_or_pairs(
            &kinds(|tile| tile == GREEN || [19, 20, 21, 23, 25].contains(&tile)),
            true,
            random,
        ),
        4 => {
            let mut tiles: Vec<Tile> =
                [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9].map(|rank| numbered(a, rank)).to_vec();
            tiles.push(numbered(a, rank));
            Plan::loose(tiles).won_on(Last::Exactly(numbered(a, rank)))
        }
        5 => {
            let kongs = (0..4).map(|_| any_kong(any_tile(random), random)).collect();
            Plan::regular(kongs, any_tile(random))
        }
        6 => Plan::loose((0..7).flat_map(|step| [numbered(a, third + step); 2]).collect()),
        7 => {
            let mut tiles = kinds(is_outer);
            tiles.push(random.pick(&tiles));
            Plan::loose(tiles)
        }
        8 => regular_of(&kinds(is_terminal), false, random),
        9 => Plan::regular(fill(pungs(&winds[..3]), random), winds[3]),
        10 => Plan::regular(fill(pungs(&dragons[..2]), random), dragons[2]),
        11 => sets_or_pairs(&kinds(is_honour), false, random),
        12 => {
            let one = |random: &mut Random| match any_tile(random) {
                tile if random.chance(25) => concealed_kong(tile),
                tile => pung(tile).standing(),
            };
            let plan = Plan::regular((0..4).map(|_| one(random)).collect(), any_tile(random));
            if random.chance(50) { plan.drawn(true) } else { plan.won_on(Last::Pair) }
        }
        13 => Plan::regular(vec![chow(a, 1), chow(a, 1), chow(a, 7), chow(a, 7)], numbered(a, 5)),
        14 => Plan::regular(vec![chow(a, chow_low); 4], any_tile(random)),
        15 => {
            let low = random.between(1, 6);
            let pieces = (0..4).map(|step| pung(numbered(a, low + step))).collect();
            Plan::regular(pieces, any_tile(random))
        }
        16 => {
            let (low, step) = if random.chance(60) { (random.between(1, 4), 1) } else { (1, 2) };
            let pieces = (0..4).map(|place| chow(a, low + place * step)).collect();
            Plan::regular(pieces, any_tile(random))
        }
        17 => around((0..3).map(|_| any_kong(any_tile(random), random)).collect(), random),
        18 => sets_or_pairs(&kinds(is_outer), false, random),
        19 => Plan::loose(pairs(&kinds(|_| true), random)),
        20 => honours_and_knitted(7, random),
        21 => regular_of(
            &kinds(|tile| matches!(crate::tiles::rank(tile), Some(2 | 4 | 6 | 8))),
            false,
            random,
        ),
        22 => sets_or_pairs(&in_suit(a), true, random),
        23 => around(vec![chow(a, chow_low); 3], random),
        24 => {
            let low = random.between(1, 7);
            around((0..3).map(|step| pung(numbered(a, low + step))).collect(), random)
        }
        25 => sets_or_pairs(&ranks(7, 9), true, random),
        26 => sets_or_pairs(&ranks(4, 6), true, random),
        27 => sets_or_pairs(&ranks(1, 3), true, random),
        28 => around(vec![chow(a, 1), chow(a, 4), chow(a, 7)], random),
        29 => Plan::regular(vec![chow(a, 1), chow(a, 7), chow(b, 1), chow(b, 7)], numbered(c, 5)),
        30 => {
            let step = random.between(1, 2);
            let low = random.between(1, 7 - 2 * step);
            around((0..3).map(|place| chow(a, low + place * step)).collect(), random)
        }
        31 => {
            let one = |random: &mut Random| match random.between(3, 6) {
                6 => pung(numbered(random.between(0, 2), 5)),
                low => chow(random.between(0, 2), low),
            };
            Plan::regular((0..4).map(|_| one(random)).collect(), numbered(b, 5))
        }
        32 => around([a, b, c].map(|suit| pung(numbered(suit, rank))).to_vec(), random),
        33 => {
            let pieces = (0..3).map(|_| pung(any_tile(random)).standing()).collect();
            around(pieces, random)
        }
        34 => {
            let honours = random.between(5, 6);
            honours_and_knitted(usize::from(honours), random)
        }
        35 => {
            let mut tiles = knitted(random);
            let pair = any_tile(random);
            tiles.extend([pair; 2]);
            let piece = any_piece(random);
            Plan::loose(tiles).with(vec![piece])
        }
        36 => sets_or_pairs(&ranks(6, 9), true, random),
        37 => sets_or_pairs(&ranks(1, 4), true, random),
        38 => around(pungs(&winds[..3]), random),
        39 => around(vec![chow(a, 1), chow(b, 4), chow(c, 7)], random),
        40 => {
            let dots = [1, 2, 3, 4, 5, 8, 9].map(|rank| numbered(1, rank));
            let bamboo = [2, 4, 5, 6, 8, 9].map(|rank| numbered(2, rank));
            let pool = [dots.as_slice(), &bamboo, &[WHITE]].concat();
            sets_or_pairs(&pool, true, random)
        }
        41 => around([a, b, c].map(|suit| chow(suit, chow_low)).to_vec(), random),
        42 => {
            let low = random.between(1, 7);
            let steps = [(a, 0), (b, 1), (c, 2)];
            around(steps.map(|(suit, step)| pung(numbered(suit, low + step))).to_vec(), random)
        }
        43 => {
            // three suits, one honour pair, something claimed, won on a discard
            let middle = pung(numbered(c, random.between(2, 8)));
            let last = if random.chance(50) { middle } else { chow(c, chow_low) };
            let pieces =
                vec![chow(a, random.between(1, 7)), chow(b, random.between(1, 7)).laid(), last];
            let fourth = if random.chance(50) {
                pung(numbered(a, random.between(2, 8))).laid()
            } else {
                chow(b, random.between(1, 7)).laid()
            };
            let pieces = [pieces, vec![fourth]].concat();
            Plan::regular(pieces, random.between(EAST, WHITE)).drawn(false)
        }
        44 => around(Vec::new(), random).drawn(true),
        45 => around(Vec::new(), random).drawn(false),
        46 => around(vec![any_kong(any_tile(random), random)], random).drawn(true),
        47 => {
            let (suit, low) = (random.between(0, 2), chow_low);
            let plan = around(vec![chow(suit, low).standing()], random);
            plan.won_on(if random.chance(50) { Last::Closed } else { Last::Any }).drawn(false)
        }
        48 => {
            let kongs = (0..2).map(|_| concealed_kong(any_tile(random))).collect();
            around(kongs, random)
        }
        49 => regular_of(&kinds(|_| true), false, random),
        50 => {
            let pool = kinds(|tile| suit(tile) == Some(a) || is_honour(tile));
            sets_or_pairs(&pool, true, random)
        }
        51 => {
            let low = random.between(1, 5);
            around(vec![chow(a, low), chow(b, low + 1), chow(c, low + 2)], random)
        }
        52 => {
            let pieces = vec![
                piece_of(&in_suit(a), true, random),
                piece_of(&in_suit(b), true, random),
                piece_of(&in_suit(c), true, random),
            ];
            if random.chance(50) {
                Plan::regular([pieces, vec![pung(winds[0])]].concat(), dragons[0])
            } else {
                Plan::regular([pieces, vec![pung(dragons[0])]].concat(), winds[0])
            }
        }
        53 => {
            let pieces = (0..4).map(|_| any_piece(random).laid()).collect();
            Plan::regular(pieces, any_tile(random)).drawn(false)
        }
        54 => around(pungs(&dragons[..2]), random),
        55 => {
            let one = |random: &mut Random| match random.below(2) {
                0 => chow(random.between(0, 2), random.pick(&[1, 7])),
                _ => pung(random.pick(&kinds(is_outer))),
            };
            let pieces = (0..4).map(|_| one(random)).collect();
            Plan::regular(pieces, random.pick(&kinds(is_outer)))
        }
        56 => around(Vec::new(), random).laid(0).drawn(true),
        57 => {
            let first = kong(any_tile(random));
            let second = any_kong(any_tile(random), random);
            around(vec![first, second], random)
        }
        58 => around(vec![chow(a, chow_low)], random).laid(80),
        59 => around(pungs(&dragons[..1]), random),
        60 | 61 => around(pungs(&winds[..1]), random),
        62 => around(Vec::new(), random).laid(0).drawn(false),
        63 => {
            let pieces = (0..4).map(|_| chow(random.between(0, 2), random.between(1, 7)));
            Plan::regular(pieces.collect(), numbered(b, rank))
        }
        64 => {
            let tile = numbered(a, chow_low + random.between(0, 2));
            around(vec![pung(tile), chow(a, chow_low)], random)
        }
        65 => around(vec![pung(numbered(a, rank)), pung(numbered(b, rank))], random),
        66 => {
            let pieces = (0..2).map(|_| pung(any_tile(random)).standing()).collect();
            around(pieces, random)
        }
        67 => around(vec![concealed_kong(any_tile(random))], random),
        68 => sets_or_pairs(&ranks(2, 8), true, random),
        69 => around(vec![chow(a, chow_low); 2], random),
        70 => around(vec![chow(a, chow_low), chow(b, chow_low)], random),
        71 => {
            let low = random.between(1, 4);
            around(vec![chow(a, low), chow(a, low + 3)], random)
        }
        72 => around(vec![chow(a, 1), chow(a, 7)], random),
        73 => around(vec![pung(random.pick(&kinds(|tile| is_outer(tile) && tile < RED)))], random),
        74 => around(vec![kong(any_tile(random))], random),
        75 => sets_or_pairs(&kinds(|tile| suit(tile) != Some(c)), true, random),
        76 => sets_or_pairs(&kinds(|tile| !is_honour(tile)), true, random),
        77 => around(vec![chow(a, random.pick(&[1, 7])).standing()], random).won_on(Last::Edge),
        78 => around(vec![chow(a, chow_low).standing()], random).won_on(Last::Closed),
        79 => around(Vec::new(), random).won_on(Last::Pair),
        _ => around(Vec::new(), random),
    }
}
