//! Random damage to a journal of signed records: never a panic, never a wrong record accepted (trust B2, C3).
//!
//! `DAMAGES` says how many (20,000 unless told), `SEED` where to start.

use conformance::number;
use fuzz::journal::{Filled, SIZE};
use table_core::event::{Event, ResetCause};
use table_core::record::{Chain, Sealed, Seq};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn bits(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        z ^ z >> 31
    }

    fn below(&mut self, limit: usize) -> usize {
        (self.bits() % limit as u64) as usize
    }
}

#[test]
fn random_damage_never_makes_a_wrong_record_acceptable() {
    let (damages, seed) = (number("DAMAGES", 20_000), number("SEED", 1));
    println!(
        "DAMAGES={damages} SEED={seed} cargo test -p conformance --release --test journal_damage"
    );
    let filled = Filled::new();
    let good = &filled.chip;
    assert!(filled.accepted(good) == filled.kept, "undamaged, all of it is there");
    let mut chance = Chance(seed);
    let mut chip = good.clone();
    for _ in 0..damages {
        let mut touched = vec![];
        match chance.below(8) {
            // A whole chip of noise, with or without its slates.
            0 => {
                let from = [0, 128, 256][chance.below(3)];
                chip[from..].iter_mut().for_each(|byte| *byte = chance.bits() as u8);
                touched.push((from, SIZE - from));
            }
            // Pieces of the chip in other places: old entries, doubled entries.
            1 | 2 => {
                let length = 1 + chance.below(600);
                let (from, to) = (chance.below(SIZE - length), chance.below(SIZE - length));
                chip.copy_within(from..from + length, to);
                touched.push((to, length));
            }
            // Some bytes, some bits.
            _ => {
                for _ in 0..=chance.below(6) {
                    let at = chance.below(SIZE);
                    chip[at] ^= (1 + chance.below(255)) as u8;
                    touched.push((at, 1));
                }
            }
        }
        for sealed in filled.accepted(&chip) {
            assert!(filled.written.contains(&sealed), "seed {seed}: a record that nobody wrote");
        }
        for (at, length) in touched {
            chip[at..at + length].copy_from_slice(&good[at..at + length]);
        }
    }
    assert!(filled.accepted(&chip) == filled.kept, "all damage was repaired");
}

/// Trust B2: ten thousand records, one bit changed in each.
#[test]
fn a_changed_bit_in_any_of_ten_thousand_records_is_found() {
    let key = SoftwareKey::from_seed(&[6; 32]);
    let mut chain = Chain::genesis(&key.public());
    let mut chance = Chance(number("SEED", 1));
    for nth in 0..10_000u64 {
        let event = Event::Boot { cause: ResetCause::Power };
        let draft = chain.draft(Tick(nth), event).unwrap();
        let signature = key.sign(Purpose::Record, draft.bytes()).unwrap();
        let sealed = draft.seal(&signature);
        let mut bytes = sealed.bytes().to_vec();
        let bit = chance.below(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        let changed = Sealed::from_bytes(&bytes).unwrap();
        // The next record names this one by its hash, so the change shows there even to somebody without the key.
        assert_ne!(changed.hash(), sealed.hash());
        let found = changed.verify(&key.public());
        assert!(found.is_err(), "record {nth}, bit {bit}");
        chain.extend(&sealed, &sealed.read().unwrap()).unwrap();
        assert_eq!(chain.next(), Seq(nth + 2));
    }
}
