use super::*;
use crate::time::Span;
use proptest::prelude::*;
use std::vec::Vec;

const fn antenna(seat: Seat, zone: Zone) -> Antenna {
    Antenna { seat, zone }
}

const HAND: Antenna = antenna(Seat::First, Zone::HandLeft);
const OTHER_HALF: Antenna = antenna(Seat::First, Zone::HandRight);
const MELD: Antenna = antenna(Seat::First, Zone::Meld);
const RIVER: Antenna = antenna(Seat::First, Zone::River);
const NEXT_HAND: Antenna = antenna(Seat::Second, Zone::HandLeft);
const NEXT_RIVER: Antenna = antenna(Seat::Second, Zone::River);
const STRANGER: TagUid = TagUid(0xE004_0150_FFFF_FFFF);

/// A tracker, its time, and what it has told.
struct Watched {
    tracker: Tracker,
    now: Tick,
    told: Vec<(Tile, Place)>,
    believed: [Place; TILES],
    /// It was told that these may be out of sight.
    hidden: [bool; TILES],
}

fn tag(tile: u8) -> TagUid {
    TagUid(0xE004_0150_0000_0000 | u64::from(tile))
}

fn tile(id: u8) -> Tile {
    Tile::new(id).unwrap()
}

fn watched() -> Watched {
    let list = Tile::all().map(|tile| (tag(tile.id()), tile));
    Watched {
        tracker: Tracker::new(Enrolment::new(list).unwrap()),
        now: Tick(0),
        told: Vec::new(),
        believed: [Place::Away; TILES],
        hidden: [false; TILES],
    }
}

impl Watched {
    fn step(&mut self, antenna: Antenna, observation: Observation) {
        let (told, believed, hidden) = (&mut self.told, &mut self.believed, &mut self.hidden);
        self.tracker.step(Sighting { antenna, at: self.now, observation }, |change| {
            let Change::Placed { tile, place, also, .. } = change else { return };
            let held = &mut believed[usize::from(tile.id())];
            // A place may be told again with a second one, and that a tile may be out of sight; else every change is one.
            let retold = |also: Place| *held == place || (*held == also && place == Place::Away);
            if also.is_some_and(|also| also != place && retold(also)) {
                hidden[usize::from(tile.id())] = place == Place::Away;
                return;
            }
            if core::mem::take(&mut hidden[usize::from(tile.id())]) && *held == place {
                return;
            }
            assert_ne!(*held, place);
            *held = place;
            told.push((tile, place));
        });
    }

    /// One complete scan that sees these tiles.
    fn scan(&mut self, antenna: Antenna, tiles: &[u8]) {
        self.now = self.now + Span::millis(100);
        for id in tiles {
            self.step(antenna, Observation::Tag(tag(*id)));
        }
        self.step(antenna, Observation::Swept);
    }

    fn place(&self, id: u8) -> Place {
        self.tracker.place(tile(id))
    }
}

#[test]
fn a_discard_is_believed_after_two_scans() {
    let mut table = watched();
    table.scan(RIVER, &[7]);
    assert_eq!(table.place(7), Place::Away);
    table.scan(RIVER, &[7]);
    assert_eq!(table.told, [(tile(7), Place::River(Seat::First))]);
    table.scan(RIVER, &[7]);
    assert_eq!(table.told.len(), 1);
}

#[test]
fn a_tile_read_well_leaves_after_three_silent_scans_and_is_in_the_air() {
    let mut table = watched();
    for _ in 0..6 {
        table.scan(RIVER, &[7, 8]);
    }
    for _ in 0..2 {
        table.scan(RIVER, &[8]);
        assert_eq!(table.place(7), Place::River(Seat::First));
        table.step(RIVER, Observation::Disturbed);
    }
    table.scan(RIVER, &[8]);
    assert_eq!(table.place(7), Place::Away);
    let from = Place::River(Seat::First);
    let air = table.tracker.whereabouts(table.now, tile(7));
    assert!(matches!(air, Whereabouts::InTheAir { from: left, .. } if left == from), "{air:?}");
    let later = table.now + Span::secs(11);
    assert_eq!(table.tracker.whereabouts(later, tile(7)), Whereabouts::Away);
}

#[test]
fn a_tile_read_badly_stays_longer() {
    let mut table = watched();
    // Every second scan misses it.
    for turn in 0..20 {
        table.scan(HAND, if turn % 2 == 0 { &[7, 8] } else { &[8] });
    }
    let before = table.told.len();
    for _ in 0..8 {
        table.scan(HAND, &[8]);
    }
    assert_eq!((table.place(7), table.told.len()), (Place::Hand(Seat::First), before));
}

