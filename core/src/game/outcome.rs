//! A declared win as it is recorded: all that is needed to score it again.

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::game::play::{Source, Way};
use crate::hand::{MOST_MELDS, MOST_STANDING, Meld};
use crate::rules::{Points, Seats, WhyFalse};
use crate::seat::Seat;
use crate::tile::Tile;

/// Entries of a score in a record.
pub const MOST_ENTRIES: usize = 32;

/// One fan or item of a score.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Entry {
    /// Its number in the book.
    pub number: u8,
    /// How often it counts.
    pub times: u8,
}

/// How a declared win stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Standing {
    /// Legal by the book.
    Legal,
    /// Not a win.
    False(False),
    /// The tiles cannot be as they were read: the referee looks.
    Unreadable,
}

/// Why a declared win is none.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs)]
pub enum False {
    BelowMinimum,
    WrongTile,
    NotWaiting,
    NotRobbable,
    PassedWin,
    Dead,
}

impl From<WhyFalse> for False {
    fn from(why: WhyFalse) -> False {
        match why {
            WhyFalse::BelowMinimum => False::BelowMinimum,
            WhyFalse::WrongTile => False::WrongTile,
            WhyFalse::NotWaiting => False::NotWaiting,
            WhyFalse::NotRobbable => False::NotRobbable,
            WhyFalse::PassedWin => False::PassedWin,
            WhyFalse::Dead => False::Dead,
        }
    }
}

/// A declared win with its facts, its score and its payments.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Proposed {
    /// Who declares it.
    pub seat: Seat,
    /// On which tile.
    pub tile: Tile,
    /// How.
    pub way: Way,
    /// Where a self-drawn tile came from.
    pub source: Source,
    /// The robbed kong lies face down (HK RC-1).
    pub concealed_kong: bool,
    /// Kongs on each other's replacements before it (HK FA-6.10).
    pub kongs_in_a_row: u8,
    /// Standing tiles without the winning one.
    pub standing: Few<Tile, MOST_STANDING>,
    /// Sets in the order of melding.
    pub melds: Few<Meld, MOST_MELDS>,
    /// Flowers laid.
    pub flowers: u8,
    /// The wall was empty.
    pub last_tile: bool,
    /// The other three of the kind lay open.
    pub last_of_kind: bool,
    /// The dealer's first tiles or first discard.
    pub opening: bool,
    /// How it stands.
    pub standing_as: Standing,
    /// What it scores, every fan or item.
    pub entries: Few<Entry, MOST_ENTRIES>,
    /// What is paid for.
    pub worth: u16,
    /// What each seat wins or loses.
    pub payments: [Points; 4],
}

/// Who agreed to a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Agreed {
    /// The four seats.
    Seats,
    /// The referee.
    Referee,
}

/// How a hand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Ended {
    /// These seats won.
    Won(Winners),
    /// Nobody won.
    Drawn,
    /// It counts for nothing and is played again.
    Again,
    /// It counts for nothing and play moves on: time ran out (MCR 3.5.6).
    Void,
}

/// Winners as a record has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Winners(pub [bool; 4]);

impl Winners {
    /// In the words of the rule books.
    pub fn seats(self) -> Seats {
        let won = Seat::ALL.into_iter().zip(self.0).filter(|(_, won)| *won);
        won.fold(Seats::NONE, |seats, (seat, _)| seats.and(seat))
    }
}
