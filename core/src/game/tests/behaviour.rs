//! What broke naive versions, one by one.

use super::*;
use crate::game::{KongKind, Phase, Source, Standing, Way};

#[test]
fn a_lifted_tile_put_back_is_no_discard() {
    let mut bench = Bench::dealt(HANDS);
    bench.put("1m.1", Place::Away);
    bench.wait(2_000);
    bench.put("1m.1", Place::Hand(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), [] as [&str; 0]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn nothing_is_recorded_on_first_sight() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    assert_eq!(bench.acts(), [] as [&str; 0]);
    let shown = bench.table.provisional().plays().next();
    let tile = Some(tile("C.1"));
    assert_eq!(shown, Some(Play::Discard { seat: A, tile }), "displays follow at once");
    bench.wait(3_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
}

#[test]
fn a_discard_pulled_back_after_a_second_never_happened() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.carry("C.1", Place::Hand(A));
    bench.wait(1_000);
    bench.carry("S.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A S.1"]);
}

#[test]
fn a_discard_taken_back_late_is_recorded_as_such() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    bench.carry("C.1", Place::Hand(A));
    bench.wait(4_000);
    bench.carry("S.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "taken back A", "discard A S.1"]);
}

#[test]
fn a_discard_claimed_before_it_lay_in_the_river_was_a_discard() {
    let mut bench = Bench::dealt(HANDS);
    bench.put("C.1", Place::Away);
    bench.wait(400);
    bench.call(C, Call::Pung);
    bench.put("C.1", Place::Meld(C));
    bench.put("C.2", Place::Meld(C));
    bench.put("C.3", Place::Meld(C));
    bench.wait(1_500);
    bench.carry("N.1", Place::River(C));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "pung C C.1", "discard C N.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn the_next_players_draw_may_settle_before_the_discard() {
    let mut bench = Bench::dealt(HANDS);
    bench.put("C.1", Place::Away);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(900);
    bench.put("C.1", Place::River(A));
    bench.wait(1_000);
    bench.carry("S.2", Place::River(B));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "draw B 4s.2", "discard B S.2"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_claimer_may_lay_the_own_tiles_first() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(300);
    bench.carry("C.2", Place::Meld(C));
    bench.carry("C.3", Place::Meld(C));
    bench.carry("C.1", Place::Meld(C));
    bench.wait(800);
    bench.carry("N.1", Place::River(C));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "pung C C.1", "discard C N.1"]);
}

#[test]
fn several_acts_within_one_lag_come_out_in_order() {
    let mut bench = Bench::dealt(HANDS);
    bench.put("4s.2", Place::Hand(B));
    bench.put("S.2", Place::River(B));
    bench.put("C.1", Place::River(A));
    bench.put("5s.2", Place::River(C));
    bench.put("6s.2", Place::Hand(D));
    bench.wait(4_000);
    let expected =
        ["discard A C.1", "draw B 4s.2", "discard B S.2", "draw C 5s.2", "discard C 5s.2"];
    assert_eq!(bench.acts(), expected);
}

#[test]
fn flowers_of_several_players_are_replaced_at_once() {
    let mut hands = HANDS;
    hands[1] = "1p.1 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 S.2 S.3 1f 2f";
    hands[2] = "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 C.2 C.3 N.1 3f";
    let mut bench = Bench::dealt(hands);
    for (flower, seat) in [("1f", B), ("3f", C), ("2f", B)] {
        bench.put(flower, Place::Meld(seat));
    }
    bench.wait(600);
    for (tile, seat) in [("4s.2", B), ("5s.2", C), ("6s.2", B)] {
        bench.put(tile, Place::Hand(seat));
    }
    bench.wait(4_000);
    let mut acts = bench.acts();
    acts.sort();
    let expected =
        ["draw B 4s.2", "draw B 6s.2", "draw C 5s.2", "flower B 1f", "flower B 2f", "flower C 3f"];
    assert_eq!(acts, expected);
    assert_eq!(bench.flags(), []);
    assert!(bench.table.state().board.owed.iter().all(Few::is_empty));
}

