//! After power-up: reads the journal from the start and ends with its true state, or a named fault.

use super::format::{CRC_BYTES, ENTRY_OVERHEAD, FIRST_ENTRY, HEADER_BYTES, Header};
use super::head::{HEAD_BYTES, Head, HeadSlot};
use super::{Address, Journal, JournalError, Read};
use crate::checksum::crc32;
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
    /// At the header of an entry.
    Header(Position),
    /// At a whole entry.
    Entry(Position, Header),
    /// Behind the last entry that fits: nothing more to read.
    Full(Position),
    Done,
}

/// How far the walk has come.
#[derive(Clone, Copy)]
struct Position {
    /// The head that is believed, and the copy that held it.
    head: Head,
    slot: HeadSlot,
    /// Where the next entry starts, and its number.
    at: Address,
    next: Seq,
}

impl Recovery {
    /// Starts on a chip of `size` bytes.
    pub const fn new(size: u32) -> Recovery {
        Recovery { size, state: State::Heads }
    }

    /// Walks a journal that is already known, from entry `next` at `at` on.
    pub const fn walk(journal: &Journal, at: Address, next: Seq) -> Recovery {
        let Journal { size, head, slot } = *journal;
        Recovery { size, state: State::Header(Position { head, slot, at, next }) }
    }

    /// The entry that comes next and where it starts, between two entries.
    pub const fn position(&self) -> Option<(Address, Seq)> {
        match self.state {
            State::Header(Position { at, next, .. }) => Some((at, next)),
            _ => None,
        }
    }

    /// What to read next; `None` when recovery is over.
    pub fn wants(&self) -> Option<Read> {
        let (address, length) = match &self.state {
            State::Heads => (Address(0), FIRST_ENTRY as usize),
            State::Header(position) => (position.at, HEADER_BYTES),
            State::Entry(position, header) => {
                (position.at, usize::from(header.length) + ENTRY_OVERHEAD)
            }
            State::Full(position) => (position.at, 0),
            State::Done => return None,
        };
        Some(Read { address, length })
    }

    /// Takes the bytes that [`Recovery::wants`] asked for.
    pub fn feed<'a>(&mut self, bytes: &'a [u8]) -> Result<Recovered<'a>, JournalError> {
        let asked = self.wants().map_or(0, |read| read.length);
        if bytes.len() != asked {
            return Err(JournalError::WrongLength { asked, given: bytes.len() });
        }
        match core::mem::replace(&mut self.state, State::Done) {
            State::Heads => self.heads(bytes),
            State::Header(position) => self.header(bytes, position),
            State::Entry(position, header) => self.entry(bytes, position, header),
            State::Full(position) => self.finish(position),
            State::Done => Ok(Recovered::More),
        }
    }

    fn heads<'a>(&mut self, bytes: &[u8]) -> Result<Recovered<'a>, JournalError> {
        let copy = |copy: &[u8]| copy.first_chunk::<HEAD_BYTES>().and_then(Head::decode);
        let mut copies = bytes.chunks_exact(HEAD_BYTES).map(copy);
        match Head::newer(copies.next().flatten(), copies.next().flatten()) {
            Some((head, slot)) => {
                let start = Position { head, slot, at: Address(FIRST_ENTRY), next: Seq(1) };
                self.state = State::Header(start);
                Ok(Recovered::More)
            }
            None if is_blank(bytes) => Ok(Recovered::Blank),
            None => Err(JournalError::BothHeadsBad),
        }
    }

    fn header<'a>(
        &mut self,
        bytes: &[u8],
        position: Position,
    ) -> Result<Recovered<'a>, JournalError> {
        let Position { head, at, next, .. } = position;
        let header = match bytes.first_chunk::<HEADER_BYTES>().map(Header::decode) {
            Some(Ok(header)) => header,
            // Rubbish behind the end is what a torn write leaves; before it, a newer firmware wrote here.
            Some(Err(version)) if at < head.end => return Err(JournalError::Version(version)),
            _ => None,
        };
        let room = self.size.saturating_sub(at.0) as usize;
        let fits = |header: &Header| usize::from(header.length) + ENTRY_OVERHEAD <= room;
        match header.filter(|header| header.seq == next && fits(header)) {
            Some(header) => {
                self.state = State::Entry(position, header);
                Ok(Recovered::More)
            }
            None => self.finish(position),
        }
    }

    fn entry<'a>(
        &mut self,
        bytes: &'a [u8],
        position: Position,
        header: Header,
    ) -> Result<Recovered<'a>, JournalError> {
        let split = bytes.split_last_chunk::<CRC_BYTES>();
        let Some((body, _)) = split.filter(|(body, crc)| crc32(body) == **crc) else {
            return self.finish(position);
        };
        let at = Address(position.at.0.saturating_add(bytes.len() as u32));
        let after = Position { at, next: header.seq.next(), ..position };
        let room = self.size.saturating_sub(at.0) as usize;
        let full = room <= ENTRY_OVERHEAD;
        self.state = if full { State::Full(after) } else { State::Header(after) };
        Ok(Recovered::Entry(body.get(HEADER_BYTES..).unwrap_or_default()))
    }

    /// No further entry starts here. If the head says that one was committed, it is damaged; otherwise the
    /// journal ends here, perhaps behind an entry whose head was still to be written.
    fn finish<'a>(&mut self, position: Position) -> Result<Recovered<'a>, JournalError> {
        let Position { head, slot, at, next } = position;
        if at < head.end || next < head.next {
            return Err(JournalError::Damaged { seq: next, address: at });
        }
        let head = Head { end: at, next, ..head };
        Ok(Recovered::Whole(Journal { size: self.size, head, slot }))
    }
}

/// Fresh chips read all zeros or all ones.
fn is_blank(bytes: &[u8]) -> bool {
    bytes.iter().all(|&byte| byte == 0x00) || bytes.iter().all(|&byte| byte == 0xFF)
}
