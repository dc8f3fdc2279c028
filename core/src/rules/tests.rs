//! What holds for every book, by chance and by table.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic)]

use std::vec::Vec;

use proptest::prelude::*;

use super::testing::{declared, face, hand};
use super::*;
use crate::hand::{Hand, MOST_MELDS};
use crate::rules::shape::{Parts, Place};
use crate::seat::{Seat, Wind};
use crate::tile::{Face, Tile};

fn seats() -> impl Strategy<Value = Seat> {
    (0usize..4).prop_map(|index| Seat::ALL[index])
}

fn books() -> impl Strategy<Value = &'static dyn RuleBook> {
    (0..BOOKS.len()).prop_map(|index| BOOKS[index])
}

fn calls() -> impl Strategy<Value = Option<Claim>> {
    prop_oneof![
        Just(None),
        Just(Some(Claim::Chow(Face::numbered(crate::tile::Suit::Dots, 3).unwrap()))),
        Just(Some(Claim::Pung)),
        Just(Some(Claim::Kong)),
        Just(Some(Claim::Hu)),
    ]
}

fn ends() -> impl Strategy<Value = HandEnd> {
    prop_oneof![
        (0u8..16).prop_map(|bits| {
            let won = Seat::ALL.into_iter().filter(|seat| bits >> seat.index() & 1 == 1);
            HandEnd::Won(won.fold(Seats::NONE, Seats::and))
        }),
        Just(HandEnd::Drawn),
        Just(HandEnd::PlayedAgain),
    ]
}

/// Thirteen tiles of a shuffled wall.
fn standing() -> impl Strategy<Value = Vec<Face>> {
    Just((0..136).filter_map(Tile::new).map(Tile::face).collect::<Vec<_>>())
        .prop_shuffle()
        .prop_map(|wall| wall[..13].to_vec())
}

fn rank(call: Claim) -> u8 {
    match call {
        Claim::Hu => 2,
        Claim::Pung | Claim::Kong => 1,
        Claim::Chow(_) => 0,
    }
}

