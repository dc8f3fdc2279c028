//! Bad storage: each kind has its own error, and nothing is cleared or guessed.

use firmware::boot::BootFault;
use firmware::drivers::fram::Fault;
use host_sim::desktop;
use host_sim::world::{Setup, World};
use table_core::enrolment::StoredEnrolmentError;
use table_core::journal::{Address, FIRST_ENTRY, JournalError};
use table_core::record::{RecordError, Seq};

/// A table that has run for half a second and holds its boot record.
fn used() -> Setup {
    let setup = Setup::new(21, vec![], 500_000);
    let (world, ended) = desktop::run(World::new(setup.clone()));
    ended.unwrap();
    Setup { fram: world.fram().bytes().to_vec(), ..setup }
}

/// What a table says when it starts over this storage; and that it has not touched it.
fn fault(setup: Setup) -> BootFault {
    let before = setup.fram.clone();
    let (world, ended) = desktop::run(World::new(setup));
    assert_eq!(world.fram().bytes(), before, "nothing is cleared");
    ended.unwrap_err()
}

#[test]
fn a_damaged_journal_entry_is_named() {
    let mut setup = used();
    setup.fram[FIRST_ENTRY as usize + 40] ^= 0x04;
    let damaged = JournalError::Damaged { seq: Seq(1), address: Address(FIRST_ENTRY) };
    assert_eq!(fault(setup), BootFault::Journal(damaged));
}

#[test]
fn two_bad_pages_of_the_slate_stop_the_table() {
    let mut setup = used();
    setup.fram[8] ^= 1;
    setup.fram[128 + 8] ^= 1;
    assert_eq!(fault(setup), BootFault::Journal(JournalError::BothSlatesBad));
}

#[test]
fn the_journal_of_another_table_is_not_continued() {
    let mut setup = used();
    setup.key_seed = [9; 32];
    assert_eq!(fault(setup), BootFault::Records(RecordError::Chain(Seq(1))));
}

#[test]
fn a_damaged_enrolment_list_is_named() {
    let mut setup = used();
    let list = firmware::boot::JOURNAL_BYTES as usize;
    setup.fram[list + 100] ^= 1;
    assert_eq!(fault(setup), BootFault::Enrolment(StoredEnrolmentError::Damaged));
}

#[test]
fn a_missing_storage_chip_is_named() {
    let mut world = World::new(Setup::new(22, vec![], 500_000));
    world.fram_mut().remove();
    let (_, ended) = desktop::run(world);
    assert_eq!(ended, Err(BootFault::Fram(Fault::Absent)));
}
