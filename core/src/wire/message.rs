//! The messages, one table for both ends.
//!
//! | From | Message | Body | Answer |
//! |---|---|---|---|
//! | table | `Hello` | protocol, schema, identity, newest record | `Hello` |
//! | table | `Record` | one sealed record, as stored | `Ack` |
//! | referee | `Hello` | protocol, schema, newest record held | records after it |
//! | referee | `Ack` | number of the newest record safely held | the next record |
//! | referee | `Order` | what the referee orders | its events, as records |
//!
//! Bodies are postcard; the enums below are the format. [`SchemaHash::current`] changes with them.

use core::fmt;

use serde::{Deserialize, Serialize};
use sha2::{Digest, Sha256};

use super::frame::LONGEST_BODY;
use crate::game::Command;
use crate::record::{self, Seq};
use crate::trust::PublicKey;

/// Version of the conversation.
pub const PROTOCOL: u8 = 1;

/// The table above in a canonical spelling: change it with the enums, and old ends part politely.
const SCHEMA: &str = "protocol 1;\
    hello{protocol u8;schema [u8;8];table option [u8;32];newest u64};\
    from_table{0 hello;1 record bytes};to_table{0 hello;1 ack u64;2 order}";

/// Eight bytes that both ends must share.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct SchemaHash(pub [u8; 8]);

impl SchemaHash {
    /// Of this build: messages and record layout together.
    pub fn current() -> SchemaHash {
        let mut hash = Sha256::new();
        hash.update(SCHEMA);
        hash.update([record::VERSION]);
        let digest: [u8; 32] = hash.finalize().into();
        let [a, b, c, d, e, f, g, h, ..] = digest;
        SchemaHash([a, b, c, d, e, f, g, h])
    }
}

/// First words of either end.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Hello {
    /// [`PROTOCOL`] of the sender.
    pub protocol: u8,
    /// Schema of the sender.
    pub schema: SchemaHash,
    /// Who the table is; `None` from a referee.
    pub table: Option<PublicKey>,
    /// Newest record made durable (table) or held (referee); 0 if none.
    pub newest: Seq,
}

impl Hello {
    /// A hello of this build.
    pub fn new(table: Option<PublicKey>, newest: Seq) -> Hello {
        Hello { protocol: PROTOCOL, schema: SchemaHash::current(), table, newest }
    }
}

/// What the table says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum FromTable<'a> {
    /// Who I am; repeated every second until answered.
    Hello(Hello),
    /// A sealed record, byte for byte as stored.
    Record(&'a [u8]),
}

/// What the referee's device says.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ToTable {
    /// Here I am; send what comes after `newest`.
    Hello(Hello),
    /// I hold everything up to this record.
    Ack(Seq),
    /// Do this.
    Order(Command),
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

impl ToTable {
    /// The body of a frame.
    pub fn encode(&self) -> Result<Body, MessageError> {
        encode(self)
    }

    /// From the body of a frame.
    pub fn decode(body: &[u8]) -> Result<ToTable, MessageError> {
        decode(body)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn messages_come_back_whole() {
        let hello = FromTable::Hello(Hello::new(Some(PublicKey([3; 32])), Seq(7)));
        let record = FromTable::Record(&[9; record::LONGEST_RECORD]);
        for message in [hello, record] {
            assert_eq!(FromTable::decode(&message.encode().unwrap()), Ok(message));
        }
        let ack = ToTable::Ack(Seq(u64::MAX));
        assert_eq!(ToTable::decode(&ack.encode().unwrap()), Ok(ack));
    }

    #[test]
    fn unknown_and_overlong_bodies_are_refused() {
        assert_eq!(ToTable::decode(&[9]), Err(MessageError));
        let mut body = ToTable::Ack(Seq(1)).encode().unwrap();
        body.push(0).unwrap();
        assert_eq!(ToTable::decode(&body), Err(MessageError));
    }
}
