use std::vec;
use std::vec::Vec;

use proptest::prelude::*;

use super::*;
use crate::record::Hash;
use crate::seat::Seat;
use crate::time::Span;

const SIZE: u32 = 8192;

fn genesis() -> Chain {
    Chain { next: Seq(1), signatures: 0, boot: 0, at: crate::time::Tick(0), head: Hash([7; 32]) }
}

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
        let mut recovery = Recovery::new(SIZE, genesis());
        let mut payloads = vec![];
        while let Some(read) = recovery.wants() {
            let at = read.address.0 as usize;
            match recovery.feed(&self.bytes[at..at + read.length])? {
                Recovered::More | Recovered::From(_) => {}
                Recovered::Entry(payload) => payloads.push(payload.to_vec()),
                Recovered::Blank => return Ok(None),
                Recovered::Whole(journal) => return Ok(Some((journal, payloads))),
            }
        }
        panic!("recovery ended without an answer")
    }

    fn update(&mut self, update: Update) -> Journal {
        self.write(&update.write);
        update.after
    }

    /// As the firmware commits: the signature's number, then the entry.
    fn append(&mut self, journal: &mut Journal, payload: &[u8]) {
        *journal = self.update(journal.begin_signature().1);
        let append = journal.append(payload).unwrap();
        append.writes.iter().for_each(|write| self.write(write));
        *journal = append.after;
    }
}

/// Bytes that a commit of `payload` writes.
fn bytes_of_a_commit(payload: &[u8]) -> usize {
    SLATE_BYTES + payload.len() + ENTRY_OVERHEAD + SLATE_BYTES
}

fn filled(payloads: &[Vec<u8>]) -> (Memory, Journal) {
    let mut memory = Memory::blank();
    let (mut journal, writes) = Journal::create(SIZE, genesis());
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
    assert_eq!(memory.recover(), Err(JournalError::BothSlatesBad));
}

#[test]
fn a_cut_after_any_byte_of_the_creation_is_blank_or_created() {
    for blank in [0x00, 0xFF] {
        let (_, writes) = Journal::create(SIZE, genesis());
        for fuel in 0..=2 * SLATE_BYTES {
            let mut memory = Memory { bytes: vec![blank; SIZE as usize], fuel };
            writes.iter().for_each(|write| memory.write(write));
            let found = memory.recover().unwrap();
            assert_eq!(found.is_some(), fuel >= SLATE_BYTES, "cut after {fuel} bytes");
        }
    }
}

#[test]
fn what_was_appended_is_replayed_in_order() {
    let (memory, journal) = filled(&three());
    let (recovered, payloads) = memory.recover().unwrap().unwrap();
    assert_eq!(payloads, three());
    assert_eq!(recovered, journal);
}

/// Trust C9: every position, not a sample; and every position of the commit that follows the recovery.
#[test]
fn a_cut_after_any_byte_of_a_commit_leaves_before_or_after() {
    let (memory, journal) = filled(&three());
    let payload = [4; 60];
    let mut after = three();
    after.push(payload.to_vec());
    for fuel in 0..=bytes_of_a_commit(&payload) {
        let (mut memory, mut journal) = (Memory { fuel, ..memory.clone() }, journal);
        memory.append(&mut journal, &payload);
        let (recovered, payloads) = memory.recover().unwrap().unwrap();
        let durable = fuel >= SLATE_BYTES + payload.len() + ENTRY_OVERHEAD;
        assert_eq!(payloads, if durable { after.clone() } else { three() }, "after {fuel} bytes");
        assert_eq!(recovered.signatures(), if fuel >= SLATE_BYTES { 4 } else { 3 });
        for second in 0..=bytes_of_a_commit(&[5; 9]) {
            let (mut memory, mut journal) = (Memory { fuel: second, ..memory.clone() }, recovered);
            memory.append(&mut journal, &[5; 9]);
            let (_, found) = memory.recover().unwrap().unwrap();
            let (kept, new) = found.split_at(payloads.len());
            assert_eq!(kept, payloads, "after {fuel} and {second} bytes");
            let durable = second >= SLATE_BYTES + 9 + ENTRY_OVERHEAD;
            assert_eq!(new, if durable { vec![vec![5; 9]] } else { vec![] });
        }
    }
}

