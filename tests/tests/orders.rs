//! Hostile orders: replayed, reordered, edited, cut short, wrongly signed, of the wrong role, of another session. None is taken.
//!
//! `ORDERS=100000 cargo test -p conformance --release --test orders` for the full number; `SEED` repeats a run.

use std::collections::BTreeMap;

use conformance::number;
use conformance::random::Random;
use host_sim::referee::{Office, simulated_key};
use table_core::game::Command;
use table_core::record::Seq;
use table_core::time::{Span, Tick};
use table_core::trust::{Role, SoftwareKey, sign};
use table_core::wire::{Gate, Grounds, Order, OrderError, SessionId, Why};

const SESSION: SessionId = SessionId([5; 16]);
const OLD_SESSION: SessionId = SessionId([6; 16]);

fn order(key: &SoftwareKey, session: SessionId, number: u32, command: Command) -> Vec<u8> {
    let by = key.public().tag();
    let grounds = Grounds { about: Some(Seq(1)), why: Why::Seen };
    sign(key, &Order { session, by, number, command, grounds }).unwrap().to_vec()
}

/// What a head referee may order and nobody below him.
const HIGH: Command = Command::VoidHand { again: false };
const ORDINARY: [Command; 4] =
    [Command::Pause, Command::Resume, Command::StartHand, Command::Undo { plays: 1 }];

/// One hostile order, made from the conversation so far: its bytes, and what kind it is.
fn hostile(random: &mut Random, genuine: &[Vec<u8>], next: u32) -> (&'static str, Vec<u8>) {
    let head = simulated_key(Role::HeadReferee);
    let any = |random: &mut Random| genuine[random.below(genuine.len())].clone();
    match random.below(8) {
        0 => ("replayed", any(random)),
        1 => ("ahead", order(&head, SESSION, next + 1 + random.below(9) as u32, HIGH)),
        2 => {
            let mut bytes = order(&head, SESSION, next, HIGH);
            let bit = random.below(bytes.len() * 8);
            bytes[bit / 8] ^= 1 << (bit % 8);
            ("edited", bytes)
        }
        3 => {
            let mut bytes = order(&head, SESSION, next, HIGH);
            bytes.truncate(random.below(bytes.len()));
            ("cut short", bytes)
        }
        4 => {
            // No key of the simulated event begins with this byte.
            let mut seed = [random.below(256) as u8; 32];
            seed[0] = 0x5E;
            let stranger = SoftwareKey::from_seed(&seed);
            let by = head.public().tag();
            let grounds = Grounds { about: Some(Seq(1)), why: Why::Seen };
            let forged = Order { session: SESSION, by, number: next, command: HIGH, grounds };
            ("wrongly signed", sign(&stranger, &forged).unwrap().to_vec())
        }
        5 => {
            let role = random.pick(&[Role::Technician, Role::Organiser]);
            ("wrong role", order(&simulated_key(role), SESSION, next, Command::Pause))
        }
        6 => ("other session", order(&head, OLD_SESSION, next, HIGH)),
        _ => {
            let mut bytes = any(random);
            let other = any(random);
            let at = random.below(bytes.len().min(other.len()));
            bytes.truncate(at);
            bytes.extend(&other[at..]);
            ("spliced", bytes)
        }
    }
}

#[test]
fn no_hostile_order_is_taken() {
    let (count, seed) = (number("ORDERS", 4_000), number("SEED", 1));
    println!("ORDERS={count} SEED={seed} cargo test -p conformance --release --test orders");
    let mut random = Random::new(seed);
    let referee = simulated_key(Role::Referee);
    let mut gate = Gate::new(None);
    let mut now = Tick(0);
    gate.appoint(now, Office::simulated(Role::Referee).list()).unwrap().unwrap();
    gate.open(SESSION);
    let mut next = 1;
    let mut genuine = vec![];
    let mut tally: BTreeMap<(&str, String), u64> = BTreeMap::new();
    for attempt in 0..count {
        // So slow that the gate's budget turns nobody away: the signature must.
        now = now + Span::secs(1);
        if genuine.is_empty() || random.chance(2) {
            let bytes = order(&referee, SESSION, next, random.pick(&ORDINARY));
            assert!(gate.order(now, &bytes).is_ok(), "an honest order after {attempt} others");
            genuine.push(bytes);
            next += 1;
            continue;
        }
        let (kind, bytes) = hostile(&mut random, &genuine, next);
        let answer = gate.order(now, &bytes);
        let Err(why) = answer else {
            panic!("SEED={seed}: attempt {attempt} was taken although it is {kind}: {bytes:02x?}");
        };
        // Somebody known who may not: his number is used, as the record of it says.
        if matches!(why, OrderError::NotEntitled(_)) {
            next += 1;
        }
        let said = match why {
            OrderError::Missing { .. } => "an order is missing before it".into(),
            why => why.to_string(),
        };
        *tally.entry((kind, said)).or_default() += 1;
    }
    tally.iter().for_each(|((kind, why), times)| println!("{times:>8} {kind}: {why}"));
    let kinds: std::collections::BTreeSet<_> = tally.keys().map(|(kind, _)| kind).collect();
    assert_eq!(kinds.len(), 8, "every kind was tried");
}
