//! Fouls: what is reported, to whom, what the book proposes, and what the sheet makes of it.

use super::*;
use crate::game::{Case, Flag, Receives, RuleId, Sanction, Way, Within};
use crate::rules::{BOOKS, Began, Memory, OwnKongs, OwnTurn, Player, Points};

fn hong_kong() -> Bench {
    let mut bench = Bench::new("gghk", true);
    bench.deal(HANDS);
    bench
}

fn reports(bench: &Bench) -> Vec<Flag> {
    let flags = bench.events.iter().filter_map(|event| match event {
        Event::Flagged(flag) => Some(*flag),
        _ => None,
    });
    flags.collect()
}

fn post(bench: &mut Bench, case: Case) -> Sanction {
    let (_, sanction) = bench.table.state().proposals(case).next().unwrap();
    bench.order(Command::Penalise(sanction));
    assert_eq!(bench.refused, []);
    sanction
}

/// HK HU-6.1: what was let go is part of what an undone act leads back to.
#[test]
fn an_undone_draw_lets_nothing_go() {
    let mut bench = Bench::new("gghk", true);
    bench.deal([
        "1m.1 2m.1 3m.1 4m.1 5m.1 6m.1 7m.1 8m.1 9m.1 E.1 E.2 E.3 S.1 C.1",
        "1p.1 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 S.2 S.3 W.1 W.2",
        // C waits for the red dragon.
        "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 8s.1 9s.1 C.2 N.1 N.2 N.3",
        "1m.2 2m.2 3m.2 1p.2 2p.2 3p.2 1s.2 2s.2 3s.2 F.1 F.2 P.1 P.2",
    ]);
    let before = bench.table.state().memory;
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_500);
    bench.carry("S.2", Place::River(B));
    bench.wait(4_000);
    let barred = |bench: &Bench| bench.table.state().memory[C.index()].barred;
    assert!(barred(&bench).contains(Face::RED));
    assert_eq!(bench.acts(), ["discard A C.1", "draw B 4s.2", "discard B S.2"]);
    bench.order(Command::Undo { plays: 3 });
    assert_eq!(bench.table.state().memory, before);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn an_undone_act_does_not_revive_the_dead() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    post(&mut bench, Case::new(C, "MCR 3.11.6.8"));
    bench.order(Command::Undo { plays: 1 });
    assert!(bench.table.state().memory[C.index()].dead);
}

/// A throws a red dragon, C lays a pung with it, and somebody else had called too.
fn also_called(rules: &str, seat: Seat, call: Call) -> Vec<Flag> {
    let mut bench = Bench::new(rules, true);
    bench.deal([
        "1m.1 2m.1 3m.1 4m.1 5m.1 6m.1 7m.1 8m.1 9m.1 E.1 E.2 E.3 S.1 5s.2",
        // B could make a chow with it.
        "1p.1 2p.1 3p.1 4p.1 5p.1 6p.1 7p.1 8p.1 9p.1 S.2 S.3 4s.2 6s.2",
        "1s.1 2s.1 3s.1 4s.1 5s.1 5s.3 7s.1 8s.1 9s.1 C.2 C.3 N.1 N.2",
        "1m.2 2m.2 3m.2 1p.2 2p.2 3p.2 1s.2 2s.2 3s.2 F.1 F.2 P.1 P.2",
    ]);
    bench.carry("5s.2", Place::River(A));
    bench.wait(600);
    bench.call(seat, call);
    bench.call(C, Call::Pung);
    for tile in ["5s.1", "5s.3", "5s.2"] {
        bench.put(tile, Place::Meld(C));
        bench.wait(200);
    }
    bench.wait(1_000);
    bench.carry("N.1", Place::River(C));
    bench.wait(9_000);
    assert!(bench.acts().iter().any(|act| act.starts_with("pung C")), "{:?}", bench.acts());
    reports(&bench)
}

