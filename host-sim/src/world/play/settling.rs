//! What the tracker would report of the motions, and when: the settling stage, and everything merged by time.
//!
//! It stands in for readers and tracker until those are simulated sighting by sighting.

use table_core::game::Call;
use table_core::place::Place;
use table_core::seat::Seat;
use table_core::tile::{TILES, Tile};
use table_core::time::Tick;

use super::random::Random;
use super::timeline::{Move, Order, Timeline};

/// How long the tracker takes, in milliseconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Lag {
    /// From a tile at rest to the report of its place.
    pub arrival: (u64, u64),
    /// From a lifted tile to the report that it is away, unless it was seen elsewhere first.
    pub departure: (u64, u64),
}

impl Default for Lag {
    fn default() -> Lag {
        Lag { arrival: (100, 1_000), departure: (200, 900) }
    }
}

/// Something the table is told.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Told {
    /// A tile has settled somewhere, or left.
    Placed {
        /// Which.
        tile: Tile,
        /// Where it lies now.
        place: Place,
    },
    /// A button was pressed.
    Called {
        /// By whom.
        seat: Seat,
        /// Which.
        call: Call,
    },
    /// The referee ordered something.
    Ordered(Order),
    /// A tag that is not enrolled came to lie somewhere, or was taken away.
    Foreign {
        /// Where.
        place: Place,
        /// It came.
        there: bool,
    },
}

/// Everything the table is told of a hand, by time.
pub fn feed(line: &Timeline, lag: Lag, seed: u64) -> impl Iterator<Item = (Tick, Told)> + use<> {
    let mut random = Random::part(seed, 0x5e);
    let mut told: Vec<(Tick, Told)> = vec![];
    let mut by_tile: Vec<Vec<Move>> = vec![vec![]; TILES];
    for m in &line.moves {
        by_tile[usize::from(m.tile.id())].push(*m);
    }
    for moves in &by_tile {
        settle(moves, lag, &mut random, &mut told);
    }
    let presses = line.presses.iter();
    told.extend(presses.map(|(at, seat, call)| {
        let (seat, call) = (*seat, *call);
        (*at, Told::Called { seat, call })
    }));
    let orders = line.orders.iter();
    told.extend(orders.map(|(at, order)| (*at, Told::Ordered(*order))));
    for foreign in &line.foreign {
        let place = foreign.place;
        for (at, there) in [(foreign.from, true), (foreign.until, false)] {
            told.push((at, Told::Foreign { place, there }));
        }
    }
    // Orders go before what happens at the same instant; else the order of tiles.
    told.sort_by_key(|(at, what)| (*at, !matches!(what, Told::Ordered(_))));
    told.into_iter()
}

/// The reports on one tile.
fn settle(moves: &[Move], lag: Lag, random: &mut Random, told: &mut Vec<(Tick, Told)>) {
    let mut reports: Vec<(Tick, Place)> = vec![];
    for (index, m) in moves.iter().enumerate() {
        let gone = m.leave + random.millis(lag.departure.0, lag.departure.1);
        let seen = m.settle + random.millis(lag.arrival.0, lag.arrival.1);
        let next = moves.get(index + 1).map(|next| next.leave);
        // Lifted again before the tracker was sure: this rest was never reported.
        let reported = next.is_none_or(|next| seen <= next);
        // Back on the field it left: the tracker has seen it there all the time.
        let back = m.from == m.to && gone >= m.settle;
        if m.from != Place::Away && !back && !(reported && gone >= seen && m.to != Place::Away) {
            reports.push((gone, Place::Away));
        }
        if reported && m.to != Place::Away {
            reports.push((seen, m.to));
        }
    }
    reports.sort_by_key(|(at, _)| *at);
    let mut last = Place::Away;
    for (index, (at, place)) in reports.iter().enumerate() {
        // Away for a moment at the end of which it lies where it is believed to lie.
        let lies = lying(moves, *at);
        let settled_again = *place == Place::Away && lies == Some(last) && last != Place::Away;
        let sure = reports.get(index + 1).map(|(_, next)| *next);
        if *place == last || (settled_again && sure.is_none_or(|next| next == last)) {
            continue;
        }
        last = *place;
        let Some(first) = moves.first() else { return };
        told.push((*at, Told::Placed { tile: first.tile, place: *place }));
    }
}

/// Where a tile lies at an instant; none in the air.
fn lying(moves: &[Move], at: Tick) -> Option<Place> {
    let m = moves.iter().rev().find(|m| m.leave <= at)?;
    (m.settle <= at).then_some(m.to)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn moved(leave: u64, settle: u64, from: Place, to: Place) -> Move {
        Move {
            leave: Tick(leave * 1_000),
            settle: Tick(settle * 1_000),
            tile: Tile::new(7).unwrap(),
            from,
            to,
        }
    }

    fn places(moves: &[Move], seed: u64) -> Vec<Place> {
        let mut told = vec![];
        settle(moves, Lag::default(), &mut Random::new(seed), &mut told);
        let placed = told.into_iter().filter_map(|(_, what)| match what {
            Told::Placed { place, .. } => Some(place),
            _ => None,
        });
        placed.collect()
    }

    #[test]
    fn a_slow_move_is_seen_to_leave_and_to_arrive() {
        let hand = Place::Hand(Seat::First);
        let river = Place::River(Seat::First);
        let moves = [moved(0, 1_000, Place::Away, hand), moved(5_000, 6_500, hand, river)];
        for seed in 0..50 {
            assert_eq!(places(&moves, seed), [hand, Place::Away, river], "seed {seed}");
        }
    }

    #[test]
    fn a_tile_put_back_quickly_was_never_away() {
        let hand = Place::Hand(Seat::First);
        let moves = [moved(0, 1_000, Place::Away, hand), moved(5_000, 5_150, hand, hand)];
        for seed in 0..50 {
            assert_eq!(places(&moves, seed), [hand], "seed {seed}");
        }
    }

    #[test]
    fn the_last_report_is_where_the_tile_lies() {
        let hand = Place::Hand(Seat::First);
        let river = Place::River(Seat::First);
        let mut moves = vec![moved(0, 1_000, Place::Away, hand)];
        for (place, at) in [(river, 3_000), (hand, 3_700), (river, 4_100), (hand, 4_900)] {
            let from = moves.last().unwrap().to;
            moves.push(moved(at, at + 300, from, place));
        }
        for seed in 0..200 {
            assert_eq!(places(&moves, seed).last(), Some(&hand), "seed {seed}");
        }
    }
}
