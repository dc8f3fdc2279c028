//! What the application says about itself: an enum, so that it can be counted, compared and checked.

use serde::{Deserialize, Serialize};
use table_core::event::Event;
use table_core::game::{Play, Refused};
use table_core::place::Place;
use table_core::record::Seq;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::tracking::Confidence;
use table_core::wire::{LinkState, OrderError};

use crate::drivers::pn5180::{Fault, Version};

/// One step of the application's work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
// Nothing allocates here, so there is no box to put an event in.
#[allow(clippy::large_enum_variant)]
pub enum Trace {
    /// Journal entries replayed at boot.
    Replayed(u32),
    /// The newest record that was on the chip.
    Recovered(Seq),
    /// A blank chip was made into an empty journal.
    JournalCreated,
    /// Tiles found in the enrolment list.
    Enrolled(u32),
    /// A reader is initialised and its field is on.
    ReaderReady {
        /// Whose.
        seat: Seat,
        /// What it calls itself.
        version: Version,
    },
    /// A reader failed.
    ReaderFailed {
        /// Whose.
        seat: Seat,
        /// How.
        fault: Fault,
    },
    /// Sightings that found the queue full.
    SightingsDropped(u32),
    /// The tracker believes a tile here now.
    Placed {
        /// Which.
        tile: Tile,
        /// Where.
        place: Place,
        /// Where it may lie as well, by what is seen.
        also: Option<Place>,
        /// How sure that is.
        confidence: Confidence,
    },
    /// The game concluded something.
    Happened(Event),
    /// This act is the newest of the best explanation; displays and clocks follow it.
    Named(Play),
    /// An order of the referee was refused.
    Refused(Refused),
    /// A record was signed.
    Signed(Seq),
    /// A record is on the chip to stay.
    Durable(Seq),
    /// A record could not be made durable; it is tried again until it is.
    JournalFailed(Seq),
    /// Displays show this from now on, and what it settles; only where it is final.
    Shown(Event),
    /// The clocks are on the chip.
    ClocksKept,
    /// The table goes on in the middle of a session.
    PickedUp,
    /// Most bytes of stack used so far; only where records must not tell.
    Stack {
        /// Used.
        used: u32,
        /// There are.
        size: u32,
    },
    /// A record went out on the link.
    Sent(Seq),
    /// The referee's device said hello and holds everything up to here.
    Greeted(Seq),
    /// The referee holds everything up to here.
    Acknowledged(Seq),
    /// The list of officials with this number is in force.
    Appointed(u32),
    /// An order passed the gate.
    OrderTaken(u32),
    /// An order did not pass the gate.
    NotTaken(OrderError),
    /// The link stands differently now.
    Link(LinkState),
    /// Bytes from the referee were no sound message.
    LinkNoise,
    /// The referee's device was refused: it speaks another version.
    LinkRefused,
}