proptest! {
    #[test]
    fn calls_are_resolved_by_rank_and_then_by_order_of_play(
        book in books(),
        giver in seats(),
        calls in proptest::array::uniform4(calls()),
    ) {
        let called = |seat: Seat| calls[seat.index()];
        let others = || (1..4).map(|steps| giver.after(steps));
        let hu = || others().filter(|seat| called(*seat) == Some(Claim::Hu));
        match book.resolve(giver, &calls) {
            Resolution::Nobody => prop_assert!(others().all(|seat| called(seat).is_none())),
            Resolution::Hu(winners) => {
                let first = hu().next().unwrap();
                prop_assert!(winners.contains(first) && !winners.contains(giver));
                let all = hu().count();
                let expected = if book.winners() == Winners::All { all } else { 1 };
                prop_assert_eq!(winners.len(), expected);
            }
            Resolution::Set(seat, call) => {
                prop_assert_eq!(called(seat), Some(call));
                prop_assert!(seat != giver && hu().next().is_none());
                prop_assert!(others().filter_map(called).all(|other| rank(other) <= rank(call)));
            }
        }
    }

    #[test]
    fn payments_cancel_and_the_winner_gains(
        book in books(),
        winner in seats(),
        steps in 1usize..4,
        way in 0u8..5,
        paid in 3u16..400,
    ) {
        let giver = winner.after(steps);
        let mut win = declared("1m2m9s9s pung:C/2 pung:F/3 pung:P/1 *3m");
        win.seat = winner;
        win.source = match way {
            0 => Source::Wall,
            1 => Source::Supplement { in_a_row: false },
            2 => Source::Discard(giver),
            3 => Source::PromotedKong(giver),
            _ => Source::ConcealedKong(giver),
        };
        if way == 0 {
            win.hand = Hand::default();
        }
        let counted = Counted {
            raw: paid,
            paid,
            lines: Default::default(),
            removed: Default::default(),
            sets: Default::default(),
            pair: None,
            place: Place::Hand,
        };
        let payment = book.settle(&win, &counted, &Rulings::default()).unwrap();
        let points = payment.settlement.by_seat().map(|points| points.0);
        prop_assert_eq!(points.iter().sum::<i32>(), 0);
        for seat in Seat::ALL {
            let own = payment.settlement.of(seat).0;
            let gains = own > 0;
            prop_assert_eq!(gains, seat == winner);
        }
        if let Some(giver) = win.source.giver() {
            let least = points.iter().min().unwrap();
            prop_assert_eq!(payment.settlement.of(giver).0, *least);
        }
        // Two winners on one tile: the sum of both.
        let both = payment.settlement.plus(payment.settlement).unwrap();
        prop_assert_eq!(both.of(winner).0, 2 * points[winner.index()]);
    }

    #[test]
    fn the_deal_goes_round_and_the_wind_never_back(
        book in books(),
        ends in proptest::collection::vec(ends(), 0..60),
    ) {
        let rulings = Rulings::default();
        let mut deal = Deal::FIRST;
        for end in ends {
            let next = match book.next(&deal, end, &rulings) {
                Ok(Next::Hand(next)) => next,
                Ok(Next::SessionOver) => break,
                Err(undefined) => {
                    prop_assert_eq!(undefined, NotDefinedByTheBook::MatchLength);
                    break;
                }
            };
            let step = deal.dealer.steps_to(next.dealer);
            prop_assert!(step <= 1 && next.number <= deal.number + 1);
            let rounds = next.round.index() - deal.round.index();
            let returned = step == 1 && next.dealer == Seat::First;
            prop_assert_eq!(rounds, usize::from(returned));
            let mut players = next.players;
            players.sort_unstable();
            prop_assert_eq!(players, Player::ALL);
            if end == HandEnd::PlayedAgain {
                prop_assert_eq!((next.dealer, next.round), (deal.dealer, deal.round));
            }
            deal = next;
        }
    }

    #[test]
    fn claims_need_the_tiles_and_the_right_giver(
        book in books(),
        tiles in standing(),
        offered in 0u8..34,
        steps in 1usize..4,
        wall_left in 0u8..3,
    ) {
        let tile = Face::new(offered).unwrap();
        let mut hand = Hand::default();
        hand.standing.extend(tiles);
        let held = |face: Face| hand.standing.iter().filter(|held| **held == face).count();
        prop_assume!(held(tile) < 4);
        let (seat, memory) = (Seat::Third, Memory::default());
        let offer = Offer {
            tile,
            source: Source::Discard(seat.after(steps)),
            seat,
            hand: &hand,
            memory: &memory,
            dealer: Seat::First,
            round: Wind::East,
            wall_left,
            last_of_kind: false,
            opening: false,
        };
        let claims = book.claims(&offer, &Rulings::default()).unwrap();
        prop_assert!(claims.chows.is_empty() || (steps == 3 && wall_left > 0));
        for low in &claims.chows {
            let made = (0..3).filter_map(|step| Face::new(low.index() as u8 + step));
            let made: Vec<Face> = made.collect();
            prop_assert!(made.iter().all(|face| face.suit() == tile.suit() && tile.suit().is_some()));
            prop_assert!(made.contains(&tile));
            prop_assert!(made.iter().all(|face| *face == tile || held(*face) > 0));
        }
        let melds = wall_left > 0;
        prop_assert_eq!(claims.pung, melds && held(tile) >= 2);
        prop_assert_eq!(claims.kong, melds && held(tile) >= 3);
        if claims.hu {
            prop_assert!(book.waits(&hand, &Rulings::default()).unwrap().contains(tile));
        }
        prop_assert!(hand.melds.len() <= MOST_MELDS);
    }

    #[test]
    fn table_points_are_all_given_out(totals in proptest::array::uniform4(-3i32..3)) {
        let totals = totals.map(Points);
        let standings = share_places(&totals, [4, 2, 1, 0]);
        let sum: u32 = standings.iter().map(|one| u32::from(one.twelfths)).sum();
        prop_assert_eq!(sum, 7 * 12);
        for a in 0..4 {
            for b in 0..4 {
                if totals[a] > totals[b] {
                    prop_assert!(standings[a].twelfths > standings[b].twelfths);
                    prop_assert!(standings[a].place < standings[b].place);
                }
                if totals[a] == totals[b] {
                    prop_assert_eq!(standings[a], standings[b]);
                }
            }
        }
    }
}

#[test]
fn every_book_is_found_by_its_name_and_plays_with_its_tiles() {
    let flower = Tile::new(140).unwrap();
    for (id, tiles, has_flowers) in [("mcr", 144u8, true), ("gghk", 136, false)] {
        let book = book(id).unwrap();
        let set = book.tile_set();
        assert_eq!((book.id(), set.tiles, set.has(flower)), (id, tiles, has_flowers));
        assert_eq!(u32::from(set.stacks) * 8, u32::from(tiles));
        let pieces = Tile::all().filter(|tile| set.has(*tile)).count();
        assert_eq!(pieces, usize::from(tiles));
        assert!(book.undefined().contains(&NotDefinedByTheBook::Ting));
    }
    assert!(book("riichi").is_none());
    assert_eq!(BOOKS.len(), 2);
}