#[test]
fn a_sighting_elsewhere_beats_silence_at_once() {
    let mut table = watched();
    for _ in 0..4 {
        table.scan(HAND, &[7, 8]);
    }
    table.scan(HAND, &[8]);
    table.scan(RIVER, &[7]);
    table.scan(RIVER, &[7]);
    assert_eq!(table.place(7), Place::River(Seat::First));
}

#[test]
fn cross_talk_does_not_move_a_tile_that_is_still_seen_at_home() {
    let mut table = watched();
    table.scan(HAND, &[7]);
    for _ in 0..50 {
        table.scan(HAND, &[7]);
        table.scan(MELD, &[7]);
        table.scan(NEXT_RIVER, &[7]);
    }
    assert_eq!(table.told, [(tile(7), Place::Hand(Seat::First))]);
}

#[test]
fn both_halves_of_a_rack_are_one_place() {
    let mut table = watched();
    for turn in 0..30 {
        table.scan(HAND, if turn % 3 == 0 { &[7] } else { &[] });
        table.scan(OTHER_HALF, if turn % 3 == 1 { &[7] } else { &[] });
    }
    assert_eq!(table.told, [(tile(7), Place::Hand(Seat::First))]);
}

#[test]
fn a_discard_at_the_border_lies_in_the_river_of_its_seat() {
    for first in [RIVER, NEXT_RIVER] {
        let mut table = watched();
        for _ in 0..4 {
            table.scan(HAND, &[7, 8]);
        }
        table.scan(HAND, &[8]);
        let second = if first == RIVER { NEXT_RIVER } else { RIVER };
        for _ in 0..4 {
            table.scan(first, &[7]);
            table.scan(second, &[7]);
        }
        assert_eq!(table.place(7), Place::River(Seat::First), "seen first by {first}");
    }
}

#[test]
fn a_tile_thrown_from_a_bad_spot_is_told_though_its_silence_says_little() {
    let mut table = watched();
    for round in 0..40 {
        let read: &[u8] = if round % 4 == 0 { &[7, 8] } else { &[8] };
        table.scan(HAND, read);
    }
    assert_eq!(table.place(7), Place::Hand(Seat::First));
    for _ in 0..4 {
        table.scan(HAND, &[8]);
        table.scan(RIVER, &[7]);
    }
    assert_eq!(table.place(7), Place::River(Seat::First));
}

#[test]
fn a_tile_from_the_wall_on_a_bad_spot_of_the_river_is_waited_for() {
    let mut table = watched();
    table.scan(RIVER, &[7]);
    for _ in 0..20 {
        table.scan(RIVER, &[]);
    }
    table.scan(RIVER, &[7]);
    assert_eq!(table.place(7), Place::River(Seat::First));
}

#[test]
fn a_discard_that_only_the_wrong_river_sees_at_first_is_put_right() {
    let mut table = watched();
    for _ in 0..4 {
        table.scan(HAND, &[7, 8]);
    }
    for _ in 0..10 {
        table.scan(HAND, &[8]);
        table.scan(NEXT_RIVER, &[7]);
        table.scan(RIVER, &[]);
    }
    assert_eq!(table.place(7), Place::River(Seat::Second));
    for _ in 0..3 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(RIVER, &[7]);
    }
    assert_eq!(table.place(7), Place::River(Seat::First));
}

#[test]
fn a_drawn_tile_that_the_meld_loop_sees_first_stands_in_the_rack() {
    let mut table = watched();
    for _ in 0..3 {
        table.scan(MELD, &[7]);
    }
    assert_eq!(table.place(7), Place::Meld(Seat::First));
    for _ in 0..30 {
        table.scan(HAND, &[7]);
        table.scan(MELD, &[7]);
    }
    let [meld, hand] = [Place::Meld(Seat::First), Place::Hand(Seat::First)];
    assert_eq!(table.told, [(tile(7), meld), (tile(7), hand)]);
}

