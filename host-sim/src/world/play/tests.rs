//! Laws of the simulated games.

use std::collections::BTreeMap;

use table_core::game::{KongKind, Play, Way};
use table_core::place::Place;
use table_core::rules::{BOOKS, Deal, Rulings};
use table_core::seat::{Seat, Wind};
use table_core::tile::Tile;
use table_core::time::Tick;

use super::arrange::arrange;
use super::catalogue::goals;
use super::check::check;
use super::course::Course;
use super::coverage::Coverage;
use super::foul::{FoulKind, Staged};
use super::grade::{Recorded, grade, grade_hand, grade_result};
use super::pace::{Pace, Pressing};
use super::perform::perform;
use super::session::{SessionHand, SessionPlan};
use super::settling::{Lag, Told, feed};
use super::timeline::Move;

#[test]
fn every_goal_of_the_catalogue_is_reached() {
    for book in BOOKS {
        let rulings = Rulings::default();
        let mut coverage = Coverage::new(*book);
        let mut failed = vec![];
        for goal in goals(book.id()) {
            match arrange(goal, *book, &rulings, Deal::FIRST, 1) {
                Some(truth) => coverage.add(&truth),
                None => failed.push(goal.hand),
            }
        }
        assert_eq!(failed, Vec::<&str>::new(), "{}\n{coverage}", book.id());
        assert_eq!(coverage.missing(), Vec::<u8>::new(), "{}\n{coverage}", book.id());
    }
}

#[test]
fn every_goal_is_reached_whoever_deals_in_whatever_round() {
    for book in BOOKS {
        let rulings = Rulings::default();
        for round in Wind::ALL {
            for dealer in Seat::ALL {
                let deal = Deal { round, dealer, ..Deal::FIRST };
                for (seed, goal) in goals(book.id()).iter().enumerate() {
                    let truth = arrange(goal, *book, &rulings, deal, seed as u64);
                    let lawful = truth.as_ref().map(check);
                    assert!(matches!(lawful, Some(Ok(_))), "{deal:?} {goal:?}: {lawful:?}");
                }
            }
        }
    }
}

/// What kinds of act a run has seen.
fn kind(play: &Play) -> &'static str {
    match play {
        Play::Deal { .. } => "deal",
        Play::Flower { .. } => "flower",
        Play::Draw { .. } => "draw",
        Play::Discard { .. } => "discard",
        Play::Chow { .. } => "chow",
        Play::Pung { .. } => "pung",
        Play::Kong { kind, .. } => match kind {
            KongKind::Claimed { .. } => "kong claimed",
            KongKind::Concealed => "kong concealed",
            KongKind::Promoted { .. } => "kong promoted",
        },
        Play::Hu { way, .. } => match way {
            Way::SelfDrawn => "hu drawn",
            Way::Discard { .. } => "hu discard",
            Way::Robbing { .. } => "hu robbing",
        },
        Play::DrawnHand => "drawn hand",
    }
}

#[test]
fn free_games_are_lawful_and_show_every_kind_of_act() {
    for book in BOOKS {
        let mut seen: BTreeMap<&str, usize> = BTreeMap::new();
        let mut coverage = Coverage::new(*book);
        for seed in 0..40 {
            let mut plan = SessionPlan::new(*book, 16, seed);
            plan.arranged = 0.0;
            let mut hands = 0;
            for hand in plan.play() {
                let hand =
                    hand.unwrap_or_else(|error| panic!("{} seed {seed}: {error}", book.id()));
                let lawful = check(&hand.truth);
                assert!(lawful.is_ok(), "{} seed {seed}: {lawful:?}", book.id());
                let sum: i32 = hand.totals.iter().map(|points| points.0).sum();
                assert_eq!(sum, 0, "{} seed {seed}", book.id());
                for play in hand.truth.plays() {
                    *seen.entry(kind(&play)).or_default() += 1;
                }
                coverage.add(&hand.truth);
                hands += 1;
            }
            assert!(hands == 16 || book.id() != "mcr", "sixteen hands, seed {seed}: {hands}");
        }
        println!("{} {seen:?} {:?}", book.id(), coverage.hands());
        // Robbing is too rare to be left to chance; the catalogue has it.
        seen.remove("hu robbing");
        let kinds = if book.id() == "mcr" { 12 } else { 11 };
        assert_eq!(seen.len(), kinds, "{}: {seen:?}", book.id());
    }
}

