//! Records on FRAM: an append-only journal that a power cut leaves as it was before or after, never between.
//!
//! Nothing here touches a chip: [`Journal::append`] says which bytes to write where, in order, and
//! [`Recovery`] says which bytes to read next. The order of writes is the commit protocol:
//! an entry becomes valid by its last bytes, and only then does the slate move. Entries go round the chip; the
//! oldest make room only when [`Journal::release`] says so.

mod format;
mod recovery;
mod ring;
mod slate;

use core::fmt;

use serde::{Deserialize, Serialize};

use format::Header;
pub use format::{ENTRY_OVERHEAD, FIRST_ENTRY, LONGEST_ENTRY};
pub use recovery::{Recovered, Recovery};
use ring::Ring;
pub use slate::{Kept, Page};
use slate::{SLATE_BYTES, Slate};

use crate::checksum::crc32;
use crate::record::{Chain, LONGEST_RECORD, Seq};

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
    /// Both pages of the slate are bad, and the chip is not blank.
    BothSlatesBad,
    /// An entry that was committed no longer reads back: everything before it is good.
    Damaged {
        /// Number of the first bad entry.
        seq: Seq,
        /// Where it starts.
        address: Address,
    },
    /// Written by a newer firmware.
    Version(u8),
    /// No room for another entry: let the referee's device take the records, then start the next session.
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
            JournalError::BothSlatesBad => {
                out.write_str("both pages of the journal's slate are bad")
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

/// Error conditions that survive a power cycle until a referee clears them (trust C11), one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Faults(pub u32);

impl Faults {
    /// All is well.
    pub const NONE: Faults = Faults(0);
    /// A record could not be made durable at once.
    pub const STORAGE: Faults = Faults(1);
    /// Both pages of the slate were bad at the same time.
    pub const SLATE: Faults = Faults(2);
    /// The crystal does not swing.
    pub const CRYSTAL: Faults = Faults(4);

    /// With these as well.
    pub const fn and(self, other: Faults) -> Faults {
        Faults(self.0 | other.0)
    }

    /// Whether all of `other` are among them.
    pub const fn has(self, other: Faults) -> bool {
        self.0 & other.0 == other.0
    }
}

/// How full a journal is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Room {
    /// Nothing to worry about.
    Enough,
    /// Four fifths are used: the referee is told (trust C10).
    Little,
    /// Only the reserve is left: the hand is finished from it and no other is started.
    Reserve,
}

/// Kept free for the hand that is being played: the longest hand has some 250 acts, calls and flags of some 190 bytes.
pub const RESERVE: u32 = 64 * 1024;
/// The warning comes when so many parts of a hundred are used.
const WARNING_PERCENT: u64 = 80;

/// Where the journal ends and what comes next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Journal {
    ring: Ring,
    slate: Slate,
    /// The page that was written last.
    page: Page,
}

/// One write of the slate.
pub struct Update {
    /// To be written.
    pub write: Write,
    /// The journal when it is.
    pub after: Journal,
}

impl Journal {
    /// An empty journal on a chip of `size` bytes for a table whose chain starts at `genesis`, and the writes that make it.
    pub fn create(size: u32, genesis: Chain) -> (Journal, [Write; 2]) {
        let slate = Slate {
            generation: 0,
            start: Address(FIRST_ENTRY),
            end: Address(FIRST_ENTRY),
            next: genesis.next,
            signatures: genesis.signatures,
            anchor: genesis,
            faults: Faults(0),
            kept: Kept::default(),
        };
        let writes = [Page::First, Page::Second].map(|page| slate.write_to(page));
        (Journal { ring: Ring { size }, slate, page: Page::Second }, writes)
    }

    /// Number of the next entry.
    pub const fn next(&self) -> Seq {
        self.slate.next
    }

    /// Number of the oldest entry that is kept.
    pub const fn first(&self) -> Seq {
        self.slate.anchor.next
    }

    /// Where the oldest entry starts.
    pub const fn start(&self) -> Address {
        self.slate.start
    }

    /// First byte behind the last entry.
    pub const fn end(&self) -> Address {
        self.slate.end
    }

    /// Signatures begun so far.
    pub const fn signatures(&self) -> u64 {
        self.slate.signatures
    }

    /// Error conditions that wait for a referee.
    pub const fn faults(&self) -> Faults {
        self.slate.faults
    }

    /// The clocks as they were last kept.
    pub const fn kept(&self) -> Kept {
        self.slate.kept
    }

