//! What happens between the antenna and the tags: ISO 15693 frames, slots and their times.
//!
//! Times are in ticks of the 13.56 MHz carrier, one of four coding towards the tag, high rate with one sub-carrier back.

use table_core::enrolment::TagUid;

use super::super::Micros;
use super::registers::bit;

const REQUEST_SOF: u64 = 1_024;
const REQUEST_BYTE: u64 = 4_096;
const REQUEST_EOF: u64 = 512;
const T1: u64 = 4_352;
const ANSWER_SOF: u64 = 2_048;
const ANSWER_BYTE: u64 = 8 * 512;
const ANSWER_EOF: u64 = 2_048;
/// From the end of an answer to the next request, at least (4192 ticks).
pub const T2: Micros = 310;
/// The reader chip adds and takes away two bytes of CRC.
const CRC_BYTES: u64 = 2;
const SLOTS: u8 = 16;

/// Carrier ticks in microseconds, rounded up.
fn micros(ticks: u64) -> Micros {
    (ticks * 100).div_ceil(1_356)
}

/// What comes back from the field.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Answer {
    /// One tag, cleanly.
    Tag(TagUid),
    /// Several at once; the first bit in which they differ.
    Collision(u8),
}

impl Answer {
    /// RX_STATUS after it.
    pub fn rx_status(&self) -> u32 {
        match self {
            Answer::Tag(_) => 10,
            Answer::Collision(at) => bit::RX_COLLISION | u32::from(*at) << 19,
        }
    }

    /// What READ_DATA gives after it: flags, DSFID, identifier.
    pub fn bytes(&self) -> Vec<u8> {
        match self {
            Answer::Tag(tag) => [0, 0].into_iter().chain(tag.0.to_le_bytes()).collect(),
            Answer::Collision(_) => vec![],
        }
    }
}

/// When the reader's frame ends, and what answers from when to when.
pub struct Outcome {
    pub transmitted: Micros,
    pub answer: Option<(Micros, Micros, Answer)>,
}

/// The inventory round under way.
#[derive(Default)]
pub struct Air {
    round: Option<Round>,
}

struct Round {
    mask_length: u8,
    mask: u64,
    slot: u8,
}

impl Air {
    /// Tags lose their power and with it the round.
    pub fn field_off(&mut self) {
        self.round = None;
    }

    /// A whole request. `Err` if it is none that tags understand.
    pub fn request(
        &mut self,
        start: Micros,
        data: &[u8],
        tags: &[TagUid],
    ) -> Result<Outcome, String> {
        let [0x06, 0x01, mask_length, mask @ ..] = data else {
            return Err(format!("a request that no tag understands: {data:02x?}"));
        };
        if *mask_length > 60 || mask.len() != usize::from(*mask_length).div_ceil(8) {
            return Err(format!("a mask of {mask_length} bits in {} bytes", mask.len()));
        }
        let mask = mask.iter().rev().fold(0, |bits, &byte| bits << 8 | u64::from(byte));
        self.round = Some(Round { mask_length: *mask_length, mask, slot: 0 });
        let ticks = REQUEST_SOF + (data.len() as u64 + CRC_BYTES) * REQUEST_BYTE + REQUEST_EOF;
        Ok(self.outcome(start + micros(ticks), tags))
    }

    /// A bare EOF: the next slot of the round.
    pub fn next_slot(&mut self, start: Micros, tags: &[TagUid]) -> Result<Outcome, String> {
        let round = self.round.as_mut().ok_or("a bare EOF outside an inventory")?;
        round.slot += 1;
        if round.slot >= SLOTS {
            self.round = None;
            return Err("a seventeenth slot".into());
        }
        Ok(self.outcome(start + micros(REQUEST_EOF), tags))
    }

    fn outcome(&self, transmitted: Micros, tags: &[TagUid]) -> Outcome {
        let answer = self.round.as_ref().and_then(|round| round.answer(tags));
        let answer = answer.map(|answer| {
            let from = transmitted + micros(T1);
            let ticks = ANSWER_SOF + (10 + CRC_BYTES) * ANSWER_BYTE + ANSWER_EOF;
            (from, from + micros(ticks), answer)
        });
        Outcome { transmitted, answer }
    }
}

impl Round {
    fn answer(&self, tags: &[TagUid]) -> Option<Answer> {
        let here = tags.iter().copied().filter(|tag| self.is_asked(*tag));
        let here: Vec<TagUid> = here.collect();
        let (first, others) = here.split_first()?;
        match others {
            [] => Some(Answer::Tag(*first)),
            _ => {
                let differ = others.iter().fold(0, |bits, tag| bits | (tag.0 ^ first.0));
                // Flags and DSFID are alike; the identifier starts at bit 16 of the answer.
                Some(Answer::Collision(16 + differ.trailing_zeros().min(63) as u8))
            }
        }
    }

    /// The slot is the four bits of the identifier behind the mask.
    fn is_asked(&self, tag: TagUid) -> bool {
        let length = u32::from(self.mask_length);
        let masked = tag.0 & ((1u64 << length) - 1);
        masked == self.mask && (tag.0 >> length & 0xF) as u8 == self.slot
    }
}
