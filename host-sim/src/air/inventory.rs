//! A scan without the SPI bytes: the application's own anticollision asks the channel directly, and every frame takes the
//! time it takes.

use firmware::drivers::pn5180::EMPTY_SLOT_US;
use table_core::enrolment::TagUid;
use table_core::iso15693::{Anticollision, Family, Heard, Mask, Quality, SLOTS, Slot, Transmit};
use table_core::place::Antenna;

use super::channel::{Answer, Channel, happens};
use crate::chips::Micros;
use crate::chips::pn5180::Tags;
use crate::world::play::random::Random;

/// Air times in microseconds (ISO 15693 at 26.48 kbit/s, 1 of 4, 100 % ASK): a request without family and mask, each further byte
/// of it, a bare EOF, an answer with the wait for it, and the pause after it.
const REQUEST: Micros = 1_624;
const REQUEST_BYTE: Micros = 302;
const EOF: Micros = 38;
const ANSWER: Micros = 321 + 3_927;
const QUIET: Micros = 310;
/// SPI and BUSY, as the driver at the chip model takes them: before a request, before a bare EOF, to learn that a slot is empty,
/// and to fetch an answer. The last mostly passes within the pause.
const HOST_REQUEST: Micros = 106;
const HOST_EOF: Micros = 48;
const HOST_LOOK: Micros = 41;
const HOST_FETCH: Micros = 132;
/// Bytes from the chip that decide what a slot is taken for: IRQ_STATUS, and for an answer RX_STATUS and the answer.
const EMPTY_BYTES: f64 = 4.0;
const ANSWER_BYTES: f64 = 18.0;

/// One scan of one loop, round by round.
pub struct Inventory {
    antenna: Antenna,
    family: Option<Family>,
    scan: Anticollision,
    next: Option<Transmit>,
    /// Nothing may be sent before.
    quiet_until: Micros,
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
    /// The field of the loop comes up; everybody is asked, or one family.
    pub fn new(
        channel: &mut Channel,
        now: Micros,
        antenna: Antenna,
        family: Option<Family>,
    ) -> Inventory {
        channel.field_on(now, antenna);
        let mut scan = Anticollision::new();
        let next = scan.transmit();
        Inventory { antenna, family, scan, next, quiet_until: 0 }
    }

    /// The next round, from `now` on; `None` when the scan is over.
    pub fn round(
        &mut self,
        channel: &mut Channel,
        tags: &Tags,
        random: &mut Random,
        now: Micros,
    ) -> Option<Round> {
        let Transmit::Request(mask) = self.next? else {
            return None;
        };
        let bit_error = channel.errors().reader.spi_bit_error;
        let bytes = Micros::from(mask.length.div_ceil(8)) + Micros::from(self.family.is_some());
        let ours = |tag| self.family.is_none_or(|family| tags.get(tag).is_of(family));
        // Most slots of a late round are asked for nobody.
        let slots = channel.near(self.antenna).filter(|tag| mask.holds(*tag));
        let slots = slots.fold(0_u16, |slots, tag| slots | 1 << (tag.0 >> mask.length & 0xF));
        let mut heard = vec![];
        let mut at = now;
        for number in 0..SLOTS {
            let (host, air) = match number {
                0 => (HOST_REQUEST, REQUEST + bytes * REQUEST_BYTE),
                _ => (HOST_EOF, EOF),
            };
            at = (at + host).max(self.quiet_until) + air;
            let bits = mask.bits | u64::from(number) << mask.length;
            let asked = Mask { length: mask.length + 4, bits };
            let answer = match slots >> number & 1 {
                0 => channel.noise(),
                _ => channel.answer(at, self.antenna, |tag| asked.holds(tag) && ours(tag)),
            };
            let decisive = match answer {
                None => {
                    at += Micros::from(EMPTY_SLOT_US) + HOST_LOOK;
                    EMPTY_BYTES
                }
                Some(_) => {
                    self.quiet_until = at + ANSWER + QUIET;
                    at += ANSWER + HOST_FETCH;
                    ANSWER_BYTES
                }
            };
            let slot = match answer {
                None => Slot::Empty,
                Some(Answer::Clean(tag)) => Slot::Tag(tag),
                Some(Answer::Corrupt) => Slot::Disturbed,
                Some(Answer::Collision(_)) => Slot::Collision,
            };
            let wrong = happens(random, bit_error * decisive);
            let slot = if wrong { broken(slot, random) } else { slot };
            if let Heard::Tag(tag) = self.scan.heard(slot) {
                heard.push(tag);
            }
            self.next = self.scan.transmit();
        }
        Some(Round { lasts: at - now, tags: heard })
    }

    /// Whether every round has been asked for.
    pub fn is_over(&self) -> bool {
        self.next.is_none()
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
