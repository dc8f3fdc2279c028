//! Explaining what is seen: the cheapest sequence of acts that leads from the belief to the sights.

mod cost;
mod moves;
mod order;
mod search;

pub(crate) use cost::button;
pub use cost::{Calls, Residue};
pub(crate) use moves::aside;
pub(crate) use search::Question;
pub use search::{Explanation, Explanations, MARGIN, MARGIN_AT_HU, MOST_STEPS, Outlook, Search};

use serde::{Deserialize, Serialize};

use crate::game::board::{Board, CannotHappen};
use crate::game::play::Play;
use crate::seat::Seat;
use crate::tile::Tile;

/// One step of an explanation.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Step {
    /// An act of play.
    Play(Play),
    /// The newest discard went back into the hand it came from.
    TakeBack,
    /// A tile drawn unseen turned out to be this one.
    Name {
        /// Who drew it.
        seat: Seat,
        /// Which it is.
        tile: Tile,
        /// It was discarded unseen as well, and shows in the river only now.
        thrown: bool,
    },
}

impl Step {
    /// Changes the belief accordingly; on an error nothing has changed.
    pub fn take(&self, board: &mut Board) -> Result<(), CannotHappen> {
        match self {
            Step::Play(play) => board.play(play),
            Step::TakeBack => board.take_back(),
            Step::Name { seat, tile, thrown: false } => board.name(*seat, *tile),
            Step::Name { seat, tile, thrown: true } => board.name_discard(*seat, *tile),
        }
    }

    /// Whose act it is, or whose tile.
    pub fn seat(&self) -> Option<Seat> {
        match self {
            Step::Play(play) => play.seat(),
            Step::Name { seat, .. } => Some(*seat),
            Step::TakeBack => None,
        }
    }

    /// Whether it moves this tile. A discard taken back is not named in its step.
    pub fn moves(&self, tile: Tile) -> bool {
        match self {
            Step::Play(play) => play.tiles().any(|moved| moved == tile),
            Step::Name { tile: named, .. } => *named == tile,
            Step::TakeBack => false,
        }
    }
}
