//! Laws that hold whatever comes in.

use super::*;
use crate::game::{PenaltyId, Receives, RuleId, Sanction, Way};
use crate::record::LONGEST_DRAFT;
use crate::rules::Points;
use proptest::prelude::*;
use std::vec;

fn seat() -> impl Strategy<Value = Seat> {
    (0usize..4).prop_map(|at| Seat::ALL[at])
}

fn place() -> impl Strategy<Value = Place> {
    prop_oneof![
        seat().prop_map(Place::Hand),
        seat().prop_map(Place::Meld),
        seat().prop_map(Place::River),
        Just(Place::Away),
    ]
}

fn any_tile() -> impl Strategy<Value = Tile> {
    (0u8..144).prop_map(|id| Tile::new(id).unwrap())
}

fn points() -> impl Strategy<Value = Points> {
    prop_oneof![any::<i32>(), -100..100i32].prop_map(Points)
}

fn command() -> impl Strategy<Value = Command> {
    let way = prop_oneof![
        Just(Way::SelfDrawn),
        seat().prop_map(|from| Way::Discard { from }),
        seat().prop_map(|from| Way::Robbing { from }),
    ];
    let sanction =
        (seat(), points(), seat(), any::<bool>()).prop_map(|(seat, points, to, dead)| {
            Command::Penalise(Sanction {
                points,
                to: if dead { Receives::EachOther } else { Receives::Seat(to) },
                dead,
                ..Sanction::warning(seat, "MCR 3.11.2.2")
            })
        });
    prop_oneof![
        Just(Command::StartSession(start("mcr", true))),
        Just(Command::StartSession(start("gghk", false))),
        Just(Command::StartHand),
        (0u8..14, 0u8..14).prop_map(|(a, b)| Command::Dice(Few::from_some([a, b]))),
        Just(Command::Pause),
        Just(Command::Resume),
        Just(Command::ExtraTime(Span::secs(9))),
        seat().prop_map(|seat| Command::Rule { rule: RuleId::new("HK GR-2"), seat: Some(seat) }),
        sanction,
        (0u16..4).prop_map(|id| Command::Revoke(PenaltyId(id))),
        (any_tile(), place()).prop_map(|(tile, place)| Command::Correct { tile, place }),
        (0u8..8).prop_map(|plays| Command::Undo { plays }),
        (seat(), any_tile(), way).prop_map(|(seat, tile, way)| Command::Hu { seat, tile, way }),
        Just(Command::ConfirmResult { declared: Some(8) }),
        (points(), points()).prop_map(|(a, b)| Command::OverruleResult {
            declared: 8,
            payments: [a, b, Points(a.0.wrapping_neg()), Points(b.0.wrapping_neg())],
        }),
        seat().prop_map(|seat| Command::RefuseHu { seat }),
        Just(Command::DrawnHand),
        any::<bool>().prop_map(|again| Command::VoidHand { again }),
        Just(Command::EndSession),
    ]
}

fn call() -> impl Strategy<Value = Call> {
    use Call::*;
    (0usize..7).prop_map(|at| [Chow, Pung, Kong, Flower, Hu, Referee, Confirm][at])
}

/// Inputs in any order, with the time that passes before each.
fn inputs() -> impl Strategy<Value = Vec<(u64, Input)>> {
    let input = prop_oneof![
        12 => (any_tile(), place()).prop_map(|(tile, place)| Input::Placed { tile, place }),
        2 => (seat(), call()).prop_map(|(seat, call)| Input::Called { seat, call }),
        2 => command().prop_map(Input::Ordered),
        2 => Just(Input::Tick),
    ];
    let wait = prop_oneof![4 => 0u64..300, 2 => 300u64..4_000, 1 => 4_000u64..600_000];
    prop::collection::vec((wait, input), 1..120)
}

fn whole(bench: &Bench) {
    let state = bench.table.state();
    assert_eq!(bench.replayed(), *state, "state is the fold of the events");
    if let Some(session) = &state.session {
        assert!(session.balanced(), "points are never made");
        let tiles = usize::from(state.board.tiles);
        let seats = Seat::ALL.into_iter();
        let held: usize = seats
            .flat_map(|seat| [Place::Hand(seat), Place::Meld(seat), Place::River(seat)])
            .map(|place| state.board.at(place).count())
            .sum();
        let hidden: u8 = state.board.unseen.iter().chain(&state.board.unknown).sum();
        if tiles > 0 && held + usize::from(hidden) <= tiles {
            let wall = usize::from(state.board.wall());
            assert_eq!(held + usize::from(hidden) + wall, tiles, "tiles are never lost");
        }
    }
    for event in &bench.events {
        let mut bytes = [0; LONGEST_DRAFT];
        let used = postcard::to_slice(event, &mut bytes).unwrap().len();
        assert!(used + 80 <= LONGEST_DRAFT, "{used} bytes: {event:?}");
        assert_eq!(postcard::from_bytes::<Event>(&bytes[..used]).unwrap(), *event);
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(96))]

    #[test]
    fn anything_in_any_order_breaks_no_law(inputs in inputs()) {
        let mut bench = Bench::new("mcr", true);
        for (wait, input) in inputs {
            bench.now += wait;
            bench.input(input);
        }
        bench.wait(2_000);
        whole(&bench);
    }

    #[test]
    fn a_dealt_hand_survives_anything(inputs in inputs()) {
        let mut bench = Bench::dealt(HANDS);
        bench.carry("C.1", Place::River(A));
        for (wait, input) in inputs {
            bench.now += wait;
            bench.input(input);
        }
        bench.wait(12_000);
        whole(&bench);
    }
}

#[test]
fn the_memory_of_a_table_is_bounded() {
    // The search, the sights and the state together; RAM of the chip is 192 KiB.
    let sizes = [
        core::mem::size_of::<Table>(),
        core::mem::size_of::<crate::game::explain::Search>(),
        core::mem::size_of::<crate::game::sight::Sights>(),
        core::mem::size_of::<State>(),
        core::mem::size_of::<Event>(),
    ];
    std::println!("table, search, sights, state, event: {sizes:?} bytes");
    assert!(core::mem::size_of::<Table>() <= 56 * 1024, "{}", core::mem::size_of::<Table>());
    assert!(core::mem::size_of::<crate::game::board::Board>() <= 640);
}
