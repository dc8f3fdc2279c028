//! The referee's side of the link: believes nothing that it has not checked.

mod device;
mod export;
mod grounds;
mod ledger;
pub mod line;
mod office;
pub mod port;
mod sensors;
mod tables;
pub mod verify;

pub use device::{Referee, to_frame};
pub use export::{Export, ExportError, export, read_export};
pub use ledger::{Ledger, LedgerError, Refusal, Store, StoreError};
pub use office::{Office, simulated_key, simulated_organiser};
pub use sensors::{Shown, margin_db};
pub use tables::{ListError, TableList, bytes, digits};

use std::fmt;

use table_core::diagnostics::Sensors;
use table_core::game::Status;
use table_core::record::Seq;
use table_core::trust::PublicKey;
use table_core::wire::{FrameError, MessageError, OrderError};

use crate::set::Said;

/// What the referee's device noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The table introduced itself.
    Hello(PublicKey),
    /// The table proved itself and has records up to here.
    Proven(Seq),
    /// A record was checked and is held.
    Verified(Seq),
    /// A record that is held already came again.
    Repeated(Seq),
    /// A record came before its turn: one before it was lost on the way.
    Ahead(Seq),
    /// An order is answered by a record.
    Answered {
        /// Its number.
        number: u32,
        /// It was carried out, not refused.
        taken: bool,
    },
    /// An order was not taken, as the table says.
    NotTaken {
        /// Its number.
        number: u32,
        /// Why.
        why: OrderError,
    },
    /// Where the game stands.
    State(Status),
    /// How a seat's reader and its loops are.
    Sensors(Box<Sensors>),
    /// Something about the set of tiles that is worked with.
    Set(Said),
    /// The table is not heard any more.
    Lost,
    /// A frame was damaged on the way.
    Damaged(FrameError),
    /// A sound frame held no known message.
    Unknown(MessageError),
    /// The table speaks another version.
    OtherVersion(u8),
    /// Not believed, and why.
    Refused(Refusal),
}

/// As people read it.
impl fmt::Display for Notice {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Notice::Hello(table) => write!(out, "hello from table {}", table.fingerprint()),
            Notice::Verified(seq) => write!(out, "record {seq} verified: signature, number, chain"),
            Notice::Repeated(seq) => write!(out, "record {seq} came again"),
            Notice::Proven(seq) => write!(out, "table proved itself, newest record {seq}"),
            Notice::Ahead(seq) => write!(out, "record {seq} came before its turn"),
            Notice::Answered { number, taken: true } => write!(out, "order {number} carried out"),
            Notice::Answered { number, taken: false } => write!(out, "order {number} REFUSED"),
            Notice::NotTaken { number, why } => write!(out, "order {number} not taken: {why}"),
            Notice::State(status) => write!(out, "table is {:?}", status.phase),
            Notice::Sensors(sensors) => write!(out, "{}", Shown(sensors)),
            Notice::Set(said) => write!(out, "{said}"),
            Notice::Lost => write!(out, "table LOST"),
            Notice::Damaged(error) => write!(out, "frame dropped: {error}"),
            Notice::Unknown(error) => write!(out, "message dropped: {error}"),
            Notice::OtherVersion(protocol) => write!(out, "table speaks protocol {protocol}"),
            Notice::Refused(refusal) => write!(out, "REFUSED: {refusal}"),
        }
    }
}
