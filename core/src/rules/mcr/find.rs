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
use super::win::NotAWin;
use super::{knitted, kongs, tiles, waits, ways};
use crate::rules::shape::is_thirteen_orphans;

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

/// Finds the best reading.
pub(super) fn find(facts: &Facts, rulings: &Rulings, wait_fan: WaitFan) -> Result<Found, NotAWin> {
    let melds = &facts.before.melds;
    let tile_hogs = tiles::tile_hogs(&facts.all, melds.open_kongs + melds.concealed_kongs);
    let fans = tiles::present(&facts.all)
        .or(ways::present(facts.win, melds))
        .or(kongs::present(
            melds.open_kongs,
            melds.concealed_kongs,
            rulings.concealed_kongs,
        ))
        .or(FanSet::when(
            tiles::nine_gates(&facts.before.standing),
            Fan::NineGates,
        ))
        .or(FanSet::when(tile_hogs > 0, Fan::TileHog));
    let base = Base {
        fans,
        tile_hogs,
        chicken: rulings.chicken_per_reading,
    };

    let mut best: Option<Found> = None;
    let mut consider = |found: Found| {
        if best
            .as_ref()
            .is_none_or(|best| found.weight.points > best.weight.points)
        {
            best = Some(found);
        }
    };

    let mut only_wait = None;
    reading::each(&facts.standing, |reading| {
        let weight = weigh(facts, reading, false, base, || {
            wait_fan == WaitFan::Counted
                && *only_wait.get_or_insert_with(|| waits::is_only_wait(facts, rulings))
        });
        consider(Found {
            shape: Shape::FourSets,
            weight,
            reading: Some(*reading),
            knit: None,
        });
    });

    if melds.count <= 1
        && let Some(knit) = knitted::straight_in(&facts.standing)
    {
        let rest = knitted::without_straight(&facts.standing, knit);
        reading::each(&rest, |reading| {
            let weight = weigh(facts, reading, true, base, || {
                wait_fan == WaitFan::Counted && waits::is_only_wait_beside(facts, knit, rulings)
            });
            let (reading, knit) = (Some(*reading), Some(knit));
            consider(Found {
                shape: Shape::KnittedStraight,
                weight,
                reading,
                knit,
            });
        });
    }

    if melds.count == 0 {
        let whole = |shape, weight, knit| Found {
            shape,
            weight,
            reading: None,
            knit,
        };
        if let Some(fan) = seven_pairs(facts) {
            let mut base = base;
            if !rulings.pair_hands_earn_8_11_18 {
                base.fans = base.fans.without(PUNG_TRAITS);
            }
            consider(whole(Shape::SevenPairs, weigh_whole(base, fan), None));
        }
        if is_thirteen_orphans(&facts.standing) {
            let fan = FanSet::one(Fan::ThirteenOrphans);
            consider(whole(Shape::ThirteenOrphans, weigh_whole(base, fan), None));
        }
        if let Some(knit) = knitted::singles(&facts.standing) {
            let all_honours = knitted::has_all_honours(&facts.standing);
            let fan = FanSet::when(all_honours, Fan::GreaterHonoursAndKnittedTiles)
                .or(FanSet::one(Fan::LesserHonoursAndKnittedTiles))
                .or(FanSet::when(
                    knitted::has_all_nine(&facts.standing),
                    Fan::KnittedStraight,
                ));
            consider(whole(
                Shape::HonoursAndKnitted,
                weigh_whole(base, fan),
                Some(knit),
            ));
        }
    }

    let mut best = best.ok_or(NotAWin::NoShape)?;
    if best.weight.points == 0 {
        // 43, where the whole hand and not the reading is asked.
        (best.weight.scored, best.weight.points) = FanSet::one(Fan::ChickenHand).settle();
    }
    Ok(best)
}

/// 6 and 19: seven pairs, and whether they are consecutive numbers of one suit.
fn seven_pairs(facts: &Facts) -> Option<FanSet> {
    let rows = facts.standing.rows();
    if rows.iter().any(|row| row.odd() != 0) {
        return None;
    }
    const RUN: u32 = 0o2_222_222;
    let shifted = rows
        .iter()
        .take(3)
        .any(|row| (0..3).any(|rank| row.counts() == RUN << (3 * rank)));
    Some(FanSet::one(Fan::SevenPairs).or(FanSet::when(shifted, Fan::SevenShiftedPairs)))
}
