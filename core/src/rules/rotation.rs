//! Who deals, who sits where, and what a session comes to.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::rules::claim::Seats;
use crate::rules::settlement::Points;
use crate::seat::{Seat, Wind};

/// A player by where he sat when the session began: A East, B South, C West, D North.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
#[allow(missing_docs)]
pub enum Player {
    A,
    B,
    C,
    D,
}

impl Player {
    /// A, B, C, D.
    pub const ALL: [Player; 4] = [Player::A, Player::B, Player::C, Player::D];
}

/// One hand to be dealt.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Deal {
    /// Number of the hand, from 1; a hand played again keeps it.
    pub number: u16,
    /// The prevalent wind.
    pub round: Wind,
    /// Who deals.
    pub dealer: Seat,
    /// Who sits at each seat.
    pub players: [Player; 4],
}

impl Deal {
    /// The first hand: East deals, nobody has moved.
    pub const FIRST: Deal =
        Deal { number: 1, round: Wind::East, dealer: Seat::First, players: Player::ALL };
}

/// The prevalent wind of the round after this one; none after North.
pub(super) fn next_round(round: Wind) -> Option<Wind> {
    let mut later = Wind::ALL.into_iter().skip_while(|wind| *wind != round);
    later.nth(1)
}

/// How a hand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum HandEnd {
    /// These seats won.
    Won(Seats),
    /// Nobody won.
    Drawn,
    /// The referee has it played again (HK FM-10, FD-7).
    PlayedAgain,
    /// The wrong player dealt and nobody put it right in time; this seat should have (HK FI-1).
    WronglyDealt(Seat),
}

/// What follows a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Another hand.
    Hand(Deal),
    /// The session is over.
    SessionOver,
}

/// The book says nothing about it: the referee or the organiser has to.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum NotDefinedByTheBook {
    /// Declaring a waiting hand.
    Ting,
    /// When a match ends.
    MatchLength,
    /// How players are ranked.
    Ranking,
    /// How tied players are ranked.
    RankTie,
    /// What follows the last named step of the ladder.
    Ladder,
    /// Where the wall is broken when the dice count further than one side.
    Break,
}

impl fmt::Display for NotDefinedByTheBook {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            NotDefinedByTheBook::Ting => "the book has no rules of ting",
            NotDefinedByTheBook::MatchLength => "the book does not say when a match ends",
            NotDefinedByTheBook::Ranking => "the book does not say how players are ranked",
            NotDefinedByTheBook::RankTie => "the book does not say how ties are ranked",
            NotDefinedByTheBook::Ladder => "the book names no further step of the ladder",
            NotDefinedByTheBook::Break => "the book does not say where counting goes on",
        })
    }
}

impl core::error::Error for NotDefinedByTheBook {}

/// A session's result for one seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Standing {
    /// Place from 1; tied players share the best of theirs.
    pub place: u8,
    /// Table points in twelfths, so that ties of two, three or four share without a rest.
    pub twelfths: u8,
    /// Shared with somebody: marked for the referee.
    pub tied: bool,
}

/// Shares the points of the places (in whole table points) by rising totals; tied players share equally
/// the sum of the places they hold together.
pub fn share_places(totals: &[Points; 4], places: [u8; 4]) -> [Standing; 4] {
    totals.map(|own| {
        let above = totals.iter().filter(|other| **other > own).count();
        let level = totals.iter().filter(|other| **other == own).count();
        let sum: u8 = places.iter().skip(above).take(level).sum();
        Standing {
            place: above as u8 + 1,
            twelfths: (sum * 12).checked_div(level as u8).unwrap_or(0),
            tied: level > 1,
        }
    })
}

/// Where the wall is opened: so many stacks, counted from the right end of this seat's wall, are the tail;
/// drawing begins with the next.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Break {
    /// Whose wall.
    pub wall: Seat,
    /// Stacks counted in it.
    pub stacks: u8,
}

/// Why there is no break.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum NoBreak {
    /// So many throws, or such sums, this book does not know: throw again.
    WrongThrow,
    /// The book does not say.
    Undefined(NotDefinedByTheBook),
}
