//! The table's end of the link: says hello, then sends each durable record until it is acknowledged.
//!
//! One record is under way at a time. At 115200 baud the longest takes 46 ms; an acknowledgement that has not
//! come after [`RESEND`] is taken as lost. Play never waits for any of this.

use core::fmt;

use super::message::{Hello, PROTOCOL, SchemaHash, ToTable};
use crate::record::Seq;
use crate::time::{Span, Tick};
use crate::trust::PublicKey;

/// Until the referee answers, hello is said this often.
const HELLO_EVERY: Span = Span::secs(1);
/// A record without acknowledgement is sent again after this.
const RESEND: Span = Span::millis(500);

/// What the owner of the UART should do now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Action {
    /// Send this hello.
    Hello(Hello),
    /// Fetch this record from the journal and send it.
    Record(Seq),
    /// Nothing until then, or until something is heard or becomes durable.
    WaitUntil(Tick),
    /// Nothing until something is heard or becomes durable.
    Wait,
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

/// The table's end.
#[derive(Debug, Clone)]
pub struct Link {
    table: PublicKey,
    /// Newest durable record.
    newest: Seq,
    /// Newest record that the referee holds; unknown before his hello.
    held: Option<Seq>,
    /// When something was last sent that still wants an answer.
    asked: Option<Tick>,
}

impl Link {
    /// Nobody heard yet.
    pub const fn new(table: PublicKey) -> Link {
        Link { table, newest: Seq(0), held: None, asked: None }
    }

    /// Newest record that the referee is known to hold.
    pub const fn held(&self) -> Option<Seq> {
        self.held
    }

    /// A record is on the chip and may be sent.
    pub fn durable(&mut self, seq: Seq) {
        self.newest = self.newest.max(seq);
    }

    /// A message came in.
    pub fn hear(&mut self, message: &ToTable) -> Result<(), LinkError> {
        let held = match message {
            ToTable::Hello(hello) => {
                if hello.protocol != PROTOCOL || hello.schema != SchemaHash::current() {
                    return Err(LinkError::OtherVersion { protocol: hello.protocol });
                }
                hello.newest
            }
            ToTable::Ack(seq) => *seq,
            // For the table, not for the link.
            ToTable::Order(_) => return Ok(()),
        };
        if held > self.newest {
            return Err(LinkError::FromTheFuture(held));
        }
        // An old acknowledgement that was delayed on the way takes nothing back.
        let news = match message {
            ToTable::Hello(_) => true,
            ToTable::Ack(_) | ToTable::Order(_) => self.held.is_some_and(|known| held > known),
        };
        if news {
            self.held = Some(held);
            self.asked = None;
        }
        Ok(())
    }

    /// What to do at `now`.
    pub fn act(&mut self, now: Tick) -> Action {
        let (patience, action) = match self.held {
            None => (HELLO_EVERY, Action::Hello(Hello::new(Some(self.table), self.newest))),
            Some(held) if held < self.newest => (RESEND, Action::Record(held.next())),
            Some(_) => return Action::Wait,
        };
        match self.asked.map(|asked| asked + patience) {
            Some(until) if now < until => Action::WaitUntil(until),
            _ => {
                self.asked = Some(now);
                action
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const TABLE: PublicKey = PublicKey([5; 32]);

    fn greeted(newest: u64) -> Link {
        let mut link = Link::new(TABLE);
        link.durable(Seq(newest));
        assert_eq!(link.hear(&ToTable::Hello(Hello::new(None, Seq(0)))), Ok(()));
        link
    }

    #[test]
    fn hello_is_repeated_until_answered() {
        let mut link = Link::new(TABLE);
        assert!(matches!(link.act(Tick(0)), Action::Hello(_)));
        assert_eq!(link.act(Tick(10)), Action::WaitUntil(Tick(0) + HELLO_EVERY));
        assert!(matches!(link.act(Tick(0) + HELLO_EVERY), Action::Hello(_)));
        assert_eq!(link.hear(&ToTable::Hello(Hello::new(None, Seq(0)))), Ok(()));
        assert_eq!(link.act(Tick(0) + HELLO_EVERY), Action::Wait);
    }

    #[test]
    fn a_record_is_sent_again_until_acknowledged_and_then_the_next() {
        let mut link = greeted(2);
        assert_eq!(link.act(Tick(0)), Action::Record(Seq(1)));
        assert_eq!(link.act(Tick(0) + RESEND), Action::Record(Seq(1)));
        assert_eq!(link.hear(&ToTable::Ack(Seq(1))), Ok(()));
        assert_eq!(link.act(Tick(0) + RESEND), Action::Record(Seq(2)));
        assert_eq!(link.hear(&ToTable::Ack(Seq(1))), Ok(()), "a doubled acknowledgement");
        assert_eq!(link.held(), Some(Seq(1)));
        assert_eq!(link.hear(&ToTable::Ack(Seq(2))), Ok(()));
        assert_eq!(link.act(Tick(0) + RESEND), Action::Wait);
    }

    #[test]
    fn other_versions_and_impossible_acknowledgements_change_nothing() {
        let mut link = Link::new(TABLE);
        let strange = Hello { protocol: PROTOCOL + 1, ..Hello::new(None, Seq(0)) };
        let refused = LinkError::OtherVersion { protocol: PROTOCOL + 1 };
        assert_eq!(link.hear(&ToTable::Hello(strange)), Err(refused));
        assert_eq!(link.held(), None);
        let mut link = greeted(1);
        assert_eq!(link.hear(&ToTable::Ack(Seq(2))), Err(LinkError::FromTheFuture(Seq(2))));
        assert_eq!(link.act(Tick(0)), Action::Record(Seq(1)));
    }
}
