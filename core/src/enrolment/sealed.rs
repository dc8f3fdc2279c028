//! A list under its seal, in one piece: as the organiser hands it out, as it crosses the wire, and as a table keeps it.
//!
//! Layout: the stored list (see [`Enrolment::to_stored`]) · `set u16 · edition u32 · organiser 32 · signature 64 · crc32`, little
//! endian. A seal of zeros is none: such a list is for the bench, and no table that has had a sealed one goes back to it.

use super::{Enrolment, Seal, SealError, StoredEnrolmentError};
use crate::checksum::crc32;
use crate::trust::{PublicKey, Signature};

/// A list and, where somebody vouches for it, the seal.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct SealedList {
    /// Which tag sits in which tile.
    pub list: Enrolment,
    /// Who says so.
    pub seal: Option<Seal>,
}

/// Which list a table has used: it never goes back behind it.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Ratchet {
    /// Whose lists count, once an organiser is known.
    pub organiser: Option<PublicKey>,
    /// The newest edition that is on record; zero if none.
    pub edition: u32,
}

const SEAL_BYTES: usize = 2 + 4 + 32 + 64 + 4;

impl SealedList {
    /// Nothing enrolled.
    pub const EMPTY: SealedList = SealedList { list: Enrolment::EMPTY, seal: None };
    /// Bytes of one.
    pub const BYTES: usize = Enrolment::STORED_BYTES + SEAL_BYTES;

    /// As it is sent and kept.
    pub fn to_bytes(&self) -> [u8; SealedList::BYTES] {
        let mut seal = [0; SEAL_BYTES];
        if let (Some(it), Some((words, crc))) = (&self.seal, seal.split_last_chunk_mut::<4>()) {
            let fields = it.set.to_le_bytes().into_iter().chain(it.edition.to_le_bytes());
            let fields = fields.chain(it.organiser.0).chain(it.signature.0);
            words.iter_mut().zip(fields).for_each(|(to, from)| *to = from);
            *crc = crc32(words);
        }
        let mut bytes = [0; SealedList::BYTES];
        let parts = self.list.to_stored().into_iter().chain(seal);
        bytes.iter_mut().zip(parts).for_each(|(to, from)| *to = from);
        bytes
    }

    /// Reads one. Nothing is said about whether the seal holds: [`SealedList::check`].
    pub fn from_bytes(bytes: &[u8; SealedList::BYTES]) -> Result<SealedList, StoredEnrolmentError> {
        let damaged = StoredEnrolmentError::Damaged;
        let (list, seal) = bytes.split_first_chunk().ok_or(damaged)?;
        let list = Enrolment::from_stored(list)?;
        if seal.iter().all(|&byte| byte == 0) || seal.iter().all(|&byte| byte == 0xFF) {
            return Ok(SealedList { list, seal: None });
        }
        let (words, crc) = seal.split_last_chunk::<4>().ok_or(damaged)?;
        if crc32(words) != *crc {
            return Err(damaged);
        }
        let (set, words) = words.split_first_chunk().ok_or(damaged)?;
        let (edition, words) = words.split_first_chunk().ok_or(damaged)?;
        let (organiser, words) = words.split_first_chunk().ok_or(damaged)?;
        let signature = words.first_chunk().ok_or(damaged)?;
        let seal = Seal {
            set: u16::from_le_bytes(*set),
            edition: u32::from_le_bytes(*edition),
            organiser: PublicKey(*organiser),
            signature: Signature(*signature),
        };
        Ok(SealedList { list, seal: Some(seal) })
    }

    /// Whether a table that has come so far may use this list. A table that knows no organiser yet takes any; one that has
    /// used a sealed list takes sealed ones of the same organiser that are not older.
    pub fn check(&self, ratchet: &Ratchet) -> Result<(), SealError> {
        match (&self.seal, ratchet.organiser) {
            (None, _) if ratchet.edition == 0 => Ok(()),
            (None, _) => Err(SealError::Old { edition: 0, newest: ratchet.edition }),
            (Some(seal), Some(organiser)) => seal.check(&self.list, &organiser, ratchet.edition),
            (Some(seal), None) => seal.check(&self.list, &seal.organiser, ratchet.edition),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enrolment::TagUid;
    use crate::tile::Tile;
    use crate::trust::SoftwareKey;
    use proptest::prelude::*;

    fn sealed(edition: u32, key: &SoftwareKey) -> SealedList {
        let tag = |tile: Tile| TagUid(0xE004_0150_0000_0000 | (u64::from(tile.id()) * 97));
        let list = Enrolment::new(Tile::all().map(|tile| (tag(tile), tile))).unwrap();
        let seal = Seal::new(&list, 7, edition, key);
        SealedList { list, seal }
    }

    #[test]
    fn a_sealed_list_comes_back_and_no_bit_of_it_may_change() {
        let key = SoftwareKey::from_seed(&[5; 32]);
        let list = sealed(3, &key);
        let bytes = list.to_bytes();
        assert_eq!(SealedList::from_bytes(&bytes), Ok(list.clone()));
        let bare = SealedList { seal: None, ..list };
        assert_eq!(SealedList::from_bytes(&bare.to_bytes()), Ok(bare));
        assert_eq!(SealedList::from_bytes(&[0; SealedList::BYTES]), Ok(SealedList::EMPTY));
        assert_eq!(SealedList::from_bytes(&[0xFF; SealedList::BYTES]), Ok(SealedList::EMPTY));
    }

    proptest! {
        #[test]
        fn any_changed_byte_is_found(at in 0..SealedList::BYTES, change in 1u8..) {
            let mut bytes = sealed(3, &SoftwareKey::from_seed(&[5; 32])).to_bytes();
            bytes[at] ^= change;
            let error = SealedList::from_bytes(&bytes).unwrap_err();
            prop_assert_eq!(error, StoredEnrolmentError::Damaged);
        }
    }

    #[test]
    fn a_table_never_goes_back_to_an_older_list_or_to_none() {
        let (key, other) = (SoftwareKey::from_seed(&[5; 32]), SoftwareKey::from_seed(&[6; 32]));
        let organiser = Some(key.public());
        let list = sealed(3, &key);
        for (ratchet, holds) in [
            (Ratchet { organiser: None, edition: 0 }, true),
            (Ratchet { organiser, edition: 0 }, true),
            (Ratchet { organiser, edition: 3 }, true),
            (Ratchet { organiser, edition: 4 }, false),
            (Ratchet { organiser: Some(other.public()), edition: 0 }, false),
        ] {
            assert_eq!(list.check(&ratchet).is_ok(), holds, "{ratchet:?}");
        }
        let bare = SealedList { seal: None, ..list };
        assert_eq!(bare.check(&Ratchet { organiser, edition: 0 }), Ok(()));
        let old = SealError::Old { edition: 0, newest: 1 };
        assert_eq!(bare.check(&Ratchet { organiser, edition: 1 }), Err(old));
    }
}
