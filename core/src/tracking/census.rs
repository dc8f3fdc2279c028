//! Whether every loop has been looked at often enough since power came back.

use super::Observation;
use super::Sighting;
use super::belief::SIGHTINGS;
use crate::place::{Antenna, Zone};
use crate::seat::Seat;

/// Counts complete scans of every loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census([u8; Antenna::COUNT]);

impl Default for Census {
    fn default() -> Census {
        Census::new()
    }
}

impl Census {
    /// Nothing looked at.
    pub const fn new() -> Census {
        Census([0; Antenna::COUNT])
    }

    /// Counts a sighting that ended a scan. A disturbed scan does not count.
    pub fn count(&mut self, sighting: &Sighting) {
        if sighting.observation == Observation::Swept
            && let Some(scans) = self.0.get_mut(sighting.antenna.number())
        {
            *scans = scans.saturating_add(1);
        }
    }

    /// Whether all tiles that lie anywhere have been placed: every loop has been scanned as often as a tile needs to be believed.
    pub fn complete(&self, rivers: bool) -> bool {
        let zones = Zone::ALL.into_iter().filter(|zone| rivers || *zone != Zone::River);
        zones.into_iter().all(|zone| {
            Seat::ALL.into_iter().all(|seat| {
                self.0.get(Antenna { seat, zone }.number()).is_some_and(|scans| *scans >= SIGHTINGS)
            })
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::time::Tick;

    #[test]
    fn a_census_wants_every_loop_twice_and_no_river_loop_where_there_is_none() {
        let mut census = Census::new();
        let loops = Seat::ALL.into_iter().flat_map(|seat| Zone::ALL.map(|zone| (seat, zone)));
        for round in 0..2 {
            for (seat, zone) in loops.clone() {
                assert!(!census.complete(true), "round {round} before {seat:?} {zone:?}");
                let antenna = Antenna { seat, zone };
                let scan = |observation| Sighting { antenna, at: Tick(0), observation };
                census.count(&scan(Observation::Disturbed));
                census.count(&scan(Observation::Swept));
            }
        }
        assert!(census.complete(true));
        let mut census = Census::new();
        for (seat, zone) in loops.filter(|(_, zone)| *zone != Zone::River) {
            let swept = Sighting {
                antenna: Antenna { seat, zone },
                at: Tick(0),
                observation: Observation::Swept,
            };
            census.count(&swept);
            census.count(&swept);
        }
        assert!(census.complete(false) && !census.complete(true));
    }
}
