//! The reader driver against a chip that babbles, and against everything that befalls one. `ANSWERS` says how many answers of a
//! babbling chip (20,000 unless told), `SEED` where to start.

use std::env;

use firmware::drivers::pn5180::Fault as Class;
use host_sim::chips::pn5180::Fault;
use host_sim::desktop::with_reader;
use host_sim::world::{Act, SET_KEY, Setup, World, tag_of};
use table_core::enrolment::Imprint;
use table_core::iso15693::{Heard, Quality, TILE_FAMILY};
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Span;

const SEAT: Seat = Seat::Second;
/// Nothing that the driver does may take longer: ninety-six rounds of sixteen slots, each at its deadline.
const LONGEST: Span = Span::secs(120);

fn number(name: &str, otherwise: u64) -> u64 {
    let text = env::var(name).unwrap_or_else(|_| otherwise.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
}

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
