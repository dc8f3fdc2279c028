//! The sets behind each item.

use super::*;
use crate::rules::gghk::Shape;
use crate::rules::shape::{Parts, Place, SetKind};
use crate::rules::testing::face;

fn parts(text: &str, key: &str) -> (std::vec::Vec<usize>, bool) {
    let score = scored(text);
    let made = score.made.iter().find(|made| made.item == item(key)).expect(key);
    (made.parts.sets().collect(), made.parts.covers(Parts::PAIR))
}

#[test]
fn items_name_the_sets_that_make_them() {
    // Melds first in the order of melding, then standing chows, then standing pungs.
    let dragons = "PP1m2m3m5s6s pung:C pung:F +7s/W";
    let winds = "NN1m2m pung:E pung:S pung:W +3m/E S/E";
    let cases: &[(&str, &str, &[usize], bool)] = &[
        (dragons, "small_dragons", &[0, 1], true),
        (dragons, "dragon_triplet", &[0, 1], false),
        (winds, "wind_triplet", &[0, 1], false),
        (winds, "small_winds", &[0, 1, 2], true),
        (winds, "semi_flush", &[0, 1, 2, 3], true),
        ("2m3m4m5p6p7p6s7s8s3s4s8s8s *5s", "all_sequences", &[0, 1, 2, 3], false),
        ("2m3m4m5p6p7p6s7s8s3s4s8s8s *5s", "self_drawn", &[], false),
        ("1m9m1p9p1s9sESWNCFP *E", "thirteen_orphans", &[], false),
        ("CCC1m2m3m4p5p6p2m3mFF *4m", "dragon_triplet", &[3], false),
    ];
    for (text, key, sets, pair) in cases {
        assert_eq!(parts(text, key), (sets.to_vec(), *pair), "{text}: {key}");
    }
}

#[test]
fn the_winning_tile_has_a_place() {
    let cases = [
        ("2m2m2m3m3m3m4m4m4m5m5m5m6m +6m/W", Place::Pair),
        ("1m2m3m4p5p6p2m3mEE pung:C +4m/W", Place::Set(2)),
        ("1m9m1p9p1s9sESWNCFP *E", Place::Hand),
    ];
    for (text, place) in cases {
        assert_eq!(scored(text).place, place, "{text}");
    }
    // Three equal chows, in any suit.
    let equal = scored("5s5s5s6s6s6s7s7s7s7p8p5m5m *9p");
    let chows = equal.sets.iter().map(|set| (set.kind, set.face));
    assert!(chows.eq(["7p", "5s", "5s", "5s"].map(|low| (SetKind::Chow, face(low)))));
    let score = scored("1m2m3m4p5p6p2m3mEE pung:C +4m/W");
    assert_eq!(score.shape, Shape::FourSets);
    assert_eq!((score.sets[2].kind, score.sets[2].face), (SetKind::Chow, face("2m")));
    assert!(!score.sets[2].concealed && score.sets[1].concealed && score.sets[0].melded);
    assert_eq!(score.pair, Some(face("E")));
}
