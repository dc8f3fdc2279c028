//! The terminal screen at chosen moments of seeded sessions, against screens that were looked at. After a change that is meant, write them
//! anew with `UPDATE_GOLDEN=1 cargo test -p conformance --release --test screen` and look at the difference.

use std::sync::{Arc, Mutex};

use conformance::screens::{golden, rendered};
use host_sim::desktop;
use host_sim::play::{Seen, planned};
use host_sim::rerun::Run;
use host_sim::watch::{Keys, Painter, Picture, Status, draw};
use host_sim::world::play::session::SessionPlan;
use host_sim::world::{Act, Onward, World};
use ratatui::crossterm::event::KeyCode;
use table_core::game::Command;
use table_core::rules::book;
use table_core::seat::Seat;

const WIDTH: u16 = 120;
const HEIGHT: u16 = 28;

/// Runs a world until `at` and pictures it; it is left then.
fn picture_at(world: World, at: u64, status: Status) -> (Picture, World) {
    let shot = Arc::new(Mutex::new(None));
    let taken = shot.clone();
    let mut painter = Painter::default();
    let world = world.watched(Box::new(move |world| {
        painter.follow(world);
        if world.now() < at {
            return Onward::Go;
        }
        *taken.lock().unwrap() = Some(painter.paint(world, status.clone()));
        Onward::Stop
    }));
    let (world, ended) = desktop::run(world);
    ended.unwrap();
    let picture = shot.lock().unwrap().take().expect("the session is longer");
    (picture, world)
}

fn session(rules: &str, seed: u64) -> World {
    let plan = SessionPlan::new(book(rules).unwrap(), 2, seed);
    planned(&plan, &Seen::default()).unwrap().1
}

fn shown(picture: &Picture, keys: Keys) -> String {
    rendered(WIDTH, HEIGHT, |frame| draw(frame, picture, &keys))
}

#[test]
fn before_the_first_hand() {
    let (picture, _) = picture_at(session("mcr", 1), 1_000_000, Status::default());
    golden("before.txt", &shown(&picture, Keys::Run));
}

#[test]
fn in_the_middle_of_a_hand() {
    let status = Status { seed: 1, speed: Some(8.0), ..Status::default() };
    let (picture, _) = picture_at(session("mcr", 1), 120_000_000, status);
    golden("middle.txt", &shown(&picture, Keys::Run));
}

#[test]
fn paused_with_a_broken_reader_and_an_open_menu() {
    let mut keys = Keys::default();
    keys.press(KeyCode::Char('r'));
    let faults = vec!["reader 2 absent".into()];
    let said = "verified: 57 records hold".into();
    let status = Status { seed: 4, speed: Some(1.0), paused: true, faults, said };
    let (picture, _) = picture_at(session("gghk", 4), 90_000_000, status);
    golden("paused.txt", &shown(&picture, keys));
    keys.press(KeyCode::Esc);
    keys.press(KeyCode::Char('f'));
    golden("faults.txt", &shown(&picture, keys));
}

#[test]
fn a_screen_too_small_for_everything_shows_what_fits() {
    let (picture, _) = picture_at(session("mcr", 1), 60_000_000, Status::default());
    for (width, height) in [(1, 1), (20, 5), (80, 24), (300, 100)] {
        rendered(width, height, |frame| draw(frame, &picture, &Keys::Run));
    }
}

/// Whoever watches presses keys; what he did is part of the run and happens again in its replay.
#[test]
fn a_run_with_orders_from_the_keyboard_that_was_left_early_replays() {
    let mut ordered = false;
    let world = session("mcr", 9).watched(Box::new(move |world| {
        if world.now() > 40_000_000 && !ordered {
            ordered = true;
            world.inject(Act::Order(Command::Pause));
            world.inject(Act::Press(Seat::Third, table_core::game::Call::Referee));
        }
        if world.now() > 80_000_000 { Onward::Stop } else { Onward::Go }
    }));
    let (world, ended) = desktop::run(world);
    ended.unwrap();
    let run = Run::of(&world, &Seen::default());
    assert!(run.records.iter().any(|record| record.words.contains("Paused")), "{run:#?}");
    let again = Run::parse(&run.to_text()).unwrap().replay().unwrap();
    assert_eq!(run.compare(&again), Ok(()));
}