#[test]
fn a_discard_put_right_stays_there_though_both_rivers_see_it() {
    let mut watched = watched();
    for _ in 0..20 {
        watched.scan(HAND, &[1]);
    }
    // In the fingers, then on the border; its own loop misses it at first.
    watched.scan(HAND, &[]);
    watched.scan(HAND, &[]);
    for _ in 0..8 {
        watched.scan(NEXT_RIVER, &[1]);
        watched.scan(HAND, &[]);
    }
    watched.told.clear();
    for _ in 0..60 {
        watched.scan(RIVER, &[1]);
        watched.scan(NEXT_RIVER, &[1]);
    }
    assert_eq!(watched.told, [(tile(1), Place::River(Seat::First))]);
}

#[test]
fn a_discard_pulled_back_and_thrown_again_lies_in_the_river_alone() {
    let mut table = watched();
    for _ in 0..4 {
        table.scan(HAND, &[7, 8]);
    }
    // Long in the fingers, a moment in the rack, then thrown.
    for _ in 0..12 {
        table.scan(HAND, &[8]);
        table.scan(RIVER, &[]);
    }
    assert_eq!(table.place(7), Place::Away);
    table.step(RIVER, Observation::Tag(tag(7)));
    table.scan(HAND, &[8]);
    table.scan(OTHER_HALF, &[7]);
    table.scan(HAND, &[8]);
    table.scan(OTHER_HALF, &[7]);
    let mut both = false;
    for _ in 0..4 {
        table.now = table.now + Span::millis(100);
        let river =
            Sighting { antenna: RIVER, at: table.now, observation: Observation::Tag(tag(7)) };
        table.tracker.step(river, |change| {
            both |= matches!(change, Change::Placed { also: Some(_), .. });
        });
        table.step(RIVER, Observation::Swept);
        table.scan(HAND, &[8]);
        table.scan(OTHER_HALF, &[]);
    }
    assert!(!both, "the rack has not seen it since");
    assert_eq!(table.place(7), Place::River(Seat::First));
}

#[test]
fn a_discard_is_followed_through_a_long_disturbance() {
    let mut table = watched();
    for _ in 0..8 {
        table.scan(HAND, &[7, 8]);
    }
    for _ in 0..6 {
        table.now = table.now + Span::millis(100);
        table.step(HAND, Observation::Tag(tag(8)));
        table.step(HAND, Observation::Disturbed);
        table.step(RIVER, Observation::Tag(tag(7)));
        table.step(RIVER, Observation::Disturbed);
    }
    assert_eq!(table.place(7), Place::River(Seat::First));
    assert_eq!(table.place(8), Place::Hand(Seat::First));
}

#[test]
fn straight_from_the_wall_between_two_rivers_both_are_told() {
    for first in [RIVER, NEXT_RIVER] {
        let second = if first == RIVER { NEXT_RIVER } else { RIVER };
        let mut table = watched();
        let mut told = Vec::new();
        for _ in 0..12 {
            for antenna in [first, first, second] {
                table.now = table.now + Span::millis(100);
                for observation in [Observation::Tag(tag(7)), Observation::Swept] {
                    let sighting = Sighting { antenna, at: table.now, observation };
                    table.tracker.step(sighting, |change| told.push(change));
                }
            }
        }
        let places = |change: &Change| match change {
            Change::Placed { place, also, .. } => (*place, *also),
            Change::Foreign { .. } => panic!("no stranger here"),
        };
        let told: Vec<_> = told.iter().map(places).collect();
        let [home, other] = [first.place(), second.place()];
        assert_eq!(told, [(home, None), (home, Some(other))]);
    }
}

#[test]
fn a_discard_that_two_loops_of_the_neighbour_see_as_well_lies_in_the_river_of_its_seat() {
    let mut table = watched();
    let next_meld = antenna(Seat::Second, Zone::Meld);
    for _ in 0..20 {
        table.scan(HAND, &[7]);
    }
    for _ in 0..10 {
        table.scan(HAND, &[]);
        for antenna in [next_meld, NEXT_RIVER, next_meld, RIVER, NEXT_RIVER] {
            table.scan(antenna, &[7]);
        }
    }
    assert_eq!(table.place(7), RIVER.place());
    assert_eq!(table.told.last(), Some(&(tile(7), RIVER.place())));
}

#[test]
fn a_discard_that_a_neighbours_rack_sees_stays_in_the_river() {
    let neighbour = antenna(Seat::Second, Zone::HandLeft);
    let mut table = watched();
    for _ in 0..4 {
        table.scan(HAND, &[7]);
    }
    for _ in 0..3 {
        table.scan(HAND, &[]);
        table.scan(RIVER, &[7]);
    }
    // Another tag hides it from its loop now and then, and its neighbour's rack is the first to see it again.
    for _ in 0..3 {
        table.scan(neighbour, &[7]);
        table.scan(neighbour, &[7]);
        table.scan(RIVER, &[]);
        table.scan(neighbour, &[7]);
        table.scan(RIVER, &[7]);
    }
    assert_eq!(table.place(7), RIVER.place());
    assert_eq!(table.told.last(), Some(&(tile(7), RIVER.place())));
}

