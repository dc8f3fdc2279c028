//! Flowers and what replaces them.

use super::*;
use crate::game::{Source, Way};

#[test]
fn a_replacement_that_nobody_has_seen_was_drawn_before_the_first_discard() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let b = b.replace("W.2", "1f");
    bench.deal([a, &b, c, d]);
    bench.call(B, Call::Flower);
    bench.carry("1f", Place::Meld(B));
    bench.wait(4_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    // It shows when play has long gone on.
    bench.put("4s.2", Place::Hand(B));
    bench.wait(6_000);
    assert_eq!(bench.acts()[..3], ["flower B 1f", "draw B ?", "discard A C.1"]);
}

#[test]
fn who_laid_a_flower_out_of_order_wins_without_a_question() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    bench.deal([&a.replace("S.1", "1f"), b, &c.replace("N.2", "2f"), d]);
    for (seat, flower, replacement) in [(C, "2f", "N.2"), (A, "1f", "S.1")] {
        bench.call(seat, Call::Flower);
        bench.carry(flower, Place::Meld(seat));
        bench.wait(1_000);
        bench.put(replacement, Place::Hand(seat));
        bench.wait(5_000);
    }
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.call(C, Call::Hu);
    bench.wait(1_500);
    bench.carry("C.1", Place::Meld(C));
    c.split(' ').for_each(|text| bench.put(text, Place::Meld(C)));
    bench.wait(15_000);
    assert_eq!(bench.flags(), [FlagKind::FlowerOrder]);
    assert!(!bench.events.iter().any(|event| matches!(event, Event::Asked(_))));
    assert_eq!(bench.table.state().proposed.len(), 1);
}

#[test]
fn a_flower_that_is_lost_from_sight_for_a_moment_was_laid_before_that() {
    let [a, b, c, d] = HANDS;
    let mut bench = with_blind_spots();
    bench.deal([&a.replace("S.1", "1f"), &b.replace("W.2", "2f"), &c.replace("N.2", "5f"), d]);
    for (seat, flower, drawn) in [(A, "1f", "6s.2"), (B, "2f", "7s.2"), (C, "5f", "8s.2")] {
        bench.call(seat, Call::Flower);
        bench.carry(flower, Place::Meld(seat));
        bench.wait(800);
        bench.put(drawn, Place::Hand(seat));
        if seat == B {
            bench.wait(3_000);
            bench.put("1f", Place::Away);
            bench.wait(300);
            bench.put("1f", Place::Meld(A));
        }
    }
    bench.wait(5_000);
    let flowers = bench.acts().into_iter().filter(|act| act.starts_with("flower"));
    assert_eq!(flowers.count(), 3);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_flower_that_shows_when_play_has_begun_was_drawn() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["W.2"]);
    bench.wait(3_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("1f", Place::Hand(B));
    bench.wait(1_000);
    bench.call(B, Call::Flower);
    bench.carry("1f", Place::Meld(B));
    bench.wait(1_000);
    bench.put("W.2", Place::Hand(B));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(2_000);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.turn(C, "4s.3", "9s.1");
    bench.wait(2_000);
    assert_eq!(sources(&bench, B), [Source::Head, Source::FlowerReplacement]);
}

#[test]
fn a_flower_that_shows_when_play_has_begun_replaces_none_of_the_deal() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let b = b.replace("W.2", "1f");
    bench.deal([a, &b, c, d]);
    bench.call(B, Call::Flower);
    bench.carry("1f", Place::Meld(B));
    bench.wait(4_000);
    // What replaces it is not seen.
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("2f", Place::Hand(B));
    bench.wait(1_500);
    bench.call(B, Call::Flower);
    bench.carry("2f", Place::Meld(B));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_500);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.wait(2_000);
    let replaced = Source::FlowerReplacement;
    assert_eq!(sources(&bench, B), [replaced, Source::Head, replaced]);
}

