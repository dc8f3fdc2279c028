//! Finds, for a finished score, the sets behind every fan and what took the others away.

use super::arrangement::{Arrangement, Place, Set, SetKind, Shape};
use super::basis::{Basis, Parts, Why};
use super::fan::Fan;
use super::pungs;
use super::rulings::Rulings;
use super::score::Score;
use super::sets::plain_winds;
use super::win::Win;
use crate::tile::Face;

/// Explains `score`, which is the score of `win` under `rulings`.
pub fn basis(win: &Win, rulings: &Rulings, score: &Score) -> Basis {
    let hand = Reader { win, score, arrangement: &score.arrangement };
    let mut basis = Basis::default();
    for scored in score.fans() {
        hand.explain(scored.fan, scored.count, &mut basis);
    }
    for fan in score.present.without(score.scored).iter() {
        if let Some(why) = hand.removed_by(fan) {
            hand.each_occurrence(fan, &mut |parts, _| basis.remove(fan, parts, why));
        }
    }
    hand.unscored_chows(&mut basis);
    hand.unscored_pungs(&mut basis);
    hand.plain_honours(&mut basis);
    if hand.arrangement.shape == Shape::SevenPairs && !rulings.pair_hands_earn_8_11_18 {
        for fan in [Fan::AllTerminals, Fan::AllHonours, Fan::AllTerminalsAndHonours] {
            if hand.pairs_fit(fan) {
                basis.remove(fan, Parts::NONE, Why::Ruling);
            }
        }
    }
    basis
}

/// A finished score and the win it belongs to.
pub(super) struct Reader<'a> {
    pub win: &'a Win,
    pub score: &'a Score,
    pub arrangement: &'a Arrangement,
}

