//! From power to play: recover the journal, replay its records, read the enrolment list.

use core::fmt;

use table_core::enrolment::{Enrolment, StoredEnrolmentError};
use table_core::journal::{Journal, JournalError, LONGEST_ENTRY, Recovered, Recovery};
use table_core::record::{Chain, RecordError, Sealed};
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
}

/// Recovers everything from the FRAM: `mind` remembers the game and learns the tiles, the journal's end is handed back.
pub async fn start<B: Board>(
    spi: &mut B::Fram,
    signer: &B::Signer,
    observer: &B::Observer,
    mind: &mut Mind,
) -> Result<Book, BootFault> {
    let mut fram = Fram::new(spi);
    fram.identify().await.map_err(|error| BootFault::Fram(error.fault()))?;
    let mut chain = Chain::genesis(&signer.public());
    let journal = recover(&mut fram, &mut chain, mind, observer).await?;
    let enrolment = read_enrolment(&mut fram).await?;
    observer.trace(Trace::Enrolled(enrolment.iter().count() as u32));
    mind.enrol(enrolment);
    mind.shows.fingerprint = Some(signer.public().fingerprint());
    Ok(Book { journal, chain })
}

async fn recover<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
    chain: &mut Chain,
    mind: &mut Mind,
    observer: &impl Observer,
) -> Result<Journal, BootFault> {
    let mut recovery = Recovery::new(JOURNAL_BYTES);
    let mut buffer = [0; LONGEST_ENTRY];
    let mut replayed = 0;
    loop {
        let read = recovery.wants().ok_or(BootFault::Ended)?;
        let bytes = buffer.get_mut(..read.length).ok_or(BootFault::Ended)?;
        fram.read(read.address.0, bytes).await.map_err(|error| BootFault::Fram(error.fault()))?;
        match recovery.feed(bytes).map_err(BootFault::Journal)? {
            Recovered::More => {}
            Recovered::Entry(payload) => {
                replay(payload, chain, mind).map_err(BootFault::Records)?;
                replayed += 1;
            }
            Recovered::Whole(journal) => {
                observer.trace(Trace::Replayed(replayed));
                return Ok(journal);
            }
            Recovered::Blank => {
                let (journal, writes) = Journal::create(JOURNAL_BYTES);
                for write in writes {
                    fram.write(write.address.0, &write.bytes)
                        .await
                        .map_err(|error| BootFault::Fram(error.fault()))?;
                }
                observer.trace(Trace::JournalCreated);
                return Ok(journal);
            }
        }
    }
}

fn replay(payload: &[u8], chain: &mut Chain, mind: &mut Mind) -> Result<(), RecordError> {
    let sealed = Sealed::from_bytes(payload)?;
    let record = sealed.read()?;
    chain.extend(&sealed, &record)?;
    mind.replay(&record.event);
    Ok(())
}

async fn read_enrolment<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
) -> Result<Enrolment, BootFault> {
    let mut bytes = [0; Enrolment::STORED_BYTES];
    fram.read(JOURNAL_BYTES, &mut bytes).await.map_err(|error| BootFault::Fram(error.fault()))?;
    Enrolment::from_stored(&bytes).map_err(BootFault::Enrolment)
}
