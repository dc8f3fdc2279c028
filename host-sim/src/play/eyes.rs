//! Seeing without the SPI bytes: what readers would report, scan by scan, with the time that scans take.

use firmware::tasks::lookout::Seen;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::tracking::Observation;

use crate::world::Lying;

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

/// The readers of the four seats: each visits its antennas in turn for ever.
#[derive(Debug, Clone)]
pub struct Eyes {
    rivers: bool,
    /// Loops of each seat whose scans have ended.
    scanned: [usize; 4],
}

impl Eyes {
    /// With or without loops under the rivers.
    pub fn new(rivers: bool) -> Eyes {
        Eyes { rivers, scanned: [0; 4] }
    }

    /// The loop that a seat's reader is at.
    fn zone(&self, seat: Seat) -> Zone {
        let loops = if self.rivers { Zone::ALL.len() } else { Zone::ALL.len() - 1 };
        Zone::ALL[self.scanned[seat.index()] % loops]
    }

    /// A scan begins; how long it takes with what lies there now.
    pub fn begin(&mut self, seat: Seat, lying: &Lying) -> Span {
        let antenna = Antenna { seat, zone: self.zone(seat) };
        scan_time(lying.get(&antenna).map_or(0, Vec::len) as u64)
    }

    /// It is over: whatever lies there now was seen.
    pub fn end(&mut self, seat: Seat, lying: &Lying) -> Seen {
        let zone = self.zone(seat);
        self.scanned[seat.index()] += 1;
        let tags = lying.get(&Antenna { seat, zone }).into_iter().flatten().copied();
        Seen::scan(zone, tags, Observation::Swept)
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
