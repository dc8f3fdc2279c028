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
        let mut memory = Memory { fuel, ..memory.clone() };
        memory.update(journal.keep(after));
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
        // A version above ours is named as such: a newer firmware may have written here.
        let newer = JournalError::Version(format::VERSION ^ 0x10);
        let expected = if offset == 2 { newer } else { damaged };
        assert_eq!(memory.recover().unwrap_err(), expected, "offset {offset}");
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

/// The bytes on the chip are a promise (`docs/journal.md`).
#[test]
fn the_layout_is_the_promised_one() {
    assert_eq!((FIRST_ENTRY, ENTRY_OVERHEAD, RESERVE), (256, 16, 65_536));
    assert_eq!(LONGEST_ENTRY, LONGEST_RECORD + 16);
    let append = filled(&[]).1.append(&[9; 5]).unwrap();
    let header = [5, 0, format::VERSION, 0, 1, 0, 0, 0, 0, 0, 0, 0];
    assert_eq!(append.writes[0].bytes.as_slice(), [header.as_slice(), &[9; 5]].concat());
    assert_eq!(append.writes[1].address, Address(256 + 12 + 5));
}

#[test]
fn a_header_is_ours_newer_or_none() {
    let good = Header { length: 5, seq: Seq(7) };
    let with = |at: usize, byte: u8| {
        let mut bytes = good.encode();
        bytes[at] = byte;
        Header::decode(&bytes)
    };
    assert_eq!(Header::decode(&good.encode()), Ok(Some(good)));
    assert_eq!(with(2, format::VERSION + 1), Err(format::VERSION + 1));
    assert_eq!(with(2, format::VERSION - 1), Ok(None));
    assert_eq!((with(3, 1), with(0, 0)), (Ok(None), Ok(None)));
    let length = |length: usize| Header { length: length as u16, seq: Seq(7) };
    let longest = length(LONGEST_RECORD);
    assert_eq!(Header::decode(&longest.encode()), Ok(Some(longest)));
    assert_eq!(Header::decode(&length(LONGEST_RECORD + 1).encode()), Ok(None));
}

/// A torn write may leave anything behind the end, also what looks like a newer version's header.
#[test]
fn a_newer_header_behind_the_end_is_rubbish() {
    let (mut memory, journal) = filled(&three());
    let mut header = Header { length: 5, seq: journal.next() }.encode();
    header[2] = format::VERSION + 1;
    let at = journal.end().0 as usize;
    memory.bytes[at..at + header.len()].copy_from_slice(&header);
    assert_eq!(memory.recover(), Ok(Some((journal, three()))));
}

#[test]
fn an_entry_is_at_least_a_byte_and_at_most_a_record() {
    let (_, journal) = filled(&[]);
    let refused = |length: usize| journal.append(&vec![9; length]).err();
    assert_eq!(refused(0), Some(JournalError::TooLong(0)));
    assert_eq!((refused(1), refused(LONGEST_RECORD)), (None, None));
    assert_eq!(refused(LONGEST_RECORD + 1), Some(JournalError::TooLong(LONGEST_RECORD + 1)));
}

#[test]
fn an_entry_fits_if_the_longest_one_would() {
    let ring = Ring { size: SIZE };
    let last = SIZE - LONGEST_ENTRY as u32;
    assert_eq!(ring.place(Address(last)), Address(last));
    assert_eq!(ring.place(Address(last + 1)), Address(FIRST_ENTRY));
    // Once round the chip it ends before the oldest: start and end alike mean empty.
    let room = |length| ring.room(Address(1_000), Address(500), length);
    assert_eq!(room(499), Some((Address(500), Address(999))));
    assert_eq!(room(500), None);
}

/// When all has been released the whole chip is free again, wherever the journal stands.
#[test]
fn an_empty_journal_has_room_wherever_it_stands() {
    let (mut memory, mut journal) = filled(&three());
    let anchor = Chain { next: journal.next(), ..genesis() };
    journal = memory.update(journal.release(journal.end(), anchor));
    assert!(journal.start() == journal.end() && journal.start() > Address(FIRST_ENTRY));
    memory.append(&mut journal, &[4; 60]);
    assert_eq!(memory.recover(), Ok(Some((journal, vec![vec![4; 60]]))));
}

