//! The organiser's list of tables: what a referee's device trusts, and nothing else (trust A3).
//!
//! A JSON file that people can read. The signature is over SHA-256 of a fixed spelling of its contents, one line each:
//! event, serial, and for every table its number and key.

use std::fmt::Write as _;

use serde::{Deserialize, Serialize};
use table_core::record::Hash;
use table_core::trust::{PublicKey, Purpose, Signature, SoftwareKey};
use thiserror::Error;

use super::Refusal;

/// Why a list is not used.
#[derive(Debug, Error)]
pub enum ListError {
    /// Not the form of a list.
    #[error("not a list of tables: {0}")]
    Form(#[from] serde_json::Error),
    /// A key or signature that is none.
    #[error("{0:?} is not {1} hexadecimal digits")]
    Digits(String, usize),
    /// Signed by somebody else.
    #[error("the list of tables is not signed by organiser {0}: ask the organiser for the list")]
    Untrusted(String),
}

/// One table.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct Entry {
    number: u16,
    key: String,
}

/// The file.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
struct File {
    event: String,
    serial: u32,
    tables: Vec<Entry>,
    organiser: String,
    signature: String,
}

/// A list that the organiser signed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TableList {
    /// Name of the event.
    pub event: String,
    /// Number of the list.
    pub serial: u32,
    /// Numbers and keys of the tables.
    pub tables: Vec<(u16, PublicKey)>,
}

impl TableList {
    /// What is signed.
    fn digest(&self) -> Hash {
        let mut text = format!("{}\n{}\n", self.event, self.serial);
        for (number, key) in &self.tables {
            // Writing to a string cannot fail.
            let _ = writeln!(text, "{number} {}", digits(&key.0));
        }
        Hash::of(text.as_bytes())
    }

    /// The file, signed.
    pub fn sign(&self, organiser: &SoftwareKey) -> Result<String, ListError> {
        let signature = organiser.sign(Purpose::Tables, &self.digest().0);
        let tables = self.tables.iter();
        let file = File {
            event: self.event.clone(),
            serial: self.serial,
            tables: tables
                .map(|(number, key)| Entry { number: *number, key: digits(&key.0) })
                .collect(),
            organiser: digits(&organiser.public().0),
            signature: digits(&signature.map_or([0; 64], |signature| signature.0)),
        };
        Ok(serde_json::to_string_pretty(&file)?)
    }

    /// Reads a file that `organiser` must have signed.
    pub fn read(text: &str, organiser: &PublicKey) -> Result<TableList, ListError> {
        let file: File = serde_json::from_str(text)?;
        let tables: Result<Vec<_>, ListError> = file
            .tables
            .iter()
            .map(|entry| Ok((entry.number, PublicKey(bytes::<32>(&entry.key)?))))
            .collect();
        let list = TableList { event: file.event, serial: file.serial, tables: tables? };
        let signature = Signature(bytes::<64>(&file.signature)?);
        let held = organiser.verify(Purpose::Tables, &list.digest().0, &signature);
        match held {
            Ok(()) => Ok(list),
            Err(_) => Err(ListError::Untrusted(organiser.fingerprint().to_string())),
        }
    }

    /// The number of a table; a stranger is named by the fingerprint that its display shows.
    pub fn number(&self, table: &PublicKey) -> Result<u16, Refusal> {
        let known = self.tables.iter().find(|(_, key)| key == table);
        known.map(|(number, _)| *number).ok_or(Refusal::Stranger(table.fingerprint()))
    }
}

/// Hexadecimal digits.
pub fn digits(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}

/// From hexadecimal digits.
pub fn bytes<const N: usize>(text: &str) -> Result<[u8; N], ListError> {
    let wrong = || ListError::Digits(text.to_owned(), 2 * N);
    if text.len() != 2 * N || !text.is_ascii() {
        return Err(wrong());
    }
    let mut bytes = [0; N];
    for (at, byte) in bytes.iter_mut().enumerate() {
        *byte = u8::from_str_radix(&text[2 * at..2 * at + 2], 16).map_err(|_| wrong())?;
    }
    Ok(bytes)
}
