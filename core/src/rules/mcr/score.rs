//! The result: points, fan and the reading that earned them.

use super::arrangement::{Arrangement, Place, Set, SetKind};
use super::chow_rule::{Chow, ChowJoin, NO_CHOW};
use super::facts::Facts;
use super::fan::Fan;
use super::fanset::FanSet;
use super::find::{Found, WaitFan, find};
use super::reading::Reading;
use super::rulings::Rulings;
use super::weigh::Stand;
use super::win::{NotAWin, Win};
use crate::hand::MeldKind;
use crate::tile::Face;

use heapless::Vec;

/// A fan of the result and how often it scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Scored {
    /// The fan.
    pub fan: Fan,
    /// Occurrences, at least one.
    pub count: u8,
}

impl Scored {
    /// Points of all occurrences.
    pub fn points(self) -> u16 {
        self.fan.points() * u16::from(self.count)
    }
}

/// How often the fan 64 to 73 occur, among which are all that can occur more than once (but flowers).
pub(super) type Repeats = [u8; 10];

/// Place of a fan in [`Repeats`]; all others lie beyond its end.
fn place_among_repeats(number: u8) -> usize {
    usize::from(number.wrapping_sub(Fan::TileHog.number()))
}

/// What a winning hand is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub(super) points: u16,
    pub(super) flowers: u8,
    /// Fan that score, and those that are there whether they score or not.
    pub(super) scored: FanSet,
    pub(super) present: FanSet,
    pub(super) repeats: Repeats,
    /// Fan that relate chows, by the chows' places in the arrangement.
    pub(super) chow_joins: [ChowJoin; 3],
    pub(super) arrangement: Arrangement,
}

impl Score {
    /// Points, flowers included.
    pub fn points(&self) -> u16 {
        self.points.wrapping_add(u16::from(self.flowers))
    }

    /// Points on which the minimum of eight is judged (MCR 3.9.1.1).
    pub fn points_without_flowers(&self) -> u16 {
        self.points
    }

    /// Whether the minimum of eight points is reached (MCR 3.9.1.1).
    pub fn reaches_minimum(&self) -> bool {
        self.points >= super::MINIMUM
    }

    /// Fan that score, in the order of their numbers, flowers last.
    pub fn fans(&self) -> impl Iterator<Item = Scored> + '_ {
        let flowers = Scored { fan: Fan::FlowerTiles, count: self.flowers };
        self.scored
            .iter()
            .map(|fan| Scored { fan, count: self.occurrences(fan) })
            .chain(Some(flowers).filter(|flowers| flowers.count > 0))
    }

    /// How often this fan scores.
    pub fn count(&self, fan: Fan) -> u8 {
        if fan == Fan::FlowerTiles {
            return self.flowers;
        }
        if self.scored.contains(fan) { self.occurrences(fan) } else { 0 }
    }

    /// How often a fan that scores occurs.
    fn occurrences(&self, fan: Fan) -> u8 {
        self.repeats.get(place_among_repeats(fan.number())).copied().unwrap_or(1)
    }

    /// The reading that earned the points.
    pub fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }
}

/// Scores a declared win: the best reading, its fan and its sets. A legal shape is scored whatever it is
/// worth; see [`Score::reaches_minimum`].
pub fn score(win: &Win, rulings: &Rulings) -> Result<Score, NotAWin> {
    let mut facts = Facts::of(win);
    let mut best = None;
    facts.gather()?;
    find(&facts, rulings, WaitFan::Counted, &mut best);
    let found = best.as_ref().ok_or(NotAWin::NoShape)?;
    let mut score = Score {
        points: found.weight.points,
        flowers: win.flowers,
        scored: found.weight.scored,
        present: found.weight.present,
        repeats: [
            found.weight.tile_hogs,
            found.weight.double_pungs,
            1,
            1,
            1,
            0,
            0,
            0,
            0,
            found.weight.outer_pungs,
        ],
        chow_joins: found.weight.selection.joins,
        arrangement: Arrangement {
            shape: found.shape,
            sets: Vec::new(),
            pair: found.reading.as_ref().map(|reading| reading.pair),
            knit: found.knit,
            place: Place::Hand,
        },
    };
    score.count_chow_fan();
    if let Some(reading) = &found.reading {
        let arrangement = &mut score.arrangement;
        lay_chows(&facts, found, &mut arrangement.sets);
        lay_pungs(&facts, reading, &mut arrangement.sets);
        arrangement.place(win, found.weight.stand);
    }
    Ok(score)
}

