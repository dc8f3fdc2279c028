//! The messages, one table for both ends.
//!
//! | From | Message | Body | Answer |
//! |---|---|---|---|
//! | table | `Hello` | protocol, schema, identity, newest record | `Hello` |
//! | table | `Record` | one sealed record, as stored | `Receipt` |
//! | table | `Answer` | signed: nonce, identity, image, head, counters | the session is open |
//! | table | `Alive` | newest record | |
//! | table | `NotTaken` | an order that was not even judged, and why | the order again, or a hello |
//! | table | `State` | where the game stands | |
//! | table | `Sensors` | how a seat's reader and its loops are | |
//! | table | `Loop` | the tags over a loop | |
//! | table | `Imprint` | what is written on a tag | |
//! | table | `List` | which piece of a list comes next, or what became of it | the next piece |
//! | referee | `Hello` | protocol, schema, nonce, newest record held | `Answer`, then records after it |
//! | referee | `Receipt` | signed: newest record held and its hash | the next records |
//! | referee | `Order` | signed: session, number, what is ordered | its events, as records |
//! | referee | `Appoint` | signed by the organiser: who may give orders | a record |
//! | referee | `Alive` | session | |
//! | referee | `Ask` | for the state, old records, sensors, or a closer look at a loop | them |
//! | referee | `List` | a piece of the organiser's sealed list of tiles | `List` |
//!
//! Bodies are postcard; the enums below are the format, and `docs/wire.md` is the same in words. The first ten bytes of
//! either hello never change, so that ends of different age can part politely.

use core::fmt;

use serde::{Deserialize, Serialize};

use super::frame::LONGEST_BODY;
use super::order::{OrderError, SessionId};
use crate::bytes::Bytes;
use crate::diagnostics::Sensors;
use crate::enrolment::{Imprint, SealError, StoredEnrolmentError, TagUid};
use crate::game::Status;
use crate::place::Antenna;
use crate::record::Seq;
use crate::seat::Seat;
use crate::trust::PublicKey;

/// Version of the conversation.
pub const PROTOCOL: u8 = 2;

/// Eight bytes that both ends must share: a hash over every definition that is stored or sent (see `build.rs`).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Bytes<8>")]
pub struct SchemaHash(pub [u8; 8]);

impl From<Bytes<8>> for SchemaHash {
    fn from(Bytes(bytes): Bytes<8>) -> SchemaHash {
        SchemaHash(bytes)
    }
}

impl SchemaHash {
    /// Of this build.
    pub const fn current() -> SchemaHash {
        SchemaHash(include!(concat!(env!("OUT_DIR"), "/schema.rs")))
    }
}

/// Sixteen bytes that nobody could guess: what answers them was said after they were.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[serde(from = "Bytes<16>")]
pub struct Nonce(pub [u8; 16]);

impl From<Bytes<16>> for Nonce {
    fn from(Bytes(bytes): Bytes<16>) -> Nonce {
        Nonce(bytes)
    }
}

/// First words of the table.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TableHello {
    /// [`PROTOCOL`] of the table.
    pub protocol: u8,
    /// Schema of the table.
    pub schema: SchemaHash,
    /// Who it says it is.
    pub table: PublicKey,
    /// Newest durable record; 0 if none.
    pub newest: Seq,
}

impl TableHello {
    /// A hello of this build.
    pub const fn new(table: PublicKey, newest: Seq) -> TableHello {
        TableHello { protocol: PROTOCOL, schema: SchemaHash::current(), table, newest }
    }
}

/// First words of the referee's device.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct RefereeHello {
    /// [`PROTOCOL`] of the device.
    pub protocol: u8,
    /// Schema of the device.
    pub schema: SchemaHash,
    /// To be answered under the table's signature.
    pub nonce: Nonce,
    /// Newest record held; 0 if none.
    pub newest: Seq,
}

impl RefereeHello {
    /// A hello of this build.
    pub const fn new(nonce: Nonce, newest: Seq) -> RefereeHello {
        RefereeHello { protocol: PROTOCOL, schema: SchemaHash::current(), nonce, newest }
    }
}

/// Whether an end with this version can be talked to.
pub fn speaks(protocol: u8, schema: SchemaHash) -> bool {
    protocol == PROTOCOL && schema == SchemaHash::current()
}

