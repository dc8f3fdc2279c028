//! What is open outside scoring, each ruling both ways; fouls, ladder, rotation and session.

use crate::hand::Hand;
use crate::rules::mcr::{ClaimClock, Conduct, LadderTop, Mcr, RankTies};
use crate::rules::testing::{declared, face, hand};
use crate::rules::{
    Began, Break, Claim, Claims, Deal, HandEnd, Interval, Memory, Next, NoBreak,
    NotDefinedByTheBook, Offer, OwnTurn, Player, Points, Recipient, RuleBook, Rulings, Source,
    Standing, Starts, Step, Timely, Verdict, WhyFalse,
};
use crate::seat::{Seat, Wind};
use crate::time::Span;

fn with(change: impl FnOnce(&mut Conduct)) -> Rulings {
    let mut rulings = Rulings::default();
    change(&mut rulings.mcr.conduct);
    rulings
}

fn default() -> Rulings {
    Rulings::default()
}

#[test]
fn ties_are_shared_in_twelfths_or_left_to_the_referee() {
    // Totals by player, twelfths.
    let cases = [
        ([30, 10, -10, -30], [48, 24, 12, 0], false),
        ([10, 30, -30, -10], [24, 48, 0, 12], false),
        ([20, 20, -10, -30], [36, 36, 12, 0], true),
        ([20, 0, 0, -20], [48, 18, 18, 0], true),
        ([20, 20, 20, -60], [28, 28, 28, 0], true),
        ([0, 0, 0, 0], [21, 21, 21, 21], true),
        ([5, 5, -5, -5], [36, 36, 6, 6], true),
    ];
    let referee = with(|conduct| conduct.rank_ties = RankTies::Referee);
    for (totals, twelfths, tied) in cases {
        let totals = totals.map(Points);
        let standings = Mcr.session(&totals, &default()).unwrap();
        assert_eq!(standings.map(|one| one.twelfths), twelfths);
        assert_eq!(standings.iter().any(|one| one.tied), tied);
        let asked = Mcr.session(&totals, &referee);
        assert_eq!(asked.is_err(), tied, "{totals:?}");
    }
    let first = Standing { place: 1, twelfths: 36, tied: true };
    assert_eq!(Mcr.session(&[20, 20, -10, -30].map(Points), &default()).unwrap()[1], first);
}

#[test]
fn the_ladder_goes_on_stays_or_asks() {
    let step = |nth, top| {
        let rulings = with(|conduct| conduct.ladder_top = top);
        Mcr.ladder(nth, &rulings)
    };
    let points = |amount| Some(Ok(Step::Points(Points(amount))));
    for top in [LadderTop::GoesOn, LadderTop::Stays, LadderTop::Referee] {
        assert_eq!(step(0, top), None);
        assert_eq!(step(1, top), Some(Ok(Step::Warning)));
        assert_eq!([2, 3, 4].map(|nth| step(nth, top)), [5, 10, 20].map(points));
    }
    let on = [5, 6, 7, 8, 9, 255].map(|nth| step(nth, LadderTop::GoesOn));
    assert_eq!(on, [30, 40, 50, 60, 60, 60].map(points));
    assert_eq!(step(9, LadderTop::Stays), points(20));
    assert_eq!(step(5, LadderTop::Referee), Some(Err(NotDefinedByTheBook::Ladder)));
}

#[test]
fn late_pungs_and_kongs() {
    let late =
        |claim, millis, rulings: &Rulings| match Mcr.timely(claim, Span::millis(millis), rulings) {
            Timely::Late { granted, proposes } => {
                assert_eq!(proposes.rule, "MCR 3.11.6.5");
                Some(granted)
            }
            _ => None,
        };
    assert_eq!(late(Claim::Pung, 3_000, &default()), None);
    assert_eq!(late(Claim::Pung, 3_001, &default()), Some(false));
    assert_eq!(late(Claim::Kong, 3_001, &default()), Some(false));
    assert_eq!(late(Claim::Hu, 9_000, &default()), None);
    assert_eq!(late(Claim::Chow(face("1m")), 9_000, &default()), None);
    let kong_free = with(|conduct| conduct.late_kong_is_late = false);
    assert_eq!(late(Claim::Kong, 3_001, &kong_free), None);
    let granted = with(|conduct| conduct.late_claim_granted = true);
    assert_eq!(late(Claim::Pung, 3_001, &granted), Some(true));
}

