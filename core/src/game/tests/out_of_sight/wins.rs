//! Wins that are asked about, because what nobody saw might change them.

use super::*;

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

/// A has won with what was dealt; these tiles come last, one a second, and between them the others' thirteenth.
fn asked_about_a_dealt_win(last: &[&str]) -> bool {
    let hand = WAITING[0].replace("C.1", "4p.2");
    let [b, c, d] = [WAITING[1], WAITING[2], WAITING[3]];
    let mut bench = Bench::new("gghk", true);
    stand(&mut bench, [hand.as_str(), b, c, d], &[last, &["P.3", "N.2", "P.2"][..]].concat());
    bench.wait(500);
    for (text, seat) in [("P.3", B), ("N.2", C), ("P.2", D)] {
        bench.put(text, Place::Hand(seat));
    }
    for text in last {
        bench.wait(1_000);
        bench.put(text, Place::Hand(A));
    }
    bench.wait(2_000);
    bench.call(A, Call::Hu);
    bench.wait(1_500);
    hand.split(' ').for_each(|text| bench.put(text, Place::Meld(A)));
    bench.wait(12_000);
    let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
    let won = bench.acts().contains(&std::format!("hu A {}", last[last.len() - 1]));
    assert_eq!(asked, !won, "{:?}", bench.acts());
    asked
}

#[test]
fn a_dealt_win_is_asked_about_if_two_tiles_came_after_the_others_thirteenth() {
    assert!(!asked_about_a_dealt_win(&["9p.3"]));
    assert!(asked_about_a_dealt_win(&["9p.3", "6p.1"]));
}
