//! Events made permanent: numbered, chained by hash and signed.
//!
//! A record is encoded once. The bytes that are signed are the bytes that are stored, sent and verified;
//! nothing is ever encoded again to check it.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use crate::bytes::Bytes;
use crate::event::Event;
use crate::time::Tick;
use crate::trust::{PublicKey, Purpose, Signature};

/// Version of the layout, events included; a reader refuses others by name. Version 1 had neither signed orders nor corrections that
/// name what they correct.
pub const VERSION: u8 = 2;
/// Room for the longest draft: header, chain and an event.
pub const LONGEST_DRAFT: usize = 448;
/// A draft and its signature.
pub const LONGEST_RECORD: usize = LONGEST_DRAFT + SIGNATURE;
const SIGNATURE: usize = 64;

/// Number of a record; never repeats or goes back for the life of a table (trust B1).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Seq(pub u64);

impl Seq {
    /// The number after this one.
    pub const fn next(self) -> Seq {
        Seq(self.0.saturating_add(1))
    }
}

impl fmt::Display for Seq {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "#{}", self.0)
    }
}

/// SHA-256 of the record before.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[serde(from = "Bytes<32>")]
pub struct Hash(pub [u8; 32]);

impl From<Bytes<32>> for Hash {
    fn from(Bytes(bytes): Bytes<32>) -> Hash {
        Hash(bytes)
    }
}

impl Hash {
    /// Of these bytes.
    pub fn of(bytes: &[u8]) -> Hash {
        Hash(Sha256::digest(bytes).into())
    }
}

impl fmt::Debug for Hash {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for byte in self.0.iter().take(4) {
            write!(out, "{byte:02x}")?;
        }
        out.write_str("..")
    }
}

/// What a record says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Record {
    /// Layout of what follows.
    pub version: u8,
    /// Number of this record.
    pub seq: Seq,
    /// How many signatures the table has made, this one included: a gap shows one that was not delivered (trust B4).
    pub signatures: u64,
    /// How often the table has started.
    pub boot: u32,
    /// When, since that start.
    pub at: Tick,
    /// Hash of the record before; of the identity for the first.
    pub previous: Hash,
    /// What happened.
    pub event: Event,
}

/// A record as stored, sent and verified: the draft's bytes, then its signature.
#[derive(Clone, PartialEq, Eq)]
pub struct Sealed(Vec<u8, LONGEST_RECORD>);

/// Why a record is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RecordError {
    /// Shorter than a signature or longer than any record: not a record at all.
    Length(usize),
    /// Layout of another version: the release that wrote it reads it.
    Version(u8),
    /// The bytes do not decode, or have something left over.
    Malformed,
    /// Not signed by this table.
    Signature(Seq),
    /// A record is missing or repeated.
    Sequence {
        /// The number that should have come.
        expected: Seq,
        /// The number that came.
        found: Seq,
    },
    /// Does not follow from the record before: something was changed or swapped.
    Chain(Seq),
    /// The signature counter went back or stood still.
    Counter(Seq),
    /// Time or boot count went back.
    Time(Seq),
}

impl fmt::Display for RecordError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            RecordError::Length(length) => write!(out, "{length} bytes are no record"),
            RecordError::Version(version) => write!(
                out,
                "records of version {version} are read by the release that wrote them; this one reads version {VERSION}"
            ),
            RecordError::Malformed => out.write_str("the bytes do not decode to a record"),
            RecordError::Signature(seq) => write!(out, "record {seq} is not signed by this table"),
            RecordError::Sequence { expected, found } => {
                write!(out, "record {expected} expected, {found} found")
            }
            RecordError::Chain(seq) => write!(out, "record {seq} does not follow the one before"),
            RecordError::Counter(seq) => write!(out, "signature counter wrong in record {seq}"),
            RecordError::Time(seq) => write!(out, "time goes back in record {seq}"),
        }
    }
}

impl core::error::Error for RecordError {}

/// The unsigned bytes of a record.
pub struct Draft {
    bytes: Vec<u8, LONGEST_DRAFT>,
}

impl Draft {
    /// What the signer must sign, for [`Purpose::Record`].
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// Adds the signature.
    pub fn seal(self, signature: &Signature) -> Sealed {
        let mut bytes = Vec::new();
        // Cannot fail: a sealed record has room for the longest draft and a signature.
        let _ = bytes.extend_from_slice(&self.bytes);
        let _ = bytes.extend_from_slice(&signature.0);
        Sealed(bytes)
    }
}