#[test]
fn a_concealed_kong_may_be_laid_one_tile_at_a_time() {
    let mut hands = HANDS;
    hands[0] = "1m.1 2m.1 3m.1 4m.1 5m.1 6m.1 7m.1 8m.1 9m.1 E.1 E.2 E.3 E.4 C.1";
    let mut bench = Bench::dealt(hands);
    bench.call(A, Call::Kong);
    for tile in ["E.1", "E.2", "E.3", "E.4"] {
        bench.carry(tile, Place::Meld(A));
        bench.wait(600);
    }
    bench.put("9s.4", Place::Hand(A));
    bench.wait(1_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["kong A concealed", "draw A 9s.4", "discard A C.1"]);
    assert_eq!(bench.flags(), []);
    let kong = bench.events.iter().find_map(|event| match event {
        Event::Play { play: Play::Draw { source, .. }, .. } => Some(*source),
        _ => None,
    });
    assert_eq!(kong, Some(Source::KongReplacement));
}

#[test]
fn a_promoted_kong_can_be_robbed() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    for tile in ["C.2", "C.3", "C.1"] {
        bench.put(tile, Place::Meld(C));
    }
    bench.wait(1_000);
    bench.carry("N.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "6s.2", "6s.2");
    bench.turn(A, "7s.2", "7s.2");
    bench.turn(B, "8s.2", "8s.2");
    bench.put("C.4", Place::Hand(C));
    bench.wait(1_200);
    bench.call(C, Call::Kong);
    bench.carry("C.4", Place::Meld(C));
    bench.wait(700);
    bench.call(D, Call::Hu);
    bench.wait(1_500);
    bench.carry("C.4", Place::Meld(D));
    // The hand is never shown: nobody waits for it longer than six seconds.
    bench.wait(6_000);
    let hu = bench.events.iter().find_map(|event| match event {
        Event::Play { play: Play::Hu { seat, tile, way }, .. } => Some((*seat, *tile, *way)),
        _ => None,
    });
    assert_eq!(hu, Some((D, Some(tile("C.4")), Way::Robbing { from: C })));
    let kinds: Vec<_> = bench.acts();
    assert!(kinds.contains(&String::from("kong C promoted")));
    let proposed = bench.table.state().proposed.first().unwrap();
    assert!(matches!(proposed.standing_as, Standing::False(_)), "D waits for other tiles");
    assert_eq!(bench.flags(), [FlagKind::FalseHuA]);
}

/// A waits for a red dragon: three chows, three E and the pair.
fn waiting_for_the_red_dragon() -> [&'static str; 4] {
    [
        "1m.1 2m.1 3m.1 4m.1 5m.1 6m.1 7m.1 8m.1 9m.1 E.1 E.2 E.3 C.1 S.1",
        "1p.1 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 C.2 S.3 W.1 W.2",
        "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 C.3 C.4 N.1 N.2",
        "1m.2 2m.2 3m.2 1p.2 2p.2 3p.2 1s.2 2s.2 3s.2 F.1 F.2 P.1 P.2",
    ]
}

fn won_on_a_discard() -> Bench {
    let mut bench = Bench::dealt(waiting_for_the_red_dragon());
    bench.carry("S.1", Place::River(A));
    bench.wait(1_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_000);
    bench.carry("C.2", Place::River(B));
    bench.wait(800);
    bench.call(A, Call::Hu);
    bench.wait(900);
    bench.carry("C.2", Place::Meld(A));
    for tile in waiting_for_the_red_dragon()[0].split(' ').filter(|tile| *tile != "S.1") {
        bench.put(tile, Place::Meld(A));
        bench.wait(50);
    }
    bench
}

