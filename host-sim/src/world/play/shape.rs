//! How far a hand is from what its player has in mind: tiles that are still missing.
//!
//! This is a player's eye, not a rule: whether a hand has won, only the book says.

use std::collections::HashMap;

use table_core::tile::{Face, PLAYING_FACES, Suit, Tile};

/// Tiles by face.
pub type Counts = [u8; PLAYING_FACES];

/// Counts the tiles, flowers left aside.
pub fn counts<'a>(tiles: impl IntoIterator<Item = &'a Tile>) -> Counts {
    let mut counts = [0; PLAYING_FACES];
    for tile in tiles {
        if let Some(count) = counts.get_mut(tile.face().index()) {
            *count += 1;
        }
    }
    counts
}

/// What a player has in mind.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Plan {
    /// Four sets and a pair of one suit, with honours or without; or of anything.
    Sets {
        /// The one suit.
        suit: Option<usize>,
        /// Whether honours fit.
        honours: bool,
    },
    /// Four pungs and a pair.
    Pungs,
    /// Seven pairs.
    Pairs,
    /// These nine different tiles, one more set and a pair.
    Nine([Face; 9]),
    /// One of each terminal and honour and one more.
    Orphans,
}

impl Plan {
    /// What players have in mind when they need eight points.
    pub fn for_mcr() -> Vec<Plan> {
        let mut plans = vec![Plan::Pungs, Plan::Pairs, Plan::Orphans];
        for suit in 0..3 {
            for honours in [false, true] {
                let suit = Some(suit);
                plans.push(Plan::Sets { suit, honours });
            }
        }
        let orders = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];
        let nine = |triples: [(usize, [u8; 3]); 3]| {
            let faces = triples.map(|(suit, ranks)| ranks.map(|rank| numbered(suit, rank)));
            let [[a, b, c], [d, e, f], [g, h, i]] = faces;
            Plan::Nine([a, b, c, d, e, f, g, h, i])
        };
        for [a, b, c] in orders {
            plans.push(nine([(a, [1, 2, 3]), (b, [4, 5, 6]), (c, [7, 8, 9])]));
            plans.push(nine([(a, [1, 4, 7]), (b, [2, 5, 8]), (c, [3, 6, 9])]));
        }
        for a in 0..3 {
            plans.push(nine([(a, [1, 2, 3]), (a, [4, 5, 6]), (a, [7, 8, 9])]));
        }
        for low in 1..=7 {
            let chow = [low, low + 1, low + 2];
            plans.push(nine([(0, chow), (1, chow), (2, chow)]));
        }
        plans
    }

    /// What players have in mind when they need three faan.
    pub fn for_gghk() -> Vec<Plan> {
        let suits = (0..3).map(Some);
        let honours = true;
        let flushes = suits.map(|suit| Plan::Sets { suit, honours });
        flushes.chain([Plan::Pungs, Plan::Orphans]).collect()
    }

    /// Whether a set of this face, laid out, still fits.
    pub fn fits(&self, face: Face, is_chow: bool) -> bool {
        match self {
            Plan::Sets { suit, honours } => match suit {
                None => true,
                Some(_) if face.is_honour() => *honours,
                Some(suit) => face.index() / 9 == *suit,
            },
            Plan::Pungs => !is_chow,
            Plan::Pairs | Plan::Orphans => false,
            Plan::Nine(faces) => {
                let knitted = faces[1].index() != faces[0].index() + 1;
                !knitted || !is_chow
            }
        }
    }
}

fn numbered(suit: usize, rank: u8) -> Face {
    let suit = match suit {
        0 => Suit::Characters,
        1 => Suit::Dots,
        _ => Suit::Bamboo,
    };
    // Ranks above are all from 1 to 9.
    Face::numbered(suit, rank).unwrap_or(Face::EAST)
}

/// Most partial sets for 0 to 4 sets, without and with a pair taken out; below zero: impossible.
type Blocks = [[i8; 2]; 5];

