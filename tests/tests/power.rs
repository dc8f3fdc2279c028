//! Power cuts against played sessions: nothing lost, nothing invented, always the state of before or after (trust B1, C2, C5).
//!
//! `CUTS` says how many (500 unless told), `SEED` where to start; `host-sim cuts` does the same by hand.

use conformance::number;
use host_sim::cuts;

#[test]
fn power_can_be_cut_at_any_instant_of_a_played_session() {
    let (made, seed) = (number("CUTS", 500), number("SEED", 1));
    println!("host-sim cuts --cuts {made} --seed {seed}");
    let report = cuts::cut(made, seed, |_| {}).unwrap();
    println!("{report}");
    assert_eq!(report.cuts, made);
    assert!(report.is_good(), "{report}");
    assert!(report.torn > made / 10 && report.while_recovering > made / 20, "{report}");
    assert!(report.slowest_pick_up_ms < 3_000, "{report}");
}
