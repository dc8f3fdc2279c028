//! The best reading of a winning hand (MCR P4): every shape that fits is weighed, the dearest is kept.
//!
//! Of readings worth the same the first is kept, in this order: four sets and a pair (lower pair before
//! higher, pungs before three equal chows, see [`reading::each`]), knitted straight, seven pairs, thirteen
//! orphans, honours and knitted tiles. Within a reading the chows are combined in the order that
//! [`super::chow_rule::best_selection`] states, and the winning tile stands at an edge, else in the middle
//! of a chow, else in the pair, else at another end of a chow, and in a pung only if nowhere else.

use super::arrangement::{Knit, Shape};
use super::facts::Facts;
use super::fan::Fan;
use super::fanset::FanSet;
use super::reading::{self, Reading};
use super::rulings::Rulings;
use super::weigh::{Base, Weight, weigh, weigh_whole};
use super::{knitted, kongs, tiles, waits, ways};
use crate::rules::shape::{is_nine_gates, is_thirteen_orphans};

/// The reading to score.
#[derive(Debug, Clone, Copy)]
pub(super) struct Found {
    pub shape: Shape,
    pub weight: Weight,
    /// Sets and pair, where the shape has them.
    pub reading: Option<Reading>,
    pub knit: Option<Knit>,
}

/// Fan of pair hands that the Chinese text reserves for pungs (MCR A1#8, 11, 18).
const PUNG_TRAITS: FanSet = FanSet::one(Fan::AllTerminals)
    .or(FanSet::one(Fan::AllHonours))
    .or(FanSet::one(Fan::AllTerminalsAndHonours));

/// Whether the waits are looked at: they are not when a wait itself is being judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum WaitFan {
    Counted,
    Ignored,
}

/// What is known while readings are compared.
struct Search<'a> {
    facts: &'a Facts<'a>,
    rulings: &'a Rulings,
    base: Base,
    wait_fan: WaitFan,
    /// The straight beside which sets are being read.
    knit: Option<Knit>,
    /// Whether the winning tile was the only one waited for, once it has been asked.
    only_wait: Option<bool>,
    /// The best so far; kept in the caller's hands, so that it is never moved.
    best: &'a mut Option<Found>,
}

/// Finds the best reading and leaves it in `best`, or leaves nothing there.
pub(super) fn find(facts: &Facts, rulings: &Rulings, wait_fan: WaitFan, best: &mut Option<Found>) {
    let melds = &facts.before.melds;
    let tile_hogs = tiles::tile_hogs(&facts.all, melds.open_kongs + melds.concealed_kongs);
    let fans = tiles::present(&facts.all)
        .or(ways::present(facts.win, melds))
        .or(kongs::present(melds.open_kongs, melds.concealed_kongs, rulings.concealed_kongs))
        .or(FanSet::when(is_nine_gates(&facts.before.standing), Fan::NineGates))
        .or(FanSet::when(tile_hogs > 0, Fan::TileHog));
    let base = Base { fans, tile_hogs, chicken: rulings.chicken_per_reading };
    let mut search = Search { facts, rulings, base, wait_fan, knit: None, only_wait: None, best };

    reading::each(&facts.standing, &mut |reading| search.read(reading));
    if melds.count <= 1
        && let Some(knit) = knitted::straight_in(&facts.standing)
    {
        (search.knit, search.only_wait) = (Some(knit), None);
        let rest = knitted::without_straight(&facts.standing, knit);
        reading::each(&rest, &mut |reading| search.read(reading));
    }
    if melds.count == 0 {
        search.whole_hand();
    }
    if let Some(found) = best
        && found.weight.points == 0
    {
        // 43, where the whole hand and not the reading is asked.
        (found.weight.scored, found.weight.points) = FanSet::one(Fan::ChickenHand).settle();
    }
}

impl Search<'_> {
    fn is_better(&self, points: u16) -> bool {
        self.best.as_ref().is_none_or(|best| points > best.weight.points)
    }

    /// Weighs sets and a pair.
    fn read(&mut self, reading: &Reading) {
        let (facts, rulings, knit) = (self.facts, self.rulings, self.knit);
        let only_wait = || {
            self.wait_fan == WaitFan::Counted
                && *self.only_wait.get_or_insert_with(|| match knit {
                    None => waits::is_only_wait(facts, rulings),
                    Some(knit) => waits::is_only_wait_beside(facts, knit, rulings),
                })
        };
        let weight = weigh(facts, reading, knit.is_some(), self.base, only_wait);
        if self.is_better(weight.points) {
            let shape = if knit.is_some() { Shape::KnittedStraight } else { Shape::FourSets };
            *self.best = Some(Found { shape, weight, reading: Some(*reading), knit });
        }
    }

    /// Weighs the shapes without sets.
    fn whole_hand(&mut self) {
        let standing = &self.facts.standing;
        if let Some(fans) = seven_pairs(self.facts) {
            let mut base = self.base;
            if !self.rulings.pair_hands_earn_8_11_18 {
                base.fans = base.fans.without(PUNG_TRAITS);
            }
            self.take_whole(Shape::SevenPairs, base, fans, None);
        }
        if is_thirteen_orphans(standing) {
            let fans = FanSet::one(Fan::ThirteenOrphans);
            self.take_whole(Shape::ThirteenOrphans, self.base, fans, None);
        }
        if let Some(knit) = knitted::singles(standing) {
            let all_honours = knitted::has_all_honours(standing);
            let fans = FanSet::when(all_honours, Fan::GreaterHonoursAndKnittedTiles)
                .or(FanSet::one(Fan::LesserHonoursAndKnittedTiles))
                .or(FanSet::when(knitted::has_all_nine(standing), Fan::KnittedStraight));
            self.take_whole(Shape::HonoursAndKnitted, self.base, fans, Some(knit));
        }
    }

    fn take_whole(&mut self, shape: Shape, base: Base, fans: FanSet, knit: Option<Knit>) {
        let weight = weigh_whole(base, fans);
        if self.is_better(weight.points) {
            *self.best = Some(Found { shape, weight, reading: None, knit });
        }
    }
}

/// 6 and 19: seven pairs, and whether they are consecutive numbers of one suit.
fn seven_pairs(facts: &Facts) -> Option<FanSet> {
    let rows = facts.standing.rows();
    if rows.iter().any(|row| row.odd() != 0) {
        return None;
    }
    const RUN: u32 = 0o2_222_222;
    let shifted =
        rows.iter().take(3).any(|row| (0..3).any(|rank| row.counts() == RUN << (3 * rank)));
    Some(FanSet::one(Fan::SevenPairs).or(FanSet::when(shifted, Fan::SevenShiftedPairs)))
}
