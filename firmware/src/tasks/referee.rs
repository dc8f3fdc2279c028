//! The link to the referee's device: sends every durable record until it is received, and lets in what passes the gate.
//! Play never waits for it.

use embassy_futures::select::{Either, Either3, select, select3};
use embassy_futures::yield_now;
use embedded_io_async::{Read, Write};
use heapless::Vec;
use table_core::enrolment::{Ratchet, SealedList};
use table_core::event::Event;
use table_core::game::Phase;
use table_core::place::Antenna;
use table_core::record::Seq;
use table_core::seat::Seat;
use table_core::trust::{Officials, PublicKey};
use table_core::wire::{
    self, Accumulator, Action, Ask, FromTable, Gate, KeptReceipt, Link, LinkState, ListRefusal,
    ListWord, Nonce, SessionId, ToTable,
};

use super::PULSE;
use super::table::Mind;
use crate::board::{Board, Clock, Observer};
use crate::boot::Book;
use crate::channels::{
    Channels, Fetched, FromReferee, Inspect, Inspected, MOST_INSPECTED, Task, Wanted,
};
use crate::trace::Trace;

/// Who the table is when it starts.
#[derive(Clone, Copy)]
pub struct Identity {
    table: PublicKey,
    /// Newest record on the chip.
    newest: Seq,
    /// Who may give orders.
    officials: Option<Officials>,
    /// The newest edition of the list of tiles on record.
    edition: u32,
}

impl Identity {
    /// As the journal has it.
    pub fn of(book: &Book, mind: &Mind, table: PublicKey) -> Identity {
        let edition = mind.ratchet().edition;
        Identity { table, newest: book.chain.newest(), officials: mind.officials(), edition }
    }
}

/// Runs the link for ever.
pub async fn run<B: Board>(
    mut rx: B::Rx,
    tx: B::Tx,
    identity: Identity,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let mut post = Post::<B> {
        tx,
        link: Link::new(identity.table, identity.newest),
        gate: Gate::new(identity.officials),
        edition: identity.edition,
        kept: Seq(0),
        lost: false,
        clock,
        observer,
        channels,
    };
    let mut accumulator = Accumulator::new();
    let mut bytes = [0; 64];
    loop {
        channels.health.report(Task::Referee);
        if let Some(seq) = channels.durable.try_take() {
            post.link.durable(seq);
        }
        post.watch().await;
        // Not longer than a pulse: the watchdog wants to hear from every task.
        let mut until = clock.now() + PULSE;
        match post.link.act(clock.now()) {
            Action::WaitUntil(deadline) => until = until.min(deadline),
            action => {
                post.act(action).await;
                continue;
            }
        }
        let news = select(channels.durable.wait(), channels.inspected.receive());
        match select3(rx.read(&mut bytes), news, clock.until(until)).await {
            Either3::First(Ok(count)) => {
                let held = post.link.held();
                for &byte in bytes.iter().take(count) {
                    match accumulator.push(byte) {
                        Some(Ok(body)) => post.hear(&body).await,
                        Some(Err(_)) => observer.trace(Trace::LinkNoise),
                        None => {}
                    }
                }
                if let (true, Some(held)) = (held != post.link.held(), post.link.held()) {
                    channels.acknowledged.signal(held);
                }
            }
            // An overrun line has lost bytes; the frame they belonged to fails its checksum.
            Either3::First(Err(_)) => {
                observer.trace(Trace::LinkNoise);
                clock.until(until).await;
            }
            Either3::Second(Either::First(seq)) => post.link.durable(seq),
            Either3::Second(Either::Second(inspected)) => post.inspected(&inspected).await,
            Either3::Third(()) => {}
        }
    }
}

/// The table's end of the line and everything that decides what goes over it.
struct Post<'a, B: Board> {
    tx: B::Tx,
    link: Link,
    gate: Gate,
    /// The newest edition of the list of tiles that was kept.
    edition: u32,
    /// Newest record covered by a receipt that is on record.
    kept: Seq,
    /// The referee's device was there and went away.
    lost: bool,
    clock: B::Clock,
    observer: B::Observer,
    channels: &'a Channels,
}

