//! Somebody with a box of tiles at a table: asks it what lies over its loops, and keeps the list.
//!
//! Sans-IO like the device it is part of: [`Clerk::errand`] says what to ask, [`Clerk::hear`] takes what the table says. The set's
//! key stays here; a table is only asked to read what is written on tags.

use std::collections::{BTreeSet, VecDeque};
use std::fmt;

use table_core::enrolment::{
    Enrolment, EnrolmentError, Finding, Imprint, ImprintError, Next, SealedList, SetCheck, SetKey,
    TagUid,
};
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::wire::{Ask, FromTable, LIST_PIECE, ListRefusal, ListWord};

use crate::chips::Micros;

/// A question without an answer is asked again after this.
const AGAIN: Micros = 700_000;
/// A loop is looked at no more often than this; a look takes a tenth of a second.
const BETWEEN: Micros = 50_000;
/// Looks that must agree before a tag without writing is believed: one may have come through with a wrong bit.
const LOOKS: u8 = 2;
/// Attempts to read what is written on a tag before it is left for the next sweep.
const ATTEMPTS: u8 = 3;

/// What is to be done.
#[derive(Clone)]
pub enum Job {
    /// Enrol tiles that are laid over a loop one by one, beginning with what `list` holds.
    Enrol {
        /// Where they are laid.
        at: Antenna,
        /// The set's number and key, where tags are written already: then they say themselves which tile they sit in.
        written: Option<(u16, SetKey)>,
        /// What is enrolled already.
        list: Enrolment,
    },
    /// Look a set over that lies on the loops, in as many goes as it takes.
    Check {
        /// Its list.
        list: Enrolment,
        /// Its number and key.
        written: (u16, SetKey),
    },
    /// Give a tile another tag, which is laid over a loop.
    Replace {
        /// Which tile.
        tile: Tile,
        /// Where it is laid.
        at: Antenna,
        /// The list that is to be changed.
        list: Enrolment,
    },
    /// Hand the table its list.
    Send(Box<SealedList>),
}

/// What there is to tell the person.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Said {
    /// Lay this tile.
    Lay(Tile),
    /// It is enrolled.
    Took(Tile, TagUid),
    /// So many new tags at once: lay one at a time.
    Several(usize),
    /// Something is wrong.
    Found(Finding),
    /// A sweep over all loops is done: so many tiles of the list were seen so far.
    Swept(usize),
    /// The table keeps the list; it is in force from its next start on.
    Kept {
        /// Which set.
        set: u16,
        /// Which edition.
        edition: u32,
    },
    /// The table does not keep it.
    Refused(ListRefusal),
    /// The list cannot hold that.
    Impossible(EnrolmentError),
    /// All is done.
    Done,
}

impl fmt::Display for Said {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Said::Lay(tile) => write!(out, "lay {tile}"),
            Said::Took(tile, tag) => write!(out, "{tile} has tag {tag}"),
            Said::Several(count) => write!(out, "{count} new tags: lay one tile at a time"),
            Said::Found(finding) => write!(out, "{}", found(finding)),
            Said::Swept(count) => write!(out, "{count} tiles seen"),
            Said::Kept { set, edition } => write!(
                out,
                "set {set}, edition {edition}: kept; switch the table off and on to use it"
            ),
            Said::Refused(refusal) => write!(out, "the table does not take the list: {refusal}"),
            Said::Impossible(error) => write!(out, "{error}"),
            Said::Done => out.write_str("done"),
        }
    }
}

/// A finding in words, with what to do about it.
fn found(finding: &Finding) -> String {
    match finding {
        Finding::Missing(tile) => format!("{tile} is missing: lay it down, or replace it"),
        Finding::Foreign(tag) => format!("tag {tag} is on no list: take the tile out"),
        Finding::Cloned { tag, at: [one, two] } if one == two => {
            format!("tag {tag} is there twice at {one}: take both tiles out")
        }
        Finding::Cloned { tag, at: [one, two] } => {
            format!("tag {tag} is at {one} and at {two} at once: take both tiles out")
        }
        Finding::Double { tile, listed, other } => {
            format!("{tile} is there twice, with tags {listed} (listed) and {other}: take one out")
        }
        Finding::Swapped { tag, listed, written } => {
            format!("tag {tag} is listed as {listed} and says that it is {written}: enrol it again")
        }
        Finding::Forged(tag, error) => format!("tag {tag}: {error}"),
    }
}

