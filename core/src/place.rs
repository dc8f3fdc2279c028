//! Where tiles can lie: the antennas under the table and the places the rules speak of.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// One of the four antenna loops of a seat's reader.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Zone {
    /// Left half of the rack.
    HandLeft,
    /// Right half of the rack; overlaps the left by about two tiles.
    HandRight,
    /// Laid-out sets and flowers.
    Meld,
    /// The seat's part of the floor; may be absent.
    River,
}

impl Zone {
    /// The loops in the order in which a reader visits them.
    pub const ALL: [Zone; 4] = [Zone::HandLeft, Zone::HandRight, Zone::Meld, Zone::River];
}

/// A loop of the table: sixteen of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Antenna {
    /// Whose reader drives it.
    pub seat: Seat,
    /// Which of its loops.
    pub zone: Zone,
}

impl Antenna {
    /// Loops of a table.
    pub const COUNT: usize = Seat::ALL.len() * Zone::ALL.len();

    /// Its number, 0 to 15: four of each seat, in the order of [`Zone::ALL`].
    pub const fn number(self) -> usize {
        self.seat.index() * Zone::ALL.len() + self.zone as usize
    }

    /// Where a tile lies that this antenna sees.
    pub const fn place(self) -> Place {
        match self.zone {
            Zone::HandLeft | Zone::HandRight => Place::Hand(self.seat),
            Zone::Meld => Place::Meld(self.seat),
            Zone::River => Place::River(self.seat),
        }
    }
}

/// Where a tile is, as far as the rules care.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Place {
    /// Among a player's standing tiles.
    Hand(Seat),
    /// Laid out before a player.
    Meld(Seat),
    /// Discarded by a player.
    River(Seat),
    /// In no field: in the wall, in the air, or in the box.
    Away,
}

impl Place {
    /// Some seat's river.
    pub const fn is_river(self) -> bool {
        matches!(self, Place::River(_))
    }
}

impl fmt::Display for Antenna {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let zone = match self.zone {
            Zone::HandLeft => "hand-left",
            Zone::HandRight => "hand-right",
            Zone::Meld => "meld",
            Zone::River => "river",
        };
        write!(out, "seat {} {zone}", self.seat.index() + 1)
    }
}

impl Place {
    /// Whose place it is; nobody's away from the table.
    pub const fn seat(self) -> Option<Seat> {
        match self {
            Place::Hand(seat) | Place::Meld(seat) | Place::River(seat) => Some(seat),
            Place::Away => None,
        }
    }
}

impl fmt::Display for Place {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Hand(seat) => write!(out, "hand of seat {}", seat.index() + 1),
            Place::Meld(seat) => write!(out, "melds of seat {}", seat.index() + 1),
            Place::River(seat) => write!(out, "river of seat {}", seat.index() + 1),
            Place::Away => out.write_str("away"),
        }
    }
}
