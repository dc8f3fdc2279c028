//! The gate: which orders of the referee's device reach the game (trust D2).
//!
//! An order is signed by somebody on the organiser's list, bound to the open session, numbered from 1 without gaps, and used
//! once. Cheap checks come first and the signature last, within a budget: checking one costs the processor
//! some 40 ms, and nobody at the other end of a cable may spend them all.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::answer::Receipt;
use super::budget::Budget;
use super::grounds::{Grounds, corrects};
use super::message::ListRefusal;
use crate::bytes::Bytes;
use crate::event::Event;
use crate::game::{Command, Refused};
use crate::record::Seq;
use crate::time::{Span, Tick};
use crate::trust::{
    KeyTag, Official, Officials, PublicKey, Purpose, Role, Signature, Statement, StatementError,
    entitled, read, verified,
};

/// One conversation, from an answered nonce to the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[serde(from = "Bytes<16>")]
pub struct SessionId(pub [u8; 16]);

impl From<Bytes<16>> for SessionId {
    fn from(Bytes(bytes): Bytes<16>) -> SessionId {
        SessionId(bytes)
    }
}

/// What a referee signs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Order {
    /// The open session.
    pub session: SessionId,
    /// Who orders.
    pub by: KeyTag,
    /// From 1 in every session, one more each time.
    pub number: u32,
    /// What.
    pub command: Command,
    /// About which record, and why.
    pub grounds: Grounds,
}

impl Statement for Order {
    const PURPOSE: Purpose = Purpose::Order;
}

/// Which order it was, for the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct OrderId {
    /// In which session.
    pub session: SessionId,
    /// Its number there.
    pub number: u32,
    /// Who ordered.
    pub by: KeyTag,
    /// As what.
    pub role: Role,
    /// About which record, and why.
    pub grounds: Grounds,
}

impl OrderId {
    /// Of an order by somebody of this role.
    const fn of(order: &Order, role: Role) -> OrderId {
        let Order { session, by, number, grounds, .. } = *order;
        OrderId { session, number, by, role, grounds }
    }
}

/// Why an order does not reach the game.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum OrderError {
    /// No order at all: the other end speaks another schema.
    Malformed,
    /// Of another session, or none is open: say hello.
    OtherSession,
    /// This number was used: wait for its record.
    Used,
    /// An order before it is missing: send that first.
    Missing {
        /// The number that comes next.
        next: u32,
    },
    /// Nobody with this key is on the organiser's list.
    UnknownKey,
    /// Not signed by the key that it names.
    Forged,
    /// Somebody of this role may not order that.
    NotEntitled(Role),
    /// Too many orders at once: send it again later.
    Busy,
    /// It takes something back and does not say what: name the record.
    Groundless,
}

impl fmt::Display for OrderError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            OrderError::Malformed => out.write_str("it is no order"),
            OrderError::OtherSession => out.write_str("it is for another session"),
            OrderError::Used => out.write_str("its number was used"),
            OrderError::Missing { next } => write!(out, "order {next} is missing before it"),
            OrderError::UnknownKey => out.write_str("its key is not on the organiser's list"),
            OrderError::Forged => out.write_str("its signature does not hold"),
            OrderError::NotEntitled(role) => write!(out, "it is not for the {role} to order"),
            OrderError::Busy => out.write_str("too many orders at once"),
            OrderError::Groundless => {
                out.write_str("it corrects something and does not name the record")
            }
        }
    }
}

impl core::error::Error for OrderError {}

/// Why an order came to nothing, for the records.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum WhyNot {
    /// It did not reach the game.
    Gate(OrderError),
    /// The game refused it.
    Game(Refused),
}

/// An order that came to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Turned {
    /// Which it was, where its signature held.
    pub order: Option<OrderId>,
    /// Why.
    pub why: WhyNot,
    /// How many since the record before; more than one only where nobody known had signed them.
    pub times: u16,
}

/// Strangers' orders are put on record one by one no more often than this; in between they are counted, so that nobody
/// fills the journal through the cable.
const STRANGERS_EVERY: Span = Span::secs(60);
/// Signature checks of orders: eight at once, then eight a second.
const ORDERS: Budget = Budget::new(8, Span::millis(125));
/// Of receipts and lists: they are repeated anyway.
const RECEIPTS: Budget = Budget::new(4, Span::millis(200));

/// Decides which orders are taken.
#[derive(Debug, Clone)]
pub struct Gate {
    officials: Option<Officials>,
    session: Option<SessionId>,
    /// Number of the last order judged.
    last: u32,
    orders: Budget,
    receipts: Budget,
    /// When strangers' orders were last put on record, and how many came since.
    told: Option<Tick>,
    untold: u16,
}

impl Gate {
    /// With the list that the records hold.
    pub const fn new(officials: Option<Officials>) -> Gate {
        Gate {
            officials,
            session: None,
            last: 0,
            orders: ORDERS,
            receipts: RECEIPTS,
            told: None,
            untold: 0,
        }
    }

    /// Who may give orders.
    pub const fn officials(&self) -> Option<&Officials> {
        self.officials.as_ref()
    }

    /// The session in which orders are taken.
    pub const fn session(&self) -> Option<SessionId> {
        self.session
    }

    /// A session begins: numbers start again.
    pub const fn open(&mut self, session: SessionId) {
        (self.session, self.last) = (Some(session), 0);
    }

