//! The same plan gives the same records to the bit: on the desktop whatever else the machine does, and on the image in QEMU.
//!
//! `SESSIONS=1000 ON_THE_IMAGE=10 cargo test -p conformance --release --test determinism -- --nocapture` for the full numbers;
//! `SEED` repeats a run.

use conformance::number;
use host_sim::home::Home;
use host_sim::play::{HANDS_PER_SESSION, Options, Report, play, play_session};
use table_core::record::Hash;
use table_core::rules::BOOKS;

/// Newest records of sessions of one hand, one after the other in one thread.
fn heads(options: &Options, sessions: u64) -> Vec<Hash> {
    (0..sessions as u32).map(|session| play_session(options, session, 1).unwrap().head).collect()
}

fn run() -> (u64, u64) {
    let (sessions, seed) = (number("SESSIONS", 4), number("SEED", 1));
    println!(
        "SESSIONS={sessions} SEED={seed} cargo test -p conformance --release --test determinism"
    );
    (sessions.div_ceil(2), seed)
}

#[test]
fn sessions_on_the_desktop_leave_the_same_records_every_time() {
    let (sessions, seed) = run();
    for book in BOOKS {
        let options = Options::ordinary(book.id(), seed);
        let [first, second] = [(), ()].map(|()| heads(&options, sessions));
        assert_eq!(first, second, "{}", book.id());
        let others = heads(&Options::ordinary(book.id(), seed + 1), sessions);
        assert!(first.iter().zip(&others).all(|(one, other)| one != other), "seeds mean nothing");
        println!("{}: {sessions} sessions, twice", book.id());
    }
}

#[test]
fn the_number_of_processors_does_not_show_in_the_records() {
    let options = Options::ordinary("mcr", 2);
    let few = 2;
    let hands = u32::from(HANDS_PER_SESSION + few);
    let together = play(&options, hands, |_| {}).unwrap();
    let mut alone = Report::default();
    for (session, length) in [(0, HANDS_PER_SESSION), (1, few)] {
        alone.add(session, play_session(&options, session, length).unwrap());
    }
    assert_eq!(together.digest, alone.digest);
}

#[test]
fn sessions_on_the_image_in_qemu_leave_the_records_of_the_desktop() {
    let sample = number("ON_THE_IMAGE", 2).div_ceil(2);
    let (_, seed) = run();
    let image = Home::qemu().unwrap();
    let twin = image.twin().unwrap();
    for book in BOOKS {
        let on = |home: &Home| Options { home: home.clone(), ..Options::ordinary(book.id(), seed) };
        assert_eq!(heads(&on(&image), sample), heads(&on(&twin), sample), "{}", book.id());
        println!("{}: {sample} sessions, on the image and on the desktop", book.id());
    }
}
