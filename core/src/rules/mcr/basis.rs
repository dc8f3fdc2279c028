//! Why a score is what it is: the sets behind every fan, and what took away the fan that do not score.
//!
//! Asked for after the hand, so it is written for the reader and not for speed. [`super::explain`] finds
//! the sets of the finished score anew.

use heapless::Vec;

use super::fan::Fan;
pub use crate::rules::shape::Parts;
use crate::tile::Face;

/// One occurrence of a fan that scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The fan.
    pub fan: Fan,
    /// What makes it.
    pub parts: Parts,
    /// The kind it is about: the four of a Tile Hog, the winning tile of a wait or a way of winning.
    pub tile: Option<Face>,
}

/// Why a fan that is there does not score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Appendix 1 names it as not to be scored beside this fan.
    Excluded(Fan),
    /// MCR P1: always there when this fan is.
    NonRepeat(Fan),
    /// MCR P2: its sets are bound in this fan and not regrouped.
    NonSeparation(Fan),
    /// MCR P3: one of its sets has made the same fan already.
    NonIdentical(Fan),
    /// MCR P5: its sets are combined already; a set is combined once with one combined before.
    AccountOnce,
    /// A ruling of the table takes it away ([`super::Rulings`]).
    Ruling,
}

impl Why {
    /// Number of the principle (MCR 3.9.1.6), where it is one. P4, the higher choice, decides between readings and takes
    /// nothing from the one that is read.
    pub const fn principle(self) -> Option<u8> {
        match self {
            Why::Excluded(_) | Why::Ruling => None,
            Why::NonRepeat(_) => Some(1),
            Why::NonSeparation(_) => Some(2),
            Why::NonIdentical(_) => Some(3),
            Why::AccountOnce => Some(5),
        }
    }
}

/// A fan that is there and does not score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// The fan.
    pub fan: Fan,
    /// What would make it.
    pub parts: Parts,
    /// What took it away.
    pub why: Why,
}

/// Most occurrences a hand can score: eight flowers, four pungs of 73, three hogs, and no more than a
/// dozen of the others.
const MOST_MADE: usize = 32;
/// Most fan a hand can show without scoring them.
const MOST_REMOVED: usize = 48;

/// The full explanation of a score.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Basis {
    /// Every occurrence of every fan that scores, in the order of their numbers.
    pub made: Vec<Made, MOST_MADE>,
    /// What is there and does not score.
    pub removed: Vec<Removed, MOST_REMOVED>,
}

impl Basis {
    /// Why this fan, or one occurrence of it, does not score; nothing if it is not there or scores.
    pub fn why_not(&self, fan: Fan) -> impl Iterator<Item = &Removed> {
        self.removed.iter().filter(move |removed| removed.fan == fan)
    }

    pub(super) fn make(&mut self, fan: Fan, parts: Parts, tile: Option<Face>) {
        let _ = self.made.push(Made { fan, parts, tile });
    }

    pub(super) fn remove(&mut self, fan: Fan, parts: Parts, why: Why) {
        let _ = self.removed.push(Removed { fan, parts, why });
    }
}
