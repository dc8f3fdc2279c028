//! The device at the other end of the table's UART: asks the table to prove itself, checks and acknowledges its records, and
//! sends signed orders, each once.
//!
//! Sans-IO like the table's end: bytes and time go in, notices and bytes come out. What must outlive the device is in its
//! [`Ledger`]; everything else may be lost at any moment.

use std::collections::{BTreeMap, VecDeque};

use table_core::event::Event;
use table_core::game::Command;
use table_core::record::Seq;
use table_core::trust::{self, SignedBytes};
use table_core::wire::{
    self, ALIVE_EVERY, Accumulator, Answer, Ask, FromTable, Grounds, HELLO_EVERY, LOST_AFTER,
    Nonce, Order, OrderError, OrderId, Receipt, RefereeHello, SessionId, TableHello, ToTable,
    Turned, WINDOW, Why,
};

use super::{Ledger, Notice, Office, Refusal, grounds};
use crate::chips::Micros;
use crate::set::{Clerk, Errand, Job};

/// Receipts are sent no more often than this; a table checks five signatures a second.
const RECEIPT_EVERY: Micros = 220_000;
/// An order without an answer on record is sent again after this, and so is a list.
const ORDER_AGAIN: Micros = 1_000_000;
/// Records kept that came before their turn: as many as the table sends ahead.
const MOST_AHEAD: usize = WINDOW as usize;

/// How far the conversation has come.
enum Stage {
    /// The table has not been asked.
    Alone,
    /// A nonce is out.
    Asked(Nonce),
    /// The table has proven itself.
    Open(Open),
}

struct Open {
    nonce: Nonce,
    session: SessionId,
    greeting: u32,
    /// Number of the next order.
    number: u32,
    /// When it was opened.
    since: Micros,
    /// Orders wait until everything up to this record is held: it may tell of one that is believed lost.
    caught_up: Seq,
    /// The table has not got the list of officials: when it was last sent.
    appointing: Option<Micros>,
}

/// An order under way.
struct Sent {
    order: Order,
    frame: Vec<u8>,
    at: Micros,
    /// It is on record as taken since then. What it causes follows; a start of the table instead means that its power went
    /// in between, and the order is given again.
    taken: Option<Micros>,
}

/// The device.
pub struct Referee {
    office: Office,
    ledger: Ledger,
    nonces: Box<dyn FnMut() -> Nonce + Send>,
    accumulator: Accumulator,
    stage: Stage,
    asked: Option<Micros>,
    heard: Option<Micros>,
    spoke: Micros,
    /// A receipt is to be sent, and when the last one was.
    receipt: (bool, Option<Micros>),
    /// Records that came before their turn, unchecked.
    ahead: BTreeMap<Seq, Vec<u8>>,
    orders: VecDeque<(Command, Why)>,
    sent: Option<Sent>,
    /// What the table last proved about itself.
    proof: Option<Answer>,
    /// Who works with a set of tiles at this table.
    clerk: Option<Clerk>,
    notices: Vec<Notice>,
    out: Vec<u8>,
}

impl Referee {
    /// Trusts the table of `ledger` and no other; `nonces` must be beyond guessing.
    pub fn new(
        office: Office,
        ledger: Ledger,
        nonces: impl FnMut() -> Nonce + Send + 'static,
    ) -> Referee {
        Referee {
            office,
            ledger,
            nonces: Box::new(nonces),
            accumulator: Accumulator::new(),
            stage: Stage::Alone,
            asked: None,
            heard: None,
            spoke: 0,
            receipt: (false, None),
            ahead: BTreeMap::new(),
            orders: VecDeque::new(),
            sent: None,
            proof: None,
            clerk: None,
            notices: vec![],
            out: vec![],
        }
    }

    /// What is held.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// What the table last proved about itself: identity, image, newest record.
    pub fn proof(&self) -> Option<&Answer> {
        self.proof.as_ref()
    }

    /// Switches the device off; only what is held is left.
    pub fn into_ledger(self) -> Ledger {
        self.ledger
    }

    /// Whether the table is there and has proven itself.
    pub fn is_up(&self, now: Micros) -> bool {
        matches!(self.stage, Stage::Open(_))
            && self.heard.is_some_and(|heard| now.saturating_sub(heard) < LOST_AFTER.0)
    }

    /// Gives an order on what the referee has seen: it is sent as soon as the table is there, again until its record is here, and
    /// carried out once.
    pub fn order(&mut self, command: Command) {
        self.order_because(command, Why::Seen);
    }

    /// Gives an order and says why.
    pub fn order_because(&mut self, command: Command, why: Why) {
        self.orders.push_back((command, why));
    }

