//! The image in QEMU when it falls: what it leaves for the next start, and a played hand that is killed again and again.
//!
//! `KILLS` says how often (3 unless told), `SEED` where to start.

use conformance::number;
use conformance::running::{between_hands, session_start};
use firmware::bridge::Injury;
use host_sim::cuts::records_on;
use host_sim::desktop;
use host_sim::play::{Eyes, Seen, planned};
use host_sim::qemu::{self, Guest};
use host_sim::world::play::random::Random;
use host_sim::world::play::session::SessionPlan;
use host_sim::world::{Act, Setup, World};
use table_core::event::{Event, ResetCause};
use table_core::game::Command;
use table_core::record::Record;
use table_core::rules::BOOKS;
use table_core::trust::{Image, SoftwareKey};

const SECOND: u64 = 1_000_000;

fn records(world: &World) -> Vec<Record> {
    let table = SoftwareKey::from_seed(&world.key_seed()).public();
    let records = records_on(world.fram().bytes(), &table).unwrap();
    records.into_iter().map(|(_, record)| record).collect()
}

fn causes(world: &World) -> Vec<ResetCause> {
    let causes = records(world).into_iter().filter_map(|record| match record.event {
        Event::Boot { cause } => Some(cause),
        _ => None,
    });
    causes.collect()
}

/// What becomes of readers in a fall is shown by the scenarios; here scans are told, and a start takes seconds.
fn seeing(setup: Setup) -> World {
    let eyes = Eyes::new(setup.seed, true);
    World::new(setup).by_sight(eyes)
}

/// Trust E1 and E2: five kinds, each really done to the image.
#[test]
fn five_ways_to_fall_are_five_events_at_the_next_start() {
    let image = qemu::build_image().unwrap();
    let kinds = [
        (Act::Break(Injury::Panic), ResetCause::Panic),
        (Act::Break(Injury::HardFault), ResetCause::HardFault),
        (Act::Break(Injury::StackOverflow), ResetCause::StackOverflow),
        (Act::HangStorage, ResetCause::Watchdog),
    ];
    for (act, cause) in kinds {
        let mut setup = Setup::new(41, vec![(2 * SECOND, act.clone())], 7 * SECOND);
        between_hands(&mut setup);
        let (world, code) = qemu::run(seeing(setup), &image).unwrap();
        assert_eq!(code, 0, "{act}");
        assert_eq!(causes(&world), [ResetCause::Power, ResetCause::Power, cause], "{act}");
    }
    // The fifth is the supply's: the world tells the flags that it leaves.
    let mut setup = Setup::new(41, vec![], 2 * SECOND);
    between_hands(&mut setup);
    let mut world = seeing(setup);
    world.started_because(ResetCause::BrownOut);
    let (world, _) = qemu::run(world, &image).unwrap();
    assert_eq!(causes(&world), [ResetCause::Power, ResetCause::BrownOut]);
}

/// Trust A4: what the running image measures is what was built, and it is in the session's first record. The desktop, told to stand in
/// for that image, leaves the same bytes.
#[test]
fn a_session_names_the_image_that_plays_it() {
    let image = qemu::build_image().unwrap();
    let measured = Image::Measured(qemu::image_hash(&image).unwrap());
    let start = Act::Order(Command::StartSession(session_start()));
    let script = vec![(SECOND, start), (2 * SECOND, Act::Order(Command::StartHand))];
    let setup = Setup { image: measured, ..Setup::new(42, script, 4 * SECOND) };
    let (world, code) = qemu::run(World::new(setup.clone()), &image).unwrap();
    assert_eq!(code, 0);
    let identity = records(&world).into_iter().find_map(|record| match record.event {
        Event::SessionStarted(start, identity) => Some((start, identity)),
        _ => None,
    });
    let (start, identity) = identity.expect("a session was started");
    assert_eq!((start, identity.image), (session_start(), measured));
    assert_eq!(identity.table, setup.table());
    assert_ne!(identity.enrolment.0, [0; 32]);
    let (desktop, ended) = desktop::run(World::new(setup));
    ended.unwrap();
    assert!(world.fram().bytes() == desktop.fram().bytes(), "the same bytes in both homes");
}

/// Trust C5: killed at random moments and bytes of a played hand; every record that was durable is there, and play goes on within three
/// seconds of table time.
#[test]
fn a_hand_goes_on_after_every_kill_of_the_image() {
    let (kills, seed) = (number("KILLS", 3), number("SEED", 1));
    println!("KILLS={kills} SEED={seed} cargo test -p conformance --release --test restarts");
    let image = qemu::build_image().unwrap();
    let mut random = Random::new(seed);
    let (mut killed, mut goes_on, mut slowest) = (0, 0, 0);
    let (mut deepest, mut stack) = (0, 0);
    for session in 0.. {
        let plan = SessionPlan::new(BOOKS[session % BOOKS.len()], 1, random.bits());
        let (_, mut world) = planned(&plan, &Seen::default()).unwrap();
        let mut durable: Vec<Record> = vec![];
        loop {
            if killed < kills {
                match random.below(2) {
                    0 => {
                        world.cut_at(
                            world.now() + SECOND + random.below(30 * SECOND as usize) as u64,
                        );
                    }
                    _ => world.cut_after_bytes(2_000 + random.below(60_000)),
                }
            }
            let mut guest = Guest::start(&image, None).unwrap();
            let code = guest.serve(&mut world, World::is_dark).unwrap();
            if let Some((used, size)) = world.stack() {
                (deepest, stack) = (deepest.max(used), size);
            }
            let found = records(&world);
            assert!(found.starts_with(&durable), "kill {killed}: records are lost or changed");
            let newest = found.last().map_or(0, |record| record.seq.0);
            let said = world.promises().durable().0;
            assert!(newest >= said, "kill {killed}: a record is lost");
            assert!(newest <= said + 1, "kill {killed}: a record is invented");
            assert_eq!(world.violations(), [], "kill {killed}");
            for record in &found[durable.len()..] {
                if let Event::PickedUp { .. } = record.event {
                    goes_on += 1;
                    slowest = slowest.max(record.at.as_millis());
                }
            }
            if !world.is_dark() {
                assert_eq!(code, Some(0), "the hand was played to its end");
                break;
            }
            killed += 1;
            eprintln!("kill {killed}: {newest} records, {slowest} ms after power at worst so far");
            durable = found;
            world = world.power_returns(SECOND, 4 * SECOND, |_| false);
        }
        if killed >= kills {
            break;
        }
    }
    println!(
        "{killed} kills: 0 records lost, the hand went on {goes_on} times, {slowest} ms after power at worst"
    );
    println!("{deepest} of {stack} bytes of stack used at worst, all tasks in one");
    assert!(goes_on > 0 && slowest < 3_000, "back in play too late: {slowest} ms");
}
