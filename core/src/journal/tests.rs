use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::head::HEAD_BYTES;
use super::*;

const SIZE: u32 = 4096;

/// A journal and its payloads.
type Replayed = (Journal, Vec<Vec<u8>>);

/// A chip that can lose power: writes land byte by byte until the fuel is gone.
#[derive(Clone)]
struct Memory {
    bytes: Vec<u8>,
    fuel: usize,
}

impl Memory {
    fn blank() -> Memory {
        Memory { bytes: vec![0; SIZE as usize], fuel: usize::MAX }
    }

    fn write(&mut self, write: &Write) {
        for (offset, &byte) in write.bytes.iter().enumerate() {
            if self.fuel == 0 {
                return;
            }
            self.fuel -= 1;
            self.bytes[write.address.0 as usize + offset] = byte;
        }
    }

    /// Journal and payloads, or `None` on a blank chip.
    fn recover(&self) -> Result<Option<Replayed>, JournalError> {
        let mut recovery = Recovery::new(SIZE);
        let mut payloads = vec![];
        while let Some(read) = recovery.wants() {
            let at = read.address.0 as usize;
            match recovery.feed(&self.bytes[at..at + read.length])? {
                Recovered::More => {}
                Recovered::Entry(payload) => payloads.push(payload.to_vec()),
                Recovered::Blank => return Ok(None),
                Recovered::Whole(journal) => return Ok(Some((journal, payloads))),
            }
        }
        panic!("recovery ended without an answer")
    }

    fn append(&mut self, journal: &mut Journal, payload: &[u8]) {
        let append = journal.append(payload).unwrap();
        for write in &append.writes {
            self.write(write);
        }
        *journal = append.after;
    }
}

fn filled(payloads: &[Vec<u8>]) -> (Memory, Journal) {
    let mut memory = Memory::blank();
    let (mut journal, writes) = Journal::create(SIZE);
    writes.iter().for_each(|write| memory.write(write));
    for payload in payloads {
        memory.append(&mut journal, payload);
    }
    (memory, journal)
}

fn three() -> Vec<Vec<u8>> {
    vec![vec![1; 40], vec![2; 100], vec![3; 7]]
}

#[test]
fn a_blank_chip_is_recognised_and_rubbish_is_not_taken_for_one() {
    assert_eq!(Memory::blank().recover(), Ok(None));
    let mut memory = Memory::blank();
    memory.bytes[5] = 1;
    assert_eq!(memory.recover(), Err(JournalError::BothHeadsBad));
}

#[test]
fn what_was_appended_is_replayed_in_order() {
    let (memory, journal) = filled(&three());
    let (recovered, payloads) = memory.recover().unwrap().unwrap();
    assert_eq!(payloads, three());
    assert_eq!((recovered.next(), recovered.end()), (journal.next(), journal.end()));
}

#[test]
fn a_cut_after_any_byte_of_a_commit_leaves_before_or_after() {
    let (memory, journal) = filled(&three());
    let total: usize = journal.append(&[4; 60]).unwrap().writes.iter().map(|w| w.bytes.len()).sum();
    let mut after = three();
    after.push(vec![4; 60]);
    for fuel in 0..=total {
        let (mut memory, mut journal) = (Memory { fuel, ..memory.clone() }, journal);
        memory.append(&mut journal, &[4; 60]);
        memory.fuel = usize::MAX;
        let (mut recovered, payloads) = memory.recover().unwrap().unwrap();
        assert!(payloads == three() || payloads == after, "cut after {fuel} bytes");
        let durable = fuel >= 60 + ENTRY_OVERHEAD;
        assert_eq!(payloads.len() == 4, durable, "cut after {fuel} bytes");
        // And the journal goes on from there as if nothing had happened.
        memory.append(&mut recovered, &[5; 9]);
        let (_, payloads) = memory.recover().unwrap().unwrap();
        assert_eq!(payloads.last(), Some(&vec![5; 9]), "cut after {fuel} bytes");
    }
}

#[test]
fn a_damaged_entry_is_named_and_everything_before_it_is_good() {
    let (memory, _) = filled(&three());
    let second = FIRST_ENTRY as usize + 40 + ENTRY_OVERHEAD;
    for offset in 0..100 + ENTRY_OVERHEAD {
        let mut memory = memory.clone();
        memory.bytes[second + offset] ^= 0x10;
        let damaged = JournalError::Damaged { seq: Seq(2), address: Address(second as u32) };
        match memory.recover() {
            Err(JournalError::Version(_)) if offset == 2 => {}
            other => assert_eq!(other.unwrap_err(), damaged, "offset {offset}"),
        }
    }
}

#[test]
fn one_bad_head_is_healed_by_the_other_and_two_stop_the_table() {
    let (memory, journal) = filled(&three());
    for slot in [HeadSlot::First, HeadSlot::Second] {
        let mut memory = memory.clone();
        memory.bytes[slot.address().0 as usize + 9] ^= 1;
        let (recovered, payloads) = memory.recover().unwrap().unwrap();
        assert_eq!((recovered.next(), payloads), (journal.next(), three()));
    }
    let mut memory = memory;
    memory.bytes[9] ^= 1;
    memory.bytes[HEAD_BYTES + 9] ^= 1;
    assert_eq!(memory.recover(), Err(JournalError::BothHeadsBad));
}

#[test]
fn a_full_journal_says_so_and_stays_whole() {
    let (mut memory, mut journal) = filled(&[]);
    let mut stored = 0;
    while let Ok(append) = journal.append(&[9; 300]) {
        append.writes.iter().for_each(|write| memory.write(write));
        journal = append.after;
        stored += 1;
    }
    assert!(matches!(journal.append(&[9; 300]), Err(JournalError::Full)));
    assert_eq!(memory.recover().unwrap().unwrap().1.len(), stored);
}

proptest! {
    #[test]
    fn random_damage_is_never_taken_for_a_record(
        damage in prop::collection::vec((0..SIZE as usize, any::<u8>()), 1..20)
    ) {
        let (mut memory, _) = filled(&three());
        for (at, byte) in damage {
            memory.bytes[at] = byte;
        }
        if let Ok(Some((_, payloads))) = memory.recover() {
            for (found, written) in payloads.iter().zip(three()) {
                prop_assert_eq!(found, &written);
            }
        }
    }
}
