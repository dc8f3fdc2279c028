//! Where each tile is, by evidence from several scans.

use super::belief::{Belief, Confidence, Surroundings, Verdict, Whereabouts};
use super::hearing::{Heard, Hearing};
use super::pieces::Pieces;
use super::schedule::Doubts;
use super::strangers::Strangers;
use super::{Observation, Sighting};
use crate::enrolment::{Enrolment, TagUid};
use crate::place::{Antenna, Place, Zone};
use crate::seat::Seat;
use crate::tile::{TILES, Tile};
use crate::time::Tick;

/// A standing tile that turns out to be hardly read speaks for blind spots, for so many placements to come. Two such are a
/// proof: one may have been lifted and put back several times.
const SPEAKS: u16 = 150;
const MOST: u16 = 4 * SPEAKS;

/// More unseen tiles in one rack are no blind spots: it is being cleared.
const MOST_UNSEEN: usize = 3;

/// What the tracker has concluded.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Change {
    /// A tile of the set is now here.
    Placed {
        /// Which piece.
        tile: Tile,
        /// Where.
        place: Place,
        /// How sure that is.
        confidence: Confidence,
        /// Two loops see it alike: where it lies if not there. The rules may know better.
        also: Option<Place>,
    },
    /// A tag of no known tile lies here; said once per tag and antenna.
    Foreign {
        /// Its identifier.
        tag: TagUid,
        /// Who sees it.
        antenna: Antenna,
    },
}

/// Follows every tile of an enrolled set.
pub struct Tracker {
    enrolment: Enrolment,
    beliefs: [Belief; TILES],
    /// By loop: the tiles for which it vouches, which it claims or has just seen, and perhaps some for which it once did.
    concerned: [Pieces; Antenna::COUNT],
    /// Tiles of which it is not clear where they are.
    doubtful: Pieces,
    readers: [Hearing; 4],
    strangers: Strangers,
    /// There are river loops: something was seen on one. Without them a discard is a tile that is gone.
    rivers: bool,
    /// What speaks for blind spots, less by one with each placement.
    blind_spots: u16,
    /// Loops in doubt: exact after every scan, and with every answer it may grow until the next.
    doubts: Doubts,
}

impl Tracker {
    /// All tiles away.
    pub const fn new(enrolment: Enrolment) -> Tracker {
        Tracker {
            enrolment,
            beliefs: [Belief::AWAY; TILES],
            concerned: [Pieces::NONE; Antenna::COUNT],
            doubtful: Pieces::NONE,
            readers: [Hearing::NEW; 4],
            strangers: Strangers::new(),
            rivers: false,
            blind_spots: 0,
            doubts: Doubts::NONE,
        }
    }

    /// Follows another set; all tiles away.
    pub fn enrol(&mut self, enrolment: &Enrolment) {
        // In place: a second tracker would take a tenth of the chip's stack.
        let Tracker { enrolment: list, beliefs, concerned, readers, strangers, .. } = self;
        list.clone_from(enrolment);
        beliefs.fill(Belief::AWAY);
        concerned.fill(Pieces::NONE);
        readers.fill(Hearing::NEW);
        *strangers = Strangers::new();
        (self.rivers, self.blind_spots) = (false, 0);
        (self.doubtful, self.doubts) = (Pieces::NONE, Doubts::NONE);
    }

    /// The tile in which a tag sits.
    pub fn tile(&self, tag: TagUid) -> Option<Tile> {
        self.enrolment.tile(tag)
    }

    /// Where a tile is believed to be.
    pub fn place(&self, tile: Tile) -> Place {
        self.belief(tile).map_or(Place::Away, Belief::place)
    }

    /// The same, with what is known about it.
    pub fn whereabouts(&self, now: Tick, tile: Tile) -> Whereabouts {
        self.belief(tile).map_or(Whereabouts::Away, |belief| belief.whereabouts(now))
    }

    fn belief(&self, tile: Tile) -> Option<&Belief> {
        self.beliefs.get(usize::from(tile.id()))
    }

    /// Loops that should be looked at before others.
    pub const fn doubts(&self) -> Doubts {
        self.doubts
    }

    /// Some standing tiles are hardly read: that one is not seen proves little.
    pub fn has_blind_spots(&self) -> bool {
        self.rivers && self.blind_spots > SPEAKS
    }

