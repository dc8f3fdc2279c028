//! Every ruling both ways.

use super::*;
use crate::rules::claim::{Claims, Memory, Seen};
use crate::rules::gghk::{
    Cards, Gghk, Judgement, MeldCorner, Robbing, flipped_wall, judge, liable, remember, robbing,
};
use crate::rules::shape::FaceSet;
use crate::rules::testing::{face, hand};
use crate::rules::{
    self, Claim, Deal, HandEnd, Interval, MeldPlace, Next, Offer, OwnTurn, RuleBook, Seats, Source,
    Timely,
};
use crate::seat::{Seat, Wind};
use crate::time::Span;

/// The default with one field changed.
fn with(change: impl FnOnce(&mut Rulings)) -> Rulings {
    let mut rulings = Rulings::default();
    change(&mut rulings);
    rulings
}

fn whole(gghk: Rulings) -> rules::Rulings {
    rules::Rulings { gghk, ..rules::Rulings::default() }
}

#[test]
fn scoring_rulings_change_their_item_only() {
    let closed = with(|rulings| rulings.closed_hand_on_a_discard = false);
    let robbing = with(|rulings| rulings.robbing_earns_self_drawn = true);
    let heaven = with(|rulings| rulings.heaven_earns_self_drawn = false);
    let plain = "1m2m3m4p5p6p7s8s9s2m3mEE";
    // Ruling, hand, raw by default, raw with the ruling.
    let cases = [
        (closed, "+4m/W", 2, 1),
        (closed, "*4m", 3, 3),
        (closed, "^4m/W", 3, 2),
        (robbing, "^4m/W", 3, 4),
        (robbing, "+4m/W", 2, 2),
        (heaven, "*4m opening E/E", 13, 12),
        (heaven, "*4m E/E", 3, 3),
    ];
    for (rulings, won, by_default, otherwise) in cases {
        let text = std::format!("{plain} {won}");
        let raw = |rulings: &Rulings| score(&declared(&text), rulings).unwrap().unwrap().raw;
        assert_eq!(raw(&Rulings::default()), by_default, "{text}");
        assert_eq!(raw(&rulings), otherwise, "{text}");
    }
}

#[test]
fn a_concealed_fourth_meld_keeps_or_ends_the_liability() {
    let melds = hand("pung:C pung:F pung:P/3 ckong:8m").melds;
    let liable = |rulings: &Rulings| liable(Seat::Second, &melds, rulings).map(|(seat, _)| seat);
    assert_eq!(liable(&Rulings::default()), Some(Seat::Third));
    let ends = with(|rulings| rulings.concealed_fourth_keeps_liability = false);
    assert_eq!(liable(&ends), None);
}

#[test]
fn passing_rulings_decide_what_bars() {
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let barred = |seen: Seen, rulings: &Rulings| {
        let mut memory = Memory::default();
        remember(&mut memory, seen, &tiles, rulings).unwrap();
        memory.barred.contains(face("9s"))
    };
    let own = Seen::OwnDiscard(face("9s"));
    assert!(barred(own, &Rulings::default()));
    let closes = with(|rulings| rulings.own_discard_opens_the_round = false);
    assert!(!barred(own, &closes));

    let robbed = Seen::LetGo(face("9s"), Source::PromotedKong(Seat::Third));
    let no_chuck = with(|rulings| rulings.robbing_is_a_chuck = false);
    assert!(barred(robbed, &Rulings::default()) && !barred(robbed, &no_chuck));
    let win = declared("1s2s3s4s5s6s7s8sEEENN ^9s/W");
    let nine = FaceSet::one(face("9s"));
    let judged = |rulings: &Rulings| judge(&win, nine, rulings).unwrap();
    assert!(matches!(judged(&Rulings::default()), Judgement::PassedWin(_)));
    assert!(matches!(judged(&no_chuck), Judgement::Legal(_)));
}

#[test]
fn a_late_robbing_stands_or_falls() {
    let stands = |rulings: &Rulings| match robbing(true, rulings) {
        Robbing::Late { stands, proposes } => {
            assert_eq!(proposes.rule, "HK FM-7");
            stands
        }
        Robbing::InTime => panic!("it is late"),
    };
    assert!(stands(&Rulings::default()));
    assert!(!stands(&with(|rulings| rulings.late_robbing_stands = false)));
    assert_eq!(robbing(false, &Rulings::default()), Robbing::InTime);
}

