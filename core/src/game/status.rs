//! Where the game stands, for a referee's device that has just connected: short, and never more than records say.

use serde::{Deserialize, Serialize};

use crate::game::state::{Phase, State};
use crate::rules::Points;
use crate::time::Span;

/// The game in a few words.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Status {
    /// Where the session stands.
    pub phase: Phase,
    /// Number of the session with the organiser; 0 without one.
    pub session: u16,
    /// The hand being played, or the last one; 0 without one.
    pub hand: u16,
    /// Sums of the hands, by player A to D.
    pub totals: [Points; 4],
    /// Sums of the penalties, by player.
    pub penalties: [Points; 4],
    /// Tiles left in the wall.
    pub wall: u8,
    /// Declared wins that wait for agreement.
    pub proposed: u8,
    /// The session clock stands.
    pub paused: bool,
    /// Playing time used.
    pub played: Span,
}

impl Default for Status {
    fn default() -> Status {
        Status::new()
    }
}

impl Status {
    /// Nothing recorded.
    pub const fn new() -> Status {
        Status {
            phase: Phase::Idle,
            session: 0,
            hand: 0,
            totals: [Points(0); 4],
            penalties: [Points(0); 4],
            wall: 0,
            proposed: 0,
            paused: false,
            played: Span(0),
        }
    }

    /// Of a table whose session clock shows `played`.
    pub fn of(state: &State, played: Span) -> Status {
        let Some(session) = state.session.as_ref() else {
            return Status { phase: state.phase, ..Status::new() };
        };
        Status {
            phase: state.phase,
            session: session.start.session,
            hand: session.deal.number,
            totals: session.totals,
            penalties: session.penalty_sums(),
            wall: state.board.wall(),
            proposed: u8::try_from(state.proposed.len()).unwrap_or(u8::MAX),
            paused: session.paused,
            played,
        }
    }
}
