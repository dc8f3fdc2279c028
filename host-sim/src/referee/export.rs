//! Records in a file: the same frames that cross the wire, a hello first. One format, one decoder.

use table_core::record::Seq;
use table_core::trust::PublicKey;
use table_core::wire::{self, Accumulator, FrameError, FromTable, MessageError, TableHello};
use thiserror::Error;

use super::Ledger;

/// Why a file is no export.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum ExportError {
    /// A frame is damaged.
    #[error("frame {index}: {error}")]
    Frame {
        /// Counted from 0.
        index: usize,
        /// What is wrong.
        error: FrameError,
    },
    /// A frame holds no message.
    #[error("frame {index}: {error}")]
    Message {
        /// Counted from 0.
        index: usize,
        /// What is wrong.
        error: MessageError,
    },
    /// Starts without a hello that names the table.
    #[error("not an export of a table: it does not start with the table's hello")]
    NoHello,
    /// A hello in the middle.
    #[error("frame {0} is a second hello")]
    SecondHello(usize),
    /// Something else than a record.
    #[error("frame {0} is no record")]
    NoRecord(usize),
    /// Ends in the middle of a frame.
    #[error("the file ends in the middle of a frame: it was cut short")]
    CutShort,
}

impl ExportError {
    /// The record in which the damage was noticed, where it is in one.
    pub fn first_bad(&self) -> Option<u64> {
        let index = match self {
            ExportError::Frame { index, .. } | ExportError::Message { index, .. } => *index,
            ExportError::SecondHello(index) | ExportError::NoRecord(index) => *index,
            ExportError::NoHello | ExportError::CutShort => return None,
        };
        Some(index as u64).filter(|index| *index > 0)
    }
}

/// An export: who the table says it is, what it says is its newest record, and the bytes of its records.
#[derive(Debug, PartialEq, Eq)]
pub struct Export {
    /// The identity claimed.
    pub table: PublicKey,
    /// The newest record there should be.
    pub newest: Seq,
    /// Records as stored and sent, unchecked.
    pub records: Vec<Vec<u8>>,
}

/// The file for everything in a ledger.
pub fn export(ledger: &Ledger) -> Vec<u8> {
    let hello = FromTable::Hello(TableHello::new(ledger.table(), ledger.newest()));
    let records = ledger.records().iter().map(|record| FromTable::Record(record.bytes()));
    let messages = std::iter::once(hello).chain(records);
    let bodies = messages.filter_map(|message| message.encode().ok());
    bodies.filter_map(|body| wire::encode(&body).ok()).flatten().collect()
}

/// Takes a file apart without believing it.
pub fn read_export(bytes: &[u8]) -> Result<Export, ExportError> {
    let mut accumulator = Accumulator::new();
    let frames = bytes.iter().filter_map(|&byte| accumulator.push(byte));
    let mut export: Option<Export> = None;
    for (index, frame) in frames.enumerate() {
        let body = frame.map_err(|error| ExportError::Frame { index, error })?;
        let message =
            FromTable::decode(&body).map_err(|error| ExportError::Message { index, error })?;
        match (message, &mut export) {
            (FromTable::Hello(TableHello { table, newest, .. }), None) => {
                export = Some(Export { table, newest, records: vec![] });
            }
            (FromTable::Hello(_), Some(_)) => return Err(ExportError::SecondHello(index)),
            (FromTable::Record(record), Some(export)) => export.records.push(record.to_vec()),
            (_, None) => return Err(ExportError::NoHello),
            (_, Some(_)) => return Err(ExportError::NoRecord(index)),
        }
    }
    match (bytes.last(), export) {
        (Some(0), Some(export)) => Ok(export),
        (_, None) => Err(ExportError::NoHello),
        _ => Err(ExportError::CutShort),
    }
}