/// What to send to the table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Errand {
    /// A question.
    Ask(Ask),
    /// A piece of the list, from this byte on.
    Piece(u16, Vec<u8>),
}

/// How far it has come.
enum Work {
    /// One loop is looked at for new tags.
    Collect(Box<Collect>),
    /// All loops are gone through.
    Sweep(Box<Sweep>),
    /// Pieces are sent, this one next.
    Send(Box<SealedList>, u16),
}

struct Collect {
    at: Antenna,
    written: Option<(u16, SetKey)>,
    list: Enrolment,
    /// The one tile that gets another tag.
    only: Option<Tile>,
    /// The new tag, and how many looks have seen it alone.
    alone: Option<(TagUid, u8)>,
    /// What is written on this one is wanted.
    reading: Option<TagUid>,
    /// Tags that cannot be enrolled.
    refused: BTreeSet<TagUid>,
    /// What was last said about there being several.
    several: usize,
    /// The tile that was wanted has its tag.
    finished: bool,
}

struct Sweep {
    check: SetCheck,
    written: (u16, SetKey),
    /// The loop to be looked at, counted from 0.
    number: usize,
    sweeps: usize,
    /// Tags to be read, where, and how often it was tried.
    to_read: VecDeque<(Antenna, TagUid, u8)>,
    told: Vec<Finding>,
}

/// Somebody with a box of tiles.
pub struct Clerk {
    work: Work,
    asked: Option<Micros>,
    answered: Option<Micros>,
    said: VecDeque<Said>,
    done: bool,
}

impl Clerk {
    /// Begins.
    pub fn new(job: Job) -> Clerk {
        let collect = |at, written, list, only| {
            let (alone, reading) = (None, None);
            let refused = BTreeSet::new();
            let (several, finished) = (0, false);
            Work::Collect(Box::new(Collect {
                at,
                written,
                list,
                only,
                alone,
                reading,
                refused,
                several,
                finished,
            }))
        };
        let work = match job {
            Job::Enrol { at, written, list } => collect(at, written, list, None),
            Job::Replace { tile, at, list } => collect(at, None, list, Some(tile)),
            Job::Check { list, written } => Work::Sweep(Box::new(Sweep {
                check: SetCheck::new(list, written.0),
                written,
                number: 0,
                sweeps: 0,
                to_read: VecDeque::new(),
                told: vec![],
            })),
            Job::Send(list) => Work::Send(list, 0),
        };
        let mut clerk =
            Clerk { work, asked: None, answered: None, said: VecDeque::new(), done: false };
        clerk.name_next();
        clerk
    }

    /// What there is to tell, oldest first.
    pub fn said(&mut self) -> impl Iterator<Item = Said> {
        self.said.drain(..)
    }

    /// Nothing is left to be done.
    pub fn is_done(&self) -> bool {
        self.done
    }

    /// The list as it stands.
    pub fn list(&self) -> Option<&Enrolment> {
        match &self.work {
            Work::Collect(collect) => Some(&collect.list),
            Work::Sweep(_) | Work::Send(..) => None,
        }
    }

    /// What is wrong with the set so far; tiles that were not seen yet among it.
    pub fn findings(&self) -> Vec<Finding> {
        match &self.work {
            Work::Sweep(sweep) => sweep.check.findings().collect(),
            Work::Collect(_) | Work::Send(..) => vec![],
        }
    }

    /// When [`Clerk::errand`] has something.
    pub fn next(&self) -> Option<Micros> {
        match (self.done, self.asked, self.answered) {
            (true, ..) => None,
            (false, Some(asked), _) => Some(asked + AGAIN),
            (false, None, Some(answered)) => Some(answered + BETWEEN),
            (false, None, None) => Some(0),
        }
    }

