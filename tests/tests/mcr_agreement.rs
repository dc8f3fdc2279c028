//! The product's MCR scores against the independent yardstick, on as many seeded hands as asked for.
//!
//! `MCR_HANDS` says how many (20,000 unless told), `MCR_SEED` where to start. A disagreement prints
//! the command that repeats it alone.

use conformance::agreement::{Claimed, Told, compare, properties};
use conformance::hands::{Coverage, mcr_hand};
use conformance::mcr_oracle::{self as oracle, Win};
use conformance::number;
use conformance::random::Random;
use conformance::tiles::{self, Tile};

/// The only part that knows the product's types: everything below it speaks the yardstick's.
mod adapter {
    use std::collections::BTreeMap;

    use super::{Claimed, Tile, Told, Win};
    use conformance::adapter::{hand, mcr_win};
    use table_core::rules::mcr as product;
    use table_core::tile::Face;

    /// What the product says about a hand.
    pub fn score(win: &Win) -> Result<Told, String> {
        let (win, rulings) = (mcr_win(win), product::Rulings::default());
        let score = product::score(&win, &rulings).map_err(|reason| format!("{reason:?}"))?;
        let list: BTreeMap<u8, u8> =
            score.fans().map(|scored| (scored.fan.number(), scored.count)).collect();
        let basis = product::basis(&win, &rulings, &score);
        let arrangement = score.arrangement();
        let groups = groups(arrangement, &win);
        let pair = arrangement.sets.len();
        // Beside thirteen other singles the straight has no groups of its own.
        let straight = match arrangement.shape {
            product::Shape::KnittedStraight => pair + 1..pair + 4,
            _ => 0..1,
        };
        let places = |parts: product::Parts| -> Vec<usize> {
            let own = parts.sets();
            let pair = parts.meets(product::Parts::PAIR).then_some(pair);
            let straight = straight.clone().filter(|_| parts.meets(product::Parts::STRAIGHT));
            own.chain(pair).chain(straight).collect()
        };
        // A tile hog is named by its tile; its sets are those that hold it.
        let holding = |face: Face| -> Vec<usize> {
            let tile = face.index() as Tile;
            (0..groups.len()).filter(|&at| groups[at].contains(&tile)).collect()
        };
        let claims: Vec<Claimed> = basis
            .made
            .iter()
            .map(|made| Claimed {
                fan: made.fan.number(),
                sets: made.tile.map_or_else(|| places(made.parts), holding),
            })
            .collect();
        let completed = match arrangement.place {
            product::Place::Set(index) => Some(usize::from(index)),
            product::Place::Pair => Some(pair),
            product::Place::Straight | product::Place::Hand => None,
        };
        Ok(Told {
            points: score.points(),
            points_without_flowers: score.points_without_flowers(),
            list,
            groups,
            completed,
            claims,
        })
    }

    /// The reading as groups of tiles: sets, the pair, the three knitted triples; pairs or all tiles at once
    /// for shapes without sets.
    fn groups(arrangement: &product::Arrangement, win: &product::Win) -> Vec<Vec<Tile>> {
        let index = |face: Face| face.index() as Tile;
        let mut all: Vec<Tile> = win.hand.standing.iter().copied().map(index).collect();
        all.push(index(win.winning));
        all.sort_unstable();
        match arrangement.shape {
            product::Shape::SevenPairs => all.chunks(2).map(<[Tile]>::to_vec).collect(),
            product::Shape::ThirteenOrphans | product::Shape::HonoursAndKnitted => vec![all],
            product::Shape::FourSets | product::Shape::KnittedStraight => {
                let sets = arrangement.sets.iter().map(|set| {
                    let first = index(set.face);
                    match set.kind {
                        product::SetKind::Chow => vec![first, first + 1, first + 2],
                        product::SetKind::Pung => vec![first; 3],
                        product::SetKind::Kong => vec![first; 4],
                    }
                });
                let pair = arrangement.pair.map(|face| vec![index(face); 2]);
                let knit = arrangement.knit.into_iter().flatten().enumerate();
                let triples = knit.map(|(suit, first)| {
                    [0, 3, 6].map(|step| suit as Tile * 9 + first - 1 + step).to_vec()
                });
                sets.chain(pair).chain(triples).collect()
            }
        }
    }

