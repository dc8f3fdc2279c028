//! Makes events permanent: numbers, signs and writes them, and only then lets anybody else know.

use embassy_futures::select::{Either3, select3};
use heapless::Deque;
use table_core::enrolment::{Ratchet, SealedList};
use table_core::event::{ChipTrouble, Event, Health};
use table_core::game::Storage;
use table_core::journal::{
    Address, Append, Faults, Journal, JournalError, Kept, LONGEST_ENTRY, Pages, Recovered,
    Recovery, Room, Update,
};
use table_core::record::{RecordError, Sealed, Seq};
use table_core::time::{Span, Tick};
use table_core::trust::{self, Image, PublicKey, Purpose, SignedBytes};
use table_core::wire::{Answer, Challenge, ListRefusal};

use super::within_a_pulse;
use crate::board::{Board, Clock, Observer, Signer, Start, Vitals};
use crate::boot::{Book, LIST_PLACES, usable};
use crate::channels::{Channels, Fetched, Happening, Task, Wanted};
use crate::drivers::fram::{Fault, Fram};
use crate::trace::Trace;

/// A record that could not be made durable is tried again after this.
const AGAIN: Span = Span::millis(250);
/// While the supply fails, it is looked at this often.
const DIP: Span = Span::millis(10);
/// Most that the journal has to say about itself at once.
const MOST_REMARKS: usize = 12;

/// Why a record could not be made durable.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Failure {
    Record(RecordError),
    Signer,
    Journal(JournalError),
    Fram(Fault),
}

/// What the journal works with.
pub struct Office<B: Board> {
    /// The chip.
    pub fram: B::Fram,
    /// Journal and chain.
    pub book: Book,
    /// The key.
    pub signer: B::Signer,
    /// The home's own condition.
    pub vitals: B::Vitals,
    /// What the home found out at the start.
    pub start: Start,
}

/// Runs the journal for ever; its first record says that the table has started.
pub async fn run<B: Board>(
    office: Office<B>,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let Office { fram, book, signer, vitals, start } = office;
    let mut keeper = Keeper::<B> {
        fram: Fram::new(fram),
        cursor: (book.journal.start(), book.journal.first()),
        faults: book.journal.faults(),
        book,
        signer,
        vitals,
        image: start.image,
        clock,
        observer,
        room: Room::Enough,
        slowest: Span(0),
        remarks: Deque::new(),
    };
    keeper.boot(&start, channels).await;
    loop {
        channels.health.report(Task::Journal);
        channels.gauges.set_power_failed(keeper.vitals.power_fails());
        let work = select3(
            channels.happenings.receive(),
            channels.wanted.receive(),
            channels.clocks.wait(),
        );
        match within_a_pulse(clock, work).await {
            Some(Either3::First(happening)) => {
                keeper.keep(happening, channels).await;
                channels.kept.set(channels.kept.get().wrapping_add(1));
            }
            Some(Either3::Second(Wanted::Record(seq))) => {
                let entry = keeper.fetch(seq).await;
                channels.fetched.send(Fetched::Record(entry.ok().flatten())).await;
            }
            Some(Either3::Second(Wanted::Answer(challenge))) => {
                let answer = keeper.answer(challenge).await;
                channels.fetched.send(Fetched::Answer(answer)).await;
            }
            Some(Either3::Second(Wanted::Piece(offset, bytes))) => {
                let kept = keeper.keep_piece(offset, &bytes).await;
                channels.fetched.send(Fetched::Piece(kept)).await;
            }
            Some(Either3::Second(Wanted::List(ratchet))) => {
                let list = keeper.take_list(&ratchet).await;
                channels.fetched.send(Fetched::List(list)).await;
            }
            Some(Either3::Third(kept)) => keeper.keep_clocks(kept).await,
            None => {}
        }
        if let Some(acknowledged) = channels.acknowledged.try_take() {
            keeper.make_room(acknowledged).await;
        }
    }
}

