//! The ledger's file: what is kept survives, what was changed is noticed.

use host_sim::referee::{Ledger, LedgerError, Notice, Refusal};
use table_core::event::{Event, ResetCause};
use table_core::record::{Chain, Sealed, Seq};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

fn records(key: &SoftwareKey, count: u64) -> Vec<Sealed> {
    let mut chain = Chain::genesis(&key.public());
    let seal = |at| {
        let draft = chain.draft(Tick(at), Event::Boot { cause: ResetCause::Power }).unwrap();
        let sealed = {
            let signature = key.sign(Purpose::Record, draft.bytes()).unwrap();
            draft.seal(&signature)
        };
        chain.extend(&sealed, &sealed.read().unwrap()).unwrap();
        sealed
    };
    (0..count).map(seal).collect()
}

#[test]
fn records_and_receipts_survive_the_device() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite");
    let keys = [3, 4].map(|seed| SoftwareKey::from_seed(&[seed; 32]));
    // Two tables in one file; the device is switched off after every record.
    for (at, count) in (0..10).flat_map(|at| [(at, 0), (at, 1)]) {
        let key: &SoftwareKey = &keys[count];
        let mut ledger = Ledger::open(&path, key.public()).unwrap();
        assert_eq!(ledger.newest(), Seq(at as u64));
        let record = &records(key, 10)[at];
        assert_eq!(ledger.take(record.bytes()), Ok(Notice::Verified(Seq(at as u64 + 1))));
        ledger.keep_receipt(&[1, 2, 3]).unwrap();
    }
    let ledger = Ledger::open(&path, keys[0].public()).unwrap();
    assert_eq!(ledger.records().len(), 10);
    assert_eq!(ledger.head(), records(&keys[0], 10)[9].hash());
}

#[test]
fn a_changed_file_is_noticed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite");
    let key = SoftwareKey::from_seed(&[3; 32]);
    let mut ledger = Ledger::open(&path, key.public()).unwrap();
    records(&key, 5).iter().for_each(|record| drop(ledger.take(record.bytes()).unwrap()));
    drop(ledger);
    let change = |sql: &str| rusqlite::Connection::open(&path).unwrap().execute(sql, []).unwrap();
    change("UPDATE records SET sealed = zeroblob(length(sealed)) WHERE seq = 3");
    let opened = Ledger::open(&path, key.public());
    assert!(matches!(opened, Err(LedgerError::Changed(Refusal::Record(_)))));
    change("DELETE FROM records WHERE seq = 3");
    assert!(matches!(Ledger::open(&path, key.public()), Err(LedgerError::Changed(_))));
    change("DELETE FROM records WHERE seq > 3");
    assert_eq!(Ledger::open(&path, key.public()).unwrap().newest(), Seq(2));
}

#[test]
fn a_file_of_a_newer_program_is_left_alone() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("ledger.sqlite");
    let table = SoftwareKey::from_seed(&[3; 32]).public();
    drop(Ledger::open(&path, table).unwrap());
    rusqlite::Connection::open(&path).unwrap().pragma_update(None, "user_version", 99).unwrap();
    let refused = Ledger::open(&path, table).err().unwrap().to_string();
    assert!(refused.contains("use the newer program"), "{refused}");
}
