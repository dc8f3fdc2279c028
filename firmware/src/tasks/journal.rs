//! Makes events permanent: numbers, signs and writes them, and only then lets anybody else know.

use embassy_futures::select::{Either, select};
use table_core::event::{Event, ResetCause};
use table_core::journal::{
    Address, Append, FIRST_ENTRY, JournalError, LONGEST_ENTRY, Recovered, Recovery,
};
use table_core::record::{Hash, RecordError, Sealed, Seq};
use table_core::trust::{self, Purpose, SignedBytes};
use table_core::wire::{Answer, Challenge};

use super::within_a_pulse;
use crate::board::{Board, Clock, Observer, Signer};
use crate::boot::Book;
use crate::channels::{Channels, Fetched, Happening, Task, Wanted};
use crate::drivers::fram::{Fault, Fram};
use crate::trace::Trace;

/// Why a record could not be made durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    Record(RecordError),
    Signer,
    Journal(JournalError),
    Fram(Fault),
}

/// Runs the journal for ever; its first record says that the table has started.
pub async fn run<B: Board>(
    fram: B::Fram,
    book: Book,
    signer: B::Signer,
    (cause, image): (ResetCause, Hash),
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let cursor = Keeper::<B>::START;
    let mut keeper = Keeper::<B> { fram: Fram::new(fram), book, signer, image, observer, cursor };
    keeper.book.chain.boot();
    let boot = Happening { at: clock.now(), event: Event::Boot { cause } };
    keeper.keep(boot, channels).await;
    loop {
        channels.health.report(Task::Journal);
        let work = select(channels.happenings.receive(), channels.wanted.receive());
        match within_a_pulse(clock, work).await {
            Some(Either::First(happening)) => keeper.keep(happening, channels).await,
            Some(Either::Second(Wanted::Record(seq))) => {
                let entry = keeper.fetch(seq).await;
                channels.fetched.send(Fetched::Record(entry.ok().flatten())).await;
            }
            Some(Either::Second(Wanted::Answer(challenge))) => {
                let answer = keeper.answer(challenge).await;
                channels.fetched.send(Fetched::Answer(answer)).await;
            }
            None => {}
        }
    }
}

/// Owns the chip, the chain and the key.
struct Keeper<B: Board> {
    fram: Fram<B::Fram>,
    book: Book,
    signer: B::Signer,
    /// Hash of the running image.
    image: Hash,
    observer: B::Observer,
    /// Where the record starts that the link will most likely want next.
    cursor: (Address, Seq),
}

impl<B: Board> Keeper<B> {
    const START: (Address, Seq) = (Address(FIRST_ENTRY), Seq(1));

    async fn keep(&mut self, happening: Happening, channels: &Channels) {
        let seq = self.book.chain.next();
        match self.commit(happening).await {
            Ok(()) => {
                self.observer.trace(Trace::Durable(seq));
                channels.durable.signal(seq);
            }
            Err(_) => self.observer.trace(Trace::JournalFailed(seq)),
        }
    }

    /// Signs and writes. Chain and journal move only when everything is on the chip.
    async fn commit(&mut self, happening: Happening) -> Result<(), Failure> {
        let Happening { at, event } = happening;
        let draft = self.book.chain.draft(at, event).map_err(Failure::Record)?;
        let signature = self.signer.sign(Purpose::Record, draft.bytes()).await;
        let sealed = draft.seal(&signature.map_err(|_| Failure::Signer)?);
        let record = sealed.read().map_err(Failure::Record)?;
        self.observer.trace(Trace::Signed(record.seq));
        let mut chain = self.book.chain;
        chain.extend(&sealed, &record).map_err(Failure::Record)?;
        let Append { writes, after } =
            self.book.journal.append(sealed.bytes()).map_err(Failure::Journal)?;
        for write in &writes {
            let written = self.fram.write(write.address.0, &write.bytes).await;
            written.map_err(|error| Failure::Fram(error.fault()))?;
        }
        self.book = Book { journal: after, chain };
        Ok(())
    }

    /// What the table is and has, under its signature (trust D1).
    async fn answer(&mut self, challenge: Challenge) -> Option<SignedBytes> {
        let Challenge { nonce, greeting, officials } = challenge;
        let chain = &self.book.chain;
        let draft = trust::draft(&Answer {
            nonce,
            table: self.signer.public(),
            image: self.image,
            newest: chain.newest(),
            head: chain.head(),
            signatures: chain.signatures(),
            boot: chain.boots(),
            greeting,
            officials,
        })?;
        let signature = self.signer.sign(Purpose::Answer, &draft).await.ok()?;
        Some(trust::seal(&draft, &signature))
    }

    /// Reads a record back from the chip: the bytes that were signed are the bytes that are sent. The link
    /// goes through the journal in order, so the walk nearly always starts at the wanted entry.
    async fn fetch(&mut self, wanted: Seq) -> Result<Option<Sealed>, Failure> {
        let (at, next) = if self.cursor.1 <= wanted { self.cursor } else { Keeper::<B>::START };
        let mut walk = Recovery::walk(&self.book.journal, at, next);
        let mut seq = next;
        let mut buffer = [0; LONGEST_ENTRY];
        while let Some(read) = walk.wants() {
            let Some(bytes) = buffer.get_mut(..read.length) else {
                break;
            };
            let done = self.fram.read(read.address.0, bytes).await;
            done.map_err(|error| Failure::Fram(error.fault()))?;
            match walk.feed(bytes).map_err(Failure::Journal)? {
                Recovered::More => {}
                Recovered::Entry(payload) if seq == wanted => {
                    self.cursor = walk.position().unwrap_or(Keeper::<B>::START);
                    return Sealed::from_bytes(payload).map(Some).map_err(Failure::Record);
                }
                Recovered::Entry(_) => seq = seq.next(),
                Recovered::Blank | Recovered::Whole(_) => break,
            }
        }
        Ok(None)
    }
}
