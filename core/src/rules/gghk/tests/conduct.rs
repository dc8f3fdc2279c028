//! Break, rotation, cards and what the book leaves out.

use super::*;
use crate::rules::gghk::{Gghk, exposure};
use crate::rules::testing::{face, hand};
use crate::rules::{
    self, Bar, Claim, Deal, Goes, HandEnd, Memory, Next, NoBreak, NotDefinedByTheBook, Points,
    RuleBook, Seats, Seen, Source, Verdict, WhyFalse,
};
use crate::seat::{Seat, Wind};
use crate::tile::Face;

fn rulings() -> rules::Rulings {
    rules::Rulings::default()
}

#[test]
fn one_throw_breaks_the_wall() {
    let at = |sum| Gghk.wall_break(Seat::Second, &[sum], &rulings());
    // One is the roller, then right, opposite, left.
    let walls = [5, 6, 7, 8].map(|sum| at(sum).unwrap().wall);
    assert_eq!(walls, [0, 1, 2, 3].map(|steps| Seat::Second.after(steps)));
    assert_eq!(at(17).unwrap().stacks, 17);
    assert_eq!(at(18), Err(NoBreak::Undefined(NotDefinedByTheBook::Break)));
    assert_eq!(at(1), Err(NoBreak::WrongThrow));
    let twice = Gghk.wall_break(Seat::First, &[5, 5], &rulings());
    assert_eq!(twice, Err(NoBreak::WrongThrow));
}

#[test]
fn the_deal_moves_as_the_hand_ended() {
    let won = |seat| HandEnd::Won(Seats::NONE.and(seat));
    let deal = Deal { dealer: Seat::Third, ..Deal::FIRST };
    let cases = [
        (won(Seat::First), Seat::Fourth),
        (won(Seat::Third), Seat::Third),
        (HandEnd::Drawn, Seat::Fourth),
        (HandEnd::PlayedAgain, Seat::Third),
        (HandEnd::WronglyDealt(Seat::Second), Seat::Third),
    ];
    for (end, dealer) in cases {
        let Ok(Next::Hand(next)) = Gghk.next(&deal, end, &rulings()) else {
            panic!("{end:?} ends nothing");
        };
        assert_eq!((next.dealer, next.round), (dealer, Wind::East), "{end:?}");
    }
}

#[test]
fn a_wrong_dealer_does_not_stop_the_revolution() {
    // The fourth seat should have dealt the last hand of the revolution; the first did.
    let deal = Deal::FIRST;
    let next = |due| match Gghk.next(&deal, HandEnd::WronglyDealt(due), &rulings()) {
        Ok(Next::Hand(next)) => (next.dealer, next.round),
        other => panic!("{other:?}"),
    };
    assert_eq!(next(Seat::Fourth), (Seat::First, Wind::South));
    assert_eq!(next(Seat::Second), (Seat::Third, Wind::East));
}

#[test]
fn revolutions_carry_the_wind_and_the_match_has_no_end_in_the_book() {
    let mut deal = Deal::FIRST;
    let mut winds = std::vec::Vec::new();
    let end = loop {
        winds.push(deal.round);
        match Gghk.next(&deal, HandEnd::Drawn, &rulings()) {
            Ok(Next::Hand(next)) => deal = next,
            other => break other,
        }
    };
    assert_eq!(end, Err(NotDefinedByTheBook::MatchLength));
    let expected: std::vec::Vec<_> = Wind::ALL.iter().flat_map(|wind| [*wind; 4]).collect();
    assert_eq!(winds, expected);
    let ranked = Gghk.session(&[Points(0); 4], &rulings());
    assert_eq!(ranked, Err(NotDefinedByTheBook::Ranking));
    assert!(Gghk.undefined().contains(&NotDefinedByTheBook::Ting));
}

#[test]
fn exposure_costs_by_the_tile() {
    let rule = |tiles, concealed| exposure(tiles, concealed).map(|foul| (foul.what, foul.goes));
    assert_eq!(rule(0, 13), None);
    assert_eq!(rule(1, 13).unwrap().0, "one own tile exposed");
    assert_eq!(rule(2, 13).unwrap().0, "two own tiles exposed");
    assert_eq!(rule(3, 13).unwrap().0, "three or more own tiles exposed");
    assert_eq!(rule(6, 13).unwrap().1, Goes::On);
    assert_eq!(rule(7, 13).unwrap().1, Goes::Again);
    assert_eq!(rule(1, 2).unwrap().1, Goes::Again);
}

#[test]
fn a_false_win_is_proposed_whatever_is_wrong() {
    let dead = Memory { dead: true, ..Memory::default() };
    let free = Memory::default();
    let cases = [
        ("1m2m3m4p5p6p7s8s9s2m3m5s5s +4m/W", free, WhyFalse::BelowMinimum, true),
        ("1m2m3m4p5p6p7s8s9s2m3m5s5s +9m/W", free, WhyFalse::WrongTile, false),
        ("1m2m3m4p5p6p7s8s9s2mE5s5s +9m/W", free, WhyFalse::NotWaiting, false),
        ("1s2s3s4s5s6s7s8sEEENN _9s/W", free, WhyFalse::NotRobbable, false),
        ("1s2s3s4s5s6s7s8sEEENN *9s", dead, WhyFalse::Dead, true),
    ];
    for (text, memory, expected, has_score) in cases {
        let verdict = Gghk.judge(&declared(text), &memory, &rulings()).unwrap();
        let Verdict::False { why, counted, proposes } = verdict else {
            panic!("{text} is legal");
        };
        assert_eq!((why, counted.is_some()), (expected, has_score), "{text}");
        assert_eq!((proposes.rule, proposes.goes), ("HK FM-10", Goes::Again));
    }
    let forbidden = Gghk.fouls_of("HK FM-9");
    assert_eq!(forbidden[0].bars, Bar::MeldAndWin);
    assert_eq!(Gghk.fouls_of("HK FD-6").len(), 4);
}

#[test]
fn a_beaten_chow_may_become_a_win() {
    let chow = Claim::Chow(Face::EAST);
    let rule = |from, to, beaten| Gghk.changed_call(from, to, beaten).map(|foul| foul.rule);
    assert_eq!(rule(chow, Claim::Hu, true), None);
    assert_eq!(rule(chow, Claim::Hu, false), Some("HK FM-3"));
    assert_eq!(rule(Claim::Pung, Claim::Hu, true), Some("HK FM-3"));
    assert_eq!(rule(chow, Claim::Pung, true), Some("HK FM-3"));
}

/// What the game asks of the book is what the book's own functions say.
#[test]
fn the_book_remembers_waits_and_counts_cards() {
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let waits = Gghk.waits(&tiles, &rulings()).unwrap();
    assert!(waits.iter().eq(["3s", "6s", "9s"].map(face)));
    let mut memory = Memory::default();
    let seen = Seen::LetGo(face("9s"), Source::Discard(Seat::Third));
    Gghk.remember(&mut memory, seen, &tiles, &rulings()).unwrap();
    assert!(memory.barred.contains(face("9s")));
    // FP-5, FP-6: two yellow cards cost what a red one costs.
    assert_eq!(Gghk.cards(1, 0, &rulings()), Points(24));
    assert_eq!(Gghk.cards(3, 0, &rulings()), Points(96 + 24));
}
