//! Time limits as data.

use crate::rules::foul::Foul;
use crate::time::Span;

/// What a limit is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Interval {
    /// Sorting, flowers and the dealer's first discard together.
    Opening,
    /// From a draw or a claim to the discard.
    Discard,
    /// From a discard to a call of pung or kong.
    Claim,
    /// From a discard to any call.
    Reaction,
    /// The session.
    Session,
    /// How long before the end of the session the players are told.
    Notice,
    /// A break in the session.
    Break,
    /// From the end of the session to an appeal.
    Appeal,
}

/// A time limit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Limit {
    /// How long.
    pub span: Span,
    /// The rule.
    pub rule: &'static str,
    /// The book gives the number; otherwise it is advice to the referee.
    pub binding: bool,
}

/// Whether a call came in time.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Timely {
    /// It did, or no limit is set.
    InTime,
    /// It did not.
    Late {
        /// It is heard all the same.
        granted: bool,
        /// The foul the referee may rule.
        proposes: &'static Foul,
    },
    /// The book leaves it to the referee; this foul is his to rule.
    AskReferee(&'static Foul),
}