const NONE: Blocks = [[-1; 2]; 5];

/// Counts missing tiles and remembers what it has seen of each suit.
#[derive(Debug, Clone, Default)]
pub struct Eye {
    suits: HashMap<u32, Blocks>,
}

impl Eye {
    /// Tiles missing for a plan: `standing` and, besides, these laid-out sets (their lowest face; chow or not).
    pub fn missing(&mut self, standing: &Counts, laid: &[(Face, bool)], plan: &Plan) -> u32 {
        if laid.iter().any(|(face, chow)| !plan.fits(*face, *chow)) {
            return 99;
        }
        let sets = 4u32.saturating_sub(laid.len() as u32);
        match plan {
            Plan::Sets { suit: None, .. } => self.sets(standing, sets),
            Plan::Sets { suit: Some(suit), honours } => {
                let mut kept = [0; PLAYING_FACES];
                for (index, (kept, count)) in kept.iter_mut().zip(standing).enumerate() {
                    let fits = index / 9 == *suit || (*honours && index >= 27);
                    *kept = if fits { *count } else { 0 };
                }
                self.sets(&kept, sets)
            }
            Plan::Pungs => {
                let mut sorted = *standing;
                sorted.sort_unstable_by(|a, b| b.cmp(a));
                let mut rest = sorted.iter().map(|count| u32::from(*count));
                let pungs: u32 = rest.by_ref().take(sets as usize).map(|n| n.min(3)).sum();
                let pair = rest.next().unwrap_or(0).min(2);
                3 * sets + 2 - pungs - pair
            }
            Plan::Pairs => {
                let pairs: u32 = standing.iter().map(|count| u32::from(count / 2)).sum();
                7u32.saturating_sub(pairs)
            }
            Plan::Orphans => {
                let outer = || Face::playing().filter(|face| face.is_terminal_or_honour());
                let held = |least| outer().filter(|face| standing[face.index()] >= least).count();
                14 - held(1) as u32 - u32::from(held(2) > 0)
            }
            Plan::Nine(faces) => self.nine(standing, laid, faces),
        }
    }

    fn nine(&mut self, standing: &Counts, laid: &[(Face, bool)], faces: &[Face; 9]) -> u32 {
        let mut rest = *standing;
        let mut missing = 0;
        let mut others = 0;
        for (face, chow) in laid {
            let planned = *chow && faces.chunks(3).any(|triple| triple.first() == Some(face));
            others += u32::from(!planned);
        }
        if others > 1 {
            return 99;
        }
        let of_laid = |triple: &[Face]| {
            let laid_low = laid.iter().find(|(face, chow)| *chow && triple.first() == Some(face));
            laid_low.is_some()
        };
        for triple in faces.chunks(3).filter(|triple| !of_laid(triple)) {
            for face in triple {
                let count = &mut rest[face.index()];
                missing += u32::from(*count == 0);
                *count = count.saturating_sub(1);
            }
        }
        missing + self.sets(&rest, 1 - others)
    }

    /// Tiles missing for so many sets and a pair.
    fn sets(&mut self, standing: &Counts, sets: u32) -> u32 {
        let sets = sets as i8;
        let mut all: Blocks = NONE;
        all[0][0] = 0;
        for (row, suit) in standing.chunks(9).enumerate() {
            let mut nine = [0; 9];
            for (place, count) in nine.iter_mut().zip(suit) {
                *place = *count;
            }
            let blocks = self.blocks(nine, row == 3);
            all = join(&all, &blocks);
        }
        let mut best = 99i8;
        for (made, by_pair) in all.iter().enumerate() {
            for (pair, partials) in by_pair.iter().enumerate() {
                let made = (made as i8).min(sets);
                if *partials >= 0 {
                    let partials = (*partials).min(sets - made);
                    // The usual count of steps to a win, one more than to a wait.
                    best = best.min(2 * (sets - made) - partials + 1 - pair as i8);
                }
            }
        }
        best.max(0) as u32
    }

