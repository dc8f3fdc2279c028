//! A declared win, judged by a book: what it is worth and why, or what is wrong with it.

use heapless::Vec;

use crate::rules::foul::Foul;
use crate::rules::shape::{Parts, Place, Set};
use crate::tile::Face;

/// Most entries a score can have: eight flowers, four pungs of one sort, three hogs and no more than a
/// dozen others.
pub const MOST_LINES: usize = 32;
/// Most entries that can be there without scoring.
pub const MOST_REMOVED: usize = 48;

/// One entry of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Line {
    /// Number of the fan or item in its book, see [`super::RuleBook::name_of`].
    pub number: u8,
    /// How often it counts here.
    pub times: u8,
    /// What it adds in all.
    pub worth: u16,
    /// The sets that make it.
    pub parts: Parts,
}

/// An entry that is there and does not count.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// Number of the fan.
    pub number: u8,
    /// What would make it.
    pub parts: Parts,
    /// The entry that takes it away.
    pub by: Option<u8>,
    /// The counting principle that does (MCR 3.9.1.6), where it is one.
    pub principle: Option<u8>,
}

/// What a winning shape is worth, with its basis.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Counted {
    /// What the minimum is held against: without flowers, before any cap.
    pub raw: u16,
    /// What is paid for: with flowers, after any cap.
    pub paid: u16,
    /// Every entry with the sets that make it.
    pub lines: Vec<Line, MOST_LINES>,
    /// What is there and does not count; empty where everything compounds.
    pub removed: Vec<Removed, MOST_REMOVED>,
    /// The sets of the reading, to which the parts refer.
    pub sets: Vec<Set, 4>,
    /// The pair, where the shape has one.
    pub pair: Option<Face>,
    /// Where the winning tile stands.
    pub place: Place,
}

/// What is wrong with a declared win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WhyFalse {
    /// A winning shape worth too little.
    BelowMinimum,
    /// The hand waits, but not for this tile.
    WrongTile,
    /// The hand does not even wait.
    NotWaiting,
    /// The tile may not be robbed.
    NotRobbable,
    /// The kind was let go earlier in the round (HK HU-6.1).
    PassedWin,
    /// The player may not win in this hand.
    Dead,
}

/// A declared win, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Verdict {
    /// Nothing against it.
    Legal(Counted),
    /// Not a win.
    False {
        /// Why.
        why: WhyFalse,
        /// What the shape would be worth, where there is one.
        counted: Option<Counted>,
        /// The foul the referee may rule.
        proposes: &'static Foul,
    },
}

impl Verdict {
    /// Whether it is a legal win.
    pub const fn is_legal(&self) -> bool {
        matches!(self, Verdict::Legal(_))
    }

    /// The score of a legal win.
    pub const fn legal(&self) -> Option<&Counted> {
        match self {
            Verdict::Legal(counted) => Some(counted),
            Verdict::False { .. } => None,
        }
    }
}
