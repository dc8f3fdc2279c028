//! Which tag sits in which tile: nothing on the tag itself is believed during play.

use core::fmt;

use heapless::Vec;
use serde::{Deserialize, Serialize};

use crate::tile::{TILES, Tile};

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
            if enrolment.tags.iter().any(|&(_, known)| known == tile) {
                return Err(EnrolmentError::TileTwice(tile));
            }
            match enrolment
                .tags
                .binary_search_by_key(&tag, |&(known, _)| known)
            {
                Ok(_) => return Err(EnrolmentError::TagTwice(tag)),
                // 144 different tiles fit by construction, so a full list means a tile twice.
                Err(at) => enrolment
                    .tags
                    .insert(at, (tag, tile))
                    .map_err(|(_, tile)| EnrolmentError::TileTwice(tile))?,
            }
        }
        Ok(enrolment)
    }

    /// The tile in which this tag sits; `None` for a foreign tag.
    pub fn tile(&self, tag: TagUid) -> Option<Tile> {
        let at = self
            .tags
            .binary_search_by_key(&tag, |&(known, _)| known)
            .ok()?;
        self.tags.get(at).map(|&(_, tile)| tile)
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
    fn doubles_are_named() {
        let (one, two) = (Tile::new(0).unwrap(), Tile::new(1).unwrap());
        let twice = Enrolment::new([(tag(1), one), (tag(1), two)]);
        assert_eq!(twice, Err(EnrolmentError::TagTwice(tag(1))));
        let twice = Enrolment::new([(tag(1), one), (tag(2), one)]);
        assert_eq!(twice, Err(EnrolmentError::TileTwice(one)));
    }
}