impl Sealed {
    /// Takes bytes that claim to be a record. Only their length is checked here.
    pub fn from_bytes(bytes: &[u8]) -> Result<Sealed, RecordError> {
        if bytes.len() <= SIGNATURE {
            return Err(RecordError::Length(bytes.len()));
        }
        Vec::from_slice(bytes).map(Sealed).map_err(|_| RecordError::Length(bytes.len()))
    }

    /// The exact bytes.
    pub fn bytes(&self) -> &[u8] {
        &self.0
    }

    /// Hash of the exact bytes, signature included: what the next record must carry.
    pub fn hash(&self) -> Hash {
        Hash::of(&self.0)
    }

    fn split(&self) -> Result<(&[u8], Signature), RecordError> {
        let length = RecordError::Length(self.0.len());
        let (draft, signature) = self.0.split_last_chunk::<SIGNATURE>().ok_or(length)?;
        Ok((draft, Signature(*signature)))
    }

    /// What the record says; says nothing about whether it is true.
    pub fn read(&self) -> Result<Record, RecordError> {
        let (draft, _) = self.split()?;
        match draft.first() {
            Some(&VERSION) => {}
            Some(&version) => return Err(RecordError::Version(version)),
            None => return Err(RecordError::Malformed),
        }
        match postcard::take_from_bytes(draft) {
            Ok((record, [])) => Ok(record),
            _ => Err(RecordError::Malformed),
        }
    }

    /// What the record says, if `table` signed it.
    pub fn verify(&self, table: &PublicKey) -> Result<Record, RecordError> {
        let record = self.read()?;
        let (draft, signature) = self.split()?;
        table
            .verify(Purpose::Record, draft, &signature)
            .map_err(|_| RecordError::Signature(record.seq))?;
        Ok(record)
    }
}

/// The end of a table's chain of records: what the next one must carry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Chain {
    pub(crate) next: Seq,
    pub(crate) signatures: u64,
    pub(crate) boot: u32,
    pub(crate) at: Tick,
    pub(crate) head: Hash,
}

impl Chain {
    /// Before the first record of the table with this identity.
    pub fn genesis(table: &PublicKey) -> Chain {
        let mut hash = Sha256::new();
        hash.update(b"table/genesis/v1");
        hash.update(table.0);
        Chain {
            next: Seq(1),
            signatures: 0,
            boot: 0,
            at: Tick(0),
            head: Hash(hash.finalize().into()),
        }
    }

    /// Number of the newest record; 0 before the first.
    pub const fn newest(&self) -> Seq {
        Seq(self.next.0.saturating_sub(1))
    }

    /// How many signatures the table has made for records.
    pub const fn signatures(&self) -> u64 {
        self.signatures
    }

    /// How often the table has started.
    pub const fn boots(&self) -> u32 {
        self.boot
    }

    /// Number of the record that comes next.
    pub const fn next(&self) -> Seq {
        self.next
    }

    /// Hash of the newest record.
    pub const fn head(&self) -> Hash {
        self.head
    }

    /// Time of the newest record, since the boot it belongs to.
    pub const fn at(&self) -> Tick {
        self.at
    }

    /// So many signatures have been begun; the next record carries the number after them, whatever became of them (trust B4).
    pub fn begun(&mut self, signatures: u64) {
        self.signatures = self.signatures.max(signatures);
    }

    /// The table has started once more; time begins again.
    pub fn boot(&mut self) {
        self.boot = self.boot.saturating_add(1);
        self.at = Tick(0);
    }

    /// Writes the next record down, ready to be signed. Changes nothing until [`Chain::extend`].
    pub fn draft(&self, at: Tick, event: Event) -> Result<Draft, RecordError> {
        let record = Record {
            version: VERSION,
            seq: self.next,
            signatures: self.signatures.saturating_add(1),
            boot: self.boot,
            at,
            previous: self.head,
            event,
        };
        let mut bytes = Vec::new();
        bytes.resize_default(LONGEST_DRAFT).map_err(|_| RecordError::Malformed)?;
        let used =
            postcard::to_slice(&record, &mut bytes).map_err(|_| RecordError::Malformed)?.len();
        bytes.truncate(used);
        Ok(Draft { bytes })
    }

