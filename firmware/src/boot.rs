//! From power to play: recover the journal, replay its records, read the enrolment list.

use core::fmt;
use core::future::poll_fn;
use core::pin::{Pin, pin};
use core::task::{Context, Poll};

use table_core::enrolment::{Ratchet, SealedList, StoredEnrolmentError};
use table_core::event::Event;
use table_core::journal::{Address, Journal, JournalError, LONGEST_ENTRY, Recovered, Recovery};
use table_core::record::{Chain, Hash, RecordError, Sealed, Seq};
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

/// Where the two lists of tiles begin. A new one goes where the one in force is not, so that it is whole or not there.
pub const LIST_PLACES: [u32; 2] = [JOURNAL_BYTES, JOURNAL_BYTES + ENROLMENT_BYTES / 2];

/// Why the table cannot start. It shows this and waits for a referee; nothing is cleared.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
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
    /// Places in it that matter.
    pub landmarks: Landmarks,
    /// A page of the slate was not whole.
    pub damaged: bool,
    /// Which of [`LIST_PLACES`] holds the list in force.
    pub list_place: usize,
}

/// A place in the journal and the chain before it.
pub type Place = (Address, Chain);

/// Places in the journal that matter when old records make room.
#[derive(Debug, Clone, Copy, Default)]
pub struct Landmarks {
    /// The newest list of officials.
    appointed: Option<Place>,
    /// Where the newest session begins.
    session: Option<Place>,
}

impl Landmarks {
    /// An entry at `at`, behind `before`.
    pub fn pass(&mut self, at: Address, before: Chain, event: &Event) {
        match event {
            Event::Appointed(_) => self.appointed = Some((at, before)),
            // The list is put on record again before every session: whatever makes room, who may order is not forgotten.
            Event::SessionStarted(..) => self.session = self.appointed.or(Some((at, before))),
            _ => {}
        }
    }

    /// Everything from here on is always kept: the newest session, and the list of officials that it was started under. What came
    /// earlier may make room.
    pub const fn kept_from(&self) -> Option<Place> {
        self.session
    }
}

/// Polls a future in a stack frame of its own. What a start needs (lists, buffers, journals on their way) lies in that frame and is gone
/// before play; inlined into its caller it would lie under everything that runs later. The caller keeps the future: handed over it
/// would take its room twice.
pub async fn apart<F: Future>(mut future: Pin<&mut F>) -> F::Output {
    poll_fn(|context| poll_apart(future.as_mut(), context)).await
}

#[inline(never)]
fn poll_apart<F: Future>(future: Pin<&mut F>, context: &mut Context<'_>) -> Poll<F::Output> {
    future.poll(context)
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
    apart(pin!(remember::<B>(spi, signer, image, observer, mind))).await
}

async fn remember<B: Board>(
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
    let enrolled = enrol(&mut fram, &mut book, mind, observer).await?;
    let (core, commit) = (Version::CORE, commit());
    mind.identify(Identity { table, image, core, commit, enrolment: enrolled });
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
    let (mut chain, mut landmarks) = (genesis, Landmarks::default());
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
                landmarks.pass(read.address, before, &event);
                replayed += 1;
            }
            Recovered::Whole(journal) => {
                observer.trace(Trace::Replayed(replayed));
                observer.trace(Trace::Recovered(Seq(journal.next().0.saturating_sub(1))));
                let damaged = recovery.damaged().is_some();
                return Ok(Book { journal, chain, landmarks, damaged, list_place: 0 });
            }
            Recovered::Blank => {
                let (journal, writes) = Journal::create(JOURNAL_BYTES, genesis);
                for write in &writes {
                    fram.write(write.address.0, &write.bytes).await.map_err(failed)?;
                }
                observer.trace(Trace::JournalCreated);
                return Ok(Book { journal, chain, landmarks, damaged: false, list_place: 0 });
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

/// Finds the list of tiles that is in force: the newest of the two that may be used. Its hash.
async fn enrol<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
    book: &mut Book,
    mind: &mut Mind,
    observer: &impl Observer,
) -> Result<Hash, BootFault> {
    let ratchet = mind.ratchet();
    let mut bytes = [0; SealedList::BYTES];
    let mut newest: Option<(u32, usize)> = None;
    let mut wrong = None;
    for (place, address) in LIST_PLACES.into_iter().enumerate() {
        read_list(fram, address, &mut bytes).await?;
        match usable(&bytes, &ratchet) {
            Ok(None) => {}
            Ok(Some((_, edition))) if newest.is_some_and(|(known, _)| known >= edition) => {}
            Ok(Some((_, edition))) => newest = Some((edition, place)),
            Err(error) => wrong = wrong.or(Some(error)),
        }
    }
    let place = match (newest, wrong) {
        (Some((_, place)), _) => place,
        (None, Some(error)) => return Err(BootFault::Enrolment(error)),
        // Nothing was ever enrolled, or what was is gone.
        (None, None) => {
            let none = SealedList::EMPTY.check(&ratchet);
            none.map_err(|error| BootFault::Enrolment(StoredEnrolmentError::Seal(error)))?;
            0
        }
    };
    book.list_place = place;
    let [first, second] = LIST_PLACES;
    read_list(fram, if place == 0 { first } else { second }, &mut bytes).await?;
    learn(&bytes, mind, observer).map_err(BootFault::Enrolment)
}

/// Teaches `mind` the list in force. Its hash. Apart for the same reason as [`usable`].
#[inline(never)]
fn learn(
    bytes: &[u8; SealedList::BYTES],
    mind: &mut Mind,
    observer: &impl Observer,
) -> Result<Hash, StoredEnrolmentError> {
    let sealed = &SealedList::from_bytes(bytes);
    let SealedList { list, seal } = sealed.as_ref().map_err(|error| *error)?;
    observer.trace(Trace::Enrolled(list.iter().count() as u32));
    mind.enrol(list, *seal);
    Ok(list.digest())
}

async fn read_list<S: embedded_hal_async::spi::SpiDevice>(
    fram: &mut Fram<S>,
    address: u32,
    bytes: &mut [u8; SealedList::BYTES],
) -> Result<(), BootFault> {
    fram.read(address, bytes).await.map_err(|error| BootFault::Fram(error.fault()))
}

/// Set and edition of a list that may be used, zeros if nobody sealed it; nothing if there is none. A list is large: it lies in
/// a stack frame of its own.
#[inline(never)]
pub(crate) fn usable(
    bytes: &[u8; SealedList::BYTES],
    ratchet: &Ratchet,
) -> Result<Option<(u16, u32)>, StoredEnrolmentError> {
    // Looked at where it was read: taken out, it would lie on the stack twice.
    let sealed = &SealedList::from_bytes(bytes);
    let sealed = sealed.as_ref().map_err(|error| *error)?;
    if *sealed == SealedList::EMPTY {
        return Ok(None);
    }
    sealed.check(ratchet).map_err(StoredEnrolmentError::Seal)?;
    Ok(Some(sealed.seal.map_or((0, 0), |seal| (seal.set, seal.edition))))
}
