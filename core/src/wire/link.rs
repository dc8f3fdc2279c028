//! The table's end of the link: says hello, proves itself, then sends each durable record until it is acknowledged.
//!
//! Up to [`WINDOW`] records are under way. At 115200 baud the longest takes 46 ms; what has not been acknowledged
//! [`RESEND`] after the last of them is sent again, in order. Play never waits for any of this.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::answer::Challenge;
use super::message::{Ask, Nonce, RefereeHello, TableHello, speaks};
use super::order::SessionId;
use crate::record::Seq;
use crate::time::{Span, Tick};
use crate::trust::PublicKey;

/// Until the referee answers, hello is said this often.
pub const HELLO_EVERY: Span = Span::secs(1);
/// Records without acknowledgement are sent again after this.
pub const RESEND: Span = Span::millis(500);
/// Records sent ahead of their acknowledgement at most.
pub const WINDOW: u64 = 16;
/// Either end says at least this often that it is there.
pub const ALIVE_EVERY: Span = Span::millis(250);
/// An end that has not been heard for so long is gone: six lost signs of life, and visible within 2 s (trust D6).
pub const LOST_AFTER: Span = Span::millis(1_750);

/// How the link stands, for displays.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LinkState {
    /// Nobody is there.
    #[default]
    Down,
    /// The referee's device is there and speaks another version.
    OtherVersion,
    /// The referee's device is there.
    Up,
}

/// What the owner of the UART should do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Send this hello.
    Hello(TableHello),
    /// Have an answer to this signed, send it, and say so with [`Link::opened`].
    Prove(Nonce),
    /// Fetch this record from the journal and send it.
    Record(Seq),
    /// Send where the game stands.
    State,
    /// Say that the table is there.
    Alive(Seq),
    /// Nothing until then, or until something is heard or becomes durable.
    WaitUntil(Tick),
}

/// Why a message was not obeyed. Nothing has changed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LinkError {
    /// The referee's device speaks another version: update the older end.
    OtherVersion {
        /// Its protocol.
        protocol: u8,
    },
    /// Acknowledges a record that does not exist: not this table's ledger.
    FromTheFuture(Seq),
}

impl fmt::Display for LinkError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            LinkError::OtherVersion { protocol } => {
                write!(out, "the referee's device speaks another version (protocol {protocol})")
            }
            LinkError::FromTheFuture(seq) => {
                write!(out, "record {seq} was acknowledged but never made")
            }
        }
    }
}

impl core::error::Error for LinkError {}

/// How far the conversation has come.
#[derive(Debug, Clone)]
enum Stage {
    /// Nobody has answered the hello.
    Alone,
    /// A nonce waits for its answer.
    Asked(RefereeHello),
    /// Records flow.
    Open(Flow),
}

/// What is under way.
#[derive(Debug, Clone)]
struct Flow {
    session: SessionId,
    /// Newest record that the referee holds.
    held: Seq,
    /// The record to be sent next.
    next: Seq,
    /// When a record was last sent, or one was acknowledged.
    moved: Tick,
}

/// The table's end.
#[derive(Debug, Clone)]
pub struct Link {
    table: PublicKey,
    /// Newest durable record.
    newest: Seq,
    stage: Stage,
    /// Nonces heard since boot.
    greetings: u32,
    /// When the other end was last heard.
    heard: Option<Tick>,
    /// When something was last said.
    spoke: Option<Tick>,
    /// Somebody of another version is there.
    strange: bool,
    /// The state is wanted.
    state_wanted: bool,
    /// Old records that are wanted, the next and the last.
    wanted: Option<(Seq, Seq)>,
}

impl Link {
    /// Nobody heard yet; `newest` is on the chip.
    pub const fn new(table: PublicKey, newest: Seq) -> Link {
        Link {
            table,
            newest,
            stage: Stage::Alone,
            greetings: 0,
            heard: None,
            spoke: None,
            strange: false,
            state_wanted: false,
            wanted: None,
        }
    }

    /// Newest record that the referee is known to hold.
    pub const fn held(&self) -> Option<Seq> {
        match &self.stage {
            Stage::Open(flow) => Some(flow.held),
            _ => None,
        }
    }

    /// Whether the referee holds everything that there is.
    pub fn is_caught_up(&self) -> bool {
        self.held() == Some(self.newest)
    }

    /// How the link stands.
    pub fn state(&self, now: Tick) -> LinkState {
        let near = self.heard.is_some_and(|heard| now.since(heard) < LOST_AFTER);
        match &self.stage {
            _ if near && self.strange => LinkState::OtherVersion,
            Stage::Asked(_) | Stage::Open(_) if near => LinkState::Up,
            _ => LinkState::Down,
        }
    }