    /// Takes one sighting and says what follows from it, through `tell`.
    pub fn step(&mut self, sighting: Sighting, mut tell: impl FnMut(Change)) {
        let Sighting { antenna, at, observation } = sighting;
        match observation {
            Observation::Tag(tag) => match self.enrolment.tile(tag) {
                Some(tile) => self.seen(at, antenna, tile, &mut tell),
                None if self.strangers.seen(tag, antenna) => tell(Change::Foreign { tag, antenna }),
                None => {}
            },
            Observation::Swept => self.swept(at, antenna, &mut tell),
            Observation::Disturbed => {
                self.each_concerned(antenna, &mut tell, |belief| belief.disturbed(at, antenna));
            }
        }
    }

    /// A scan of `antenna` has ended: what follows for each tile that it is about, and for the doubts.
    fn each_concerned(
        &mut self,
        antenna: Antenna,
        tell: &mut impl FnMut(Change),
        mut follows: impl FnMut(&mut Belief) -> Option<Verdict>,
    ) {
        let Some(concerned) = self.concerned.get_mut(antenna.number()) else {
            return;
        };
        for tile in concerned.iter() {
            let Some(belief) = self.beliefs.get_mut(usize::from(tile.id())) else {
                continue;
            };
            if belief.concerns(antenna) {
                if let Some(verdict) = follows(belief) {
                    tell(placed(tile, verdict));
                }
                self.doubtful.set(tile, belief.doubts() != Doubts::NONE);
            }
            concerned.set(tile, belief.concerns(antenna));
        }
        let doubtful = self.doubtful.iter().filter_map(|tile| self.belief(tile));
        self.doubts = doubtful.fold(Doubts::NONE, |doubts, belief| doubts.or(belief.doubts()));
    }

    fn seen(&mut self, at: Tick, antenna: Antenna, tile: Tile, tell: &mut impl FnMut(Change)) {
        self.rivers |= antenna.zone == Zone::River;
        let belief = self.beliefs.get_mut(usize::from(tile.id()));
        let (Some(belief), Some(concerned)) = (belief, self.concerned.get_mut(antenna.number()))
        else {
            return;
        };
        concerned.set(tile, true);
        let known = belief.is_on_a_blind_spot();
        if let Some(verdict) = belief.seen(at, antenna) {
            tell(placed(tile, verdict));
            self.blind_spots = self.blind_spots.saturating_sub(1);
        }
        let doubts = belief.doubts();
        self.doubtful.set(tile, doubts != Doubts::NONE);
        self.doubts = self.doubts.or(doubts);
        if !known && belief.is_on_a_blind_spot() && matches!(belief.place(), Place::Hand(_)) {
            self.blind_spots = MOST.min(self.blind_spots + SPEAKS);
        }
    }

    fn swept(&mut self, at: Tick, antenna: Antenna, tell: &mut impl FnMut(Change)) {
        let (mut heard, mut unseen, mut cleared) = (Heard::default(), 0, true);
        let here = self.of_the_place(antenna);
        let here = here.iter().filter_map(|tile| self.belief(tile));
        for belief in here.filter(|belief| belief.place() == antenna.place()) {
            cleared &= belief.is_silent();
            unseen += usize::from(belief.is_unseen());
            if belief.lives_on(antenna) && belief.is_expected() {
                heard.expected = heard.expected.saturating_add(1);
                heard.silent = heard.silent.saturating_add(u8::from(!belief.is_fresh(antenna)));
            }
        }
        let reader = self.readers.get_mut(antenna.seat.index());
        let hearing = reader.and_then(|reader| reader.scanned(at, antenna.zone as usize, heard));
        let blind_spots = self.has_blind_spots() && unseen <= MOST_UNSEEN && !cleared;
        let around = Surroundings { blind_spots, cleared };
        self.each_concerned(antenna, tell, |belief| belief.swept(at, antenna, hearing, around));
    }

    /// All tiles that may lie where this loop is; a rack has two.
    fn of_the_place(&self, antenna: Antenna) -> Pieces {
        let loops = Zone::ALL.map(|zone| Antenna { zone, ..antenna });
        let loops = loops.into_iter().filter(|other| other.place() == antenna.place());
        let concerned = loops.filter_map(|other| self.concerned.get(other.number()));
        concerned.fold(Pieces::NONE, |all, concerned| all.or(*concerned))
    }

    /// The reader of a seat has been restarted: what it did not see meanwhile proves nothing.
    pub fn restarted(&mut self, seat: Seat) {
        if let Some(reader) = self.readers.get_mut(seat.index()) {
            *reader = Hearing::NEW;
        }
    }
}

fn placed(tile: Tile, verdict: Verdict) -> Change {
    let Verdict { place, confidence, also } = verdict;
    Change::Placed { tile, place, confidence, also }
}

#[cfg(test)]
mod tests;