#[test]
fn a_seed_gives_the_same_session_again() {
    for book in BOOKS {
        let plan = SessionPlan::new(*book, 8, 77);
        let once: Vec<_> = plan.play().collect();
        let again: Vec<_> = plan.play().collect();
        assert_eq!(once, again, "{}", book.id());
    }
}

#[test]
fn every_foul_can_be_staged_and_the_hand_stays_lawful() {
    for book in BOOKS {
        for kind in FoulKind::of(*book) {
            let rules = kind.rules(*book).iter();
            assert!(rules.flat_map(|rule| book.fouls_of(rule)).next().is_some(), "{kind:?}");
            let staged = (0..400).find_map(|seed| {
                let mut plan = SessionPlan::new(*book, 1, seed);
                plan.foul = Some((1, Staged { kind, turn: 6 }));
                let hand = plan.play().next()?.expect("seeded hands are playable");
                let lawful = check(&hand.truth);
                assert!(lawful.is_ok(), "{kind:?} seed {seed}: {lawful:?}");
                let slip = hand.truth.slips().next().cloned()?;
                Some((hand, slip))
            });
            let (hand, slip) = staged.unwrap_or_else(|| panic!("{} {kind:?}", book.id()));
            assert_eq!(slip.kind, kind);
            if slip.dead {
                assert!(hand.truth.winners().all(|seat| seat != slip.seat), "{kind:?}");
            }
        }
    }
}

fn paces() -> [Pace; 5] {
    let ordinary = Pace::default();
    let silent = Pace { pressing: Pressing::NEVER, ..ordinary };
    let no_river = Pace { no_river: true, ..ordinary };
    [ordinary, Pace::careful(), Pace::hectic(), silent, no_river]
}

/// The motions must end where the acts say: every tile in one place at a time, all acts there, once each.
fn law_of_motion(hand: &SessionHand, pace: &Pace, what: &str) {
    let line = perform(&hand.truth, pace, hand.seed, Tick(5_000_000));
    assert_eq!(line.contradiction(), None, "{what}");
    let acts: Vec<Play> = line.truth.iter().map(|(_, play)| *play).collect();
    assert_eq!(acts, hand.truth.plays().collect::<Vec<_>>(), "{what}");
    // Before anything is swept away each tile lies where a count of the acts puts it.
    let lawful = check(&hand.truth).expect("checked elsewhere");
    let done = line.truth.last().map_or(Tick(0), |(at, _)| *at);
    let mut lying: BTreeMap<Tile, Place> = lawful.keys().map(|t| (*t, Place::Away)).collect();
    // Tiles laid for a chow that was beaten may go back a moment later.
    let back = |m: &Move| matches!((m.from, m.to), (Place::Meld(a), Place::Hand(b)) if a == b);
    for m in line.moves.iter().filter(|m| m.leave <= done || back(m)) {
        lying.insert(m.tile, m.to);
    }
    let river = |place: Place| matches!(place, Place::River(_)) && pace.no_river;
    let wrong: Vec<_> = lawful
        .iter()
        .map(|(tile, place)| (tile, if river(*place) { Place::Away } else { *place }))
        .filter(|(tile, place)| lying.get(tile) != Some(place))
        .collect();
    assert!(wrong.is_empty(), "{what}: {wrong:?}");
    // The reports end with an empty table.
    let mut last: BTreeMap<Tile, Place> = BTreeMap::new();
    let mut before = Tick(0);
    for (at, told) in feed(&line, Lag::default(), hand.seed) {
        assert!(at >= before, "{what}");
        before = at;
        if let Told::Placed { tile, place } = told {
            assert_ne!(last.insert(tile, place), Some(place), "{what}: {tile} told twice");
        }
    }
    assert!(last.values().all(|place| *place == Place::Away), "{what}");
}

