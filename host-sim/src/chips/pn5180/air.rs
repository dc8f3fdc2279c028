//! What happens between the antenna and the tags: ISO 15693 frames, slots and their times, and the states of tags.
//!
//! Times are in ticks of the 13.56 MHz carrier, one of four coding towards the tag, high rate with one sub-carrier back. Whether an
//! answer is heard, and how well, is the error model's business ([`crate::air`]).

use std::collections::BTreeSet;

use table_core::enrolment::TagUid;
use table_core::iso15693::{Family, INVENTORY_ANSWER, Mask, SLOTS};
use table_core::place::Antenna;

use super::super::Micros;
use super::registers::bit;
use super::tag::Tags;
use crate::air::{self, Channel};

const REQUEST_SOF: u64 = 1_024;
const REQUEST_BYTE: u64 = 4_096;
const REQUEST_EOF: u64 = 512;
const T1: u64 = 4_352;
const ANSWER_SOF: u64 = 2_048;
const ANSWER_BIT: u64 = 512;
const ANSWER_BYTE: u64 = 8 * ANSWER_BIT;
const ANSWER_EOF: u64 = 2_048;
/// From the end of an answer to the next request, at least (4192 ticks).
pub const T2: Micros = 310;
/// The reader chip adds and takes away two bytes of CRC.
const CRC_BYTES: u64 = 2;
/// Longest mask with sixteen slots.
const LONGEST_MASK: u8 = 60;

/// Carrier ticks in microseconds, rounded up.
fn micros(ticks: u64) -> Micros {
    (ticks * 100).div_ceil(1_356)
}

/// The live antenna and what lies over it.
pub struct Field<'a> {
    /// How well it is heard.
    pub channel: &'a mut Channel,
    /// Which loop the multiplexer connects.
    pub antenna: Antenna,
    /// What tags hold.
    pub tags: &'a mut Tags,
}

/// What comes back from the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One tag's bytes.
    Clean(Vec<u8>),
    /// An answer with a CRC error.
    Corrupt(Vec<u8>),
    /// Several at once; the first bit in which they differ.
    Collision(u8),
}

impl Answer {
    /// RX_STATUS after it.
    pub fn rx_status(&self) -> u32 {
        match self {
            Answer::Clean(bytes) => bytes.len() as u32,
            Answer::Corrupt(bytes) => bit::RX_INTEGRITY | bytes.len() as u32,
            Answer::Collision(at) => bit::RX_COLLISION | u32::from(*at) << 19,
        }
    }

    /// What READ_DATA gives after it.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Answer::Clean(bytes) | Answer::Corrupt(bytes) => bytes.clone(),
            Answer::Collision(_) => vec![],
        }
    }

    /// From its first to its last tick.
    fn ticks(&self) -> u64 {
        let bytes = match self {
            Answer::Clean(bytes) | Answer::Corrupt(bytes) => bytes.len(),
            Answer::Collision(_) => INVENTORY_ANSWER,
        };
        ANSWER_SOF + (bytes as u64 + CRC_BYTES) * ANSWER_BYTE + ANSWER_EOF
    }
}

/// When the reader's frame ends, and what answers when.
pub struct Outcome {
    pub transmitted: Micros,
    pub answer: Option<(Times, Answer)>,
}

/// When a reader notices what of an answer.
pub struct Times {
    /// The start of frame is over.
    pub begun: Micros,
    /// Four bits after it.
    pub fourth_bit: Micros,
    /// All is there.
    pub end: Micros,
}

/// What tags do with the requests they hear. States last as long as the field.
#[derive(Default)]
pub struct Air {
    /// The tags have been woken since the field came up.
    awake: bool,
    round: Option<Round>,
    quiet: BTreeSet<TagUid>,
    selected: Option<TagUid>,
}

struct Round {
    mask: Mask,
    family: Option<Family>,
    slot: u8,
}

impl Air {
    /// Tags lose their power and with it everything.
    pub fn field_off(&mut self) {
        *self = Air::default();
    }

    /// A whole request. `Err` if it is none that tags understand.
    pub fn request(
        &mut self,
        start: Micros,
        data: &[u8],
        field: Field<'_>,
    ) -> Result<Outcome, String> {
        let ticks = REQUEST_SOF + (data.len() as u64 + CRC_BYTES) * REQUEST_BYTE + REQUEST_EOF;
        let transmitted = start + micros(ticks);
        if !std::mem::replace(&mut self.awake, true) {
            field.channel.field_on(start, field.antenna);
        }
        match data {
            [0x06, 0x01, rest @ ..] => self.inventory(None, rest)?,
            [0x16, 0x01, family, rest @ ..] => self.inventory(Some(Family(*family)), rest)?,
            [0x22, command, rest @ ..] => {
                let (uid, rest) =
                    rest.split_first_chunk::<8>().ok_or("an addressed request without address")?;
                let tag = TagUid(u64::from_le_bytes(*uid));
                return self.command(transmitted, tag, *command, rest, field);
            }
            [0x12, command, rest @ ..] => {
                let tag = self.selected.ok_or("a request to the selected tag, and none is")?;
                return self.command(transmitted, tag, *command, rest, field);
            }
            _ => return Err(format!("a request that no tag understands: {data:02x?}")),
        }
        Ok(self.slot(transmitted, field))
    }