/// What the table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
// Nothing allocates here, so there is no box to put a report in.
#[allow(clippy::large_enum_variant)]
pub enum FromTable<'a> {
    /// Who I am; repeated every second until answered.
    Hello(TableHello),
    /// A sealed record, byte for byte as stored.
    Record(&'a [u8]),
    /// A signed [`super::Answer`].
    Answer(&'a [u8]),
    /// Still here, and nothing else to say.
    Alive {
        /// Newest durable record.
        newest: Seq,
    },
    /// An order was not taken for judging. A hint without a signature; what was judged is on record.
    NotTaken {
        /// Number of the order.
        number: u32,
        /// Why.
        why: OrderError,
    },
    /// Where the game stands.
    State(Status),
    /// How a seat's reader and its loops are.
    Sensors(Sensors),
    /// What lies over a loop, by a look of its own.
    Loop {
        /// Which.
        antenna: Antenna,
        /// Identifiers of the tags, eight bytes each, lowest first.
        tags: &'a [u8],
        /// Tags that answer alike to their last bit.
        twins: Option<TagUid>,
        /// Everything that answered could be read.
        complete: bool,
    },
    /// What is written on a tag; nothing if it did not answer.
    Imprint {
        /// Which.
        tag: TagUid,
        /// Its first blocks.
        blocks: Option<[u8; Imprint::BYTES]>,
    },
    /// About the list of tiles that is being sent.
    List(ListWord),
}

/// What a table says about a list of tiles that it is sent piece by piece.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ListWord {
    /// The piece that begins here comes next.
    Next(u16),
    /// Kept; in force from the next start on.
    Kept {
        /// Which set of tiles.
        set: u16,
        /// Which edition of its list.
        edition: u32,
    },
    /// Not kept.
    Refused(ListRefusal),
}

/// Why a list of tiles is not kept. The one in force stays so.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ListRefusal {
    /// A session runs: end it first.
    SessionRuns,
    /// The table does not know its organiser yet: connect with the list of officials first.
    NoOrganiser,
    /// Not whole, or no set of tiles: send it again.
    Damaged,
    /// Nobody vouches for it, or another organiser than this table's: have it sealed.
    NotSealed,
    /// Older than the one in force: tiles were replaced since.
    Old,
    /// Too much at once: send it again later.
    Busy,
    /// The chip did not take it: the storage is in trouble.
    Storage,
}

impl fmt::Display for ListRefusal {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            ListRefusal::SessionRuns => "a session runs: end it first",
            ListRefusal::NoOrganiser => "the table does not know its organiser yet",
            ListRefusal::Damaged => "it did not arrive whole: send it again",
            ListRefusal::NotSealed => "it is not sealed by this table's organiser",
            ListRefusal::Old => "the table has had a newer one",
            ListRefusal::Busy => "too much at once: send it again later",
            ListRefusal::Storage => "the table's storage is in trouble",
        })
    }
}

impl core::error::Error for ListRefusal {}

impl From<StoredEnrolmentError> for ListRefusal {
    fn from(error: StoredEnrolmentError) -> ListRefusal {
        match error {
            StoredEnrolmentError::Seal(SealError::Old { .. }) => ListRefusal::Old,
            StoredEnrolmentError::Seal(_) => ListRefusal::NotSealed,
            _ => ListRefusal::Damaged,
        }
    }
}

/// Bytes of a list in one message.
pub const LIST_PIECE: usize = 256;

/// What somebody at the other end wants to read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Ask {
    /// Where the game stands.
    State,
    /// Records from one number to another, acknowledged or not.
    Records {
        /// The first.
        from: Seq,
        /// The last.
        to: Seq,
    },
    /// How a seat's reader and its loops are.
    Sensors(Seat),
    /// What lies over a loop; answered while no hand is played.
    Loop(Antenna),
    /// What is written on a tag over a loop; answered while no hand is played.
    Imprint {
        /// Over which.
        antenna: Antenna,
        /// On which.
        tag: TagUid,
    },
}

