//! ISO/IEC 15693 as far as a tile's tag needs it: requests and answers without their CRC, which the reader chip adds and
//! checks by itself.

mod anticollision;

use core::fmt;

use heapless::Vec;

use crate::enrolment::TagUid;

pub use anticollision::{Anticollision, Heard, Quality, Slot, Transmit};

/// Slots of one inventory round.
pub const SLOTS: u8 = 16;
/// A clean inventory answer: flags, DSFID, eight bytes of UID.
pub const INVENTORY_ANSWER: usize = 10;

/// Request flag: high data rate.
const HIGH_RATE: u8 = 0x02;
/// Request flag: inventory.
const INVENTORY: u8 = 0x04;
/// Command code of the inventory.
const INVENTORY_COMMAND: u8 = 0x01;
/// Request flag of an inventory: an application family follows.
const WITH_FAMILY: u8 = 0x10;
/// Request flag of everything else: the tag's identifier follows.
const ADDRESSED: u8 = 0x20;
/// Command code of reading several blocks.
const READ_BLOCKS_COMMAND: u8 = 0x23;
/// The application family that tiles carry, out of the range that nobody has assigned. Other people's tags stay silent when
/// it is asked for.
pub const TILE_FAMILY: Family = Family(0xE7);
/// Bytes of a block.
pub const BLOCK_BYTES: usize = 4;
/// The highest byte of every ISO 15693 identifier.
const UID_MARK: u64 = 0xE0;

/// The tags that an inventory asks for: those whose identifier ends in these bits.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Mask {
    /// How many bits count; a field of its own, because a mask may end in zeros.
    pub length: u8,
    /// The bits, lowest first.
    pub bits: u64,
}

impl Mask {
    /// Every tag.
    pub const ALL: Mask = Mask { length: 0, bits: 0 };
}

/// What a tag says it is for (AFI).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Family(pub u8);

/// A 16-slot inventory request: flags, command, family if only one is asked for, mask length, mask bytes.
pub fn inventory(family: Option<Family>, mask: Mask) -> Vec<u8, 12> {
    let mut request = Vec::new();
    let bytes = usize::from(mask.length.min(64)).div_ceil(8);
    let asked = if family.is_some() { WITH_FAMILY } else { 0 };
    // Cannot fail: at most four bytes and eight of mask.
    let _ = request.extend_from_slice(&[HIGH_RATE | INVENTORY | asked, INVENTORY_COMMAND]);
    if let Some(Family(family)) = family {
        let _ = request.push(family);
    }
    let _ = request.push(mask.length);
    for byte in mask.bits.to_le_bytes().into_iter().take(bytes) {
        let _ = request.push(byte);
    }
    request
}

/// Asks one tag for `count` blocks from `first` on; at least one.
pub fn read_blocks(tag: TagUid, first: u8, count: u8) -> [u8; 12] {
    let [u0, u1, u2, u3, u4, u5, u6, u7] = tag.0.to_le_bytes();
    let (flags, command) = (HIGH_RATE | ADDRESSED, READ_BLOCKS_COMMAND);
    [flags, command, u0, u1, u2, u3, u4, u5, u6, u7, first, count.saturating_sub(1)]
}

/// The blocks of an answer to [`read_blocks`], one after the other.
pub fn blocks_answer(answer: &[u8], count: u8) -> Result<&[u8], AnswerError> {
    match answer {
        [0, blocks @ ..] if blocks.len() == usize::from(count) * BLOCK_BYTES => Ok(blocks),
        [0, ..] | [] => Err(AnswerError::Length(answer.len())),
        [flags, ..] => Err(AnswerError::Flags(*flags)),
    }
}

/// Why an answer is not that of a tag.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum AnswerError {
    /// Not the length of an inventory answer.
    Length(usize),
    /// The tag reports an error.
    Flags(u8),
    /// No ISO 15693 identifier.
    NotAnIdentifier,
}

impl fmt::Display for AnswerError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            AnswerError::Length(length) => write!(out, "an answer of {length} bytes"),
            AnswerError::Flags(flags) => write!(out, "a tag answered with flags {flags:#04x}"),
            AnswerError::NotAnIdentifier => out.write_str("an answer without an identifier"),
        }
    }
}

impl core::error::Error for AnswerError {}

/// The tag that gave this inventory answer.
pub fn inventory_answer(answer: &[u8]) -> Result<TagUid, AnswerError> {
    let &[flags, _dsfid, u0, u1, u2, u3, u4, u5, u6, u7] = answer else {
        return Err(AnswerError::Length(answer.len()));
    };
    if flags != 0 {
        return Err(AnswerError::Flags(flags));
    }
    let uid = u64::from_le_bytes([u0, u1, u2, u3, u4, u5, u6, u7]);
    if uid >> 56 != UID_MARK {
        return Err(AnswerError::NotAnIdentifier);
    }
    Ok(TagUid(uid))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn requests_are_those_of_the_standard() {
        assert_eq!(inventory(None, Mask::ALL), [0x06, 0x01, 0x00]);
        assert_eq!(inventory(None, Mask { length: 4, bits: 5 }), [0x06, 0x01, 0x04, 0x05]);
        let ours = inventory(Some(TILE_FAMILY), Mask { length: 4, bits: 5 });
        assert_eq!(ours, [0x16, 0x01, 0xE7, 0x04, 0x05]);
        let deep = inventory(None, Mask { length: 60, bits: 0x0123_4567_89AB_CDEF });
        assert_eq!(deep, [0x06, 0x01, 60, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01]);
    }

    #[test]
    fn blocks_are_asked_of_one_tag_and_come_whole_or_not_at_all() {
        let asked = read_blocks(TagUid(0xE004_0150_B594_14C4), 0, 4);
        assert_eq!(asked, [0x22, 0x23, 0xC4, 0x14, 0x94, 0xB5, 0x50, 0x01, 0x04, 0xE0, 0, 3]);
        assert_eq!(blocks_answer(&[0, 1, 2, 3, 4], 1), Ok(&[1, 2, 3, 4][..]));
        assert_eq!(blocks_answer(&[0, 1, 2, 3, 4], 2), Err(AnswerError::Length(5)));
        assert_eq!(blocks_answer(&[], 1), Err(AnswerError::Length(0)));
        // Block not there.
        assert_eq!(blocks_answer(&[1, 0x10], 1), Err(AnswerError::Flags(1)));
    }

    #[test]
    fn an_answer_names_its_tag_or_is_refused() {
        let answer = [0, 0, 0xC4, 0x14, 0x94, 0xB5, 0x50, 0x01, 0x04, 0xE0];
        assert_eq!(inventory_answer(&answer), Ok(TagUid(0xE004_0150_B594_14C4)));
        assert_eq!(inventory_answer(&answer[..9]), Err(AnswerError::Length(9)));
        let [_, rest @ ..] = answer;
        let mut error = [1; 10];
        error[1..].copy_from_slice(&rest);
        assert_eq!(inventory_answer(&error), Err(AnswerError::Flags(1)));
        assert_eq!(inventory_answer(&[0; 10]), Err(AnswerError::NotAnIdentifier));
    }
}
