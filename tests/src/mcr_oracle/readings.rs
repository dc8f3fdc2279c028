//! Every way to read the tiles of a win: which sets, and which of them the winning tile completed.

use std::collections::BTreeSet;

use super::win::{MeldKind, Win};
use crate::tiles::{EAST, KINDS, Tile, counts, is_honour, is_outer, numbered, rank};

/// Shape of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Shape {
    /// Three consecutive numbers of one suit.
    Chow,
    /// Three alike.
    Pung,
    /// Four alike, declared.
    Kong,
    /// Two alike: the eye, or one of seven pairs.
    Pair,
    /// A knitted triple, 147, 258 or 369 (MCR A1#35).
    Knitted,
    /// Fourteen tiles that stand for themselves: thirteen orphans, honours and knitted.
    Loose,
}

/// A set within a reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Set {
    /// Its shape.
    pub shape: Shape,
    /// Its tiles in order.
    pub tiles: Vec<Tile>,
    /// Claimed from another player.
    pub open: bool,
    /// Completed by the winning tile.
    pub won: bool,
}

impl Set {
    fn standing(shape: Shape, tiles: Vec<Tile>) -> Set {
        Set { shape, tiles, open: false, won: false }
    }

    /// A pung or kong.
    pub fn is_pung(&self) -> bool {
        matches!(self.shape, Shape::Pung | Shape::Kong)
    }
}

/// One way to read the hand: all sets, melds first, exactly one of them completed by the winning
/// tile.
pub type Reading = Vec<Set>;

/// All readings of the win; empty when the tiles make no legal shape (MCR 3.7.2).
pub fn readings(win: &Win) -> Vec<Reading> {
    let melds: Vec<Set> = win
        .melds
        .iter()
        .map(|meld| {
            let shape = match meld.kind {
                MeldKind::Chow => Shape::Chow,
                MeldKind::Pung => Shape::Pung,
                MeldKind::Kong | MeldKind::ConcealedKong => Shape::Kong,
            };
            Set { shape, tiles: meld.tiles(), open: meld.is_open(), won: false }
        })
        .collect();
    let mut standing = win.standing.clone();
    standing.push(win.tile);
    standing.sort_unstable();

    let mut readings = BTreeSet::new();
    for arrangement in arrangements(&standing, melds.len()) {
        for completed in 0..arrangement.len() {
            if arrangement[completed].tiles.contains(&win.tile) {
                let mut reading = [melds.clone(), arrangement.clone()].concat();
                reading[melds.len() + completed].won = true;
                readings.insert(reading);
            }
        }
    }
    readings.into_iter().collect()
}

/// The kinds that complete any legal shape with the standing tiles. Kinds of which the player owns
/// all four are no waits; the minimum of eight is not asked for (MCR A1#77-79, note Wait).
pub fn waits(win: &Win) -> Vec<Tile> {
    let owned = counts(&win.owned());
    (0..KINDS as u8)
        .filter(|&kind| owned[usize::from(kind)] < 4)
        .filter(|&kind| {
            let mut standing = win.standing.clone();
            standing.push(kind);
            standing.sort_unstable();
            !arrangements(&standing, win.melds.len()).is_empty()
        })
        .collect()
}

/// All arrangements of the standing tiles, in order of kind, beside so many melds.
fn arrangements(standing: &[Tile], melds: usize) -> BTreeSet<Vec<Set>> {
    let mut found = BTreeSet::new();
    for sets in sets_and_pair(standing) {
        found.insert(sets);
    }
    if melds <= 1 {
        for knitted in knitted_triples() {
            if let Some(rest) = without(standing, &knitted.concat()) {
                for sets in sets_and_pair(&rest) {
                    let triples = knitted.iter().cloned();
                    let triples = triples.map(|tiles| Set::standing(Shape::Knitted, tiles));
                    found.insert(triples.chain(sets).collect());
                }
            }
        }
    }
    if melds == 0 {
        found.extend(seven_pairs(standing));
        if is_thirteen_orphans(standing) || is_honours_and_knitted(standing) {
            found.insert(vec![Set::standing(Shape::Loose, standing.to_vec())]);
        }
    }
    found
}