    /// A record is on the chip and may be sent.
    pub fn durable(&mut self, seq: Seq) {
        self.newest = self.newest.max(seq);
    }

    /// A hello came: its nonce must be answered.
    pub fn hello(&mut self, now: Tick, hello: &RefereeHello) -> Result<(), LinkError> {
        if !speaks(hello.protocol, hello.schema) {
            self.other_version(now);
            return Err(LinkError::OtherVersion { protocol: hello.protocol });
        }
        self.strange = false;
        self.heard = Some(now);
        self.greetings = self.greetings.saturating_add(1);
        self.stage = Stage::Asked(*hello);
        Ok(())
    }

    /// Somebody is there who speaks another version.
    pub fn other_version(&mut self, now: Tick) {
        self.strange = true;
        self.heard = Some(now);
        self.stage = Stage::Alone;
    }

    /// What an answer to `nonce` must hold.
    pub const fn challenge(&self, nonce: Nonce, officials: u32) -> Challenge {
        Challenge { nonce, greeting: self.greetings, officials }
    }

    /// The answer was sent; without one (the signer failed) the hello is said again.
    pub fn opened(&mut self, now: Tick, session: Option<SessionId>) {
        let (Stage::Asked(hello), Some(session)) = (&self.stage, session) else {
            self.stage = Stage::Alone;
            return;
        };
        // More than there is: his ledger is of another table or this journal was cut. He sees it by the answer.
        let held = hello.newest.min(self.newest);
        self.stage = Stage::Open(Flow { session, held, next: held.next(), moved: now });
        self.state_wanted = true;
        self.spoke = Some(now);
    }

    /// A receipt came whose signature holds.
    pub fn received(&mut self, now: Tick, newest: Seq) -> Result<(), LinkError> {
        self.heard = Some(now);
        if newest > self.newest {
            return Err(LinkError::FromTheFuture(newest));
        }
        if let Stage::Open(flow) = &mut self.stage
            // An old receipt that was delayed on the way takes nothing back.
            && newest > flow.held
        {
            flow.held = newest;
            flow.next = flow.next.max(newest.next());
            flow.moved = now;
        }
        Ok(())
    }

    /// The other end is there.
    pub fn alive(&mut self, now: Tick, session: SessionId) {
        if let Stage::Open(flow) = &self.stage
            && flow.session == session
        {
            self.heard = Some(now);
        }
    }

    /// Somebody wants to read.
    pub fn asked(&mut self, ask: Ask) {
        match ask {
            Ask::State => self.state_wanted = true,
            Ask::Records { from, to } => {
                self.wanted = Some((from.max(Seq(1)), to.min(self.newest)));
            }
            // Answered by whoever has readers.
            Ask::Sensors(_) | Ask::Loop(_) | Ask::Imprint { .. } => {}
        }
    }

