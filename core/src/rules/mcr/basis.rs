//! Why a score is what it is: the sets behind every fan, and what took away the fan that do not score.
//!
//! Asked for after the hand, so it is written for the reader and not for speed. It looks at the finished
//! [`Score`] and finds the sets anew.

use heapless::Vec;

use super::arrangement::{Arrangement, Place, Set, SetKind, Shape};
use super::chow_rule::{Chow, ChowJoin, NO_CHOW, all_joins};
use super::fan::Fan;
use super::pungs;
use super::rulings::Rulings;
use super::score::Score;
use super::sets::plain_winds;
use super::win::Win;
pub use crate::rules::shape::Parts;
use crate::tile::Face;

/// One occurrence of a fan that scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Made {
    /// The fan.
    pub fan: Fan,
    /// What makes it.
    pub parts: Parts,
    /// The kind it is about: the four of a Tile Hog, the winning tile of a wait or a way of winning.
    pub tile: Option<Face>,
}

/// Why a fan that is there does not score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Why {
    /// Appendix 1 names it as not to be scored beside this fan.
    Excluded(Fan),
    /// MCR P1: always there when this fan is.
    NonRepeat(Fan),
    /// MCR P2: its sets are bound in this fan and not regrouped.
    NonSeparation(Fan),
    /// MCR P3: one of its sets has made the same fan already.
    NonIdentical(Fan),
    /// MCR P4: only one of the two can be scored, and this one was taken.
    HigherChoice(Fan),
    /// MCR P5: its sets are combined already; a set is combined once with one combined before.
    AccountOnce,
    /// A ruling of the table takes it away ([`Rulings`]).
    Ruling,
}

impl Why {
    /// Number of the principle (MCR 3.9.1.6), where it is one.
    pub const fn principle(self) -> Option<u8> {
        match self {
            Why::Excluded(_) | Why::Ruling => None,
            Why::NonRepeat(_) => Some(1),
            Why::NonSeparation(_) => Some(2),
            Why::NonIdentical(_) => Some(3),
            Why::HigherChoice(_) => Some(4),
            Why::AccountOnce => Some(5),
        }
    }
}

/// A fan that is there and does not score.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Removed {
    /// The fan.
    pub fan: Fan,
    /// What would make it.
    pub parts: Parts,
    /// What took it away.
    pub why: Why,
}

/// Most occurrences a hand can score: eight flowers, four pungs of 73, three hogs, and no more than a
/// dozen of the others.
const MOST_MADE: usize = 32;
/// Most fan a hand can show without scoring them.
const MOST_REMOVED: usize = 48;

/// The full explanation of a score.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Basis {
    /// Every occurrence of every fan that scores, in the order of their numbers.
    pub made: Vec<Made, MOST_MADE>,
    /// What is there and does not score.
    pub removed: Vec<Removed, MOST_REMOVED>,
}

impl Basis {
    /// Why this fan, or one occurrence of it, does not score; nothing if it is not there or scores.
    pub fn why_not(&self, fan: Fan) -> impl Iterator<Item = &Removed> {
        self.removed
            .iter()
            .filter(move |removed| removed.fan == fan)
    }

    fn make(&mut self, fan: Fan, parts: Parts, tile: Option<Face>) {
        let _ = self.made.push(Made { fan, parts, tile });
    }

    fn remove(&mut self, fan: Fan, parts: Parts, why: Why) {
        let _ = self.removed.push(Removed { fan, parts, why });
    }
}

/// Explains `score`, which is the score of `win` under `rulings`.
pub fn basis(win: &Win, rulings: &Rulings, score: &Score) -> Basis {
    let hand = Reader {
        win,
        score,
        arrangement: &score.arrangement,
    };
    let mut basis = Basis::default();
    for scored in score.fans() {
        hand.explain(scored.fan, scored.count, &mut basis);
    }
    for fan in score.present.without(score.scored).iter() {
        if let Some(why) = hand.removed_by(fan) {
            hand.each_occurrence(fan, |parts, _| basis.remove(fan, parts, why));
        }
    }
    hand.unscored_chows(&mut basis);
    hand.unscored_pungs(&mut basis);
    hand.plain_honours(&mut basis);
    if hand.arrangement.shape == Shape::SevenPairs && !rulings.pair_hands_earn_8_11_18 {
        for fan in [
            Fan::AllTerminals,
            Fan::AllHonours,
            Fan::AllTerminalsAndHonours,
        ] {
            if hand.pairs_fit(fan) {
                basis.remove(fan, Parts::NONE, Why::Ruling);
            }
        }
    }
    basis
}

struct Reader<'a> {
    win: &'a Win,
    score: &'a Score,
    arrangement: &'a Arrangement,
}

