//! Sightings drawn from the air without SPI bytes are those that driver and chip model would bring: for the same tiles on the same
//! spots both levels of detail read each tile as often, cross-talk and disturbed scans are as frequent, and scans take as long.
//!
//! Tiles are laid down once, so that both levels draw the same link margins, and interference comes at the same times. What is left
//! is chance in each scan. Two shares of `n` and `m` scans may then differ by `Z` standard deviations of their difference,
//! `Z * sqrt(p (1 - p) (1/n + 1/m))`, and two means likewise; with fewer than 1,000 comparisons of the seeds below, honest
//! levels fail once in 100 seeds of this test.

use std::collections::BTreeMap;

use firmware::channels::FromReader;
use host_sim::air::{Errors, ReaderFault};
use host_sim::desktop::watch;
use host_sim::play::Eyes;
use host_sim::world::{Act, Setup, World, tag_of};
use table_core::enrolment::TagUid;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Tick;
use table_core::tracking::Observation;

const SEAT: Seat = Seat::Third;
/// Four and a half sigma: 7 in a million comparisons of equal things.
const Z: f64 = 4.5;
const MINUTES: u64 = 20;
/// Tiles over hand left, hand right, meld and river.
const LAID: [usize; 4] = [7, 7, 6, 11];

/// What one level saw.
#[derive(Default)]
struct Seen {
    /// Scans of each loop, those of them disturbed, and the sum and the sum of squares of the milliseconds since the scan before.
    scans: BTreeMap<Zone, (f64, f64, f64, f64)>,
    /// How often each tag was seen by each loop.
    reads: BTreeMap<(Zone, TagUid), f64>,
}

fn world(errors: &Errors, seed: u64, minutes: u64) -> World {
    let mut tiles = Tile::all();
    let mut script = vec![];
    for (zone, count) in Zone::ALL.into_iter().zip(LAID) {
        let antenna = Antenna { seat: SEAT, zone };
        script.extend(tiles.by_ref().take(count).map(|tile| (0, Act::Lay(tag_of(tile), antenna))));
    }
    // Neighbours, whose cross-talk is in the air as well.
    for seat in [SEAT.next(), SEAT.after(3)] {
        let antenna = Antenna { seat, zone: Zone::River };
        script.extend(tiles.by_ref().take(11).map(|tile| (0, Act::Lay(tag_of(tile), antenna))));
    }
    let setup = Setup::new(seed, script, minutes * 60_000_000);
    World::new(Setup { errors: errors.clone(), ..setup })
}

fn seen(world: World) -> Seen {
    let (world, told) = watch(world, SEAT);
    assert_eq!(world.violations(), []);
    let mut seen = Seen::default();
    let mut before: Option<Tick> = None;
    for (at, message) in told {
        let FromReader::Sighting(sighting) = message else {
            before = None;
            continue;
        };
        let zone = sighting.antenna.zone;
        if let Observation::Tag(tag) = sighting.observation {
            *seen.reads.entry((zone, tag)).or_default() += 1.0;
            continue;
        }
        let (scans, disturbed, sum, squares) = seen.scans.entry(zone).or_default();
        *scans += 1.0;
        *disturbed += f64::from(u8::from(sighting.observation == Observation::Disturbed));
        // The first scan has nothing before it; the mean stands in for it.
        let took = before.map_or(*sum / (*scans - 1.0).max(1.0), |it| at.since(it).0 as f64 / 1e3);
        (*sum, *squares) = (*sum + took, *squares + took * took);
        before = Some(at);
    }
    seen
}

/// Two shares that ought to be the same.
fn same_share(what: &str, (a, n): (f64, f64), (b, m): (f64, f64)) {
    // One more and one less than was counted: a share of nothing has a spread too.
    let p = (a + b + 1.0) / (n + m + 2.0);
    let apart = Z * (p * (1.0 - p) * (1.0 / n + 1.0 / m)).sqrt();
    assert!((a / n - b / m).abs() <= apart, "{what}: {a} of {n} and {b} of {m}, allowed {apart}");
}

