//! Layout of an entry: `length u16 · version u8 · zero u8 · seq u64 · payload · crc32`, little endian.

use core::cmp::Ordering;

use super::slate::SLATE_BYTES;
use crate::record::{LONGEST_RECORD, Seq};

/// Version of the layout; see the promise about bytes on the chip in `docs/journal.md`.
pub(super) const VERSION: u8 = 2;
/// Where the first entry starts: behind the two copies of the slate.
pub const FIRST_ENTRY: u32 = 2 * SLATE_BYTES as u32;
/// Bytes of an entry besides its payload.
pub const ENTRY_OVERHEAD: usize = HEADER_BYTES + CRC_BYTES;
/// The longest entry.
pub const LONGEST_ENTRY: usize = LONGEST_RECORD + ENTRY_OVERHEAD;

pub(super) const HEADER_BYTES: usize = 12;
pub(super) const CRC_BYTES: usize = 4;

/// The start of an entry.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Header {
    pub length: u16,
    pub seq: Seq,
}

impl Header {
    pub fn encode(&self) -> [u8; HEADER_BYTES] {
        let [l0, l1] = self.length.to_le_bytes();
        let [s0, s1, s2, s3, s4, s5, s6, s7] = self.seq.0.to_le_bytes();
        [l0, l1, VERSION, 0, s0, s1, s2, s3, s4, s5, s6, s7]
    }

    /// `Err` holds the version found when it is another one; `Ok(None)` is no header at all.
    pub fn decode(bytes: &[u8; HEADER_BYTES]) -> Result<Option<Header>, u8> {
        let [l0, l1, version, zero, seq @ ..] = *bytes;
        let header =
            Header { length: u16::from_le_bytes([l0, l1]), seq: Seq(u64::from_le_bytes(seq)) };
        let sound = zero == 0 && (1..=LONGEST_RECORD).contains(&usize::from(header.length));
        match (sound, version.cmp(&VERSION)) {
            (true, Ordering::Equal) => Ok(Some(header)),
            (true, Ordering::Greater) => Err(version),
            _ => Ok(None),
        }
    }
}