#[test]
fn motions_keep_every_tile_in_one_place_at_a_time() {
    for book in BOOKS {
        for pace in paces() {
            for seed in 0..6 {
                for hand in SessionPlan::new(*book, 4, seed).play() {
                    let hand = hand.expect("seeded hands are playable");
                    law_of_motion(&hand, &pace, &format!("{} seed {seed}", book.id()));
                }
            }
        }
    }
}

#[test]
fn every_fan_and_item_is_won_in_sessions_on_one_clock() {
    for book in BOOKS {
        let mut coverage = Coverage::new(*book);
        let mut first = 0;
        // As many sessions as it takes to go through the catalogue once.
        while first < goals(book.id()).len() {
            let mut plan = SessionPlan::new(*book, 16, 2_000 + first as u64);
            plan.in_order = Some(first);
            let mut told = Tick(0);
            let mut totals = [0; 4];
            for performed in Course::new(&plan, Pace::default(), Tick(0)) {
                let performed = performed.expect("seeded hands are playable");
                let hand = &performed.hand;
                coverage.add(&hand.truth);
                for (at, _) in performed.feed(Lag::default()) {
                    assert!(at >= told, "{} session {first}", book.id());
                    told = at;
                }
                let deal = hand.truth.deal;
                for (seat, player) in Seat::ALL.into_iter().zip(deal.players) {
                    totals[player as usize] += hand.truth.outcome.settlement.of(seat).0;
                }
                assert_eq!(hand.totals.map(|points| points.0), totals);
                first += 1;
            }
        }
        println!("{} in {first} hands\n{coverage}", book.id());
        assert_eq!(coverage.missing(), Vec::<u8>::new(), "{}\n{coverage}", book.id());
    }
}

#[test]
fn a_seed_gives_the_same_motions_again() {
    for book in BOOKS {
        let plan = SessionPlan::new(*book, 3, 5);
        let once: Vec<_> = Course::new(&plan, Pace::default(), Tick(0)).collect();
        let again: Vec<_> = Course::new(&plan, Pace::default(), Tick(0)).collect();
        assert_eq!(once, again, "{}", book.id());
        for performed in once.into_iter().flatten() {
            let told: Vec<_> = performed.feed(Lag::default()).collect();
            assert_eq!(told, performed.feed(Lag::default()).collect::<Vec<_>>());
            let marks = grade(&performed.line.truth, &performed.line.truth);
            assert!(marks.is_perfect());
            assert_eq!(marks.events_true, performed.hand.truth.plays().count());
            let mut recorded = Recorded::of(&performed.hand);
            assert!(grade_result(&performed.hand, &recorded).is_right());
            recorded.totals[0].0 += 1;
            assert!(grade_result(&performed.hand, &recorded).totals_wrong);
        }
    }
}

#[test]
fn fouls_are_performed_and_put_right() {
    for book in BOOKS {
        for kind in FoulKind::of(*book) {
            let mut done = 0;
            for seed in 0..25 {
                let mut plan = SessionPlan::new(*book, 1, seed);
                plan.foul = Some((1, Staged { kind, turn: 4 }));
                let hand = plan.play().next().and_then(Result::ok);
                let hand = hand.expect("seeded hands are playable");
                for pace in paces() {
                    law_of_motion(&hand, &pace, &format!("{kind:?} seed {seed}"));
                }
                let line = perform(&hand.truth, &Pace::default(), hand.seed, Tick(0));
                assert_eq!(line.slips.len(), hand.truth.slips().count(), "{kind:?} {seed}");
                done += line.slips.len();
                // A false hu may be recorded as the call it was; nothing else is forgiven.
                let mut said = line.truth.clone();
                said.extend(line.slips.iter().filter_map(|s| Some((s.at, s.slip.declares?))));
                assert!(grade_hand(&line, &said).is_perfect(), "{kind:?} seed {seed}");
            }
            assert!(done > 0, "{} {kind:?}", book.id());
        }
    }
}
