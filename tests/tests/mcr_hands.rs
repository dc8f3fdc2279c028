//! The generated MCR hands are worth comparing on: every fan occurs, and one number repeats a hand.

use conformance::hands::{Coverage, mcr_hand};

#[test]
fn every_fan_occurs_many_times() {
    let hands = 20_000;
    let coverage = Coverage::of(0..hands);
    println!("{coverage}");
    for (place, times) in coverage.fans.iter().enumerate() {
        assert!(*times >= 20, "fan {} was scored {times} times in {hands} hands", place + 1);
    }
    assert!(coverage.wins * 5 > hands * 4, "most hands win: {}", coverage.wins);
    assert!(coverage.refused.iter().all(|times| *times >= 50), "{:?}", coverage.refused);
}

#[test]
fn a_seed_repeats_its_hand() {
    for seed in 0..500 {
        assert_eq!(mcr_hand(seed), mcr_hand(seed));
    }
}
