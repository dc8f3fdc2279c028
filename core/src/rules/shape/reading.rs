//! Every way to read tiles as sets and a pair.

use super::count::{HONOURS, HandCount, SuitCount};
use super::split::{Split, honours_split, pair_ranks, split};
use crate::tile::Face;

/// Standing tiles read as sets and a pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Reading {
    /// The sets of each suit.
    pub suits: [Split; 3],
    /// A chow (seven times the suit plus its lowest rank from 0) that occurs more than the two times a
    /// split can hold, and how often more.
    pub more: (u8, u32),
    /// Pungs of honours, one bit each for E S W N C F P.
    pub honours: u32,
    /// The pair.
    pub pair: Face,
}

/// Visits the readings of tiles, if there are any: by rising pair, and for each pair first the reading
/// without three equal chows, then those with, lowest first.
pub fn each(tiles: &HandCount, visit: &mut dyn FnMut(&Reading)) {
    let rows = tiles.rows();
    // Sets leave nothing modulo three: the row with the pair leaves two.
    let [a, b, c, d] = tiles.each(|row| row.total() % 3);
    let pair_row = usize::from(b == 2) + 2 * usize::from(c == 2) + 3 * usize::from(d == 2);
    if (a + b + c + d != 2) | ((a == 2) as u32 + (pair_row != 0) as u32 != 1) {
        return;
    }
    let Some((honours, pairs)) = honours_split(tiles.row(HONOURS)) else {
        return;
    };
    let mut reading = Reading { suits: [Split::NONE; 3], more: (0, 0), honours, pair: Face::EAST };
    for (suit, (place, tiles)) in reading.suits.iter_mut().zip(rows).enumerate() {
        if suit != pair_row {
            match split(tiles) {
                Some(sets) => *place = sets,
                None => return,
            }
        }
    }
    if pair_row == HONOURS {
        if pairs.is_power_of_two() {
            reading.pair = face(HONOURS, pairs.trailing_zeros() as usize);
            with_triples(&reading, visit);
        }
        return;
    }
    if pairs != 0 {
        return;
    }
    let tiles = tiles.row(pair_row);
    let mut ranks = pair_ranks(tiles);
    while ranks != 0 {
        let rank = ranks.trailing_zeros() as usize / 3;
        ranks &= ranks - 1;
        if let Some(sets) = split(tiles.minus(SuitCount::tiles(rank, 2)))
            && let Some(place) = reading.suits.get_mut(pair_row)
        {
            *place = sets;
            reading.pair = face(pair_row, rank);
            with_triples(&reading, visit);
        }
    }
}

fn face(row: usize, rank: usize) -> Face {
    Face::new((row * 9 + rank) as u8).unwrap_or(Face::EAST)
}

/// Visits a reading, and again with three neighbouring pungs read as three equal chows.
fn with_triples(reading: &Reading, visit: &mut dyn FnMut(&Reading)) {
    visit(reading);
    let [a, b, c] = reading.suits;
    if (a.triples() | b.triples() | c.triples()) == 0 {
        return;
    }
    for suit in 0..3 {
        let Some(sets) = reading.suits.get(suit).copied() else {
            continue;
        };
        let mut triples = sets.triples();
        while triples != 0 {
            let rank = triples.trailing_zeros();
            triples &= triples - 1;
            let (other, more) = sets.with_triple(rank);
            let mut reading = Reading { more: ((suit as u32 * 7 + rank) as u8, more), ..*reading };
            if let Some(place) = reading.suits.get_mut(suit) {
                *place = other;
            }
            visit(&reading);
        }
    }
}
