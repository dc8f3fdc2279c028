//! 74HC165 registers in a chain: the call pads. A pressed key pulls its input low; the eighth input is tied low.

use firmware::drivers::hc165::{KEYS, PRESENT};
use table_core::game::Call;
use table_core::seat::Seat;

const PADS: usize = 4;

/// The chain, the first seat's pad nearest to the processor.
#[derive(Debug, Clone)]
pub struct Hc165Chain {
    /// Keys that are down.
    down: [u8; PADS],
    /// Pads that are plugged in.
    there: [bool; PADS],
}

impl Default for Hc165Chain {
    fn default() -> Hc165Chain {
        Hc165Chain { down: [0; PADS], there: [true; PADS] }
    }
}

impl Hc165Chain {
    /// A key goes down, or up.
    pub fn key(&mut self, seat: Seat, call: Call, down: bool) {
        let bit = KEYS.iter().position(|key| *key == call).unwrap_or(0);
        let keys = &mut self.down[seat.index()];
        *keys = if down { *keys | 1 << bit } else { *keys & !(1 << bit) };
    }

    /// A pad's plug is pulled, or put back. Pads further away hang on it.
    pub fn plug(&mut self, seat: Seat, there: bool) {
        self.there[seat.index()] = there;
    }

    /// One load and shift. `Err` says what the host did wrong.
    pub fn transfer(&self, mosi: &[u8]) -> (Vec<u8>, Result<(), String>) {
        let chained = self.there.iter().take_while(|there| **there).count();
        let mut bytes: Vec<u8> =
            self.down.iter().take(chained).map(|down| !down & !PRESENT).collect();
        // Behind a missing pad, and behind the last, the line is pulled high.
        bytes.resize(mosi.len(), 0xFF);
        let whole = if mosi.len() == PADS {
            Ok(())
        } else {
            Err(format!("{} bytes shifted out of a chain of {PADS}", mosi.len()))
        };
        (bytes, whole)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use firmware::channels::{FromPeople, Press};
    use firmware::drivers::hc165::{DEBOUNCE, Debouncer, SCAN, STUCK};
    use proptest::prelude::*;
    use table_core::event::{Part, PartTrouble};
    use table_core::time::{Span, Tick};

    /// Reads the chain every scan from `now` on for so long, with `act` before each reading; what was told.
    fn watch(
        now: &mut Tick,
        span: Span,
        chain: &mut Hc165Chain,
        debouncer: &mut Debouncer,
        mut act: impl FnMut(Tick, &mut Hc165Chain),
    ) -> Vec<FromPeople> {
        let (end, mut told) = (*now + span, vec![]);
        while *now < end {
            act(*now, chain);
            let bytes = chain.transfer(&[0; PADS]).0;
            debouncer.read(*now, bytes.try_into().unwrap());
            told.extend(std::iter::from_fn(|| debouncer.news()));
            *now = *now + SCAN;
        }
        told
    }

    fn presses(told: &[FromPeople]) -> Vec<(Seat, Call)> {
        let pressed = told.iter().filter_map(|news| match news {
            FromPeople::Press(Press { seat, call, .. }) => Some((*seat, *call)),
            FromPeople::Part(..) => None,
        });
        pressed.collect()
    }

    #[test]
    fn keys_pressed_together_are_all_told_once() {
        let (mut chain, mut debouncer, mut now) = Default::default();
        let all: Vec<(Seat, Call)> =
            Seat::ALL.into_iter().flat_map(|seat| KEYS.map(|call| (seat, call))).collect();
        all.iter().for_each(|(seat, call)| Hc165Chain::key(&mut chain, *seat, *call, true));
        let told = watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {});
        assert_eq!(presses(&told), all);
        all.iter().for_each(|(seat, call)| chain.key(*seat, *call, false));
        assert_eq!(watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {}), []);
    }

    #[test]
    fn a_key_that_stays_down_is_told_once_flagged_and_works_again_when_freed() {
        let (mut chain, mut debouncer, mut now) = Default::default();
        Hc165Chain::key(&mut chain, Seat::Second, Call::Hu, true);
        let told =
            watch(&mut now, Span(STUCK.0 + 1_000_000), &mut chain, &mut debouncer, |_, _| {});
        let pad = Part::Pad(Seat::Second);
        assert_eq!(presses(&told), [(Seat::Second, Call::Hu)]);
        assert_eq!(told[1], FromPeople::Part(pad, Some(PartTrouble::Stuck)));
        // The other keys of the pad go on working.
        chain.key(Seat::Second, Call::Referee, true);
        let told = watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {});
        assert_eq!(presses(&told), [(Seat::Second, Call::Referee)]);
        chain.key(Seat::Second, Call::Hu, false);
        let told = watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {});
        assert_eq!(told, [FromPeople::Part(pad, None)]);
    }

    #[test]
    fn a_missing_pad_takes_those_behind_it_along_and_presses_nothing() {
        let (mut chain, mut debouncer, mut now) = Default::default();
        Hc165Chain::plug(&mut chain, Seat::Third, false);
        let told = watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {});
        let gone = |seat| FromPeople::Part(Part::Pad(seat), Some(PartTrouble::Absent));
        assert_eq!(told, [gone(Seat::Third), gone(Seat::Fourth)]);
        chain.plug(Seat::Third, true);
        let told = watch(&mut now, Span::secs(1), &mut chain, &mut debouncer, |_, _| {});
        let back = |seat| FromPeople::Part(Part::Pad(seat), None);
        assert_eq!(told, [back(Seat::Third), back(Seat::Fourth)]);
    }

    #[test]
    fn a_chain_read_too_short_or_too_long_is_a_violation() {
        assert!(Hc165Chain::default().transfer(&[0; 3]).1.is_err());
        assert!(Hc165Chain::default().transfer(&[0; 5]).1.is_err());
    }

    proptest! {
        /// However a contact bounces, for up to 10 ms: one press, stamped within 5 ms of the first contact.
        #[test]
        fn a_bouncing_press_is_one_press_stamped_in_time(
            first in 0u64..50_000,
            bounces in prop::collection::vec(200u64..1_250, 0..8),
            seat in 0usize..4,
            key in 0usize..7,
        ) {
            let (seat, call) = (Seat::ALL[seat], KEYS[key]);
            // Level changes after the first contact, the last of them closing it for good.
            let mut edges = vec![first];
            for gap in bounces.iter().chain(&bounces) {
                edges.push(edges[edges.len() - 1] + gap / 2);
            }
            let (mut chain, mut debouncer, mut now) = Default::default();
            let told = watch(&mut now, Span::millis(400), &mut chain, &mut debouncer, |now, chain| {
                let passed = edges.iter().filter(|edge| **edge <= now.0).count();
                Hc165Chain::key(chain, seat, call, passed % 2 == 1);
            });
            let [FromPeople::Press(press)] = told[..] else {
                // Bounces so long that a reading never saw it closed before the last: still one press at most.
                return Err(TestCaseError::fail(format!("{told:?}")));
            };
            prop_assert_eq!((press.seat, press.call), (seat, call));
            prop_assert!(press.at.0 >= first, "not before the contact");
            // Readings between bounces can miss a contact shorter than the time between two of them.
            let seen = (0..).map(|step| step * SCAN.0).find(|at| {
                *at >= first && edges.iter().filter(|edge| *edge <= at).count() % 2 == 1
            });
            prop_assert!(press.at.0 <= seen.unwrap_or(u64::MAX));
            if bounces.is_empty() {
                prop_assert!(press.at.0 - first <= 5_000, "{} us late", press.at.0 - first);
            }
        }

        /// Noise shorter than the debouncing time never becomes a press.
        #[test]
        fn short_noise_is_no_press(starts in prop::collection::vec(0u64..2_000_000, 1..20)) {
            let mut spikes: Vec<u64> = starts;
            spikes.sort_unstable();
            spikes.dedup_by(|later, earlier| *later - *earlier < 2 * DEBOUNCE.0);
            let (mut chain, mut debouncer, mut now) = Default::default();
            let told = watch(&mut now, Span::secs(3), &mut chain, &mut debouncer, |now, chain| {
                let down = spikes.iter().any(|spike| (*spike..*spike + DEBOUNCE.0 - SCAN.0).contains(&now.0));
                Hc165Chain::key(chain, Seat::First, Call::Pung, down);
            });
            prop_assert_eq!(told, []);
        }
    }
}