/// Scans of two loops by turns, each of which sees the tile: the pairs of places that are told.
fn seen_by_both(table: &mut Watched, loops: [Antenna; 2]) -> Vec<[Place; 2]> {
    let mut also = Vec::new();
    for _ in 0..8 {
        for antenna in loops {
            table.now = table.now + Span::millis(100);
            for observation in [Observation::Tag(tag(7)), Observation::Swept] {
                let sighting = Sighting { antenna, at: table.now, observation };
                table.tracker.step(sighting, |change| {
                    if let Change::Placed { place, also: Some(other), .. } = change {
                        also.push([place, other]);
                    }
                });
            }
        }
    }
    also
}

const CLAIMER: Antenna = antenna(Seat::Second, Zone::Meld);

#[test]
fn a_claimed_discard_that_the_rack_of_its_discarder_sees_is_told_in_both_places() {
    for loops in [[HAND, CLAIMER], [CLAIMER, HAND]] {
        let mut table = watched();
        for _ in 0..4 {
            table.scan(RIVER, &[7]);
        }
        for _ in 0..4 {
            table.scan(RIVER, &[]);
        }
        let also = seen_by_both(&mut table, loops);
        let [also] = also[..] else { panic!("told once, not {also:?}") };
        let [there, other] = [HAND.place(), CLAIMER.place()];
        assert!(also == [there, other] || also == [other, there], "{also:?}");
    }
}

/// Thrown and claimed within a scan; another tile of the rack stays.
fn claimed_before_its_river_saw_it() -> Watched {
    let mut table = watched();
    for _ in 0..20 {
        table.scan(HAND, &[7, 8]);
    }
    for _ in 0..4 {
        table.scan(HAND, &[8]);
    }
    for _ in 0..6 {
        table.scan(CLAIMER, &[7]);
    }
    assert_eq!(table.place(7), CLAIMER.place());
    table
}

#[test]
fn a_tile_that_two_seats_melds_see_alike_is_told_in_both() {
    let mut table = claimed_before_its_river_saw_it();
    let also = seen_by_both(&mut table, [MELD, CLAIMER]);
    assert_eq!(also, [[CLAIMER.place(), MELD.place()]]);
    assert_eq!(table.place(7), CLAIMER.place());
    // On a bad spot of the claimer's: now and then another tag hides it.
    for _ in 0..4 {
        table.scan(CLAIMER, &[]);
        table.scan(MELD, &[7]);
        table.scan(CLAIMER, &[7]);
        table.scan(MELD, &[]);
        table.scan(CLAIMER, &[7]);
    }
    assert_eq!(table.place(7), CLAIMER.place());
}

/// How well the loop beside a rack heard the tile that stood there says nothing about how well it hears the tile once it lies there.
#[test]
fn a_tile_that_brushed_its_own_melds_does_not_stay_there_when_another_seat_has_claimed_it() {
    let mut table = watched();
    for turn in 0..600 {
        table.scan(HAND, &[7, 8]);
        table.scan(MELD, if turn % 2 == 0 { &[7] } else { &[] });
    }
    for _ in 0..5 {
        table.scan(HAND, &[8]);
        table.scan(MELD, &[7]);
    }
    assert_eq!(table.place(7), MELD.place());
    for _ in 0..6 {
        table.scan(MELD, &[]);
        table.scan(CLAIMER, &[7]);
    }
    assert_eq!(table.place(7), CLAIMER.place());
}

#[test]
fn of_two_seats_melds_a_tile_lies_on_those_that_miss_it_least() {
    let mut table = claimed_before_its_river_saw_it();
    for _ in 0..4 {
        table.scan(MELD, &[7]);
        table.scan(CLAIMER, &[7]);
        table.scan(MELD, &[7]);
        table.scan(CLAIMER, &[]);
    }
    assert_eq!(table.place(7), MELD.place());
}

