//! What the referee can order, and why an order is refused. A refused order changes nothing.

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::game::flag::{PenaltyId, RuleId, Sanction};
use crate::game::play::Way;
use crate::place::Place;
use crate::rules::{NotDefinedByTheBook, Points, Rulings};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Span;
use crate::view::Language;

/// A rule set by its place in [`crate::rules::BOOKS`].
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct RuleSet(pub u8);

impl RuleSet {
    /// The set with this short name.
    pub fn named(id: &str) -> Option<RuleSet> {
        let at = crate::rules::BOOKS.iter().position(|book| book.id() == id)?;
        u8::try_from(at).ok().map(RuleSet)
    }

    /// Its book.
    pub fn book(self) -> Option<&'static dyn crate::rules::RuleBook> {
        crate::rules::BOOKS.get(usize::from(self.0)).copied()
    }
}

/// A player's number with the organiser (MCR A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PlayerId(pub u32);

/// Everything that is decided before a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct SessionStart {
    /// Number of the session with the organiser.
    pub session: u16,
    /// Number of the table.
    pub table: u16,
    /// The rule set.
    pub rules: RuleSet,
    /// What its book leaves open.
    pub rulings: Rulings,
    /// SHA-256 of the rulings in their stored form.
    #[serde(deserialize_with = "crate::bytes::array")]
    pub digest: [u8; 32],
    /// Players A to D, who start as East, South, West and North.
    pub players: [PlayerId; 4],
    /// Hands to be played at most; the book may end the session earlier.
    pub hands: u16,
    /// There are river loops.
    pub rivers: bool,
    /// Made by the referee's device for this session: no older session can be shown in its place (trust D1).
    #[serde(deserialize_with = "crate::bytes::array")]
    pub nonce: [u8; 16],
    /// What displays speak.
    pub language: Language,
    /// A press counts as the spoken call, and a set laid without one as undeclared (MCR 3.4.25, HK FM-4).
    /// Otherwise buttons only add their times to what people hear.
    pub buttons_declare: bool,
}

/// An order.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Command {
    /// Start a session.
    StartSession(SessionStart),
    /// Start the next hand.
    StartHand,
    /// The dice were thrown: their sums in order.
    Dice(Few<u8, 2>),
    /// Stop the session clock.
    Pause,
    /// Let it run again.
    Resume,
    /// Give time back.
    ExtraTime(Span),
    /// Keep a ruling that changes nothing by itself.
    Rule {
        /// By which rule.
        rule: RuleId,
        /// About whom.
        seat: Option<Seat>,
    },
    /// Rule against a seat.
    Penalise(Sanction),
    /// Take a penalty back.
    Revoke(PenaltyId),
    /// A tile is there, whatever the table believes.
    Correct {
        /// Which tile.
        tile: Tile,
        /// Where it is.
        place: Place,
    },
    /// The newest acts did not happen.
    Undo {
        /// How many.
        plays: u8,
    },
    /// A win was called, or the called one is to be read so.
    Hu {
        /// By whom.
        seat: Seat,
        /// On which tile.
        tile: Tile,
        /// How.
        way: Way,
    },
    /// The computed result is right.
    ConfirmResult {
        /// What the winner declared, if it was heard.
        declared: Option<u16>,
    },
    /// The result is this, whatever was computed (MCR 3.9.1.4).
    OverruleResult {
        /// What the winner is paid for.
        declared: u16,
        /// What each seat wins or loses.
        payments: [Points; 4],
    },
    /// The declared win does not count; play goes on.
    RefuseHu {
        /// Whose.
        seat: Seat,
    },
    /// The hand is a drawn one.
    DrawnHand,
    /// The hand counts for nothing.
    VoidHand {
        /// It is played again by the same dealer.
        again: bool,
    },
    /// The session is over.
    EndSession,
    /// The error conditions that stand have been looked into.
    ClearFaults,
}

/// Why an order is refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Refused {
    /// No session runs: start one.
    NoSession,
    /// A session runs: end it first.
    SessionRuns,
    /// A hand is being played: finish or void it.
    HandRuns,
    /// No hand is being played.
    NoHand,
    /// The rule set is not known here.
    UnknownRules,
    /// The digest is not that of the rulings: send them again.
    WrongDigest,
    /// A session needs at least one hand.
    NoHands,
    /// Tiles lie on the loops: clear the table or put the belief right.
    TilesLying,
    /// Such dice the book does not know: throw again.
    WrongThrow,
    /// The wall is open already.
    WallOpen,
    /// The book says nothing about it.
    NotDefined(NotDefinedByTheBook),
    /// The clock stands already, or runs already.
    ClockAsIs,
    /// The session is over by its book or its number of hands.
    SessionOver,
    /// No result waits for an answer.
    NoResult,
    /// The payments do not add up to nothing.
    NotBalanced,
    /// A player does not give points to himself.
    OwnRecipient,
    /// Points of a penalty are not below zero.
    NegativePenalty,
    /// No such penalty, or it is taken back already.
    UnknownPenalty,
    /// No room for more penalties: end the session.
    TooManyPenalties,
    /// More points than a sheet can hold.
    TooManyPoints,
    /// So many acts cannot be undone.
    CannotUndo,
    /// The tile is believed to be there already, or is not played with.
    NothingToCorrect,
    /// Nobody can win so now.
    CannotWin,
    /// Power has just come back and the tiles are being looked over: a moment.
    PickingUp,
    /// The journal is full: let the referee's device take the records, then start a new session.
    JournalFull,
    /// An error condition stands: look into it and clear it.
    Faulty,
    /// No error condition stands.
    NoFaults,
}

/// What an order would change.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Preview {
    /// The first thing that would be recorded.
    pub first: Option<crate::event::Event>,
    /// How many records there would be.
    pub records: u8,
    /// What each seat would win or lose at once.
    pub points: [Points; 4],
}
