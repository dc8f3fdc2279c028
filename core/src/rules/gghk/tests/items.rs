//! Every item where it holds and, as near as can be, where it does not.

use super::*;
use crate::rules::gghk::{CAP, Gghk, price};
use crate::rules::{Name, RuleBook};

/// Key, how often it counts, hand.
const CASES: &[(&str, u8, &str)] = &[
    ("all_sequences", 1, "1m2m3m4p5p6p7s8s9s2m3mEE *4m"),
    ("all_sequences", 1, "4p5p6p7s8s9s2m3mEE chow:1m *4m"),
    ("all_sequences", 0, "1m2m3m4p5p6p7s7s7s2m3mEE *4m"),
    ("closed_hand", 1, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/W"),
    ("closed_hand", 0, "1m2m3m4p5p6p2m3mEE ckong:C *4m"),
    ("closed_hand", 0, "1m2m3m4p5p6p2m3mEE chow:1s *4m"),
    ("self_drawn", 1, "1m2m3m4p5p6p7s8s9s2m3mEE *4m"),
    ("self_drawn", 1, "1m2m3m4p5p6p2m3mEE kong:C *4m supplement"),
    ("self_drawn", 0, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/W"),
    ("self_drawn", 0, "1m2m3m4p5p6p7s8s9s2m3mEE ^4m/W"),
    ("dragon_triplet", 1, "CCC1m2m3m4p5p6p2m3mFF *4m"),
    ("dragon_triplet", 2, "CCC1m2m3m2m3mFF kong:P *4m"),
    ("dragon_triplet", 0, "EEE1m2m3m4p5p6p2m3mFF *4m"),
    ("wind_triplet", 1, "SSS1m2m3m4p5p6p2m3mFF *4m S/E"),
    ("wind_triplet", 1, "1m2m3m4p5p6p2m3mFF pung:E *4m S/E"),
    ("wind_triplet", 2, "EEESSS4p5p6p2m3mFF *4m S/E"),
    ("wind_triplet", 2, "EEE1m2m3m4p5p6p2m3mFF *4m E/E"),
    ("wind_triplet", 0, "WWW1m2m3m4p5p6p2m3mEE *4m S/E"),
    ("all_terminals_honours", 1, "1m1m1m9p9p9pEEEWWWC +C/W"),
    ("all_terminals_honours", 0, "1m1m1m9p9p9pEEEWWW2s +2s/W"),
    ("all_terminals_honours", 0, "1m2m3m9p9p9pEEEWWWC +C/W"),
    ("robbing_kong", 1, "1m2m3m4p5p6p7s8s9s2m3mEE ^4m/W"),
    ("robbing_kong", 1, "1m9m1p9p1s9sESWNNCF _P/E"),
    ("robbing_kong", 0, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/W"),
    ("after_kong", 1, "1m2m3m4p5p6p2m3mEE kong:C *4m supplement"),
    ("after_kong", 1, "1m2m3m4p5p6p2m3mEE ckong:C *4m supplement"),
    ("after_kong", 0, "1m2m3m4p5p6p2m3mEE kong:C *4m"),
    ("last_wall_tile", 1, "1m2m3m4p5p6p7s8s9s2m3mEE *4m last"),
    ("last_wall_tile", 0, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/W last"),
    ("last_wall_tile", 0, "1m2m3m4p5p6p7s8s9s2m3mEE *4m"),
    ("semi_flush", 1, "1m2m3m4m5m6m7m8m9m2m3mEE *4m"),
    ("semi_flush", 0, "1m2m3m4m5m6m7m8m9m2m3m5m5m *4m"),
    ("semi_flush", 0, "1m2m3m4m5m6m7m8m9m2s3sEE *4s"),
    ("semi_flush", 0, "EEESSSWWWNNCC *N"),
    ("all_triplets", 1, "2m2m2m7s7s5p5p kong:N pung:3m *7s"),
    ("all_triplets", 0, "2m2m2m5p5p5p7s7s4m4m chow:1m *4m"),
    ("small_dragons", 1, "CCCFFFPP1m2m3m4p5p *6p"),
    ("small_dragons", 0, "CCCFFFEE1m2m3m4p5p *6p"),
    ("small_dragons", 0, "CCCFFFPPP1m2m3m4p *4p"),
    ("big_dragons", 1, "CCCFFFPPP1m2m3m4p *4p"),
    ("big_dragons", 0, "CCCFFFPP1m2m3m4p5p *6p"),
    ("flush", 1, "1m2m3m4m5m6m7m8m9m2m3m5m5m *4m"),
    ("flush", 0, "1m2m3m4m5m6m7m8m9m2m3mEE *4m"),
    ("flush", 0, "1m2m3m4m5m6m7m8m9m2m3m5s5s *4m"),
    ("all_honours", 1, "EEESSSWWWNNCC *N"),
    ("all_honours", 0, "EEESSSWWWNN1m1m *N"),
    ("small_winds", 1, "EEESSSWWWNN1m2m *3m"),
    ("small_winds", 0, "EEESSSWWWCC1m2m *3m"),
    ("small_winds", 0, "EEESSSWWWNNN1m *1m"),
    ("big_winds", 1, "EEESSSWWWNNN1m *1m"),
    ("big_winds", 0, "EEESSSWWWNN1m2m *3m"),
    ("all_concealed_triplets", 1, "2m2m2m5m5m5m8p8p8p3s3s7s7s *3s"),
    ("all_concealed_triplets", 1, "2m2m2m5m5m5m8p8p8p3s3s3s7s +7s/W"),
    ("all_concealed_triplets", 0, "2m2m2m5m5m5m8p8p8p3s3s7s7s +3s/W"),
    ("all_concealed_triplets", 0, "5m5m5m8p8p8p3s3s3s7s ckong:2m *7s"),
    ("all_concealed_triplets", 0, "5m5m5m8p8p8p3s3s3s7s pung:2m *7s"),
    ("all_quads", 1, "E kong:2m kong:5p pkong:7s ckong:9s +E/W"),
    ("all_quads", 0, "E kong:2m kong:5p pung:7s ckong:9s +E/W"),
    ("all_terminals", 1, "1m1m1m9m9m9m1p1p1p9p9p9p1s *1s"),
    ("all_terminals", 0, "1m1m1m9m9m9m1p1p1p9p9p9pE *E"),
    ("all_terminals", 0, "1m1m1m9m9m9m1p1p1p7p8p1s1s *9p"),
    ("heaven", 1, "1m2m3m4p5p6p7s8s9s2m3mEE *4m opening E/E"),
    ("heaven", 0, "1m2m3m4p5p6p7s8s9s2m3mEE *4m E/E"),
    ("earth", 1, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/E opening S/E"),
    ("earth", 0, "1m2m3m4p5p6p7s8s9s2m3mEE +4m/E S/E"),
    ("thirteen_orphans", 1, "1m9m1p9p1s9sESWNCFP +E/W"),
    ("thirteen_orphans", 0, "1m1m1m9p9p9pEEEWWWC +C/W"),
    ("consecutive_kong", 1, "4s5s6s7s8s2p2p kong:3m ckong:6p *9s again"),
    ("consecutive_kong", 1, "4s5s6s7s8s2p2p pkong:3m kong:6p *9s again"),
    ("consecutive_kong", 0, "4s5s6s7s8s2p2p kong:3m ckong:6p *9s supplement"),
    ("nine_gates", 1, "1m1m1m2m3m4m5m6m7m8m9m9m9m +5m/W"),
    ("nine_gates", 1, "1m1m1m2m3m4m5m6m7m8m8m9m9m *9m"),
    ("nine_gates", 0, "1m1m1m2m3m4m5m6m7m8m8m9m9m +9m/W"),
    ("nine_gates", 0, "1m1m1m2m3m4m5m6m7m8m8m9m9m *8m"),
    ("nine_gates", 0, "2m3m4m5m6m7m8m9m9m9m pung:1m *5m"),
];

#[test]
fn every_item_stands_on_its_border() {
    for (key, expected, text) in CASES {
        assert_eq!(times(&scored(text), item(key)), *expected, "{key}: {text}");
    }
    for item in ITEMS {
        let counts = |wanted: bool| {
            CASES.iter().any(|(key, times, _)| *key == item.key() && (*times > 0) == wanted)
        };
        assert!(counts(true) && counts(false), "{item:?} needs both sides");
    }
}

/// Section, key, faan and names of every item, as chapter FA lists them.
const LIST: &str = include_str!("items.tsv");

#[test]
fn the_table_is_the_book_s() {
    let rows = LIST.lines().skip(1);
    assert_eq!((rows.clone().count(), ITEMS.len()), (25, 25));
    for (place, (item, row)) in ITEMS.iter().zip(rows).enumerate() {
        let (section, key) = (item.section(), item.key());
        let (english, chinese) = (item.english(), item.chinese());
        let own = std::format!("{section}\t{key}\t{}\t{english}\t{chinese}", item.faan());
        assert_eq!(own, row);
        // Scores name an item by its place in the book, from one.
        let name = Name { english, chinese };
        assert_eq!(Gghk.name_of(place as u8 + 1), Some(name));
    }
    assert_eq!((Gghk.name_of(0), Gghk.name_of(26)), (None, None));
    // FT-1: no flowers, so no entry for them.
    assert_eq!(Gghk.flowers(), None);
}

#[test]
fn implied_items_compound_and_the_cap_is_paid() {
    // Hand, raw, paid.
    let cases = [
        ("CCCFFFPP1m2m3m4p5p +6p/W", 6, 6),
        ("PP1m2m3m5s6s pung:C pung:F +7s/W", 5, 5),
        ("1m2m9s9s pung:C pung:F pung:P +3m/W", 8, 8),
        ("5m5m5m7m7m9m9m pung:1m pung:3m +7m/W S/N", 10, 10),
        ("2m2m2m3m3m3m4m4m4m5m5m5m6m +6m/W", 21, 10),
        ("1m9m1p9p1s9sESWNCFP *E opening E/E", 22, 10),
    ];
    for (text, raw, paid) in cases {
        let score = scored(text);
        assert_eq!((score.raw, score.faan()), (raw, paid), "{text}");
    }
}

#[test]
fn the_highest_reading_is_taken() {
    // Three equal sequences, three neighbouring triplets, whichever earns more.
    let cases = [
        ("1m1m1m2m2m2m3m3m3m7p8p5s5s *9p", "all_sequences"),
        ("1m1m1m2m2m2m3m3m3m4p4p5s5s *4p", "all_concealed_triplets"),
        ("1m1m1m2m2m2m3m3m3m4p4p5s5s +4p/W", "all_triplets"),
        // The claimed tile can be the pair or complete a triplet: the pair keeps the triplets concealed.
        ("2m2m2m3m3m3m4m4m4m5m5m5m6m +6m/W", "all_concealed_triplets"),
        ("1m1m2m2m2m3m3m3m5p5p5p7s7s +1m/W", "closed_hand"),
    ];
    for (text, key) in cases {
        assert_eq!(times(&scored(text), item(key)), 1, "{text}");
    }
}

#[test]
fn what_holds_is_listed_and_nothing_else() {
    let keys = |text: &str| -> std::vec::Vec<_> {
        scored(text).made.iter().map(|made| (made.item.key(), made.times)).collect()
    };
    let smallest = keys("1m2m3m4p5p6p7s8s9s2m3m5s5s *4m");
    assert_eq!(smallest, [("all_sequences", 1), ("closed_hand", 1), ("self_drawn", 1)]);
    assert_eq!(keys("1m2m3m4p5p6p7s8sEE pung:C +9s/W"), [("dragon_triplet", 1)]);
}

/// HK SE-3 says nothing about readings worth the same: the tile in the pair is kept before the tile in a set.
#[test]
fn of_equal_readings_the_first_is_kept() {
    let score = scored("2m3m4m4m5p6p7p6s7s8s3s4s5s +4m/W");
    assert_eq!(score.place, crate::rules::shape::Place::Pair);
}

#[test]
fn prices_double_at_the_book_s_steps() {
    let prices: std::vec::Vec<_> =
        (2..=11).map(|faan| price(faan).map(|(chuck, share)| (chuck.0, share.0))).collect();
    assert_eq!(prices[0], None);
    assert_eq!(prices[1], Some((32, 16)));
    assert_eq!(prices[5], Some((192, 96)));
    assert_eq!(prices[8], Some((512, 256)));
    assert_eq!(price(CAP), price(200));
}
