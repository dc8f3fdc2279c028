//! How the table proves itself: what it has and what it is, under its signature, with the asker's nonce in it (trust D1).

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::message::Nonce;
use super::order::SessionId;
use crate::record::{Hash, Seq};
use crate::trust::{Image, KeyTag, PublicKey, Purpose, Statement};

/// What the table is asked to prove.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Challenge {
    /// The asker's.
    pub nonce: Nonce,
    /// How many have asked since this boot, this one included: with the boot count it makes every session another one,
    /// so that a recorded hello does not bring back the orders that followed it.
    pub greeting: u32,
    /// Number of the list of officials that the table holds; 0 if none.
    pub officials: u32,
}

/// The table's word.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Answer {
    /// As it was asked.
    pub nonce: Nonce,
    /// Who answers.
    pub table: PublicKey,
    /// What runs on it.
    pub image: Image,
    /// Newest record.
    pub newest: Seq,
    /// Its hash; that of the identity before the first.
    pub head: Hash,
    /// Signatures made for records so far.
    pub signatures: u64,
    /// How often the table has started.
    pub boot: u32,
    /// How often it was asked since.
    pub greeting: u32,
    /// Number of the list of officials it holds; 0 if none.
    pub officials: u32,
}

impl Statement for Answer {
    const PURPOSE: Purpose = Purpose::Answer;
}

impl SessionId {
    /// The session that an answer opens: the first sixteen bytes of SHA-256 over the signed answer's bytes.
    pub fn of(answer: &[u8]) -> SessionId {
        let mut hash = Sha256::new();
        hash.update(b"table/session/v1");
        hash.update(answer);
        let digest: [u8; 32] = hash.finalize().into();
        let mut id = [0; 16];
        for (to, from) in id.iter_mut().zip(digest) {
            *to = from;
        }
        SessionId(id)
    }
}

/// A referee's word that he holds every record up to one (trust D4).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Receipt {
    /// In which session.
    pub session: SessionId,
    /// Who.
    pub by: KeyTag,
    /// The newest record held.
    pub newest: Seq,
    /// Its hash.
    pub head: Hash,
}

impl Statement for Receipt {
    const PURPOSE: Purpose = Purpose::Receipt;
}