/// Ordinary sets and one pair out of tiles in order of kind.
pub(crate) fn sets_and_pair(tiles: &[Tile]) -> BTreeSet<Vec<Set>> {
    let mut found = BTreeSet::new();
    let mut counts = counts(tiles);
    for kind in 0..KINDS {
        if counts[kind] >= 2 {
            counts[kind] -= 2;
            split(&mut counts, &mut Vec::new(), &mut |sets| {
                let mut sets = sets.to_vec();
                sets.sort();
                sets.push(Set::standing(Shape::Pair, vec![kind as u8; 2]));
                found.insert(sets);
            });
            counts[kind] += 2;
        }
    }
    found
}

/// Plain recursion on the lowest tile left: it belongs to a pung or starts a chow.
fn split(counts: &mut [u8; KINDS], sets: &mut Vec<Set>, report: &mut impl FnMut(&[Set])) {
    let Some(lowest) = counts.iter().position(|&count| count > 0) else {
        return report(sets);
    };
    let tile = lowest as u8;
    if counts[lowest] >= 3 {
        counts[lowest] -= 3;
        sets.push(Set::standing(Shape::Pung, vec![tile; 3]));
        split(counts, sets, report);
        sets.pop();
        counts[lowest] += 3;
    }
    let has_room = rank(tile).is_some_and(|low| low <= 7);
    if has_room && counts[lowest + 1] > 0 && counts[lowest + 2] > 0 {
        counts[lowest..lowest + 3].iter_mut().for_each(|count| *count -= 1);
        sets.push(Set::standing(Shape::Chow, vec![tile, tile + 1, tile + 2]));
        split(counts, sets, report);
        sets.pop();
        counts[lowest..lowest + 3].iter_mut().for_each(|count| *count += 1);
    }
}

/// The six ways to give 147, 258 and 369 to the three suits; the triples in order of suit.
fn knitted_triples() -> [[Vec<Tile>; 3]; 6] {
    [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]].map(|lows| {
        [0, 1, 2].map(|suit: u8| {
            let low = lows[usize::from(suit)];
            [low, low + 3, low + 6].map(|rank| numbered(suit, rank)).to_vec()
        })
    })
}

/// What is left when all of `taken` is there to be removed.
fn without(tiles: &[Tile], taken: &[Tile]) -> Option<Vec<Tile>> {
    let mut rest = tiles.to_vec();
    for tile in taken {
        let place = rest.iter().position(|other| other == tile)?;
        rest.remove(place);
    }
    Some(rest)
}

/// Seven pairs, four alike counting as two (MCR A1#19).
fn seven_pairs(standing: &[Tile]) -> Option<Vec<Set>> {
    let pairs: Vec<&[Tile]> = standing.chunks(2).collect();
    let all = standing.len() == 14 && pairs.iter().all(|pair| pair[0] == pair[1]);
    all.then(|| pairs.iter().map(|pair| Set::standing(Shape::Pair, pair.to_vec())).collect())
}

/// One of each terminal and honour and a second of one of them (MCR A1#7).
pub(crate) fn is_thirteen_orphans(standing: &[Tile]) -> bool {
    let counts = counts(standing);
    let outer = (0..KINDS as u8).filter(|&tile| is_outer(tile));
    standing.len() == 14
        && standing.iter().all(|&tile| is_outer(tile))
        && outer.into_iter().all(|tile| counts[usize::from(tile)] >= 1)
}

/// Fourteen different honours and knitted numbers (MCR A1#20, A1#34).
fn is_honours_and_knitted(standing: &[Tile]) -> bool {
    let different = counts(standing).iter().all(|&count| count <= 1);
    standing.len() == 14
        && different
        && knitted_triples().iter().any(|triples| {
            let knitted = triples.concat();
            standing.iter().all(|tile| is_honour(*tile) || knitted.contains(tile))
        })
}

/// Whether all nine knitted tiles of one of the six ways are among these.
pub(super) fn has_nine_knitted(tiles: &[Tile]) -> bool {
    let numbers: Vec<Tile> = tiles.iter().copied().filter(|&tile| tile < EAST).collect();
    knitted_triples().iter().any(|triples| without(&numbers, &triples.concat()).is_some())
}
