//! Records on FRAM: an append-only journal that a power cut leaves as it was before or after, never between.
//!
//! Nothing here touches a chip: [`Journal::append`] says which bytes to write where, in order, and
//! [`Recovery`] says which bytes to read next. The order of writes is the commit protocol:
//! an entry becomes valid by its last bytes, and only then does the head move.

mod format;
mod head;
mod recovery;

use core::fmt;

use format::Header;
pub use format::{ENTRY_OVERHEAD, FIRST_ENTRY, LONGEST_ENTRY};
use head::{Head, HeadSlot};
pub use recovery::{Recovered, Recovery};

use crate::checksum::crc32;
use crate::record::{LONGEST_RECORD, Seq};

/// A place on the chip.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Address(pub u32);

/// Bytes to be written; the next write may begin only when this one has ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Write {
    /// Where.
    pub address: Address,
    /// What.
    pub bytes: heapless::Vec<u8, LONGEST_ENTRY>,
}

/// Bytes to be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Read {
    /// Where.
    pub address: Address,
    /// How many; never more than [`LONGEST_ENTRY`].
    pub length: usize,
}

/// What is wrong with a journal. The table stops and shows it; it never clears anything by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum JournalError {
    /// Both copies of the head are bad, and the chip is not blank.
    BothHeadsBad,
    /// An entry that was committed no longer reads back: everything before it is good.
    Damaged {
        /// Number of the first bad entry.
        seq: Seq,
        /// Where it starts.
        address: Address,
    },
    /// Written by a newer firmware.
    Version(u8),
    /// No room for another entry: export and start a new journal.
    Full,
    /// An entry longer than any record.
    TooLong(usize),
    /// More or fewer bytes than were asked for.
    WrongLength {
        /// Asked for.
        asked: usize,
        /// Given.
        given: usize,
    },
}

impl fmt::Display for JournalError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            JournalError::BothHeadsBad => {
                out.write_str("both copies of the journal's head are bad")
            }
            JournalError::Damaged { seq, address } => {
                write!(out, "entry {seq} at {:#x} is damaged; all before it are good", address.0)
            }
            JournalError::Version(version) => write!(out, "journal version {version} is not known"),
            JournalError::Full => out.write_str("the journal is full"),
            JournalError::TooLong(length) => {
                write!(out, "{length} bytes are too long for an entry")
            }
            JournalError::WrongLength { asked, given } => {
                write!(out, "{given} bytes read where {asked} were asked for")
            }
        }
    }
}

impl core::error::Error for JournalError {}

/// Where the journal ends and what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Journal {
    /// Size of the chip.
    size: u32,
    /// Where the next entry goes, and its number.
    head: Head,
    /// The copy that holds `head`; the next commit writes the other one.
    slot: HeadSlot,
}

impl Journal {
    /// An empty journal on a blank chip of `size` bytes, and the writes that make it so.
    pub fn create(size: u32) -> (Journal, [Write; 2]) {
        let head = Head { generation: 1, end: Address(FIRST_ENTRY), next: Seq(1) };
        let journal = Journal { size, head, slot: HeadSlot::Second };
        (journal, [HeadSlot::First, HeadSlot::Second].map(|slot| head.write_to(slot)))
    }

    /// Number of the next entry.
    pub const fn next(&self) -> Seq {
        self.head.next
    }

    /// First byte behind the last entry.
    pub const fn end(&self) -> Address {
        self.head.end
    }

    /// The writes that append `payload` as entry [`Journal::next`]: body, then its checksum, which makes
    /// it valid, then the head. When the second has ended the entry is durable.
    pub fn append(&self, payload: &[u8]) -> Result<Append, JournalError> {
        if payload.is_empty() || payload.len() > LONGEST_RECORD {
            return Err(JournalError::TooLong(payload.len()));
        }
        let header = Header { length: payload.len() as u16, seq: self.head.next };
        let total = (payload.len() + ENTRY_OVERHEAD) as u32;
        let end = self.head.end.0.checked_add(total).ok_or(JournalError::Full)?;
        if end > self.size {
            return Err(JournalError::Full);
        }
        let too_long = JournalError::TooLong(payload.len());
        let mut body = heapless::Vec::new();
        body.extend_from_slice(&header.encode()).map_err(|_| too_long)?;
        body.extend_from_slice(payload).map_err(|_| too_long)?;
        let mut validity = heapless::Vec::new();
        validity.extend_from_slice(&crc32(&body)).map_err(|_| too_long)?;
        let validity_at = Address(self.head.end.0 + body.len() as u32);
        let head = Head {
            generation: self.head.generation.wrapping_add(1),
            end: Address(end),
            next: self.head.next.next(),
        };
        let slot = self.slot.other();
        Ok(Append {
            writes: [
                Write { address: self.head.end, bytes: body },
                Write { address: validity_at, bytes: validity },
                head.write_to(slot),
            ],
            after: Journal { size: self.size, head, slot },
        })
    }
}

/// An entry on its way to the chip.
pub struct Append {
    /// To be written in this order, each ended before the next begins.
    pub writes: [Write; 3],
    /// The journal when all are written.
    pub after: Journal,
}

#[cfg(test)]
mod tests;