/// HK PM-6.
#[test]
fn a_beaten_call_is_no_foul() {
    for rules in ["mcr", "gghk"] {
        assert_eq!(also_called(rules, B, Call::Chow), [], "{rules}");
    }
}

/// HK PM-3: and only the referee hears of it, since hidden tiles show it.
#[test]
fn an_unlawful_call_was_not_beaten() {
    for rules in ["mcr", "gghk"] {
        let flags = also_called(rules, D, Call::Pung);
        let told: Vec<_> = flags.iter().map(|flag| (flag.kind, flag.seat, flag.silent)).collect();
        assert_eq!(told, [(FlagKind::EmptyCall, Some(D), true)], "{rules}");
    }
}

/// HK FP-5, FP-6: two yellow cards make a red one, and the points go to nobody.
#[test]
fn cards_cost_points_after_the_match() {
    let mut bench = hong_kong();
    let sheet = |bench: &Bench| bench.table.state().sheet().unwrap();
    for (cost, rule) in [(-24, "HK FD-2"), (-96, "HK FM-3"), (-512, "HK FD-1")] {
        post(&mut bench, Case::new(B, rule));
        assert_eq!(sheet(&bench).cards, [0, cost, 0, 0].map(Points), "{rule}");
        assert_eq!(sheet(&bench).unassigned, Points(cost));
    }
    assert_eq!(sheet(&bench).penalties, [Points(0); 4], "cards have their own column");
    bench.order(Command::Revoke(crate::game::PenaltyId(3)));
    assert_eq!(sheet(&bench).cards[1], Points(-96));
}

/// HK MN-3.
#[test]
fn each_tile_too_many_costs_from_the_second_on() {
    let bench = hong_kong();
    for (tiles, points) in [(1, 0), (2, 24), (4, 72)] {
        let case = Case { tiles, ..Case::new(C, "HK MN-3") };
        let (_, sanction) = bench.table.state().proposals(case).next().unwrap();
        assert_eq!((sanction.points, sanction.yellow), (Points(points), 1));
        assert!(sanction.dead && sanction.no_melds);
    }
}

/// A report carries what its case needs.
#[test]
fn a_report_becomes_a_case() {
    let mut bench = hong_kong();
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    for tile in ["4s.2", "4s.3", "4s.4"] {
        bench.put(tile, Place::Hand(B));
    }
    bench.wait(9_000);
    let flag = reports(&bench).into_iter().find(|flag| flag.kind == FlagKind::WrongCount).unwrap();
    let case = Case::reported(&flag).unwrap();
    assert_eq!((case.seat, case.tiles), (B, 2), "one of the three was the draw");
}

/// MCR counts in a hand (3.11.6.3), Hong Kong over the match (HK FP-4).
#[test]
fn breaches_are_counted_in_the_hand_and_in_the_match() {
    let mut bench = Bench::dealt(HANDS);
    let rule = RuleId::new("MCR 3.11.6.3");
    post(&mut bench, Case::new(B, "MCR 3.11.6.3"));
    bench.order(Command::VoidHand { again: true });
    for tile in Tile::all() {
        bench.input(Input::Placed { tile, place: Place::Away });
    }
    bench.order(Command::StartHand);
    bench.deal(HANDS);
    // The hand is played again under the same number: the ladder goes on.
    post(&mut bench, Case::new(B, "MCR 3.11.6.3"));
    let state = bench.table.state();
    assert_eq!(state.breaches(B, rule, Within::Session), 2);
    assert_eq!(state.breaches(B, rule, Within::Hand), 2);
    assert_eq!(state.breaches(C, rule, Within::Session), 0);
    bench.order(Command::VoidHand { again: false });
    for tile in Tile::all() {
        bench.input(Input::Placed { tile, place: Place::Away });
    }
    bench.order(Command::StartHand);
    let state = bench.table.state();
    assert_eq!(state.breaches(B, rule, Within::Hand), 0, "a new hand");
    assert_eq!(state.breaches(B, rule, Within::Session), 2);
}

