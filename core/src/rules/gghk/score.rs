//! The result: faan, the items that earned them and the sets behind each item.

use heapless::Vec;

use super::hand::{Shape, View, each_view};
use super::item::{Item, ROWS};
use super::rulings::Rulings;
use super::{CAP, MINIMUM};
use crate::rules::declared::{Declared, Impossible, Tiles};
use crate::rules::shape::{Parts, Place, Set};
use crate::tile::Face;

/// This style plays without flowers (HK FT-1).
const FLOWERS: u8 = 0;

/// An item of the result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The item.
    pub item: Item,
    /// How often it counts, at least once.
    pub times: u8,
    /// The sets that make it; none for a way of winning or a hand without sets.
    pub parts: Parts,
}

impl Made {
    /// Faan of all occurrences.
    pub fn faan(&self) -> u8 {
        self.item.faan().saturating_mul(self.times)
    }
}

/// What a winning hand is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    /// Faan before the cap.
    pub raw: u8,
    /// Every item that holds, in the order of the book, with the sets that make it.
    pub made: Vec<Made, { ROWS.len() }>,
    /// The pattern.
    pub shape: Shape,
    /// Melds in the order of melding, then standing chows, then standing pungs; none for orphans.
    pub sets: Vec<Set, 4>,
    /// The pair, where the pattern has one.
    pub pair: Option<Face>,
    /// Where the winning tile stands.
    pub place: Place,
}

impl Score {
    /// Faan that are paid (HK BP-4).
    pub fn faan(&self) -> u8 {
        self.raw.min(CAP)
    }

    /// Whether the minimum of three faan is reached (HK HU-5).
    pub fn reaches_minimum(&self) -> bool {
        self.raw >= MINIMUM
    }

    fn of(view: &View<'_>) -> Score {
        let mut made: Vec<Made, { ROWS.len() }> = Vec::new();
        for row in &ROWS {
            let held = (row.held)(view);
            if held.times > 0 {
                // As many places as there are rows.
                let _ = made.push(Made { item: row.item(), times: held.times, parts: held.parts });
            }
        }
        Score {
            raw: made.iter().map(Made::faan).fold(0, u8::saturating_add),
            made,
            shape: view.shape,
            sets: view.sets.clone(),
            pair: view.pair,
            place: view.place,
        }
    }
}

/// The best reading of a declared win (HK SE-3): the largest total before the cap. Of equal ones the first
/// counts: pairs by rising face, pungs before three equal chows, the winning tile in the pair before a
/// set. Nothing if the tiles make no pattern.
pub fn score(win: &Declared, rulings: &Rulings) -> Result<Option<Score>, Impossible> {
    let tiles = win.count(FLOWERS)?;
    Ok(best(win, &tiles, rulings))
}

fn best(win: &Declared, tiles: &Tiles, rulings: &Rulings) -> Option<Score> {
    let mut best: Option<Score> = None;
    each_view(win, tiles, rulings, &mut |view| {
        let score = Score::of(view);
        if best.as_ref().is_none_or(|best| best.raw < score.raw) {
            best = Some(score);
        }
    });
    best
}
