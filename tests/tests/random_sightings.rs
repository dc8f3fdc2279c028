//! Whatever the tracker is told, it does not panic, every tile has one place and every change is told, and when the storm is over it
//! sees again what lies there. `SIGHTINGS` says how many (50,000 unless told), `SEED` where to start.

use conformance::number;
use conformance::random::Random;
use host_sim::world::tag_of;
use table_core::enrolment::{Enrolment, TagUid};
use table_core::place::{Antenna, Place, Zone};
use table_core::seat::Seat;
use table_core::tile::{TILES, Tile};
use table_core::time::{Span, Tick};
use table_core::tracking::{Change, Observation, Sighting, Tracker, Whereabouts};

/// Sightings of one storm.
const STORM: u64 = 5_000;
/// Clean scans of every loop afterwards: as long as anything is held back, a tile on a blind spot included.
const CALM: u64 = 400;
const SCAN: Span = Span::millis(100);

struct Storm {
    random: Random,
    tracker: Tracker,
    now: Tick,
    /// Where each tile is, by what was told.
    told: [Place; TILES],
}

impl Storm {
    fn new(seed: u64) -> Storm {
        let list = Enrolment::new(Tile::all().map(|tile| (tag_of(tile), tile))).unwrap();
        let (random, tracker) = (Random::new(seed), Tracker::new(list));
        Storm { random, tracker, now: Tick(0), told: [Place::Away; TILES] }
    }

    fn antenna(&mut self) -> Antenna {
        Antenna { seat: Seat::ALL[self.random.below(4)], zone: Zone::ALL[self.random.below(4)] }
    }

    /// Some tiles turn up again and again, so that there is something to be in doubt about.
    fn tile(&mut self) -> Tile {
        let many = if self.random.chance(70) { 20 } else { TILES };
        Tile::new(self.random.below(many) as u8).unwrap()
    }

    fn tell(&mut self, antenna: Antenna, observation: Observation) {
        let told = &mut self.told;
        let sighting = Sighting { antenna, at: self.now, observation };
        self.tracker.step(sighting, |change| {
            if let Change::Placed { tile, place, confidence, also } = change {
                assert!(confidence.0 <= 100);
                // That a tile may be out of sight where it stands moves it nowhere.
                let stands = also.filter(|_| place == Place::Away);
                told[usize::from(tile.id())] = stands.unwrap_or(place);
            }
        });
    }

    fn blow(&mut self) {
        match self.random.below(100) {
            0 => self.tracker.restarted(Seat::ALL[self.random.below(4)]),
            // Time stands still, goes on, or leaps by up to a quarter of an hour.
            1..=4 => self.now = self.now + Span(self.random.bits() >> 34),
            5..=30 => self.now = self.now + Span::millis(self.random.below(2_000) as u64),
            _ => {}
        }
        let antenna = self.antenna();
        let observation = match self.random.below(10) {
            0..=2 => Observation::Swept,
            3 => Observation::Disturbed,
            4 => Observation::Tag(TagUid(self.random.bits())),
            _ => Observation::Tag(tag_of(self.tile())),
        };
        self.tell(antenna, observation);
        self.check();
    }

    /// A tile is where it was last said to be, and nowhere else.
    fn check(&self) {
        for (tile, told) in Tile::all().zip(self.told) {
            assert_eq!(self.tracker.place(tile), told, "{tile}");
            if let Whereabouts::Resting { place, .. } = self.tracker.whereabouts(self.now, tile) {
                assert_eq!(place, told, "{tile}");
            }
        }
    }

    /// From now on these lie still and are read every time.
    fn calm(&mut self, lying: &[(Tile, Antenna)]) {
        for _ in 0..CALM {
            self.now = self.now + SCAN;
            for seat in Seat::ALL {
                for zone in Zone::ALL {
                    let antenna = Antenna { seat, zone };
                    for (tile, _) in lying.iter().filter(|(_, at)| *at == antenna) {
                        self.tell(antenna, Observation::Tag(tag_of(*tile)));
                    }
                    self.tell(antenna, Observation::Swept);
                }
            }
        }
        for tile in Tile::all() {
            let lies = lying.iter().find(|(it, _)| *it == tile);
            let place = lies.map_or(Place::Away, |(_, antenna)| antenna.place());
            assert_eq!(self.tracker.place(tile), place, "{tile} after the storm");
        }
    }
}

#[test]
fn nothing_that_is_sighted_breaks_the_tracker_or_leaves_it_stuck() {
    let (sightings, seed) = (number("SIGHTINGS", 50_000), number("SEED", 1));
    println!(
        "SIGHTINGS={sightings} SEED={seed} cargo test -p conformance --release --test random_sightings"
    );
    let mut seeds = Random::new(seed);
    let mut fed = 0;
    while fed < sightings {
        let seed = seeds.bits();
        let mut storm = Storm::new(seed);
        for _ in 0..STORM {
            storm.blow();
        }
        let mut lying = vec![];
        for id in (0..TILES).step_by(5) {
            lying.push((Tile::new(id as u8).unwrap(), storm.antenna()));
        }
        println!("storm {seed}");
        storm.calm(&lying);
        fed += STORM;
    }
    println!("{fed} sightings");
}
