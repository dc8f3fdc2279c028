//! Places and winds. A [`Seat`] is a side of the table and never moves; a [`Wind`] moves with the deal.

use serde::{Deserialize, Serialize};

/// A side of the table, counted anticlockwise: the order of play (MCR 3.6.2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Seat {
    /// Where the player sits who starts the session as East.
    First,
    /// To the right of the first.
    Second,
    /// Opposite the first.
    Third,
    /// To the left of the first.
    Fourth,
}

impl Seat {
    /// The four seats in the order of play.
    pub const ALL: [Seat; 4] = [Seat::First, Seat::Second, Seat::Third, Seat::Fourth];

    /// Position in the order of play, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The seat `steps` places further in the order of play.
    pub const fn after(self, steps: usize) -> Seat {
        match (self as usize + steps % 4) % 4 {
            0 => Seat::First,
            1 => Seat::Second,
            2 => Seat::Third,
            _ => Seat::Fourth,
        }
    }

    /// Whoever plays after this seat: its right neighbour.
    pub const fn next(self) -> Seat {
        self.after(1)
    }

    /// How many places further in the order of play `other` sits, 0 to 3.
    pub const fn steps_to(self, other: Seat) -> usize {
        (other as usize + 4 - self as usize) % 4
    }

    /// Whether the two are neighbours.
    pub const fn is_beside(self, other: Seat) -> bool {
        matches!(self.steps_to(other), 1 | 3)
    }
}

/// A wind: of a seat in this hand, or prevalent in this round (MCR 3.4.5-6, HK SI-D).
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Wind {
    /// 东, the dealer's.
    East,
    /// 南, the dealer's right neighbour.
    South,
    /// 西, opposite the dealer.
    West,
    /// 北, the dealer's left neighbour.
    North,
}

impl Wind {
    /// East, South, West, North.
    pub const ALL: [Wind; 4] = [Wind::East, Wind::South, Wind::West, Wind::North];

    /// Position in that order, 0 to 3.
    pub const fn index(self) -> usize {
        self as usize
    }

    /// The face of this wind.
    pub const fn face(self) -> crate::tile::Face {
        use crate::tile::Face;
        match self {
            Wind::East => Face::EAST,
            Wind::South => Face::SOUTH,
            Wind::West => Face::WEST,
            Wind::North => Face::NORTH,
        }
    }

    /// The wind of `seat` when `dealer` deals.
    pub const fn of(seat: Seat, dealer: Seat) -> Wind {
        match dealer.steps_to(seat) {
            0 => Wind::East,
            1 => Wind::South,
            2 => Wind::West,
            _ => Wind::North,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn winds_run_anticlockwise_from_the_dealer() {
        for dealer in Seat::ALL {
            let winds = [0, 1, 2, 3].map(|steps| Wind::of(dealer.after(steps), dealer));
            assert_eq!(winds, Wind::ALL);
        }
    }

    #[test]
    fn steps_undo_after() {
        for seat in Seat::ALL {
            for steps in 0..4 {
                assert_eq!(seat.steps_to(seat.after(steps)), steps);
            }
        }
    }
}
