//! Exports that hold: nothing is printed from a file that was not checked.

use std::str::FromStr;

use table_core::record::{Record, Sealed};
use table_core::trust::PublicKey;
use thiserror::Error;

use crate::referee::{ExportError, Ledger, Notice, Refusal, read_export};

/// Why nothing is printed from a file.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotVerified {
    /// Not an export.
    #[error(transparent)]
    Export(#[from] ExportError),
    /// A table that the organiser does not know.
    #[error(
        "table {0} is not on the organiser's list: give its identity with --table if it belongs here"
    )]
    Stranger(String),
    /// A record that does not hold.
    #[error("record #{number}: {refusal}")]
    Record {
        /// Counted from 1.
        number: usize,
        /// What is wrong.
        refusal: Refusal,
    },
    /// A record that occurs twice.
    #[error("record #{0} occurs twice")]
    Twice(usize),
    /// The table had more.
    #[error("the file ends at record #{found}, the table had {newest}: fetch the records again")]
    CutShort {
        /// Records in the file.
        found: u64,
        /// What the table said.
        newest: u64,
    },
}

/// A table on the organiser's list: its whole identity, or the fifteen letters that its display shows.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Identity {
    /// Sixty-four hexadecimal digits.
    Key(PublicKey),
    /// As shown on the table.
    Fingerprint(String),
}

impl Identity {
    /// Whether it is this table's.
    pub fn is(&self, table: &PublicKey) -> bool {
        match self {
            Identity::Key(key) => key == table,
            Identity::Fingerprint(letters) => *letters == table.fingerprint().to_string(),
        }
    }
}

impl FromStr for Identity {
    type Err = String;

    fn from_str(text: &str) -> Result<Identity, String> {
        let digits = text.len() == 64 && text.bytes().all(|byte| byte.is_ascii_hexdigit());
        if digits {
            let byte = |at: usize| u8::from_str_radix(&text[2 * at..2 * at + 2], 16).unwrap_or(0);
            return Ok(Identity::Key(PublicKey(std::array::from_fn(byte))));
        }
        let letters = text.to_ascii_uppercase();
        let groups: Vec<&str> = letters.split('-').collect();
        let whole = groups.len() == 3 && groups.iter().all(|group| group.len() == 5);
        if whole && letters.bytes().all(|byte| byte == b'-' || byte.is_ascii_alphanumeric()) {
            return Ok(Identity::Fingerprint(letters));
        }
        Err("64 hexadecimal digits, or the fifteen letters on the table's display, such as CSM7N-BFRCA-YQEV4".into())
    }
}

/// Everything in a file, checked.
pub struct Verified {
    /// Who signed it.
    pub table: PublicKey,
    /// As stored and sent.
    pub sealed: Vec<Sealed>,
    /// The same, read.
    pub records: Vec<Record>,
}

/// Checks a file against the organiser's list of tables: every signature, every number, every link of the chain.
pub fn verified(bytes: &[u8], tables: &[Identity]) -> Result<Verified, NotVerified> {
    let export = read_export(bytes)?;
    let table = export.table;
    if !tables.iter().any(|known| known.is(&table)) {
        return Err(NotVerified::Stranger(table.fingerprint().to_string()));
    }
    let mut ledger = Ledger::new(table);
    for (number, record) in (1..).zip(&export.records) {
        match ledger.take(record) {
            Ok(Notice::Verified(_)) => {}
            Ok(_) => return Err(NotVerified::Twice(number)),
            Err(refusal) => return Err(NotVerified::Record { number, refusal }),
        }
    }
    if ledger.newest() != export.newest {
        return Err(NotVerified::CutShort { found: ledger.newest().0, newest: export.newest.0 });
    }
    let sealed = ledger.records().to_vec();
    let records = sealed.iter().filter_map(|record| record.read().ok()).collect();
    Ok(Verified { table, sealed, records })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_is_named_by_its_identity_or_by_its_letters() {
        let zero = PublicKey([0; 32]);
        let named = |text: &str| text.parse::<Identity>().is_ok_and(|identity| identity.is(&zero));
        assert!(named(&"00".repeat(32)));
        assert!(named("csm7n-bfrca-yqev4"));
        assert!(!named(&"01".repeat(32)));
        assert!("CSM7N-BFRCA".parse::<Identity>().is_err());
        assert!("CSM7N-BFRCA-YQEV é".parse::<Identity>().is_err());
    }
}