    /// Orders that have not been answered by a record.
    pub fn pending(&self) -> usize {
        self.orders.len() + usize::from(self.sent.is_some())
    }

    /// Begins work with a set of tiles, in place of any that was begun.
    pub fn work(&mut self, job: Job) {
        self.clerk = Some(Clerk::new(job));
    }

    /// Who works with a set of tiles, and how far that has come.
    pub fn clerk(&self) -> Option<&Clerk> {
        self.clerk.as_ref()
    }

    /// Asks to read.
    pub fn ask(&mut self, ask: Ask) {
        self.say(&ToTable::Ask(ask));
    }

    /// Takes bytes from the table; gives what was noticed and what to answer.
    pub fn hear(&mut self, now: Micros, bytes: &[u8]) -> (Vec<Notice>, Vec<u8>) {
        for &byte in bytes {
            match self.accumulator.push(byte) {
                Some(Ok(body)) => self.message(now, &body),
                Some(Err(error)) => self.notices.push(Notice::Damaged(error)),
                None => {}
            }
        }
        self.tick(now)
    }

    /// When [`Referee::tick`] has something to do.
    pub fn next(&self) -> Option<Micros> {
        let Stage::Open(open) = &self.stage else {
            return self.asked.map(|asked| asked + HELLO_EVERY.0);
        };
        let alive = self.spoke + ALIVE_EVERY.0;
        let lost = self.heard.map(|heard| heard + LOST_AFTER.0);
        let receipt = self.receipt.0.then(|| self.receipt.1.map_or(0, |at| at + RECEIPT_EVERY));
        let waits = |sent: &&Sent| sent.order.session == open.session || sent.taken.is_some();
        let sent = self.sent.as_ref().filter(waits);
        let again = sent.map(|sent| sent.taken.unwrap_or(sent.at) + ORDER_AGAIN);
        let late = open.since + ORDER_AGAIN;
        let order =
            if self.order_is_due(0) { Some(0) } else { self.order_is_due(late).then_some(late) };
        let list = open.appointing.map(|at| at + ORDER_AGAIN);
        let clerk = self.clerk.as_ref().and_then(Clerk::next);
        [Some(alive), lost, receipt, again, order, list, clerk].into_iter().flatten().min()
    }

    /// Does what is due; gives what was noticed and what to send.
    pub fn tick(&mut self, now: Micros) -> (Vec<Notice>, Vec<u8>) {
        let due = |since: Option<Micros>, span: Micros| since.is_none_or(|at| now >= at + span);
        match self.stage {
            Stage::Open(_) if due(self.heard, LOST_AFTER.0) => {
                self.notices.push(Notice::Lost);
                self.close();
            }
            Stage::Alone | Stage::Asked(_) if due(self.asked, HELLO_EVERY.0) => self.greet(now),
            _ => {}
        }
        if self.receipt.0 && due(self.receipt.1, RECEIPT_EVERY) {
            self.acknowledge(now);
        }
        self.send_list(now);
        self.send_orders(now);
        self.run_errands(now);
        if let Stage::Open(open) = &self.stage
            && now >= self.spoke + ALIVE_EVERY.0
        {
            let session = open.session;
            self.say(&ToTable::Alive { session });
        }
        if !self.out.is_empty() {
            self.spoke = now;
        }
        (std::mem::take(&mut self.notices), std::mem::take(&mut self.out))
    }

    fn run_errands(&mut self, now: Micros) {
        let Some(clerk) = self.clerk.as_mut() else {
            return;
        };
        let errand = match self.stage {
            Stage::Open(_) => clerk.errand(now),
            Stage::Alone | Stage::Asked(_) => None,
        };
        self.notices.extend(clerk.said().map(Notice::Set));
        match errand {
            Some(Errand::Ask(ask)) => self.ask(ask),
            Some(Errand::Piece(offset, bytes)) => {
                self.say(&ToTable::List { offset, bytes: &bytes });
            }
            None => {}
        }
    }

    fn say(&mut self, message: &ToTable<'_>) {
        self.out.extend(to_frame(message));
    }

    fn close(&mut self) {
        self.stage = Stage::Alone;
        self.ahead.clear();
        // Whether it arrived is seen when the table is back.
        self.receipt.0 = false;
    }

    fn greet(&mut self, now: Micros) {
        let nonce = (self.nonces)();
        self.stage = Stage::Asked(nonce);
        self.asked = Some(now);
        let newest = self.ledger.newest();
        self.say(&ToTable::Hello(RefereeHello::new(nonce, newest)));
    }

