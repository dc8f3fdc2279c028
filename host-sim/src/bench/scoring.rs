//! Scoring on the desktop, hands per second on one core.

use std::hint::black_box;

use table_core::rules::gghk;
use table_core::rules::mcr::{self, Rulings, Win};
use table_core::rules::shape::FaceSet;

use super::{Row, hands, per_second};

/// Seed of the bench hands.
const SEED: u64 = 1;
const HANDS: usize = 20_000;
/// Passes over the hands in one series: long enough to measure, short enough to wait for.
const PASSES: usize = 20;

/// Hands per second of total, fan list and sets, for the winning hands among these.
pub fn rate_of(hands: &[Win]) -> f64 {
    let rulings = Rulings::default();
    let wins: Vec<&Win> = hands.iter().filter(|win| mcr::total(win, &rulings).is_ok()).collect();
    let passes = PASSES * HANDS / wins.len().max(1);
    per_second(|| {
        for _ in 0..passes {
            wins.iter().for_each(|win| _ = black_box(mcr::score(black_box(win), &rulings)));
        }
        passes * wins.len()
    })
}

/// All rows.
pub fn on_the_desktop() -> Vec<Row> {
    let (typical, dense) = (hands::mcr_wins(SEED, HANDS), hands::mcr_dense());
    let rulings = Rulings::default();
    let rate = |hands: &[Win], score: &dyn Fn(&Win)| {
        let passes = PASSES * HANDS / hands.len();
        per_second(|| {
            for _ in 0..passes {
                hands.iter().for_each(|win| score(black_box(win)));
            }
            passes * hands.len()
        })
    };
    let list = |win: &Win| _ = black_box(mcr::score(win, &rulings));
    let total = |win: &Win| _ = black_box(mcr::total(win, &rulings));
    let basis = |win: &Win| {
        let score = mcr::score(win, &rulings);
        drop(black_box(score.map(|score| mcr::basis(win, &rulings, &score))));
    };
    let waits = |win: &Win| _ = black_box(mcr::waits(&win.hand, &rulings));
    let hong_kong = hands::gghk_wins(&typical);
    let judged = gghk::Rulings::default();
    let passes = PASSES * HANDS / hong_kong.len().max(1);
    let gghk_rate = per_second(|| {
        for win in (0..passes).flat_map(|_| &hong_kong) {
            _ = black_box(gghk::judge(black_box(win), FaceSet::EMPTY, &judged));
        }
        passes * hong_kong.len()
    });
    vec![
        Row::new("GGHK judgement: faan, items, sets", gghk_rate, "hands/s"),
        Row::new("MCR score: total, fan list, sets", rate(&typical, &list), "hands/s"),
        Row::new("MCR score, dense one-suit hands", rate(&dense, &list), "hands/s"),
        Row::new("MCR total only", rate(&typical, &total), "hands/s"),
        Row::new("MCR score with full basis", rate(&typical, &basis), "hands/s"),
        Row::new("MCR waits of thirteen tiles", rate(&typical, &waits), "hands/s"),
    ]
}
