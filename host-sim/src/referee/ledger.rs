//! The records of one table, each checked before it is held: signature, number, chain.

use table_core::record::{Chain, RecordError, Sealed, Seq};
use table_core::trust::PublicKey;
use thiserror::Error;

use super::Notice;

/// Why something from the table is not believed.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Refusal {
    /// Not the table that this ledger trusts.
    #[error("unknown table {0:?}: add it to the organiser's list if it belongs here")]
    Stranger(Option<PublicKey>),
    /// The table offers less than it once sent.
    #[error("the table's records end at {offered}, but {held} was received earlier")]
    Truncated {
        /// Newest record held here.
        held: Seq,
        /// Newest record the table says it has.
        offered: Seq,
    },
    /// A record that is held already came again with other bytes.
    #[error("record {0} came a second time with other contents")]
    Changed(Seq),
    /// A record that does not hold.
    #[error(transparent)]
    Record(#[from] RecordError),
}

/// Checked records, in order.
pub struct Ledger {
    table: PublicKey,
    chain: Chain,
    records: Vec<Sealed>,
}

impl Ledger {
    /// An empty ledger for the table with this identity.
    pub fn new(table: PublicKey) -> Ledger {
        Ledger { table, chain: Chain::genesis(&table), records: vec![] }
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
        Seq(self.records.len() as u64)
    }

    /// Takes the bytes of a record. On an error nothing has changed.
    pub fn take(&mut self, bytes: &[u8]) -> Result<Notice, Refusal> {
        let sealed = Sealed::from_bytes(bytes)?;
        let record = sealed.verify(&self.table)?;
        if record.seq <= self.newest() {
            let held = record.seq.0.checked_sub(1).and_then(|at| self.records.get(at as usize));
            return match held {
                Some(held) if held == &sealed => Ok(Notice::Repeated(record.seq)),
                _ => Err(Refusal::Changed(record.seq)),
            };
        }
        self.chain.extend(&sealed, &record)?;
        self.records.push(sealed);
        Ok(Notice::Verified(record.seq))
    }
}
