//! Scoring on the desktop, hands per second on one core.

use std::hint::black_box;

use table_core::rules::mcr::{self, Rulings, Win};
use table_core::rules::shape::FaceSet;
use table_core::rules::{self, Declared, Memory, book, gghk};

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
    let mut rows = vec![
        Row::new("MCR score: total, fan list, sets", rate(&typical, &list), "hands/s"),
        Row::new("MCR score, dense one-suit hands", rate(&dense, &list), "hands/s"),
        Row::new("MCR total only", rate(&typical, &total), "hands/s"),
        Row::new("MCR score with full basis", rate(&typical, &basis), "hands/s"),
        Row::new("MCR waits of thirteen tiles", rate(&typical, &waits), "hands/s"),
    ];
    rows.extend(hong_kong(&hands::gghk_wins(&typical)));
    rows
}

/// The same hands by the other book.
fn hong_kong(wins: &[Declared]) -> Vec<Row> {
    let rate = |work: &dyn Fn(&Declared)| {
        let passes = PASSES * HANDS / wins.len().max(1);
        per_second(|| {
            for _ in 0..passes {
                wins.iter().for_each(|win| work(black_box(win)));
            }
            passes * wins.len()
        })
    };
    let own = gghk::Rulings::default();
    let rulings = rules::Rulings::default();
    let score = |win: &Declared| _ = black_box(gghk::score(win, &own));
    let judge = |win: &Declared| _ = black_box(gghk::judge(win, FaceSet::EMPTY, &own));
    let basis = |win: &Declared| {
        drop(black_box(book("gghk").map(|book| book.judge(win, &Memory::default(), &rulings))));
    };
    let waits = |win: &Declared| _ = black_box(gghk::waits(&win.hand));
    vec![
        Row::new("GGHK score: faan and items", rate(&score), "hands/s"),
        Row::new("GGHK judgement: faan, items, sets", rate(&judge), "hands/s"),
        Row::new("GGHK judgement with full basis", rate(&basis), "hands/s"),
        Row::new("GGHK waits of thirteen tiles", rate(&waits), "hands/s"),
    ]
}