    /// What is to be sent now.
    pub fn errand(&mut self, now: Micros) -> Option<Errand> {
        self.next().filter(|due| now >= *due)?;
        self.asked = Some(now);
        Some(match &self.work {
            Work::Collect(collect) => Errand::Ask(match collect.reading {
                Some(tag) => Ask::Imprint { antenna: collect.at, tag },
                None => Ask::Loop(collect.at),
            }),
            Work::Sweep(sweep) => Errand::Ask(match sweep.to_read.front() {
                Some((antenna, tag, _)) if sweep.number == LOOPS => {
                    Ask::Imprint { antenna: *antenna, tag: *tag }
                }
                _ => Ask::Loop(nth_loop(sweep.number)),
            }),
            Work::Send(list, offset) => {
                let bytes = list.to_bytes();
                let from = usize::from(*offset).min(bytes.len());
                let to = (from + LIST_PIECE).min(bytes.len());
                Errand::Piece(*offset, bytes[from..to].to_vec())
            }
        })
    }

    /// Takes what the table says.
    pub fn hear(&mut self, now: Micros, message: &FromTable<'_>) {
        let answers = match (&mut self.work, message) {
            (Work::Collect(collect), FromTable::Loop { antenna, tags, twins, .. })
                if collect.reading.is_none() && *antenna == collect.at =>
            {
                self.said.extend(collect.looked(&identifiers(tags), *twins));
                true
            }
            (Work::Collect(collect), FromTable::Imprint { tag, blocks })
                if collect.reading == Some(*tag) =>
            {
                self.said.extend(collect.read(*tag, blocks.as_ref()));
                true
            }
            (Work::Sweep(sweep), FromTable::Loop { antenna, tags, twins, .. })
                if sweep.number < LOOPS && *antenna == nth_loop(sweep.number) =>
            {
                sweep.looked(*antenna, &identifiers(tags), *twins);
                self.said.extend(sweep.go_on());
                true
            }
            (Work::Sweep(sweep), FromTable::Imprint { tag, blocks }) => {
                let expected = sweep.to_read.front().is_some_and(|(_, it, _)| it == tag);
                if expected {
                    sweep.read(*tag, blocks.as_ref());
                    self.said.extend(sweep.go_on());
                }
                expected
            }
            (Work::Send(_, offset), FromTable::List(word)) => {
                match word {
                    ListWord::Next(next) => *offset = *next,
                    ListWord::Kept { set, edition } => {
                        self.said.push_back(Said::Kept { set: *set, edition: *edition });
                        self.done = true;
                    }
                    // As if nothing had been sent.
                    ListWord::Refused(ListRefusal::Busy) => *offset = 0,
                    ListWord::Refused(refusal) => {
                        self.said.push_back(Said::Refused(*refusal));
                        self.done = true;
                    }
                }
                true
            }
            _ => false,
        };
        if answers {
            (self.asked, self.answered) = (None, Some(now));
            self.name_next();
        }
    }

    /// Says which tile is wanted when that has changed, and when nothing is.
    fn name_next(&mut self) {
        if self.done {
            return;
        }
        self.done = match &self.work {
            Work::Collect(collect) => {
                let took = self.said.iter().any(|said| matches!(said, Said::Took(..)));
                match collect.wanted() {
                    Some(tile) if took || self.answered.is_none() => {
                        self.said.push_back(Said::Lay(tile));
                        false
                    }
                    Some(_) => false,
                    None => true,
                }
            }
            Work::Sweep(sweep) => {
                sweep.sweeps > 0 && sweep.number == 0 && sweep.check.is_complete()
            }
            Work::Send(..) => false,
        };
        if self.done {
            self.said.push_back(Said::Done);
        }
    }
}

impl Collect {
    /// The tile that comes next; none when all are there.
    fn wanted(&self) -> Option<Tile> {
        match self.only {
            _ if self.finished => None,
            Some(tile) => Some(tile),
            None => Tile::all().find(|tile| self.list.tag(*tile).is_none()),
        }
    }

    fn looked(&mut self, tags: &[TagUid], twins: Option<TagUid>) -> Vec<Said> {
        let mut said = vec![];
        if let Some(tag) = twins
            && self.refused.insert(tag)
        {
            said.push(Said::Found(Finding::Cloned { tag, at: [self.at; 2] }));
        }
        let new = tags
            .iter()
            .filter(|tag| self.list.tile(**tag).is_none() && !self.refused.contains(tag));
        let new: Vec<TagUid> = new.copied().collect();
        let one = match (&new[..], &self.written) {
            ([], _) => None,
            // Those that say which tile they are may come together.
            ([tag, ..], Some(_)) | ([tag], None) => Some(*tag),
            (several, None) => {
                if std::mem::replace(&mut self.several, several.len()) != several.len() {
                    said.push(Said::Several(several.len()));
                }
                None
            }
        };
        if new.len() < 2 {
            self.several = 0;
        }
        self.alone = one.map(|tag| match self.alone {
            Some((before, looks)) if before == tag => (tag, looks + 1),
            _ => (tag, 1),
        });
        match (self.alone, &self.written) {
            (Some((tag, _)), Some(_)) => self.reading = Some(tag),
            (Some((tag, LOOKS..)), None) => {
                said.extend(self.wanted().map(|tile| self.take(tile, tag)));
            }
            _ => {}
        }
        said
    }

