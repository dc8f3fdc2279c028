//! Which tag sits in which tile: nothing on the tag itself is believed during play. The organiser seals the list
//! ([`SealedList`]); what is written on the tags ([`Imprint`]) lets a look over the set ([`SetCheck`]) find those that were
//! swapped, copied or forged.

mod check;
mod imprint;
mod seal;
mod sealed;
mod twins;

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::checksum::crc32;
use crate::record::Hash;
use crate::tile::{TILES, Tile};

pub use check::{Finding, Next, SetCheck};
pub use imprint::{Imprint, ImprintError, SetKey};
pub use seal::{Seal, SealError};
pub use sealed::{Ratchet, SealedList};
pub use twins::Twins;

/// The unique identifier of an ISO 15693 tag, byte 7 (always 0xE0) in the highest place.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct TagUid(pub u64);

/// Sixteen hexadecimal digits, the maker's end first, as printed on tag labels.
impl fmt::Display for TagUid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{:016X}", self.0)
    }
}

impl fmt::Debug for TagUid {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for TagUid {
    fn format(&self, out: defmt::Formatter<'_>) {
        defmt::write!(out, "{=u64:016X}", self.0);
    }
}

/// A list that cannot be a set of tiles.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum EnrolmentError {
    /// One tag in two tiles: one of them was enrolled twice; enrol both again.
    TagTwice(TagUid),
    /// Two tags for one tile: a tile was replaced without removing the old tag from the list.
    TileTwice(Tile),
}

impl fmt::Display for EnrolmentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            EnrolmentError::TagTwice(tag) => write!(out, "tag {tag} is listed for two tiles"),
            EnrolmentError::TileTwice(tile) => write!(out, "tile {tile} is listed with two tags"),
        }
    }
}

impl core::error::Error for EnrolmentError {}

/// Why a stored list is not used. Enrol the set again; play cannot start without one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum StoredEnrolmentError {
    /// The checksum does not fit or a tile does not exist.
    Damaged,
    /// Written by another firmware.
    Version(u8),
    /// Whole, but no set of tiles.
    List(EnrolmentError),
    /// Whole, but not the organiser's word, or older than it was.
    Seal(SealError),
}

impl fmt::Display for StoredEnrolmentError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            StoredEnrolmentError::Damaged => out.write_str("it is damaged"),
            StoredEnrolmentError::Version(version) => write!(out, "version {version} is not known"),
            StoredEnrolmentError::List(error) => fmt::Display::fmt(error, out),
            StoredEnrolmentError::Seal(error) => fmt::Display::fmt(error, out),
        }
    }
}

impl core::error::Error for StoredEnrolmentError {}

const STORED_VERSION: u8 = 1;
/// A tag and its tile.
const PLACE_BYTES: usize = 9;

/// The tags of one set of tiles, sorted by tag.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Enrolment {
    tags: Vec<(TagUid, Tile), TILES>,
}

impl Enrolment {
    /// Nothing enrolled: every tag is foreign.
    pub const EMPTY: Enrolment = Enrolment { tags: Vec::new() };

    /// A list of tags with their tiles.
    pub fn new(
        list: impl IntoIterator<Item = (TagUid, Tile)>,
    ) -> Result<Enrolment, EnrolmentError> {
        let mut enrolment = Enrolment::EMPTY;
        for (tag, tile) in list {
            enrolment.add(tag, tile)?;
        }
        Ok(enrolment)
    }

    fn add(&mut self, tag: TagUid, tile: Tile) -> Result<(), EnrolmentError> {
        if self.tags.iter().any(|&(_, known)| known == tile) {
            return Err(EnrolmentError::TileTwice(tile));
        }
        match self.tags.binary_search_by_key(&tag, |&(known, _)| known) {
            Ok(_) => Err(EnrolmentError::TagTwice(tag)),
            // 144 different tiles fit by construction, so a full list means a tile twice.
            Err(at) => {
                self.tags.insert(at, (tag, tile)).map_err(|_| EnrolmentError::TileTwice(tile))
            }
        }
    }

    /// The tile in which this tag sits; `None` for a foreign tag.
    pub fn tile(&self, tag: TagUid) -> Option<Tile> {
        let at = self.tags.binary_search_by_key(&tag, |&(known, _)| known).ok()?;
        self.tags.get(at).map(|&(_, tile)| tile)
    }

    /// Bytes of a stored list: `version u8 · count u8 · zero u16 · 144 x (tag u64, tile u8) · crc32`, little endian,
    /// unused places zero.
    pub const STORED_BYTES: usize = 4 + TILES * PLACE_BYTES + 4;

    /// The list as it is kept on the chip.
    pub fn to_stored(&self) -> [u8; Enrolment::STORED_BYTES] {
        let mut bytes = [0; Enrolment::STORED_BYTES];
        let head = [STORED_VERSION, self.tags.len() as u8, 0, 0];
        let places = self
            .tags
            .iter()
            .flat_map(|&(tag, tile)| tag.0.to_le_bytes().into_iter().chain([tile.id()]));
        for (to, from) in bytes.iter_mut().zip(head.into_iter().chain(places)) {
            *to = from;
        }
        if let Some((list, crc)) = bytes.split_last_chunk_mut::<4>() {
            *crc = crc32(list);
        }
        bytes
    }

