//! A statement and its signature in one piece: `postcard(statement) · signature`. Like a record it is encoded once; the
//! bytes that were signed are the bytes that are sent and checked.

use core::fmt;

use heapless::Vec;
use serde::Serialize;
use serde::de::DeserializeOwned;

use super::key::{PublicKey, Purpose, Signature, SoftwareKey};

/// Room for the longest statement: a list of officials.
pub const LONGEST_STATEMENT: usize = 320;
const SIGNATURE: usize = 64;

/// A statement's bytes before they are signed.
pub type StatementDraft = Vec<u8, LONGEST_STATEMENT>;
/// A statement's bytes and their signature.
pub type SignedBytes = Vec<u8, { LONGEST_STATEMENT + SIGNATURE }>;

/// Something that is said under a signature of one purpose.
pub trait Statement: Serialize + DeserializeOwned {
    /// What its signature is for.
    const PURPOSE: Purpose;
}

/// Why signed bytes are not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum StatementError {
    /// Too short, too long, or not the statement that was expected.
    Malformed,
    /// Whole, but not signed by this key for this purpose.
    Untrusted,
}

impl fmt::Display for StatementError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            StatementError::Malformed => "the bytes are no such statement",
            StatementError::Untrusted => "the statement is not signed by the key that should have",
        })
    }
}

impl core::error::Error for StatementError {}

/// Writes a statement down, ready to be signed; nothing if it is too long.
pub fn draft<S: Statement>(statement: &S) -> Option<StatementDraft> {
    let mut bytes = StatementDraft::new();
    bytes.resize_default(LONGEST_STATEMENT).ok()?;
    let used = postcard::to_slice(statement, &mut bytes).ok()?.len();
    bytes.truncate(used);
    Some(bytes)
}

/// Adds the signature.
pub fn seal(draft: &StatementDraft, signature: &Signature) -> SignedBytes {
    let mut bytes = SignedBytes::new();
    // Cannot fail: there is room for the longest draft and a signature.
    let _ = bytes.extend_from_slice(draft);
    let _ = bytes.extend_from_slice(&signature.0);
    bytes
}

/// Writes down and signs with a key in memory; nothing if it is too long.
pub fn sign<S: Statement>(key: &SoftwareKey, statement: &S) -> Option<SignedBytes> {
    let draft = draft(statement)?;
    let signature = key.sign(S::PURPOSE, &draft)?;
    Some(seal(&draft, &signature))
}

/// What the statement says; says nothing about whether it is true.
pub fn read<S: Statement>(bytes: &[u8]) -> Result<S, StatementError> {
    let (draft, _) = bytes.split_last_chunk::<SIGNATURE>().ok_or(StatementError::Malformed)?;
    match postcard::take_from_bytes(draft) {
        Ok((statement, [])) => Ok(statement),
        _ => Err(StatementError::Malformed),
    }
}

/// What the statement says, if `key` signed it.
pub fn verified<S: Statement>(bytes: &[u8], key: &PublicKey) -> Result<S, StatementError> {
    let statement = read(bytes)?;
    let (draft, signature) =
        bytes.split_last_chunk::<SIGNATURE>().ok_or(StatementError::Malformed)?;
    let signature = Signature(*signature);
    key.verify(S::PURPOSE, draft, &signature).map_err(|_| StatementError::Untrusted)?;
    Ok(statement)
}