impl<B: Board> Post<'_, B> {
    /// Shows how the link stands, and puts its loss and return on record.
    async fn watch(&mut self) {
        let state = self.link.state(self.clock.now());
        let before = self.channels.link.set(state);
        if state == before {
            return;
        }
        self.observer.trace(Trace::Link(state));
        if state == LinkState::Up && core::mem::take(&mut self.lost) {
            self.tell(Event::LinkFound).await;
        }
        if before == LinkState::Up {
            self.lost = true;
            self.gate.close();
            self.tell(Event::LinkLost).await;
        }
    }

    async fn tell(&self, event: Event) {
        self.channels.orders.send(FromReferee::Tell(event)).await;
    }

    async fn act(&mut self, action: Action) {
        match action {
            Action::Hello(hello) => self.send(&FromTable::Hello(hello)).await,
            Action::Prove(nonce) => self.prove(nonce).await,
            Action::Record(seq) => self.send_record(seq).await,
            Action::State => {
                let status = self.channels.status.get();
                self.send(&FromTable::State(status)).await;
            }
            Action::Alive(newest) => self.send(&FromTable::Alive { newest }).await,
            Action::WaitUntil(_) => {}
        }
    }

    /// Answers a nonce under the table's signature; from then on orders of the new session are taken.
    async fn prove(&mut self, nonce: Nonce) {
        let officials = self.gate.officials().map_or(0, |list| list.serial);
        let challenge = self.link.challenge(nonce, officials);
        self.channels.wanted.send(Wanted::Answer(challenge)).await;
        let session = match self.channels.fetched.receive().await {
            Fetched::Answer(Some(answer)) => {
                let session = SessionId::of(&answer);
                self.gate.open(session);
                self.send(&FromTable::Answer(&answer)).await;
                Some(session)
            }
            _ => None,
        };
        self.link.opened(self.clock.now(), session);
    }

    async fn send_record(&mut self, seq: Seq) {
        self.channels.wanted.send(Wanted::Record(seq)).await;
        if let Fetched::Record(Some(record)) = self.channels.fetched.receive().await {
            self.send(&FromTable::Record(record.bytes())).await;
            self.observer.trace(Trace::Sent(seq));
        }
    }

    /// Takes the body of one frame.
    async fn hear(&mut self, body: &[u8]) {
        let now = self.clock.now();
        let Ok(message) = ToTable::decode(body) else {
            match wire::version_of(body) {
                Some((protocol, schema)) if !wire::speaks(protocol, schema) => {
                    self.link.other_version(now);
                    self.observer.trace(Trace::LinkRefused);
                }
                _ => self.observer.trace(Trace::LinkNoise),
            }
            return;
        };
        match message {
            ToTable::Hello(hello) => match self.link.hello(now, &hello) {
                Ok(()) => self.observer.trace(Trace::Greeted(hello.newest)),
                Err(_) => self.observer.trace(Trace::LinkRefused),
            },
            ToTable::Alive { session } => self.link.alive(now, session),
            ToTable::Ask(ask) => self.asked(ask),
            ToTable::List { offset, bytes } => self.list(offset, bytes).await,
            ToTable::Receipt(bytes) => self.receipt(bytes).await,
            ToTable::Order(bytes) => self.order(bytes).await,
            ToTable::Appoint(bytes) => self.appoint(bytes).await,
        }
        if matches!(
            message,
            ToTable::Receipt(_) | ToTable::Order(_) | ToTable::Appoint(_) | ToTable::List { .. }
        ) {
            // A signature was checked: whoever waited meanwhile comes first.
            yield_now().await;
        }
    }

    /// Passes a question on to whoever knows. Tiles are named only while no hand is played.
    fn asked(&mut self, ask: Ask) {
        let look = |seat: Seat, inspect| {
            let open = !self.channels.status.get().phase.is_played();
            if let Some(wanted) = self.channels.inspect.get(seat.index()).filter(|_| open) {
                wanted.signal(inspect);
            }
        };
        match ask {
            Ask::State | Ask::Records { .. } => self.link.asked(ask),
            Ask::Sensors(seat) => self.channels.report.signal(seat),
            Ask::Loop(Antenna { seat, zone }) => look(seat, Inspect::Loop(zone)),
            Ask::Imprint { antenna: Antenna { seat, zone }, tag } => {
                look(seat, Inspect::Imprint(zone, tag));
            }
        }
    }

    /// Sends what came of a question.
    async fn inspected(&mut self, inspected: &Inspected) {
        match inspected {
            Inspected::Sensors(sensors) => self.send(&FromTable::Sensors(*sensors)).await,
            Inspected::Imprint(tag, blocks) => {
                self.send(&FromTable::Imprint { tag: *tag, blocks: *blocks }).await;
            }
            Inspected::Loop { antenna, tags, twins, complete } => {
                let mut bytes: Vec<u8, { MOST_INSPECTED * 8 }> = Vec::new();
                bytes.extend(tags.iter().flat_map(|tag| tag.0.to_le_bytes()));
                let (antenna, twins, complete) = (*antenna, *twins, *complete);
                self.send(&FromTable::Loop { antenna, tags: &bytes, twins, complete }).await;
            }
        }
    }

    /// Takes a piece of a list of tiles; after the last one the list is looked at.
    async fn list(&mut self, offset: u16, bytes: &[u8]) {
        let word = match self.take_piece(offset, bytes).await {
            Ok(word) => word,
            Err(refusal) => ListWord::Refused(refusal),
        };
        self.send(&FromTable::List(word)).await;
    }

    async fn take_piece(&mut self, offset: u16, bytes: &[u8]) -> Result<ListWord, ListRefusal> {
        if !matches!(self.channels.status.get().phase, Phase::Idle | Phase::Over) {
            return Err(ListRefusal::SessionRuns);
        }
        let piece = Vec::from_slice(bytes).map_err(|_| ListRefusal::Damaged)?;
        self.channels.wanted.send(Wanted::Piece(offset, piece)).await;
        let Fetched::Piece(true) = self.channels.fetched.receive().await else {
            return Err(ListRefusal::Storage);
        };
        let next = usize::from(offset) + bytes.len();
        if next < SealedList::BYTES {
            return Ok(ListWord::Next(u16::try_from(next).unwrap_or(0)));
        }
        let organiser = Some(self.gate.list(self.clock.now())?);
        let ratchet = Ratchet { organiser, edition: self.edition };
        self.channels.wanted.send(Wanted::List(ratchet)).await;
        match self.channels.fetched.receive().await {
            Fetched::List(Ok((set, edition))) => {
                self.edition = edition;
                Ok(ListWord::Kept { set, edition })
            }
            Fetched::List(Err(refusal)) => Err(refusal),
            _ => Err(ListRefusal::Storage),
        }
    }

    async fn receipt(&mut self, bytes: &[u8]) {
        let now = self.clock.now();
        match self.gate.receipt(now, bytes) {
            Ok((receipt, signature)) => {
                let newest = receipt.newest;
                match self.link.received(now, newest) {
                    Ok(()) => self.observer.trace(Trace::Acknowledged(newest)),
                    Err(_) => return self.observer.trace(Trace::LinkRefused),
                }
                // One for everything there is; those on the way there would only fill the journal.
                if self.link.is_caught_up() && KeptReceipt::is_due(self.kept, newest) {
                    self.kept = newest;
                    self.tell(Event::Received(KeptReceipt { receipt, signature })).await;
                }
            }
            Err(why) => self.observer.trace(Trace::NotTaken(why)),
        }
    }

    async fn order(&mut self, bytes: &[u8]) {
        let now = self.clock.now();
        let why = match self.gate.order(now, bytes) {
            Ok((order, command)) => {
                self.observer.trace(Trace::OrderTaken(order.number));
                self.channels.orders.send(FromReferee::Order(order, command)).await;
                return;
            }
            Err(why) => why,
        };
        self.observer.trace(Trace::NotTaken(why));
        if let Some(event) = self.gate.turned(now, bytes, why) {
            self.tell(event).await;
        }
        let number = table_core::trust::read::<wire::Order>(bytes).map_or(0, |order| order.number);
        self.send(&FromTable::NotTaken { number, why }).await;
    }

    async fn appoint(&mut self, bytes: &[u8]) {
        match self.gate.appoint(self.clock.now(), bytes) {
            Ok(Some(list)) => {
                self.observer.trace(Trace::Appointed(list.serial));
                self.tell(Event::Appointed(list)).await;
            }
            Ok(None) => {}
            Err(why) => self.observer.trace(Trace::NotTaken(why)),
        }
    }

    /// A frame that does not get out is as good as lost on the way: the link repeats what matters.
    async fn send(&mut self, message: &FromTable<'_>) {
        let frame = message.encode().ok().and_then(|body| wire::encode(&body).ok());
        debug_assert!(frame.is_some(), "every message fits in a frame");
        if let Some(frame) = frame {
            let _ = self.tx.write_all(&frame).await;
            let _ = self.tx.flush().await;
        }
    }
}