/// Owns the chip, the chain and the key.
struct Keeper<B: Board> {
    fram: Fram<B::Fram>,
    book: Book,
    signer: B::Signer,
    vitals: B::Vitals,
    clock: B::Clock,
    /// What runs.
    image: Image,
    observer: B::Observer,
    /// Behind which entry the record comes that the link will most likely want next.
    cursor: (Address, Seq),
    /// What stands until a referee clears it.
    faults: Faults,
    /// How full the journal was when it was last told.
    room: Room,
    /// Longest wait of a record for its commit.
    slowest: Span,
    /// What the journal has to say about itself.
    remarks: Deque<Remark, MOST_REMARKS>,
}

/// What the journal says about itself. Much smaller than an event: the keeper is moved about on the stack.
#[derive(Debug, Clone, Copy)]
enum Remark {
    Provisioned,
    Chip(ChipTrouble),
    PageHealed,
    Fills(u8),
    Faulty(Faults),
    Health(Health),
}

impl Remark {
    fn event(self, table: PublicKey) -> Event {
        match self {
            Remark::Provisioned => Event::Provisioned(table),
            Remark::Chip(trouble) => Event::Chip(trouble),
            Remark::PageHealed => Event::PageHealed,
            Remark::Fills(percent) => Event::JournalFills { percent },
            Remark::Faulty(faults) => Event::Faulty(faults),
            Remark::Health(health) => Event::Health(health),
        }
    }
}

impl<B: Board> Keeper<B> {
    /// What there is to say about the start.
    async fn boot(&mut self, start: &Start, channels: &Channels) {
        self.book.chain.boot();
        let at = self.clock.now();
        // What was recovered may be sent at once.
        channels.durable.signal(Seq(self.book.journal.next().0.saturating_sub(1)));
        if start.provisioned {
            self.remark(Remark::Provisioned);
        }
        for trouble in start.chip.iter() {
            self.remark(Remark::Chip(trouble));
        }
        if self.book.damaged {
            self.heal().await;
        }
        self.keep(Happening { at, event: Event::Boot { cause: start.cause } }, channels).await;
        self.tell_storage(channels);
    }

    /// Makes a record durable, however long it takes, and then what follows from it.
    async fn keep(&mut self, happening: Happening, channels: &Channels) {
        let mut next = happening;
        loop {
            self.make_durable(&next, channels).await;
            self.look_after(&next.event).await;
            let Some(remark) = self.remarks.pop_front() else {
                break;
            };
            next = Happening { at: self.clock.now(), event: remark.event(self.signer.public()) };
        }
        let storage = (self.room, self.faults);
        self.room = self.book.journal.room();
        if storage != (self.room, self.faults) || self.room != Room::Enough {
            self.tell_storage(channels);
        }
    }

    async fn make_durable(&mut self, happening: &Happening, channels: &Channels) {
        let seq = self.book.chain.next();
        loop {
            match self.commit(happening).await {
                Ok(()) => break,
                Err(failure) => {
                    self.observer.trace(Trace::JournalFailed(seq));
                    debug_assert!(!matches!(failure, Failure::Record(_)), "every event fits");
                    if let Failure::Record(_) = failure {
                        return;
                    }
                    if !self.faults.has(Faults::STORAGE) {
                        self.faults = self.faults.and(Faults::STORAGE);
                        channels.gauges.set_not_recording(true);
                        self.tell_storage(channels);
                        self.remark(Remark::Faulty(self.faults));
                    }
                    channels.health.report(Task::Journal);
                    self.clock.pause(AGAIN).await;
                }
            }
        }
        self.slowest = self.slowest.max(self.clock.now().since(happening.at));
        self.observer.trace(Trace::Durable(seq));
        channels.gauges.set_not_recording(false);
        channels.durable.signal(seq);
    }

