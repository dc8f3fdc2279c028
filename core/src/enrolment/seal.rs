//! The organiser's seal over a list: who vouches for it, and which edition it is.

use core::fmt;

use super::Enrolment;
use crate::trust::{PublicKey, Purpose, Signature, SoftwareKey};

/// Layout of the sealed bytes.
const VERSION: u8 = 1;
/// What is signed: layout, set, edition, digest of the list.
const SIGNED: usize = 1 + 2 + 4 + 32;

/// A list is not what its seal says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SealError {
    /// Sealed by another organiser than the one who is trusted: ask for the list of this competition.
    Organiser(PublicKey),
    /// Changed after it was sealed: get it again, or have it sealed anew.
    Broken,
    /// An older edition than one already used: tiles were replaced since.
    Old {
        /// What was offered.
        edition: u32,
        /// What was used before.
        newest: u32,
    },
}

impl fmt::Display for SealError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            SealError::Organiser(by) => {
                write!(out, "the list is sealed by {}, who is not trusted", by.fingerprint())
            }
            SealError::Broken => out.write_str("the list is not the one that was sealed"),
            SealError::Old { edition, newest } => {
                write!(out, "edition {edition} of the list is older than edition {newest}")
            }
        }
    }
}

impl core::error::Error for SealError {}

/// An organiser's word for a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Seal {
    /// Which set of tiles.
    pub set: u16,
    /// Counts up with every change of the list.
    pub edition: u32,
    /// Who vouches for it.
    pub organiser: PublicKey,
    /// Over set, edition and list.
    pub signature: Signature,
}

impl Seal {
    /// Seals `list`; `None` never happens with a key in memory, whose messages are long enough for this one.
    pub fn new(list: &Enrolment, set: u16, edition: u32, key: &SoftwareKey) -> Option<Seal> {
        let signature = key.sign(Purpose::Enrolment, &signed(list, set, edition))?;
        Some(Seal { set, edition, organiser: key.public(), signature })
    }

    /// Checks that `organiser` sealed exactly this list, and that no edition after it is known.
    pub fn check(
        &self,
        list: &Enrolment,
        organiser: &PublicKey,
        newest: u32,
    ) -> Result<(), SealError> {
        if self.organiser != *organiser {
            return Err(SealError::Organiser(self.organiser));
        }
        let message = signed(list, self.set, self.edition);
        organiser
            .verify(Purpose::Enrolment, &message, &self.signature)
            .map_err(|_| SealError::Broken)?;
        if self.edition < newest {
            return Err(SealError::Old { edition: self.edition, newest });
        }
        Ok(())
    }
}

fn signed(list: &Enrolment, set: u16, edition: u32) -> [u8; SIGNED] {
    let mut message = [0; SIGNED];
    let fields = [VERSION]
        .into_iter()
        .chain(set.to_le_bytes())
        .chain(edition.to_le_bytes())
        .chain(list.digest().0);
    message.iter_mut().zip(fields).for_each(|(to, from)| *to = from);
    message
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enrolment::TagUid;
    use crate::tile::Tile;

    fn list() -> Enrolment {
        let tag = |tile: Tile| TagUid(0xE004_0150_0000_0000 | (u64::from(tile.id()) * 97));
        Enrolment::new(Tile::all().map(|tile| (tag(tile), tile))).unwrap()
    }

    #[test]
    fn a_seal_holds_for_its_list_set_edition_and_organiser_only() {
        let key = SoftwareKey::from_seed(&[5; 32]);
        let (list, organiser) = (list(), key.public());
        let seal = Seal::new(&list, 7, 3, &key).unwrap();
        assert_eq!(seal.check(&list, &organiser, 3), Ok(()));
        assert_eq!(Seal { set: 8, ..seal }.check(&list, &organiser, 0), Err(SealError::Broken));
        assert_eq!(Seal { edition: 4, ..seal }.check(&list, &organiser, 0), Err(SealError::Broken));
        let old = SealError::Old { edition: 3, newest: 4 };
        assert_eq!(seal.check(&list, &organiser, 4), Err(old));
        let (one, two) = (Tile::new(0).unwrap(), Tile::new(1).unwrap());
        let swapped = list.replaced(one, TagUid(1)).unwrap();
        let swapped = swapped.replaced(two, list.tag(one).unwrap()).unwrap();
        let swapped = swapped.replaced(one, list.tag(two).unwrap()).unwrap();
        assert_eq!(seal.check(&swapped, &organiser, 0), Err(SealError::Broken));
        let other = SoftwareKey::from_seed(&[6; 32]).public();
        assert_eq!(seal.check(&list, &other, 0), Err(SealError::Organiser(organiser)));
    }

    #[test]
    fn a_signature_of_a_record_seals_nothing() {
        let key = SoftwareKey::from_seed(&[5; 32]);
        let list = list();
        let signature = key.sign(Purpose::Record, &signed(&list, 7, 3)).unwrap();
        let seal = Seal { set: 7, edition: 3, organiser: key.public(), signature };
        assert_eq!(seal.check(&list, &key.public(), 0), Err(SealError::Broken));
    }
}