    /// The product's fast path.
    pub fn total(win: &Win) -> Option<u16> {
        product::total(&mcr_win(win), &product::Rulings::default()).ok()
    }

    /// The kinds the product says the standing tiles wait for.
    pub fn waits(win: &Win) -> Option<Vec<Tile>> {
        let waits =
            product::waits(&hand(&win.standing, &win.melds), &product::Rulings::default()).ok()?;
        Some(waits.iter().map(|face: Face| face.index() as Tile).collect())
    }
}

/// Runs a check on every hand asked for and reports the first disagreements, each with the command
/// that repeats it.
fn on_every_hand(test: &str, share: u64, mut check: impl FnMut(u64, &Win) -> Result<(), String>) {
    let first = number("MCR_SEED", 0);
    let hands = (number("MCR_HANDS", 20_000) / share).max(1);
    println!("{test}: MCR_SEED={first}, {hands} hands");
    let mut wrong = Vec::new();
    for seed in first..first + hands {
        let win = mcr_hand(seed);
        if let Err(why) = check(seed, &win) {
            wrong.push(format!(
                "{win}\n  {why}\n  repeat: MCR_SEED={seed} MCR_HANDS=1 \
                 cargo test -p conformance --test mcr_agreement {test} -- --nocapture"
            ));
            if wrong.len() == 20 {
                break;
            }
        }
    }
    assert!(wrong.is_empty(), "{} or more hands disagree:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn scores_lists_and_reasons_agree_with_the_yardstick() {
    let mut coverage = Coverage::default();
    on_every_hand("scores_lists_and_reasons_agree_with_the_yardstick", 1, |_, win| {
        coverage.add(&compare(win, &adapter::score(win))?);
        Ok(())
    });
    println!("{coverage}");
    if coverage.wins > 10_000 {
        let missing: Vec<usize> = (1..=81).filter(|fan| coverage.fans[fan - 1] == 0).collect();
        assert!(missing.is_empty(), "fan never compared: {missing:?}");
    }
}

#[test]
fn the_fast_total_is_the_total_of_the_score() {
    on_every_hand("the_fast_total_is_the_total_of_the_score", 1, |_, win| {
        let slow = adapter::score(win).ok().map(|told| told.points);
        let fast = adapter::total(win);
        if fast == slow { Ok(()) } else { Err(format!("fast {fast:?}, with list {slow:?}")) }
    });
}

#[test]
fn order_suits_and_flowers_change_what_they_should() {
    on_every_hand("order_suits_and_flowers_change_what_they_should", 2, |seed, win| {
        properties(win, &adapter::score, &mut Random::new(seed))
    });
}

#[test]
fn waits_agree_with_the_yardstick() {
    on_every_hand("waits_agree_with_the_yardstick", 2, |_, win| {
        if matches!(win.check(), Err(oracle::NotAWin::Impossible(_))) {
            return Ok(());
        }
        let expected = oracle::waits(win);
        match adapter::waits(win) {
            Some(mut told) => {
                told.sort_unstable();
                let texts = (tiles::names(&told), tiles::names(&expected));
                if told == expected { Ok(()) } else { Err(format!("waits differ: {texts:?}")) }
            }
            None => Err(format!("refused, yet it waits for {:?}", tiles::names(&expected))),
        }
    });
}

/// An exclusion only ever takes away: without one of them, chosen by the seed, no hand scores less than the product
/// gives it.
#[test]
fn a_missing_exclusion_never_lowers_the_total() {
    let exclusions: Vec<oracle::Exclusion> = oracle::FANS
        .iter()
        .zip(1..)
        .flat_map(|(fan, number)| {
            let all = fan.excludes.iter().chain(fan.excludes_within);
            all.map(move |&excluded| (number, excluded))
        })
        .collect();
    on_every_hand("a_missing_exclusion_never_lowers_the_total", 2, |seed, win| {
        let Ok(told) = adapter::score(win) else {
            return Ok(());
        };
        let missing = exclusions[seed as usize % exclusions.len()];
        let without =
            oracle::best_without(win, Some(missing)).map_err(|error| format!("{error:?}"))?;
        if without.points >= told.points {
            Ok(())
        } else {
            Err(format!("{} without {missing:?}, {} with it", without.points, told.points))
        }
    });
}