#[test]
fn a_win_on_a_discard_is_computed_and_agreed_by_four() {
    let mut bench = won_on_a_discard();
    bench.wait(3_000);
    let win = bench.table.state().proposed.first().unwrap();
    assert_eq!((win.seat, win.tile, win.way), (A, tile("C.2"), Way::Discard { from: B }));
    assert_eq!(win.standing_as, Standing::Legal);
    let paid = win.payments.map(|points| points.0);
    assert_eq!(paid.iter().sum::<i32>(), 0);
    for seat in [A, B, C] {
        bench.call(seat, Call::Confirm);
    }
    assert_eq!(bench.table.state().phase, Phase::Judging, "one seat has not agreed");
    bench.call(D, Call::Confirm);
    assert_eq!(bench.table.state().phase, Phase::Between);
    let session = bench.table.state().session.unwrap();
    assert_eq!(session.totals.map(|points| points.0), paid);
    assert!(session.balanced());
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn rivers_may_become_counting_chips_after_the_call() {
    let mut bench = won_on_a_discard();
    bench.put("S.1", Place::Meld(A));
    bench.put("W.1", Place::Away);
    bench.wait(5_000);
    let win = bench.table.state().proposed.first().unwrap();
    assert_eq!((win.tile, win.way), (tile("C.2"), Way::Discard { from: B }));
    assert_eq!(bench.flags(), []);
}

#[test]
fn tiles_swept_together_at_the_end_change_nothing() {
    let mut bench = won_on_a_discard();
    bench.wait(3_000);
    bench.order(Command::ConfirmResult { declared: Some(22) });
    let before = bench.table.state().clone();
    for (at, tile) in Tile::all().enumerate() {
        let place = Place::River(Seat::ALL[at % 4]);
        bench.input(Input::Placed { tile, place });
    }
    bench.wait(2_000);
    assert_eq!(*bench.table.state(), before);
    bench.order(Command::StartHand);
    assert_eq!(bench.refused, [Refused::TilesLying]);
    for tile in Tile::all() {
        bench.input(Input::Placed { tile, place: Place::Away });
    }
    bench.order(Command::StartHand);
    assert_eq!(bench.table.state().session.unwrap().deal.dealer, B);
}

#[test]
fn a_tile_flashing_through_a_neighbours_river_is_no_event() {
    let mut bench = Bench::dealt(HANDS);
    bench.put("C.1", Place::River(B));
    bench.wait(400);
    bench.put("C.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
    assert_eq!(bench.flags(), []);
}

#[test]
fn a_drawn_tile_thrown_at_once_was_drawn() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("4s.2", Place::River(B));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "draw B 4s.2", "discard B 4s.2"]);
}

#[test]
fn a_draw_gets_its_tile_later() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    // B holds the drawn tile in the fingers and throws another.
    bench.carry("S.2", Place::River(B));
    bench.wait(2_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(3_000);
    assert_eq!(bench.acts(), ["discard A C.1", "draw B 4s.2", "discard B S.2"]);
}

#[test]
fn what_nothing_explains_is_flagged_and_play_goes_on_after_a_correction() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("2m.1", Place::Hand(B));
    bench.wait(4_000);
    assert_eq!(bench.flags(), []);
    bench.wait(3_000);
    assert_eq!(bench.flags(), [FlagKind::IllegalTransfer]);
    assert_eq!(bench.table.state().board.place(tile("2m.1")), Place::Hand(A), "belief kept");
    bench.order(Command::Correct { tile: tile("2m.1"), place: Place::Hand(B) });
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn without_rivers_a_discard_is_known_when_play_goes_on() {
    let mut bench = Bench::new("mcr", false);
    bench.deal(HANDS);
    bench.put("C.1", Place::Away);
    bench.wait(2_000);
    assert_eq!(bench.acts(), [] as [&str; 0]);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
}

#[test]
fn several_readings_of_a_win_ask_the_referee() {
    let mut bench = Bench::dealt(waiting_for_the_red_dragon());
    bench.wait(500);
    // The dealer calls on the first fourteen tiles: nobody saw which came last.
    bench.call(A, Call::Hu);
    bench.wait(12_000);
    assert!(bench.events.iter().any(|event| matches!(event, Event::Asked(_))));
    assert!(bench.table.state().proposed.is_empty(), "never a guess");
    bench.order(Command::Hu { seat: A, tile: tile("S.1"), way: Way::SelfDrawn });
    assert_eq!(bench.table.state().phase, Phase::Judging);
}

#[test]
fn kinds_of_kong_are_told_by_origin() {
    let mut hands = HANDS;
    hands[2] = "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 C.2 C.3 C.4 N.2";
    let mut bench = Bench::dealt(hands);
    bench.carry("C.1", Place::River(A));
    bench.call(C, Call::Kong);
    for tile in ["C.2", "C.3", "C.4", "C.1"] {
        bench.put(tile, Place::Meld(C));
        bench.wait(200);
    }
    bench.put("9p.4", Place::Hand(C));
    bench.wait(1_000);
    bench.carry("N.2", Place::River(C));
    bench.wait(4_000);
    let kinds: Vec<_> = bench
        .events
        .iter()
        .filter_map(|event| match event {
            Event::Play { play: Play::Kong { kind, .. }, .. } => Some(*kind),
            _ => None,
        })
        .collect();
    let claimed = KongKind::Claimed { tile: tile("C.1"), from: A };
    assert_eq!(kinds, [claimed]);
}