    /// The session is over: nothing is taken until the next.
    pub const fn close(&mut self) {
        self.session = None;
    }

    /// Takes an order. `Ok`: it is for the game, and its number is used. The error goes back as a hint;
    /// [`Gate::turned`] says whether it goes on record.
    pub fn order(&mut self, now: Tick, bytes: &[u8]) -> Result<(OrderId, Command), OrderError> {
        let order: Order = read(bytes).map_err(|_| OrderError::Malformed)?;
        if self.session != Some(order.session) {
            return Err(OrderError::OtherSession);
        }
        if order.number <= self.last {
            return Err(OrderError::Used);
        }
        let next = self.last.saturating_add(1);
        if order.number != next {
            return Err(OrderError::Missing { next });
        }
        let official = self.official(order.by)?;
        if !self.orders.spend(now) {
            return Err(OrderError::Busy);
        }
        verified::<Order>(bytes, &official.key).map_err(|_| OrderError::Forged)?;
        self.last = order.number;
        if !entitled(&order.command).contains(&official.role) {
            return Err(OrderError::NotEntitled(official.role));
        }
        if corrects(&order.command) && order.grounds.about.is_none() {
            return Err(OrderError::Groundless);
        }
        Ok((OrderId::of(&order, official.role), order.command))
    }

    /// What goes on record about an order that was not taken. What an honest device repeats does not.
    pub fn turned(&mut self, now: Tick, bytes: &[u8], why: OrderError) -> Option<Event> {
        let signed = || {
            let order: Order = read(bytes).ok()?;
            let official = self.official(order.by).ok()?;
            Some(OrderId::of(&order, official.role))
        };
        let why_not = WhyNot::Gate(why);
        match why {
            OrderError::Used | OrderError::Missing { .. } | OrderError::Busy => None,
            OrderError::NotEntitled(_) | OrderError::Groundless => {
                Some(Event::OrderTurned(Turned { order: signed(), why: why_not, times: 1 }))
            }
            OrderError::Malformed
            | OrderError::OtherSession
            | OrderError::UnknownKey
            | OrderError::Forged => {
                self.untold = self.untold.saturating_add(1);
                if self.told.is_some_and(|told| now.since(told) < STRANGERS_EVERY) {
                    return None;
                }
                self.told = Some(now);
                let times = core::mem::take(&mut self.untold);
                Some(Event::OrderTurned(Turned { order: None, why: why_not, times }))
            }
        }
    }

    /// Takes a receipt: which records the referee holds, and his signature to keep.
    pub fn receipt(&mut self, now: Tick, bytes: &[u8]) -> Result<(Receipt, Signature), OrderError> {
        let receipt: Receipt = read(bytes).map_err(|_| OrderError::Malformed)?;
        if self.session != Some(receipt.session) {
            return Err(OrderError::OtherSession);
        }
        let official = self.official(receipt.by)?;
        if !self.receipts.spend(now) {
            return Err(OrderError::Busy);
        }
        verified::<Receipt>(bytes, &official.key).map_err(|_| OrderError::Forged)?;
        let signature = bytes.last_chunk::<64>().ok_or(OrderError::Malformed)?;
        Ok((receipt, Signature(*signature)))
    }

    /// Takes a list of officials. `Ok(None)`: it is held already.
    pub fn appoint(&mut self, now: Tick, bytes: &[u8]) -> Result<Option<Officials>, OrderError> {
        let list: Officials = read(bytes).map_err(|_| OrderError::Malformed)?;
        if self.officials == Some(list) {
            return Ok(None);
        }
        if !list.may_follow(self.officials.as_ref()) {
            return Err(OrderError::UnknownKey);
        }
        if !self.receipts.spend(now) {
            return Err(OrderError::Busy);
        }
        match verified::<Officials>(bytes, &list.organiser) {
            Ok(list) => {
                self.officials = Some(list);
                Ok(Some(list))
            }
            Err(StatementError::Malformed) => Err(OrderError::Malformed),
            Err(StatementError::Untrusted) => Err(OrderError::Forged),
        }
    }

    /// Whether the signature of a list of tiles may be checked now: whose it must be is known, and it costs no less.
    pub fn list(&mut self, now: Tick) -> Result<PublicKey, ListRefusal> {
        let officials = self.officials.as_ref().ok_or(ListRefusal::NoOrganiser)?;
        let organiser = officials.organiser;
        if self.receipts.spend(now) { Ok(organiser) } else { Err(ListRefusal::Busy) }
    }

    fn official(&self, by: KeyTag) -> Result<Official, OrderError> {
        let officials = self.officials.as_ref().ok_or(OrderError::UnknownKey)?;
        officials.find(by).ok_or(OrderError::UnknownKey)
    }
}

/// A receipt as it is kept: one in so many, since keeping one makes another record to be received.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct KeptReceipt {
    /// What it says.
    pub receipt: Receipt,
    /// The referee's signature under it.
    pub signature: Signature,
}

impl KeptReceipt {
    /// A receipt is kept when it covers so many records more than the one before.
    pub const EVERY: u64 = 32;

    /// Whether a receipt up to `newest` is worth keeping when one up to `kept` is kept.
    pub const fn is_due(kept: Seq, newest: Seq) -> bool {
        newest.0.saturating_sub(kept.0) >= KeptReceipt::EVERY
    }
}

#[cfg(test)]
#[path = "order_tests.rs"]
mod tests;