/// What the referee's device says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToTable<'a> {
    /// Here I am; answer the nonce, and send what comes after `newest`.
    Hello(RefereeHello),
    /// A signed [`super::Receipt`].
    Receipt(&'a [u8]),
    /// A signed [`super::Order`].
    Order(&'a [u8]),
    /// Signed [`crate::trust::Officials`].
    Appoint(&'a [u8]),
    /// Still here.
    Alive {
        /// In this session.
        session: SessionId,
    },
    /// Let me read.
    Ask(Ask),
    /// A piece of a [`crate::enrolment::SealedList`], at most [`LIST_PIECE`] bytes; in order.
    List {
        /// Where it begins.
        offset: u16,
        /// What it holds.
        bytes: &'a [u8],
    },
}

/// A frame's body that is no message: the other end speaks another schema.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageError;

impl fmt::Display for MessageError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("a sound frame holds no known message: the two ends differ in version")
    }
}

impl core::error::Error for MessageError {}

type Body = heapless::Vec<u8, LONGEST_BODY>;

fn encode(message: &impl Serialize) -> Result<Body, MessageError> {
    let mut body = Body::new();
    body.resize_default(LONGEST_BODY).map_err(|_| MessageError)?;
    let used = postcard::to_slice(message, &mut body).map_err(|_| MessageError)?.len();
    body.truncate(used);
    Ok(body)
}

fn decode<'a, M: Deserialize<'a>>(body: &'a [u8]) -> Result<M, MessageError> {
    match postcard::take_from_bytes(body) {
        Ok((message, [])) => Ok(message),
        _ => Err(MessageError),
    }
}

/// Protocol and schema of a hello of any age: the ten bytes that never change.
pub fn version_of(body: &[u8]) -> Option<(u8, SchemaHash)> {
    let ([0, protocol, schema @ ..], _) = body.split_first_chunk::<10>()? else {
        return None;
    };
    Some((*protocol, SchemaHash(*schema)))
}

impl<'a> FromTable<'a> {
    /// The body of a frame.
    pub fn encode(&self) -> Result<Body, MessageError> {
        encode(self)
    }

    /// From the body of a frame.
    pub fn decode(body: &'a [u8]) -> Result<FromTable<'a>, MessageError> {
        decode(body)
    }
}

impl<'a> ToTable<'a> {
    /// The body of a frame.
    pub fn encode(&self) -> Result<Body, MessageError> {
        encode(self)
    }

    /// From the body of a frame.
    pub fn decode(body: &'a [u8]) -> Result<ToTable<'a>, MessageError> {
        decode(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::record::LONGEST_RECORD;

    #[test]
    fn messages_come_back_whole() {
        let hello = FromTable::Hello(TableHello::new(PublicKey([3; 32]), Seq(7)));
        let record = FromTable::Record(&[9; LONGEST_RECORD]);
        let state = FromTable::State(Status::default());
        for message in [hello, record, state, FromTable::Alive { newest: Seq(u64::MAX) }] {
            assert_eq!(FromTable::decode(&message.encode().unwrap()), Ok(message));
        }
        let alive = ToTable::Alive { session: SessionId([9; 16]) };
        assert_eq!(ToTable::decode(&alive.encode().unwrap()), Ok(alive));
    }

    #[test]
    fn the_version_of_a_hello_is_read_whatever_follows() {
        let hello = ToTable::Hello(RefereeHello::new(Nonce([1; 16]), Seq(1))).encode().unwrap();
        assert_eq!(version_of(&hello), Some((PROTOCOL, SchemaHash::current())));
        assert_eq!(version_of(&[0, 9, 1, 2, 3, 4, 5, 6, 7, 8, 77]), {
            Some((9, SchemaHash([1, 2, 3, 4, 5, 6, 7, 8])))
        });
        assert_eq!(version_of(&[1, 9, 1, 2, 3, 4, 5, 6, 7, 8]), None, "no hello");
        assert_eq!(version_of(&[0, 9]), None);
    }

    #[test]
    fn unknown_and_overlong_bodies_are_refused() {
        assert_eq!(ToTable::decode(&[9]), Err(MessageError));
        let mut body = ToTable::Ask(Ask::State).encode().unwrap();
        body.push(0).unwrap();
        assert_eq!(ToTable::decode(&body), Err(MessageError));
    }
}
