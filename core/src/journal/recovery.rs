//! After power-up: reads the journal from the start and ends with its true state, or a named fault.

use super::format::{CRC_BYTES, ENTRY_OVERHEAD, FIRST_ENTRY, HEADER_BYTES, Header, checksum};
use super::head::{HEAD_BYTES, Head, HeadSlot};
use super::{Address, Journal, JournalError, Read};
use crate::record::Seq;

/// Walks the journal: [`Recovery::wants`] says what to read, [`Recovery::feed`] takes it.
pub struct Recovery {
    size: u32,
    state: State,
}

/// What a piece of journal turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Recovered<'a> {
    /// Read on.
    More,
    /// A good entry: replay its payload, then read on.
    Entry(&'a [u8]),
    /// Nothing was ever written here: create a journal.
    Blank,
    /// All entries have been replayed.
    Whole(Journal),
}

enum State {
    Heads,
    /// At the header of entry `next`; `head` was in `slot`.
    Header {
        head: Head,
        slot: HeadSlot,
        at: Address,
        next: Seq,
    },
    /// At the whole entry.
    Entry {
        head: Head,
        slot: HeadSlot,
        at: Address,
        header: Header,
    },
    Done,
}

impl Recovery {
    /// Starts on a chip of `size` bytes.
    pub const fn new(size: u32) -> Recovery {
        Recovery {
            size,
            state: State::Heads,
        }
    }

    /// Walks a journal that is already known, from entry `next` at `at` on.
    pub const fn walk(journal: &Journal, at: Address, next: Seq) -> Recovery {
        let Journal { size, head, slot } = *journal;
        Recovery {
            size,
            state: State::Header {
                head,
                slot,
                at,
                next,
            },
        }
    }

    /// The entry that comes next and where it starts, between two entries.
    pub const fn position(&self) -> Option<(Address, Seq)> {
        match self.state {
            State::Header { at, next, .. } => Some((at, next)),
            _ => None,
        }
    }

    /// What to read next; `None` when recovery is over.
    pub fn wants(&self) -> Option<Read> {
        match &self.state {
            State::Heads => Some(Read {
                address: Address(0),
                length: FIRST_ENTRY as usize,
            }),
            State::Header { at, .. } => Some(Read {
                address: *at,
                length: HEADER_BYTES,
            }),
            State::Entry { at, header, .. } => Some(Read {
                address: *at,
                length: usize::from(header.length) + ENTRY_OVERHEAD,
            }),
            State::Done => None,
        }
    }

    /// Takes the bytes that [`Recovery::wants`] asked for.
    pub fn feed<'a>(&mut self, bytes: &'a [u8]) -> Result<Recovered<'a>, JournalError> {
        let asked = self.wants().map_or(0, |read| read.length);
        if bytes.len() != asked {
            return Err(JournalError::WrongLength {
                asked,
                given: bytes.len(),
            });
        }
        match core::mem::replace(&mut self.state, State::Done) {
            State::Heads => self.heads(bytes),
            State::Header {
                head,
                slot,
                at,
                next,
            } => self.header(bytes, head, slot, at, next),
            State::Entry {
                head,
                slot,
                at,
                header,
            } => self.entry(bytes, head, slot, at, header),
            State::Done => Ok(Recovered::More),
        }
    }

    fn heads<'a>(&mut self, bytes: &'a [u8]) -> Result<Recovered<'a>, JournalError> {
        let mut copies = bytes
            .chunks_exact(HEAD_BYTES)
            .map(|copy| copy.first_chunk::<HEAD_BYTES>().and_then(Head::decode));
        let (first, second) = (copies.next().flatten(), copies.next().flatten());
        match Head::newer(first, second) {
            Some((head, slot)) => {
                let (at, next) = (Address(FIRST_ENTRY), Seq(1));
                self.proceed(head, slot, at, next)
            }
            None if is_blank(bytes) => Ok(Recovered::Blank),
            None => Err(JournalError::BothHeadsBad),
        }
    }

    /// Looks at the next entry, or ends when there is no room for one.
    fn proceed<'a>(
        &mut self,
        head: Head,
        slot: HeadSlot,
        at: Address,
        next: Seq,
    ) -> Result<Recovered<'a>, JournalError> {
        if at.0.saturating_add(ENTRY_OVERHEAD as u32) >= self.size {
            return self.finish(head, slot, at, next);
        }
        self.state = State::Header {
            head,
            slot,
            at,
            next,
        };
        Ok(Recovered::More)
    }

    fn header<'a>(
        &mut self,
        bytes: &'a [u8],
        head: Head,
        slot: HeadSlot,
        at: Address,
        next: Seq,
    ) -> Result<Recovered<'a>, JournalError> {
        let header = match bytes.first_chunk::<HEADER_BYTES>().map(Header::decode) {
            Some(Ok(header)) => header,
            // Rubbish behind the end is what a torn write leaves; before it, a newer firmware wrote here.
            Some(Err(version)) if at < head.end => return Err(JournalError::Version(version)),
            _ => None,
        };
        let fits = |header: &Header| {
            at.0 as usize + usize::from(header.length) + ENTRY_OVERHEAD <= self.size as usize
        };
        match header.filter(|header| header.seq == next && fits(header)) {
            Some(header) => {
                self.state = State::Entry {
                    head,
                    slot,
                    at,
                    header,
                };
                Ok(Recovered::More)
            }
            None => self.finish(head, slot, at, next),
        }
    }

    fn entry<'a>(
        &mut self,
        bytes: &'a [u8],
        head: Head,
        slot: HeadSlot,
        at: Address,
        header: Header,
    ) -> Result<Recovered<'a>, JournalError> {
        let Some((body, crc)) = bytes.split_last_chunk::<CRC_BYTES>() else {
            return self.finish(head, slot, at, header.seq);
        };
        if checksum(body) != u32::from_le_bytes(*crc) {
            return self.finish(head, slot, at, header.seq);
        }
        let after = Address(at.0.saturating_add(bytes.len() as u32));
        let payload = body.get(HEADER_BYTES..).unwrap_or_default();
        self.state = State::Header {
            head,
            slot,
            at: after,
            next: header.seq.next(),
        };
        Ok(Recovered::Entry(payload))
    }

    /// No further entry starts at `at`. If the head says that one was committed there, it is damaged;
    /// otherwise the journal ends here, perhaps behind an entry whose head was still to be written.
    fn finish<'a>(
        &mut self,
        head: Head,
        slot: HeadSlot,
        at: Address,
        next: Seq,
    ) -> Result<Recovered<'a>, JournalError> {
        if at < head.end || next < head.next {
            return Err(JournalError::Damaged {
                seq: next,
                address: at,
            });
        }
        let head = Head {
            end: at,
            next,
            ..head
        };
        Ok(Recovered::Whole(Journal {
            size: self.size,
            head,
            slot,
        }))
    }
}

/// Fresh chips read all zeros or all ones.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0x00) || bytes.iter().all(|&byte| byte == 0xFF)
}
