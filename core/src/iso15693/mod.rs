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

/// A 16-slot inventory request: flags, command, mask length, mask bytes.
pub fn inventory(mask: Mask) -> Vec<u8, 11> {
    let mut request = Vec::new();
    let bytes = usize::from(mask.length.min(64)).div_ceil(8);
    let head = [HIGH_RATE | INVENTORY, INVENTORY_COMMAND, mask.length];
    // Cannot fail: three bytes and at most eight of mask.
    let _ = request.extend_from_slice(&head);
    for byte in mask.bits.to_le_bytes().into_iter().take(bytes) {
        let _ = request.push(byte);
    }
    request
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
        assert_eq!(inventory(Mask::ALL), [0x06, 0x01, 0x00]);
        assert_eq!(inventory(Mask { length: 4, bits: 5 }), [0x06, 0x01, 0x04, 0x05]);
        let deep = inventory(Mask { length: 60, bits: 0x0123_4567_89AB_CDEF });
        assert_eq!(deep, [0x06, 0x01, 60, 0xEF, 0xCD, 0xAB, 0x89, 0x67, 0x45, 0x23, 0x01]);
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