#[test]
fn a_dealt_tile_that_a_neighbours_river_heard_first_stays_in_its_rack() {
    let mut table = watched();
    table.scan(NEXT_RIVER, &[7]);
    table.scan(NEXT_RIVER, &[]);
    table.scan(HAND, &[7]);
    table.scan(HAND, &[7]);
    table.scan(NEXT_RIVER, &[7]);
    for _ in 0..6 {
        table.scan(HAND, &[7]);
        table.scan(NEXT_RIVER, &[]);
    }
    assert_eq!(table.place(7), HAND.place());
    for _ in 0..20 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(HAND, &[7]);
        assert_eq!(table.place(7), HAND.place());
    }
}

#[test]
fn a_dealt_tile_that_a_neighbours_river_took_over_is_in_its_rack_once_the_river_is_silent() {
    let mut table = watched();
    for _ in 0..40 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(HAND, &[7]);
    }
    assert_eq!(table.place(7), NEXT_RIVER.place());
    for _ in 0..4 {
        table.scan(NEXT_RIVER, &[]);
        table.scan(HAND, &[7]);
    }
    for _ in 0..20 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(HAND, &[7]);
    }
    assert_eq!(table.told, [(tile(7), NEXT_RIVER.place()), (tile(7), HAND.place())]);
}

#[test]
fn a_dealt_tile_that_a_neighbours_river_lost_again_stays_in_its_rack() {
    let mut table = watched();
    for _ in 0..2 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(HAND, &[7]);
    }
    for _ in 0..12 {
        table.scan(NEXT_RIVER, &[]);
        table.scan(HAND, &[]);
    }
    assert_eq!(table.place(7), Place::Away);
    for _ in 0..6 {
        table.scan(HAND, &[7]);
    }
    for _ in 0..12 {
        table.scan(NEXT_RIVER, &[7]);
        table.scan(HAND, &[7]);
    }
    assert_eq!(table.place(7), HAND.place());
}

#[test]
fn a_laid_tile_that_a_neighbours_rack_hears_first_lies_among_the_melds() {
    let mut table = watched();
    for _ in 0..20 {
        table.scan(HAND, &[7, 8]);
    }
    for _ in 0..5 {
        table.scan(NEXT_HAND, &[7]);
        table.scan(NEXT_HAND, &[7]);
        table.scan(HAND, &[8]);
    }
    for _ in 0..2 {
        table.scan(NEXT_HAND, &[7]);
        table.scan(MELD, &[7]);
    }
    let seat = Seat::First;
    let stood = [(tile(7), Place::Hand(seat)), (tile(8), Place::Hand(seat))];
    let laid = [(tile(7), Place::Away), (tile(7), Place::Meld(seat))];
    assert_eq!(table.told, [stood, laid].concat());
}

#[test]
fn a_laid_tile_that_a_neighbours_rack_hears_while_its_loop_misses_it_stays_among_the_melds() {
    let mut table = watched();
    for _ in 0..20 {
        table.scan(MELD, &[7, 8]);
    }
    table.scan(NEXT_HAND, &[7]);
    table.scan(NEXT_HAND, &[7]);
    table.scan(MELD, &[8]);
    table.scan(NEXT_HAND, &[7]);
    table.scan(MELD, &[7, 8]);
    let seat = Seat::First;
    assert_eq!(table.told, [7, 8].map(|id| (tile(id), Place::Meld(seat))));
}

#[test]
fn a_zone_that_vanishes_as_a_whole_is_a_reader_fault() {
    let mut table = watched();
    let all: Vec<u8> = (0..7).collect();
    for _ in 0..4 {
        table.scan(HAND, &all);
    }
    let before = table.told.len();
    for _ in 0..20 {
        table.scan(HAND, &[]);
    }
    assert_eq!(table.told.len(), before, "two seconds of silence");
    table.scan(HAND, &all);
    for _ in 0..80 {
        table.scan(HAND, &[]);
    }
    assert_eq!(table.told.len(), before + 7, "eight seconds: they are gone");
}

#[test]
fn a_burst_takes_nothing_away() {
    let mut table = watched();
    let all: Vec<u8> = (0..14).collect();
    for _ in 0..4 {
        table.scan(HAND, &all);
    }
    let before = table.told.len();
    // A third of all answers is lost for three seconds, now these, now those.
    for turn in 0..30u8 {
        let heard: Vec<u8> =
            all.iter().copied().filter(|id| (id * 7 + turn * 5) % 14 > 4).collect();
        table.scan(HAND, &heard);
    }
    assert_eq!(table.told.len(), before);
}

