//! Waits and the judgement of a declared hu.

use super::basis::some_win;
use super::*;
use crate::rules::mcr::{FalseHu, Fan, Judgement, Place, judge, waits};
use proptest::prelude::*;

fn waited(text: &str) -> Vec<Face> {
    waits(&win(text).hand, &Rulings::default()).unwrap().iter().collect()
}

#[test]
fn waits_of_every_shape_are_found() {
    for (text, expected) in [
        ("1m1m1m2m3m4m5m6m7m8m9m9m9m", "1m2m3m4m5m6m7m8m9m"),
        ("2m3m4m5m6m8s8s pung:N chow:4p", "1m4m7m"),
        ("1m1m1m1m2m8p8p pung:N chow:5s", "3m"),
        ("8m8m2s3s4s4s5s pung:N kong:6s", "3s"),
        ("1m1m3m3m5p5p7p7p2s2s9s9sE", "E"),
        ("1m9m1p9p1s9sESWNCFP", "1m9m1p9p1s9sESWNCFP"),
        ("1m9m1p9p1s9sESWNCFF", "P"),
        ("6m9m1p2s5s8sESWNCFP", "3m4p7p"),
        ("1m4m7m2p5p8p3s6s9sECCC", "E"),
        ("1m4m7m2p5p8p3s6sEECCC", "9s"),
        ("1m4m7m2p5p8p3s9sWW pung:F", "6s"),
        ("1m4m7m2p5p8p3s6s9sESWC", "NFP"),
        ("2m3m4m8p8pEE pung:1s pung:9s", "8pE"),
        ("1m4m7m2p5p8p3s6s8sEECC", ""),
    ] {
        assert_eq!(waited(text), tiles(expected), "{text}");
    }
}

#[test]
fn a_declared_hu_is_judged() {
    let judged = |text: &str| judge(&win(text), &Rulings::default()).unwrap();
    assert!(matches!(judged("1m2m3m4m5mNN pung:C chow:7m *6m"), Judgement::Legal(_)));
    let below = judged("6p7p8p5s6sWW chow:1m chow:4m +7s f8");
    assert!(matches!(&below, Judgement::BelowMinimum(score) if score.points() == 15));
    assert_eq!(below.false_hu(), Some(FalseHu::A));
    let wrong = judged("2m3m4m5m6m8s8s pung:N chow:4p +8m");
    assert_eq!((wrong.false_hu(), wrong), (Some(FalseHu::A), Judgement::WrongTile));
    let nothing = judged("1m4m7m2p5p8p3s6s8sEECC *E");
    assert_eq!((nothing.false_hu(), nothing), (Some(FalseHu::B), Judgement::NotWaiting));
    assert!(judge(&win("1m1m1m1m1m2m3m4p5p6pEEE +4p"), &Rulings::default()).is_err());
}

proptest! {
    /// Scoring looks at the waits of one shape only; here all shapes are asked.
    #[test]
    fn wait_fan_mean_one_wait_of_any_shape(win in some_win()) {
        let waits = waits(&win.hand, &Rulings::default()).unwrap();
        prop_assert!(waits.contains(win.winning));
        let score = score(&win, &Rulings::default()).unwrap();
        let count = |fan| score.count(fan);
        let scored = count(Fan::EdgeWait) + count(Fan::ClosedWait) + count(Fan::SingleWait);
        if scored > 0 {
            prop_assert_eq!((scored, waits.len()), (1, 1));
        } else if score.arrangement().place == Place::Pair && waits.len() == 1 {
            prop_assert!(count(Fan::MeldedHand) + count(Fan::FourKongs) > 0);
        }
    }
}
