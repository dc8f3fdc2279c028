//! The records of one table, each checked before it is held: signature, number, chain.
//!
//! What is held is never given up: a table that comes back with less, or with something else, raises an alarm (trust D5).

mod store;

use std::path::Path;

pub use store::{Store, StoreError};
use table_core::record::{Chain, Hash, RecordError, Sealed, Seq};
use table_core::trust::{Fingerprint, PublicKey};
use table_core::wire::Answer;
use thiserror::Error;

use super::Notice;

/// Why something from the table is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Not a table of the organiser's list.
    #[error(
        "unknown table {0}: compare this with the table's display and add it to the organiser's list if it belongs here"
    )]
    Stranger(Fingerprint),
    /// The table offers less than it once sent.
    #[error("ALARM: the table's records end at {offered}, but {held} was received earlier")]
    Truncated {
        /// Newest record held here.
        held: Seq,
        /// Newest record the table says it has.
        offered: Seq,
    },
    /// As many records as are held, but not the same.
    #[error("ALARM: the table's record {0} is not the one that was received earlier")]
    Forked(Seq),
    /// An answer to another question: recorded earlier and played again.
    #[error("the table's answer does not hold the nonce that was asked: it is a recording")]
    Replayed,
    /// An answer that the table did not sign.
    #[error("the table's answer is not signed by the table")]
    Unproven,
    /// A record that is held already came again with other bytes.
    #[error("ALARM: record {0} came a second time with other contents")]
    Changed(Seq),
    /// A record that does not hold.
    #[error(transparent)]
    Record(#[from] RecordError),
    /// The ledger's file could not be written: nothing is acknowledged until it can.
    #[error("the ledger could not be written: {0}")]
    Store(String),
}

/// Checked records, in order.
pub struct Ledger {
    table: PublicKey,
    chain: Chain,
    records: Vec<Sealed>,
    /// Where they are kept; a simulated device keeps them in memory.
    store: Option<Store>,
}

/// Why a ledger's file cannot be used.
#[derive(Debug, Error)]
pub enum LedgerError {
    /// It cannot be opened, read or written.
    #[error(transparent)]
    Store(#[from] StoreError),
    /// It holds something that the table did not sign: somebody has changed the file.
    #[error("the ledger's file does not hold: {0}")]
    Changed(Refusal),
}

impl Ledger {
    /// An empty ledger for the table with this identity, in memory.
    pub fn new(table: PublicKey) -> Ledger {
        Ledger { table, chain: Chain::genesis(&table), records: vec![], store: None }
    }

    /// The ledger of this table in a file, which is made if it is not there. Everything in it is checked again.
    pub fn open(path: &Path, table: PublicKey) -> Result<Ledger, LedgerError> {
        Ledger::kept(Store::open(path)?, table)
    }

    /// The ledger of this table in an open file.
    pub fn kept(store: Store, table: PublicKey) -> Result<Ledger, LedgerError> {
        store.add_table(&table)?;
        let mut ledger = Ledger::new(table);
        for record in store.records(&table)? {
            match ledger.take(&record).map_err(LedgerError::Changed)? {
                Notice::Verified(_) => {}
                _ => {
                    let missing = RecordError::Malformed;
                    return Err(LedgerError::Changed(Refusal::Record(missing)));
                }
            }
        }
        Ok(Ledger { store: Some(store), ..ledger })
    }

    /// Keeps a receipt that is about to be sent.
    pub fn keep_receipt(&self, signed: &[u8]) -> Result<(), Refusal> {
        let kept =
            self.store.as_ref().map(|it| it.keep_receipt(&self.table, self.newest(), signed));
        kept.transpose().map(drop).map_err(|error| Refusal::Store(error.to_string()))
    }

    /// Keeps an alarm. It is told to people in any case.
    pub fn keep_alarm(&self, alarm: &Refusal) {
        if let Some(store) = &self.store
            && let Err(error) = store.keep_alarm(&self.table, &alarm.to_string())
        {
            eprintln!("referee: the alarm could not be written down: {error}");
        }
    }

    /// The table that is trusted.
    pub fn table(&self) -> PublicKey {
        self.table
    }

    /// All records held.
    pub fn records(&self) -> &[Sealed] {
        &self.records
    }

    /// Number of the newest record held; 0 if none.
    pub fn newest(&self) -> Seq {
        self.chain.newest()
    }

    /// Hash of the newest record held.
    pub fn head(&self) -> Hash {
        self.chain.head()
    }

    /// Compares what the table proves to have with what is held.
    pub fn compare(&self, answer: &Answer) -> Result<(), Refusal> {
        let (held, offered) = (self.newest(), answer.newest);
        if offered < held {
            return Err(Refusal::Truncated { held, offered });
        }
        if offered == held && answer.head != self.head() {
            return Err(Refusal::Forked(held));
        }
        Ok(())
    }

    /// Takes the bytes of a record. On an error nothing has changed.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Notice, Refusal> {
        let sealed = Sealed::from_bytes(bytes)?;
        let claimed = sealed.read()?;
        // A record ahead of its turn is no offence: one before it was lost and comes again.
        if claimed.seq > self.newest().next() {
            return Ok(Notice::Ahead(claimed.seq));
        }
        let record = sealed.verify(&self.table)?;
        if record.seq <= self.newest() {
            let held = record.seq.0.checked_sub(1).and_then(|at| self.records.get(at as usize));
            return match held {
                Some(held) if held == &sealed => Ok(Notice::Repeated(record.seq)),
                _ => Err(Refusal::Changed(record.seq)),
            };
        }
        let mut chain = self.chain;
        chain.extend(&sealed, &record)?;
        if let Some(store) = &self.store {
            let kept = store.keep(&self.table, record.seq, &sealed);
            kept.map_err(|error| Refusal::Store(error.to_string()))?;
        }
        self.chain = chain;
        self.records.push(sealed);
        Ok(Notice::Verified(record.seq))
    }
}
