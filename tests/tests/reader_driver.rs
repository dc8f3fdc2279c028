//! The reader driver against a chip that babbles, and against everything that befalls one. `ANSWERS` says how many answers of a
//! babbling chip (20,000 unless told), `SEED` where to start.

use conformance::number;
use firmware::drivers::pn5180::Fault as Class;
use firmware::tasks::turns::Radiation;
use host_sim::chips::pn5180::Fault;
use host_sim::desktop::{run, with_reader};
use host_sim::home::Home;
use host_sim::world::{Act, SET_KEY, Setup, World, tag_of};
use table_core::enrolment::Imprint;
use table_core::event::Event;
use table_core::iso15693::{Heard, Quality, TILE_FAMILY};
use table_core::place::{Antenna, Place, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Span;

const SEAT: Seat = Seat::Second;
/// Nothing that the driver does may take longer: ninety-six rounds of sixteen slots, each at its deadline.
const LONGEST: Span = Span::secs(120);

/// A world with a few tiles over the reader's first loop.
fn world(tiles: u8, fault: Fault) -> World {
    let antenna = Antenna { seat: SEAT, zone: Zone::HandLeft };
    let lay = |id| (0, Act::Lay(tag_of(Tile::new(id).unwrap()), antenna));
    let script = (0..tiles).map(lay).chain([(0, Act::Reader(SEAT, fault))]);
    World::new(Setup::new(1, script.collect(), u64::MAX))
}

#[test]
fn nothing_that_a_chip_answers_makes_the_driver_panic_or_wait_for_ever() {
    let (answers, mut seed) = (number("ANSWERS", 20_000), number("SEED", 1));
    let (mut heard, mut scans, mut faults) = (0, 0, 0);
    while heard < answers {
        println!("ANSWERS=1 SEED={seed} cargo test -p conformance --test reader_driver");
        let (world, done) =
            with_reader(world(7, Fault::Babbles(seed)), SEAT, async |reader, home| {
                for _ in 0..20 {
                    let before = home.now();
                    let result = async {
                        reader.start().await?;
                        reader.field_on().await?;
                        reader.scan(Some(TILE_FAMILY), |_| {}).await?;
                        let mut blocks = [[0; 4]; Imprint::BLOCKS as usize];
                        reader.read_blocks(tag_of(Tile::new(0).unwrap()), 0, &mut blocks).await?;
                        reader.field_off().await
                    };
                    match result.await {
                        Ok(()) => scans += 1,
                        Err(_) => faults += 1,
                    }
                    assert!(home.now().since(before) < LONGEST, "seed {seed}");
                }
            });
        done.expect("the driver waits for something that never comes");
        heard += world.transfers(SEAT);
        seed += 1;
    }
    println!("{heard} answers, {scans} good scans, {faults} faults");
    assert!(scans > 0 && faults > 0, "both must occur: {scans} scans, {faults} faults");
}

#[test]
fn tiles_are_found_by_their_family_and_their_imprints_are_read() {
    let (world, done) = with_reader(world(9, Fault::None), SEAT, async |reader, _| {
        reader.start().await.unwrap();
        reader.field_on().await.unwrap();
        let mut found = vec![];
        let quality = reader.scan(Some(TILE_FAMILY), |heard| found.push(heard)).await.unwrap();
        assert_eq!((found.len(), quality), (9, Quality::Complete));
        for heard in found {
            let Heard::Tag(tag) = heard else {
                panic!("{heard:?}");
            };
            let mut blocks = [[0; 4]; Imprint::BLOCKS as usize];
            reader.read_blocks(tag, Imprint::FIRST_BLOCK, &mut blocks).await.unwrap();
            let blocks = *blocks.as_flattened().first_chunk().unwrap();
            let imprint = Imprint::read(&blocks, tag, &SET_KEY).unwrap();
            assert_eq!(tag_of(imprint.tile), tag);
        }
    });
    assert_eq!((done, world.violations()), (Some(()), &[][..]));
}

#[test]
fn a_fault_in_the_middle_of_a_scan_is_named_and_silence_is_not_reported() {
    // Half a slot after the scan has begun.
    let at = 13_000;
    let expected = [
        (Fault::Absent, Some(Class::Absent)),
        (Fault::SilentReset, None),
        (Fault::TooHot, Some(Class::NoField)),
    ];
    for (fault, class) in expected {
        let antenna = Antenna { seat: SEAT, zone: Zone::HandLeft };
        let lay = (0, Act::Lay(tag_of(Tile::new(3).unwrap()), antenna));
        let script = vec![lay, (at, Act::Reader(SEAT, fault))];
        let world = World::new(Setup::new(1, script, u64::MAX));
        let (_, failed) = with_reader(world, SEAT, async |reader, _| {
            reader.start().await.unwrap();
            reader.field_on().await.unwrap();
            let error = reader.scan(None, |_| {}).await.unwrap_err();
            match error.is_passing() {
                true => reader.check().await.unwrap_err().fault(),
                false => error.fault(),
            }
        });
        let failed = failed.unwrap();
        assert!(class.is_none_or(|class| class == failed), "{fault:?}: {failed:?}");
    }
}

/// Tiles at all four seats, and how often each reader was on its bus in ten seconds.
fn transfers(radiation: Radiation) -> (World, [u64; 4]) {
    let lay = |(seat, id): (Seat, u8)| {
        let antenna = Antenna { seat, zone: Zone::HandLeft };
        (0, Act::Lay(tag_of(Tile::new(id).unwrap()), antenna))
    };
    let script = Seat::ALL.into_iter().zip(0..).map(lay).collect();
    let setup = Setup { radiation, ..Setup::new(9, script, 10_000_000) };
    let (world, ended) = run(World::new(setup));
    ended.unwrap();
    assert_eq!(world.violations(), []);
    let transfers = Seat::ALL.map(|seat| world.transfers(seat));
    (world, transfers)
}

#[test]
fn opposite_pairs_take_turns_and_neither_starves() {
    let (together, all) = transfers(Radiation::Together);
    assert!(together.radiated_together());
    let (pairs, shared) = transfers(Radiation::OppositePairs);
    assert!(!pairs.radiated_together(), "neighbours radiated at the same time");
    println!("frames of each reader: {all:?} together, {shared:?} in opposite pairs");
    for (alone, shared) in all.into_iter().zip(shared) {
        // Half the time each, and nobody loses more than another tenth to waiting for the slower of a pair.
        assert!(shared * 5 >= alone * 2, "{alone} frames together, {shared} in turns");
    }
    // They see the same all the same.
    let placed = |world: &World| {
        let ledger = world.referee().unwrap().ledger();
        let records = ledger.records().iter().map(|record| record.read().unwrap().event);
        let places = records.filter(|event| matches!(event, Event::TilePlaced { .. }));
        let mut places: Vec<String> = places.map(|event| event.to_string()).collect();
        places.sort();
        places
    };
    assert_eq!((placed(&pairs).len(), placed(&pairs)), (4, placed(&together)));
}

/// The same driver in the image, its chips at the other end of the bridge: a chip that babbles, is mended and works again, while its
/// neighbour's tile is seen all the time. Every step is that of the desktop, to the microsecond.
#[test]
fn the_driver_in_the_image_in_qemu_does_what_it_does_on_the_desktop() {
    let image = Home::qemu().unwrap();
    let twin = image.twin().unwrap();
    let (tile, other) = (Tile::new(3).unwrap(), Tile::new(77).unwrap());
    for seed in number("SEED", 1)..number("SEED", 1) + 2 {
        println!("SEED={seed} cargo test -p conformance --release --test reader_driver qemu");
        let at = |seat, zone| Antenna { seat, zone };
        let script = vec![
            (0, Act::Lay(tag_of(tile), at(SEAT, Zone::HandLeft))),
            (0, Act::Lay(tag_of(other), at(SEAT.next(), Zone::Meld))),
            (2_000_000, Act::Reader(SEAT, Fault::Babbles(seed))),
            (6_000_000, Act::Reader(SEAT, Fault::None)),
        ];
        let [world, desktop] = [&image, &twin]
            .map(|home| home.run(World::new(Setup::new(seed, script.clone(), 9_000_000))).unwrap());
        assert!(world.lines() == desktop.lines(), "seed {seed}: the runs differ");
        assert_eq!(world.fram().bytes(), desktop.fram().bytes(), "seed {seed}");
        let events: Vec<Event> = {
            let records = world.referee().unwrap().ledger().records();
            records.iter().map(|record| record.read().unwrap().event).collect()
        };
        let others = |event: &Event| match event {
            Event::ReaderTrouble { seat, .. } | Event::ReaderRecovered { seat } => *seat != SEAT,
            Event::TilePlaced { tile, place } => *tile == other && *place == Place::Away,
            _ => false,
        };
        assert!(!events.iter().any(others), "a fault at one seat disturbed another: {events:?}");
        let trouble = events.iter().rev().find(|event| {
            matches!(event, Event::ReaderTrouble { .. } | Event::ReaderRecovered { .. })
        });
        assert!(!matches!(trouble, Some(Event::ReaderTrouble { .. })), "seed {seed}: still blind");
    }
}