#[test]
fn fouls_cite_their_rule_and_stand_together() {
    for book in BOOKS {
        let prefix = if book.id() == "mcr" { "MCR " } else { "HK " };
        for foul in book.fouls() {
            assert!(foul.rule.starts_with(prefix) && !foul.what.is_empty());
            let alike = book.fouls_of(foul.rule);
            assert!(alike.iter().all(|other| other.rule == foul.rule), "{}", foul.rule);
            assert!(alike.contains(foul));
            let pays = matches!(foul.penalty, Penalty::Points(_) | Penalty::ByGravity(_));
            assert!(pays || foul.to == Recipient::Nobody, "{}", foul.rule);
            assert!(foul.judged == Judged::AtOnce || book.id() == "gghk");
        }
        assert!(book.fouls_of("HK XX-1").is_empty());
    }
}

/// HK GR-3, MN-1: most breaches are judged only when a player complains; not cheating, false wins and the like (GR-5).
#[test]
fn what_waits_for_a_complaint_waits() {
    let gghk = book("gghk").unwrap();
    let judged = |rule| gghk.fouls_of(rule).iter().map(|foul| foul.judged).collect::<Vec<_>>();
    for rule in ["HK MN-2", "HK MN-3", "HK FM-2", "HK FM-3", "HK FM-4", "HK FM-8", "HK FD-2"] {
        assert!(judged(rule).iter().all(|judged| *judged == Judged::OnComplaint), "{rule}");
    }
    for rule in ["HK FO-4", "HK FM-10", "HK FD-1", "HK FD-7"] {
        assert!(judged(rule).iter().all(|judged| *judged == Judged::AtOnce), "{rule}");
    }
}

#[test]
fn breaches_find_their_fouls() {
    let rules = |id| {
        let book = book(id).unwrap();
        Breach::ALL.map(|breach| book.foul(breach).map(|foul| (foul.rule, foul.bars)))
    };
    let silent = |id| rules(id).iter().filter(|foul| foul.is_none()).count();
    // MCR allows shifting melds; this many ways of showing a hand or reaching out cost nothing in HK.
    assert_eq!((silent("mcr"), silent("gghk")), (2, 7));
    let of = |id, breach| book(id).unwrap().foul(breach).unwrap();
    let mixed = Breach::WrongWallTile { mixed_in: true };
    assert_eq!(of("mcr", mixed).bars, Bar::Win);
    let back = Breach::WrongWallTile { mixed_in: false };
    assert_eq!(of("mcr", back).bars, Bar::None);
    assert_eq!(of("mcr", Breach::Messed).to, Recipient::EachOther);
    let late = Breach::ShiftingMeld { in_time: false };
    assert_eq!(of("gghk", late).bars, Bar::MeldAndWin);
    assert_eq!(of("gghk", Breach::EmptyHu).rule, "HK FM-11");
}

#[test]
fn a_score_carries_its_basis_in_every_book() {
    let win = declared("1m2m3m4m5m6m7m8m9m2p3p5s5s *4p");
    for book in BOOKS {
        let verdict = book.judge(&win, &Memory::default(), &Rulings::default()).unwrap();
        let counted = verdict.legal().unwrap();
        let worth: u16 = counted.lines.iter().map(|line| line.worth).sum();
        assert_eq!(worth, counted.paid, "{}", book.id());
        assert_eq!(counted.sets.len(), 4);
        assert!(counted.lines.iter().all(|line| book.name_of(line.number).is_some()));
        assert!(counted.lines.iter().any(|line| line.parts != Parts::NONE));
        // Only where fan exclude each other something is taken away.
        assert_eq!(counted.removed.is_empty(), book.id() == "gghk");
        assert_eq!(book.name_of(0), None);
    }
}

#[test]
fn a_dead_player_cannot_win() {
    let dead = Memory { dead: true, ..Memory::default() };
    let win = declared("1m2m3m4m5m6m7m8m9m2p3p5s5s *4p");
    for book in BOOKS {
        let verdict = book.judge(&win, &dead, &Rulings::default()).unwrap();
        assert!(matches!(verdict, Verdict::False { why: WhyFalse::Dead, .. }));
    }
}

