//! From power to play: recover the journal, replay its records, read the enrolment list.

use core::fmt;

use table_core::enrolment::{Enrolment, StoredEnrolmentError};
use table_core::event::Event;
use table_core::journal::{Address, Journal, JournalError, LONGEST_ENTRY, Recovered, Recovery};
use table_core::record::{Chain, RecordError, Sealed, Seq};
use table_core::trust::{Identity, Image, PublicKey, Version};
use table_core::view;

use crate::board::{Board, Observer, Signer};
use crate::drivers::fram::{self, Fram};
use crate::tasks::table::Mind;
use crate::trace::Trace;

/// Bytes at the end of the chip that hold the enrolment list; the journal has the rest.
pub const ENROLMENT_BYTES: u32 = 4096;
/// Bytes of the journal.
pub const JOURNAL_BYTES: u32 = fram::CAPACITY - ENROLMENT_BYTES;

/// Why the table cannot start. It shows this and waits for a referee; nothing is cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum BootFault {
    /// The FRAM does not answer as it should.
    Fram(fram::Fault),
    /// The journal is not whole.
    Journal(JournalError),
    /// The records in the journal do not follow from each other, or are another table's.
    Records(RecordError),
    /// The enrolment list is not whole.
    Enrolment(StoredEnrolmentError),
    /// The application ended, which it never does.
    Ended,
}

impl fmt::Display for BootFault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            BootFault::Fram(fault) => write!(out, "storage: {fault}"),
            BootFault::Journal(error) => write!(out, "journal: {error}"),
            BootFault::Records(error) => write!(out, "records: {error}"),
            BootFault::Enrolment(error) => write!(out, "enrolment list: {error}"),
            BootFault::Ended => out.write_str("the application ended"),
        }
    }
}

impl core::error::Error for BootFault {}

impl BootFault {
    /// As the screen says it.
    pub const fn shown(&self) -> view::Fault {
        match self {
            BootFault::Fram(_) => view::Fault::Storage,
            BootFault::Journal(_) => view::Fault::Journal,
            BootFault::Records(_) => view::Fault::Records,
            BootFault::Enrolment(_) => view::Fault::Enrolment,
            BootFault::Ended => view::Fault::Program,
        }
    }
}

/// Journal and chain, always moved together.
pub struct Book {
    /// Where the next entry goes.
    pub journal: Journal,
    /// What the next record must carry.
    pub chain: Chain,
    /// Where the newest session begins, and the chain before it: what came earlier may make room.
    pub session: Option<(Address, Chain)>,
    /// A page of the slate was not whole.
    pub damaged: bool,
}

/// The commit that the image was built from, as `build.rs` found it.
const COMMIT: &str = env!("BUILD_COMMIT");

/// Recovers everything from the FRAM: `mind` remembers the game and learns the tiles, the journal's end is handed back.
pub async fn start<B: Board>(
    spi: &mut B::Fram,
    signer: &B::Signer,
    image: Image,
    observer: &B::Observer,
    mind: &mut Mind,
) -> Result<Book, BootFault> {
    let mut fram = Fram::new(spi);
    fram.identify().await.map_err(|error| BootFault::Fram(error.fault()))?;
    let table = signer.public();
    let mut book = recover(&mut fram, &table, mind, observer).await?;
    book.chain.begun(book.journal.signatures());
    let enrolment = read_enrolment(&mut fram).await?;
    observer.trace(Trace::Enrolled(enrolment.iter().count() as u32));
    let (core, commit, enrolled) = (Version::CORE, commit(), enrolment.digest());
    mind.identify(Identity { table, image, core, commit, enrolment: enrolled });
    mind.enrol(enrolment);
    mind.shows.fingerprint = Some(table.fingerprint());
    mind.power_returned(book.journal.kept());
    Ok(book)
}

async fn recover<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
    table: &PublicKey,
    mind: &mut Mind,
    observer: &impl Observer,
) -> Result<Book, BootFault> {
    let genesis = Chain::genesis(table);
    let failed = |error: fram::Error<S::Error>| BootFault::Fram(error.fault());
    let mut recovery = Recovery::new(JOURNAL_BYTES, genesis);
    let mut buffer = [0; LONGEST_ENTRY];
    let mut replayed = 0;
    let (mut chain, mut session, mut newest) = (genesis, None, None);
    loop {
        let read = recovery.wants().ok_or(BootFault::Ended)?;
        let bytes = buffer.get_mut(..read.length).ok_or(BootFault::Ended)?;
        fram.read(read.address.0, bytes).await.map_err(failed)?;
        match recovery.feed(bytes).map_err(BootFault::Journal)? {
            Recovered::More => {}
            Recovered::From(anchor) if anchor.next() == genesis.next() && anchor != genesis => {
                return Err(BootFault::Records(RecordError::Chain(anchor.next())));
            }
            Recovered::From(anchor) => chain = anchor,
            Recovered::Entry(payload) => {
                let before = chain;
                let event = replay(payload, &mut chain, mind).map_err(BootFault::Records)?;
                newest = Sealed::from_bytes(payload).ok();
                if let Event::SessionStarted(..) = event {
                    session = Some((read.address, before));
                }
                replayed += 1;
            }
            Recovered::Whole(journal) => {
                // The chain binds all others to the newest: if this table signed that one, it made them all.
                if let Some(newest) = &newest {
                    newest.verify(table).map_err(BootFault::Records)?;
                }
                observer.trace(Trace::Replayed(replayed));
                observer.trace(Trace::Recovered(Seq(journal.next().0.saturating_sub(1))));
                let damaged = recovery.damaged().is_some();
                return Ok(Book { journal, chain, session, damaged });
            }
            Recovered::Blank => {
                let (journal, writes) = Journal::create(JOURNAL_BYTES, genesis);
                for write in writes {
                    fram.write(write.address.0, &write.bytes).await.map_err(failed)?;
                }
                observer.trace(Trace::JournalCreated);
                return Ok(Book { journal, chain, session: None, damaged: false });
            }
        }
    }
}

fn replay(payload: &[u8], chain: &mut Chain, mind: &mut Mind) -> Result<Event, RecordError> {
    let sealed = Sealed::from_bytes(payload)?;
    let record = sealed.read()?;
    chain.extend(&sealed, &record)?;
    mind.replay(&record.event);
    Ok(record.event)
}

/// Forty hexadecimal digits; zeros where nobody told.
fn commit() -> [u8; 20] {
    let digit = |at: usize| {
        let digit = COMMIT.as_bytes().get(at).map(|digit| char::from(*digit));
        digit.and_then(|digit| digit.to_digit(16)).unwrap_or(0) as u8
    };
    core::array::from_fn(|byte| digit(2 * byte) << 4 | digit(2 * byte + 1))
}

async fn read_enrolment<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
) -> Result<Enrolment, BootFault> {
    let mut bytes = [0; Enrolment::STORED_BYTES];
    fram.read(JOURNAL_BYTES, &mut bytes).await.map_err(|error| BootFault::Fram(error.fault()))?;
    Enrolment::from_stored(&bytes).map_err(BootFault::Enrolment)
}
