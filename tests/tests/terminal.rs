//! The referee's terminal at chosen moments of a seeded session, against screens that were looked at. After a change that is meant, write
//! them anew with `UPDATE_GOLDEN=1 cargo test -p conformance --release --test terminal` and look at the difference.

use std::time::Instant;

use conformance::screens::{golden, rendered};
use host_sim::console::{Address, Held, Keys, Post, Shown, TableView, Where, draw};
use host_sim::home::Home;
use host_sim::paper::Roster;
use host_sim::play::{Seen, planned};
use host_sim::referee::{Ledger, Office};
use host_sim::world::play::session::SessionPlan;
use ratatui::crossterm::event::KeyCode;
use table_core::event::Event;
use table_core::record::Sealed;
use table_core::rules::book;
use table_core::trust::{PublicKey, Role};

const WIDTH: u16 = 120;
const HEIGHT: u16 = 32;

/// The records of two played hands.
fn records() -> (PublicKey, Vec<Sealed>) {
    let plan = SessionPlan::new(book("mcr").unwrap(), 2, 1);
    let (_, world) = planned(&plan, &Seen::default()).unwrap();
    let world = Home::Desktop.run(world).unwrap();
    let ledger = world.referee().unwrap().ledger();
    (ledger.table(), ledger.records().to_vec())
}

/// The table as its referee knows it after these records.
fn post(table: PublicKey, records: &[Sealed], link: bool) -> Post {
    let mut ledger = Ledger::new(table);
    for record in records {
        ledger.take(record.bytes()).unwrap();
    }
    let mut held = Held::new(Office::simulated(Role::HeadReferee), ledger);
    held.link = (link, Instant::now());
    Post::new(5, Where { address: Address::Port("/dev/ttyUSB0".into()), table }, held)
}

fn shown(post: &Post, said: &str, keys: &Keys) -> String {
    let view = TableView::new(1, post, &Roster::default());
    rendered(WIDTH, HEIGHT, |frame| draw(frame, &Shown { view: &view, said, keys }))
}

/// How many records there are up to the first such event.
fn until(records: &[Sealed], such: impl Fn(&Event) -> bool) -> usize {
    1 + records.iter().position(|record| such(&record.read().unwrap().event)).unwrap()
}

#[test]
fn a_hand_a_result_and_a_lost_line() {
    let (table, records) = records();
    let mut keys = Keys::default();
    golden("referee-nothing.txt", &shown(&post(table, &[], true), "", &keys));
    let playing = until(&records, |event| matches!(event, Event::Dealt { .. })) + 24;
    golden("referee-hand.txt", &shown(&post(table, &records[..playing], true), "", &keys));
    golden("referee-lost.txt", &shown(&post(table, &records[..playing], false), "", &keys));
    let result = until(&records, |event| matches!(event, Event::ResultProposed(_)));
    keys.press(KeyCode::Char('o'), None);
    "overrule 8".chars().for_each(|letter| drop(keys.press(KeyCode::Char(letter), None)));
    let said = "say overrule WORTH SEAT1 SEAT2 SEAT3 SEAT4";
    golden("referee-result.txt", &shown(&post(table, &records[..result], true), said, &keys));
    let over = post(table, &records, true);
    golden("referee-over.txt", &shown(&over, "session over", &Keys::Confirm));
}

#[test]
fn a_terminal_too_small_for_everything_shows_what_fits() {
    let (table, records) = records();
    let post = post(table, &records, true);
    let view = TableView::new(1, &post, &Roster::default());
    let keys = Keys::default();
    for (width, height) in [(1, 1), (20, 5), (80, 24), (300, 100)] {
        let shown = Shown { view: &view, said: "", keys: &keys };
        rendered(width, height, |frame| draw(frame, &shown));
    }
}