    fn message(&mut self, now: Micros, body: &[u8]) {
        let message = match FromTable::decode(body) {
            Ok(message) => message,
            Err(error) => {
                let notice = match wire::version_of(body) {
                    Some((protocol, schema)) if !wire::speaks(protocol, schema) => {
                        Notice::OtherVersion(protocol)
                    }
                    _ => Notice::Unknown(error),
                };
                self.notices.push(notice);
                return;
            }
        };
        if let Some(clerk) = &mut self.clerk {
            clerk.hear(now, &message);
        }
        match message {
            FromTable::Hello(hello) => self.hello(now, &hello),
            FromTable::Answer(bytes) => self.answer(now, bytes),
            FromTable::Record(bytes) => self.record(now, bytes),
            FromTable::Alive { .. } => self.heard = Some(now),
            FromTable::NotTaken { number, why } => self.not_taken(now, number, why),
            FromTable::State(status) => {
                self.heard = Some(now);
                self.notices.push(Notice::State(status));
            }
            FromTable::Sensors(sensors) => {
                self.heard = Some(now);
                self.notices.push(Notice::Sensors(Box::new(sensors)));
            }
            FromTable::Loop { .. } | FromTable::Imprint { .. } | FromTable::List(_) => {
                self.heard = Some(now);
            }
        }
    }

    fn refuse(&mut self, refusal: Refusal) {
        self.notices.push(Notice::Refused(refusal));
    }

    /// A table that says hello has nobody: it is asked to prove itself.
    fn hello(&mut self, now: Micros, hello: &TableHello) {
        if !wire::speaks(hello.protocol, hello.schema) {
            self.notices.push(Notice::OtherVersion(hello.protocol));
            // So that it can tell its players why nobody talks to it.
            let own = RefereeHello::new(Nonce([0; 16]), Seq(0));
            return self.say(&ToTable::Hello(own));
        }
        if hello.table != self.ledger.table() {
            return self.refuse(Refusal::Stranger(hello.table.fingerprint()));
        }
        self.notices.push(Notice::Hello(hello.table));
        self.greet(now);
    }

    fn answer(&mut self, now: Micros, bytes: &[u8]) {
        let Ok(answer) = trust::verified::<Answer>(bytes, &self.ledger.table()) else {
            return self.refuse(Refusal::Unproven);
        };
        let (asked, newer) = match &self.stage {
            Stage::Alone => (None, false),
            Stage::Asked(nonce) => (Some(*nonce), true),
            // A hello that was doubled on the way is answered twice; the later answer counts at the table.
            Stage::Open(open) => (Some(open.nonce), answer.greeting > open.greeting),
        };
        if asked != Some(answer.nonce) || answer.table != self.ledger.table() {
            return self.refuse(Refusal::Replayed);
        }
        if !newer {
            return;
        }
        if let Err(alarm) = self.ledger.compare(&answer) {
            self.close();
            self.ledger.keep_alarm(&alarm);
            return self.refuse(alarm);
        }
        self.heard = Some(now);
        self.stage = Stage::Open(Open {
            nonce: answer.nonce,
            session: SessionId::of(bytes),
            greeting: answer.greeting,
            number: 1,
            since: now,
            caught_up: answer.newest,
            appointing: (answer.officials < self.office.serial()).then_some(0),
        });
        self.proof = Some(answer);
        self.notices.push(Notice::Proven(answer.newest));
    }

    /// Sends the list of officials until it is on record.
    fn send_list(&mut self, now: Micros) {
        if let Stage::Open(open) = &mut self.stage
            && let Some(at) = &mut open.appointing
            && (*at == 0 || now >= *at + ORDER_AGAIN)
        {
            *at = now.max(1);
            let list = self.office.list().clone();
            self.say(&ToTable::Appoint(&list));
        }
    }

    fn record(&mut self, now: Micros, bytes: &[u8]) {
        self.heard = Some(now);
        self.receipt.0 = true;
        self.take(now, bytes);
        // Those that waited for it.
        while let Some(bytes) = self.ahead.remove(&self.ledger.newest().next()) {
            self.take(now, &bytes);
        }
    }

    fn take(&mut self, now: Micros, bytes: &[u8]) {
        let notice = match self.ledger.take(bytes) {
            Ok(notice) => notice,
            Err(refusal) => {
                if let Refusal::Changed(_) = refusal {
                    self.ledger.keep_alarm(&refusal);
                }
                return self.refuse(refusal);
            }
        };
        match notice {
            Notice::Ahead(seq) if self.ahead.len() < MOST_AHEAD => {
                self.ahead.insert(seq, bytes.to_vec());
            }
            Notice::Verified(_) => {
                if let Some(Ok(record)) = self.ledger.records().last().map(|it| it.read()) {
                    self.answered(now, &record.event);
                }
            }
            _ => {}
        }
        self.notices.push(notice);
    }

