//! Where each tile is, by evidence from several scans.
//!
//! A tile appears where two scans running saw it and disappears when three complete scans of the loop that
//! last saw it were silent. A disturbed scan counts for neither. Memory is constant: a few bytes per tile.

use heapless::Vec;

use super::{Observation, Sighting};
use crate::enrolment::{Enrolment, TagUid};
use crate::place::{Antenna, Place};
use crate::tile::{TILES, Tile};

/// Scans that must agree before a tile is believed to have come to a place.
pub(super) const SCANS_TO_APPEAR: u8 = 2;
/// Complete silent scans before a tile is believed to have left.
const SCANS_TO_LEAVE: u8 = 3;
/// Foreign tags remembered at once; more are reported again when they are seen again.
const FOREIGN_REMEMBERED: usize = 16;

/// What the tracker has concluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A tile of the set is now here.
    Placed {
        /// Which piece.
        tile: Tile,
        /// Where.
        place: Place,
    },
    /// A tag of no known tile lies here; said once per tag and antenna.
    Foreign {
        /// Its identifier.
        tag: TagUid,
        /// Who sees it.
        antenna: Antenna,
    },
}

/// Belief about one tile.
#[derive(Clone, Copy)]
struct Belief {
    /// The loop that vouches for its place; `None` while it is away.
    antenna: Option<Antenna>,
    /// A loop that has begun to see it, and in how many scans.
    candidate: Option<(Antenna, u8)>,
    /// Seen since the vouching loop's last sweep ended.
    fresh: bool,
    /// Silent sweeps of the vouching loop in a row.
    silent: u8,
}

impl Belief {
    const AWAY: Belief = Belief { antenna: None, candidate: None, fresh: false, silent: 0 };

    fn place(&self) -> Place {
        self.antenna.map_or(Place::Away, Antenna::place)
    }

    /// The tile answered on `antenna`; the new place if that settles it.
    fn seen(&mut self, antenna: Antenna) -> Option<Place> {
        if self.antenna == Some(antenna) {
            self.fresh = true;
            self.silent = 0;
            self.candidate = None;
            return None;
        }
        let scans = match self.candidate {
            Some((candidate, scans)) if candidate == antenna => scans.saturating_add(1),
            _ => 1,
        };
        if scans < SCANS_TO_APPEAR {
            self.candidate = Some((antenna, scans));
            return None;
        }
        let before = self.place();
        *self = Belief { antenna: Some(antenna), candidate: None, fresh: true, silent: 0 };
        (self.place() != before).then(|| self.place())
    }

    /// A complete scan of `antenna` ended; the new place if the tile is gone.
    fn swept(&mut self, antenna: Antenna) -> Option<Place> {
        if self.antenna != Some(antenna) {
            return None;
        }
        if core::mem::take(&mut self.fresh) {
            return None;
        }
        self.silent = self.silent.saturating_add(1);
        if self.silent < SCANS_TO_LEAVE {
            return None;
        }
        *self = Belief { candidate: self.candidate, ..Belief::AWAY };
        Some(Place::Away)
    }
}

/// Follows every tile of an enrolled set.
pub struct Tracker {
    enrolment: Enrolment,
    beliefs: [Belief; TILES],
    foreign: Vec<(TagUid, Antenna, u8), FOREIGN_REMEMBERED>,
}

impl Tracker {
    /// All tiles away.
    pub const fn new(enrolment: Enrolment) -> Tracker {
        Tracker { enrolment, beliefs: [Belief::AWAY; TILES], foreign: Vec::new() }
    }

    /// Follows another set; all tiles away.
    pub fn enrol(&mut self, enrolment: Enrolment) {
        self.enrolment = enrolment;
        self.beliefs = [Belief::AWAY; TILES];
        self.foreign.clear();
    }

    /// Where a tile is believed to be.
    pub fn place(&self, tile: Tile) -> Place {
        self.beliefs.get(usize::from(tile.id())).map_or(Place::Away, Belief::place)
    }

    /// Takes one sighting and says what follows from it, through `tell`.
    pub fn step(&mut self, sighting: Sighting, mut tell: impl FnMut(Change)) {
        match sighting.observation {
            Observation::Tag(tag) => match self.enrolment.tile(tag) {
                Some(tile) => {
                    if let Some(belief) = self.beliefs.get_mut(usize::from(tile.id()))
                        && let Some(place) = belief.seen(sighting.antenna)
                    {
                        tell(Change::Placed { tile, place });
                    }
                }
                None => {
                    if self.foreign_seen(tag, sighting.antenna) {
                        tell(Change::Foreign { tag, antenna: sighting.antenna });
                    }
                }
            },
            Observation::Swept => {
                for (tile, belief) in Tile::all().zip(self.beliefs.iter_mut()) {
                    if let Some(place) = belief.swept(sighting.antenna) {
                        tell(Change::Placed { tile, place });
                    }
                }
            }
            // Whoever was silent may have been shouted down: freeze, neither for nor against.
            Observation::Disturbed => {}
        }
    }