#[test]
fn promoting_needs_a_draw_and_by_ruling_the_drawn_tile() {
    let memory = Memory::default();
    let tiles = hand("E1p1p1p1p2s3s4s5s6s7s pung:E");
    let kongs = |began, wall_left, rulings: &Rulings| {
        let turn = OwnTurn { hand: &tiles, began, wall_left, memory: &memory };
        let kongs = Mcr.own_kongs(&turn, rulings);
        (kongs.promoted.contains(face("E")), kongs.concealed.contains(face("1p")))
    };
    let drawn = Began::Draw(face("E"));
    let held = Began::Draw(face("1p"));
    let only_drawn = with(|conduct| conduct.promote_with_held_tile = false);
    assert_eq!(kongs(drawn, 9, &default()), (true, true));
    assert_eq!(kongs(held, 9, &default()), (true, true));
    assert_eq!(kongs(held, 9, &only_drawn), (false, true));
    assert_eq!(kongs(drawn, 9, &only_drawn), (true, true));
    assert_eq!(kongs(Began::Claim, 9, &default()), (false, false));
    assert_eq!(kongs(drawn, 0, &default()), (false, false));
    let without = with(|conduct| conduct.kong_needs_a_replacement = false);
    assert_eq!(kongs(drawn, 0, &without), (true, true));
}

fn claims(hand: &Hand, tile: &str, from: Seat, wall_left: u8, rulings: &Rulings) -> Claims {
    let memory = Memory::default();
    let offer = Offer {
        tile: face(tile),
        source: Source::Discard(from),
        seat: Seat::Second,
        hand,
        memory: &memory,
        dealer: Seat::First,
        round: Wind::East,
        wall_left,
        last_of_kind: false,
        opening: false,
    };
    Mcr.claims(&offer, rulings).unwrap()
}

#[test]
fn claims_on_a_discard() {
    let tiles = hand("4m5m6m7mCCC1p2p3p9s9sE");
    let chows = |tile, from| claims(&tiles, tile, from, 9, &default()).chows.len();
    assert_eq!((chows("5m", Seat::First), chows("5m", Seat::Third)), (2, 0));
    assert_eq!((chows("3m", Seat::First), chows("8m", Seat::First)), (1, 1));
    assert_eq!((chows("C", Seat::First), chows("9m", Seat::First)), (0, 0));
    let dragon = claims(&tiles, "C", Seat::Fourth, 9, &default());
    assert!(dragon.pung && dragon.kong && !dragon.hu);
    let pair = claims(&tiles, "9s", Seat::Third, 9, &default());
    assert!(pair.pung && !pair.kong);
    // A discarded flower cannot be claimed.
    assert_eq!(claims(&tiles, "3f", Seat::First, 9, &default()), Claims::default());
}

#[test]
fn the_last_discard_can_be_won_and_by_ruling_melded() {
    let tiles = hand("CCC1p2p3p9s9sEE4m5m6m");
    let last = |rulings: &Rulings| claims(&tiles, "C", Seat::First, 0, rulings);
    assert_eq!(last(&default()), Claims::default());
    let melded = with(|conduct| conduct.last_discard_only_won = false);
    assert!(last(&melded).pung && !last(&melded).kong);
    let any = with(|conduct| {
        conduct.last_discard_only_won = false;
        conduct.kong_needs_a_replacement = false;
    });
    assert!(last(&any).kong);
    let waiting = hand("1m2m3m4m5m6m7m8m9m1p2p5s5s");
    assert!(claims(&waiting, "3p", Seat::Third, 0, &default()).hu);
}

