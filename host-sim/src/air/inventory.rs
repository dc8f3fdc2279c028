//! A scan without the SPI bytes: the application's own anticollision asks the channel directly, and every frame takes the
//! time it takes.

use table_core::enrolment::TagUid;
use table_core::iso15693::{Anticollision, Heard, Mask, Quality, SLOTS, Slot, Transmit};
use table_core::place::Antenna;

use super::channel::{Answer, Channel};
use crate::chips::Micros;
use crate::world::play::random::Random;

/// Air times in microseconds (ISO 15693 at 26.48 kbit/s, 1 of 4, 100 % ASK).
const REQUEST: Micros = 1_624;
const MASK_BYTE: Micros = 302;
const EOF: Micros = 38;
const OCCUPIED: Micros = 321 + 4_077 + 310;
/// The driver waits so long for an answer to begin.
const EMPTY: Micros = 700;
/// SPI and firmware, as the driver at the chip model takes it: for each request and for each slot by what it held.
const HOST_REQUEST: Micros = 130;
const HOST_EMPTY: Micros = 130;
const HOST_OCCUPIED: Micros = 190;
/// Bytes on the bus for each slot.
const SLOT_BYTES: f64 = 60.0;

/// One scan of one loop, round by round.
pub struct Inventory {
    antenna: Antenna,
    scan: Anticollision,
    next: Option<Transmit>,
}

/// What one round of sixteen slots brought.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Round {
    /// How long it took.
    pub lasts: Micros,
    /// The tags that were read, in their order.
    pub tags: Vec<TagUid>,
}

impl Inventory {
    /// The field of the loop comes up.
    pub fn new(channel: &mut Channel, now: Micros, antenna: Antenna) -> Inventory {
        channel.field_on(now, antenna);
        let mut scan = Anticollision::new();
        let next = scan.transmit();
        Inventory { antenna, scan, next }
    }

    /// The next round, from `now` on; `None` when the scan is over.
    pub fn round(
        &mut self,
        channel: &mut Channel,
        random: &mut Random,
        now: Micros,
    ) -> Option<Round> {
        let Transmit::Request(mask) = self.next? else {
            return None;
        };
        let broken_bytes = channel.errors().reader.spi_bit_error * SLOT_BYTES;
        let mut round = Round { lasts: 0, tags: vec![] };
        let bytes = Micros::from(mask.length.div_ceil(8));
        round.lasts += REQUEST + bytes * MASK_BYTE + HOST_REQUEST;
        for number in 0..SLOTS {
            if number > 0 {
                round.lasts += EOF;
            }
            let bits = mask.bits | u64::from(number) << mask.length;
            let asked = Mask { length: mask.length + 4, bits };
            let answer = channel.slot(now + round.lasts, self.antenna, asked);
            round.lasts += match answer {
                None => EMPTY + HOST_EMPTY,
                Some(_) => OCCUPIED + HOST_OCCUPIED,
            };
            let slot = match answer {
                None => Slot::Empty,
                Some(Answer::Clean(tag)) => Slot::Tag(tag),
                Some(Answer::Corrupt) => Slot::Disturbed,
                Some(Answer::Collision(_)) => Slot::Collision,
            };
            let slot = if random.chance(broken_bytes) { broken(slot, random) } else { slot };
            if let Heard::Tag(tag) = self.scan.heard(slot) {
                round.tags.push(tag);
            }
            self.next = self.scan.transmit();
        }
        Some(round)
    }

    /// How sure the scan is.
    pub fn quality(&self) -> Quality {
        self.scan.quality()
    }
}

/// What a bit error on the bus makes of a slot: another identifier, or nothing that can be used.
fn broken(slot: Slot, random: &mut Random) -> Slot {
    match slot {
        Slot::Tag(tag) => Slot::Tag(TagUid(tag.0 ^ 1 << random.below(56))),
        _ => Slot::Disturbed,
    }
}
