//! How long the driver needs to find N tags: at the chip model, in the air times of ISO 15693, nothing going wrong.
//!
//! The ideal is the same tree of sixteen slots with empty slots as short as the standard allows and no time of the host's own; the
//! floor is one answer after the other without any search.

use table_core::enrolment::TagUid;
use table_core::iso15693::TILE_FAMILY;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;

use super::Row;
use crate::chips::Micros;
use crate::desktop;
use crate::world::play::random::Random;
use crate::world::{Act, Setup, World, tag_of};

const SEED: u64 = 1;
const FIELDS: usize = 400;
const COUNTS: [usize; 5] = [4, 9, 14, 18, 36];
/// One answer with its waits: t1, twelve bytes, t2.
const ANSWER_US: f64 = 4_557.0;
/// Mean air times of the ideal tree in milliseconds, by Monte-Carlo over the standard's times.
const IDEAL_MS: [f64; 5] = [31.0, 72.0, 121.0, 163.0, 342.0];

/// Loops of a seat that are scanned for hand and melds, with what lies there: a whole hand, and a hand with one meld more.
const SEATS: [(&str, [usize; 3]); 2] = [("14 + 0", [7, 7, 0]), ("14 + 4", [7, 7, 4])];

/// All rows.
pub fn of_random_tags() -> Vec<Row> {
    let mut rows = vec![];
    for (count, ideal) in COUNTS.into_iter().zip(IDEAL_MS) {
        let times = Times::of(scans(count));
        let name = |what: &str| format!("inventory of {count} tags: {what}");
        rows.push(Row::new(name("mean"), times.mean(), "ms"));
        rows.push(Row::new(name("p95"), times.p95(), "ms"));
        rows.push(Row::new(name("ideal air"), ideal, "ms"));
        rows.push(Row::new(name("floor"), count as f64 * ANSWER_US / 1e3, "ms"));
    }
    for (hand, loops) in SEATS {
        let times = Times::of(seat_scans(loops));
        rows.push(Row::new(format!("seat scan, {hand} tiles: mean"), times.mean(), "ms"));
        rows.push(Row::new(format!("seat scan, {hand} tiles: p95"), times.p95(), "ms"));
    }
    rows
}

/// Measured times in milliseconds, the shortest first.
struct Times(Vec<f64>);

impl Times {
    fn of(micros: Vec<Micros>) -> Times {
        let mut times: Vec<f64> = micros.into_iter().map(|us| us as f64 / 1e3).collect();
        times.sort_by(f64::total_cmp);
        Times(times)
    }

    fn mean(&self) -> f64 {
        self.0.iter().sum::<f64>() / self.0.len() as f64
    }

    fn p95(&self) -> f64 {
        self.0[self.0.len() * 95 / 100]
    }
}

fn random_tag(random: &mut Random) -> TagUid {
    TagUid(0xE004_0108_0000_0000 | random.bits() >> 32)
}

/// Times of scans of one loop with so many random tags.
fn scans(count: usize) -> Vec<Micros> {
    let mut random = Random::part(SEED, count as u64);
    let fields = (0..FIELDS).map(|_| {
        let antenna = Antenna { seat: Seat::First, zone: Zone::HandLeft };
        let tags = (0..count).map(|_| random_tag(&mut random));
        let script = tags.map(|tag| (0, Act::Lay(tag, antenna))).collect();
        let world = World::new(Setup::new(SEED, script, Micros::MAX));
        let (_, took) = desktop::with_reader(world, Seat::First, async |reader, home| {
            reader.start().await.ok()?;
            reader.field_on().await.ok()?;
            let before = home.now();
            let mut found = 0;
            reader.scan(None, |_| found += 1).await.ok()?;
            (found == count).then(|| home.now().since(before).0)
        });
        took.flatten()
    });
    // A scan that fails in a perfect field would be missing here, and a test says that none is.
    fields.flatten().collect()
}

/// Times in which a seat's loops are all scanned once for tiles of the set, multiplexer and waking of the tags included.
fn seat_scans(loops: [usize; 3]) -> Vec<Micros> {
    let mut random =
        Random::part(SEED, loops.iter().fold(0, |all, count| all * 64 + *count as u64));
    let seats = (0..FIELDS).map(|_| {
        let mut tiles: Vec<Tile> = Tile::all().collect();
        let mut script = vec![];
        for (zone, count) in Zone::ALL.into_iter().zip(loops) {
            let antenna = Antenna { seat: Seat::First, zone };
            let mut drawn = || tag_of(tiles.swap_remove(random.below(tiles.len())));
            script.extend((0..count).map(|_| (0, Act::Lay(drawn(), antenna))));
        }
        let world = World::new(Setup::new(SEED, script, Micros::MAX));
        let (_, took) = desktop::with_reader(world, Seat::First, async |reader, home| {
            reader.start().await.ok()?;
            let before = home.now();
            let mut found = 0;
            for zone in Zone::ALL.into_iter().take(loops.len()) {
                reader.field_off().await.ok()?;
                home.connect(Antenna { seat: Seat::First, zone });
                reader.field_on().await.ok()?;
                reader.scan(Some(TILE_FAMILY), |_| found += 1).await.ok()?;
            }
            (found == loops.iter().sum::<usize>()).then(|| home.now().since(before).0)
        });
        took.flatten()
    });
    seats.flatten().collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Empty slots make the difference: they last 86 us longer than the standard's 474 us, and the bus needs its time between
    /// two of them.
    const OVER_IDEAL: f64 = 1.15;
    /// Four readers in parallel look at every tile four times a second.
    const SEAT_SCAN_MS: f64 = 250.0;

    #[test]
    fn every_scan_of_a_perfect_field_finds_everybody_in_little_more_than_the_ideal_time() {
        for (count, ideal) in COUNTS.into_iter().zip(IDEAL_MS) {
            let times = Times::of(scans(count));
            assert_eq!(times.0.len(), FIELDS);
            let mean = times.mean();
            assert!(mean <= OVER_IDEAL * ideal, "{count} tags: mean {mean} ms, ideal {ideal} ms");
        }
    }

    #[test]
    fn a_whole_seat_is_scanned_in_a_quarter_of_a_second() {
        for (hand, loops) in SEATS {
            let times = Times::of(seat_scans(loops));
            assert_eq!(times.0.len(), FIELDS);
            assert!(times.p95() <= SEAT_SCAN_MS, "{hand}: p95 {} ms", times.p95());
        }
    }
}
