//! A declared win as it comes from the table, and what cannot be true of one.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::hand::{Hand, HandError};
use crate::seat::Wind;
use crate::tile::Face;

/// Everything that is known about a declared win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Win {
    /// Standing tiles **without** the winning tile, and melds in the order of melding.
    pub hand: Hand,
    /// The tile the win is declared on.
    pub winning: Face,
    /// It came from the wall; false also for a robbed kong (MCR 3.7.2.3).
    pub self_drawn: bool,
    /// The other three of its kind lie face up on the table (MCR A1#58).
    pub last_of_kind: bool,
    /// The last tile of the wall, or the discard after it (MCR A1#44-45).
    pub last_tile: bool,
    /// Won on a kong's replacement (self-drawn) or by robbing a kong (MCR A1#46-47).
    pub kong: bool,
    /// Flowers laid out.
    pub flowers: u8,
    /// The winner's wind.
    pub seat: Wind,
    /// The prevalent wind.
    pub round: Wind,
}

impl Win {
    /// Won by robbing a kong: another player's tile, though no discard (MCR A1#47).
    pub const fn robs_a_kong(&self) -> bool {
        self.kong & !self.self_drawn
    }
}

/// Why there is nothing to score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NotAWin {
    /// Such tiles cannot be on the table: have the hand read again.
    Impossible(HandError),
    /// Two statements about the win exclude each other: ask which one is wrong.
    Contradiction(Contradiction),
    /// More flowers than the set has: have them counted again.
    TooManyFlowers(u8),
    /// The tiles make no winning shape (MCR 3.7.2): judge the declaration, see [`super::judge`].
    NoShape,
}

/// Statements about a win that cannot both be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// A kong's replacement is drawn only by the owner of a kong.
    ReplacementWithoutKong,
    /// The robbed player holds the other three copies, yet the winner holds one.
    RobbedTileHeld(Face),
    /// The other three copies are said to lie open, yet the winner holds one standing.
    LastOfKindHeld(Face),
}

impl From<HandError> for NotAWin {
    fn from(error: HandError) -> NotAWin {
        NotAWin::Impossible(error)
    }
}

impl From<Contradiction> for NotAWin {
    fn from(contradiction: Contradiction) -> NotAWin {
        NotAWin::Contradiction(contradiction)
    }
}

impl fmt::Display for NotAWin {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            NotAWin::Impossible(error) => write!(out, "impossible tiles: {error}"),
            NotAWin::Contradiction(contradiction) => write!(out, "{contradiction}"),
            NotAWin::TooManyFlowers(flowers) => write!(out, "{flowers} flowers where a set has 8"),
            NotAWin::NoShape => out.write_str("not a winning shape"),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::ReplacementWithoutKong => {
                out.write_str("won on a kong's replacement without any kong")
            }
            Contradiction::RobbedTileHeld(face) => {
                write!(out, "robbed a kong of {face} while holding {face}")
            }
            Contradiction::LastOfKindHeld(face) => {
                write!(out, "last {face} on the table while holding another unseen")
            }
        }
    }
}

impl core::error::Error for NotAWin {}
impl core::error::Error for Contradiction {}
