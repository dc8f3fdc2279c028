use super::*;
use crate::game::Few;
use crate::trust::{SoftwareKey, sign};
use crate::wire::Why;
use proptest::prelude::*;

const SESSION: SessionId = SessionId([3; 16]);
const NOW: Tick = Tick(5_000_000);

fn key(seed: u8) -> SoftwareKey {
    SoftwareKey::from_seed(&[seed; 32])
}

const ORGANISER: u8 = 1;
const REFEREE: u8 = 2;
const HEAD: u8 = 3;
const TECHNICIAN: u8 = 4;
const STRANGER: u8 = 9;

fn list(serial: u32, organiser: u8) -> Officials {
    let people =
        [(REFEREE, Role::Referee), (HEAD, Role::HeadReferee), (TECHNICIAN, Role::Technician)];
    let people = people.map(|(seed, role)| Official { key: key(seed).public(), role });
    Officials { organiser: key(organiser).public(), serial, people: Few::from_some(people) }
}

fn gate() -> Gate {
    let mut gate = Gate::new(None);
    let signed = sign(&key(ORGANISER), &list(1, ORGANISER)).unwrap();
    assert_eq!(gate.appoint(NOW, &signed), Ok(Some(list(1, ORGANISER))));
    gate.open(SESSION);
    gate
}

fn order(seed: u8, session: SessionId, number: u32, command: Command) -> std::vec::Vec<u8> {
    grounded(seed, session, number, command, Grounds { about: Some(Seq(1)), why: Why::Seen })
}

fn grounded(
    seed: u8,
    session: SessionId,
    number: u32,
    command: Command,
    grounds: Grounds,
) -> std::vec::Vec<u8> {
    let by = key(seed).public().tag();
    sign(&key(seed), &Order { session, by, number, command, grounds }).unwrap().to_vec()
}

#[test]
fn an_order_is_taken_once_and_in_its_turn() {
    let mut gate = gate();
    let first = order(REFEREE, SESSION, 1, Command::StartHand);
    let second = order(HEAD, SESSION, 2, Command::Pause);
    assert_eq!(gate.order(NOW, &second), Err(OrderError::Missing { next: 1 }));
    let (id, command) = gate.order(NOW, &first).unwrap();
    assert_eq!((id.number, id.role, command), (1, Role::Referee, Command::StartHand));
    assert_eq!(gate.order(NOW, &first), Err(OrderError::Used));
    assert_eq!(gate.order(NOW, &second).unwrap().0.role, Role::HeadReferee);
    gate.open(SessionId([4; 16]));
    assert_eq!(gate.order(NOW, &first), Err(OrderError::OtherSession));
}

#[test]
fn strangers_and_wrong_roles_are_turned_away_and_told_so() {
    let mut gate = gate();
    let strange = order(STRANGER, SESSION, 1, Command::StartHand);
    assert_eq!(gate.order(NOW, &strange), Err(OrderError::UnknownKey));
    // Somebody who names a key that he does not have.
    let by = key(HEAD).public().tag();
    let command = Command::VoidHand { again: true };
    let grounds = Grounds::default();
    let forged = Order { session: SESSION, by, number: 1, command, grounds };
    let forged = sign(&key(STRANGER), &forged).unwrap();
    assert_eq!(gate.order(NOW, &forged), Err(OrderError::Forged));
    let beyond = order(REFEREE, SESSION, 1, command);
    let refused = OrderError::NotEntitled(Role::Referee);
    assert_eq!(gate.order(NOW, &beyond), Err(refused));
    let told = gate.turned(NOW, &beyond, refused);
    assert!(
        matches!(told, Some(Event::OrderTurned(Turned { order: Some(id), .. })) if id.number == 1)
    );
    assert_eq!(gate.order(NOW, &beyond), Err(OrderError::Used), "its number is used all the same");
    assert!(gate.order(NOW, &order(HEAD, SESSION, 2, command)).is_ok());
    let technician = order(TECHNICIAN, SESSION, 3, Command::StartHand);
    let refused = OrderError::NotEntitled(Role::Technician);
    assert_eq!(gate.order(NOW, &technician), Err(refused));
}

