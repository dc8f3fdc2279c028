//! The link end to end: the real application, the referee's device and a cable.

use conformance::number;
use conformance::running::session_start;
use firmware::trace::Trace;
use host_sim::desktop;
use host_sim::link::{Options, run};
use host_sim::referee::{Ledger, Notice, Office, Referee, Refusal};
use host_sim::world::{Act, Logged, Setup, World, tag_of};
use table_core::event::Event;
use table_core::game::{Command, Refused};
use table_core::place::{Antenna, Zone};
use table_core::record::{Hash, Seq};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::trust::{Image, PublicKey, Role, SoftwareKey, sign};
use table_core::wire::{
    Accumulator, Answer, FromTable, LinkState, Nonce, TableHello, ToTable, WhyNot, encode,
};

/// `RECORDS=10000 cargo test -p conformance --release --test link` for the full number.
#[test]
fn a_bad_cable_and_restarts_lose_double_and_swap_nothing() {
    let (records, seed) = (number("RECORDS", 1_500), number("SEED", 1));
    println!("host-sim link --loss 0.3 --damage 0.01 --records {records} --seed {seed}");
    let outcome = run(&Options { loss: 0.3, damage: 0.01, records, seed }, |_| {}).unwrap();
    println!("{outcome}");
    assert!(outcome.is_good(), "{outcome}");
    assert!(outcome.sent >= records && outcome.delivered == outcome.sent);
    assert!(outcome.table_restarts > 0, "the ends were restarted");
}

fn lay(at_ms: u64) -> (u64, Act) {
    let antenna = Antenna { seat: Seat::First, zone: Zone::Meld };
    (at_ms * 1_000, Act::Lay(tag_of(Tile::new(7).unwrap()), antenna))
}

fn play(script: Vec<(u64, Act)>, until_ms: u64) -> World {
    let (world, ended) = desktop::run(World::new(Setup::new(3, script, until_ms * 1_000)));
    ended.unwrap();
    world
}

fn when(world: &World, wanted: impl Fn(&Logged) -> bool) -> u64 {
    world.lines().iter().find(|line| wanted(&line.what)).expect("it happened").at
}

#[test]
fn a_pulled_cable_is_seen_at_both_ends_within_two_seconds_and_play_goes_on() {
    let pulled = 2_000;
    let script = vec![(pulled * 1_000, Act::Cable { pulled: true }), lay(2_500)];
    let world = play(script, 8_000);
    let table = when(&world, |what| *what == Logged::Table(Trace::Link(LinkState::Down)));
    let referee = when(&world, |what| *what == Logged::Referee(Notice::Lost));
    for noticed in [table, referee] {
        let after = noticed - pulled * 1_000;
        assert!(after <= 2_000_000, "noticed {after} us after the cable was pulled");
    }
    let durable = when(&world, |what| *what == Logged::Table(Trace::Durable(Seq(3))));
    assert!(durable < 4_000_000, "the tile was recorded all the same");
}

/// What was refused on record, and by whom it had been ordered.
fn turned(world: &World) -> Vec<(WhyNot, Role)> {
    let records = world.referee().unwrap().ledger().records();
    let events = records.iter().map(|record| record.read().unwrap().event);
    let turned = events.filter_map(|event| match event {
        Event::OrderTurned(turned) => Some((turned.why, turned.order?.role)),
        _ => None,
    });
    turned.collect()
}

#[test]
fn an_order_that_the_game_refuses_is_on_record_with_its_reason() {
    let world = play(vec![(500_000, Act::Order(Command::StartHand))], 3_000);
    assert_eq!(turned(&world), [(WhyNot::Game(Refused::NoSession), Role::HeadReferee)]);
    assert_eq!(world.referee().unwrap().pending(), 0, "and the referee knows");
}

/// Rules and rulings are sealed: another start in the middle of a session changes nothing (trust A7).
#[test]
fn rulings_cannot_be_changed_in_a_session() {
    let start = session_start();
    let mut other = start;
    other.session += 1;
    let order = |at, start| (at, Act::Order(Command::StartSession(start)));
    let world = play(vec![order(500_000, start), order(1_500_000, other)], 4_000);
    assert_eq!(turned(&world), [(WhyNot::Game(Refused::SessionRuns), Role::HeadReferee)]);
    let records = world.referee().unwrap().ledger().records();
    let started = records.iter().filter_map(|record| match record.read().unwrap().event {
        Event::SessionStarted(start, _) => Some(start),
        _ => None,
    });
    assert_eq!(started.collect::<Vec<_>>(), [start]);
}

// A table that is played by the test itself.

fn table_key() -> SoftwareKey {
    SoftwareKey::from_seed(&[77; 32])
}

fn frame(message: &FromTable<'_>) -> Vec<u8> {
    encode(&message.encode().unwrap()).unwrap().to_vec()
}

fn referee(ledger: Ledger, first: u8) -> Referee {
    let mut count = first;
    let nonces = move || {
        count += 1;
        Nonce([count; 16])
    };
    Referee::new(Office::simulated(Role::HeadReferee), ledger, nonces)
}

