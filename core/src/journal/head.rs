//! The head: where the journal ends. Two copies, written in turn, so that one is always whole.

use super::format::{FIRST_ENTRY, VERSION};
use super::{Address, Write};
use crate::checksum::crc32;
use crate::record::Seq;

/// `version u8 · zero u8 ×3 · generation u32 · end u32 · zero u32 · next u64 · zero u32 · crc32`, little endian.
pub(super) const HEAD_BYTES: usize = 32;

/// Which copy.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum HeadSlot {
    First,
    Second,
}

impl HeadSlot {
    pub fn other(self) -> HeadSlot {
        match self {
            HeadSlot::First => HeadSlot::Second,
            HeadSlot::Second => HeadSlot::First,
        }
    }

    pub fn address(self) -> Address {
        match self {
            HeadSlot::First => Address(0),
            HeadSlot::Second => Address(HEAD_BYTES as u32),
        }
    }
}

/// End of the journal as of one commit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Head {
    /// Counts commits; the newer of two good copies has the higher.
    pub generation: u32,
    /// Where the next entry goes.
    pub end: Address,
    /// Its number.
    pub next: Seq,
}

impl Head {
    pub fn encode(&self) -> [u8; HEAD_BYTES] {
        let mut bytes = [0; HEAD_BYTES];
        let fields: [(usize, &[u8]); 4] = [
            (0, &[VERSION]),
            (4, &self.generation.to_le_bytes()),
            (8, &self.end.0.to_le_bytes()),
            (16, &self.next.0.to_le_bytes()),
        ];
        for (offset, field) in fields {
            for (to, from) in bytes.iter_mut().skip(offset).zip(field) {
                *to = *from;
            }
        }
        let crc = crc32(bytes.split_at(HEAD_BYTES - 4).0);
        for (to, from) in bytes.iter_mut().skip(HEAD_BYTES - 4).zip(crc) {
            *to = from;
        }
        bytes
    }

    /// The head in these bytes, if they are whole.
    pub fn decode(bytes: &[u8; HEAD_BYTES]) -> Option<Head> {
        let &[
            VERSION,
            0,
            0,
            0,
            g0,
            g1,
            g2,
            g3,
            e0,
            e1,
            e2,
            e3,
            0,
            0,
            0,
            0,
            n0,
            n1,
            n2,
            n3,
            n4,
            n5,
            n6,
            n7,
            0,
            0,
            0,
            0,
            c0,
            c1,
            c2,
            c3,
        ] = bytes
        else {
            return None;
        };
        let sound = crc32(bytes.split_at(HEAD_BYTES - 4).0) == [c0, c1, c2, c3];
        let end = u32::from_le_bytes([e0, e1, e2, e3]);
        (sound && end >= FIRST_ENTRY).then_some(Head {
            generation: u32::from_le_bytes([g0, g1, g2, g3]),
            end: Address(end),
            next: Seq(u64::from_le_bytes([n0, n1, n2, n3, n4, n5, n6, n7])),
        })
    }

    pub fn write_to(&self, slot: HeadSlot) -> Write {
        let mut bytes = heapless::Vec::new();
        // Cannot fail: a head is far shorter than an entry.
        let _ = bytes.extend_from_slice(&self.encode());
        Write { address: slot.address(), bytes }
    }

    /// The newer of the two copies, and which it is. Generations count commits and may wrap after
    /// four thousand million of them, so "newer" is a difference, not a comparison.
    pub fn newer(first: Option<Head>, second: Option<Head>) -> Option<(Head, HeadSlot)> {
        match (first, second) {
            (Some(first), Some(second)) => {
                if (second.generation.wrapping_sub(first.generation) as i32) >= 0 {
                    Some((second, HeadSlot::Second))
                } else {
                    Some((first, HeadSlot::First))
                }
            }
            (Some(first), None) => Some((first, HeadSlot::First)),
            (None, Some(second)) => Some((second, HeadSlot::Second)),
            (None, None) => None,
        }
    }
}