#[test]
fn a_break_above_eighteen_counts_on_or_asks() {
    let at = |throws: &[u8], rulings: &Rulings| Mcr.wall_break(Seat::First, throws, rulings);
    let at_wall = |wall, stacks| Ok(Break { wall, stacks });
    // 5 and 9 the dealer, 6 the right, 7 opposite, 8 the left.
    assert_eq!(at(&[5, 4], &default()), at_wall(Seat::First, 9));
    assert_eq!(at(&[6, 2], &default()), at_wall(Seat::Second, 8));
    assert_eq!(at(&[9, 9], &default()), at_wall(Seat::First, 18));
    assert_eq!(at(&[12, 12], &default()), at_wall(Seat::Third, 6));
    assert_eq!(at(&[9, 10], &default()), at_wall(Seat::Fourth, 1));
    let asks = with(|conduct| conduct.break_counts_on = false);
    assert_eq!(at(&[9, 10], &asks), Err(NoBreak::Undefined(NotDefinedByTheBook::Break)));
    assert_eq!(at(&[9, 9], &asks), at_wall(Seat::First, 18));
    assert_eq!(at(&[9], &default()), Err(NoBreak::WrongThrow));
    assert_eq!(at(&[13, 2], &default()), Err(NoBreak::WrongThrow));
}

#[test]
fn false_hu_are_told_apart() {
    let proposed = |text: &str, rulings: &Rulings| {
        let verdict = Mcr.judge(&declared(text), &Memory::default(), rulings);
        match verdict.unwrap() {
            Verdict::False { why, proposes, .. } => (why, proposes.rule),
            Verdict::Legal(_) => panic!("{text} is legal"),
        }
    };
    let (a, b) = ("MCR 3.11.6.6(1)", "MCR 3.11.6.6(2)");
    let small = "1m2m3m5m6m7m4p4p6p7p8p2s3s";
    let cases = [
        (small, "+4s/W", WhyFalse::BelowMinimum, a),
        (small, "+9s/W", WhyFalse::WrongTile, a),
        (small, "*9s", WhyFalse::WrongTile, a),
        ("1m2m3m5m6m7mEN6p7p8p2s3s", "+4s/W", WhyFalse::NotWaiting, b),
        ("1m2m3m5m6m7mEN6p7p8p2s3s", "*4s", WhyFalse::NotWaiting, b),
        ("1m2m3m4m5m6m7m8m9m1p2p5s5s", "_3p/W", WhyFalse::NotRobbable, a),
    ];
    for (tiles, won, why, rule) in cases {
        let text = std::format!("{tiles} {won}");
        assert_eq!(proposed(&text, &default()), (why, rule), "{text}");
    }
    let gravity = with(|conduct| conduct.self_drawn_false_hu_alike = false);
    let drawn = std::format!("{small} *9s");
    assert_eq!(proposed(&drawn, &gravity).1, "MCR 3.11.2.2");
    let claimed = std::format!("{small} +9s/W");
    assert_eq!(proposed(&claimed, &gravity).1, a);
    let foul = &Mcr.fouls_of(a)[0];
    assert_eq!(foul.to, Recipient::EachOther);
}

#[test]
fn sixteen_hands_in_four_seatings() {
    let mut deal = Deal::FIRST;
    let mut dealers = std::vec::Vec::new();
    loop {
        let player = deal.players[deal.dealer.index()];
        dealers.push((deal.round, deal.dealer, player));
        match Mcr.next(&deal, HandEnd::Drawn, &default()).unwrap() {
            Next::Hand(next) => deal = next,
            Next::SessionOver => break,
        }
    }
    assert_eq!(dealers.len(), 16);
    for player in Player::ALL {
        let deals = dealers.iter().filter(|(.., dealer)| *dealer == player);
        assert_eq!(deals.count(), 4, "{player:?} deals once in every round");
    }
    // Places per round as on the score sheet: A: E S N W; B: S E W N; C: W N E S; D: N W S E.
    let places = |player| {
        let of = |round| {
            let deal = dealers.iter().find(|(wind, _, who)| *wind == round && *who == player);
            deal.unwrap().1.index()
        };
        Wind::ALL.map(of)
    };
    let expected = [[0, 1, 3, 2], [1, 0, 2, 3], [2, 3, 0, 1], [3, 2, 1, 0]];
    assert_eq!(Player::ALL.map(places), expected);
}

