//! The image in QEMU as a device: on real time with a real UART, and when its power is cut.

use std::io::{Read, Write};
use std::net::TcpListener;
use std::thread;
use std::time::Duration;

use firmware::trace::Trace;
use host_sim::qemu::{self, Guest};
use host_sim::referee::{Notice, Referee};
use host_sim::world::{Act, Logged, Setup, World, tag_of};
use table_core::event::Event;
use table_core::place::{Antenna, Place, Zone};
use table_core::record::Seq;
use table_core::seat::Seat;
use table_core::tile::Tile;

const SEED: u64 = 11;

/// One tile comes to lie before the second seat.
fn setup(at_ms: u64, until_ms: u64) -> (Setup, Event) {
    let tile = Tile::new(40).unwrap();
    let antenna = Antenna { seat: Seat::Second, zone: Zone::Meld };
    let script = vec![(at_ms * 1_000, Act::Lay(tag_of(tile), antenna))];
    let event = Event::TilePlaced { tile, place: Place::Meld(Seat::Second) };
    (Setup::new(SEED, script, until_ms * 1_000), event)
}

fn traces(world: &World) -> impl Iterator<Item = Trace> {
    world.lines().iter().filter_map(|line| match line.what {
        Logged::Table(trace) => Some(trace),
        _ => None,
    })
}

#[test]
fn in_real_time_the_referee_on_the_usart_verifies_what_the_image_saw() {
    let (setup, placed) = setup(1_500, 20_000);
    let listener = TcpListener::bind("127.0.0.1:0").unwrap();
    let address = listener.local_addr().unwrap();
    let table = setup.table();
    let referee = thread::spawn(move || {
        let (mut line, _) = listener.accept().unwrap();
        line.set_read_timeout(Some(Duration::from_secs(30))).unwrap();
        let mut referee = Referee::new(table);
        let mut bytes = [0; 256];
        let mut noticed = vec![];
        while referee.ledger().newest() < Seq(2) {
            let count = line.read(&mut bytes).unwrap();
            assert!(count > 0, "the line closed after {noticed:?}");
            let (notices, answer) = referee.hear(&bytes[..count]);
            noticed.extend(notices);
            line.write_all(&answer).unwrap();
        }
        (referee, noticed)
    });
    let mut world = World::without_referee(setup);
    let mut guest = Guest::start(&qemu::build_image().unwrap(), Some(address)).unwrap();
    let done = |world: &World| traces(world).any(|trace| trace == Trace::Acknowledged(Seq(2)));
    guest.serve(&mut world, done).unwrap();
    let (referee, noticed) = referee.join().unwrap();
    assert!(noticed.contains(&Notice::Hello(table)));
    assert!(noticed.contains(&Notice::Verified(Seq(2))));
    let second = referee.ledger().records()[1].read().unwrap();
    assert_eq!(second.event, placed);
    // The guest's clock starts when it has booted and may lag behind ours on a busy machine; it never goes back.
    let first = referee.ledger().records()[0].read().unwrap();
    assert!(second.at > first.at, "{:?} after {:?}", second.at, first.at);
    assert_eq!(world.violations(), []);
}

#[test]
fn a_killed_image_replays_its_durable_record_when_power_returns() {
    let image = qemu::build_image().unwrap();
    let (setup, placed) = setup(300, 60_000);
    let table = setup.table();
    let key_seed = setup.key_seed;
    // Power goes the moment the record of the tile is durable, before anybody was told.
    let mut world = World::new(setup);
    let mut guest = Guest::start(&image, None).unwrap();
    let durable = |world: &World| traces(world).any(|trace| trace == Trace::Durable(Seq(2)));
    assert_eq!(guest.serve(&mut world, durable).unwrap(), None, "killed, not ended");
    assert_eq!(
        world.referee().unwrap().ledger().newest(),
        Seq(1),
        "the referee has not heard of it"
    );
    let fram = world.fram().bytes().to_vec();

    let mut world = World::new(Setup { key_seed, fram, ..Setup::new(1, vec![], 60_000_000) });
    let mut guest = Guest::start(&image, None).unwrap();
    let told = |world: &World| world.referee().unwrap().ledger().newest() >= Seq(3);
    assert_eq!(guest.serve(&mut world, told).unwrap(), None);
    assert!(traces(&world).any(|trace| trace == Trace::Replayed(2)));
    let ledger = world.referee().unwrap().ledger();
    assert_eq!(ledger.table(), table);
    let records: Vec<_> = ledger.records().iter().map(|record| record.read().unwrap()).collect();
    assert_eq!(records[1].event, placed);
    assert_eq!((records[1].boot, records[2].boot), (1, 2), "the third record is the second boot");
}
