//! Kongs of which not every tile is seen.

use super::*;
use crate::game::Source;

/// A kong whose fourth tile never stood with its owner may be one on a discard that nobody saw.
#[test]
fn a_concealed_kong_is_certain_if_all_of_it_stood_with_its_owner() {
    for stood in [false, true] {
        let mut bench = with_blind_spots();
        let [a, b, c, d] = HANDS;
        let b = b.replace("8p.1 9p.1", "S.4 4s.4");
        bench.deal([&a.replace("S.1", "8p.1"), &b, c, d]);
        bench.carry("C.1", Place::River(A));
        bench.wait(1_500);
        if stood {
            bench.put("S.1", Place::Hand(B));
            bench.wait(1_500);
        }
        bench.call(B, Call::Kong);
        for text in ["S.1", "S.2", "S.3", "S.4"] {
            bench.put(text, Place::Meld(B));
        }
        bench.wait(1_500);
        bench.turn(B, "9s.4", "4s.4");
        bench.turn(C, "4s.3", "9s.1");
        bench.wait(3_000);
        let kong = bench.events.iter().find_map(|event| match event {
            Event::Play { play: Play::Kong { .. }, sure } => Some(*sure),
            _ => None,
        });
        assert_eq!(kong, Some(stood), "{:?}", bench.acts());
    }
}

#[test]
fn a_kong_that_was_called_is_one_though_its_fourth_tile_lies_on_a_blind_spot() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(500);
    bench.call(C, Call::Pung);
    ["C.1", "C.2", "C.3"].into_iter().for_each(|text| bench.carry(text, Place::Meld(C)));
    bench.wait(1_000);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    bench.turn(A, "4s.3", "S.1");
    bench.turn(B, "4s.4", "9p.1");
    bench.put("C.4", Place::Hand(C));
    bench.wait(1_500);
    bench.put("C.4", Place::Away);
    bench.call(C, Call::Kong);
    bench.wait(1_500);
    bench.turn(C, "5s.2", "8s.1");
    bench.turn(D, "5s.3", "P.2");
    bench.turn(A, "5s.4", "E.1");
    bench.wait(3_000);
    assert_eq!(sources(&bench, C), [Source::Head, Source::KongReplacement]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_kong_after_its_owners_discard_is_on_the_next_players() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let b = b.replace("S.3", "W.3");
    bench.deal([a, &b, c, d]);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.turn(B, "4s.2", "4s.2");
    bench.wait(2_000);
    // C has drawn and thrown the fourth, and no loop saw it.
    bench.call(B, Call::Kong);
    bench.put("W.4", Place::Meld(B));
    ["W.1", "W.2", "W.3"].into_iter().for_each(|text| bench.carry(text, Place::Meld(B)));
    bench.wait(1_000);
    bench.turn(B, "4s.3", "9p.1");
    bench.turn(C, "4s.4", "9s.1");
    bench.wait(3_000);
    let acts = ["draw B 4s.2", "discard B 4s.2", "draw C W.4", "discard C W.4", "kong B claimed"];
    assert_eq!(bench.acts()[1..6], acts);
}

#[test]
fn a_discard_claimed_for_a_kong_before_anybody_saw_it_is_claimed() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.turn(B, "4s.2", "9p.1");
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.put("5s.2", Place::Hand(A));
    bench.wait(2_100);
    out_of_sight(&mut bench, "S.1", A);
    bench.wait(100);
    bench.put("S.1", Place::River(A));
    bench.wait(200);
    out_of_sight(&mut bench, "5s.2", A);
    bench.wait(1_000);
    bench.put("5s.2", Place::Hand(A));
    bench.wait(200);
    bench.call(A, Call::Kong);
    bench.wait(800);
    // B has drawn and thrown E.4 at once.
    for text in ["E.3", "E.1", "E.2", "E.4"] {
        bench.put(text, Place::Meld(A));
        bench.wait(600);
    }
    bench.put("5s.3", Place::Hand(A));
    bench.wait(3_000);
    bench.put("1m.1", Place::River(A));
    bench.wait(1_000);
    bench.turn(B, "5s.4", "8p.1");
    bench.turn(C, "6s.2", "8s.1");
    bench.wait(2_000);
    let discards = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    let discards: Vec<_> = discards.collect();
    assert_eq!(discards[4..7], ["discard A S.1", "discard B E.4", "discard A 1m.1"]);
    assert!(bench.acts().contains(&"kong A claimed".into()), "{:?}", bench.acts());
    assert_eq!(bench.flags(), []);
}