#[test]
fn mcr_is_paid_by_all_and_most_by_the_giver() {
    let mcr = book("mcr").unwrap();
    // Winner South, twelve fan: points of E S W N.
    for (won, points) in
        [("*4p", [-20, 60, -20, -20]), ("+4p/W", [-8, 36, -20, -8]), ("^4p/N", [-8, 36, -8, -20])]
    {
        let win = declared(&std::format!("1m2m3m4m5m6m7m8m9m2p3p5s5s {won}"));
        let mut counted = match mcr.judge(&win, &Memory::default(), &Rulings::default()).unwrap() {
            Verdict::Legal(counted) => counted,
            other => panic!("{other:?}"),
        };
        counted.paid = 12;
        let payment = mcr.settle(&win, &counted, &Rulings::default()).unwrap();
        assert_eq!(payment.settlement.by_seat().map(|points| points.0), points);
    }
}

#[test]
fn points_that_do_not_fit_are_refused_and_change_nothing() {
    let mut settlement = Settlement::NOTHING;
    let most = Points(i32::MAX);
    settlement.pay(Seat::First, Seat::Second, most).unwrap();
    let before = settlement;
    let again = settlement.pay(Seat::Third, Seat::Second, Points(1));
    assert_eq!((again, settlement), (Err(TooManyPoints), before));
    assert_eq!(settlement.plus(before), Err(TooManyPoints));
}

#[test]
fn rulings_survive_their_stored_form() {
    let mut rulings = Rulings::default();
    rulings.gghk.dealer_stays_on_win = false;
    rulings.mcr.scoring.pair_hands_earn_8_11_18 = false;
    let mut bytes = [0; 128];
    let used = postcard::to_slice(&rulings, &mut bytes).unwrap();
    assert_eq!(postcard::from_bytes(used), Ok(rulings));
    let digest = rulings.digest().unwrap();
    assert_ne!(Ok(digest), Rulings::default().digest());
    assert_eq!(Rulings::default().digest(), Rulings::default().digest());
}

#[test]
fn a_tile_of_one_s_own_is_offered_to_nobody() {
    let tiles = hand("CC1m2m3m4p5p6p7s8s9s2m3m");
    let memory = Memory::default();
    let offer = Offer {
        tile: face("C"),
        source: Source::Discard(Seat::Second),
        seat: Seat::Second,
        hand: &tiles,
        memory: &memory,
        dealer: Seat::First,
        round: Wind::East,
        wall_left: 9,
        last_of_kind: false,
        opening: false,
    };
    for book in BOOKS {
        let refused = book.claims(&offer, &Rulings::default());
        assert_eq!(refused, Err(Contradiction::OwnTile.into()));
    }
}

#[test]
fn what_cannot_be_true_is_said_in_words() {
    use std::string::ToString;
    let four = face("4m");
    let cases: [(Impossible, &str); 8] = [
        (crate::hand::HandError::FifthCopy(four).into(), "impossible tiles: a fifth copy of 4m"),
        (Impossible::TooManyFlowers(9), "too many flowers: 9"),
        (
            Contradiction::SupplementWithoutKong.into(),
            "won on a kong's replacement without a kong just declared",
        ),
        (
            Contradiction::KongsNotInARow.into(),
            "two kongs in a row that cannot have followed each other",
        ),
        (Contradiction::RobbedTileHeld(four).into(), "robbed a kong of 4m while holding 4m"),
        (
            Contradiction::LastOfKindHeld(four).into(),
            "last 4m on the table while holding another unseen",
        ),
        (Contradiction::OwnTile.into(), "won on an own discard or an own kong"),
        (Contradiction::NotTheOpening.into(), "not the dealer's first tiles or first discard"),
    ];
    for (impossible, words) in cases {
        assert_eq!(impossible.to_string(), words);
    }
    assert_eq!(TooManyPoints.to_string(), "more points than a sheet can hold");
    let open = [
        (NotDefinedByTheBook::Ting, "has no rules of ting"),
        (NotDefinedByTheBook::MatchLength, "does not say when a match ends"),
        (NotDefinedByTheBook::Ranking, "does not say how players are ranked"),
        (NotDefinedByTheBook::RankTie, "does not say how ties are ranked"),
        (NotDefinedByTheBook::Ladder, "names no further step of the ladder"),
        (NotDefinedByTheBook::Break, "does not say where counting goes on"),
    ];
    for (undefined, words) in open {
        assert_eq!(undefined.to_string(), std::format!("the book {words}"));
    }
}

#[test]
fn the_books_have_their_names() {
    let name = |id| book(id).unwrap().name();
    let mcr = Name { english: "Mahjong Competition Rules", chinese: "国标麻将" };
    let gghk = Name { english: "Classical Hong Kong", chinese: "香港舊章" };
    assert_eq!((name("mcr"), name("gghk")), (mcr, gghk));
}

