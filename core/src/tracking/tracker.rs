//! Where each tile is, by evidence from several scans.

use super::belief::{Belief, Confidence, Surroundings, Verdict, Whereabouts};
use super::hearing::{Heard, Hearing};
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
        let Tracker { enrolment: list, beliefs, readers, strangers, rivers, blind_spots, doubts } =
            self;
        list.clone_from(enrolment);
        beliefs.fill(Belief::AWAY);
        readers.fill(Hearing::NEW);
        *strangers = Strangers::new();
        (*rivers, *blind_spots, *doubts) = (false, 0, Doubts::NONE);
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
            Observation::Swept => {
                self.swept(at, antenna, &mut tell);
                self.look_for_doubts();
            }
            Observation::Disturbed => {
                let concerned = Tile::all().zip(self.beliefs.iter_mut());
                for (tile, belief) in concerned.filter(|(_, belief)| belief.concerns(antenna)) {
                    if let Some(verdict) = belief.disturbed(at, antenna) {
                        tell(placed(tile, verdict));
                    }
                }
                self.look_for_doubts();
            }
        }
    }

    fn look_for_doubts(&mut self) {
        let doubts = self.beliefs.iter().map(Belief::doubts);
        self.doubts = doubts.fold(Doubts::NONE, Doubts::or);
    }

    fn seen(&mut self, at: Tick, antenna: Antenna, tile: Tile, tell: &mut impl FnMut(Change)) {
        self.rivers |= antenna.zone == Zone::River;
        let Some(belief) = self.beliefs.get_mut(usize::from(tile.id())) else {
            return;
        };
        let known = belief.is_on_a_blind_spot();
        if let Some(verdict) = belief.seen(at, antenna) {
            tell(placed(tile, verdict));
            self.blind_spots = self.blind_spots.saturating_sub(1);
        }
        self.doubts = self.doubts.or(belief.doubts());
        if !known && belief.is_on_a_blind_spot() && matches!(belief.place(), Place::Hand(_)) {
            self.blind_spots = MOST.min(self.blind_spots + SPEAKS);
        }
    }

    fn swept(&mut self, at: Tick, antenna: Antenna, tell: &mut impl FnMut(Change)) {
        let (mut heard, mut unseen, mut cleared) = (Heard::default(), 0, true);
        for belief in self.beliefs.iter().filter(|belief| belief.place() == antenna.place()) {
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
        let concerned = Tile::all().zip(self.beliefs.iter_mut());
        for (tile, belief) in concerned.filter(|(_, belief)| belief.concerns(antenna)) {
            if let Some(verdict) = belief.swept(at, antenna, hearing, around) {
                tell(placed(tile, verdict));
            }
        }
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
