//! The end of the wall: no later turn says what happened in the last one.

use super::*;

/// A Hong Kong hand in which everybody throws what he has drawn, down to the last tile of the wall: which that is, and whose turn
/// it is. `shortly_before` happens some turns earlier.
fn down_to_the_last_tile(shortly_before: impl Fn(&mut Bench, Seat)) -> (Bench, Tile, Seat) {
    let (mut bench, wall, whose) = down_to_two_tiles(shortly_before);
    let [before, last] = wall;
    draw_and_throw(&mut bench, before, left_of(whose));
    bench.input(Input::Placed { tile: last, place: Place::Hand(whose) });
    (bench, last, whose)
}

/// Whose turn comes before.
fn left_of(seat: Seat) -> Seat {
    Seat::ALL.into_iter().find(|before| before.next() == seat).unwrap()
}

fn draw_and_throw(bench: &mut Bench, tile: Tile, seat: Seat) {
    bench.input(Input::Placed { tile, place: Place::Hand(seat) });
    bench.wait(800);
    bench.input(Input::Placed { tile, place: Place::Away });
    bench.input(Input::Placed { tile, place: Place::River(seat) });
    bench.wait(800);
}

/// The same with two tiles left, the first of which A waits for, and whose the last will be.
fn down_to_two_tiles(shortly_before: impl Fn(&mut Bench, Seat)) -> (Bench, [Tile; 2], Seat) {
    let mut bench = Bench::new("gghk", true);
    bench.deal(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(1_000);
    let dealt: Vec<Tile> = HANDS.iter().flat_map(|hand| hand.split(' ')).map(tile).collect();
    let mut wall: Vec<Tile> = Tile::all().filter(|tile| !tile.face().is_flower()).collect();
    wall.retain(|tile| !dealt.contains(tile));
    let (last, before) = (wall.pop().unwrap(), tile("S.4"));
    wall.retain(|tile| *tile != before);
    let turn = |number: usize| [B, C, D, A][number % 4];
    let whose = turn(wall.len() + 1);
    for (number, drawn) in wall.iter().enumerate() {
        if number + 2 == wall.len() {
            shortly_before(&mut bench, whose);
        }
        draw_and_throw(&mut bench, *drawn, turn(number));
    }
    (bench, [before, last], whose)
}

fn has_ended(bench: &Bench) -> bool {
    bench.events.iter().any(|event| matches!(event, Event::HandEnded { .. }))
}

#[test]
fn the_last_tile_thrown_where_nobody_sees_it_ends_the_hand() {
    let (mut bench, last, _) = down_to_the_last_tile(|_, _| {});
    bench.wait(800);
    bench.input(Input::Placed { tile: last, place: Place::Away });
    bench.wait(5_000);
    assert!(!has_ended(&bench), "it may still come down");
    bench.wait(10_000);
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
    assert_eq!(bench.flags(), []);
}

#[test]
fn four_players_who_agree_that_the_hand_is_over_end_it_though_nobody_saw_the_last_turn() {
    let (mut bench, [before, _], seat) = down_to_two_tiles(|_, _| {});
    draw_and_throw(&mut bench, before, left_of(seat));
    bench.wait(10_000);
    for (agreed, by) in Seat::ALL.into_iter().enumerate() {
        assert!(!has_ended(&bench), "{agreed} agree");
        bench.call(by, Call::Confirm);
    }
    assert!(has_ended(&bench));
    let name = name(seat);
    let acts = [std::format!("draw {name} ?"), std::format!("discard {name} ?")];
    let told = bench.acts();
    assert_eq!(told[told.len() - 3..told.len() - 1], acts);
    assert_eq!(bench.flags(), []);
}

/// On bad spots of the rack and of the river: seen to be gone, and to lie, when people already clear the table.
#[test]
fn four_players_who_agree_that_the_hand_is_over_end_it_as_soon_as_the_last_discard_shows() {
    let (mut bench, _, seat) = down_to_the_last_tile(|bench, _| {
        bench.input(Input::BlindSpots(true));
    });
    let thrown = bench.table.state().board.at(Place::Hand(seat)).next().unwrap();
    bench.wait(5_000);
    Seat::ALL.into_iter().for_each(|by| bench.call(by, Call::Confirm));
    bench.wait(2_000);
    assert!(!has_ended(&bench), "nobody saw him discard");
    bench.input(Input::Placed { tile: thrown, place: Place::Away });
    bench.input(Input::Placed { tile: thrown, place: Place::River(seat) });
    bench.wait(500);
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
    let ending = [std::format!("discard {} {thrown}", name(seat)), "drawn hand".into()];
    assert!(bench.acts().ends_with(&ending), "{:?}", bench.acts());
}

#[test]
fn who_agreed_before_another_turn_has_not_agreed_after_a_power_cut_either() {
    let (mut bench, [before, last], seat) = down_to_two_tiles(|_, _| {});
    draw_and_throw(&mut bench, before, left_of(seat));
    bench.wait(10_000);
    [A, B, C].into_iter().for_each(|by| bench.call(by, Call::Confirm));
    assert_eq!(bench.table.agreed(), [true, true, true, false]);
    draw_and_throw(&mut bench, last, seat);
    bench.wait(3_200);
    let mut table = Table::new();
    bench.events.iter().for_each(|event| table.replay(event));
    assert_eq!((table.agreed(), bench.table.agreed()), ([false; 4], [false; 4]));
}

#[test]
fn four_players_who_agree_to_a_win_do_not_end_the_hand_as_drawn() {
    let (mut bench, [before, _], seat) = down_to_two_tiles(|_, _| {});
    draw_and_throw(&mut bench, before, left_of(seat));
    bench.wait(5_000);
    bench.call(seat, Call::Hu);
    bench.wait(12_000);
    Seat::ALL.into_iter().for_each(|by| bench.call(by, Call::Confirm));
    assert!(!has_ended(&bench));
    assert!(bench.events.iter().any(|event| matches!(event, Event::Asked(_))));
}

#[test]
fn a_win_on_the_last_tile_but_one_is_asked_about_where_the_last_may_have_been_thrown_unseen() {
    for blind_spots in [false, true] {
        let (mut bench, [before, _], seat) = down_to_two_tiles(|bench, _| {
            bench.input(Input::BlindSpots(blind_spots));
        });
        draw_and_throw(&mut bench, before, left_of(seat));
        bench.call(A, Call::Hu);
        bench.wait(1_000);
        let standing: Vec<Tile> = bench.table.state().board.at(Place::Hand(A)).collect();
        for tile in standing.into_iter().chain([before]) {
            bench.input(Input::Placed { tile, place: Place::Meld(A) });
        }
        bench.wait(12_000);
        let asked = bench.events.iter().any(|event| matches!(event, Event::Asked(_)));
        assert_eq!(asked, blind_spots);
        assert_eq!(bench.acts().contains(&"hu A S.4".into()), !blind_spots);
    }
}

#[test]
fn agreement_in_the_middle_of_a_hand_ends_nothing() {
    let mut bench = Bench::dealt(HANDS);
    bench.carry("C.1", Place::River(A));
    bench.wait(4_000);
    Seat::ALL.into_iter().for_each(|seat| bench.call(seat, Call::Confirm));
    bench.wait(4_000);
    assert!(!has_ended(&bench));
}

#[test]
fn the_last_turns_are_told_though_another_tile_comes_and_goes() {
    let (mut bench, [_, last], seat) = down_to_two_tiles(|bench, _| {
        bench.input(Input::BlindSpots(true));
    });
    let standing =
        |bench: &Bench, seat: Seat| bench.table.state().board.at(Place::Hand(seat)).next().unwrap();
    // What the player before drew stands where nobody sees it.
    let thrown = standing(&bench, left_of(seat));
    bench.input(Input::Placed { tile: thrown, place: Place::Away });
    bench.wait(500);
    bench.input(Input::Placed { tile: thrown, place: Place::River(left_of(seat)) });
    bench.wait(800);
    draw_and_throw(&mut bench, last, seat);
    let opposite = seat.next().next();
    let tile = standing(&bench, opposite);
    for place in [Place::Away, Place::Hand(opposite)].into_iter().cycle().take(8) {
        bench.input(Input::Placed { tile, place });
        bench.wait(2_000);
    }
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
}

#[test]
fn a_tile_out_of_sight_before_the_last_turn_is_not_the_last_discard() {
    let (mut bench, last, seat) = down_to_the_last_tile(|bench, seat| {
        let standing = bench.table.state().board.at(Place::Hand(seat)).next().unwrap();
        bench.input(Input::Placed { tile: standing, place: Place::Away });
    });
    bench.wait(4_000);
    assert!(!has_ended(&bench), "he thinks");
    bench.input(Input::Placed { tile: last, place: Place::Away });
    bench.input(Input::Placed { tile: last, place: Place::River(seat) });
    bench.wait(10_000);
    let mut discards = bench.acts().into_iter().filter(|act| act.starts_with("discard"));
    assert_eq!(discards.next_back(), Some(std::format!("discard {} {last}", name(seat))));
}

#[test]
fn a_hidden_turn_before_the_last_tile_of_the_wall_is_told() {
    let (mut bench, [_, last], whose) = down_to_two_tiles(|_, _| {});
    bench.input(Input::BlindSpots(true));
    bench.wait(2_000);
    draw_and_throw(&mut bench, last, whose);
    bench.wait(20_000);
    assert!(has_ended(&bench), "{:?}", bench.acts().last());
    let thrown = std::format!("discard {} {last}", name(whose));
    assert!(bench.acts().contains(&thrown));
}

#[test]
fn a_tile_out_of_sight_is_not_thrown_because_the_last_draw_is_seen_before_the_discard() {
    let (mut bench, [before, last], whose) = down_to_two_tiles(|bench, whose| {
        bench.input(Input::BlindSpots(true));
        let standing = bench.table.state().board.at(Place::Hand(left_of(whose))).next().unwrap();
        bench.input(Input::Placed { tile: standing, place: Place::Away });
    });
    let seat = left_of(whose);
    bench.input(Input::Placed { tile: before, place: Place::Hand(seat) });
    bench.wait(5_000);
    bench.input(Input::Placed { tile: last, place: Place::Hand(whose) });
    bench.wait(700);
    bench.input(Input::Placed { tile: before, place: Place::River(seat) });
    bench.wait(4_000);
    let thrown = std::format!("discard {} {before}", name(seat));
    assert!(bench.acts().contains(&thrown), "{:?}", bench.acts().last());
    assert!(!bench.events.iter().any(|event| matches!(event, Event::Undone { .. })));
}