    /// Parts of a hundred that are used; the reserve counts as used, so that a hundred means "no other hand".
    pub fn percent(&self) -> u8 {
        let used = u64::from(self.ring.used(self.slate.start, self.slate.end));
        let whole = u64::from(self.ring.capacity().saturating_sub(RESERVE)).max(1);
        u8::try_from(used.saturating_mul(100) / whole).unwrap_or(u8::MAX).min(100)
    }

    /// How full it is.
    pub fn room(&self) -> Room {
        match self.percent() {
            100.. => Room::Reserve,
            percent if u64::from(percent) >= WARNING_PERCENT => Room::Little,
            _ => Room::Enough,
        }
    }

    fn update(&self, change: impl FnOnce(&mut Slate)) -> Update {
        let mut slate = self.slate;
        change(&mut slate);
        slate.generation = slate.generation.wrapping_add(1);
        let page = self.page.other();
        let after = Journal { ring: self.ring, slate, page };
        Update { write: slate.write_to(page), after }
    }

    /// A signature is about to be made: its number, and the write that makes the number used even if nothing comes of it.
    pub fn begin_signature(&self) -> (u64, Update) {
        let number = self.slate.signatures.saturating_add(1);
        (number, self.update(|slate| slate.signatures = number))
    }

    /// Keeps the clocks.
    pub fn keep(&self, kept: Kept) -> Update {
        self.update(|slate| slate.kept = kept)
    }

    /// Keeps error conditions: new ones, or none when a referee has cleared them.
    pub fn mark(&self, faults: Faults) -> Update {
        self.update(|slate| slate.faults = faults)
    }

    /// The same once more, on the other page: heals it.
    pub fn heal(&self) -> Update {
        self.update(|_| {})
    }

    /// Entries before `at` may be overwritten; `anchor` is the chain before the entry there. The caller has made sure that
    /// somebody else holds them.
    pub fn release(&self, at: Address, anchor: Chain) -> Update {
        self.update(|slate| (slate.start, slate.anchor) = (at, anchor))
    }

    /// The writes that append `payload` as entry [`Journal::next`]: body, then its checksum, which makes
    /// it valid, then the slate. When the second has ended the entry is durable.
    pub fn append(&self, payload: &[u8]) -> Result<Append, JournalError> {
        let too_long = JournalError::TooLong(payload.len());
        if payload.is_empty() || payload.len() > LONGEST_RECORD {
            return Err(too_long);
        }
        let header = Header { length: payload.len() as u16, seq: self.slate.next };
        let total = (payload.len() + ENTRY_OVERHEAD) as u32;
        let room = self.ring.room(self.slate.start, self.slate.end, total);
        let (at, end) = room.ok_or(JournalError::Full)?;
        let mut body = heapless::Vec::new();
        body.extend_from_slice(&header.encode()).map_err(|_| too_long)?;
        body.extend_from_slice(payload).map_err(|_| too_long)?;
        let mut validity = heapless::Vec::new();
        validity.extend_from_slice(&crc32(&body)).map_err(|_| too_long)?;
        let validity_at = Address(at.0 + body.len() as u32);
        let Update { write, after } = self.update(|slate| {
            (slate.end, slate.next) = (end, slate.next.next());
        });
        Ok(Append {
            at,
            writes: [
                Write { address: at, bytes: body },
                Write { address: validity_at, bytes: validity },
                write,
            ],
            after,
        })
    }

    /// Checks what both pages on the chip say against what is known (trust C4).
    pub fn check(&self, both: &[u8]) -> Pages {
        let mut pages = both.chunks_exact(SLATE_BYTES).map(|bytes| {
            let slate = bytes.first_chunk::<SLATE_BYTES>().and_then(Slate::decode);
            slate.is_some_and(|slate| {
                self.slate.generation.wrapping_sub(slate.generation) <= 1
                    && slate.anchor.next <= self.slate.next
            })
        });
        let (first, second) = (pages.next().unwrap_or(false), pages.next().unwrap_or(false));
        match (first, second) {
            (true, true) => Pages::Good,
            (true, false) => Pages::Bad(Page::Second),
            (false, true) => Pages::Bad(Page::First),
            (false, false) => Pages::BothBad,
        }
    }

    /// What [`Journal::check`] wants to read.
    pub const SLATES: Read = Read { address: Address(0), length: FIRST_ENTRY as usize };
}

/// How the two pages of the slate are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pages {
    /// Both are whole.
    Good,
    /// This one is not: [`Journal::heal`] until it is.
    Bad(Page),
    /// None is: stop.
    BothBad,
}

/// An entry on its way to the chip.
pub struct Append {
    /// Where the entry starts.
    pub at: Address,
    /// To be written in this order, each ended before the next begins.
    pub writes: [Write; 3],
    /// The journal when all are written.
    pub after: Journal,
}

#[cfg(test)]
mod tests;
