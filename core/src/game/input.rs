//! What the game is fed.

use serde::{Deserialize, Serialize};

use crate::enrolment::TagUid;
use crate::game::command::Command;
use crate::journal::{Faults, Room};
use crate::place::{Antenna, Place};
use crate::seat::Seat;
use crate::tile::Tile;

/// A seat's button. Both books want spoken calls; a press is a second, timed record of one (MCR 3.6.1, HK MG-6).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Call {
    /// Chi.
    Chow,
    /// Pung.
    Pung,
    /// Kong.
    Kong,
    /// Hua: a flower.
    Flower,
    /// Hu.
    Hu,
    /// The referee is wanted.
    Referee,
    /// The proposed result is agreed to.
    Confirm,
}

/// How the journal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Storage {
    /// How full.
    pub room: Room,
    /// What stands until a referee clears it.
    pub faults: Faults,
}

impl Storage {
    /// All is well.
    pub const SOUND: Storage = Storage { room: Room::Enough, faults: Faults::NONE };
}

/// What reaches the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Input {
    /// A tile has settled somewhere, or left ([`Place::Away`]).
    Placed {
        /// Which.
        tile: Tile,
        /// Where.
        place: Place,
    },
    /// A tile has settled in one of two places, and nothing seen says in which: the rules may know better.
    Either {
        /// Which.
        tile: Tile,
        /// Where, the likelier one first.
        places: [Place; 2],
    },
    /// Whether some standing tiles are hardly read, so that one not seen proves little.
    BlindSpots(bool),
    /// A seat's reader fails, or sees again.
    Reader {
        /// Whose.
        seat: Seat,
        /// Again.
        sees: bool,
    },
    /// A tag of no known tile lies in a field.
    Foreign {
        /// Its identifier.
        tag: TagUid,
        /// Who sees it.
        antenna: Antenna,
    },
    /// A button was pressed (debounced).
    Called {
        /// Whose.
        seat: Seat,
        /// Which.
        call: Call,
    },
    /// The referee's device ordered something (already authenticated by others).
    Ordered(Command),
    /// Every loop has been scanned often enough since power came back: all tiles that lie anywhere have been placed.
    Censused,
    /// The journal tells how it is.
    Storage(Storage),
    /// Time has passed; nothing else.
    Tick,
}