#[test]
fn a_cut_after_any_byte_of_a_slate_leaves_the_clocks_before_or_after() {
    let (mut memory, mut journal) = filled(&three());
    let before = Kept { played: Span::secs(5), thinking: None };
    let after = Kept { played: Span::secs(6), thinking: Some((Seat::Third, Span::millis(40))) };
    journal = memory.update(journal.keep(before));
    journal = memory.update(journal.mark(Faults(4)));
    for fuel in 0..=SLATE_BYTES {
        let (mut memory, mut journal) = (Memory { fuel, ..memory.clone() }, journal);
        journal = memory.update(journal.keep(after));
        let (recovered, payloads) = memory.recover().unwrap().unwrap();
        assert_eq!(recovered.kept(), if fuel == SLATE_BYTES { after } else { before });
        assert_eq!((recovered.faults(), payloads), (Faults(4), three()));
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
fn one_bad_page_is_healed_from_the_other_and_two_stop_the_table() {
    let (memory, journal) = filled(&three());
    for (page, bad) in [(Page::First, 9), (Page::Second, SLATE_BYTES + 9)] {
        let mut memory = memory.clone();
        memory.bytes[bad] ^= 1;
        let both = Journal::SLATES.length;
        assert_eq!(journal.check(&memory.bytes[..both]), Pages::Bad(page));
        let (mut recovered, payloads) = memory.recover().unwrap().unwrap();
        assert_eq!((recovered.next(), payloads), (journal.next(), three()));
        recovered = memory.update(recovered.heal());
        recovered = memory.update(recovered.heal());
        assert_eq!(recovered.check(&memory.bytes[..both]), Pages::Good);
    }
    let mut memory = memory;
    memory.bytes[9] ^= 1;
    memory.bytes[SLATE_BYTES + 9] ^= 1;
    assert_eq!(memory.recover(), Err(JournalError::BothSlatesBad));
    assert_eq!(journal.check(&memory.bytes[..Journal::SLATES.length]), Pages::BothBad);
}

#[test]
fn a_full_journal_says_so_and_stays_whole() {
    let (mut memory, mut journal) = filled(&[]);
    let mut stored = 0;
    while journal.append(&[9; 300]).is_ok() {
        memory.append(&mut journal, &[9; 300]);
        stored += 1;
    }
    assert!(matches!(journal.append(&[9; 300]), Err(JournalError::Full)));
    assert_eq!(memory.recover().unwrap().unwrap().1.len(), stored);
}

/// Ten times round the chip, always keeping the newest three entries: what is kept is always replayed.
#[test]
fn released_entries_make_room_and_the_journal_goes_round() {
    let (mut memory, mut journal) = filled(&[]);
    let mut kept: Vec<(Address, Seq, Vec<u8>)> = vec![];
    let mut written = 0;
    for round in 0u64.. {
        let payload = vec![round as u8 | 1; 30 + (round as usize * 37) % 400];
        let append = journal.append(&payload).unwrap();
        kept.push((append.at, journal.next(), payload.clone()));
        memory.append(&mut journal, &payload);
        written += payload.len();
        if kept.len() > 3 {
            kept.remove(0);
            let (at, next, _) = kept[0];
            journal = memory.update(journal.release(at, Chain { next, ..genesis() }));
        }
        let (recovered, payloads) = memory.recover().unwrap().unwrap();
        assert_eq!(recovered, journal);
        assert!(payloads.iter().eq(kept.iter().map(|(_, _, payload)| payload)), "round {round}");
        if written > 10 * SIZE as usize {
            return;
        }
    }
}

#[test]
fn the_reserve_is_kept_for_the_hand_under_way() {
    let size = 4 * RESERVE;
    let (mut journal, _) = Journal::create(size, genesis());
    let mut seen = vec![];
    while let Ok(append) = journal.append(&[1; 184]) {
        journal = append.after;
        if seen.last() != Some(&journal.room()) {
            seen.push(journal.room());
        }
        let used = u64::from(journal.end().0 - FIRST_ENTRY);
        let whole = u64::from(size - FIRST_ENTRY - RESERVE);
        let expected = match used {
            _ if used >= whole => Room::Reserve,
            _ if used * 5 >= whole * 4 => Room::Little,
            _ => Room::Enough,
        };
        assert_eq!(journal.room(), expected, "{used} of {whole} bytes");
    }
    assert_eq!(seen, [Room::Enough, Room::Little, Room::Reserve]);
    assert!(journal.end().0 > size - 1024, "the reserve can be used to its end");
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
