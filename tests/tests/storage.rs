//! The journal as the table's memory: full, damaged, failing, and when the processor falls over it.

use conformance::running::{between_hands, nearly};
use firmware::bridge::Injury;
use host_sim::desktop;
use host_sim::world::{Act, Setup, World};
use table_core::event::{Event, ResetCause};
use table_core::game::{Command, Few, Phase, State, apply};
use table_core::journal::Faults;
use table_core::record::Record;
use table_core::time::Span;

const SECOND: u64 = 1_000_000;

/// A table with these orders at these seconds.
fn table(seed: u64, orders: &[(u64, Command)], until: u64) -> Setup {
    let script = orders.iter().map(|(at, order)| (at * SECOND, Act::Order(*order))).collect();
    Setup::new(seed, script, until * SECOND)
}

fn run(setup: Setup) -> World {
    let (world, ended) = desktop::run(World::new(setup));
    ended.unwrap();
    assert_eq!(world.violations(), []);
    world
}

/// What is on the chip.
fn records(world: &World) -> Vec<Record> {
    let table = table_core::trust::SoftwareKey::from_seed(&world.key_seed()).public();
    let records = host_sim::cuts::records_on(world.fram().bytes(), &table).unwrap();
    records.into_iter().map(|(_, record)| record).collect()
}

fn events(world: &World) -> Vec<Event> {
    records(world).into_iter().map(|record| record.event).collect()
}

fn state(world: &World) -> State {
    let mut state = State::new();
    events(world).iter().for_each(|event| apply(&mut state, event));
    state
}

fn hands(world: &World) -> usize {
    events(world).iter().filter(|event| matches!(event, Event::HandStarted { .. })).count()
}

const VOID: Command = Command::VoidHand { again: true };

/// Trust C10: told at 80 parts of a hundred; at a hundred the hand that is being played is finished from the reserve, and another is
/// not started.
#[test]
fn a_filling_journal_is_announced_and_a_full_one_refuses_the_next_hand() {
    for (percent, refused) in [(80, false), (100, true)] {
        let cycle = |at| [(at, Command::StartHand), (at + 1, VOID)];
        let orders: Vec<_> = (2..12).flat_map(|nth| cycle(2 * nth)).collect();
        let mut setup = table(32, &orders, 30);
        nearly(&mut setup, percent);
        let world = run(setup);
        let fills: Vec<_> = events(&world)
            .into_iter()
            .filter(|it| matches!(it, Event::JournalFills { .. }))
            .collect();
        assert!(fills.contains(&Event::JournalFills { percent }), "{fills:?}");
        assert!(hands(&world) >= 1, "a hand was started before");
        assert_eq!(hands(&world) < 10, refused, "{} hands at {percent}", hands(&world));
        assert_eq!(state(&world).phase, Phase::Between, "the last hand was finished");
    }
}

/// Trust C11.
#[test]
fn an_error_condition_survives_power_cycles_until_a_referee_clears_it() {
    let orders = [(4, Command::StartHand)];
    let mut setup = table(33, &orders, 6);
    let journal = between_hands(&mut setup);
    let marked = journal.mark(Faults::STORAGE);
    let at = marked.write.address.0 as usize;
    setup.fram[at..at + marked.write.bytes.len()].copy_from_slice(&marked.write.bytes);
    for cycle in 0..3 {
        let world = run(setup.clone());
        assert_eq!(hands(&world), 0, "power cycle {cycle}");
        setup.fram = world.fram().bytes().to_vec();
    }
    let cleared = table(33, &[(4, Command::ClearFaults), (5, Command::StartHand)], 7);
    let world = run(Setup { fram: setup.fram, ..cleared });
    assert!(events(&world).contains(&Event::FaultsCleared(Faults::STORAGE)));
    assert_eq!(hands(&world), 1);
}

/// Trust C4.
#[test]
fn a_damaged_page_is_healed_from_the_other_and_logged() {
    for page in [0, 128] {
        let mut setup = table(34, &[(4, Command::StartHand)], 6);
        between_hands(&mut setup);
        setup.fram[page + 20] ^= 0x80;
        let world = run(setup.clone());
        assert!(events(&world).contains(&Event::PageHealed));
        assert_eq!((state(&world).phase, hands(&world)), (Phase::Dealing, 1));
        let again = run(Setup { fram: world.fram().bytes().to_vec(), ..table(34, &[], 3) });
        let healed = events(&again).iter().filter(|it| **it == Event::PageHealed).count();
        assert_eq!(healed, 1, "healed once and for all");
    }
}

/// Trust C6: from the warning on nothing new is written; when it was only a dip, play goes on.
#[test]
fn a_power_fail_warning_stops_new_writes() {
    let script = vec![
        (4 * SECOND, Act::PowerFails(true)),
        (4 * SECOND + 200_000, Act::Order(Command::StartHand)),
        (5 * SECOND, Act::PowerFails(false)),
    ];
    let at = |until: u64| {
        let mut setup = Setup::new(35, script.clone(), until);
        between_hands(&mut setup);
        run(setup)
    };
    // A write that was begun before the warning ends within a few milliseconds of it.
    let (warned, failing) = (at(4 * SECOND + 20_000), at(5 * SECOND - 1));
    assert!(warned.fram().bytes() == failing.fram().bytes(), "something was written");
    assert_eq!(hands(&failing), 0);
    assert_eq!(hands(&at(7 * SECOND)), 1, "the order was kept and carried out");
}

/// Trust E1: a task stuck for two seconds resets the table, which comes back in the same hand.
#[test]
fn a_stuck_task_is_reset_and_the_session_goes_on() {
    let dice = Command::Dice(Few::from_some([7, 9]));
    let mut setup = table(36, &[(4, Command::StartHand), (5, dice), (15, VOID)], 20);
    setup.script.push((7 * SECOND, Act::HangStorage));
    setup.script.sort_by_key(|(at, _)| *at);
    between_hands(&mut setup);
    let world = run(setup);
    let boots: Vec<_> = records(&world)
        .into_iter()
        .filter_map(|it| match it.event {
            Event::Boot { cause } => Some((it.boot, cause)),
            _ => None,
        })
        .collect();
    assert_eq!(boots[1..], [(2, ResetCause::Power), (3, ResetCause::Watchdog)]);
    let picked_up: Vec<_> = events(&world)
        .into_iter()
        .filter_map(|it| match it {
            Event::PickedUp { played, .. } => Some(played),
            _ => None,
        })
        .collect();
    assert_eq!(picked_up.len(), 2, "once after power, once after the watchdog");
    let played = picked_up[1];
    assert!((Span::secs(2)..Span::secs(6)).contains(&played), "{played:?} of the hand were played");
    assert_eq!((state(&world).phase, hands(&world)), (Phase::Between, 1), "and it went on");
}

/// Trust E2, on the desktop: the image in QEMU has the same test with real faults.
#[test]
fn every_end_of_a_firmware_is_an_event_at_the_next_start() {
    let kinds = [
        (Injury::Panic, ResetCause::Panic),
        (Injury::HardFault, ResetCause::HardFault),
        (Injury::StackOverflow, ResetCause::StackOverflow),
        (Injury::Watchdog, ResetCause::Watchdog),
    ];
    for (injury, cause) in kinds {
        let mut setup = Setup::new(37, vec![(2 * SECOND, Act::Break(injury))], 5 * SECOND);
        between_hands(&mut setup);
        let world = run(setup);
        assert!(events(&world).contains(&Event::Boot { cause }), "{injury:?}");
    }
}
