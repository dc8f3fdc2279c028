//! What a blind reader would have seen.

use super::*;

/// A discards, B's reader fails, B throws unseen, and C draws.
fn with_b_in_the_dark() -> Bench {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_500);
    bench.input(Input::Reader { seat: B, sees: false });
    bench.put("4s.3", Place::Hand(C));
    bench.wait(30_000);
    assert_eq!(bench.flags(), []);
    bench.input(Input::Reader { seat: B, sees: true });
    bench
}

#[test]
fn what_a_blind_reader_would_explain_is_no_foul() {
    let mut bench = with_b_in_the_dark();
    bench.put("9p.1", Place::Away);
    bench.put("9p.1", Place::River(B));
    bench.wait(1_000);
    bench.carry("9s.1", Place::River(C));
    bench.turn(D, "4s.4", "P.1");
    let acts = ["draw B 4s.2", "discard B 9p.1", "draw C 4s.3"];
    assert_eq!(bench.acts()[1..4], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn what_nothing_explains_is_reported_once_the_reader_sees_again() {
    let mut bench = with_b_in_the_dark();
    bench.wait(4_000);
    assert_eq!(bench.flags(), [], "what it sees now may explain it");
    bench.wait(2_000);
    assert_eq!(bench.flags(), [FlagKind::EarlyDraw]);
}

#[test]
fn a_call_before_its_reader_failed_waits_until_it_sees_again() {
    let mut bench = Bench::new("gghk", true);
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(500);
    bench.call(C, Call::Pung);
    bench.put("C.1", Place::Away);
    bench.wait(200);
    bench.input(Input::Reader { seat: C, sees: false });
    bench.wait(30_000);
    bench.input(Input::Reader { seat: C, sees: true });
    bench.wait(2_500);
    for text in ["C.1", "C.2", "C.3"] {
        bench.put(text, Place::Meld(C));
        bench.wait(300);
    }
    pung_stands(&mut bench);
}