    /// Follows what a record says about the order under way.
    fn answered(&mut self, now: Micros, event: &Event) {
        let ours = |sent: &Sent, id: &OrderId| {
            let Order { session, number, by, .. } = sent.order;
            (session, number, by) == (id.session, id.number, id.by)
        };
        match event {
            Event::Appointed(list) => {
                if let Stage::Open(open) = &mut self.stage
                    && list.serial >= self.office.serial()
                {
                    open.appointing = None;
                }
            }
            Event::Ordered(id) => {
                if let Some(sent) = self.sent.as_mut().filter(|sent| ours(sent, id)) {
                    sent.taken = Some(now);
                }
            }
            Event::OrderTurned(Turned { order: Some(id), .. }) => {
                if self.sent.take_if(|sent| ours(sent, id)).is_some() {
                    self.notices.push(Notice::Answered { number: id.number, taken: false });
                }
            }
            Event::Boot { .. } => {
                if let Some(sent) = &mut self.sent {
                    sent.taken = None;
                }
            }
            // What the journal says about itself may come in between.
            Event::JournalFills { .. } | Event::PageHealed | Event::Faulty(_) => {}
            _ => self.carried_out(),
        }
    }

    /// An order that was taken, and was followed by something, is done.
    fn carried_out(&mut self) {
        if let Some(sent) = self.sent.take_if(|sent| sent.taken.is_some()) {
            self.notices.push(Notice::Answered { number: sent.order.number, taken: true });
        }
    }

    fn not_taken(&mut self, now: Micros, number: u32, why: OrderError) {
        self.heard = Some(now);
        let ours = self.sent.as_ref().is_some_and(|sent| sent.order.number == number);
        if ours && why == OrderError::OtherSession {
            self.greet(now);
        }
        self.notices.push(Notice::NotTaken { number, why });
    }

    fn acknowledge(&mut self, now: Micros) {
        let Stage::Open(open) = &self.stage else {
            return;
        };
        let (newest, head) = (self.ledger.newest(), self.ledger.head());
        let receipt =
            Receipt { session: open.session, by: self.office.public().tag(), newest, head };
        self.receipt = (false, Some(now));
        let Some(signed) = trust::sign(self.office.key(), &receipt) else {
            return;
        };
        match self.ledger.keep_receipt(&signed) {
            Ok(()) => self.say(&ToTable::Receipt(&signed)),
            Err(refusal) => self.refuse(refusal),
        }
    }

    fn order_is_due(&self, now: Micros) -> bool {
        let Stage::Open(open) = &self.stage else {
            return false;
        };
        // One of an earlier session may still be on its way from the table's gate to its journal.
        let lost = |sent: &Sent| {
            sent.order.session != open.session
                && sent.taken.is_none()
                && now >= open.since + ORDER_AGAIN
        };
        let lost = self.sent.as_ref().is_some_and(lost);
        self.ledger.newest() >= open.caught_up
            && (lost || self.sent.is_none() && !self.orders.is_empty())
    }

    fn send_orders(&mut self, now: Micros) {
        // Some orders cause nothing that goes on record at once.
        let quiet = |sent: &Sent| sent.taken.is_some_and(|taken| now >= taken + ORDER_AGAIN);
        if self.is_up(now) && self.sent.as_ref().is_some_and(quiet) {
            self.carried_out();
        }
        if self.order_is_due(now)
            && let Stage::Open(open) = &mut self.stage
        {
            // One of an earlier session whose record never came was not carried out: it is given again.
            let lost = self.sent.take().map(|sent| (sent.order.command, sent.order.grounds.why));
            if let Some((command, why)) = lost.or_else(|| self.orders.pop_front()) {
                let (by, session) = (self.office.public().tag(), open.session);
                let grounds = Grounds { about: grounds::about(&self.ledger, &command), why };
                let order = Order { session, by, number: open.number, command, grounds };
                open.number += 1;
                let signed: SignedBytes =
                    trust::sign(self.office.key(), &order).unwrap_or_default();
                let frame = to_frame(&ToTable::Order(&signed));
                self.out.extend(&frame);
                self.sent = Some(Sent { order, frame, at: now, taken: None });
            }
        }
        if let (Stage::Open(open), Some(sent)) = (&self.stage, &mut self.sent)
            && sent.order.session == open.session
            && sent.taken.is_none()
            && now >= sent.at + ORDER_AGAIN
        {
            sent.at = now;
            self.out.extend(&sent.frame);
        }
    }
}

/// A message in its frame.
pub fn to_frame(message: &ToTable<'_>) -> Vec<u8> {
    let frame = message.encode().ok().and_then(|body| wire::encode(&body).ok());
    frame.map(|frame| frame.to_vec()).unwrap_or_default()
}