#[test]
fn who_claims_the_first_discard_has_replaced_the_flower_of_the_deal_though_nobody_saw_with_what() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let c = c.replace("N.2", "1f");
    bench.deal([a, b, &c, d]);
    bench.call(C, Call::Flower);
    bench.carry("1f", Place::Meld(C));
    bench.wait(4_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.call(C, Call::Pung);
    ["C.1", "C.2", "C.3"].into_iter().for_each(|text| bench.carry(text, Place::Meld(C)));
    bench.wait(1_000);
    // The replacement shows only where it is thrown.
    bench.put("4s.2", Place::River(C));
    bench.wait(2_000);
    bench.turn(D, "4s.3", "P.1");
    bench.turn(A, "4s.4", "S.1");
    bench.wait(2_000);
    let mut acts = bench.acts();
    acts.retain(|act| !act.starts_with("named"));
    assert_eq!(acts[1..5], ["draw C ?", "discard A C.1", "pung C C.1", "discard C 4s.2"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn several_flowers_of_the_deal_are_told_though_dealt_tiles_show_among_what_replaces_them() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let hands = [
        &a.replace("S.1", "2f").replace("E.1", "8f"),
        &b.replace("W.2", "7f"),
        &c.replace("N.2", "5f"),
        d,
    ];
    stand(&mut bench, hands, &["9m.1", "N.1"]);
    bench.wait(500);
    for (wait, text, place) in [
        (640, "2f", Place::Meld(A)),
        (450, "9m.1", Place::Hand(A)),
        (100, "5f", Place::Meld(C)),
        (100, "7f", Place::Meld(B)),
        (1_400, "4s.2", Place::Hand(A)),
        (100, "4s.3", Place::Hand(C)),
        (200, "8f", Place::Meld(A)),
        (600, "4s.4", Place::Hand(B)),
        (400, "N.1", Place::Hand(C)),
        (3_600, "5s.3", Place::Hand(A)),
        (2_000, "C.1", Place::River(A)),
    ] {
        bench.put(text, place);
        bench.wait(wait);
    }
    bench.turn(B, "6s.2", "9p.1");
    bench.turn(C, "7s.2", "9s.1");
    bench.wait(2_000);
    let mut laid: Vec<_> = bench.acts();
    laid.retain(|act| act.starts_with("flower") || act.starts_with("discard"));
    laid[..4].sort_unstable();
    let acts = ["flower A 2f", "flower A 8f", "flower B 7f", "flower C 5f", "discard A C.1"];
    assert_eq!(laid[..5], acts);
    assert_eq!(bench.flags(), []);
}

/// A has discarded, and B has drawn a flower and says so.
fn with_a_drawn_flower() -> Bench {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.put("1f", Place::Hand(B));
    bench.wait(600);
    bench.call(B, Call::Flower);
    bench
}

#[test]
fn a_flower_that_shows_late_was_laid_before_its_replacement_was_drawn() {
    let mut bench = with_a_drawn_flower();
    bench.input(Input::BlindSpots(true));
    bench.wait(1_200);
    // Laid where nobody sees it.
    out_of_sight(&mut bench, "1f", B);
    bench.wait(500);
    bench.put("2f", Place::Hand(B));
    bench.wait(1_800);
    bench.call(B, Call::Flower);
    bench.put("2f", Place::Away);
    bench.wait(800);
    bench.put("2f", Place::Meld(B));
    bench.wait(1_100);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(400);
    bench.put("1f", Place::Meld(B));
    bench.wait(2_500);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.wait(2_000);
    let acts = ["draw B 1f", "flower B 1f", "draw B 2f", "flower B 2f", "draw B 4s.2"];
    assert_eq!(bench.acts()[1..6], acts);
}

#[test]
fn what_came_from_the_wall_and_is_gone_is_waited_for_before_a_draw_is_recorded() {
    let mut bench = with_a_drawn_flower();
    bench.put("1f", Place::Away);
    bench.wait(1_300);
    // C does not wait for B, who has thrown what replaced the flower at once.
    bench.put("4s.3", Place::Hand(C));
    bench.wait(250);
    bench.put("4s.2", Place::River(B));
    bench.wait(800);
    bench.put("1f", Place::Meld(B));
    bench.wait(1_500);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_500);
    bench.turn(D, "4s.4", "P.1");
    bench.turn(A, "5s.2", "S.1");
    bench.wait(2_000);
    let acts = ["draw B 1f", "flower B 1f", "draw B ?", "named B 4s.2", "discard B 4s.2"];
    assert_eq!(bench.acts()[1..6], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_flower_of_which_its_player_has_said_so_is_laid_though_nobody_sees_it_for_long() {
    for blind_spots in [false, true] {
        let mut bench = with_a_drawn_flower();
        bench.input(Input::BlindSpots(blind_spots));
        bench.wait(500);
        bench.put("1f", Place::Away);
        bench.wait(900);
        bench.put("4s.2", Place::Hand(B));
        bench.wait(4_000);
        bench.carry("9p.1", Place::River(B));
        bench.wait(1_500);
        bench.turn(C, "4s.3", "9s.1");
        bench.turn(D, "4s.4", "P.1");
        bench.turn(A, "5s.2", "S.1");
        bench.put("6s.2", Place::Hand(B));
        bench.wait(1_500);
        bench.put("1f", Place::Meld(B));
        bench.carry("8p.1", Place::River(B));
        bench.wait(1_000);
        bench.turn(C, "6s.3", "8s.1");
        let acts = ["draw B 1f", "flower B 1f", "draw B 4s.2", "discard B 9p.1", "draw C 4s.3"];
        assert_eq!(bench.acts()[1..6], acts);
        assert!(bench.acts().contains(&"draw B 6s.2".into()));
        let flags: &[FlagKind] = if blind_spots { &[] } else { &[FlagKind::TileMissing] };
        assert_eq!(bench.flags(), flags);
    }
}

#[test]
fn a_flower_that_was_seen_to_lie_is_laid_though_it_is_lost_from_sight() {
    let mut bench = with_a_drawn_flower();
    bench.input(Input::BlindSpots(true));
    bench.wait(3_000);
    bench.carry("1f", Place::Meld(B));
    bench.wait(1_500);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(200);
    // On a bad spot of the loop.
    for place in [Place::Away, Place::Meld(B), Place::Away] {
        bench.put("1f", place);
        bench.wait(700);
    }
    bench.wait(1_000);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_000);
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.wait(8_000);
    bench.put("1f", Place::Meld(B));
    bench.wait(10_000);
    assert_eq!(bench.acts()[1..5], ["draw B 1f", "flower B 1f", "draw B 4s.2", "discard B 9p.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_win_of_which_the_referee_says_how_is_read_though_a_replacement_is_not_seen() {
    let [a, b, c, d] = HANDS;
    let mut bench = Bench::dealt([a, &b.replace("W.2", "1f"), c, d]);
    bench.call(B, Call::Flower);
    bench.carry("1f", Place::Meld(B));
    bench.wait(4_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("N.3", Place::River(B));
    bench.wait(800);
    bench.call(C, Call::Hu);
    bench.wait(1_000);
    bench.carry("N.3", Place::Meld(C));
    c.split(' ').for_each(|text| bench.put(text, Place::Meld(C)));
    bench.wait(15_000);
    let way = Way::Discard { from: B };
    bench.order(Command::Hu { seat: C, tile: tile("N.3"), way });
    let named = ["draw B ?", "named B N.3", "discard B N.3"];
    let acts = [&["flower B 1f", "draw B ?", "discard A C.1"], &named[..], &["hu C N.3"]].concat();
    assert_eq!(bench.acts(), acts, "{:?}", bench.refused);
}
