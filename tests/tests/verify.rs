//! The verifier: what it accepts, and that nothing changed gets past it.
//!
//! `RECORDS=10000 BITS=100000 cargo test -p conformance --release --test verify -- --nocapture` for the full numbers;
//! with `EXPORT=FILE` it leaves its records for `tests/python/verify.py bits FILE --sample 1000`.

use conformance::number;
use conformance::random::Random;
use host_sim::play::{self, Options};
use host_sim::referee::verify::{Known, Source, Verdict, Word, verify};
use host_sim::referee::{Ledger, export};
use table_core::event::{Event, ResetCause};
use table_core::record::{Chain, Record, Sealed, Seq};
use table_core::rules::Points;
use table_core::time::Tick;
use table_core::trust::{PublicKey, Purpose, SoftwareKey};
use table_core::wire::{FromTable, TableHello, encode};

fn key() -> SoftwareKey {
    SoftwareKey::from_seed(&[9; 32])
}

/// Signs events one after the other; `skip` signatures are made and never shown before each.
fn sealed(key: &SoftwareKey, events: &[(Event, u64)]) -> Vec<Sealed> {
    let mut chain = Chain::genesis(&key.public());
    let mut records = vec![];
    for (at, (event, skip)) in (0..).zip(events) {
        let record = Record {
            version: table_core::record::VERSION,
            seq: chain.next(),
            signatures: chain.signatures() + 1 + skip,
            boot: 1,
            at: Tick(at),
            previous: chain.head(),
            event: *event,
        };
        let mut bytes = postcard::to_stdvec(&record).unwrap();
        let signature = key.sign(Purpose::Record, &bytes).unwrap();
        bytes.extend(signature.0);
        let sealed = Sealed::from_bytes(&bytes).unwrap();
        chain.extend(&sealed, &record).unwrap();
        records.push(sealed);
    }
    records
}

fn boots(count: u64) -> Vec<(Event, u64)> {
    (0..count).map(|_| (Event::Boot { cause: ResetCause::Power }, 0)).collect()
}

/// The file of these records, whole in form whatever they say.
fn file(table: PublicKey, records: &[Vec<u8>]) -> Vec<u8> {
    let hello = FromTable::Hello(TableHello::new(table, Seq(records.len() as u64)));
    let records = records.iter().map(|record| FromTable::Record(record));
    let messages = std::iter::once(hello).chain(records);
    messages.flat_map(|message| encode(&message.encode().unwrap()).unwrap().to_vec()).collect()
}

fn judge(bytes: &[u8], known: &Known) -> Verdict {
    match Source::read(bytes, known.table) {
        Ok(source) => verify(&source, known),
        Err(error) => Verdict::unreadable(&error),
    }
}

fn bytes_of(records: &[Sealed]) -> Vec<Vec<u8>> {
    records.iter().map(|record| record.bytes().to_vec()).collect()
}

fn known() -> Known {
    Known { table: Some(key().public()), head: None }
}

#[test]
fn whole_records_are_good_and_strangers_are_not() {
    let records = sealed(&key(), &boots(20));
    let file = file(key().public(), &bytes_of(&records));
    assert_eq!(judge(&file, &known()).word, Word::Good);
    let unknown = judge(&file, &Known::default());
    assert_eq!(unknown.word, Word::Remarks, "nobody said whose records these are");
    let other = Known { table: Some(PublicKey([1; 32])), head: None };
    assert_eq!(judge(&file, &other).word, Word::Bad);
}

#[test]
fn a_signature_that_was_made_and_not_delivered_is_remarked() {
    let mut events = boots(10);
    events[6].1 = 2;
    let records = sealed(&key(), &events);
    let verdict = judge(&file(key().public(), &bytes_of(&records)), &known());
    assert_eq!(verdict.word, Word::Remarks);
    assert!(verdict.reason.unwrap().contains("before record 7 the table made 2 signatures"));
}

#[test]
fn records_cut_off_at_the_end_are_missed_when_a_newer_head_is_known() {
    let records = sealed(&key(), &boots(12));
    let newest = records.last().unwrap().hash();
    for kept in 0..12 {
        let file = file(key().public(), &bytes_of(&records[..kept]));
        assert_eq!(judge(&file, &known()).word, Word::Good, "nobody can know without the head");
        let verdict = judge(&file, &Known { head: Some((Seq(12), newest)), ..known() });
        assert_eq!((verdict.word, verdict.first_bad), (Word::Bad, Some(kept as u64 + 1)));
    }
    let whole = file(key().public(), &bytes_of(&records));
    let right = Known { head: Some((Seq(12), newest)), ..known() };
    assert_eq!(judge(&whole, &right).word, Word::Good);
    let fork = Known { head: Some((Seq(11), newest)), ..known() };
    assert_eq!(judge(&whole, &fork).first_bad, Some(11));
}

