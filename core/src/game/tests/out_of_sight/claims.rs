//! Claimed discards that several loops see, or none.

use super::*;

#[test]
fn a_claimed_tile_that_the_river_still_sees_is_claimed() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(500);
    bench.call(C, Call::Pung);
    bench.carry("C.2", Place::Meld(C));
    bench.carry("C.3", Place::Meld(C));
    let places = [Place::River(A), Place::Meld(C)];
    bench.input(Input::Either { tile: tile("C.1"), places });
    pung_stands(&mut bench);
}

#[test]
fn who_says_pung_keeps_the_fourth_tile_though_it_is_out_of_sight() {
    let mut bench = with_blind_spots();
    let [a, b, c, d] = HANDS;
    let c = c.replace("N.2", "C.4");
    bench.deal([a, b, &c, d]);
    bench.put("C.4", Place::Away);
    bench.wait(9_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(500);
    bench.call(C, Call::Pung);
    for text in ["C.2", "C.3", "C.1"] {
        bench.carry(text, Place::Meld(C));
    }
    bench.wait(1_500);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    bench.turn(A, "N.3", "1m.1");
    bench.wait(2_000);
    assert_eq!(bench.acts()[..3], ["discard A C.1", "pung C C.1", "discard C 9s.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_tile_that_stood_and_lay_with_its_player_was_not_the_one_befores() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("S.1", Place::River(A));
    bench.wait(2_000);
    bench.turn(B, "4s.2", "9p.1");
    // C draws and throws where nobody sees it.
    bench.wait(3_000);
    bench.put("E.4", Place::Hand(D));
    bench.wait(2_000);
    bench.carry("E.4", Place::River(D));
    bench.wait(600);
    bench.call(A, Call::Pung);
    for text in ["E.4", "E.1", "E.2"] {
        bench.carry(text, Place::Meld(A));
    }
    bench.wait(1_500);
    bench.carry("1m.1", Place::River(A));
    bench.wait(1_000);
    bench.turn(B, "4s.4", "8p.1");
    bench.turn(C, "N.3", "9s.1");
    bench.wait(6_000);
    let acts = bench.acts();
    let before = ["draw C ?", "discard C ?", "draw D E.4", "discard D E.4", "pung A E.4"];
    assert_eq!(acts[3..8], before, "{acts:?}");
}

#[test]
fn a_claimed_tile_that_the_rack_of_its_discarder_sees_is_claimed() {
    for places in [[Place::Hand(A), Place::Meld(C)], [Place::Meld(C), Place::Hand(A)]] {
        let mut bench = Bench::dealt(HANDS);
        bench.carry("C.1", Place::River(A));
        bench.wait(500);
        bench.call(C, Call::Pung);
        bench.put("C.1", Place::Away);
        bench.wait(500);
        bench.put("C.1", places[0]);
        bench.carry("C.2", Place::Meld(C));
        bench.input(Input::Either { tile: tile("C.1"), places });
        bench.carry("C.3", Place::Meld(C));
        pung_stands(&mut bench);
    }
}

#[test]
fn a_tile_claimed_before_its_river_saw_it_is_claimed_though_its_discarders_melds_see_it() {
    for places in [[Place::Meld(A), Place::Meld(C)], [Place::Meld(C), Place::Meld(A)]] {
        let mut bench = Bench::dealt(HANDS);
        bench.put("C.1", Place::Away);
        bench.call(C, Call::Pung);
        bench.carry("C.2", Place::Meld(C));
        bench.put("C.1", places[0]);
        bench.wait(300);
        bench.input(Input::Either { tile: tile("C.1"), places });
        bench.carry("C.3", Place::Meld(C));
        pung_stands(&mut bench);
    }
}

#[test]
fn a_tile_of_a_set_that_a_neighbours_rack_hears_as_well_is_of_the_set() {
    for places in [[Place::Hand(D), Place::Meld(C)], [Place::Meld(C), Place::Hand(D)]] {
        let mut bench = Bench::dealt(HANDS);
        bench.carry("C.1", Place::River(A));
        bench.wait(500);
        bench.call(C, Call::Pung);
        for text in ["C.1", "C.2"] {
            bench.carry(text, Place::Meld(C));
        }
        bench.carry("C.3", places[0]);
        bench.input(Input::Either { tile: tile("C.3"), places });
        pung_stands(&mut bench);
    }
}

#[test]
fn a_discard_taken_back_that_another_seats_melds_see_is_taken_back() {
    for places in [[Place::Hand(A), Place::Meld(C)], [Place::Meld(C), Place::Hand(A)]] {
        let mut bench = Bench::dealt(HANDS);
        bench.carry("C.1", Place::River(A));
        bench.wait(4_000);
        bench.carry("C.1", places[0]);
        bench.wait(200);
        bench.input(Input::Either { tile: tile("C.1"), places });
        bench.wait(1_500);
        bench.carry("S.1", Place::River(A));
        bench.wait(1_000);
        bench.turn(B, "4s.2", "9p.1");
        bench.wait(2_000);
        assert_eq!(bench.acts()[..3], ["discard A C.1", "taken back A", "discard A S.1"]);
    }
}

/// D has claimed P.3, and play goes on.
fn claims_p3(bench: &mut Bench) {
    bench.call(D, Call::Pung);
    ["P.3", "P.1", "P.2"].into_iter().for_each(|text| bench.carry(text, Place::Meld(D)));
    bench.wait(1_500);
    bench.carry("F.1", Place::River(D));
    bench.wait(1_500);
    bench.turn(A, "4s.2", "S.1");
    bench.turn(B, "4s.3", "9p.1");
    bench.wait(3_000);
    assert_eq!(bench.flags(), []);
}

/// A discards; so much later what lies in C's river is claimed by D, and play goes on.
fn claimed_out_of_the_next_but_one_river(after: u64) -> Bench {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(after);
    bench.put("P.3", Place::River(C));
    bench.wait(400);
    claims_p3(&mut bench);
    bench
}

#[test]
fn a_discard_claimed_out_of_one_river_is_not_of_the_seat_beside_whose_turn_nobody_saw() {
    let bench = claimed_out_of_the_next_but_one_river(5_000);
    let acts = ["draw B ?", "discard B ?", "draw C P.3", "discard C P.3", "pung D P.3"];
    assert_eq!(bench.acts()[1..6], acts);
}

#[test]
fn a_discard_claimed_out_of_the_next_river_is_of_whose_turn_it_was_if_there_was_time_for_no_other()
{
    let bench = claimed_out_of_the_next_but_one_river(2_500);
    assert_eq!(bench.acts()[1..4], ["draw B P.3", "discard B P.3", "pung D P.3"]);
}

#[test]
fn a_tile_that_stood_for_long_was_drawn_there_though_its_river_never_saw_it_before_it_was_claimed()
{
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    // B draws and throws where nobody sees it.
    bench.wait(5_000);
    bench.put("P.3", Place::Hand(C));
    bench.wait(4_000);
    claims_p3(&mut bench);
    let acts = ["draw B ?", "discard B ?", "draw C P.3", "discard C P.3", "pung D P.3"];
    assert_eq!(bench.acts()[1..6], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_claimed_tile_is_of_who_threw_it_though_another_has_a_tile_that_nobody_has_seen() {
    let mut bench = with_blind_spots();
    stand(&mut bench, HANDS, &["P.2"]);
    bench.wait(3_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    bench.put("N.3", Place::Hand(B));
    bench.wait(1_500);
    bench.carry("N.3", Place::River(B));
    bench.wait(600);
    bench.call(C, Call::Pung);
    for text in ["N.1", "N.2", "N.3"] {
        bench.carry(text, Place::Meld(C));
    }
    bench.wait(1_500);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    let acts = ["discard A C.1", "draw B N.3", "discard B N.3", "pung C N.3", "discard C 9s.1"];
    assert_eq!(bench.acts()[..5], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_discard_that_only_the_river_before_saw_is_of_the_seat_whose_turn_it_was() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.turn(B, "4s.2", "9p.1");
    bench.put("4s.3", Place::Hand(C));
    bench.wait(1_500);
    bench.carry("4s.3", Place::River(C));
    bench.wait(2_000);
    // D throws what he draws at once, at the border to C's river.
    bench.put("E.4", Place::River(C));
    bench.wait(900);
    bench.call(A, Call::Pung);
    ["E.4", "E.1", "E.2"].into_iter().for_each(|text| bench.carry(text, Place::Meld(A)));
    bench.wait(1_000);
    bench.carry("S.1", Place::River(A));
    bench.wait(1_000);
    bench.turn(B, "4s.4", "8p.1");
    bench.turn(C, "5s.2", "9s.1");
    bench.wait(3_000);
    let acts = ["draw C 4s.3", "discard C 4s.3", "draw D E.4", "discard D E.4", "pung A E.4"];
    assert_eq!(bench.acts()[3..8], acts);
    assert_eq!(bench.flags(), []);
}