    /// What to do at `now`.
    pub fn act(&mut self, now: Tick) -> Action {
        let gone = self.heard.is_none_or(|heard| now.since(heard) >= LOST_AFTER);
        if gone && matches!(self.stage, Stage::Open(_)) {
            self.stage = Stage::Alone;
        }
        let action = match &mut self.stage {
            Stage::Asked(hello) => return Action::Prove(hello.nonce),
            Stage::Alone => {
                let due = self.spoke.map(|spoke| spoke + HELLO_EVERY);
                match due.filter(|due| now < *due) {
                    Some(due) => return Action::WaitUntil(due),
                    None => Action::Hello(TableHello::new(self.table, self.newest)),
                }
            }
            Stage::Open(flow) => {
                if flow.next > flow.held.next() && now >= flow.moved + RESEND {
                    flow.next = flow.held.next();
                }
                let room = flow.next.0.saturating_sub(flow.held.0) <= WINDOW;
                let alive_at = self.spoke.map_or(now, |spoke| spoke + ALIVE_EVERY);
                if core::mem::take(&mut self.state_wanted) {
                    Action::State
                } else if flow.next <= self.newest && room {
                    let seq = flow.next;
                    flow.next = seq.next();
                    flow.moved = now;
                    Action::Record(seq)
                } else if let Some((next, last)) = self.wanted.filter(|(next, last)| next <= last) {
                    self.wanted = Some((next.next(), last));
                    Action::Record(next)
                } else if now >= alive_at {
                    Action::Alive(self.newest)
                } else {
                    let waits = flow.next > flow.held.next();
                    let resend = waits.then(|| flow.moved + RESEND);
                    let lost = self.heard.map(|heard| heard + LOST_AFTER);
                    let until = resend.into_iter().chain(lost).fold(alive_at, Tick::min);
                    return Action::WaitUntil(until);
                }
            }
        };
        self.spoke = Some(now);
        action
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: PublicKey = PublicKey([5; 32]);
    const SESSION: SessionId = SessionId([7; 16]);

    fn at(ms: u64) -> Tick {
        Tick(ms * 1_000)
    }

    fn opened(newest: u64, held: u64) -> Link {
        let mut link = Link::new(TABLE, Seq(newest));
        let hello = RefereeHello::new(Nonce([1; 16]), Seq(held));
        assert_eq!(link.hello(at(0), &hello), Ok(()));
        assert_eq!(link.act(at(0)), Action::Prove(Nonce([1; 16])));
        link.opened(at(0), Some(SESSION));
        assert_eq!(link.act(at(0)), Action::State, "the whole state first");
        link
    }

    #[test]
    fn hello_is_repeated_until_answered() {
        let mut link = Link::new(TABLE, Seq(0));
        assert!(matches!(link.act(at(0)), Action::Hello(_)));
        assert_eq!(link.act(at(10)), Action::WaitUntil(at(1_000)));
        assert!(matches!(link.act(at(1_000)), Action::Hello(_)));
        assert_eq!(link.state(at(1_000)), LinkState::Down);
    }

    #[test]
    fn records_are_sent_ahead_and_again_until_they_are_received() {
        let mut link = opened(20, 0);
        for seq in 1..=WINDOW {
            assert_eq!(link.act(at(1)), Action::Record(Seq(seq)));
        }
        assert!(matches!(link.act(at(1)), Action::WaitUntil(_)), "the window is full");
        assert_eq!(link.received(at(2), Seq(3)), Ok(()));
        assert_eq!(link.act(at(2)), Action::Record(Seq(17)));
        assert_eq!(link.received(at(2), Seq(2)), Ok(()), "a delayed receipt");
        assert_eq!(link.held(), Some(Seq(3)));
        assert_eq!(link.act(at(3)), Action::Record(Seq(18)));
        assert_eq!(link.act(at(3)), Action::Record(Seq(19)));
        link.alive(at(400), SESSION);
        assert_eq!(link.act(at(503)), Action::Record(Seq(4)), "what was not received, in order");
    }

    #[test]
    fn a_silent_referee_is_gone_within_two_seconds_and_hello_is_said_again() {
        let mut link = opened(0, 0);
        assert_eq!(link.state(at(1_000)), LinkState::Up);
        link.alive(at(1_000), SESSION);
        link.alive(at(2_000), SessionId([8; 16]));
        assert_eq!(link.state(at(2_749)), LinkState::Up);
        assert_eq!(link.state(at(2_750)), LinkState::Down);
        assert!(matches!(link.act(at(2_750)), Action::Hello(_)));
        assert_eq!(link.held(), None);
    }

    #[test]
    fn the_table_says_that_it_is_there() {
        let mut link = opened(0, 0);
        assert_eq!(link.act(at(0)), Action::WaitUntil(at(250)));
        assert_eq!(link.act(at(250)), Action::Alive(Seq(0)));
        assert_eq!(link.act(at(250)), Action::WaitUntil(at(500)));
    }

    #[test]
    fn old_records_are_sent_to_who_asks() {
        let mut link = opened(9, 9);
        link.asked(Ask::Records { from: Seq(0), to: Seq(u64::MAX) });
        for seq in 1..=9 {
            assert_eq!(link.act(at(1)), Action::Record(Seq(seq)));
        }
        assert!(matches!(link.act(at(1)), Action::WaitUntil(_)));
    }

    #[test]
    fn other_versions_and_impossible_receipts_change_nothing() {
        let mut link = Link::new(TABLE, Seq(1));
        let strange = RefereeHello { protocol: 77, ..RefereeHello::new(Nonce([0; 16]), Seq(0)) };
        let refused = LinkError::OtherVersion { protocol: 77 };
        assert_eq!(link.hello(at(0), &strange), Err(refused));
        assert_eq!(link.state(at(0)), LinkState::OtherVersion);
        assert!(matches!(link.act(at(0)), Action::Hello(_)), "and the table goes on asking");
        let mut link = opened(1, 0);
        assert_eq!(link.received(at(0), Seq(2)), Err(LinkError::FromTheFuture(Seq(2))));
        assert_eq!(link.act(at(0)), Action::Record(Seq(1)));
    }
}