    fn inventory(&mut self, family: Option<Family>, rest: &[u8]) -> Result<(), String> {
        let [length, mask @ ..] = rest else {
            return Err("an inventory without a mask length".into());
        };
        if *length > LONGEST_MASK || mask.len() != usize::from(*length).div_ceil(8) {
            return Err(format!("a mask of {length} bits in {} bytes", mask.len()));
        }
        let bits = mask.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        self.round = Some(Round { mask: Mask { length: *length, bits }, family, slot: 0 });
        Ok(())
    }

    /// A bare EOF: the next slot of the round.
    pub fn next_slot(&mut self, start: Micros, field: Field<'_>) -> Result<Outcome, String> {
        let round = self.round.as_mut().ok_or("a bare EOF outside an inventory")?;
        round.slot += 1;
        if round.slot >= SLOTS {
            self.round = None;
            return Err("a seventeenth slot".into());
        }
        Ok(self.slot(start + micros(REQUEST_EOF), field))
    }

    fn slot(&self, transmitted: Micros, field: Field<'_>) -> Outcome {
        let Field { channel, antenna, tags } = field;
        let asked = |tag| {
            self.round.as_ref().is_some_and(|round| round.asks(tag, tags))
                && !self.quiet.contains(&tag)
        };
        let answer = channel.answer(transmitted, antenna, asked);
        let bytes = |tag: TagUid| {
            [0, tags.get(tag).format].into_iter().chain(tag.0.to_le_bytes()).collect()
        };
        outcome(transmitted, channel, heard(answer, bytes))
    }

    /// A request to one tag.
    fn command(
        &mut self,
        transmitted: Micros,
        tag: TagUid,
        command: u8,
        rest: &[u8],
        field: Field<'_>,
    ) -> Result<Outcome, String> {
        let Field { channel, antenna, tags } = field;
        self.round = None;
        let reply = match (command, rest) {
            (0x02, []) => {
                self.quiet.insert(tag);
                return Ok(Outcome { transmitted, answer: None });
            }
            (0x25, []) => {
                self.selected = Some(tag);
                vec![0]
            }
            (0x26, []) => {
                self.quiet.remove(&tag);
                self.selected = self.selected.filter(|selected| *selected != tag);
                vec![0]
            }
            (0x20 | 0x23, _) if channel.blocks_fail() => {
                return Ok(Outcome { transmitted, answer: None });
            }
            (0x20, [block]) => tags.get(tag).read(*block, 1),
            (0x23, [first, more]) => tags.get(tag).read(*first, u16::from(*more) + 1),
            _ => return Err(format!("command {command:#04x} with {rest:02x?}")),
        };
        let answer = channel.answer(transmitted, antenna, |other| other == tag);
        Ok(outcome(transmitted, channel, heard(answer, |_| reply.clone())))
    }
}

fn heard(answer: Option<air::Answer>, bytes: impl Fn(TagUid) -> Vec<u8>) -> Option<Answer> {
    Some(match answer? {
        air::Answer::Clean(tag) => Answer::Clean(bytes(tag)),
        air::Answer::Corrupt => Answer::Corrupt(vec![0; INVENTORY_ANSWER]),
        air::Answer::Collision(at) => Answer::Collision(at),
    })
}

/// Tags answer t1 after the request, a little earlier or later each time.
fn outcome(transmitted: Micros, channel: &mut Channel, answer: Option<Answer>) -> Outcome {
    let answer = answer.map(|answer| {
        let from = T1.saturating_add_signed(channel.jitter());
        let after = |ticks| transmitted + micros(from + ticks);
        let times = Times {
            begun: after(ANSWER_SOF),
            fourth_bit: after(ANSWER_SOF + 4 * ANSWER_BIT),
            end: after(answer.ticks()),
        };
        (times, answer)
    });
    Outcome { transmitted, answer }
}

impl Round {
    /// The slot is the four bits of the identifier behind the mask.
    fn asks(&self, tag: TagUid, tags: &Tags) -> bool {
        let here = (tag.0 >> self.mask.length & 0xF) as u8 == self.slot;
        here && self.mask.holds(tag) && self.family.is_none_or(|asked| tags.get(tag).is_of(asked))
    }
}
