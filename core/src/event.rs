//! What happens at the table, in words that can be recorded.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::enrolment::TagUid;
use crate::place::{Antenna, Place};
use crate::seat::Seat;
use crate::tile::Tile;

/// Why the processor started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ResetCause {
    /// Power came on.
    Power,
    /// Supply voltage fell below the brown-out level.
    BrownOut,
    /// A task did not report in and the watchdog bit.
    Watchdog,
    /// The firmware asked for it.
    Software,
    /// The reset pin.
    Pin,
}

/// What kind of trouble a reader is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ReaderTrouble {
    /// No chip answers: BUSY does not move or every byte reads FF. The seat is blind.
    Absent,
    /// The chip answers, but not within its deadlines.
    Unresponsive,
    /// The chip refused an instruction or answered out of form.
    Misbehaving,
    /// The field is off: over-temperature or no antenna supply.
    NoField,
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Event {
    /// The table started; replayed records came before.
    Boot {
        /// Why.
        cause: ResetCause,
    },
    /// A tile of the set came to rest.
    TilePlaced {
        /// Which piece.
        tile: Tile,
        /// Where it lies now.
        place: Place,
    },
    /// A tag that belongs to no tile of this set lies in a field: flag for the referee.
    ForeignTag {
        /// Its identifier.
        tag: TagUid,
        /// Who sees it.
        antenna: Antenna,
    },
    /// A seat's reader is in trouble: what is seen there is not to be trusted until it recovers.
    ReaderTrouble {
        /// Whose reader.
        seat: Seat,
        /// What is wrong.
        trouble: ReaderTrouble,
    },
    /// A reader that was in trouble works again.
    ReaderRecovered {
        /// Whose reader.
        seat: Seat,
    },
}

impl fmt::Display for Event {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Boot { cause } => write!(out, "boot ({cause:?})"),
            Event::TilePlaced { tile, place } => write!(out, "{tile} placed: {place}"),
            Event::ForeignTag { tag, antenna } => write!(out, "foreign tag {tag} at {antenna}"),
            Event::ReaderTrouble { seat, trouble } => {
                write!(
                    out,
                    "reader of seat {} in trouble: {trouble:?}",
                    seat.index() + 1
                )
            }
            Event::ReaderRecovered { seat } => {
                write!(out, "reader of seat {} works again", seat.index() + 1)
            }
        }
    }
}
