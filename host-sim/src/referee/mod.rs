//! The referee's side of the link: believes nothing that it has not checked.

mod export;
mod ledger;

pub use export::{Export, ExportError, export, read_export};
pub use ledger::{Ledger, Refusal};

use table_core::record::Seq;
use table_core::trust::PublicKey;
use table_core::wire::{
    self, Accumulator, FrameError, FromTable, Hello, MessageError, PROTOCOL, SchemaHash, ToTable,
};

/// What the referee's device noticed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Notice {
    /// The table introduced itself.
    Hello(PublicKey),
    /// A record was checked and is held.
    Verified(Seq),
    /// A record that is held already came again.
    Repeated(Seq),
    /// A frame was damaged on the way.
    Damaged(FrameError),
    /// A sound frame held no known message.
    Unknown(MessageError),
    /// The table speaks another version.
    OtherVersion(u8),
    /// Not believed, and why.
    Refused(Refusal),
}

/// The device at the other end of the table's UART.
pub struct Referee {
    ledger: Ledger,
    accumulator: Accumulator,
}

impl Referee {
    /// Trusts the table with this identity and no other.
    pub fn new(table: PublicKey) -> Referee {
        Referee { ledger: Ledger::new(table), accumulator: Accumulator::new() }
    }

    /// What is held.
    pub fn ledger(&self) -> &Ledger {
        &self.ledger
    }

    /// Takes bytes from the table; gives what was noticed and what to answer.
    pub fn hear(&mut self, bytes: &[u8]) -> (Vec<Notice>, Vec<u8>) {
        let (mut notices, mut answer) = (vec![], vec![]);
        for &byte in bytes {
            let Some(frame) = self.accumulator.push(byte) else {
                continue;
            };
            let (notice, reply) = match frame {
                Ok(body) => self.message(&body),
                Err(error) => (Notice::Damaged(error), None),
            };
            notices.push(notice);
            answer.extend(reply.iter().flat_map(to_frame));
        }
        (notices, answer)
    }

    fn message(&mut self, body: &[u8]) -> (Notice, Option<ToTable>) {
        match FromTable::decode(body) {
            Ok(FromTable::Hello(hello)) => self.greet(&hello),
            Ok(FromTable::Record(bytes)) => match self.ledger.take(bytes) {
                Ok(notice) => (notice, Some(ToTable::Ack(self.ledger.newest()))),
                Err(refusal) => (Notice::Refused(refusal), None),
            },
            Err(error) => (Notice::Unknown(error), None),
        }
    }

    fn greet(&self, hello: &Hello) -> (Notice, Option<ToTable>) {
        if hello.protocol != PROTOCOL || hello.schema != SchemaHash::current() {
            return (Notice::OtherVersion(hello.protocol), None);
        }
        match hello.table {
            Some(table) if table == self.ledger.table() => {
                let newest = self.ledger.newest();
                // A shorter chain than last time: records were taken away (trust D5).
                if hello.newest < newest {
                    let refusal = Refusal::Truncated { held: newest, offered: hello.newest };
                    return (Notice::Refused(refusal), None);
                }
                (Notice::Hello(table), Some(ToTable::Hello(Hello::new(None, newest))))
            }
            stranger => (Notice::Refused(Refusal::Stranger(stranger)), None),
        }
    }
}

/// A message in its frame.
pub fn to_frame(message: &ToTable) -> Vec<u8> {
    let frame = message.encode().ok().and_then(|body| wire::encode(&body).ok());
    frame.map(|frame| frame.to_vec()).unwrap_or_default()
}