#[test]
fn clocks_are_those_of_the_book() {
    let seconds = |interval| {
        let limit = Mcr.limit(interval, &default());
        limit.map(|limit| limit.span.0 / 1_000_000)
    };
    assert_eq!(seconds(Interval::Opening), Some(20));
    assert_eq!(seconds(Interval::Discard), Some(10));
    assert_eq!(seconds(Interval::Claim), Some(3));
    assert_eq!(seconds(Interval::Session), Some(9_000));
    assert_eq!(seconds(Interval::Notice), Some(900));
    assert_eq!(seconds(Interval::Break), Some(900));
    assert_eq!(seconds(Interval::Appeal), Some(1_800));
    assert_eq!(seconds(Interval::Reaction), None);
}

#[test]
fn clock_and_layout_follow_their_rulings() {
    let session = |rulings: &Rulings| {
        let clock = Mcr.session_clock(rulings).unwrap();
        (clock.stops_in_break, clock.settles_earlier_hu)
    };
    assert_eq!(session(&default()), (true, true));
    let runs = with(|conduct| conduct.break_stops_the_clock = false);
    assert_eq!(session(&runs), (false, true));
    let void = with(|conduct| conduct.hu_before_time_is_settled = false);
    assert_eq!(session(&void), (true, false));
    let starts = |rulings: &Rulings| Mcr.limit(Interval::Claim, rulings).unwrap().starts;
    assert_eq!(starts(&default()), Starts::Floor);
    let shown = with(|conduct| conduct.claim_clock = ClaimClock::Shown);
    assert_eq!(starts(&shown), Starts::Shown);
    assert_eq!(Mcr.layout(&default()).kong_turned_at, [2, 3]);
    let second = with(|conduct| conduct.kong_turned_in_either_place = false);
    assert_eq!(Mcr.layout(&second).kong_turned_at, [2]);
}

#[test]
fn changing_a_call_to_hu_is_named_and_other_changes_are_empty_calls() {
    let rule = |to, beaten| Mcr.changed_call(Claim::Pung, to, beaten).map(|foul| foul.rule);
    assert_eq!(rule(Claim::Hu, false), Some("MCR 3.11.6.11(3)"));
    assert_eq!(rule(Claim::Hu, true), Some("MCR 3.11.6.11(3)"));
    assert_eq!(rule(Claim::Kong, false), Some("MCR 3.11.6.3"));
    assert_eq!(rule(Claim::Kong, true), None);
}

/// 3.4.8: the deal passes on whatever happened, from the player who should have had it.
#[test]
fn the_deal_passes_on_from_whoever_should_have_dealt() {
    let deal = Deal { dealer: Seat::Third, ..Deal::FIRST };
    let dealer = |end| match Mcr.next(&deal, end, &default()) {
        Ok(Next::Hand(next)) => next.dealer,
        other => panic!("{other:?}"),
    };
    assert_eq!(dealer(HandEnd::Drawn), Seat::Fourth);
    assert_eq!(dealer(HandEnd::PlayedAgain), Seat::Third);
    assert_eq!(dealer(HandEnd::WronglyDealt(Seat::First)), Seat::Second);
}

#[test]
fn the_book_knows_what_a_hand_waits_for() {
    let waits = Mcr.waits(&hand("1m2m3m4m5m6m7m8m9m1p2p5s5s"), &default()).unwrap();
    assert!(waits.iter().eq([face("3p")]));
}
