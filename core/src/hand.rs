//! A player's hand as the rules see it: standing tiles and laid-out sets.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::Face;

/// Most tiles a player holds standing, the one just drawn included.
pub const MOST_STANDING: usize = 14;
/// Most sets a player can lay out.
pub const MOST_MELDS: usize = 4;

/// The kind of a laid-out set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MeldKind {
    /// Three consecutive numbers of one suit, claimed from the left player (MCR 3.6.6).
    Chow,
    /// Three alike, claimed (MCR 3.6.7).
    Pung,
    /// Four alike, open: claimed from a discard or promoted from a pung (MCR 3.6.8).
    Kong,
    /// Four alike from the owner's own tiles, face down (MCR 3.6.8.2).
    ConcealedKong,
}

/// Who gave the claimed tile, as the owner of the set sees it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Giver {
    /// A concealed kong: all four tiles were the owner's.
    Nobody,
    /// The player before the owner in the order of play.
    Left,
    /// The player opposite.
    Opposite,
    /// The player after the owner in the order of play.
    Right,
}

impl Giver {
    /// The seat that gave, for a set owned by `owner`.
    pub const fn seat(self, owner: Seat) -> Option<Seat> {
        match self {
            Giver::Nobody => None,
            Giver::Left => Some(owner.after(3)),
            Giver::Opposite => Some(owner.after(2)),
            Giver::Right => Some(owner.after(1)),
        }
    }
}

/// A laid-out set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Meld {
    /// Its kind.
    pub kind: MeldKind,
    /// Its tile; of a chow the lowest.
    pub face: Face,
    /// Who gave the claimed tile; a promoted kong keeps the giver of its pung.
    pub from: Giver,
    /// A kong made by adding the fourth tile to an open pung.
    pub promoted: bool,
}

/// Standing tiles and melds of one player; flowers are counted apart.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Hand {
    /// Tiles not laid out, in any order.
    pub standing: Vec<Face, MOST_STANDING>,
    /// Laid-out sets in the order of melding.
    pub melds: Vec<Meld, MOST_MELDS>,
}

/// Why a hand cannot exist.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandError {
    /// More than four copies of this face: check the tiles named.
    FifthCopy(Face),
    /// Standing tiles and melds do not add up to thirteen (fourteen with the winning tile).
    WrongCount {
        /// Tiles counted, a kong as three.
        counted: usize,
    },
    /// A chow cannot start with this face: honours have no order and 8 and 9 no room.
    NoChow(Face),
    /// Flowers are laid apart and are never part of the hand.
    FlowerInHand(Face),
    /// Only a concealed kong has no giver, and it never has one; a chow comes from the left player.
    WrongGiver(Meld),
    /// Only an open kong can be promoted.
    NotPromotable(Meld),
}

impl fmt::Display for HandError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            HandError::FifthCopy(face) => write!(out, "a fifth copy of {face}"),
            HandError::WrongCount { counted } => {
                write!(out, "{counted} tiles where 13 and the winning tile belong")
            }
            HandError::NoChow(face) => write!(out, "no chow starts with {face}"),
            HandError::FlowerInHand(face) => write!(out, "flower {face} among the hand tiles"),
            HandError::WrongGiver(meld) => {
                write!(out, "{:?} of {} cannot come from {:?}", meld.kind, meld.face, meld.from)
            }
            HandError::NotPromotable(meld) => {
                write!(out, "{:?} of {} marked as promoted", meld.kind, meld.face)
            }
        }
    }
}

impl core::error::Error for HandError {}