/// MCR 3.11.2.1: late by ten minutes, by fifteen, by more.
#[test]
fn lateness_is_proposed_in_three_steps_and_goes_to_nobody() {
    let mut bench = Bench::new("mcr", true);
    let case = Case::new(D, "MCR 3.11.2.1");
    let steps: Vec<Sanction> =
        bench.table.state().proposals(case).map(|(_, sanction)| sanction).collect();
    assert_eq!(steps.len(), 3);
    assert_eq!([0, 1].map(|at| steps[at].points), [10, 20].map(Points));
    assert!(steps.iter().all(|step| step.to == Receives::Nobody && !step.dead));
    bench.order(Command::Penalise(steps[1]));
    assert_eq!(bench.table.state().sheet().unwrap().penalties, [0, 0, 0, -20].map(Points));
}

/// MCR 3.11.6.7(3): the harmed player receives; without one named, nobody does.
#[test]
fn a_harmed_player_receives_the_points() {
    let bench = Bench::dealt(HANDS);
    let case = Case::new(A, "MCR 3.11.6.7(3)");
    let to = |case| bench.table.state().proposals(case).next().unwrap().1.to;
    assert_eq!(to(case), Receives::Nobody);
    assert_eq!(to(Case { harmed: Some(C), ..case }), Receives::Seat(C));
}

/// HK ST-G-2 to 4: hu is an act of the playing stage.
#[test]
fn a_hu_after_the_result_is_proposed_is_void() {
    let mut bench = hong_kong();
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    bench.call(D, Call::Hu);
    bench.wait(9_500);
    assert_eq!(bench.table.state().phase, crate::game::Phase::Judging);
    let before = bench.table.state().clone();
    bench.call(B, Call::Hu);
    bench.wait(3_000);
    assert_eq!(*bench.table.state(), before);
    assert_eq!(before.proposed.len(), 1);
}

/// HK ST-I-3: a wrong count is one of the deal until the first discard.
#[test]
fn the_initial_stage_ends_with_the_first_discard() {
    let mut bench = hong_kong();
    bench.put("4s.2", Place::Hand(B));
    bench.wait(7_000);
    bench.put("4s.2", Place::Away);
    bench.wait(13_000);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    for tile in ["5s.2", "6s.2"] {
        bench.put(tile, Place::Hand(B));
        bench.wait(500);
    }
    bench.wait(7_000);
    let told: Vec<_> = reports(&bench).iter().map(|flag| (flag.kind, flag.rule)).collect();
    let rule = RuleId::new;
    let expected =
        [(FlagKind::InitialCount, rule("HK FI-3")), (FlagKind::WrongCount, rule("HK MN-3"))];
    assert_eq!(told, expected);
}

/// HK GR-3: what is judged only on a complaint is for the referee alone; MCR has no such fouls.
#[test]
fn fouls_judged_on_complaint_are_silent() {
    for rules in ["mcr", "gghk"] {
        let mut bench = Bench::new(rules, true);
        bench.deal(HANDS);
        bench.carry("2m.1", Place::Meld(A));
        bench.wait(7_000);
        let flag = reports(&bench)[0];
        assert_eq!((flag.kind, flag.silent), (FlagKind::Exposed, rules == "gghk"));
    }
}

