//! The game against the simulated world: what is recorded is what happened.

#[path = "../examples/inference.rs"]
mod inference;

use inference::{Tally, run};

fn played(options: &str) -> Tally {
    let options: Vec<String> = options.split(' ').map(str::to_owned).collect();
    run(&options)
}

#[test]
fn sessions_with_rivers_are_recorded_without_a_mistake() {
    for options in [
        "sessions=6 seed=1",
        "sessions=6 seed=1 book=gghk",
        "sessions=4 seed=9 buttons=no",
    ] {
        let tally = played(options);
        assert_eq!((tally.wrong, tally.missed), (0, 0), "{options}");
        assert_eq!((tally.results_wrong, tally.unfinished), (0, 0), "{options}");
        assert!(
            tally.asked * 100 <= tally.hands * 3,
            "{options}: asked {}",
            tally.asked
        );
    }
}

#[test]
fn fouls_are_noticed_and_named() {
    let kinds = [
        "ExtraDraw",
        "EarlyDraw",
        "IllegalMeld",
        "ChowFromWrongSeat",
        "OwnTileExposed",
        "HandToHand",
        "MissingTile",
        "DiscardWithoutDraw",
        "FalseHuB",
        "ForeignTile",
    ];
    for kind in kinds {
        let tally = played(&format!("sessions=8 hands=2 seed=3 foul={kind}"));
        assert_eq!(tally.noticed, tally.staged, "{kind}");
        assert_eq!(tally.right_rule, tally.staged, "{kind}");
    }
}
