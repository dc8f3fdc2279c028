//! What people and mishaps do to a table.

use std::fmt;

use firmware::bridge::Injury;
use serde::{Deserialize, Serialize};
use table_core::enrolment::TagUid;
use table_core::event::Part;
use table_core::game::{Call, Command};
use table_core::place::Antenna;
use table_core::seat::Seat;
use table_core::wire::Ask;

use super::Brief;
use crate::air::ReaderFault;
use crate::chips::pn5180::Fault;

/// One act.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub enum Act {
    /// A tagged tile comes to lie on an antenna, from wherever it was.
    Lay(TagUid, Antenna),
    /// A copy of a tag comes to lie on an antenna; the tag itself stays where it is.
    LayCopy(TagUid, Antenna),
    /// A tagged tile is lifted off the table, and its copies with it.
    Lift(TagUid),
    /// A reader breaks, or is mended.
    Reader(Seat, Fault),
    /// Chance has it in for a reader.
    Befalls(Seat, ReaderFault),
    /// The next frame from the table is damaged on the way.
    DamageFrame,
    /// The referee's cable is pulled, or plugged in again.
    Cable {
        /// Pulled.
        pulled: bool,
    },
    /// The referee's device is switched off and on again.
    RefereeRestarts,
    /// The storage chip's bus hangs in its next transfer: whoever waits for it is stuck.
    HangStorage,
    /// Something dreadful happens to the processor.
    Break(Injury),
    /// The supply is failing, or sound again.
    PowerFails(bool),
    /// Somebody presses a button, for as long as people do.
    Press(Seat, Call),
    /// A key goes down and stays, or comes up.
    Key(Seat, Call, bool),
    /// A part's plug is pulled, or put back.
    Plug(Part, bool),
    /// The referee gives an order.
    Order(Command),
    /// Somebody asks the table to be read.
    Ask(Ask),
    /// The referee learns how the hand that begins will really end.
    Brief(Brief),
    /// The players have agreed: the referee confirms the result as soon as one waits.
    Confirm,
}

impl fmt::Display for Act {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Act::Lay(tag, antenna) => write!(out, "tag {tag} is laid on {antenna}"),
            Act::LayCopy(tag, antenna) => write!(out, "a copy of tag {tag} is laid on {antenna}"),
            Act::Lift(tag) => write!(out, "tag {tag} is lifted"),
            Act::Reader(seat, Fault::None) => write!(out, "reader {} is mended", seat.index() + 1),
            Act::Reader(seat, fault) => {
                write!(out, "reader {} breaks: {fault:?}", seat.index() + 1)
            }
            Act::Befalls(seat, fault) => {
                write!(out, "reader {} suffers: {fault:?}", seat.index() + 1)
            }
            Act::Key(seat, call, down) => {
                let way = if *down { "sticks" } else { "is freed" };
                write!(out, "{call:?} of seat {} {way}", seat.index() + 1)
            }
            Act::Plug(part, there) => {
                write!(out, "{part:?} is {}", if *there { "plugged in" } else { "unplugged" })
            }
            Act::Press(seat, call) => write!(out, "seat {} presses {call:?}", seat.index() + 1),
            Act::Order(command) => write!(out, "the referee orders {command:?}"),
            Act::Ask(ask) => write!(out, "somebody asks for {ask:?}"),
            Act::Brief(_) => out.write_str("the referee watches the next hand"),
            Act::Confirm => out.write_str("the players have agreed"),
            Act::Cable { pulled: true } => out.write_str("the referee's cable is pulled"),
            Act::Cable { pulled: false } => out.write_str("the referee's cable is plugged in"),
            Act::RefereeRestarts => out.write_str("the referee's device is switched off and on"),
            Act::HangStorage => out.write_str("the storage chip's bus hangs"),
            Act::Break(injury) => write!(out, "the processor breaks: {injury:?}"),
            Act::PowerFails(true) => out.write_str("the supply is failing"),
            Act::PowerFails(false) => out.write_str("the supply is sound again"),
            Act::DamageFrame => out.write_str("the next frame will be damaged"),
        }
    }
}
