//! What truly happened in a hand: every act in order, who called, how it ended and who paid.

use table_core::game::Play;
use table_core::rules::{Claim, Counted, Deal, Declared, HandEnd, Payment, Settlement};
use table_core::seat::Seat;
use table_core::tile::Tile;

use super::foul::Slip;
use super::wall::Opening;

/// A call on a discard or on a kong's tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Heard {
    /// Who called.
    pub seat: Seat,
    /// What.
    pub claim: Claim,
    /// Whether the call was granted; a better call may have beaten it.
    pub granted: bool,
}

/// One step of a hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Step {
    /// A legal act, and the calls that answered it.
    Act {
        /// The act.
        play: Play,
        /// Calls on the tile it offered, in the order of seats.
        calls: Vec<Heard>,
    },
    /// A foul on request.
    Slip(Slip),
}

/// One player's win.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Won {
    /// The win as declared.
    pub declared: Declared,
    /// The tile.
    pub tile: Tile,
    /// What it is worth by the book.
    pub counted: Counted,
    /// Who pays what.
    pub payment: Payment,
}

/// How a hand ended.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Outcome {
    /// In the book's words.
    pub end: HandEnd,
    /// The winners, in the order of play after the giver; none for a drawn hand.
    pub wins: Vec<Won>,
    /// All payments together.
    pub settlement: Settlement,
}

/// The truth of one hand.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct HandTruth {
    /// Short name of the book.
    pub book: &'static str,
    /// Which hand.
    pub deal: Deal,
    /// The dice.
    pub opening: Opening,
    /// The wall as it was built, head first, replacements at the end.
    pub row: Vec<Tile>,
    /// Tiles of the deal by seat, in the order in which they came.
    pub dealt: [Vec<Tile>; 4],
    /// What was done.
    pub steps: Vec<Step>,
    /// How it ended.
    pub outcome: Outcome,
}

impl HandTruth {
    /// The legal acts in order.
    pub fn plays(&self) -> impl Iterator<Item = Play> + '_ {
        self.steps.iter().filter_map(|step| match step {
            Step::Act { play, .. } => Some(*play),
            Step::Slip(_) => None,
        })
    }

    /// The staged fouls.
    pub fn slips(&self) -> impl Iterator<Item = &Slip> {
        self.steps.iter().filter_map(|step| match step {
            Step::Slip(slip) => Some(slip),
            Step::Act { .. } => None,
        })
    }

    /// Whether these seats won.
    pub fn winners(&self) -> impl Iterator<Item = Seat> + '_ {
        self.outcome.wins.iter().map(|won| won.declared.seat)
    }
}
