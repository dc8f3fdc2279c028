//! Legal or not, and the first reason why not.

use super::*;
use crate::rules::gghk::{Reason, judge, remember, waits};
use crate::rules::shape::FaceSet;
use crate::rules::testing::{face, hand, seat};
use crate::rules::{Memory, Seen, Source};

fn reason(text: &str, barred: FaceSet) -> Option<Reason> {
    judge(&declared(text), barred, &Rulings::default()).unwrap().reason()
}

#[test]
fn every_reason_has_its_border() {
    use Reason::*;
    let none = FaceSet::EMPTY;
    let nine = FaceSet::one(face("9s"));
    let cases = [
        ("1m2m3m4p5p6p7s8s9s2m3m5s5s *4m", none, None),
        ("1m2m3m4p5p6p7s8s9s2m3m5s5s +4m/W", none, Some(BelowMinimum)),
        ("1m2m3m4p5p6p7s8s9s2m3mEE +9m/W", none, Some(NoPattern)),
        ("1m1m3m3m5p5p7p7p9s9sEES +S/W", none, Some(NoPattern)),
        ("EESSWWNNCCFFP *P", none, Some(NoPattern)),
        ("1m9m1p9p1s9sESWNCCF +F/W", none, Some(NoPattern)),
        ("1s2s3s4s5s6s7s8sEEENN _9s/W", none, Some(NotRobbable)),
        ("1s2s3s4s5s6s7s8sEEENN ^9s/W", none, None),
        ("1m9m1p9p1s9sESWNNCF _P/E", none, None),
        // Passed: by chuck and by robbing, not when drawn, and no other kind.
        ("1s2s3s4s5s6s7s8sEEENN +9s/W", nine, Some(PassedWin)),
        ("1s2s3s4s5s6s7s8sEEENN ^9s/W", nine, Some(PassedWin)),
        ("1s2s3s4s5s6s7s8sEEENN *9s", nine, None),
        ("1s2s3s4s5s6s7s8sEEENN +6s/W", nine, None),
        ("1m2m3m4m5m6m7s8sSSSWW +9s/W", nine, Some(PassedWin)),
    ];
    for (text, barred, expected) in cases {
        assert_eq!(reason(text, barred), expected, "{text}");
    }
}

#[test]
fn reasons_have_the_names_that_others_know_them_by() {
    use Reason::*;
    let keys = [NoPattern, NotRobbable, PassedWin, BelowMinimum].map(Reason::key);
    assert_eq!(keys, ["no_pattern", "not_robbable", "passed_win", "below_minimum"]);
}

#[test]
fn waits_are_shapes_and_own_quads_are_none() {
    let cases = [
        ("1s2s3s4s5s6s7s8sEEENN", "3s6s9s"),
        ("1m9m1p9p1s9sESWNNCF", "P"),
        ("1m9m1p9p1s9sESWNCFP", "1m9m1p9p1s9sESWNCFP"),
        ("5m pung:E chow:1m chow:4m pung:9p", "5m"),
        ("1m1m1m1m2m3m4m5m6m7m8m9mE", "E"),
        ("2m3m5s5s ckong:1m pung:E pung:S", "4m"),
        ("1m1m3m3m5p5p7p7p9s9sEES", ""),
    ];
    for (text, expected) in cases {
        let found = waits(&hand(text)).unwrap();
        let expected = crate::rules::testing::tiles(expected);
        assert_eq!(found.iter().collect::<std::vec::Vec<_>>(), expected, "{text}");
    }
}

/// Goes through a round and says which kinds are barred after it.
fn barred(own: &str, gone: &[(&str, Source)], rulings: &Rulings) -> FaceSet {
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let mut memory = Memory::default();
    remember(&mut memory, Seen::OwnDiscard(face(own)), &tiles, rulings).unwrap();
    for (tile, source) in gone {
        remember(&mut memory, Seen::LetGo(face(tile), *source), &tiles, rulings).unwrap();
    }
    memory.barred
}

#[test]
fn a_kind_let_go_is_barred_until_the_round_ends() {
    let rulings = Rulings::default();
    let west = Source::Discard(seat("W"));
    let promoted = Source::PromotedKong(seat("W"));
    let concealed = Source::ConcealedKong(seat("W"));
    let kinds = |text: &str| {
        crate::rules::testing::tiles(text)
            .into_iter()
            .fold(FaceSet::EMPTY, |set, face| set.or(FaceSet::one(face)))
    };
    assert_eq!(barred("C", &[("9s", west)], &rulings), kinds("9s"));
    assert_eq!(barred("C", &[("9s", west), ("6s", west)], &rulings), kinds("6s9s"));
    assert_eq!(barred("C", &[("8s", west)], &rulings), kinds(""));
    assert_eq!(barred("C", &[("9s", promoted)], &rulings), kinds("9s"));
    assert_eq!(barred("C", &[("9s", concealed)], &rulings), kinds(""));
    assert_eq!(barred("6s", &[], &rulings), kinds("6s"));
    // The next own discard ends the round.
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let mut memory =
        Memory { barred: kinds("3s6s9s"), passed_pungs: kinds("N"), ..Memory::default() };
    remember(&mut memory, Seen::OwnDiscard(face("C")), &tiles, &rulings).unwrap();
    assert_eq!((memory.barred, memory.passed_pungs), (kinds(""), kinds("")));
    assert_eq!(memory.own_discards, kinds("C"));
}

#[test]
fn a_pung_let_go_is_remembered_and_a_single_is_none() {
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let west = Source::Discard(seat("W"));
    for (tile, source, kept) in [
        ("N", west, true),
        ("E", west, true),
        ("1s", west, false),
        ("N", Source::PromotedKong(seat("W")), false),
    ] {
        let mut memory = Memory::default();
        let seen = Seen::LetGo(face(tile), source);
        remember(&mut memory, seen, &tiles, &Rulings::default()).unwrap();
        assert_eq!(memory.passed_pungs.contains(face(tile)), kept, "{tile}");
    }
}