    fn read(&mut self, tag: TagUid, blocks: Option<&[u8; Imprint::BYTES]>) -> Vec<Said> {
        (self.reading, self.alone) = (None, None);
        let (Some(blocks), Some((set, key))) = (blocks, &self.written) else {
            return vec![];
        };
        let said = match Imprint::read(blocks, tag, key) {
            Ok(imprint) if imprint.set != *set => Said::Found(Finding::Foreign(tag)),
            Ok(imprint) => match self.list.tag(imprint.tile) {
                None => return vec![self.take(imprint.tile, tag)],
                Some(listed) => {
                    Said::Found(Finding::Double { tile: imprint.tile, listed, other: tag })
                }
            },
            // Nothing is written there: it is the tile that was asked for.
            Err(ImprintError::Blank) => {
                return self.wanted().map(|tile| self.take(tile, tag)).into_iter().collect();
            }
            Err(error) => Said::Found(Finding::Forged(tag, error)),
        };
        self.refused.insert(tag);
        vec![said]
    }

    fn take(&mut self, tile: Tile, tag: TagUid) -> Said {
        match self.list.replaced(tile, tag) {
            Ok(list) => {
                self.list = list;
                self.finished = self.only.is_some();
                Said::Took(tile, tag)
            }
            Err(error) => {
                self.refused.insert(tag);
                Said::Impossible(error)
            }
        }
    }
}

impl Sweep {
    fn looked(&mut self, antenna: Antenna, tags: &[TagUid], twins: Option<TagUid>) {
        for &tag in tags {
            if self.check.seen(tag, antenna) == Next::Read {
                self.to_read.push_back((antenna, tag, 0));
            }
        }
        if let Some(tag) = twins {
            self.check.twins(tag, antenna);
        }
        self.number += 1;
    }

    fn read(&mut self, tag: TagUid, blocks: Option<&[u8; Imprint::BYTES]>) {
        let Some((antenna, _, attempts)) = self.to_read.pop_front() else {
            return;
        };
        match blocks {
            Some(blocks) => self.check.read(tag, Imprint::read(blocks, tag, &self.written.1)),
            None if attempts + 1 < ATTEMPTS => {
                self.to_read.push_back((antenna, tag, attempts + 1));
            }
            // It is seen again in the next sweep, if it is still there.
            None => {}
        }
    }

    /// To the next sweep, when every loop was looked at and every tag read; and what is new.
    fn go_on(&mut self) -> Vec<Said> {
        let mut said: Vec<Said> = vec![];
        let new: Vec<Finding> = self.check.findings().collect();
        for finding in new {
            if !matches!(finding, Finding::Missing(_)) && !self.told.contains(&finding) {
                self.told.push(finding);
                said.push(Said::Found(finding));
            }
        }
        if self.number == LOOPS && self.to_read.is_empty() {
            (self.number, self.sweeps) = (0, self.sweeps + 1);
            self.check.swept();
            said.push(Said::Swept(self.check.count()));
        }
        said
    }
}

/// Loops of a table.
const LOOPS: usize = Seat::ALL.len() * Zone::ALL.len();

fn nth_loop(number: usize) -> Antenna {
    let (seat, zone) = (number / Zone::ALL.len(), number % Zone::ALL.len());
    Antenna { seat: Seat::ALL[seat % Seat::ALL.len()], zone: Zone::ALL[zone] }
}

fn identifiers(bytes: &[u8]) -> Vec<TagUid> {
    let (tags, _) = bytes.as_chunks::<8>();
    tags.iter().map(|tag| TagUid(u64::from_le_bytes(*tag))).collect()
}