/// The four seats as a set: an own one besides changes nothing.
#[test]
fn seats_are_among_them_or_not() {
    let some = Seats::NONE.and(Seat::Second).and(Seat::Fourth).and(Seat::Second);
    assert_eq!(Seat::ALL.map(|seat| some.contains(seat)), [false, true, false, true]);
    assert_eq!((some.len(), some.is_empty()), (2, false));
    assert!(some.iter().eq([Seat::Second, Seat::Fourth]));
    assert_eq!((Seats::NONE.len(), Seats::NONE.is_empty()), (0, true));
}

#[test]
fn a_call_is_allowed_if_it_is_among_the_claims() {
    let chow = |low: &str| Claim::Chow(face(low));
    let calls = [chow("1m"), chow("2m"), Claim::Pung, Claim::Kong, Claim::Hu];
    let allowed = |claims: &Claims| calls.map(|call| claims.allows(call));
    let mut claims = Claims::default();
    assert_eq!(allowed(&claims), [false; 5]);
    claims.chows.push(face("2m")).unwrap();
    assert_eq!(allowed(&claims), [false, true, false, false, false]);
    claims.pung = true;
    assert_eq!(allowed(&claims), [false, true, true, false, false]);
    (claims.kong, claims.hu) = (true, true);
    assert_eq!(allowed(&claims), [false, true, true, true, true]);
    // The discard after the last tile can only be won (MCR 3.4.30).
    claims.only_hu();
    assert_eq!(allowed(&claims), [false, false, false, false, true]);
}

/// A tile offered to the second seat while the wall lasts.
fn offer<'a>(tile: &str, source: Source, hand: &'a Hand, memory: &'a Memory) -> Offer<'a> {
    Offer {
        tile: face(tile),
        source,
        seat: Seat::Second,
        hand,
        memory,
        dealer: Seat::First,
        round: Wind::East,
        wall_left: 9,
        last_of_kind: false,
        opening: false,
    }
}

#[test]
fn the_wall_is_empty_when_no_tile_is_left() {
    let (tiles, memory) = (hand("1m2m3m4p5p6p7s8s9s2m3mEE"), Memory::default());
    let some = offer("4m", Source::Discard(Seat::First), &tiles, &memory);
    for (wall_left, last) in [(0, true), (1, false)] {
        assert_eq!(Offer { wall_left, ..some }.declared().last_tile, last);
    }
}

/// MCR 3.6.6-8, HK ME: sets are made with another player's discard, of playing tiles, and no fifth one.
#[test]
fn sets_are_laid_out_with_another_player_s_discard() {
    let memory = Memory::default();
    let left = Source::Discard(Seat::First);
    let own = Source::Discard(Seat::Second);
    let robbed = Source::PromotedKong(Seat::First);
    let four = "EE pung:1m pung:2m pung:3m pung:4m";
    let cases = [
        ("EE1m2m3m4p5p6p7s8s9s2m3m", "E", left, true),
        ("EE1m2m3m4p5p6p7s8s9s2m3m", "E", own, false),
        ("EE1m2m3m4p5p6p7s8s9s2m3m", "E", robbed, false),
        // As the loops may read them: flowers among the standing tiles, a tile too many.
        ("1f1f1m2m3m4p5p6p7s8s9s2m3m", "1f", left, false),
        (four, "E", left, false),
    ];
    for (text, tile, source, pung) in cases {
        let tiles = hand(text);
        assert_eq!(offer(tile, source, &tiles, &memory).sets().pung, pung, "{text} {tile}");
    }
}

/// MCR 3.6.8, HK ME-9: an own open pung is promoted, not a chow that begins alike nor a pung of another kind.
#[test]
fn only_an_own_pung_is_promoted() {
    let memory = Memory::default();
    let promoted = |text: &str| {
        let (hand, began) = (&hand(text), Began::Draw(face("5s")));
        let kongs = OwnTurn { hand, began, wall_left: 9, memory: &memory }.kongs();
        kongs.promoted.iter().collect::<Vec<_>>()
    };
    assert_eq!(promoted("1m4p5p6p7s8s9s5s pung:1m pung:E"), [face("1m")]);
    assert_eq!(promoted("1m4p5p6p7s8s9s5s chow:1m pung:E"), []);
    assert_eq!(promoted("1m4p5p6p7s8s9s5s kong:1p pung:E"), []);
}
