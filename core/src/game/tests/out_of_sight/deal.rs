//! The deal: which tiles were dealt and to whom, where some of them are not seen at once.

use super::*;
use crate::hand::MOST_STANDING;

/// The hands that are on record.
fn dealt(bench: &Bench) -> [Few<Tile, MOST_STANDING>; 4] {
    let dealt = bench.events.iter().find_map(|event| match event {
        Event::Dealt { hands } => Some(*hands),
        _ => None,
    });
    dealt.expect("the deal is on record")
}

#[test]
fn a_tile_first_seen_after_the_first_discard_was_drawn_and_not_dealt() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["W.2"]);
    bench.wait(500);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(2_000);
    let [_, hand, ..] = dealt(&bench);
    assert_eq!(hand.len(), 12, "one is not seen");
    assert!(!hand.contains(tile("4s.2")), "drawn");
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.put("4s.3", Place::Hand(C));
    bench.wait(3_000);
    // Nobody can say which of B's tiles was drawn: the draw is told without it.
    assert_eq!(bench.acts()[..2], ["discard A C.1", "draw B ?"]);
    assert!(bench.acts().contains(&"discard B 9p.1".into()));
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_discard_of_the_deal_is_the_dealers_though_another_river_sees_it_first() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["C.1", "P.2"]);
    bench.wait(1_500);
    bench.put("P.2", Place::Hand(D));
    bench.wait(500);
    bench.put("C.1", Place::River(D));
    bench.wait(100);
    let places = [Place::River(D), Place::River(A)];
    bench.input(Input::Either { tile: tile("C.1"), places });
    bench.wait(2_000);
    bench.turn(B, "4s.2", "9p.1");
    bench.turn(C, "4s.3", "9s.1");
    bench.wait(2_000);
    assert_eq!(bench.acts()[..3], ["discard A C.1", "draw B 4s.2", "discard B 9p.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_dealt_tile_that_a_river_hears_opens_no_play() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["W.2", "P.2"]);
    bench.put("W.2", Place::Hand(B));
    bench.put("W.2", Place::River(C));
    bench.wait(2_000);
    bench.put("P.2", Place::Hand(D));
    bench.wait(4_000);
    let hands = dealt(&bench);
    assert!(hands[B.index()].contains(tile("W.2")) && hands[D.index()].contains(tile("P.2")));
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_second_discard_before_the_deal_was_seen_whole_is_the_next_players() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["E.3", "P.2"]);
    bench.wait(2_000);
    bench.put("P.2", Place::Hand(D));
    bench.wait(1_500);
    bench.carry("C.1", Place::River(A));
    // Drawn and thrown at once; the dealer's last tile shows only now.
    bench.put("4s.2", Place::River(B));
    bench.put("E.3", Place::Hand(A));
    bench.wait(2_000);
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.wait(2_000);
    let acts: Vec<_> = bench.acts().into_iter().filter(|act| !act.starts_with("named")).collect();
    assert_eq!(acts[..3], ["discard A C.1", "draw B 4s.2", "discard B 4s.2"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_tile_that_two_racks_see_alike_was_dealt_to_the_one_that_is_short() {
    let mut bench = with_blind_spots();
    // The neighbour's loop was the first to see it.
    stand(&mut bench, HANDS, &["W.2"]);
    bench.put("W.2", Place::Hand(C));
    seen_alike(&mut bench, "W.2", [C, B]);
    bench.wait(4_000);
    let [_, hand, ..] = dealt(&bench);
    assert_eq!(hand.len(), 13);
    assert!(hand.contains(tile("W.2")), "with the one that is short");
    bench.carry("C.1", Place::River(A));
    bench.wait(6_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_deal_with_one_too_many_and_one_too_few_waits_until_it_is_known_whose() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["W.2"]);
    bench.put("W.2", Place::Hand(C));
    bench.wait(4_000);
    assert!(!bench.events.iter().any(|event| matches!(event, Event::Dealt { .. })));
    bench.put("W.2", Place::Hand(B));
    bench.wait(1_000);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Dealt { .. })));
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_dealt_tile_that_only_the_neighbours_rack_heard_is_of_the_seat_that_throws_it() {
    for first in [true, false] {
        let mut bench = with_blind_spots();
        // A's C.1 and B's 9p.1: of one of them nobody knows yet, the other the neighbour hears.
        stand(&mut bench, HANDS, &["C.1", "9p.1"]);
        let (thrown, neighbour, unseen) =
            if first { ("C.1", B, "9p.1") } else { ("9p.1", A, "C.1") };
        bench.put(thrown, Place::Hand(neighbour));
        bench.wait(4_000);
        assert!(dealt(&bench)[neighbour.index()].contains(tile(thrown)), "misread");
        if first {
            bench.carry("C.1", Place::River(A));
            bench.wait(600);
            bench.turn(B, "4s.2", "1p.1");
        } else {
            bench.carry("E.1", Place::River(A));
            bench.wait(1_000);
            bench.turn(B, "4s.2", "9p.1");
        }
        bench.put(unseen, Place::Hand(neighbour));
        bench.turn(C, "4s.3", "9s.1");
        bench.turn(D, "4s.4", "P.1");
        bench.wait(4_000);
        let acts: Vec<_> =
            bench.acts().into_iter().filter(|act| !act.starts_with("named")).collect();
        let (of_the_dealer, of_the_next) = if first { ("C.1", "1p.1") } else { ("E.1", "9p.1") };
        assert_eq!(acts[0], std::format!("discard A {of_the_dealer}"));
        assert_eq!(acts[2], std::format!("discard B {of_the_next}"));
        assert_eq!(acts[3..5], ["draw C 4s.3", "discard C 9s.1"]);
        assert_eq!(bench.flags(), []);
    }
}

#[test]
fn a_tile_that_only_the_neighbours_rack_heard_was_dealt_to_the_one_that_is_short_and_throws_it() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["C.1"]);
    bench.put("C.1", Place::Hand(B));
    bench.wait(1_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    let [dealer, next, ..] = dealt(&bench);
    assert!(dealer.contains(tile("C.1")) && !next.contains(tile("C.1")));
    assert_eq!(bench.acts(), ["discard A C.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_flower_that_only_the_neighbours_rack_heard_is_of_the_seat_that_lays_it() {
    // A's S.1 and B's W.2: one is a flower, and of the other nobody knows yet.
    for (owner, neighbour) in [(A, B), (B, A)] {
        for stood in [false, true] {
            let mut bench = with_blind_spots();
            let [a, b, c, d] = HANDS;
            let (replaced, unseen) = if owner == A { ("S.1", "W.2") } else { ("W.2", "S.1") };
            let [a, b] = [a, b].map(|hand| hand.replace(replaced, "1f"));
            stand(&mut bench, [&a, &b, c, d], &["1f", unseen]);
            bench.put("1f", Place::Hand(neighbour));
            bench.wait(4_000);
            assert!(dealt(&bench)[neighbour.index()].contains(tile("1f")), "misread");
            bench.call(owner, Call::Flower);
            if stood {
                bench.put("1f", Place::Hand(owner));
                bench.wait(300);
            }
            bench.carry("1f", Place::Meld(owner));
            bench.wait(200);
            bench.put(unseen, Place::Hand(neighbour));
            bench.wait(1_200);
            bench.put(replaced, Place::Hand(owner));
            bench.wait(3_000);
            bench.carry("C.1", Place::River(A));
            bench.wait(1_000);
            bench.turn(B, "4s.2", "9p.1");
            bench.turn(C, "4s.3", "9s.1");
            bench.wait(2_000);
            let acts = bench.acts();
            let played = acts.iter().find(|act| !act.starts_with("named")).unwrap();
            assert_eq!(*played, std::format!("flower {} 1f", name(owner)));
            for act in ["discard A C.1", "discard B 9p.1"] {
                assert!(acts.contains(&act.into()), "{acts:?}");
            }
            assert_eq!(bench.flags(), []);
        }
    }
}

#[test]
fn a_tile_that_shows_as_the_first_discard_is_laid_is_of_no_certain_draw() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let b = b.replace("W.2", "1f");
    bench.deal([a, &b, c, d]);
    bench.call(B, Call::Flower);
    bench.carry("1f", Place::Meld(B));
    bench.wait(4_000);
    // B draws at once, and is seen to do so before the discard is seen to lie; what replaced the flower shows later.
    bench.put("C.1", Place::Away);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(300);
    bench.put("C.1", Place::River(A));
    bench.wait(3_000);
    bench.put("4s.3", Place::Hand(B));
    bench.wait(500);
    bench.carry("9p.1", Place::River(B));
    bench.turn(C, "4s.4", "9s.1");
    bench.wait(3_000);
    let acts = ["flower B 1f", "draw B ?", "named B 4s.2", "discard A C.1", "draw B ?"];
    assert_eq!(bench.acts()[..5], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn four_who_do_not_wait_for_each_other_are_followed_though_a_discard_shows_late() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_400);
    // Thrown before B and C have thrown theirs.
    bench.put("4s.4", Place::River(D));
    bench.put("5s.2", Place::Hand(A));
    bench.wait(450);
    bench.put("4s.3", Place::River(C));
    bench.wait(1_300);
    bench.carry("5s.2", Place::River(A));
    bench.wait(1_050);
    bench.put("4s.2", Place::River(B));
    bench.wait(1_250);
    bench.put("6s.3", Place::Hand(C));
    bench.wait(400);
    bench.put("6s.2", Place::River(B));
    bench.wait(2_700);
    bench.carry("6s.3", Place::River(C));
    bench.wait(500);
    bench.turn(D, "6s.4", "P.1");
    bench.turn(A, "7s.2", "S.1");
    bench.wait(3_000);
    // Which of B's two was the first nobody can say.
    let thrown = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    let others: Vec<_> = thrown.filter(|act| !act.contains('B')).collect();
    let tiles = ["A C.1", "C 4s.3", "D 4s.4", "A 5s.2", "C 6s.3", "D P.1"];
    assert_eq!(others[..6], tiles.map(|tile| std::format!("discard {tile}")));
    assert_eq!(bench.flags(), []);
}
