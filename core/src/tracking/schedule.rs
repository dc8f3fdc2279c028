//! Which loop a reader visits next.

use crate::place::{Antenna, Zone};
use crate::seat::Seat;

/// Loops about which the tracker is in doubt, one bit each.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Doubts(u16);

impl Doubts {
    /// No doubt.
    pub const NONE: Doubts = Doubts(0);

    /// As it was stored.
    pub const fn from_bits(bits: u16) -> Doubts {
        Doubts(bits)
    }

    /// To be stored.
    pub const fn bits(self) -> u16 {
        self.0
    }

    /// These and one more.
    pub fn with(self, antenna: Antenna) -> Doubts {
        Doubts(self.0 | bit(antenna))
    }

    /// These and those.
    pub const fn or(self, others: Doubts) -> Doubts {
        Doubts(self.0 | others.0)
    }

    /// Whether there is doubt about this loop.
    pub fn about(self, antenna: Antenna) -> bool {
        self.0 & bit(antenna) != 0
    }
}

/// The bit of a loop in sets of loops.
#[inline]
pub(super) fn bit(antenna: Antenna) -> u16 {
    1 << antenna.number()
}

/// The visits of one reader: its loops in turn, and between any two of them one look at a loop in doubt. So every loop is
/// visited at least once in twice the time of a round, whatever the doubts.
#[derive(Debug, Clone)]
pub struct Schedule {
    seat: Seat,
    rivers: bool,
    /// The next loop in turn, and the next to be asked for doubts.
    turn: usize,
    doubtful: usize,
    /// The last visit was out of turn.
    out_of_turn: bool,
}

impl Schedule {
    /// The reader of a seat, at a table with river loops or without.
    pub const fn new(seat: Seat, rivers: bool) -> Schedule {
        Schedule { seat, rivers, turn: 0, doubtful: 0, out_of_turn: true }
    }

    /// The loop to be visited now.
    pub fn next(&mut self, doubts: Doubts) -> Zone {
        if !self.out_of_turn
            && let Some(zone) = self.in_doubt(doubts)
        {
            self.out_of_turn = true;
            return zone;
        }
        self.out_of_turn = false;
        loop {
            let zone = nth(self.turn);
            self.turn += 1;
            if self.has(zone) {
                return zone;
            }
        }
    }

    fn in_doubt(&mut self, doubts: Doubts) -> Option<Zone> {
        for _ in Zone::ALL {
            let zone = nth(self.doubtful);
            self.doubtful += 1;
            if self.has(zone) && doubts.about(Antenna { seat: self.seat, zone }) {
                return Some(zone);
            }
        }
        None
    }

    fn has(&self, zone: Zone) -> bool {
        self.rivers || zone != Zone::River
    }
}

fn nth(visit: usize) -> Zone {
    let [first, second, third, fourth] = Zone::ALL;
    match visit % Zone::ALL.len() {
        0 => first,
        1 => second,
        2 => third,
        _ => fourth,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use std::vec::Vec;

    #[test]
    fn without_doubts_loops_are_visited_in_turn() {
        let mut schedule = Schedule::new(Seat::First, true);
        let visits: Vec<Zone> = (0..8).map(|_| schedule.next(Doubts::NONE)).collect();
        assert_eq!(visits[..4], Zone::ALL);
        assert_eq!(visits[4..], Zone::ALL);
    }

    #[test]
    fn a_loop_in_doubt_is_visited_next_and_no_other_starves() {
        let river = Antenna { seat: Seat::First, zone: Zone::River };
        let doubts = Doubts::NONE.with(river);
        let mut schedule = Schedule::new(Seat::First, true);
        let visits: Vec<Zone> = (0..8).map(|_| schedule.next(doubts)).collect();
        for (turn, zone) in Zone::ALL.into_iter().enumerate() {
            assert_eq!(visits[2 * turn..2 * turn + 2], [zone, Zone::River]);
        }
    }

    #[test]
    fn doubts_about_another_seat_are_not_ours() {
        let river = Antenna { seat: Seat::Second, zone: Zone::River };
        let mut schedule = Schedule::new(Seat::First, true);
        schedule.next(Doubts::NONE);
        assert_eq!(schedule.next(Doubts::NONE.with(river)), Zone::HandRight);
    }

    #[test]
    fn a_loop_that_is_not_there_is_never_visited() {
        let mut schedule = Schedule::new(Seat::First, false);
        let all = Doubts::from_bits(u16::MAX);
        assert!((0..40).all(|_| schedule.next(all) != Zone::River));
    }
}
