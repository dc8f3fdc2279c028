//! Where entries go: round and round behind the two slates, each entry in one piece.
//!
//! An entry starts behind the one before unless the longest entry would run over the end of the chip; then it starts at the
//! beginning again. That is a rule, not a mark on the chip, so a power cut cannot tear it.

use super::Address;
use super::format::{FIRST_ENTRY, LONGEST_ENTRY};

/// The part of the chip that holds entries.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Ring {
    /// First byte behind it.
    pub size: u32,
}

impl Ring {
    /// Where an entry starts that comes behind one that ends at `end`.
    pub const fn place(self, end: Address) -> Address {
        if self.size.saturating_sub(end.0) < LONGEST_ENTRY as u32 {
            Address(FIRST_ENTRY)
        } else {
            end
        }
    }

    /// Bytes between the oldest entry and the end of the newest.
    pub const fn used(self, start: Address, end: Address) -> u32 {
        if start.0 <= end.0 {
            end.0 - start.0
        } else {
            self.size.saturating_sub(start.0).saturating_add(end.0.saturating_sub(FIRST_ENTRY))
        }
    }

    /// Bytes that entries can ever take.
    pub const fn capacity(self) -> u32 {
        self.size.saturating_sub(FIRST_ENTRY)
    }

    /// Where an entry of `length` bytes goes and where it ends, if that touches none of the live ones. It never ends where
    /// the oldest starts: a journal whose start is its end is empty.
    pub fn room(self, start: Address, end: Address, length: u32) -> Option<(Address, Address)> {
        let at = self.place(end);
        let after = at.0.checked_add(length)?;
        let (wraps, wrapped) = (at != end, end < start);
        let free = match (wrapped, wraps) {
            (false, false) => after <= self.size,
            (false, true) | (true, false) => after < start.0,
            (true, true) => false,
        };
        free.then_some((at, Address(after)))
    }
}