    /// A stored list; a chip that was never written holds an empty one.
    pub fn from_stored(
        bytes: &[u8; Enrolment::STORED_BYTES],
    ) -> Result<Enrolment, StoredEnrolmentError> {
        if bytes.iter().all(|&byte| byte == 0) || bytes.iter().all(|&byte| byte == 0xFF) {
            return Ok(Enrolment::EMPTY);
        }
        let damaged = StoredEnrolmentError::Damaged;
        let (list, crc) = bytes.split_last_chunk::<4>().ok_or(damaged)?;
        if crc32(list) != *crc {
            return Err(damaged);
        }
        let (&[version, count, _, _], places) = list.split_first_chunk::<4>().ok_or(damaged)?;
        if version != STORED_VERSION {
            return Err(StoredEnrolmentError::Version(version));
        }
        let mut enrolment = Enrolment::EMPTY;
        for place in places.chunks_exact(PLACE_BYTES).take(usize::from(count)) {
            let (tag, id) = place.split_first_chunk::<8>().ok_or(damaged)?;
            let tile = id.first().copied().and_then(Tile::new).ok_or(damaged)?;
            enrolment
                .add(TagUid(u64::from_le_bytes(*tag)), tile)
                .map_err(StoredEnrolmentError::List)?;
        }
        Ok(enrolment)
    }

    /// The tag that sits in a tile.
    pub fn tag(&self, tile: Tile) -> Option<TagUid> {
        self.tags.iter().find(|&&(_, known)| known == tile).map(|&(tag, _)| tag)
    }

    /// With another tag in this tile: the old one was damaged or lost. A tile that was not listed is added.
    pub fn replaced(&self, tile: Tile, tag: TagUid) -> Result<Enrolment, EnrolmentError> {
        let others = self.iter().filter(|&(_, known)| known != tile);
        Enrolment::new(others.chain([(tag, tile)]))
    }

    /// SHA-256 of the stored form: what a session record calls this set.
    pub fn digest(&self) -> Hash {
        Hash::of(&self.to_stored())
    }

    /// Tags and tiles, sorted by tag.
    pub fn iter(&self) -> impl Iterator<Item = (TagUid, Tile)> {
        self.tags.iter().copied()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tag(n: u64) -> TagUid {
        TagUid(0xE004_0150_0000_0000 | n)
    }

    #[test]
    fn a_full_set_is_found_tag_by_tag_and_nothing_else_is() {
        let list = Tile::all().map(|tile| (tag(u64::from(tile.id()) * 7919 % 257), tile));
        let enrolment = Enrolment::new(list.clone()).unwrap();
        for (tag, tile) in list {
            assert_eq!(enrolment.tile(tag), Some(tile));
        }
        assert_eq!(enrolment.tile(tag(999)), None);
    }

    #[test]
    fn a_stored_list_comes_back_and_a_damaged_one_is_refused() {
        let list = Tile::all().map(|tile| (tag(u64::from(tile.id())), tile));
        let enrolment = Enrolment::new(list).unwrap();
        let stored = enrolment.to_stored();
        assert_eq!(Enrolment::from_stored(&stored), Ok(enrolment));
        for at in 0..stored.len() {
            let mut damaged = stored;
            damaged[at] ^= 0x40;
            assert!(Enrolment::from_stored(&damaged).is_err(), "byte {at}");
        }
        let blank = [0xFF; Enrolment::STORED_BYTES];
        assert_eq!(Enrolment::from_stored(&blank), Ok(Enrolment::EMPTY));
    }

    #[test]
    fn a_replaced_tag_is_foreign_and_nothing_else_changes() {
        let list = Tile::all().map(|tile| (tag(u64::from(tile.id())), tile));
        let before = Enrolment::new(list).unwrap();
        let tile = Tile::new(7).unwrap();
        let after = before.replaced(tile, tag(999)).unwrap();
        assert_eq!((after.tile(tag(7)), after.tag(tile)), (None, Some(tag(999))));
        assert!(Tile::all().filter(|it| *it != tile).all(|it| after.tag(it) == before.tag(it)));
        assert_eq!(before.replaced(tile, tag(8)), Err(EnrolmentError::TagTwice(tag(8))));
    }

    #[test]
    fn doubles_are_named() {
        let (one, two) = (Tile::new(0).unwrap(), Tile::new(1).unwrap());
        let twice = Enrolment::new([(tag(1), one), (tag(1), two)]);
        assert_eq!(twice, Err(EnrolmentError::TagTwice(tag(1))));
        let twice = Enrolment::new([(tag(1), one), (tag(2), one)]);
        assert_eq!(twice, Err(EnrolmentError::TileTwice(one)));
    }
}
