//! Exports that hold: nothing is printed from a file that was not checked.

use std::str::FromStr;

use table_core::record::{Record, Sealed};
use table_core::trust::PublicKey;
use thiserror::Error;

use crate::referee::verify::{Known, Source, Verdict, Word, verify};
use crate::referee::{ExportError, read_export};

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
    /// Something in it does not hold.
    #[error("{}{reason}", first_bad.map_or_else(String::new, |number| format!("record #{number}: ")))]
    Bad {
        /// Counted from 1.
        first_bad: Option<u64>,
        /// What is wrong.
        reason: String,
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

/// Checks a file against the organiser's list of tables: every number, link, signature and score, worked out again.
pub fn verified(bytes: &[u8], tables: &[Identity]) -> Result<Verified, NotVerified> {
    let source = Source::from(read_export(bytes)?);
    let table = source.table;
    if !tables.iter().any(|known| known.is(&table)) {
        return Err(NotVerified::Stranger(table.fingerprint().to_string()));
    }
    let Verdict { word, first_bad, reason, .. } =
        verify(&source, &Known { table: Some(table), head: None });
    if word == Word::Bad {
        return Err(NotVerified::Bad { first_bad, reason: reason.unwrap_or_default() });
    }
    let sealed: Vec<Sealed> =
        source.records.iter().filter_map(|bytes| Sealed::from_bytes(bytes).ok()).collect();
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