/// The nonce in the referee's newest hello.
fn asked(bytes: &[u8]) -> Nonce {
    let mut accumulator = Accumulator::new();
    let bodies = bytes.iter().filter_map(|byte| accumulator.push(*byte)).filter_map(Result::ok);
    let nonces = bodies.filter_map(|body| match ToTable::decode(&body) {
        Ok(ToTable::Hello(hello)) => Some(hello.nonce),
        _ => None,
    });
    nonces.last().expect("the referee asked")
}

fn answer(nonce: Nonce, newest: Seq, head: Hash) -> Vec<u8> {
    answer_of(&table_key(), nonce, newest, head)
}

fn answer_of(key: &SoftwareKey, nonce: Nonce, newest: Seq, head: Hash) -> Vec<u8> {
    let answer = Answer {
        nonce,
        table: table_key().public(),
        image: Image::Measured(Hash([1; 32])),
        newest,
        head,
        signatures: newest.0,
        boot: 1,
        greeting: 1,
        officials: 1,
    };
    frame(&FromTable::Answer(&sign(key, &answer).unwrap()))
}

fn hello(table: PublicKey) -> Vec<u8> {
    frame(&FromTable::Hello(TableHello::new(table, Seq(0))))
}

#[test]
fn a_recorded_session_is_rejected_at_its_first_answer() {
    let table = table_key().public();
    let empty = Ledger::new(table);
    let head = empty.head();
    let mut first = referee(empty, 0);
    let (_, bytes) = first.hear(0, &hello(table));
    let recorded = answer(asked(&bytes), Seq(0), head);
    let (notices, _) = first.hear(1, &recorded);
    assert!(notices.contains(&Notice::Proven(Seq(0))), "{notices:?}");
    // The same bytes on another day: the referee asks something else.
    let mut second = referee(Ledger::new(table), 100);
    second.hear(0, &hello(table));
    let (notices, _) = second.hear(1, &recorded);
    assert_eq!(notices, [Notice::Refused(Refusal::Replayed)]);
    assert!(!second.is_up(1));
}

#[test]
fn an_answer_of_somebody_else_proves_nothing() {
    let table = table_key().public();
    let mut referee = referee(Ledger::new(table), 0);
    let (_, bytes) = referee.hear(0, &hello(table));
    let forged =
        answer_of(&SoftwareKey::from_seed(&[78; 32]), asked(&bytes), Seq(0), Hash([0; 32]));
    let (notices, _) = referee.hear(1, &forged);
    assert_eq!(notices, [Notice::Refused(Refusal::Unproven)]);
    assert!(!referee.is_up(1));
    let (notices, _) = referee.hear(2, &hello(SoftwareKey::from_seed(&[78; 32]).public()));
    let refused = |notice: &Notice| matches!(notice, Notice::Refused(Refusal::Stranger(_)));
    assert!(notices.iter().any(refused), "{notices:?}");
}

/// Truncation of 1 to n records is found in every case, and so is another chain of the same length (trust D5).
#[test]
fn a_shorter_or_other_chain_is_an_alarm() {
    let world = play(vec![lay(300)], 3_000);
    let held = world.referee().unwrap().ledger();
    let records: Vec<Vec<u8>> = held.records().iter().map(|it| it.bytes().to_vec()).collect();
    let table = held.table();
    let key = SoftwareKey::from_seed(&Setup::new(3, vec![], 0).key_seed);
    assert_eq!(key.public(), table);
    for offered in 0..=records.len() as u64 {
        let mut ledger = Ledger::new(table);
        records.iter().for_each(|record| drop(ledger.take(record).unwrap()));
        let answer = Answer {
            nonce: Nonce([1; 16]),
            table,
            image: Image::Measured(Hash([0; 32])),
            newest: Seq(offered),
            head: Hash([9; 32]),
            signatures: offered,
            boot: 1,
            greeting: 1,
            officials: 1,
        };
        let alarm = ledger.compare(&answer).unwrap_err();
        let length = records.len() as u64;
        if offered < length {
            assert_eq!(alarm, Refusal::Truncated { held: Seq(length), offered: Seq(offered) });
        } else {
            assert_eq!(alarm, Refusal::Forked(Seq(length)));
        }
        let whole = Answer { newest: Seq(length), head: ledger.head(), ..answer };
        assert_eq!(ledger.compare(&whole), Ok(()));
    }
}

#[test]
fn ends_of_different_versions_part_politely() {
    let table = table_key().public();
    let mut referee = referee(Ledger::new(table), 0);
    let strange = TableHello { protocol: 9, ..TableHello::new(table, Seq(0)) };
    let (notices, answer) = referee.hear(0, &frame(&FromTable::Hello(strange)));
    assert_eq!(notices, [Notice::OtherVersion(9)]);
    assert!(!answer.is_empty(), "the table is told, so that it can show it");
    assert!(!referee.is_up(0));
}