    /// What a record means for the journal itself.
    async fn look_after(&mut self, event: &Event) {
        match event {
            // The clocks of the session before are over.
            Event::SessionStarted(..) => self.keep_clocks(Kept::default()).await,
            Event::HandStarted { .. } => self.check_pages().await,
            Event::HandEnded { .. } => {
                self.check_pages().await;
                let (stack_used, stack_size) = self.vitals.stack().unwrap_or_default();
                let slowest_commit = core::mem::take(&mut self.slowest);
                self.remark(Remark::Health(Health { stack_used, stack_size, slowest_commit }));
            }
            Event::Faulty(faults) => {
                let marked = self.book.journal.mark(*faults);
                let _ = self.update(&marked).await;
            }
            Event::FaultsCleared(_) => {
                self.faults = Faults::NONE;
                let marked = self.book.journal.mark(Faults::NONE);
                let _ = self.update(&marked).await;
            }
            _ => {}
        }
        if self.book.journal.room() > self.room {
            self.room = self.book.journal.room();
            self.remark(Remark::Fills(self.book.journal.percent()));
        }
    }

    fn remark(&mut self, remark: Remark) {
        let noted = self.remarks.push_back(remark);
        debug_assert!(noted.is_ok(), "the journal has more to say than it can remember");
    }

    fn tell_storage(&self, channels: &Channels) {
        channels.storage.signal(Storage { room: self.book.journal.room(), faults: self.faults });
    }

    /// Before and after each hand both pages of the slate must be whole (trust C4).
    async fn check_pages(&mut self) {
        let mut pages = [0; Journal::SLATES.length];
        if self.fram.read(Journal::SLATES.address.0, &mut pages).await.is_err() {
            return;
        }
        match self.book.journal.check(&pages) {
            Pages::Good => {}
            Pages::Bad(_) => self.heal().await,
            Pages::BothBad => {
                self.heal().await;
                self.faults = self.faults.and(Faults::SLATE);
                self.remark(Remark::Faulty(self.faults));
            }
        }
    }

    /// Writes both pages anew.
    async fn heal(&mut self) {
        for _ in 0..2 {
            let healed = self.book.journal.heal();
            let _ = self.update(&healed).await;
        }
        self.remark(Remark::PageHealed);
    }

    async fn keep_clocks(&mut self, kept: Kept) {
        let kept = self.book.journal.keep(kept);
        if self.update(&kept).await.is_ok() {
            self.observer.trace(Trace::ClocksKept);
        }
    }

    /// Sessions before the newest make room, up to the list of officials that it was started under, once the referee holds all of them and room is wanted.
    async fn make_room(&mut self, acknowledged: Seq) {
        let Some((at, anchor)) = self.book.landmarks.kept_from() else {
            return;
        };
        let held =
            anchor.next() > self.book.journal.first() && acknowledged.next() >= anchor.next();
        if held && self.book.journal.room() != Room::Enough {
            let released = self.book.journal.release(at, anchor);
            if self.update(&released).await.is_ok() {
                self.cursor = (self.book.journal.start(), self.book.journal.first());
            }
        }
    }

    /// Lent: what a future is handed it keeps twice.
    async fn update(&mut self, update: &Update) -> Result<(), Failure> {
        self.while_power_lasts().await;
        let Update { write, after } = update;
        self.write(write.address, &write.bytes).await?;
        self.book.journal = *after;
        Ok(())
    }

    async fn write(&mut self, address: Address, bytes: &[u8]) -> Result<(), Failure> {
        let written = self.fram.write(address.0, bytes).await;
        written.map_err(|error| Failure::Fram(error.fault()))
    }

    /// A failing supply lets no new write begin; what is under way has the hold-up time of the board to end.
    async fn while_power_lasts(&self) {
        while self.vitals.power_fails() {
            self.clock.pause(DIP).await;
        }
    }

    async fn begin_signature(&mut self) -> Result<(), Failure> {
        let (number, begun) = self.book.journal.begin_signature();
        self.update(&begun).await?;
        self.book.chain.begun(number.saturating_sub(1));
        Ok(())
    }