    /// Checks that `record`, read from `sealed`, follows, and moves the end of the chain behind it.
    /// On an error the chain stays where it was.
    pub fn extend(&mut self, sealed: &Sealed, record: &Record) -> Result<(), RecordError> {
        if record.seq != self.next {
            return Err(RecordError::Sequence { expected: self.next, found: record.seq });
        }
        if record.previous != self.head {
            return Err(RecordError::Chain(record.seq));
        }
        if record.signatures <= self.signatures {
            return Err(RecordError::Counter(record.seq));
        }
        if (record.boot, record.at) < (self.boot, self.at) {
            return Err(RecordError::Time(record.seq));
        }
        *self = Chain {
            next: self.next.next(),
            signatures: record.signatures,
            boot: record.boot,
            at: record.at,
            head: sealed.hash(),
        };
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::ResetCause;
    use crate::trust::SoftwareKey;
    use proptest::prelude::*;

    fn key() -> SoftwareKey {
        SoftwareKey::from_seed(&[1; 32])
    }

    fn sealed(chain: &mut Chain, at: u64) -> Sealed {
        let draft = chain.draft(Tick(at), Event::Boot { cause: ResetCause::Power }).unwrap();
        let signature = key().sign(Purpose::Record, draft.bytes()).unwrap();
        let sealed = draft.seal(&signature);
        let record = sealed.verify(&key().public()).unwrap();
        chain.extend(&sealed, &record).unwrap();
        sealed
    }

    #[test]
    fn a_chain_is_followed_by_someone_who_only_knows_the_identity() {
        let mut table = Chain::genesis(&key().public());
        let mut referee = table;
        table.boot();
        for at in 0..10 {
            let record = sealed(&mut table, at);
            let read = record.verify(&key().public()).unwrap();
            referee.extend(&record, &read).unwrap();
        }
        assert_eq!(referee.head(), table.head());
        assert_eq!(referee.next(), Seq(11));
    }

    #[test]
    fn a_missing_record_is_noticed() {
        let mut table = Chain::genesis(&key().public());
        let mut referee = table;
        sealed(&mut table, 1);
        let second = sealed(&mut table, 2);
        let read = second.read().unwrap();
        let missing = RecordError::Sequence { expected: Seq(1), found: Seq(2) };
        assert_eq!(referee.extend(&second, &read), Err(missing));
        assert_eq!(referee.next(), Seq(1), "a refused record changes nothing");
    }

    #[test]
    fn a_record_of_another_version_is_refused_by_name() {
        let good = sealed(&mut Chain::genesis(&key().public()), 1);
        for version in [0, VERSION - 1, VERSION + 1, u8::MAX] {
            let mut bytes: std::vec::Vec<u8> = good.bytes().into();
            bytes[0] = version;
            let other = Sealed::from_bytes(&bytes).unwrap();
            assert_eq!(other.read(), Err(RecordError::Version(version)));
            assert_eq!(other.verify(&key().public()), Err(RecordError::Version(version)));
        }
    }

    #[test]
    fn a_record_of_another_table_does_not_chain() {
        let stranger = SoftwareKey::from_seed(&[2; 32]).public();
        let mut referee = Chain::genesis(&stranger);
        let first = sealed(&mut Chain::genesis(&key().public()), 1);
        assert_eq!(first.verify(&stranger), Err(RecordError::Signature(Seq(1))));
        assert_eq!(referee.extend(&first, &first.read().unwrap()), Err(RecordError::Chain(Seq(1))));
    }

    #[test]
    fn time_never_goes_back_within_a_boot() {
        let mut table = Chain::genesis(&key().public());
        sealed(&mut table, 5);
        let draft = table.draft(Tick(4), Event::Boot { cause: ResetCause::Power }).unwrap();
        let early = draft.seal(&Signature([0; 64]));
        assert_eq!(table.extend(&early, &early.read().unwrap()), Err(RecordError::Time(Seq(2))));
        table.boot();
        sealed(&mut table, 1);
    }

    proptest! {
        #[test]
        fn any_changed_bit_is_found(bit in 0usize..4096) {
            let mut chain = Chain::genesis(&key().public());
            let good = sealed(&mut chain, 3);
            let mut bytes: std::vec::Vec<u8> = good.bytes().into();
            let at = bit % (bytes.len() * 8);
            bytes[at / 8] ^= 1 << (at % 8);
            let changed = Sealed::from_bytes(&bytes).unwrap();
            prop_assert!(changed.verify(&key().public()).is_err());
            prop_assert_ne!(changed.hash(), good.hash());
        }

        #[test]
        fn arbitrary_bytes_are_never_believed(bytes in prop::collection::vec(any::<u8>(), 0..600)) {
            if let Ok(sealed) = Sealed::from_bytes(&bytes) {
                prop_assert!(sealed.verify(&key().public()).is_err());
            }
        }
    }
}