    fn blocks(&mut self, counts: [u8; 9], honours: bool) -> Blocks {
        let key = counts.iter().fold(u32::from(honours), |key, count| key * 5 + u32::from(*count));
        if let Some(known) = self.suits.get(&key) {
            return *known;
        }
        let mut best = NONE;
        let mut left = counts;
        take(&mut left, 0, (0, 0, 0), honours, &mut best);
        self.suits.insert(key, best);
        best
    }
}

fn join(a: &Blocks, b: &Blocks) -> Blocks {
    let mut joined = NONE;
    for (sets_a, by_pair_a) in a.iter().enumerate() {
        for (sets_b, by_pair_b) in b.iter().enumerate() {
            for (pair_a, partials_a) in by_pair_a.iter().enumerate() {
                for (pair_b, partials_b) in by_pair_b.iter().enumerate() {
                    if *partials_a < 0 || *partials_b < 0 || pair_a + pair_b > 1 {
                        continue;
                    }
                    let slot = &mut joined[(sets_a + sets_b).min(4)][pair_a + pair_b];
                    *slot = (*slot).max(partials_a + partials_b);
                }
            }
        }
    }
    joined
}

/// Tries every way to take sets, a pair and partial sets from the tiles at `at` and after.
fn take(
    left: &mut [u8; 9],
    at: usize,
    (sets, pair, partials): (usize, usize, i8),
    honours: bool,
    best: &mut Blocks,
) {
    let Some(count) = left.get(at).copied() else {
        let slot = &mut best[sets.min(4)][pair];
        *slot = (*slot).max(partials);
        return;
    };
    // Leave what is left here alone.
    take(left, at + 1, (sets, pair, partials), honours, best);
    // At most four of a face are there, so one of each block per step reaches every combination.
    let mut with = |shape: &[(usize, u8)], made: (usize, usize, i8)| {
        let held = |place: usize| left.get(place).copied().unwrap_or(0);
        if shape.iter().any(|(place, number)| held(*place) < *number) {
            return;
        }
        for (place, number) in shape {
            left[*place] -= number;
        }
        take(left, at, made, honours, best);
        for (place, number) in shape {
            left[*place] += number;
        }
    };
    with(&[(at, 3)], (sets + 1, pair, partials));
    if pair == 0 {
        with(&[(at, 2)], (sets, 1, partials));
    }
    with(&[(at, 2)], (sets, pair, partials + 1));
    if count > 0 && !honours {
        let chow = [(at, 1), (at + 1, 1), (at + 2, 1)];
        with(&chow, (sets + 1, pair, partials));
        with(&chow[..2], (sets, pair, partials + 1));
        with(&[(at, 1), (at + 2, 1)], (sets, pair, partials + 1));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn missing(text: &str, plan: &Plan) -> u32 {
        let mut held = [0; PLAYING_FACES];
        for face in text.split(' ') {
            held[face.parse::<Face>().unwrap().index()] += 1;
        }
        Eye::default().missing(&held, &[], plan)
    }

    #[test]
    fn missing_tiles_are_counted() {
        let any = Plan::Sets { suit: None, honours: true };
        let complete = "1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C C";
        assert_eq!(missing(complete, &any), 0);
        assert_eq!(missing("1m 2m 3m 4m 5m 6m 7m 8m 9m E E E C F", &any), 1);
        assert_eq!(missing("1m 4m 7m 1p 4p 7p 1s 4s 7s E S W N", &any), 9);
        let flush = Plan::Sets { suit: Some(0), honours: true };
        assert_eq!(missing(complete, &flush), 0);
        assert_eq!(missing("1m 1m 2m 2m 3m 3m 4m 4m 5m 5m E E C C", &Plan::Pairs), 0);
        assert_eq!(missing("1m 1m 1m 2m 2m 2m 3m 3m 3m E E C C C", &Plan::Pungs), 0);
    }
}