/// Compares the levels; how many of the links are cross-talk.
fn compare(preset: &str, seed: u64) -> usize {
    let errors = Errors::named(preset).unwrap();
    let bytes = seen(world(&errors, seed, MINUTES));
    let sight = seen(world(&errors, seed, MINUTES).by_sight(Eyes::new(seed, true)));
    let said = format!("{preset}, seed {seed}");
    for (zone, &(n, disturbed, sum, squares)) in &bytes.scans {
        let &(m, by_sight, other_sum, other_squares) = &sight.scans[zone];
        same_share(&format!("{said}: disturbed on {zone:?}"), (disturbed, n), (by_sight, m));
        let (mean, other) = (sum / n, other_sum / m);
        let spread = (squares / n - mean * mean) / n + (other_squares / m - other * other) / m;
        // Times by sight leave out what the bus does now and then: a fifth of a millisecond.
        let apart = Z * spread.max(0.0).sqrt() + 0.2;
        println!("{said}: {zone:?} scanned in {mean:.2} and {other:.2} ms, allowed {apart:.2}");
        assert!((mean - other).abs() <= apart, "{said}: {zone:?} takes {mean} and {other} ms");
    }
    let all = bytes.reads.keys().chain(sight.reads.keys());
    let mut stray = 0;
    for key in all {
        let (zone, tag) = key;
        let count = |seen: &Seen| (seen.reads.get(key).copied().unwrap_or(0.0), seen.scans[zone].0);
        same_share(&format!("{said}: {tag} by {zone:?}"), count(&bytes), count(&sight));
        let home = Zone::ALL.into_iter().zip(LAID).scan(0, |first, (zone, count)| {
            let range = *first..*first + count;
            *first += count;
            Some((zone, range))
        });
        let at = Tile::all().position(|tile| tag_of(tile) == *tag);
        let mut home = home.filter(|(_, range)| at.is_some_and(|at| range.contains(&at)));
        stray += usize::from(home.all(|(home, _)| home != *zone));
    }
    println!("{said}: {} links, {stray} counts of them cross-talk", bytes.reads.len());
    stray
}

#[test]
fn both_levels_of_detail_have_the_same_statistics() {
    let runs = [("realistic", 1), ("realistic", 2), ("harsh", 1), ("harsh", 2)];
    let stray: usize = runs.into_iter().map(|(preset, seed)| compare(preset, seed)).sum();
    assert!(stray > 0, "without cross-talk nothing is shown about it");
}

/// When a reader told its trouble after a fault and when it was well again, in milliseconds after it.
fn course(fault: ReaderFault, by_sight: bool) -> Vec<(String, f64)> {
    const AT: u64 = 5_000_000;
    let script = vec![(AT, Act::Befalls(SEAT, fault))];
    let world = World::new(Setup::new(1, script, 60_000_000));
    let world = if by_sight { world.by_sight(Eyes::new(1, true)) } else { world };
    let (_, told) = watch(world, SEAT);
    let told = told.into_iter().filter_map(|(at, message)| {
        let after = (at.0 as f64 - AT as f64) / 1e3;
        match message {
            FromReader::Sighting(_) | FromReader::Twins(..) => None,
            FromReader::Trouble(_, trouble) => Some((format!("{trouble:?}"), after)),
            FromReader::Recovered(_) => Some(("recovered".into(), after)),
        }
    });
    told.collect()
}

#[test]
fn both_levels_take_a_fault_of_a_reader_alike() {
    // Told by sight when the scan under way is over and not in the middle of it: a scan of an empty loop, and switching.
    const SCAN_MS: f64 = 2.0 * (1.7 + 16.0 * 0.7 + 5.6);
    // A chip that does not even start is tried twice a second.
    const RETRY_MS: f64 = 510.0;
    let until = 15_000_000;
    for fault in [
        ReaderFault::BusyStuck,
        ReaderFault::SilentReset,
        ReaderFault::IrqLost,
        ReaderFault::GeneralError,
        ReaderFault::OverTemperature { until },
        ReaderFault::Death { until: u64::MAX },
    ] {
        let [bytes, sight] = [course(fault, false), course(fault, true)];
        println!("{fault:?}: {bytes:?} and {sight:?}");
        let words = |told: &[(String, f64)]| told.iter().map(|it| it.0.clone()).collect::<Vec<_>>();
        assert_eq!(words(&bytes), words(&sight), "{fault:?}");
        for ((what, by_chip), (_, by_sight)) in bytes.iter().zip(&sight) {
            let retried =
                matches!(fault, ReaderFault::OverTemperature { .. }) && what == "recovered";
            let apart = if retried { RETRY_MS + SCAN_MS } else { SCAN_MS };
            let off = (by_chip - by_sight).abs();
            assert!(off <= apart, "{fault:?}, {what}: after {by_chip} and {by_sight} ms");
        }
    }
}