impl Reader<'_> {
    /// The sets of which `test` holds.
    fn sets(&self, test: impl Fn(&Set) -> bool) -> Parts {
        let sets = self
            .arrangement
            .sets
            .iter()
            .enumerate()
            .filter(|(_, set)| test(set));
        sets.fold(Parts::NONE, |parts, (at, _)| parts.or(Parts::set(at)))
    }

    fn pair(&self) -> Parts {
        if self.arrangement.pair.is_some() {
            Parts::PAIR
        } else {
            Parts::NONE
        }
    }

    fn straight(&self) -> Parts {
        if self.arrangement.knit.is_some() {
            Parts::STRAIGHT
        } else {
            Parts::NONE
        }
    }

    fn everything(&self) -> Parts {
        let parts = self.sets(|_| true).or(self.pair());
        let knitted = self.arrangement.shape == Shape::KnittedStraight;
        if knitted {
            parts.or(Parts::STRAIGHT)
        } else {
            parts
        }
    }

    /// The part the winning tile stands in.
    fn won(&self) -> Parts {
        match self.arrangement.place {
            Place::Set(index) => Parts::set(usize::from(index)),
            Place::Pair => Parts::PAIR,
            Place::Straight => Parts::STRAIGHT,
            Place::Hand => Parts::NONE,
        }
    }

    fn explain(&self, fan: Fan, count: u8, basis: &mut Basis) {
        let joins = self
            .score
            .chow_joins
            .iter()
            .filter(|join| join.fan == fan.number());
        if joins.clone().next().is_some() {
            joins.for_each(|join| basis.make(fan, Parts(join.chows), None));
        } else if fan == Fan::FlowerTiles {
            (0..count).for_each(|_| basis.make(fan, Parts::NONE, None));
        } else {
            self.each_occurrence(fan, |parts, tile| basis.make(fan, parts, tile));
        }
    }

    /// What makes each occurrence of a fan that does not relate chows.
    fn each_occurrence(&self, fan: Fan, mut note: impl FnMut(Parts, Option<Face>)) {
        let is_wind = |face: Face| (Face::EAST..=Face::NORTH).contains(&face);
        let is_dragon = |face: Face| (Face::RED..=Face::WHITE).contains(&face);
        let pungs = |test: &dyn Fn(Face) -> bool| self.sets(|set| set.is_pung() && test(set.face));
        let kongs = |concealed: bool| {
            self.sets(move |set| set.kind == SetKind::Kong && set.concealed == concealed)
        };
        let winning = Some(self.win.winning);
        match fan {
            Fan::BigFourWinds | Fan::BigThreeWinds => note(pungs(&is_wind), None),
            Fan::LittleFourWinds => note(pungs(&is_wind).or(self.pair()), None),
            Fan::BigThreeDragons | Fan::TwoDragonPungs => note(pungs(&is_dragon), None),
            Fan::LittleThreeDragons => note(pungs(&is_dragon).or(self.pair()), None),
            Fan::DragonPung => {
                pungs(&is_dragon)
                    .sets()
                    .for_each(|index| note(Parts::set(index), None));
            }
            Fan::PrevalentWind => note(pungs(&|face| face == self.win.round.face()), None),
            Fan::SeatWind => note(pungs(&|face| face == self.win.seat.face()), None),
            Fan::FourKongs | Fan::ThreeKongs => note(kongs(true).or(kongs(false)), None),
            Fan::TwoConcealedKongs => note(first(kongs(true), 2), None),
            // One melded and one concealed kong are written as 57 and 67.
            Fan::TwoMeldedKongs => note(first(kongs(false).or(kongs(true)), 2), None),
            Fan::ConcealedKong => kongs(true)
                .sets()
                .for_each(|index| note(Parts::set(index), None)),
            Fan::MeldedKong => kongs(false)
                .sets()
                .for_each(|index| note(Parts::set(index), None)),
            Fan::FourConcealedPungs | Fan::ThreeConcealedPungs | Fan::TwoConcealedPungs => {
                note(self.sets(|set| set.is_pung() && set.concealed), None);
            }
            Fan::TileHog => self.each_hog(note),
            Fan::PungOfTerminalsOrHonours => {
                for index in pungs(&|face| self.earns_73(face)).sets() {
                    note(Parts::set(index), None);
                }
            }
            Fan::DoublePung => self.each_double(|parts| note(parts, None)),
            Fan::FourPureShiftedPungs
            | Fan::PureShiftedPungs
            | Fan::TriplePung
            | Fan::MixedShiftedPungs => note(self.joined_pungs(fan), None),
            Fan::KnittedStraight => note(self.straight(), None),
            Fan::EdgeWait
            | Fan::ClosedWait
            | Fan::SingleWait
            | Fan::LastTileDraw
            | Fan::LastTileClaim
            | Fan::OutWithReplacementTile
            | Fan::RobbingTheKong
            | Fan::LastTile
            | Fan::SelfDrawn => note(self.won(), winning),
            _ => note(self.everything(), None),
        }
    }

    /// Kinds of which all four are used without a kong, with the parts that hold them.
    fn each_hog(&self, mut note: impl FnMut(Parts, Option<Face>)) {
        for face in Face::playing() {
            let standing = self
                .win
                .hand
                .standing
                .iter()
                .filter(|tile| **tile == face)
                .count();
            let melded: usize = self
                .arrangement
                .sets
                .iter()
                .filter(|set| set.melded && set.holds(face))
                .map(|set| if set.is_pung() { 3 } else { 1 })
                .sum();
            let is_kong = self
                .arrangement
                .sets
                .iter()
                .any(|set| set.kind == SetKind::Kong && set.face == face);
            if standing + melded + usize::from(self.win.winning == face) == 4 && !is_kong {
                let pair = if self.arrangement.pair == Some(face) {
                    Parts::PAIR
                } else {
                    Parts::NONE
                };
                let knit = if self.in_straight(face) {
                    Parts::STRAIGHT
                } else {
                    Parts::NONE
                };
                note(
                    self.sets(|set| set.holds(face)).or(pair).or(knit),
                    Some(face),
                );
            }
        }
    }

    fn in_straight(&self, face: Face) -> bool {
        self.arrangement
            .knit
            .is_some_and(|knit| super::knitted::faces(knit).contains(face) && !face.is_honour())
    }

    /// 73, for one pung.
    fn earns_73(&self, face: Face) -> bool {
        match face.rank() {
            Some(rank) => rank == 1 || rank == 9,
            None => {
                let winds = self.honour_pungs();
                plain_winds(winds, self.win.seat, self.win.round) >> (face.index() - 27) & 1 == 1
            }
        }
    }

    /// Pungs of honours, one bit each for E S W N C F P.
    fn honour_pungs(&self) -> u32 {
        let honours = self
            .arrangement
            .sets
            .iter()
            .filter(|set| set.face.is_honour());
        honours.fold(0, |bits, set| bits | 1 << (set.face.index() - 27))
    }

    /// Ranks of the pungs of each suit.
    fn pung_ranks(&self) -> pungs::Ranks {
        let mut ranks = [0; 3];
        for set in self.arrangement.sets.iter().filter(|set| set.is_pung()) {
            if let Some(suit) = ranks.get_mut(set.face.index() / 9) {
                *suit |= 1 << (set.face.index() % 9);
            }
        }
        ranks
    }

    /// The sets of a fan of three or four pungs.
    fn joined_pungs(&self, fan: Fan) -> Parts {
        let joined = pungs::joined(self.pung_ranks(), fan);
        self.sets(|set| {
            let ranks = joined.get(set.face.index() / 9).copied().unwrap_or(0);
            set.is_pung() && ranks >> (set.face.index() % 9) & 1 == 1
        })
    }

    /// Every two pungs of one number.
    fn each_double(&self, mut note: impl FnMut(Parts)) {
        for rank in 1..=9 {
            let parts = self.sets(|set| set.is_pung() && set.face.rank() == Some(rank));
            if parts.len() == 2 {
                note(parts);
            }
        }
    }

    /// The scored fan that takes this one away by the table of fan.
    fn removed_by(&self, fan: Fan) -> Option<Why> {
        let by = |names: fn(Fan) -> &'static [Fan]| {
            self.score
                .scored
                .iter()
                .find(|scored| names(*scored).contains(&fan))
        };
        by(Fan::excludes)
            .map(Why::Excluded)
            .or_else(|| by(Fan::implies).map(Why::NonRepeat))
    }

    /// Fan that relate chows and were not selected.
    fn unscored_chows(&self, basis: &mut Basis) {
        let mut group: [Chow; 4] = [NO_CHOW; 4];
        let chows = self
            .arrangement
            .sets
            .iter()
            .filter(|set| set.kind == SetKind::Chow);
        for (place, set) in group.iter_mut().zip(chows) {
            *place = (set.face.index() / 9 * 7 + set.face.index() % 9) as Chow;
        }
        for join in all_joins(group) {
            let Some(fan) = Fan::from_number(join.fan) else {
                continue;
            };
            if !self.score.chow_joins.contains(&join) {
                let why = self.removed_by(fan).unwrap_or_else(|| self.principle(join));
                basis.remove(fan, Parts(join.chows), why);
            }
        }
    }

    /// The principle that keeps a fan of chows from standing beside the selected ones.
    fn principle(&self, join: ChowJoin) -> Why {
        let selected = || {
            let joins = self.score.chow_joins.iter();
            joins.filter_map(|join| Some((Fan::from_number(join.fan)?, Parts(join.chows))))
        };
        let parts = Parts(join.chows);
        if let Some((by, _)) = selected().find(|(_, bound)| bound.covers(parts)) {
            return Why::NonSeparation(by);
        }
        if let Some((by, _)) =
            selected().find(|(fan, used)| fan.number() == join.fan && used.meets(parts))
        {
            return Why::NonIdentical(by);
        }
        // Fan of three chows that share two of them are an either-or.
        if parts.len() > 2
            && let Some((by, _)) = selected().find(|(_, used)| used.len() > 2)
        {
            return Why::HigherChoice(by);
        }
        Why::AccountOnce
    }

    /// Fan that relate pungs and do not score: within a larger one, or a second of the same.
    fn unscored_pungs(&self, basis: &mut Basis) {
        let joined = |fan| {
            if self.score.count(fan) > 0 {
                self.joined_pungs(fan)
            } else {
                Parts::NONE
            }
        };
        // 65 within 32: every two of its three pungs.
        let triple = joined(Fan::TriplePung);
        for left_out in triple.sets() {
            let two = Parts(triple.0 & !Parts::set(left_out).0);
            basis.remove(Fan::DoublePung, two, Why::NonSeparation(Fan::TriplePung));
        }
        // A second 42 shares two pungs with the first.
        let mixed = joined(Fan::MixedShiftedPungs);
        for left_out in self.sets(|_| true).sets().filter(|_| !mixed.is_empty()) {
            let others = self.sets(|set| set.is_pung() && set.face.rank().is_some());
            let three = Parts(others.0 & !Parts::set(left_out).0);
            if three.len() == 3 && three != mixed && self.are_mixed_shifted(three) {
                basis.remove(
                    Fan::MixedShiftedPungs,
                    three,
                    Why::NonIdentical(Fan::MixedShiftedPungs),
                );
            }
        }
    }

    fn are_mixed_shifted(&self, parts: Parts) -> bool {
        let mut ranks = [0; 3];
        for set in parts
            .sets()
            .filter_map(|index| self.arrangement.sets.get(index))
        {
            if let Some(suit) = ranks.get_mut(set.face.index() / 9) {
                *suit |= 1 << (set.face.index() % 9);
            }
        }
        pungs::joined(ranks, Fan::MixedShiftedPungs) != [0; 3]
    }

    /// 73 is not scored for a pung of honours that makes 38, 59, 60 or 61.
    fn plain_honours(&self, basis: &mut Basis) {
        for (index, set) in self.arrangement.sets.iter().enumerate() {
            if !set.face.is_honour() || self.earns_73(set.face) {
                continue;
            }
            let whose = |fan: Fan| {
                let mut holds = false;
                self.each_occurrence(fan, |parts, _| holds |= parts.covers(Parts::set(index)));
                holds && self.score.count(fan) > 0
            };
            let fans = [
                Fan::BigFourWinds,
                Fan::BigThreeDragons,
                Fan::LittleFourWinds,
                Fan::LittleThreeDragons,
                Fan::BigThreeWinds,
                Fan::TwoDragonPungs,
                Fan::DragonPung,
                Fan::PrevalentWind,
                Fan::SeatWind,
            ];
            if let Some(by) = fans.into_iter().find(|fan| whose(*fan)) {
                basis.remove(
                    Fan::PungOfTerminalsOrHonours,
                    Parts::set(index),
                    Why::NonRepeat(by),
                );
            }
        }
    }

    /// Whether the tiles of seven pairs fit 8, 11 or 18.
    fn pairs_fit(&self, fan: Fan) -> bool {
        let mut tiles = self
            .win
            .hand
            .standing
            .iter()
            .chain(core::iter::once(&self.win.winning));
        let outer = tiles.clone().all(|face| face.is_terminal_or_honour());
        let honours = tiles.clone().any(|face| face.is_honour());
        let numbers = tiles.any(|face| !face.is_honour());
        match fan {
            Fan::AllTerminals => outer && !honours,
            Fan::AllHonours => outer && !numbers,
            _ => outer && honours && numbers,
        }
    }
}

/// The first `count` sets among parts.
fn first(parts: Parts, count: usize) -> Parts {
    parts
        .sets()
        .take(count)
        .fold(Parts::NONE, |all, index| all.or(Parts::set(index)))
}