/// A changed bit is found wherever it is: in a file as it is, and in a record that somebody framed anew with a right checksum.
#[test]
fn any_changed_bit_is_found() {
    let (count, bits, seed) = (number("RECORDS", 300), number("BITS", 1_000), number("SEED", 1));
    println!(
        "RECORDS={count} BITS={bits} SEED={seed} cargo test -p conformance --release --test verify"
    );
    let mut random = Random::new(seed);
    let records = bytes_of(&sealed(&key(), &boots(count)));
    let good = file(key().public(), &records);
    assert_eq!(judge(&good, &known()).word, Word::Good);
    if let Some(path) = std::env::var_os("EXPORT") {
        std::fs::write(path, &good).unwrap();
    }
    // A whole file is read from its start for every bit, so fewer of them.
    for _ in 0..bits.div_ceil(50) {
        let mut bad = good.clone();
        let bit = random.below(bad.len() * 8);
        bad[bit / 8] ^= 1 << (bit % 8);
        assert_eq!(judge(&bad, &known()).word, Word::Bad, "SEED={seed}: bit {bit} of the file");
    }
    for _ in 0..bits {
        let number = random.below(records.len());
        let mut record = records[number].clone();
        let bit = random.below(record.len() * 8);
        record[bit / 8] ^= 1 << (bit % 8);
        let alone = Sealed::from_bytes(&record).and_then(|sealed| sealed.verify(&key().public()));
        assert!(alone.is_err(), "SEED={seed}: bit {bit} of record {}", number + 1);
    }
}

/// Every bit of every frame: the frame's checksum finds each one. Ten thousand records with `RECORDS=10000`.
#[test]
fn every_single_bit_of_an_export_is_found() {
    let records = bytes_of(&sealed(&key(), &boots(number("RECORDS", 100))));
    let mut bits = 0u64;
    for record in &records {
        let frame = encode(&FromTable::Record(record).encode().unwrap()).unwrap();
        for bit in 0..frame.len() * 8 {
            let mut bad = frame.to_vec();
            bad[bit / 8] ^= 1 << (bit % 8);
            let mut accumulator = table_core::wire::Accumulator::new();
            // Behind it the next delimiter, as in a file.
            let bodies = bad.iter().chain(&[0]).filter_map(|byte| accumulator.push(*byte));
            assert_eq!(bodies.filter_map(Result::ok).count(), 0, "bit {bit}");
            bits += 1;
        }
    }
    println!("{bits} bits of {} records changed, one at a time: all found", records.len());
}

/// A whole session as the table recorded it.
fn session(rules: &str) -> Ledger {
    let options = Options::ordinary(rules, 4);
    let (_, world) = play::session_in_its_world(&options, 0, 3).unwrap();
    let mut ledger = Ledger::new(world.referee().unwrap().ledger().table());
    for record in world.referee().unwrap().ledger().records() {
        ledger.take(record.bytes()).unwrap();
    }
    ledger
}

#[test]
fn a_played_session_is_worked_out_again_and_agrees() {
    for rules in ["mcr", "gghk"] {
        let ledger = session(rules);
        let known = Known { table: Some(ledger.table()), head: None };
        let verdict = judge(&export(&ledger), &known);
        assert_eq!((verdict.word, verdict.reason), (Word::Good, None), "{rules}");
        assert!(verdict.scores > 0, "{rules}: scores were worked out");
    }
}

/// A table that signs something wrong: every signature holds, and the verifier finds the first wrong figure.
fn forged(change: impl Fn(&mut Event) -> bool) -> Verdict {
    let mut events = vec![];
    let mut changed = false;
    for record in session("mcr").records() {
        let mut event = record.read().unwrap().event;
        changed = changed || change(&mut event);
        events.push((event, 0));
    }
    assert!(changed, "the session has such an event");
    judge(&file(key().public(), &bytes_of(&sealed(&key(), &events))), &known())
}

#[test]
fn a_wrongly_signed_score_payment_or_sheet_is_found() {
    let score = forged(|event| match event {
        Event::ResultProposed(win) => {
            win.worth += 1;
            true
        }
        _ => false,
    });
    assert!(score.word == Word::Bad && score.reason.unwrap().contains("the win is worth"));
    let payment = forged(|event| match event {
        Event::ResultConfirmed { payments, .. } => {
            payments[0] = Points(payments[0].0 + 1);
            true
        }
        _ => false,
    });
    assert!(payment.word == Word::Bad && payment.reason.unwrap().contains("add up to nothing"));
    let sheet = forged(|event| match event {
        Event::SessionEnded(sheet) => {
            sheet.totals.swap(0, 1);
            sheet.totals[2] = Points(sheet.totals[2].0 + 7);
            true
        }
        _ => false,
    });
    assert!(sheet.word == Word::Bad && sheet.reason.unwrap().contains("the sheet should be"));
    let deal = forged(|event| match event {
        Event::HandStarted { deal, .. } if deal.number == 2 => {
            deal.number = 3;
            true
        }
        _ => false,
    });
    assert!(deal.word == Word::Bad && deal.reason.unwrap().contains("should follow"));
}
