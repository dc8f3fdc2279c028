//! Random damage to a journal of signed records: never a panic, never a wrong record accepted (trust B2, C3).
//!
//! `DAMAGES` says how many (20,000 unless told), `SEED` where to start.

use std::env;

use table_core::event::{Event, ResetCause};
use table_core::journal::{Journal, Recovered, Recovery};
use table_core::record::{Chain, Sealed, Seq};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

const SIZE: u32 = 8 * 1024;

fn number(name: &str, otherwise: u64) -> u64 {
    let text = env::var(name).unwrap_or_else(|_| otherwise.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
}

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

fn write(chip: &mut [u8], write: &table_core::journal::Write) {
    let at = write.address.0 as usize;
    chip[at..at + write.bytes.len()].copy_from_slice(&write.bytes);
}

/// A chip with some twenty signed records, those records, and all that were ever written: older ones have been released, and the newest
/// of these still lie there.
fn filled(key: &SoftwareKey) -> (Vec<u8>, Vec<Sealed>, Vec<Sealed>) {
    let mut chain = Chain::genesis(&key.public());
    let mut chip = vec![0; SIZE as usize];
    let (mut journal, writes) = Journal::create(SIZE, chain);
    writes.iter().for_each(|it| write(&mut chip, it));
    chain.boot();
    let mut written = vec![];
    let mut kept: Vec<(Sealed, table_core::journal::Address, Chain)> = vec![];
    for nth in 0..80u64 {
        let (number, update) = journal.begin_signature();
        write(&mut chip, &update.write);
        journal = update.after;
        chain.begun(number - 1);
        let event = Event::Boot { cause: ResetCause::Pin };
        let draft = chain.draft(Tick(nth), event).unwrap();
        let signature = key.sign(Purpose::Record, draft.bytes()).unwrap();
        let sealed = draft.seal(&signature);
        let append = journal.append(sealed.bytes()).unwrap();
        append.writes.iter().for_each(|it| write(&mut chip, it));
        written.push(sealed.clone());
        kept.push((sealed.clone(), append.at, chain));
        journal = append.after;
        chain.extend(&sealed, &sealed.read().unwrap()).unwrap();
        if kept.len() > 20 {
            kept.remove(0);
            let update = journal.release(kept[0].1, kept[0].2);
            write(&mut chip, &update.write);
            journal = update.after;
        }
    }
    (chip, kept.into_iter().map(|(sealed, ..)| sealed).collect(), written)
}

/// What a start over this chip accepts, the way the firmware does it: checksum, number and chain.
fn accepted(chip: &[u8], genesis: Chain) -> Vec<Sealed> {
    let mut recovery = Recovery::new(SIZE, genesis);
    let mut chain = genesis;
    let mut accepted = vec![];
    while let Some(read) = recovery.wants() {
        let at = read.address.0 as usize;
        match recovery.feed(&chip[at..at + read.length]) {
            Ok(Recovered::From(anchor)) => chain = anchor,
            Ok(Recovered::Entry(payload)) => {
                let read = Sealed::from_bytes(payload).and_then(|it| Ok((it.read()?, it)));
                let Ok((record, sealed)) = read else { break };
                if chain.extend(&sealed, &record).is_err() {
                    break;
                }
                accepted.push(sealed);
            }
            Ok(Recovered::More) => {}
            Ok(Recovered::Blank | Recovered::Whole(_)) | Err(_) => break,
        }
    }
    accepted
}

#[test]
fn random_damage_never_makes_a_wrong_record_acceptable() {
    let (damages, seed) = (number("DAMAGES", 20_000), number("SEED", 1));
    println!(
        "DAMAGES={damages} SEED={seed} cargo test -p conformance --release --test journal_damage"
    );
    let key = SoftwareKey::from_seed(&[5; 32]);
    let genesis = Chain::genesis(&key.public());
    let (good, records, written) = filled(&key);
    assert!(accepted(&good, genesis) == records, "undamaged, all of it is there");
    let mut chance = Chance(seed);
    let mut chip = good.clone();
    for _ in 0..damages {
        let mut touched = vec![];
        match chance.below(8) {
            // A whole chip of noise, with or without its slates.
            0 => {
                let from = [0, 128, 256][chance.below(3)];
                chip[from..].iter_mut().for_each(|byte| *byte = chance.bits() as u8);
                touched.push((from, SIZE as usize - from));
            }
            // Pieces of the chip in other places: old entries, doubled entries.
            1 | 2 => {
                let length = 1 + chance.below(600);
                let (from, to) = (chance.below(8192 - length), chance.below(8192 - length));
                chip.copy_within(from..from + length, to);
                touched.push((to, length));
            }
            // Some bytes, some bits.
            _ => {
                for _ in 0..=chance.below(6) {
                    let at = chance.below(SIZE as usize);
                    chip[at] ^= (1 + chance.below(255)) as u8;
                    touched.push((at, 1));
                }
            }
        }
        for sealed in accepted(&chip, genesis) {
            assert!(written.contains(&sealed), "seed {seed}: a record that nobody wrote");
        }
        for (at, length) in touched {
            chip[at..at + length].copy_from_slice(&good[at..at + length]);
        }
    }
    assert!(accepted(&chip, genesis) == records, "all damage was repaired");
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