/// Trust B7.
#[test]
fn who_takes_something_back_names_it() {
    let mut gate = gate();
    let undo = Command::Undo { plays: 1 };
    let groundless = grounded(REFEREE, SESSION, 1, undo, Grounds::default());
    assert_eq!(gate.order(NOW, &groundless), Err(OrderError::Groundless));
    let told = gate.turned(NOW, &groundless, OrderError::Groundless);
    assert!(
        matches!(told, Some(Event::OrderTurned(Turned { order: Some(id), .. })) if id.role == Role::Referee)
    );
    let grounds = Grounds { about: Some(Seq(40)), why: Why::Agreed };
    let (id, _) = gate.order(NOW, &grounded(REFEREE, SESSION, 2, undo, grounds)).unwrap();
    assert_eq!(id.grounds, grounds, "and it is on record");
    let pause = grounded(REFEREE, SESSION, 3, Command::Pause, Grounds::default());
    assert!(gate.order(NOW, &pause).is_ok(), "a pause is about nothing");
}

#[test]
fn strangers_are_recorded_one_by_one_only_now_and_then() {
    let mut gate = gate();
    let mut told = std::vec![];
    for second in 0..=125u64 {
        let now = NOW + Span::secs(second);
        if let Some(Event::OrderTurned(turned)) = gate.turned(now, &[], OrderError::Malformed) {
            told.push(turned.times);
        }
    }
    assert_eq!(told, [1, 60, 60]);
    assert_eq!(gate.turned(NOW, &[], OrderError::Used), None, "honest devices repeat");
}

#[test]
fn nobody_spends_all_the_processor_on_signatures() {
    let mut gate = gate();
    let by = key(HEAD).public().tag();
    let (command, grounds) = (Command::Pause, Grounds::default());
    let forged = Order { session: SESSION, by, number: 1, command, grounds };
    let forged = sign(&key(STRANGER), &forged).unwrap();
    let checked = (0..1_000)
        .filter(|ms| gate.order(NOW + Span::millis(*ms), &forged) == Err(OrderError::Forged))
        .count();
    assert!((8..=16).contains(&checked), "{checked} signatures were checked in a second");
}

#[test]
fn only_the_same_organiser_replaces_a_list_and_only_by_a_newer_one() {
    let mut gate = gate();
    let signed = |serial, organiser| sign(&key(organiser), &list(serial, organiser)).unwrap();
    assert_eq!(gate.appoint(NOW, &signed(1, ORGANISER)), Ok(None), "held already");
    assert_eq!(gate.appoint(NOW, &signed(2, STRANGER)), Err(OrderError::UnknownKey));
    let mut forged = signed(2, ORGANISER);
    *forged.last_mut().unwrap() ^= 1;
    assert_eq!(gate.appoint(NOW, &forged), Err(OrderError::Forged));
    assert_eq!(gate.appoint(NOW, &signed(3, ORGANISER)), Ok(Some(list(3, ORGANISER))));
    assert_eq!(gate.appoint(NOW, &signed(2, ORGANISER)), Err(OrderError::UnknownKey));
}

#[test]
fn a_full_list_fits_a_statement_and_a_record() {
    let people = [0; MOST].map(|_| Official { key: key(7).public(), role: Role::Technician });
    let full = Officials { people: Few::from_some(people), ..list(u32::MAX, ORGANISER) };
    assert!(sign(&key(ORGANISER), &full).is_some());
    let chain = crate::record::Chain::genesis(&key(8).public());
    assert!(chain.draft(Tick(u64::MAX), Event::Appointed(full)).is_ok());
}
const MOST: usize = crate::trust::MOST_OFFICIALS;

proptest! {
    #[test]
    fn no_changed_bit_of_an_order_is_taken(bit in any::<prop::sample::Index>()) {
        let mut gate = gate();
        let mut bytes = order(HEAD, SESSION, 1, Command::VoidHand { again: false });
        let bit = bit.index(bytes.len() * 8);
        bytes[bit / 8] ^= 1 << (bit % 8);
        prop_assert!(gate.order(NOW, &bytes).is_err());
    }

    #[test]
    fn arbitrary_bytes_are_no_order(bytes in prop::collection::vec(any::<u8>(), 0..400)) {
        let mut gate = gate();
        prop_assert!(gate.order(NOW, &bytes).is_err());
        prop_assert!(gate.receipt(NOW, &bytes).is_err());
        prop_assert!(gate.appoint(NOW, &bytes).is_err());
    }
}
