//! Tiles on blind spots of racks and rivers: what is concluded from those that are seen.

mod blind_reader;
mod claims;
mod deal;
mod flowers;
mod kongs;
mod last_tiles;
mod turns;
mod wins;

use super::*;
use crate::game::Source;

/// Some standing tiles are hardly read.
fn with_blind_spots() -> Bench {
    let mut bench = Bench::new("mcr", true);
    bench.input(Input::BlindSpots(true));
    bench
}

/// Every tile but these.
fn stand(bench: &mut Bench, hands: [&str; 4], unseen: &[&str]) {
    for (seat, tiles) in Seat::ALL.into_iter().zip(hands) {
        for text in tiles.split(' ').filter(|text| !unseen.contains(text)) {
            bench.put(text, Place::Hand(seat));
        }
    }
}

/// It may be gone, or out of sight.
fn out_of_sight(bench: &mut Bench, text: &str, seat: Seat) {
    let places = [Place::Away, Place::Hand(seat)];
    bench.input(Input::Either { tile: tile(text), places });
}

/// The loops of two neighbours see a tile alike.
fn seen_alike(bench: &mut Bench, text: &str, seats: [Seat; 2]) {
    let places = seats.map(Place::Hand);
    bench.input(Input::Either { tile: tile(text), places });
}

/// Where a seat's tiles came from, draw by draw.
fn sources(bench: &Bench, of: Seat) -> Vec<Source> {
    let sources = bench.events.iter().filter_map(|event| match event {
        Event::Play { play: Play::Draw { seat, source, .. }, .. } if *seat == of => Some(*source),
        _ => None,
    });
    sources.collect()
}

/// Play goes on after A's C.1 was claimed: it is on record, and nothing is wrong with it.
fn pung_stands(bench: &mut Bench) {
    bench.wait(1_500);
    bench.carry("9s.1", Place::River(C));
    bench.wait(1_000);
    bench.turn(D, "4s.2", "P.1");
    assert_eq!(bench.acts()[..3], ["discard A C.1", "pung C C.1", "discard C 9s.1"]);
    assert_eq!(bench.flags(), []);
}
