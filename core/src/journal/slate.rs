//! The slate: everything besides the entries that must outlive a power cut. Two pages, written in turn, so that one is always whole.

use super::format::{FIRST_ENTRY, VERSION};
use super::{Address, Faults, Write};
use crate::checksum::crc32;
use crate::record::{Chain, Hash, Seq};
use crate::seat::Seat;
use crate::time::{Span, Tick};

/// Bytes of one page; the layout is in `docs/journal.md`.
pub(super) const SLATE_BYTES: usize = 128;

/// Which of the two.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Page {
    /// At the start of the chip.
    First,
    /// Behind it.
    Second,
}

impl Page {
    pub(super) const fn other(self) -> Page {
        match self {
            Page::First => Page::Second,
            Page::Second => Page::First,
        }
    }

    pub(super) const fn address(self) -> Address {
        match self {
            Page::First => Address(0),
            Page::Second => Address(SLATE_BYTES as u32),
        }
    }
}

/// The clocks when they were last kept: after a cut they go on from here.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Kept {
    /// Playing time used in the session.
    pub played: Span,
    /// Who was thinking, and how long already.
    pub thinking: Option<(Seat, Span)>,
}

/// What a page holds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Slate {
    /// Counts writes; the newer of two good pages has the higher.
    pub generation: u32,
    /// Where the oldest entry starts.
    pub start: Address,
    /// Behind the newest entry.
    pub end: Address,
    /// Number of the entry to come.
    pub next: Seq,
    /// Signatures begun so far: written before each one is made (trust B4).
    pub signatures: u64,
    /// The chain before the oldest entry.
    pub anchor: Chain,
    /// Error conditions that wait for a referee (trust C11).
    pub faults: Faults,
    /// The clocks.
    pub kept: Kept,
}

/// Nobody is thinking.
const NOBODY: u8 = 0xFF;

impl Slate {
    pub fn encode(&self) -> [u8; SLATE_BYTES] {
        let (thinker, thought) = match self.kept.thinking {
            Some((seat, span)) => (seat.index() as u8, span.0),
            None => (NOBODY, 0),
        };
        let fields: [(usize, &[u8]); 14] = [
            (0, &[VERSION]),
            (4, &self.generation.to_le_bytes()),
            (8, &self.start.0.to_le_bytes()),
            (12, &self.end.0.to_le_bytes()),
            (16, &self.anchor.next.0.to_le_bytes()),
            (24, &self.next.0.to_le_bytes()),
            (32, &self.signatures.to_le_bytes()),
            (40, &self.anchor.signatures.to_le_bytes()),
            (48, &self.anchor.at.0.to_le_bytes()),
            (56, &self.anchor.boot.to_le_bytes()),
            (60, &self.faults.0.to_le_bytes()),
            (64, &self.anchor.head.0),
            (96, &self.kept.played.0.to_le_bytes()),
            (104, &thought.to_le_bytes()),
        ];
        let mut bytes = [0; SLATE_BYTES];
        for (offset, field) in fields.into_iter().chain([(112, [thinker].as_slice())]) {
            for (to, from) in bytes.iter_mut().skip(offset).zip(field) {
                *to = *from;
            }
        }
        let crc = crc32(bytes.split_at(SLATE_BYTES - 4).0);
        for (to, from) in bytes.iter_mut().skip(SLATE_BYTES - 4).zip(crc) {
            *to = from;
        }
        bytes
    }

    /// The slate in these bytes, if they are whole.
    pub fn decode(bytes: &[u8; SLATE_BYTES]) -> Option<Slate> {
        let (body, crc) = bytes.split_last_chunk::<4>()?;
        let mut read = Fields(body);
        let version = read.take::<4>()?;
        if crc32(body) != *crc || version != [VERSION, 0, 0, 0] {
            return None;
        }
        let generation = u32::from_le_bytes(read.take()?);
        let start = Address(u32::from_le_bytes(read.take()?));
        let end = Address(u32::from_le_bytes(read.take()?));
        let first = Seq(u64::from_le_bytes(read.take()?));
        let next = Seq(u64::from_le_bytes(read.take()?));
        let signatures = u64::from_le_bytes(read.take()?);
        let anchor = Chain {
            next: first,
            signatures: u64::from_le_bytes(read.take()?),
            at: Tick(u64::from_le_bytes(read.take()?)),
            boot: u32::from_le_bytes(read.take()?),
            head: Hash([0; 32]),
        };
        let faults = Faults(u32::from_le_bytes(read.take()?));
        let anchor = Chain { head: Hash(read.take()?), ..anchor };
        let played = Span(u64::from_le_bytes(read.take()?));
        let thought = Span(u64::from_le_bytes(read.take()?));
        let [thinker, ..] = read.take::<12>()?;
        let thinking = Seat::ALL.get(usize::from(thinker)).map(|seat| (*seat, thought));
        let sound = start.0 >= FIRST_ENTRY && end.0 >= FIRST_ENTRY && first <= next;
        sound.then_some(Slate {
            generation,
            start,
            end,
            next,
            signatures,
            anchor,
            faults,
            kept: Kept { played, thinking },
        })
    }

    pub fn write_to(&self, page: Page) -> Write {
        let mut bytes = heapless::Vec::new();
        // Cannot fail: a slate is far shorter than an entry.
        let _ = bytes.extend_from_slice(&self.encode());
        Write { address: page.address(), bytes }
    }

    /// The newer of the two pages, and which it is. Generations may wrap after four thousand million writes, so "newer" is
    /// a difference, not a comparison.
    pub fn newer(first: Option<Slate>, second: Option<Slate>) -> Option<(Slate, Page)> {
        match (first, second) {
            (Some(first), Some(second)) => {
                if (second.generation.wrapping_sub(first.generation) as i32) >= 0 {
                    Some((second, Page::Second))
                } else {
                    Some((first, Page::First))
                }
            }
            (Some(first), None) => Some((first, Page::First)),
            (None, Some(second)) => Some((second, Page::Second)),
            (None, None) => None,
        }
    }
}

/// Fields one after the other.
struct Fields<'a>(&'a [u8]);

impl Fields<'_> {
    fn take<const N: usize>(&mut self) -> Option<[u8; N]> {
        let (field, rest) = self.0.split_first_chunk::<N>()?;
        self.0 = rest;
        Some(*field)
    }
}
