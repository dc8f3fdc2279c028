//! The generated Hong Kong hands show every item and every way of paying, and nobody's points
//! appear from nowhere.

use conformance::gghk_oracle::judge;
use conformance::hands::{gghk_coverage, gghk_hand};

#[test]
fn every_item_refusal_and_payment_occurs() {
    let hands = 20_000;
    let coverage = gghk_coverage(0..hands);
    for (what, times) in &coverage {
        println!("{what:<32} {times:>7}");
        assert!(*times >= 20, "{what}: {times} times in {hands} hands");
    }
    let items = coverage.keys().filter(|key| key.starts_with("item ")).count();
    assert_eq!(items, 25, "all items of FA-1 to FA-6");
    let totals = coverage.keys().filter(|key| key.starts_with("legal ")).count();
    assert_eq!(totals, 8, "three to ten faan");
    for what in ["below minimum", "no pattern", "not robbable", "self-drawn, 1 paying"] {
        assert!(coverage.contains_key(what), "{what}");
    }
}

#[test]
fn payments_cancel_and_seeds_repeat() {
    for seed in 0..5_000 {
        let hu = gghk_hand(seed);
        assert_eq!(hu, gghk_hand(seed));
        let payments = judge(&hu).expect("generated hands can exist").payments;
        assert_eq!(payments.unwrap_or_default().iter().sum::<i32>(), 0, "seed {seed}: {hu}");
    }
}
