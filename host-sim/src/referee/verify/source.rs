//! Where records come from: an export, or the bytes of a table's FRAM.

use table_core::journal::{JournalError, Recovered, Recovery};
use table_core::record::{Chain, Seq};
use table_core::trust::PublicKey;
use thiserror::Error;

use crate::referee::export::{ExportError, read_export};

/// Why there is nothing to verify.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum SourceError {
    /// Looks like an export and is none.
    #[error("{0}")]
    Export(#[from] ExportError),
    /// Looks like a journal and is not whole.
    #[error("{0}")]
    Journal(JournalError),
    /// A journal does not say whose it is.
    #[error("a journal does not say which table it is of: give --table")]
    WhoseJournal,
}

impl SourceError {
    /// The record in which the damage was noticed.
    pub fn first_bad(&self) -> Option<u64> {
        match self {
            SourceError::Export(error) => error.first_bad(),
            SourceError::Journal(JournalError::Damaged { seq, .. }) => Some(seq.0),
            _ => None,
        }
    }
}

/// Records, not yet believed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Source {
    /// Whose they are said to be.
    pub table: PublicKey,
    /// The newest that there should be.
    pub newest: Seq,
    /// What the first of them follows.
    pub anchor: Chain,
    /// As stored and sent.
    pub records: Vec<Vec<u8>>,
}

impl Source {
    /// Takes a file apart: a journal if it has the size of a chip, an export otherwise.
    pub fn read(bytes: &[u8], table: Option<PublicKey>) -> Result<Source, SourceError> {
        if bytes.len() >= firmware::boot::JOURNAL_BYTES as usize && bytes.len().is_multiple_of(4) {
            match (read_export(bytes), table) {
                (Ok(export), _) => return Ok(Source::from(export)),
                (Err(_), Some(table)) => return Source::of_journal(bytes, table),
                (Err(_), None) => return Err(SourceError::WhoseJournal),
            }
        }
        Ok(Source::from(read_export(bytes)?))
    }

    /// The records on a table's chip.
    pub fn of_journal(bytes: &[u8], table: PublicKey) -> Result<Source, SourceError> {
        let bytes = bytes.get(..firmware::boot::JOURNAL_BYTES as usize).unwrap_or(bytes);
        let mut records = vec![];
        let mut anchor = Chain::genesis(&table);
        let mut recovery = Recovery::new(bytes.len() as u32, Chain::genesis(&table));
        while let Some(read) = recovery.wants() {
            let from = read.address.0 as usize;
            let piece = bytes.get(from..from + read.length).unwrap_or_default();
            match recovery.feed(piece).map_err(SourceError::Journal)? {
                Recovered::More => {}
                // A journal that has gone round: what came before is in the referee's ledger.
                Recovered::From(chain) => anchor = chain,
                Recovered::Entry(payload) => records.push(payload.to_vec()),
                Recovered::Blank | Recovered::Whole(_) => break,
            }
        }
        let newest = Seq(anchor.newest().0 + records.len() as u64);
        Ok(Source { table, newest, anchor, records })
    }
}

impl From<crate::referee::export::Export> for Source {
    fn from(export: crate::referee::export::Export) -> Source {
        Source {
            table: export.table,
            newest: export.newest,
            anchor: Chain::genesis(&export.table),
            records: export.records,
        }
    }
}
