//! What happens on the table, in physical terms: tiles lifted and laid, buttons pressed, the referee's orders.

use table_core::game::{Call, Play};
use table_core::place::Place;
use table_core::rules::Deal;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Tick;

use super::foul::Slip;

/// A tile carried from one place to another; between the two times it is in the air.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Move {
    /// When it is lifted.
    pub leave: Tick,
    /// When it lies still.
    pub settle: Tick,
    /// Which.
    pub tile: Tile,
    /// Where it lay; [`Place::Away`] for the wall.
    pub from: Place,
    /// Where it lies.
    pub to: Place,
}

/// What the referee orders in an ordinary session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Order {
    /// The session begins, by the book with this short name.
    StartSession(&'static str),
    /// This hand begins.
    StartHand(Deal),
    /// A foul has been put right on the table; the offender may be barred from winning, the hand may be over.
    Ruled {
        /// The offender.
        seat: Seat,
        /// May not win in this hand.
        dead: bool,
        /// The hand is played again.
        again: bool,
    },
    /// The result of the hand stands.
    ConfirmResult,
    /// The session is over.
    EndSession,
}

/// A tile that no enrolled tag belongs to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foreign {
    /// When it comes.
    pub from: Tick,
    /// When it is taken away.
    pub until: Tick,
    /// Where it lies.
    pub place: Place,
}

/// A foul with its times.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct TimedSlip {
    /// When it is done.
    pub at: Tick,
    /// When it has been put right.
    pub righted: Tick,
    /// What it is.
    pub slip: Slip,
}

/// The physical course of one hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Timeline {
    /// Tiles, by the time they are lifted.
    pub moves: Vec<Move>,
    /// Buttons, by time.
    pub presses: Vec<(Tick, Seat, Call)>,
    /// Orders, by time.
    pub orders: Vec<(Tick, Order)>,
    /// Tiles of other sets.
    pub foreign: Vec<Foreign>,
    /// The acts in the order of the rules, each with the time its last tile lay (of a hu: the time it was said).
    /// Times need not rise: flowers of several players at the deal overlap, and a hasty draw can lie before the
    /// discard does.
    pub truth: Vec<(Tick, Play)>,
    /// The fouls.
    pub slips: Vec<TimedSlip>,
    /// When the hand began and when the table was empty again.
    pub span: (Tick, Tick),
}

impl Timeline {
    /// Acts were done later than planned, and the hand lasted longer.
    pub fn come_later(&mut self, real: impl Fn(Tick) -> Tick) {
        self.truth.iter_mut().for_each(|(at, _)| *at = real(*at));
        self.span = (real(self.span.0), real(self.span.1));
    }

    /// Sorts everything by time; equal times keep their order.
    pub(super) fn sort(&mut self) {
        self.moves.sort_by_key(|m| m.leave);
        self.presses.sort_by_key(|(at, ..)| *at);
        self.orders.sort_by_key(|(at, _)| *at);
    }

    /// A tile that is in two places at once, or moves from where it is not; none if all is well.
    pub fn contradiction(&self) -> Option<Move> {
        let mut lying = [(Place::Away, Tick(0)); table_core::tile::TILES];
        self.moves.iter().copied().find(|m| {
            let (place, since) = &mut lying[usize::from(m.tile.id())];
            let wrong = m.from != *place || m.leave < *since || m.settle < m.leave;
            (*place, *since) = (m.to, m.settle);
            wrong
        })
    }
}
