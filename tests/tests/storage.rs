//! The journal as the table's memory: full, damaged, failing, and when the processor falls over it.

use conformance::running::{between_hands, nearly, session_start};
use firmware::bridge::Injury;
use host_sim::air::Errors;
use host_sim::desktop;
use host_sim::play::{self, Options, Seen};
use host_sim::referee::export;
use host_sim::referee::verify::{Known, Source, Word, verify};
use host_sim::world::{Act, Setup, World};
use table_core::event::{Event, ResetCause};
use table_core::game::{Command, Few, Phase, SessionStart, State, apply};
use table_core::journal::{ENTRY_OVERHEAD, Faults, RESERVE};
use table_core::record::Record;
use table_core::time::Span;
use table_core::trust::Role;
use table_core::wire::{Grounds, Why};

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
        // The referee's device takes the thousands of records before it gives an order.
        let orders: Vec<_> = (52..62).flat_map(|nth| cycle(2 * nth)).collect();
        let mut setup = table(32, &orders, 130);
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

/// Old sessions make room when the referee holds them. Who may give orders does not go with them, and the numbers of orders stay used:
/// a conversation is named by the count of starts, which goes on.
#[test]
fn officials_are_not_forgotten_when_old_sessions_make_room() {
    let next = SessionStart { session: 4, nonce: [4; 16], ..session_start() };
    let orders = [(110, Command::EndSession), (113, Command::StartSession(next))];
    let mut setup = table(39, &orders, 125);
    nearly(&mut setup, 85);
    let world = run(setup);
    let kept = records(&world);
    let held = world.referee().unwrap().ledger().records().len();
    assert!(kept.len() < 100 && held > 1_000, "{} records kept, {held} held", kept.len());
    assert!(matches!(kept[0].event, Event::Appointed(_)), "{}", kept[0].event);
    let appointed = kept.iter().rev().find_map(|record| match record.event {
        Event::Appointed(list) => Some(list),
        _ => None,
    });
    let mind = desktop::remember(&world).unwrap();
    assert_eq!(mind.officials(), appointed);
    assert_eq!(mind.table().state().session.map(|it| it.start), Some(next));
    let again = run(Setup { fram: world.fram().bytes().to_vec(), ..table(39, &[], 3) });
    let boots = |world: &World| records(world).last().unwrap().boot;
    assert_eq!(boots(&again), boots(&world) + 1);
    assert_eq!(state(&again), state(&world));
}

/// Trust C10: the reserve is larger than any hand takes.
#[test]
fn the_longest_hand_fits_the_reserve() {
    let mut longest = 0;
    for rules in ["mcr", "gghk"] {
        let seen = Seen { errors: Errors::harsh(), ..Seen::default() };
        let options = Options { seen, arranged: 0.0, ..Options::ordinary(rules, 7) };
        let (_, world) = play::session_in_its_world(&options, 0, 6).unwrap();
        let mut bytes = 0;
        for sealed in world.referee().unwrap().ledger().records() {
            bytes += sealed.bytes().len() + ENTRY_OVERHEAD;
            match sealed.read().unwrap().event {
                Event::HandStarted { .. } => bytes = sealed.bytes().len() + ENTRY_OVERHEAD,
                Event::HandEnded { .. } => longest = bytes.max(longest),
                _ => {}
            }
        }
    }
    println!("the longest of 12 hands with bad readers takes {longest} of {RESERVE} bytes");
    assert!(longest > 5_000 && 2 * longest < RESERVE as usize, "{longest} of {RESERVE}");
}

/// Trust B7: what was wrong stays, and what puts it right says what it corrects, who ordered it and why.
#[test]
fn a_correction_names_the_record_it_corrects_and_who_ordered_it() {
    let setup = || {
        let mut setup = table(40, &[(4, Command::StartHand), (6, VOID)], 9);
        between_hands(&mut setup);
        setup
    };
    let world = run(setup());
    let records = records(&world);
    let started = records.iter().find(|it| matches!(it.event, Event::HandStarted { .. })).unwrap();
    let (ordered, order) = records
        .iter()
        .find_map(|record| match record.event {
            Event::Ordered(order) if order.grounds.about.is_some() => Some((record.seq, order)),
            _ => None,
        })
        .expect("the order that voids the hand is on record");
    assert_eq!(order.grounds, Grounds { about: Some(started.seq), why: Why::Seen });
    assert_eq!(order.role, Role::HeadReferee);
    let ended = records.iter().find(|it| matches!(it.event, Event::HandEnded { .. })).unwrap();
    assert!(started.seq < ordered && ordered < ended.seq, "the original, the order, its effect");
    let held = world.referee().unwrap().ledger();
    let known = Known { table: Some(held.table()), head: None };
    let verdict = verify(&Source::read(&export(held), known.table).unwrap(), &known);
    assert_ne!(verdict.word, Word::Bad, "{:?}", verdict.reason);
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
    // An order takes some milliseconds on the line.
    let least = Span::millis(1_900);
    assert!((least..Span::secs(6)).contains(&played), "{played:?} of the hand were played");
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
