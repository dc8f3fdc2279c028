//! What is written on a tile's tag: which tile of which set it is, bound to the tag's own identifier.
//!
//! Layout of blocks 0 to 3, little endian: `magic u8 · version u8 · set u16 | tile u8 · zero u8 · batch u16 | mac 8 bytes`, the MAC
//! being the first eight bytes of HMAC-SHA-256 over the identifier and blocks 0 and 1. A clone of a whole tag passes; a tag
//! moved into another tile, or bought and relabelled, does not.

use core::fmt;

use hmac::{Hmac, KeyInit, Mac};
use sha2::Sha256;

use super::TagUid;
use crate::iso15693::BLOCK_BYTES;
use crate::tile::Tile;

const MAGIC: u8 = 0x4D;
const VERSION: u8 = 1;
/// Of blocks 0 and 1.
const TOLD_BYTES: usize = 8;

/// The secret of one set of tiles; the organiser keeps it, tables get it with the list.
#[derive(Clone)]
pub struct SetKey(pub [u8; 32]);

/// Why what is on a tag is not believed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ImprintError {
    /// Nothing was ever written there, or by somebody else.
    Blank,
    /// Written by another version.
    Version(u8),
    /// Not made with this set's key for this tag: swapped, copied or forged. Take the tile out.
    Forged,
}

impl fmt::Display for ImprintError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            ImprintError::Blank => out.write_str("the tag carries no imprint"),
            ImprintError::Version(version) => write!(out, "imprint version {version} is not known"),
            ImprintError::Forged => {
                out.write_str("the imprint does not belong to this tag and this set: take it out")
            }
        }
    }
}

impl core::error::Error for ImprintError {}

/// Which tile a tag says it sits in.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Imprint {
    /// Which set.
    pub set: u16,
    /// Which piece.
    pub tile: Tile,
    /// Which production.
    pub batch: u16,
}

impl Imprint {
    /// Where it starts.
    pub const FIRST_BLOCK: u8 = 0;
    /// Blocks it takes.
    pub const BLOCKS: u8 = 4;
    /// Bytes of them.
    pub const BYTES: usize = Imprint::BLOCKS as usize * BLOCK_BYTES;

    /// The blocks for this tag.
    pub fn write(&self, tag: TagUid, key: &SetKey) -> [u8; Imprint::BYTES] {
        let ([s0, s1], [b0, b1]) = (self.set.to_le_bytes(), self.batch.to_le_bytes());
        let told = [MAGIC, VERSION, s0, s1, self.tile.id(), 0, b0, b1];
        let mut blocks = [0; Imprint::BYTES];
        let code: [u8; 32] = mac(tag, &told, key).finalize().into_bytes().into();
        let bytes = told.into_iter().chain(code);
        blocks.iter_mut().zip(bytes).for_each(|(to, from)| *to = from);
        blocks
    }

    /// What these blocks of this tag say, if they were made for it.
    pub fn read(
        blocks: &[u8; Imprint::BYTES],
        tag: TagUid,
        key: &SetKey,
    ) -> Result<Imprint, ImprintError> {
        let (told, code) = blocks.split_first_chunk::<TOLD_BYTES>().ok_or(ImprintError::Blank)?;
        let &[magic, version, s0, s1, tile, _, b0, b1] = told;
        if magic != MAGIC {
            return Err(ImprintError::Blank);
        }
        if version != VERSION {
            return Err(ImprintError::Version(version));
        }
        mac(tag, told, key).verify_truncated_left(code).map_err(|_| ImprintError::Forged)?;
        let tile = Tile::new(tile).ok_or(ImprintError::Forged)?;
        let (set, batch) = (u16::from_le_bytes([s0, s1]), u16::from_le_bytes([b0, b1]));
        Ok(Imprint { set, tile, batch })
    }
}

fn mac(tag: TagUid, told: &[u8; TOLD_BYTES], key: &SetKey) -> Hmac<Sha256> {
    // A key shorter than a block of the hash is padded with zeros (RFC 2104).
    let mut block = [0; 64];
    block.iter_mut().zip(key.0).for_each(|(to, from)| *to = from);
    let mut mac = Hmac::<Sha256>::new(&block.into());
    mac.update(&tag.0.to_le_bytes());
    mac.update(told);
    mac
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    const KEY: SetKey = SetKey([9; 32]);

    proptest! {
        #[test]
        fn an_imprint_is_read_back_from_its_own_tag_and_no_other(
            id in 0u8..144, set: u16, batch: u16, uid: u64, other: u64, bit in 0usize..128
        ) {
            prop_assume!(uid != other);
            let imprint = Imprint { set, tile: Tile::new(id).unwrap(), batch };
            let blocks = imprint.write(TagUid(uid), &KEY);
            prop_assert_eq!(Imprint::read(&blocks, TagUid(uid), &KEY), Ok(imprint));
            let moved = Imprint::read(&blocks, TagUid(other), &KEY);
            prop_assert_eq!(moved, Err(ImprintError::Forged));
            let foreign = Imprint::read(&blocks, TagUid(uid), &SetKey([8; 32]));
            prop_assert_eq!(foreign, Err(ImprintError::Forged));
            let mut changed = blocks;
            changed[bit / 8] ^= 1 << (bit % 8);
            prop_assert!(Imprint::read(&changed, TagUid(uid), &KEY).is_err());
        }
    }

    #[test]
    fn a_blank_tag_says_so() {
        let blank = Imprint::read(&[0; Imprint::BYTES], TagUid(1), &KEY);
        assert_eq!(blank, Err(ImprintError::Blank));
    }
}
