//! Tiles on blind spots of racks and rivers: what is concluded from those that are seen.

use super::*;
use crate::game::Source;

/// Some standing tiles are hardly read.
fn with_blind_spots() -> Bench {
    let mut bench = Bench::new("mcr", true);
    bench.input(Input::BlindSpots(true));
    bench
}

/// Every tile but these.
fn stand(bench: &mut Bench, hands: [&str; 4], unseen: &[&str]) {
    for (seat, tiles) in Seat::ALL.into_iter().zip(hands) {
        for text in tiles.split(' ').filter(|text| !unseen.contains(text)) {
            bench.put(text, Place::Hand(seat));
        }
    }
}

/// It may be gone, or out of sight.
fn out_of_sight(bench: &mut Bench, text: &str, seat: Seat) {
    let places = [Place::Away, Place::Hand(seat)];
    bench.input(Input::Either { tile: tile(text), places });
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
    let dealt = bench.events.iter().find_map(|event| match event {
        Event::Dealt { hands } => Some(*hands),
        _ => None,
    });
    let [_, hand, ..] = dealt.expect("the deal is on record");
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
fn a_win_on_a_tile_that_does_not_fit_may_be_on_one_that_nobody_saw() {
    for blind_spots in [false, true] {
        let mut bench = Bench::dealt(HANDS);
        bench.input(Input::BlindSpots(blind_spots));
        bench.carry("E.1", Place::River(A));
        bench.wait(1_000);
        // B has drawn and thrown the red dragon that C waits for, and no loop has seen it.
        bench.call(C, Call::Hu);
        bench.wait(1_500);
        HANDS[2].split(' ').for_each(|text| bench.put(text, Place::Meld(C)));
        bench.wait(15_000);
        let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
        assert_eq!(asked, blind_spots);
        assert_eq!(bench.table.state().proposed.is_empty(), blind_spots);
    }
}

/// Somebody may have drawn and thrown meanwhile, onto the first blind spot of the evening.
#[test]
fn a_win_on_a_tile_that_does_not_fit_and_has_lain_for_a_turn_is_asked_about() {
    for lay in [1_000, 2_000] {
        let mut bench = Bench::dealt(HANDS);
        bench.carry("E.1", Place::River(A));
        bench.wait(lay);
        bench.call(C, Call::Hu);
        bench.wait(1_500);
        HANDS[2].split(' ').for_each(|text| bench.put(text, Place::Meld(C)));
        bench.wait(15_000);
        let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
        assert_eq!(asked, lay == 2_000);
        assert_eq!(bench.table.state().proposed.is_empty(), asked);
    }
}

/// A waits for a circle; one of the tiles that were dealt stands where no loop sees it.
const WAITING: [&str; 4] = [
    "1p.1 1p.2 1p.3 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 9p.2 9p.3 C.1",
    "1m.1 2m.1 4m.1 5m.1 7m.1 8m.1 S.2 S.3 W.1 W.2 E.1 E.2 P.3",
    "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 F.3 C.3 N.1 N.2",
    "1m.2 2m.2 3m.2 4m.2 5m.2 6m.2 1s.2 2s.2 3s.2 F.1 F.2 P.1 P.2",
];

/// A draws 5p.2 and calls; `shows` says what is seen meanwhile.
fn asked_about_a_drawn_win(unseen: &[&str], shows: impl Fn(&mut Bench)) -> bool {
    let mut bench = Bench::new("gghk", true);
    stand(&mut bench, WAITING, unseen);
    bench.wait(2_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.turn(B, "9m.2", "9m.2");
    bench.turn(C, "3m.4", "F.3");
    bench.put("S.4", Place::Hand(D));
    bench.wait(1_500);
    bench.put("P.1", Place::Away);
    bench.wait(400);
    shows(&mut bench);
    for text in WAITING[0].split(' ').filter(|text| *text != "C.1").chain(["5p.2"]) {
        bench.put(text, Place::Meld(A));
    }
    bench.wait(10_000);
    let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
    assert_eq!(asked, !bench.acts().contains(&"hu A 5p.2".into()), "{:?}", bench.acts());
    asked
}

#[test]
fn a_drawn_win_is_asked_about_if_two_tiles_have_come_that_could_be_the_drawn_one() {
    let one_shows = |bench: &mut Bench| {
        bench.put("P.1", Place::River(D));
        bench.put("5p.2", Place::Hand(A));
        bench.wait(1_800);
        bench.call(A, Call::Hu);
    };
    assert!(!asked_about_a_drawn_win(&[], one_shows), "one has come");
    // The drawn tile is seen before the discard that it followed, the other just before the call.
    assert!(asked_about_a_drawn_win(&["6p.1"], |bench| {
        bench.put("5p.2", Place::Hand(A));
        bench.wait(300);
        bench.put("P.1", Place::River(D));
        bench.wait(900);
        bench.put("6p.1", Place::Hand(A));
        bench.wait(600);
        bench.call(A, Call::Hu);
    }));
    assert!(
        asked_about_a_drawn_win(&["6p.1"], one_shows),
        "the other shows only in the hand that is laid open"
    );
}

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

/// The loops of two neighbours see a tile alike.
fn seen_alike(bench: &mut Bench, text: &str, seats: [Seat; 2]) {
    let places = seats.map(Place::Hand);
    bench.input(Input::Either { tile: tile(text), places });
}

#[test]
fn a_tile_that_two_racks_see_alike_was_dealt_to_the_one_that_is_short() {
    let mut bench = with_blind_spots();
    // The neighbour's loop was the first to see it.
    stand(&mut bench, HANDS, &["W.2"]);
    bench.put("W.2", Place::Hand(C));
    seen_alike(&mut bench, "W.2", [C, B]);
    bench.wait(4_000);
    let dealt = bench.events.iter().find_map(|event| match event {
        Event::Dealt { hands } => Some(*hands),
        _ => None,
    });
    let [_, hand, ..] = dealt.expect("the deal is on record");
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

/// Play goes on after A's C.1 was claimed: it is on record, and nothing is wrong with it.
fn pung_stands(bench: &mut Bench) {
    bench.wait(1_500);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    assert_eq!(bench.acts()[..3], ["discard A C.1", "pung C C.1", "discard C 9s.1"]);
    assert_eq!(bench.flags(), []);
}

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
    let acts = ["draw B 4s.2", "discard B 4s.2", "draw C 4s.3", "discard C 4s.3", "draw D 4s.4"];
    assert_eq!(bench.acts()[1..6], acts);
    assert_eq!(bench.flags(), []);
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

/// A Hong Kong hand in which everybody throws what he has drawn, down to the last tile of the wall: which that is, and whose turn
/// it is. `shortly_before` happens some turns earlier.
fn down_to_the_last_tile(shortly_before: impl Fn(&mut Bench, Seat)) -> (Bench, Tile, Seat) {
    let (mut bench, wall, whose) = down_to_two_tiles(shortly_before);
    let [before, last] = wall;
    draw_and_throw(&mut bench, before, left_of(whose));
    bench.input(Input::Placed { tile: last, place: Place::Hand(whose) });
    (bench, last, whose)
}

/// Whose turn comes before.
fn left_of(seat: Seat) -> Seat {
    Seat::ALL.into_iter().find(|before| before.next() == seat).unwrap()
}

fn draw_and_throw(bench: &mut Bench, tile: Tile, seat: Seat) {
    bench.input(Input::Placed { tile, place: Place::Hand(seat) });
    bench.wait(800);
    bench.input(Input::Placed { tile, place: Place::Away });
    bench.input(Input::Placed { tile, place: Place::River(seat) });
    bench.wait(800);
}

/// The same with two tiles left, the first of which A waits for, and whose the last will be.
fn down_to_two_tiles(shortly_before: impl Fn(&mut Bench, Seat)) -> (Bench, [Tile; 2], Seat) {
    let mut bench = Bench::new("gghk", true);
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    let dealt: Vec<Tile> = HANDS.iter().flat_map(|hand| hand.split(' ')).map(tile).collect();
    let mut wall: Vec<Tile> = Tile::all().filter(|tile| !tile.face().is_flower()).collect();
    wall.retain(|tile| !dealt.contains(tile));
    let (last, before) = (wall.pop().unwrap(), tile("S.4"));
    wall.retain(|tile| *tile != before);
    let turn = |number: usize| [B, C, D, A][number % 4];
    let whose = turn(wall.len() + 1);
    for (number, drawn) in wall.iter().enumerate() {
        if number + 2 == wall.len() {
            shortly_before(&mut bench, whose);
        }
        draw_and_throw(&mut bench, *drawn, turn(number));
    }
    (bench, [before, last], whose)
}

fn has_ended(bench: &Bench) -> bool {
    bench.events.iter().any(|event| matches!(event, Event::HandEnded { .. }))
}

#[test]
fn the_last_tile_thrown_where_nobody_sees_it_ends_the_hand() {
    let (mut bench, last, _) = down_to_the_last_tile(|_, _| {});
    bench.wait(800);
    bench.input(Input::Placed { tile: last, place: Place::Away });
    bench.wait(5_000);
    assert!(!has_ended(&bench), "it may still come down");
    bench.wait(10_000);
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
    assert_eq!(bench.flags(), []);
}

#[test]
fn four_players_who_agree_that_the_hand_is_over_end_it_though_nobody_saw_the_last_turn() {
    let (mut bench, [before, _], seat) = down_to_two_tiles(|_, _| {});
    draw_and_throw(&mut bench, before, left_of(seat));
    bench.wait(10_000);
    for (agreed, by) in Seat::ALL.into_iter().enumerate() {
        assert!(!has_ended(&bench), "{agreed} agree");
        bench.call(by, Call::Confirm);
    }
    assert!(has_ended(&bench));
    let name = name(seat);
    let acts = [std::format!("draw {name} ?"), std::format!("discard {name} ?")];
    let told = bench.acts();
    assert_eq!(told[told.len() - 3..told.len() - 1], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn four_players_who_agree_to_a_win_do_not_end_the_hand_as_drawn() {
    let (mut bench, [before, _], seat) = down_to_two_tiles(|_, _| {});
    draw_and_throw(&mut bench, before, left_of(seat));
    bench.wait(5_000);
    bench.call(seat, Call::Hu);
    bench.wait(12_000);
    Seat::ALL.into_iter().for_each(|by| bench.call(by, Call::Confirm));
    assert!(!has_ended(&bench));
    assert!(bench.events.iter().any(|event| matches!(event, Event::Asked(_))));
}

#[test]
fn a_win_on_the_last_tile_but_one_is_asked_about_where_the_last_may_have_been_thrown_unseen() {
    for blind_spots in [false, true] {
        let (mut bench, [before, _], seat) = down_to_two_tiles(|bench, _| {
            bench.input(Input::BlindSpots(blind_spots));
        });
        draw_and_throw(&mut bench, before, left_of(seat));
        bench.call(A, Call::Hu);
        bench.wait(1_000);
        let standing: Vec<Tile> = bench.table.state().board.at(Place::Hand(A)).collect();
        for tile in standing.into_iter().chain([before]) {
            bench.input(Input::Placed { tile, place: Place::Meld(A) });
        }
        bench.wait(12_000);
        let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
        assert_eq!(asked, blind_spots);
        assert_eq!(bench.acts().contains(&"hu A S.4".into()), !blind_spots);
    }
}

#[test]
fn agreement_in_the_middle_of_a_hand_ends_nothing() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    Seat::ALL.into_iter().for_each(|seat| bench.call(seat, Call::Confirm));
    bench.wait(4_000);
    assert!(!has_ended(&bench));
}

#[test]
fn the_last_turns_are_told_though_another_tile_comes_and_goes() {
    let (mut bench, [_, last], seat) = down_to_two_tiles(|bench, _| {
        bench.input(Input::BlindSpots(true));
    });
    let standing =
        |bench: &Bench, seat: Seat| bench.table.state().board.at(Place::Hand(seat)).next().unwrap();
    // What the player before drew stands where nobody sees it.
    let thrown = standing(&bench, left_of(seat));
    bench.input(Input::Placed { tile: thrown, place: Place::Away });
    bench.wait(500);
    bench.input(Input::Placed { tile: thrown, place: Place::River(left_of(seat)) });
    bench.wait(800);
    draw_and_throw(&mut bench, last, seat);
    let opposite = seat.next().next();
    let tile = standing(&bench, opposite);
    for place in [Place::Away, Place::Hand(opposite)].into_iter().cycle().take(8) {
        bench.input(Input::Placed { tile, place });
        bench.wait(2_000);
    }
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
}

#[test]
fn a_tile_out_of_sight_before_the_last_turn_is_not_the_last_discard() {
    let (mut bench, last, seat) = down_to_the_last_tile(|bench, seat| {
        let standing = bench.table.state().board.at(Place::Hand(seat)).next().unwrap();
        bench.input(Input::Placed { tile: standing, place: Place::Away });
    });
    bench.wait(4_000);
    assert!(!has_ended(&bench), "he thinks");
    bench.input(Input::Placed { tile: last, place: Place::Away });
    bench.input(Input::Placed { tile: last, place: Place::River(seat) });
    bench.wait(10_000);
    let mut discards = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    assert_eq!(discards.next_back(), Some(std::format!("discard {} {last}", name(seat))));
}

/// Where a seat's tiles came from, draw by draw.
fn sources(bench: &Bench, of: Seat) -> Vec<Source> {
    let sources = bench.events.iter().filter_map(|event| match event {
        Event::Play { play: Play::Draw { seat, source, .. }, .. } if *seat == of => Some(*source),
        _ => None,
    });
    sources.collect()
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
fn a_discard_claimed_out_of_one_river_is_not_of_the_seat_beside_whose_turn_nobody_saw() {
    let mut bench = with_blind_spots();
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    // B draws and throws where nobody sees it.
    bench.wait(3_000);
    bench.put("P.3", Place::River(C));
    bench.wait(400);
    bench.call(D, Call::Pung);
    ["P.3", "P.1", "P.2"].into_iter().for_each(|text| bench.carry(text, Place::Meld(D)));
    bench.wait(1_500);
    bench.carry("F.1", Place::River(D));
    bench.wait(1_500);
    bench.turn(A, "4s.2", "S.1");
    bench.turn(B, "4s.3", "9p.1");
    bench.wait(3_000);
    let acts = ["draw B ?", "discard B ?", "draw C P.3", "discard C P.3", "pung D P.3"];
    assert_eq!(bench.acts()[1..6], acts);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_hidden_turn_before_the_last_tile_of_the_wall_is_told() {
    let (mut bench, [_, last], whose) = down_to_two_tiles(|_, _| {});
    bench.input(Input::BlindSpots(true));
    bench.wait(2_000);
    draw_and_throw(&mut bench, last, whose);
    bench.wait(20_000);
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
    let thrown = std::format!("discard {} {last}", name(whose));
    assert!(bench.acts().contains(&thrown));
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
