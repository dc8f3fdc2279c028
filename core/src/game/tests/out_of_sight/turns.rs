//! Draws and discards that nobody sees, or sees late.

use super::*;

#[test]
fn a_tile_out_of_sight_is_thrown_if_its_player_has_to_discard() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    out_of_sight(&mut bench, "C.1", A);
    // Whose turn it is not has it still.
    out_of_sight(&mut bench, "W.1", B);
    bench.wait(1_000);
    bench.turn(B, "4s.2", "9p.1");
    bench.turn(C, "4s.3", "9s.1");
    bench.wait(3_000);
    let acts = ["discard A C.1", "draw B 4s.2", "discard B 9p.1"];
    assert_eq!(bench.acts()[..3], acts, "others have taken their turns");
    assert_eq!(bench.table.state().board.place(tile("W.1")), Place::Hand(B));
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_discard_that_shows_late_makes_no_draw_early() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    out_of_sight(&mut bench, "C.1", A);
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(5_000);
    bench.put("C.1", Place::River(A));
    bench.wait(1_000);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.put("4s.3", Place::Hand(C));
    bench.wait(3_000);
    assert_eq!(bench.acts()[..3], ["discard A C.1", "draw B 4s.2", "discard B 9p.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_discard_that_shows_late_left_when_its_rack_lost_it_though_nobody_saw_its_player_draw() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    out_of_sight(&mut bench, "9p.1", B);
    bench.wait(500);
    bench.put("4s.3", Place::Hand(C));
    bench.wait(3_500);
    bench.put("9p.1", Place::River(B));
    bench.wait(1_000);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.turn(D, "4s.4", "P.1");
    bench.wait(3_000);
    let acts = ["draw B ?", "named B 4s.2", "discard B 9p.1", "draw C 4s.3"];
    assert_eq!(bench.acts()[1..5], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_discard_that_is_lost_from_sight_makes_no_draw_early() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.put("4s.2", Place::Hand(B));
    // Before it is on record.
    bench.wait(200);
    bench.put("C.1", Place::Away);
    bench.wait(3_500);
    bench.put("C.1", Place::River(A));
    bench.wait(500);
    bench.put("C.1", Place::Away);
    bench.wait(2_000);
    bench.put("C.1", Place::River(A));
    bench.wait(1_000);
    bench.carry("9p.1", Place::River(B));
    bench.wait(1_500);
    bench.put("4s.3", Place::Hand(C));
    bench.wait(3_000);
    assert_eq!(bench.acts()[..3], ["discard A C.1", "draw B 4s.2", "discard B 9p.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_drawn_tile_that_shows_after_the_discard_is_of_no_certain_draw() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.carry("S.2", Place::River(B));
    bench.wait(3_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(6_000);
    bench.turn(C, "4s.3", "9s.1");
    bench.wait(3_000);
    let acts = ["discard A C.1", "draw B ?", "named B 4s.2", "discard B S.2"];
    assert_eq!(bench.acts()[..4], acts);
}

#[test]
fn a_tile_thrown_from_the_wall_that_a_neighbours_rack_sees_first_is_thrown() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.turn(B, "4s.2", "4s.2");
    // C throws it at once.
    bench.put("4s.3", Place::Hand(B));
    bench.wait(600);
    let places = [Place::Hand(B), Place::River(C)];
    bench.input(Input::Either { tile: tile("4s.3"), places });
    bench.wait(1_500);
    bench.turn(D, "4s.4", "P.1");
    bench.turn(A, "N.3", "1m.1");
    bench.wait(2_000);
    let discards = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    let discards: Vec<_> = discards.collect();
    assert_eq!(discards[1..4], ["discard B 4s.2", "discard C 4s.3", "discard D P.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn two_discards_out_of_sight_in_a_row_are_thrown_when_play_has_gone_on() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    out_of_sight(&mut bench, "C.1", A);
    bench.wait(2_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_000);
    out_of_sight(&mut bench, "4s.2", B);
    bench.wait(2_000);
    bench.turn(C, "4s.3", "9s.1");
    bench.turn(D, "4s.4", "P.1");
    bench.wait(3_000);
    let acts = ["discard A C.1", "draw B 4s.2", "discard B 4s.2", "draw C 4s.3", "discard C 9s.1"];
    assert_eq!(bench.acts()[..5], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_badly_read_tile_thrown_onto_a_bad_spot_is_thrown_though_its_silence_is_noticed_late() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(4_000);
    // B's 9p.1 lies where nobody sees it, and its rack has not missed it yet.
    bench.turn(C, "4s.3", "9s.1");
    out_of_sight(&mut bench, "9p.1", B);
    bench.turn(D, "4s.4", "P.1");
    bench.turn(A, "5s.2", "S.1");
    bench.wait(3_000);
    let acts = ["draw B 4s.2", "discard B 9p.1", "draw C 4s.3", "discard C 9s.1"];
    assert_eq!(bench.acts()[1..5], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn who_throws_at_the_border_before_the_player_before_him_has_thrown_his_own() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    // Drawn and thrown at once by C, while B still holds what he drew: B's river hears it, too.
    bench.put("4s.3", Place::River(C));
    let places = [Place::River(C), Place::River(B)];
    bench.input(Input::Either { tile: tile("4s.3"), places });
    bench.wait(100);
    bench.put("4s.4", Place::Hand(D));
    bench.wait(700);
    bench.put("4s.2", Place::River(B));
    bench.wait(1_500);
    bench.carry("P.1", Place::River(D));
    bench.wait(1_000);
    bench.turn(A, "5s.2", "S.1");
    bench.turn(B, "5s.3", "9p.1");
    bench.wait(2_000);
    let discards = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    let discards: Vec<_> = discards.collect();
    assert_eq!(discards[1..4], ["discard B 4s.2", "discard C 4s.3", "discard D P.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_drawn_tile_that_only_the_neighbours_rack_heard_for_long_is_of_the_seat_that_throws_it() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    // B's draw, while he still holds it: C has drawn already.
    bench.put("4s.3", Place::Hand(B));
    bench.wait(300);
    seen_alike(&mut bench, "4s.3", [B, C]);
    bench.wait(900);
    bench.put("4s.2", Place::River(B));
    bench.wait(3_500);
    bench.put("4s.3", Place::River(C));
    bench.wait(800);
    bench.put("4s.4", Place::Hand(D));
    bench.wait(2_500);
    bench.carry("P.1", Place::River(D));
    bench.wait(1_000);
    bench.turn(A, "5s.2", "S.1");
    bench.wait(2_000);
    let acts = ["draw B 4s.2", "discard B 4s.2", "draw C 4s.3", "discard C 4s.3"];
    assert_eq!(bench.acts()[1..5], acts);
}

#[test]
fn play_that_goes_on_in_spite_of_a_tile_astray_is_followed_once_it_is_reported() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(800);
    bench.call(C, Call::Pung);
    ["C.1", "C.2", "C.3"].into_iter().for_each(|text| bench.carry(text, Place::Meld(C)));
    bench.wait(1_000);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    bench.wait(5_000);
    // B's rack hears a tile of the set better than the melds do.
    bench.put("C.2", Place::Hand(B));
    bench.turn(A, "4s.3", "E.1");
    bench.wait(10_000);
    assert_eq!(bench.flags(), [FlagKind::IllegalTransfer]);
    assert_eq!(bench.acts().len(), 5, "nobody has played on");
    bench.turn(B, "4s.4", "9p.1");
    bench.turn(C, "5s.2", "8s.1");
    bench.turn(D, "5s.3", "F.1");
    bench.wait(3_000);
    assert_eq!(bench.acts()[5..8], ["draw A 4s.3", "discard A E.1", "draw B 4s.4"]);
    assert_eq!(bench.flags(), [FlagKind::IllegalTransfer]);
}