/// Trust C4: a page is good if it says what is known, from the write before at the latest.
#[test]
fn a_page_that_says_something_else_is_bad() {
    let (memory, journal) = filled(&three());
    let both = |first: Slate, second: Slate| {
        let bytes = [first.encode(), second.encode()].concat();
        journal.check(&bytes)
    };
    let slate = journal.slate;
    let aged = |writes| Slate { generation: slate.generation.wrapping_sub(writes), ..slate };
    assert_eq!(journal.check(&memory.bytes[..Journal::SLATES.length]), Pages::Good);
    assert_eq!(both(aged(1), slate), Pages::Good);
    assert_eq!(both(aged(2), slate), Pages::Bad(Page::First));
    assert_eq!(both(slate, aged(u32::MAX)), Pages::Bad(Page::Second));
    // It cannot begin with an entry that is still to come.
    let next = slate.next.next();
    let later = Slate { anchor: Chain { next, ..slate.anchor }, next, ..slate };
    assert_eq!(both(slate, later), Pages::Bad(Page::Second));
    assert_eq!(both(later, aged(2)), Pages::BothBad);
}

/// What a page says must be possible on this chip, whatever its checksum says.
#[test]
fn a_page_that_cannot_be_is_not_believed() {
    let (memory, journal) = filled(&three());
    let slate = journal.slate;
    let (low, high) = (Address(FIRST_ENTRY - 1), Address(SIZE + 1));
    let first = Chain { next: slate.next.next(), ..slate.anchor };
    let believed = |page: Slate| {
        let mut memory = memory.clone();
        // Newer than the other page, which is whole.
        let page = Slate { generation: slate.generation.wrapping_add(1), ..page };
        memory.write(&page.write_to(journal.page.other()));
        let mut recovery = Recovery::new(SIZE, genesis());
        recovery.feed(&memory.bytes[..Journal::SLATES.length]).unwrap();
        recovery.damaged() != Some(journal.page.other())
    };
    assert!(believed(slate));
    assert!(believed(Slate { end: Address(SIZE), ..slate }));
    for impossible in [
        Slate { start: low, ..slate },
        Slate { end: low, ..slate },
        Slate { anchor: first, ..slate },
        Slate { start: Address(SIZE), ..slate },
        Slate { start: high, ..slate },
        Slate { end: high, ..slate },
    ] {
        assert!(!believed(impossible), "{impossible:?}");
    }
}

#[test]
fn recovery_tells_where_it_is_and_which_page_was_bad() {
    let (memory, journal) = filled(&three());
    for (page, bad) in [(None, None), (Some(Page::First), Some(9)), (Some(Page::Second), Some(200))]
    {
        let mut memory = memory.clone();
        if let Some(at) = bad {
            memory.bytes[at] ^= 1;
        }
        let mut recovery = Recovery::new(SIZE, genesis());
        assert_eq!(recovery.position(), None);
        recovery.feed(&memory.bytes[..Journal::SLATES.length]).unwrap();
        assert_eq!(recovery.damaged(), page);
        assert_eq!(recovery.position(), Some((Address(FIRST_ENTRY), Seq(1))));
    }
    // A walk from the second entry on.
    let second = Address(FIRST_ENTRY + 40 + ENTRY_OVERHEAD as u32);
    let mut walk = Recovery::walk(&journal, second, Seq(2));
    let mut payloads = vec![];
    while let Some(read) = walk.wants() {
        let at = read.address.0 as usize;
        if let Recovered::Entry(payload) = walk.feed(&memory.bytes[at..at + read.length]).unwrap() {
            payloads.push(payload.to_vec());
        }
    }
    assert_eq!(payloads, three()[1..]);
}

#[test]
fn faults_are_kept_bit_by_bit() {
    let two = Faults::STORAGE.and(Faults::CRYSTAL).and(Faults::STORAGE);
    assert_eq!(two, Faults(0b101));
    assert!(two.has(Faults::STORAGE) && two.has(Faults::CRYSTAL) && two.has(two));
    assert!(!two.has(Faults::SLATE) && !two.has(Faults::SLATE.and(Faults::STORAGE)));
    assert!(two.has(Faults::NONE) && !Faults::NONE.has(Faults::STORAGE));
}

#[test]
fn what_is_wrong_is_said_in_words() {
    use std::string::ToString;
    let damaged = JournalError::Damaged { seq: Seq(2), address: Address(0x138) };
    let cases = [
        (JournalError::BothSlatesBad, "both pages of the journal's slate are bad"),
        (damaged, "entry #2 at 0x138 is damaged; all before it are good"),
        (JournalError::Version(9), "journal version 9 is not known"),
        (JournalError::Full, "the journal is full"),
        (JournalError::TooLong(999), "999 bytes are too long for an entry"),
        (
            JournalError::WrongLength { asked: 12, given: 11 },
            "11 bytes read where 12 were asked for",
        ),
    ];
    for (error, words) in cases {
        assert_eq!(error.to_string(), words);
    }
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