/// MCR 3.6.8, HK ME-3, ME-6, ME-10, ME-11.
#[test]
fn neither_a_kong_nor_a_self_drawn_win_follows_a_claim() {
    let mut bench = Bench::new("gghk", true);
    bench.deal([
        HANDS[0],
        HANDS[1],
        "1s.1 2s.1 3s.1 4s.1 5s.1 6s.1 7s.1 N.1 N.2 N.3 N.4 C.2 C.3",
        HANDS[3],
    ]);
    bench.carry("C.1", Place::River(A));
    for tile in ["C.2", "C.3", "C.1"] {
        bench.put(tile, Place::Meld(C));
        bench.wait(200);
    }
    bench.wait(2_000);
    let board = bench.table.shown();
    assert!(board.ways(C).is_empty(), "no win on nothing drawn");
    let (hand, memory) = (board.hand(C, None), Memory::default());
    for book in BOOKS {
        let turn = OwnTurn { hand: &hand, began: Began::Claim, wall_left: 40, memory: &memory };
        let rulings = Rulings::default();
        assert_eq!(book.own_kongs(&turn, &rulings), OwnKongs::default(), "{}", book.id());
        let drawn = OwnTurn { began: Began::Draw(Face::RED), ..turn };
        assert_ne!(book.own_kongs(&drawn, &rulings), OwnKongs::default(), "{}", book.id());
    }
    for tile in ["N.1", "N.2", "N.3", "N.4"] {
        bench.put(tile, Place::Meld(C));
    }
    bench.wait(7_000);
    assert_eq!(bench.flags(), [FlagKind::KongNotAllowed]);
}

/// MCR A6: session, hand, table and seat, the rule, what was ruled, and for whom.
#[test]
fn the_foul_record_has_what_its_form_asks_for() {
    let mut bench = Bench::dealt(HANDS);
    post(&mut bench, Case::new(B, "MCR 3.11.6.6(2)"));
    let session = bench.table.state().session.unwrap();
    let posted = session.fouls().next().unwrap();
    assert_eq!((session.start.session, session.start.table, posted.hand), (1, 7, 1));
    assert_eq!((posted.sanction.seat, posted.player), (B, Player::B));
    assert!(posted.sanction.rule.is("MCR 3.11.6.6(2)"));
    assert_eq!(posted.points, [20, -60, 20, 20].map(Points));
    assert!(posted.sanction.dead);
    bench.order(Command::Revoke(posted.id));
    assert_eq!(bench.table.state().session.unwrap().fouls().count(), 0);
    assert_eq!(bench.table.state().session.unwrap().penalties.len(), 1, "kept, and marked");
}

/// What an order would do is shown beforehand, and showing it changes nothing.
#[test]
fn every_order_can_be_seen_beforehand() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    let sanction = Sanction { points: Points(5), ..Sanction::warning(B, "MCR 3.11.2.2") };
    let hu = Command::Hu { seat: D, tile: tile("C.1"), way: Way::Discard { from: A } };
    let payments = [30, -10, -10, -10].map(Points);
    let orders = [
        Command::Pause,
        Command::Resume,
        Command::ExtraTime(Span::secs(60)),
        Command::Rule { rule: RuleId::new("MCR 3.11.1"), seat: Some(B) },
        Command::Penalise(sanction),
        Command::Revoke(crate::game::PenaltyId(1)),
        Command::Correct { tile: tile("9m.4"), place: Place::River(C) },
        Command::Correct { tile: tile("9m.4"), place: Place::Away },
        Command::Undo { plays: 1 },
        hu,
        Command::RefuseHu { seat: D },
        hu,
        Command::OverruleResult { declared: 10, payments },
        Command::EndSession,
    ];
    for order in orders {
        let before = bench.table.state().clone();
        let preview = bench.table.preview(Tick(0) + Span::millis(bench.now), &order).unwrap();
        assert_eq!(*bench.table.state(), before, "{order:?}");
        let told = bench.events.len();
        // An undone act is found again before the next order comes.
        bench.order(order);
        let aside = |event: &&Event| !matches!(event, Event::Flagged(_) | Event::Clock { .. });
        let made: Vec<_> = bench.events[told..].iter().filter(aside).collect();
        assert_eq!(usize::from(preview.records), made.len(), "{order:?}: {made:?}");
        if !matches!(order, Command::Hu { .. }) {
            assert_eq!(preview.first.as_ref(), made.first().copied(), "{order:?}");
        }
        bench.wait(5_000);
    }
    assert_eq!(bench.refused, []);
    assert_eq!(bench.replayed(), *bench.table.state());
}
