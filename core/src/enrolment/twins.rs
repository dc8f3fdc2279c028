//! One identifier at two places at once, noticed during play: a copied tag.
//!
//! Cross-talk reaches the next loop, at worst that of a neighbouring seat. Opposite seats are more than a metre apart: a tile that
//! both see, again and again in turn, is two tiles. One that is carried from one to the other is seen by the second alone.

use crate::place::Antenna;
use crate::tile::{TILES, Tile};

/// Changes from one seat to the opposite one, in a row, that are no carrying about.
const TURNS: u8 = 6;
/// So many sightings at one seat end the row: nobody else sees the tile any more.
const RESTS: u8 = 12;

#[derive(Debug, Clone, Copy)]
struct Seen {
    last: Option<Antenna>,
    turns: u8,
    rests: u8,
}

/// Watches all tiles of a set.
#[derive(Debug, Clone)]
pub struct Twins([Seen; TILES]);

impl Default for Twins {
    fn default() -> Twins {
        Twins::new()
    }
}

impl Twins {
    /// Nothing seen.
    pub const fn new() -> Twins {
        Twins([Seen { last: None, turns: 0, rests: 0 }; TILES])
    }

    /// Two tags of this tile answer a loop alike to their last bit. True the first time.
    pub fn inseparable(&mut self, tile: Tile) -> bool {
        let seen = self.0.get_mut(usize::from(tile.id()));
        seen.is_some_and(|seen| {
            let known = core::mem::replace(&mut seen.turns, u8::MAX) >= TURNS;
            seen.rests = 0;
            !known
        })
    }

    /// A loop has read the tag of this tile. The two places, once, when it has been in both at once for long enough.
    pub fn seen(&mut self, tile: Tile, antenna: Antenna) -> Option<[Antenna; 2]> {
        let seen = self.0.get_mut(usize::from(tile.id()))?;
        let before = seen.last.replace(antenna)?;
        if before.seat.after(2) == antenna.seat {
            seen.turns = seen.turns.saturating_add(1);
            seen.rests = 0;
            return (seen.turns == TURNS).then_some([before, antenna]);
        }
        seen.rests = seen.rests.saturating_add(1);
        if seen.rests >= RESTS && seen.turns < TURNS {
            (seen.turns, seen.rests) = (0, 0);
        }
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::place::Zone;
    use crate::seat::Seat;

    fn at(seat: Seat) -> Antenna {
        Antenna { seat, zone: Zone::HandLeft }
    }

    #[test]
    fn a_tile_at_opposite_seats_in_turn_is_told_once() {
        let mut twins = Twins::new();
        let tile = Tile::new(5).unwrap();
        let mut told = 0;
        for _ in 0..40 {
            for seat in [Seat::First, Seat::First, Seat::Third] {
                told += usize::from(twins.seen(tile, at(seat)).is_some());
            }
        }
        assert_eq!(told, 1);
        assert!(!twins.inseparable(tile), "known already");
        let other = Tile::new(6).unwrap();
        assert!(twins.inseparable(other) && !twins.inseparable(other));
    }

    #[test]
    fn neither_cross_talk_nor_carrying_about_is_a_copy() {
        let mut twins = Twins::new();
        let tile = Tile::new(5).unwrap();
        for round in 0..100 {
            // Read by both neighbours' loops all the time, and handed over to the opposite seat each round.
            let home = if round % 2 == 0 { Seat::First } else { Seat::Third };
            for _ in 0..20 {
                for seat in [home, home.next()] {
                    assert_eq!(twins.seen(tile, at(seat)), None);
                }
            }
        }
    }
}
