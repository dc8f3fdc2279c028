//! Sessions: orders, clocks, penalties, the sheet.

use super::*;
use crate::game::{Case, Ended, Phase, Receives, Runs, Sanction};
use crate::rules::{Player, Points};

#[test]
fn orders_that_do_not_fit_are_refused_and_change_nothing() {
    let mut bench = Bench::new("mcr", true);
    let before = bench.table.state().clone();
    let refused = [
        (Command::StartSession(start("mcr", true)), Refused::SessionRuns),
        (Command::StartHand, Refused::HandRuns),
        (Command::Dice(NO_DICE), Refused::WrongThrow),
        (Command::Resume, Refused::ClockAsIs),
        (Command::ConfirmResult { declared: None }, Refused::NoResult),
        (Command::RefuseHu { seat: A }, Refused::NoResult),
        (Command::Undo { plays: 1 }, Refused::NoHand),
        (Command::EndSession, Refused::HandRuns),
        (Command::Revoke(crate::game::PenaltyId(1)), Refused::UnknownPenalty),
    ];
    for (command, why) in refused {
        assert_eq!(bench.table.preview(Tick(0), &command), Err(why));
        bench.order(command);
        assert_eq!(bench.refused.pop(), Some(why), "{command:?}");
        assert_eq!(*bench.table.state(), before);
    }
}

#[test]
fn a_session_is_refused_when_its_rulings_are_not_those_that_were_hashed() {
    let mut bench = Bench::new("mcr", true);
    bench.table = Table::new();
    let mut wrong = start("mcr", true);
    wrong.digest[0] ^= 1;
    bench.order(Command::StartSession(wrong));
    assert_eq!(bench.refused, [Refused::WrongDigest]);
}

#[test]
fn dice_open_the_wall_once() {
    let mut bench = Bench::new("mcr", true);
    bench.order(Command::Dice(Few::from_some([5, 7])));
    bench.order(Command::Dice(Few::from_some([5, 7])));
    assert_eq!(bench.refused, [Refused::WallOpen]);
    let dice = bench.events.iter().find_map(|event| match event {
        Event::Dice { wall, stacks, .. } => Some((*wall, *stacks)),
        _ => None,
    });
    assert_eq!(dice, Some((A, 12)), "a five names the dealer (MCR 3.5.7.5)");
}

#[test]
fn ladder_penalties_climb_and_are_counted_apart_from_the_hands() {
    let mut bench = Bench::dealt(HANDS);
    let case = Case::new(B, "MCR 3.11.6.3");
    let mut points = Vec::new();
    for _ in 0..4 {
        let proposal = bench.table.state().proposals(case).next();
        let (_, sanction) = proposal.unwrap();
        points.push(sanction.points.0);
        bench.order(Command::Penalise(sanction));
    }
    assert_eq!(points, [0, 5, 10, 20]);
    let sheet = bench.table.state().sheet().unwrap();
    assert_eq!(sheet.penalties, [0, -35, 0, 0].map(Points));
    assert_eq!((sheet.totals, sheet.unassigned), ([Points(0); 4], Points(-35)));
    bench.order(Command::Revoke(crate::game::PenaltyId(4)));
    let sheet = bench.table.state().sheet().unwrap();
    assert_eq!(sheet.unassigned, Points(-15));
    assert_eq!(bench.table.state().session.unwrap().fouls().count(), 3);
}

#[test]
fn a_false_hu_costs_each_other_and_kills_the_hand() {
    let mut bench = Bench::dealt(HANDS);
    let case = Case::new(C, "MCR 3.11.6.6(1)");
    let (_, sanction) = bench.table.state().proposals(case).next().unwrap();
    assert_eq!((sanction.points, sanction.to), (Points(10), Receives::EachOther));
    let preview = bench.table.preview(Tick(0), &Command::Penalise(sanction)).unwrap();
    assert_eq!(preview.points, [10, 10, -30, 10].map(Points));
    bench.order(Command::Penalise(sanction));
    let state = bench.table.state();
    assert_eq!(state.sheet().unwrap().penalties, [10, 10, -30, 10].map(Points));
    assert!(state.memory[C.index()].dead);
    assert_eq!(state.player(C), Player::C);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn nobody_receives_his_own_penalty() {
    let mut bench = Bench::dealt(HANDS);
    let sanction = Sanction {
        points: Points(10),
        to: Receives::Seat(B),
        ..Sanction::warning(B, "MCR 3.11.2.2")
    };
    bench.order(Command::Penalise(sanction));
    assert_eq!(bench.refused, [Refused::OwnRecipient]);
}

#[test]
fn a_discard_later_than_ten_seconds_is_told_once() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(9_000);
    assert_eq!(bench.flags(), []);
    bench.wait(20_000);
    assert_eq!(bench.flags(), [FlagKind::Overtime]);
}

#[test]
fn nobody_is_late_before_a_table_that_does_not_see() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_500);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(9_000);
    bench.input(Input::Reader { seat: C, sees: false });
    bench.wait(60_000);
    bench.input(Input::Reader { seat: C, sees: true });
    bench.wait(9_000);
    assert_eq!(bench.flags(), [], "his time begins again");
    bench.wait(20_000);
    assert_eq!(bench.flags(), [FlagKind::Overtime]);
}

