//! After power-up: reads the journal from its oldest entry on and ends with its true state, or a named fault.

use super::format::{CRC_BYTES, ENTRY_OVERHEAD, HEADER_BYTES, Header};
use super::ring::Ring;
use super::slate::{Page, SLATE_BYTES, Slate};
use super::{Address, Journal, JournalError, Read};
use crate::checksum::crc32;
use crate::record::{Chain, Seq};

/// Walks the journal: [`Recovery::wants`] says what to read, [`Recovery::feed`] takes it.
pub struct Recovery {
    ring: Ring,
    genesis: Chain,
    state: State,
    damaged: Option<Page>,
}

/// What a piece of journal turned out to be.
#[derive(Debug, PartialEq, Eq)]
pub enum Recovered<'a> {
    /// Read on.
    More,
    /// The slate is whole: the oldest entry follows this chain.
    From(Chain),
    /// A good entry: replay its payload, then read on.
    Entry(&'a [u8]),
    /// Nothing was ever written here: create a journal.
    Blank,
    /// All entries have been replayed.
    Whole(Journal),
}

enum State {
    Slates,
    /// At the header of an entry.
    Header(Position),
    /// At a whole entry.
    Entry(Position, Header),
    Done,
}

/// How far the walk has come.
#[derive(Clone, Copy)]
struct Position {
    /// The slate that is believed, and the page that held it.
    slate: Slate,
    page: Page,
    /// Behind the entry before, and the number of the next one.
    end: Address,
    next: Seq,
}

impl Recovery {
    /// Starts on a chip of `size` bytes, of a table whose chain starts at `genesis`.
    pub const fn new(size: u32, genesis: Chain) -> Recovery {
        Recovery { ring: Ring { size }, genesis, state: State::Slates, damaged: None }
    }

    /// Walks a journal that is already known, from entry `next`, which comes behind `end`.
    pub const fn walk(journal: &Journal, end: Address, next: Seq) -> Recovery {
        let Journal { ring, slate, page } = *journal;
        let state = State::Header(Position { slate, page, end, next });
        Recovery { ring, genesis: slate.anchor, state, damaged: None }
    }

    /// The entry that comes next and what it comes behind, between two entries.
    pub const fn position(&self) -> Option<(Address, Seq)> {
        match self.state {
            State::Header(Position { end, next, .. }) => Some((end, next)),
            _ => None,
        }
    }

    /// The page of the slate that was not whole: heal it.
    pub const fn damaged(&self) -> Option<Page> {
        self.damaged
    }

    /// What to read next; `None` when recovery is over.
    pub fn wants(&self) -> Option<Read> {
        match &self.state {
            State::Slates => Some(Journal::SLATES),
            State::Header(position) => {
                Some(Read { address: self.ring.place(position.end), length: HEADER_BYTES })
            }
            State::Entry(position, header) => Some(Read {
                address: self.ring.place(position.end),
                length: usize::from(header.length) + ENTRY_OVERHEAD,
            }),
            State::Done => None,
        }
    }

    /// Takes the bytes that [`Recovery::wants`] asked for.
    pub fn feed<'a>(&mut self, bytes: &'a [u8]) -> Result<Recovered<'a>, JournalError> {
        let asked = self.wants().map_or(0, |read| read.length);
        if bytes.len() != asked {
            return Err(JournalError::WrongLength { asked, given: bytes.len() });
        }
        match core::mem::replace(&mut self.state, State::Done) {
            State::Slates => self.slates(bytes),
            State::Header(position) => self.header(bytes, position),
            State::Entry(position, header) => self.entry(bytes, position, header),
            State::Done => Ok(Recovered::More),
        }
    }

    fn slates<'a>(&mut self, bytes: &[u8]) -> Result<Recovered<'a>, JournalError> {
        let inside =
            |slate: &Slate| slate.start.0 < self.ring.size && slate.end.0 <= self.ring.size;
        let page =
            |page: &[u8]| page.first_chunk::<SLATE_BYTES>().and_then(Slate::decode).filter(inside);
        let mut pages = bytes.chunks_exact(SLATE_BYTES).map(page);
        let (first, second) = (pages.next().flatten(), pages.next().flatten());
        self.damaged = match (first, second) {
            (None, Some(_)) => Some(Page::First),
            (Some(_), None) => Some(Page::Second),
            _ => None,
        };
        match Slate::newer(first, second) {
            Some((slate, page)) => {
                let Slate { start: end, anchor, .. } = slate;
                self.state = State::Header(Position { slate, page, end, next: anchor.next });
                Ok(Recovered::From(anchor))
            }
            None if self.never_written(bytes) => Ok(Recovered::Blank),
            None => Err(JournalError::BothSlatesBad),
        }
    }

    fn header<'a>(
        &mut self,
        bytes: &[u8],
        position: Position,
    ) -> Result<Recovered<'a>, JournalError> {
        let Position { slate, next, .. } = position;
        let header = match bytes.first_chunk::<HEADER_BYTES>().map(Header::decode) {
            Some(Ok(header)) => header,
            // Rubbish behind the end is what a torn write leaves; before it, a newer firmware wrote here.
            Some(Err(version)) if next < slate.next => return Err(JournalError::Version(version)),
            _ => None,
        };
        match header.filter(|header| header.seq == next) {
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
        let at = self.ring.place(position.end);
        let end = Address(at.0.saturating_add(bytes.len() as u32));
        self.state = State::Header(Position { end, next: header.seq.next(), ..position });
        Ok(Recovered::Entry(body.get(HEADER_BYTES..).unwrap_or_default()))
    }

    /// No further entry starts here. If the slate says that one was committed, it is damaged; otherwise the
    /// journal ends here, perhaps behind an entry whose slate was still to be written.
    fn finish<'a>(&mut self, position: Position) -> Result<Recovered<'a>, JournalError> {
        let Position { slate, page, end, next } = position;
        if next < slate.next || (next == slate.next && end != slate.end) {
            return Err(JournalError::Damaged { seq: next, address: self.ring.place(end) });
        }
        let slate = Slate { end, next, ..slate };
        Ok(Recovered::Whole(Journal { ring: self.ring, slate, page }))
    }

    /// Fresh chips read all zeros or all ones; a cut while the first page of the first slate was written leaves a part of it.
    fn never_written(&self, bytes: &[u8]) -> bool {
        let (_, [first, _]) = Journal::create(self.ring.size, self.genesis);
        let torn = bytes.iter().zip(&first.bytes).take_while(|(is, was)| is == was).count();
        let rest = bytes.get(torn..).unwrap_or_default();
        [0x00, 0xFF].iter().any(|blank| rest.iter().all(|byte| byte == blank))
    }
}