    /// Signs and writes. Chain and journal move only when everything is on the chip.
    async fn commit(&mut self, happening: &Happening) -> Result<(), Failure> {
        let Happening { at, event } = *happening;
        // The signature's number is used up before the signature exists: one that never gets out leaves a gap.
        self.begin_signature().await?;
        let draft = self.book.chain.draft(self.not_before(at), event).map_err(Failure::Record)?;
        let signature = self.signer.sign(Purpose::Record, draft.bytes()).await;
        let sealed = draft.seal(&signature.map_err(|_| Failure::Signer)?);
        let record = sealed.read().map_err(Failure::Record)?;
        self.observer.trace(Trace::Signed(record.seq));
        let before = self.book.chain;
        let mut chain = before;
        chain.extend(&sealed, &record).map_err(Failure::Record)?;
        self.while_power_lasts().await;
        let Append { at, writes, after } =
            self.book.journal.append(sealed.bytes()).map_err(Failure::Journal)?;
        for write in &writes {
            self.write(write.address, &write.bytes).await?;
        }
        (self.book.journal, self.book.chain) = (after, chain);
        self.book.landmarks.pass(at, before, &event);
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

    /// Where a list of tiles goes that is to follow the one in force.
    fn other_place(&self) -> u32 {
        let [first, second] = LIST_PLACES;
        if self.book.list_place == 0 { second } else { first }
    }

    /// Puts a piece of a new list of tiles on the chip. It counts for nothing before it is whole.
    async fn keep_piece(&mut self, offset: u16, bytes: &[u8]) -> bool {
        if usize::from(offset) + bytes.len() > SealedList::BYTES {
            return false;
        }
        self.while_power_lasts().await;
        self.write(Address(self.other_place() + u32::from(offset)), bytes).await.is_ok()
    }

    /// Looks at the new list of tiles as the next start will; its set and edition.
    async fn take_list(&mut self, ratchet: &Ratchet) -> Result<(u16, u32), ListRefusal> {
        let mut bytes = [0; SealedList::BYTES];
        let read = self.fram.read(self.other_place(), &mut bytes).await;
        read.map_err(|_| ListRefusal::Storage)?;
        match usable(&bytes, ratchet)? {
            Some((set, edition)) if edition > 0 => Ok((set, edition)),
            _ => Err(ListRefusal::NotSealed),
        }
    }

    /// What the journal says about itself may come between an event and its record; time does not go back for it.
    fn not_before(&self, at: Tick) -> Tick {
        at.max(self.book.chain.at())
    }

    /// Reads a record back from the chip: the bytes that were signed are the bytes that are sent. The link
    /// goes through the journal in order, so the walk nearly always starts at the wanted entry.
    async fn fetch(&mut self, wanted: Seq) -> Result<Option<Sealed>, Failure> {
        let oldest = (self.book.journal.start(), self.book.journal.first());
        if wanted < oldest.1 || wanted >= self.book.journal.next() {
            return Ok(None);
        }
        let (end, next) = if self.cursor.1 <= wanted { self.cursor } else { oldest };
        let mut walk = Recovery::walk(&self.book.journal, end, next);
        let mut seq = next;
        let mut buffer = [0; LONGEST_ENTRY];
        while let Some(read) = walk.wants() {
            let Some(bytes) = buffer.get_mut(..read.length) else {
                break;
            };
            let done = self.fram.read(read.address.0, bytes).await;
            done.map_err(|error| Failure::Fram(error.fault()))?;
            match walk.feed(bytes).map_err(Failure::Journal)? {
                Recovered::More | Recovered::From(_) => {}
                Recovered::Entry(payload) if seq == wanted => {
                    self.cursor = walk.position().unwrap_or(oldest);
                    return Sealed::from_bytes(payload).map(Some).map_err(Failure::Record);
                }
                Recovered::Entry(_) => seq = seq.next(),
                Recovered::Blank | Recovered::Whole(_) => break,
            }
        }
        Ok(None)
    }
}