#[test]
fn a_tile_that_the_neighbour_saw_first_stands_where_it_is_missed_least() {
    const NEIGHBOUR: Antenna = antenna(Seat::Second, Zone::HandLeft);
    let mut table = watched();
    table.scan(NEIGHBOUR, &[7]);
    assert_eq!(table.place(7), Place::Hand(Seat::Second));
    // Cross-talk: the neighbour hears it in every third scan, its own loop in all of them.
    for nth in 0..30 {
        table.scan(NEIGHBOUR, if nth % 3 == 0 { &[7] } else { &[] });
        table.scan(HAND, &[7]);
    }
    assert_eq!(table.place(7), Place::Hand(Seat::First));
    for nth in 0..30 {
        table.scan(NEIGHBOUR, if nth % 3 == 0 { &[7] } else { &[] });
        table.scan(HAND, &[7]);
    }
    assert_eq!(table.told.len(), 2, "once and for all: {:?}", table.told);
}

#[test]
fn a_tile_that_two_racks_see_is_told_in_both_when_the_better_one_takes_it_over() {
    let mut table = watched();
    table.scan(NEXT_HAND, &[7]);
    let mut told = Vec::new();
    for nth in 0..30 {
        for (antenna, sees) in [(NEXT_HAND, nth % 3 == 0), (HAND, true)] {
            table.now = table.now + Span::millis(100);
            let tag = sees.then_some(Observation::Tag(tag(7)));
            for observation in tag.into_iter().chain([Observation::Swept]) {
                let sighting = Sighting { antenna, at: table.now, observation };
                table.tracker.step(sighting, |change| {
                    if let Change::Placed { place, also, .. } = change {
                        told.push((place, also));
                    }
                });
            }
        }
    }
    let [own, next] = [HAND.place(), NEXT_HAND.place()];
    assert_eq!(told, [(next, Some(own)), (own, Some(next))]);
}

#[test]
fn a_stranger_is_named_once() {
    let mut tracker = watched().tracker;
    let mut named = 0;
    for _ in 0..5 {
        let sighting =
            Sighting { antenna: HAND, at: Tick(0), observation: Observation::Tag(STRANGER) };
        tracker
            .step(sighting, |change| named += u8::from(matches!(change, Change::Foreign { .. })));
    }
    assert_eq!(named, 1);
}

fn any_antenna() -> impl Strategy<Value = Antenna> {
    (0usize..4, 0usize..4)
        .prop_map(|(seat, zone)| Antenna { seat: Seat::ALL[seat], zone: Zone::ALL[zone] })
}

proptest! {
    /// Whatever is sighted: every change tells a place other than the one told before, and that is the one place
    /// where the tile is believed to be.
    #[test]
    fn a_tile_is_in_one_place_and_every_change_is_one(
        steps in prop::collection::vec((any_antenna(), 0u8..12, 0u64..400), 0..400)
    ) {
        let mut table = watched();
        for (antenna, what, later) in steps {
            table.now = table.now + Span::millis(later);
            let observation = match what {
                0..8 => Observation::Tag(tag(what)),
                8..11 => Observation::Swept,
                _ => Observation::Disturbed,
            };
            table.step(antenna, observation);
            for tile in Tile::all() {
                prop_assert_eq!(table.tracker.place(tile), table.believed[usize::from(tile.id())]);
            }
        }
    }

    /// No state is a trap: after any past, a tile that lies still is found, and one that is gone is missed.
    #[test]
    fn after_any_past_the_truth_is_found(
        steps in prop::collection::vec((any_antenna(), 0u8..4), 0..200), home in any_antenna()
    ) {
        let mut table = watched();
        for (antenna, what) in steps {
            table.now = table.now + Span::millis(50);
            let observation = if what < 2 { Observation::Tag(tag(1)) } else { Observation::Swept };
            table.step(antenna, observation);
        }
        let all = Seat::ALL.into_iter().flat_map(|seat| Zone::ALL.map(|zone| Antenna { seat, zone }));
        let all: Vec<Antenna> = all.collect();
        for _ in 0..120 {
            for antenna in &all {
                let here: &[u8] = if *antenna == home { &[1] } else { &[] };
                table.scan(*antenna, here);
            }
        }
        prop_assert_eq!(table.place(1), home.place());
        for _ in 0..400 {
            all.iter().for_each(|antenna| table.scan(*antenna, &[]));
        }
        prop_assert_eq!(table.place(1), Place::Away);
    }
}
