//! Whole sessions at the real table: nothing wrong on record, nothing missed, every result the world's.
//!
//! `HANDS` says how many a rule set (48 unless told), `SEED` where to start; `host-sim play` does the same by hand.

use conformance::number;
use host_sim::play::{Options, Report, play};

fn played(rules: &str) -> Report {
    let (hands, seed) = (number("HANDS", 48), number("SEED", 1));
    let hands = u32::try_from(hands).expect("HANDS is too large");
    println!("host-sim play --rules {rules} --hands {hands} --seed {seed}");
    play_arranged(rules, hands, seed, 0.5)
}

/// `arranged`: how many of the hands work towards a chosen fan or item.
fn play_arranged(rules: &str, hands: u32, seed: u64, arranged: f64) -> Report {
    let options = Options { arranged, ..Options::ordinary(rules, seed) };
    let report = play(&options, hands, |_| {}).unwrap();
    println!("{report}");
    assert_eq!(report.hands, u64::from(hands));
    report
}

fn is_right(report: &Report) {
    assert_eq!((report.events_wrong, report.events_missed), (0, 0));
    assert_eq!((report.results_wrong, report.hands_unfinished), (0, 0));
    assert!(report.verified && report.hands_asked * 100 <= report.hands * 3);
}

#[test]
fn mcr_sessions_are_followed_without_a_fault() {
    is_right(&played("mcr"));
}

#[test]
fn hong_kong_sessions_are_followed_without_a_fault() {
    is_right(&played("gghk"));
}

/// Every fan and every item is won at the real table, found by it and paid as in the world. The seeds are chosen for it.
#[test]
fn everything_that_can_be_won_is_won_through_the_whole_path() {
    for (rules, hands, seed) in [("mcr", 160, 2), ("gghk", 96, 2)] {
        let report = play_arranged(rules, hands, seed, 1.0);
        assert_eq!((report.events_wrong, report.events_missed), (0, 0), "{rules}");
        assert_eq!((report.results_wrong, report.totals_wrong), (0, 0), "{rules}");
        assert!(report.missing.is_empty(), "{rules}: {:?}", report.missing);
    }
}
