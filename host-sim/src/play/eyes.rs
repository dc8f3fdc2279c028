//! Seeing without the SPI bytes: what readers would report, scan by scan, with the time that scans take.

use firmware::channels::{Channels, FromReader, Task};
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::tracking::{Observation, Sighting};

use crate::desktop::Home;

/// Mean time of an inventory of N tags on one antenna, SPI and firmware included, in microseconds: for N in the first
/// column the time in the second (our Monte-Carlo over the air times of ISO 15693), straight lines in between.
const INVENTORY: [(u64, u64); 8] = [
    (0, 14_200),
    (1, 18_600),
    (4, 39_000),
    (9, 89_000),
    (14, 150_000),
    (18, 201_000),
    (22, 250_000),
    (36, 423_000),
];
/// Switching the antenna and letting the field settle.
const SETTLE: u64 = 5_300;

/// Microseconds until an antenna with so many tags has been scanned.
fn scan_time(tags: u64) -> Span {
    let above =
        INVENTORY.iter().position(|(count, _)| *count >= tags).unwrap_or(INVENTORY.len() - 1);
    let (high, slow) = INVENTORY[above];
    let (low, fast) = INVENTORY[above.saturating_sub(1)];
    let inventory = if high == low {
        slow
    } else {
        fast + (slow - fast) * tags.saturating_sub(low) / (high - low)
    };
    Span::micros(SETTLE + inventory)
}

/// The reader of one seat: visits its antennas in turn for ever.
pub async fn sightings(home: &Home, seat: Seat, rivers: bool, channels: &Channels) {
    let zones = Zone::ALL.into_iter().filter(|zone| rivers || *zone != Zone::River);
    for zone in zones.cycle() {
        channels.health.report(Task::Reader(seat));
        let antenna = Antenna { seat, zone };
        let count = home.lying(antenna).len() as u64;
        home.until(home.now() + scan_time(count)).await;
        let at = home.now();
        let tags = home.lying(antenna).into_iter().map(Observation::Tag);
        for observation in tags.chain([Observation::Swept]) {
            let sighting = Sighting { antenna, at, observation };
            channels.from_readers.send(FromReader::Sighting(sighting)).await;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn scan_times_are_those_of_the_table_and_grow_with_the_tags() {
        for (tags, time) in INVENTORY {
            assert_eq!(scan_time(tags), Span::micros(SETTLE + time));
        }
        assert!((0..60).all(|tags| scan_time(tags) <= scan_time(tags + 1)));
    }
}