#[test]
fn time_runs_out_with_a_notice_before_and_a_pause_between() {
    let mut bench = Bench::dealt(HANDS);
    bench.order(Command::Pause);
    bench.now += 60 * 60 * 1_000;
    bench.wait(100);
    bench.order(Command::Resume);
    let told = |bench: &Bench, wanted: Runs| {
        let hit = |event: &&Event| matches!(event, Event::Clock { runs, .. } if *runs == wanted);
        bench.events.iter().filter(hit).count()
    };
    bench.now += 134 * 60 * 1_000;
    bench.wait(100);
    assert_eq!(told(&bench, Runs::SessionNotice), 0);
    bench.now += 60 * 1_000;
    bench.wait(100);
    assert_eq!(told(&bench, Runs::SessionNotice), 1);
    bench.order(Command::ExtraTime(Span::secs(60)));
    bench.now += 15 * 60 * 1_000;
    bench.wait(100);
    assert_eq!(told(&bench, Runs::SessionOver), 0);
    bench.now += 60 * 1_000;
    bench.wait(100);
    assert_eq!(told(&bench, Runs::SessionOver), 1);
    let voided = |event: &Event| matches!(event, Event::HandEnded { end: Ended::Void, .. });
    assert!(bench.events.iter().any(voided), "the hand stops at once (MCR 3.5.6)");
    for tile in Tile::all() {
        bench.input(Input::Placed { tile, place: Place::Away });
    }
    bench.order(Command::StartHand);
    assert_eq!(bench.refused, [Refused::SessionOver]);
    bench.order(Command::EndSession);
    assert_eq!(bench.table.state().phase, Phase::Over);
}

#[test]
fn an_overruled_result_must_add_up_to_nothing() {
    let mut bench = Bench::dealt(HANDS);
    bench.call(A, Call::Hu);
    bench.wait(12_000);
    bench.order(Command::Hu { seat: A, tile: tile("C.1"), way: crate::game::Way::SelfDrawn });
    let payments = [30, -10, -10, -11].map(Points);
    bench.order(Command::OverruleResult { declared: 8, payments });
    assert_eq!(bench.refused, [Refused::NotBalanced]);
    let payments = [30, -10, -10, -10].map(Points);
    bench.order(Command::OverruleResult { declared: 8, payments });
    assert_eq!(bench.table.state().session.unwrap().totals, payments);
}

#[test]
fn who_called_has_won_if_the_referee_says_so_though_nothing_seen_leads_to_it() {
    let mut bench = Bench::dealt(HANDS);
    let way = crate::game::Way::Discard { from: C };
    let hu = Command::Hu { seat: D, tile: tile("9s.4"), way };
    bench.order(hu);
    assert_eq!(bench.refused.pop(), Some(Refused::CannotWin), "nobody called");
    bench.call(D, Call::Hu);
    bench.wait(12_000);
    let preview = bench.table.preview(Tick(0) + Span::millis(bench.now), &hu).unwrap();
    assert_eq!(preview.points, [Points(0); 4], "what it is worth only he can say");
    bench.order(hu);
    Seat::ALL.into_iter().for_each(|seat| bench.call(seat, Call::Confirm));
    assert_eq!(bench.table.state().phase, Phase::Judging, "the seats cannot agree to it alone");
    let payments = [-10, -10, -10, 30].map(Points);
    bench.order(Command::OverruleResult { declared: 8, payments });
    assert_eq!(bench.refused, []);
    assert_eq!(bench.table.state().session.unwrap().totals, payments);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn a_hand_of_which_nobody_saw_the_deal_can_be_won_by_the_referees_word() {
    let mut bench = Bench::new("mcr", true);
    bench.call(B, Call::Hu);
    let way = crate::game::Way::SelfDrawn;
    bench.order(Command::Hu { seat: B, tile: tile("9s.4"), way });
    assert_eq!(bench.table.state().phase, Phase::Judging);
    bench.order(Command::RefuseHu { seat: B });
    assert_eq!(bench.table.state().phase, Phase::Dealing, "the deal is still waited for");
    assert_eq!(bench.refused, []);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn a_refused_hu_lets_play_go_on() {
    let mut bench = Bench::dealt(HANDS);
    bench.call(A, Call::Hu);
    bench.wait(12_000);
    bench.order(Command::RefuseHu { seat: A });
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1"]);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn the_last_acts_can_be_undone() {
    let mut bench = Bench::dealt(HANDS);
    let dealt = bench.table.state().board;
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    bench.order(Command::Undo { plays: 1 });
    assert_eq!(bench.table.state().board, dealt);
    assert_eq!(bench.replayed(), *bench.table.state());
}

#[test]
fn a_restart_in_the_middle_of_a_hand_goes_on_from_the_records() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    bench.put("4s.2", Place::Hand(B));
    bench.wait(1_000);
    let lying: Vec<(Tile, Place)> = {
        let board = bench.table.shown();
        Tile::all().map(|tile| (tile, board.place(tile))).collect()
    };
    bench.table = Table::resume(bench.replayed());
    bench.now = 500;
    for (tile, place) in lying {
        if place != Place::Away {
            bench.input(Input::Placed { tile, place });
        }
    }
    bench.wait(2_000);
    bench.carry("S.2", Place::River(B));
    bench.wait(4_000);
    assert_eq!(bench.acts(), ["discard A C.1", "draw B 4s.2", "discard B S.2"]);
}