#[test]
fn the_dealer_stays_or_moves_on_a_win() {
    let won = HandEnd::Won(Seats::NONE.and(Seat::First).and(Seat::Third));
    let dealer = |rulings: Rulings| match Gghk.next(&Deal::FIRST, won, &whole(rulings)) {
        Ok(Next::Hand(deal)) => (deal.dealer, deal.round),
        other => panic!("{other:?}"),
    };
    assert_eq!(dealer(Rulings::default()), (Seat::First, Wind::East));
    let moves = with(|rulings| rulings.dealer_stays_on_win = false);
    assert_eq!(dealer(moves), (Seat::Second, Wind::East));
}

#[test]
fn cards_replace_or_add() {
    let adds = with(|rulings| rulings.dearer_card_replaces = false);
    // Yellow, red, cost when replaced, cost when added.
    let cases = [
        (0, 0, 0, 0),
        (1, 0, 24, 24),
        (2, 0, 96, 48 + 96),
        (3, 0, 120, 72 + 96),
        (0, 1, 96, 96),
        (0, 2, 512, 192 + 512),
        (2, 1, 512, 48 + 192 + 512),
        (4, 0, 512, 96 + 192 + 512),
    ];
    for (yellow, red, replaced, added) in cases {
        let cards = Cards { yellow, red };
        assert_eq!(cards.cost(&Rulings::default()).0, replaced, "{cards:?}");
        assert_eq!(cards.cost(&adds).0, added, "{cards:?}");
    }
}

#[test]
fn a_second_turned_wall_tile_costs_or_not() {
    let free = with(|rulings| rulings.second_flip_is_yellow = false);
    let foul = |tiles, before, rulings: &Rulings| flipped_wall(tiles, before, rulings).is_some();
    let default = Rulings::default();
    assert!(!foul(1, 0, &default) && foul(2, 0, &default));
    assert!(foul(1, 1, &default) && !foul(1, 1, &free));
    assert!(!foul(0, 3, &default) && foul(2, 3, &free));
}

#[test]
fn the_last_tile_can_be_melded_or_only_won() {
    let tiles = hand("C C C E E 1m 2m 3m 4p 5p 6p 7s 8s");
    let memory = Memory::default();
    let claims = |rulings: Rulings| -> Claims {
        let offer = Offer {
            tile: face("C"),
            source: Source::Discard(Seat::First),
            seat: Seat::Second,
            hand: &tiles,
            memory: &memory,
            dealer: Seat::First,
            round: Wind::East,
            wall_left: 0,
            last_of_kind: false,
            opening: false,
        };
        Gghk.claims(&offer, &whole(rulings)).unwrap()
    };
    let default = claims(Rulings::default());
    assert!(!default.pung && !default.kong);
    let melds = |kong| {
        with(|rulings| {
            rulings.last_discard_only_won = false;
            rulings.kong_needs_a_supplement = kong;
        })
    };
    let (with_supplement, without) = (claims(melds(true)), claims(melds(false)));
    assert!(with_supplement.pung && !with_supplement.kong);
    assert!(without.pung && without.kong);

    let turn = hand("1m 1m 1m 1m 2p 3p 4p 5s 6s 7s E E C C");
    let kongs = |rulings: Rulings| {
        let turn = OwnTurn {
            hand: &turn,
            began: rules::Began::Draw(face("C")),
            wall_left: 0,
            memory: &memory,
        };
        Gghk.own_kongs(&turn, &whole(rulings)).concealed
    };
    assert!(kongs(Rulings::default()).is_empty());
    assert_eq!(kongs(melds(false)), FaceSet::one(face("1m")));
}

#[test]
fn reaction_time_is_advice_and_can_be_set() {
    let slow = with(|rulings| rulings.reaction = Span::millis(3_000));
    let asked = |rulings: Rulings| {
        let timely = Gghk.timely(Claim::Pung, Span::millis(2_500), &whole(rulings));
        matches!(timely, Timely::AskReferee(foul) if foul.rule == "HK FM-8")
    };
    assert!(asked(Rulings::default()) && !asked(slow));
    let limit = Gghk.limit(Interval::Reaction, &whole(slow)).unwrap();
    assert_eq!((limit.span, limit.binding), (Span::millis(3_000), false));
}

#[test]
fn layout_follows_its_rulings() {
    let layout = |rulings| Gghk.layout(&whole(rulings));
    assert_eq!(layout(Rulings::default()).melds, MeldPlace::LeftCorner);
    let right = with(|rulings| rulings.meld_corner = MeldCorner::Right);
    assert_eq!(layout(right).melds, MeldPlace::RightCorner);
    let head = with(|rulings| rulings.supplement_from_the_tail = false);
    assert!(layout(right).supplement_from_the_tail && !layout(head).supplement_from_the_tail);
    assert_ne!(whole(right).digest(), rules::Rulings::default().digest());
}