impl Reader<'_> {
    /// The sets of which `test` holds.
    #[inline(never)]
    pub(super) fn sets(&self, test: &dyn Fn(&Set) -> bool) -> Parts {
        let sets = self.arrangement.sets.iter().enumerate().filter(|(_, set)| test(set));
        sets.fold(Parts::NONE, |parts, (at, _)| parts.or(Parts::set(at)))
    }

    fn pair(&self) -> Parts {
        if self.arrangement.pair.is_some() { Parts::PAIR } else { Parts::NONE }
    }

    fn straight(&self) -> Parts {
        if self.arrangement.knit.is_some() { Parts::STRAIGHT } else { Parts::NONE }
    }

    fn everything(&self) -> Parts {
        let parts = self.sets(&|_| true).or(self.pair());
        let knitted = self.arrangement.shape == Shape::KnittedStraight;
        if knitted { parts.or(Parts::STRAIGHT) } else { parts }
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
        let joins = self.score.chow_joins.iter().filter(|join| join.fan == fan.number());
        if joins.clone().next().is_some() {
            joins.for_each(|join| basis.make(fan, Parts(join.chows), None));
        } else if fan == Fan::FlowerTiles {
            (0..count).for_each(|_| basis.make(fan, Parts::NONE, None));
        } else {
            self.each_occurrence(fan, &mut |parts, tile| basis.make(fan, parts, tile));
        }
    }

    /// What makes each occurrence of a fan that does not relate chows. Once in the image, for all who ask.
    #[inline(never)]
    fn each_occurrence(&self, fan: Fan, note: &mut dyn FnMut(Parts, Option<Face>)) {
        let is_wind = |face: Face| (Face::EAST..=Face::NORTH).contains(&face);
        let is_dragon = |face: Face| (Face::RED..=Face::WHITE).contains(&face);
        let pungs = |test: &dyn Fn(Face) -> bool| self.sets(&|set| set.is_pung() && test(set.face));
        let kongs = |concealed: bool| {
            self.sets(&move |set| set.kind == SetKind::Kong && set.concealed == concealed)
        };
        let winning = Some(self.win.winning);
        match fan {
            Fan::BigFourWinds | Fan::BigThreeWinds => note(pungs(&is_wind), None),
            Fan::LittleFourWinds => note(pungs(&is_wind).or(self.pair()), None),
            Fan::BigThreeDragons | Fan::TwoDragonPungs => note(pungs(&is_dragon), None),
            Fan::LittleThreeDragons => note(pungs(&is_dragon).or(self.pair()), None),
            Fan::DragonPung => {
                pungs(&is_dragon).sets().for_each(|index| note(Parts::set(index), None));
            }
            Fan::PrevalentWind => note(pungs(&|face| face == self.win.round.face()), None),
            Fan::SeatWind => note(pungs(&|face| face == self.win.seat.face()), None),
            Fan::FourKongs | Fan::ThreeKongs => note(kongs(true).or(kongs(false)), None),
            Fan::TwoConcealedKongs => note(first(kongs(true), 2), None),
            // One melded and one concealed kong are written as 57 and 67.
            Fan::TwoMeldedKongs => note(first(kongs(false).or(kongs(true)), 2), None),
            Fan::ConcealedKong => {
                kongs(true).sets().for_each(|index| note(Parts::set(index), None));
            }
            Fan::MeldedKong => kongs(false).sets().for_each(|index| note(Parts::set(index), None)),
            Fan::FourConcealedPungs | Fan::ThreeConcealedPungs | Fan::TwoConcealedPungs => {
                note(self.sets(&|set| set.is_pung() && set.concealed), None);
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
            let standing = self.win.hand.standing.iter().filter(|tile| **tile == face).count();
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
                let pair =
                    if self.arrangement.pair == Some(face) { Parts::PAIR } else { Parts::NONE };
                // Beside a knitted straight a set and a pair hold no four alike without one of its tiles.
                let held = self.sets(&|set| set.holds(face)).or(pair).or(self.straight());
                note(held, Some(face));
            }
        }
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
        let honours = self.arrangement.sets.iter().filter(|set| set.face.is_honour());
        // No two sets are of one honour: their bits add up.
        honours.map(|set| 1 << (set.face.index() - 27)).sum()
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
    pub(super) fn joined_pungs(&self, fan: Fan) -> Parts {
        let joined = pungs::joined(self.pung_ranks(), fan);
        self.sets(&|set| {
            let ranks = joined.get(set.face.index() / 9).copied().unwrap_or(0);
            set.is_pung() && ranks >> (set.face.index() % 9) & 1 == 1
        })
    }

    /// Every two pungs of one number.
    fn each_double(&self, mut note: impl FnMut(Parts)) {
        for rank in 1..=9 {
            let parts = self.sets(&|set| set.is_pung() && set.face.rank() == Some(rank));
            if parts.len() == 2 {
                note(parts);
            }
        }
    }

    /// The scored fan that takes this one away by the table of fan.
    pub(super) fn removed_by(&self, fan: Fan) -> Option<Why> {
        let by = |names: fn(Fan) -> &'static [Fan]| {
            self.score.scored.iter().find(|scored| names(*scored).contains(&fan))
        };
        by(Fan::excludes).map(Why::Excluded).or_else(|| by(Fan::implies).map(Why::NonRepeat))
    }

    /// 73 is not scored for a pung of honours that makes 38, 59, 60 or 61. A pung that earns 73 makes none of them.
    fn plain_honours(&self, basis: &mut Basis) {
        for index in 0..self.arrangement.sets.len() {
            let whose = |fan: Fan| {
                let mut holds = false;
                self.each_occurrence(fan, &mut |parts, _| holds |= parts.covers(Parts::set(index)));
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
                basis.remove(Fan::PungOfTerminalsOrHonours, Parts::set(index), Why::NonRepeat(by));
            }
        }
    }

    /// Whether the tiles of seven pairs fit 8, 11 or 18.
    fn pairs_fit(&self, fan: Fan) -> bool {
        let mut tiles = self.win.hand.standing.iter().chain(core::iter::once(&self.win.winning));
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
    parts.sets().take(count).fold(Parts::NONE, |all, index| all.or(Parts::set(index)))
}