    /// Counts a foreign tag; true when it has just been seen often enough to be real. One read may be
    /// a damaged answer that passed its CRC by chance (1 in 65,536), two of the same are not.
    fn foreign_seen(&mut self, tag: TagUid, antenna: Antenna) -> bool {
        if let Some((_, _, scans)) =
            self.foreign.iter_mut().find(|known| known.0 == tag && known.1 == antenna)
        {
            *scans = scans.saturating_add(1);
            return *scans == SCANS_TO_APPEAR;
        }
        if self.foreign.is_full() {
            self.foreign.swap_remove(0);
        }
        // Cannot fail: a place was just made.
        let _ = self.foreign.push((tag, antenna, 1));
        false
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Zone;
    use crate::seat::Seat;
    use crate::time::Tick;
    use proptest::prelude::*;
    use std::vec::Vec;

    const HAND: Antenna = Antenna { seat: Seat::First, zone: Zone::HandLeft };
    const RIVER: Antenna = Antenna { seat: Seat::First, zone: Zone::River };
    const TAG: TagUid = TagUid(0xE004_0150_0000_0001);
    const STRANGER: TagUid = TagUid(0xE004_0150_0000_0002);

    fn tile() -> Tile {
        Tile::new(17).unwrap()
    }

    fn tracker() -> Tracker {
        Tracker::new(Enrolment::new([(TAG, tile())]).unwrap())
    }

    fn look(tracker: &mut Tracker, antenna: Antenna, observation: Observation) -> Vec<Change> {
        let mut changes = Vec::new();
        tracker.step(Sighting { antenna, at: Tick(0), observation }, |change| changes.push(change));
        changes
    }

    #[test]
    fn a_tile_is_believed_after_two_scans() {
        let mut tracker = tracker();
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(TAG)), []);
        let placed = Change::Placed { tile: tile(), place: Place::Hand(Seat::First) };
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(TAG)), [placed]);
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(TAG)), []);
    }

    #[test]
    fn silence_takes_a_tile_away_only_after_three_complete_sweeps() {
        let mut tracker = tracker();
        for _ in 0..2 {
            look(&mut tracker, HAND, Observation::Tag(TAG));
        }
        look(&mut tracker, HAND, Observation::Swept);
        for _ in 0..2 {
            assert_eq!(look(&mut tracker, HAND, Observation::Swept), []);
            assert_eq!(look(&mut tracker, HAND, Observation::Disturbed), []);
        }
        let away = Change::Placed { tile: tile(), place: Place::Away };
        assert_eq!(look(&mut tracker, HAND, Observation::Swept), [away]);
    }

    #[test]
    fn a_sighting_elsewhere_beats_silence() {
        let mut tracker = tracker();
        for _ in 0..2 {
            look(&mut tracker, HAND, Observation::Tag(TAG));
        }
        look(&mut tracker, RIVER, Observation::Tag(TAG));
        let moved = Change::Placed { tile: tile(), place: Place::River(Seat::First) };
        assert_eq!(look(&mut tracker, RIVER, Observation::Tag(TAG)), [moved]);
    }

    #[test]
    fn a_foreign_tag_is_named_once() {
        let mut tracker = tracker();
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(STRANGER)), []);
        let named = Change::Foreign { tag: STRANGER, antenna: HAND };
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(STRANGER)), [named]);
        assert_eq!(look(&mut tracker, HAND, Observation::Tag(STRANGER)), []);
    }

    proptest! {
        /// Every change tells a place other than the one believed before, and belief follows it.
        #[test]
        fn changes_are_real_and_believed(steps in prop::collection::vec((0u8..4, 0u8..2), 0..200)) {
            let mut tracker = tracker();
            let mut believed = Place::Away;
            for (what, which) in steps {
                let antenna = if which == 0 { HAND } else { RIVER };
                let observation = match what {
                    0 | 1 => Observation::Tag(TAG),
                    2 => Observation::Swept,
                    _ => Observation::Disturbed,
                };
                for change in look(&mut tracker, antenna, observation) {
                    let Change::Placed { place, .. } = change else { panic!("no stranger here") };
                    prop_assert_ne!(place, believed);
                    believed = place;
                }
                prop_assert_eq!(tracker.place(tile()), believed);
            }
        }
    }
}