/// The points of a declared win, flowers included.
pub fn total(win: &Win, rulings: &Rulings) -> Result<u16, NotAWin> {
    let mut facts = Facts::of(win);
    let mut best = None;
    facts.gather()?;
    find(&facts, rulings, WaitFan::Counted, &mut best);
    let found = best.as_ref().ok_or(NotAWin::NoShape)?;
    Ok(found.weight.points + u16::from(win.flowers))
}

impl Score {
    /// Enters the fan that relate chows.
    fn count_chow_fan(&mut self) {
        let mut fans = FanSet::EMPTY;
        for join in self.chow_joins {
            if join.fan == 0 {
                break;
            }
            fans = fans.or(FanSet::numbered(join.fan));
            if let Some(count) = self.repeats.get_mut(place_among_repeats(join.fan)) {
                *count += 1;
            }
        }
        (self.scored, self.present) = (self.scored.or(fans), self.present.or(fans));
    }
}

impl Arrangement {
    /// Finds the set the winning tile stands in; claimed, it opens that set.
    fn place(&mut self, win: &Win, stand: Stand) {
        self.place = match stand {
            Stand::Pair => Place::Pair,
            Stand::Straight => Place::Straight,
            _ => Place::Hand,
        };
        for (at, set) in self.sets.iter_mut().enumerate().filter(|(_, set)| !set.melded) {
            let stands = match stand {
                Stand::Edge | Stand::Middle | Stand::End => {
                    set.kind == SetKind::Chow && chow_stand(set.face, win.winning) == Some(stand)
                }
                Stand::Pung => set.kind == SetKind::Pung && set.face == win.winning,
                _ => false,
            };
            if stands {
                self.place = Place::Set(at as u8);
                set.concealed = win.self_drawn;
                return;
            }
        }
    }
}

/// How a tile stands in the chow that begins with `first`, if it is part of it.
fn chow_stand(first: Face, tile: Face) -> Option<Stand> {
    match (first.rank(), tile.index().checked_sub(first.index())) {
        (_, Some(1)) => Some(Stand::Middle),
        (Some(1), Some(2)) | (Some(7), Some(0)) => Some(Stand::Edge),
        (_, Some(0 | 2)) => Some(Stand::End),
        _ => None,
    }
}

/// Chows in order; of equal ones those laid out come first.
fn lay_chows(facts: &Facts, found: &Found, sets: &mut Vec<Set, 4>) {
    let mut melded = facts.before.melds.chows;
    let any_melded = facts.before.melds.chow_count > 0;
    for chow in found.weight.chows.list() {
        if chow == NO_CHOW {
            break;
        }
        let laid_out = any_melded && take(&mut melded, chow);
        let face = chow_face(chow);
        let _ =
            sets.push(Set { kind: SetKind::Chow, face, melded: laid_out, concealed: !laid_out });
    }
}

/// Takes one such chow from a list, if it is there.
fn take(list: &mut [Chow; 4], chow: Chow) -> bool {
    let found = list.iter_mut().find(|listed| **listed == chow);
    found.map(|listed| *listed = NO_CHOW).is_some()
}

fn chow_face(chow: Chow) -> Face {
    Face::new(chow.wrapping_add(2 * (chow / 7))).unwrap_or(Face::EAST)
}

/// Pungs and kongs: first those laid out, then the standing ones in the order of faces.
fn lay_pungs(facts: &Facts, reading: &Reading, sets: &mut Vec<Set, 4>) {
    for meld in &facts.win.hand.melds {
        let kind = match meld.kind {
            MeldKind::Chow => continue,
            MeldKind::Pung => SetKind::Pung,
            MeldKind::Kong | MeldKind::ConcealedKong => SetKind::Kong,
        };
        let concealed = meld.kind == MeldKind::ConcealedKong;
        let _ = sets.push(Set { kind, face: meld.face, melded: true, concealed });
    }
    // Nine ranks of each suit: a bit's place is the index of its face; so for the honours, from East.
    let [a, b, c] = reading.suits;
    let suits = a.pungs() | (b.pungs() << 9) | (c.pungs() << 18);
    for (mut faces, first) in [(suits, 0), (reading.honours, Face::EAST.index() as u32)] {
        while faces != 0 {
            let face =
                Face::new(first.wrapping_add(faces.trailing_zeros()) as u8).unwrap_or(Face::EAST);
            faces &= faces - 1;
            let _ = sets.push(Set { kind: SetKind::Pung, face, melded: false, concealed: true });
        }
    }
}
