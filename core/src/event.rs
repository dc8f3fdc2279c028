//! What happens at the table, in words that can be recorded.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::enrolment::TagUid;
use crate::game::{
    Agreed, Asks, Call, Ended, Evidence, Few, Flag, MOST_EVIDENCE, MOST_LYING, PenaltyId, Play,
    Proposed, Runs, Sanction, SessionStart, Sheet,
};
use crate::hand::MOST_STANDING;
use crate::journal::Faults;
use crate::place::{Antenna, Place};
use crate::record::Hash;
use crate::rules::{Deal, Points};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Span;
use crate::trust::{Identity, Officials, PublicKey};
use crate::wire::{KeptReceipt, OrderId, Turned, WhyNot};

/// Why the processor started.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ResetCause {
    /// Power came on.
    Power,
    /// Supply voltage fell below the brown-out level.
    BrownOut,
    /// A task did not report in and the watchdog bit.
    Watchdog,
    /// The firmware asked for it.
    Software,
    /// The reset pin.
    Pin,
    /// The firmware found itself wrong and stopped.
    Panic,
    /// The processor met an instruction or an address that it cannot take.
    HardFault,
    /// The stack grew into its guard.
    StackOverflow,
}

/// What is wrong with the chip or its settings.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ChipTrouble {
    /// The brown-out level is not the one that the board was designed for (trust C7): set the option bytes.
    BrownOutLevel {
        /// What the option bytes say.
        found: u8,
    },
    /// The crystal does not swing: times are those of the internal oscillator, uncertain by one part in a hundred (trust E4).
    Crystal,
    /// Flash can be read by anybody with a probe (trust A2): provision the table.
    ReadProtection,
}

/// What kind of trouble a reader is in.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ReaderTrouble {
    /// No chip answers: BUSY does not move or every byte reads FF. The seat is blind.
    Absent,
    /// The chip answers, but not within its deadlines.
    Unresponsive,
    /// The chip refused an instruction or answered out of form.
    Misbehaving,
    /// The field is off: over-temperature or no antenna supply.
    NoField,
}

/// A part of the table that people look at or press.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Part {
    /// The call pad of a seat.
    Pad(Seat),
    /// The chain of seat displays.
    SeatDisplays,
    /// The screen in the middle.
    Screen,
}

/// What is wrong with a part. Play goes on without it: calls are spoken, the referee's device shows the rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum PartTrouble {
    /// It does not answer.
    Absent,
    /// A key has been down for too long.
    Stuck,
}

/// One thing that happened.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Event {
    /// The table started; replayed records came before.
    Boot {
        /// Why.
        cause: ResetCause,
    },
    /// A tile of the set came to rest.
    TilePlaced {
        /// Which piece.
        tile: Tile,
        /// Where it lies now.
        place: Place,
    },
    /// A tag that belongs to no tile of this set lies in a field: flag for the referee.
    ForeignTag {
        /// Its identifier.
        tag: TagUid,
        /// Who sees it.
        antenna: Antenna,
    },
    /// A seat's reader is in trouble: what is seen there is not to be trusted until it recovers.
    ReaderTrouble {
        /// Whose reader.
        seat: Seat,
        /// What is wrong.
        trouble: ReaderTrouble,
    },
    /// A reader that was in trouble works again.
    ReaderRecovered {
        /// Whose reader.
        seat: Seat,
    },
    /// A session begins; what is decided before it and what plays it are sealed here.
    SessionStarted(SessionStart, Identity),
    /// A hand begins.
    HandStarted {
        /// Which, and who sits where.
        deal: Deal,
        /// Playing time used in the session so far.
        played: Span,
    },
    /// The set was looked over before the deal (MCR 3.5.5.1, HK FT-1).
    Census {
        /// Tiles that lie on a loop although they belong in the wall.
        lying: Few<Tile, MOST_LYING>,
        /// Tags of no known tile.
        foreign: u8,
    },
    /// The dice are thrown and the wall is opened (MCR 3.5.7.5, HK SI-C).
    Dice {
        /// Sums, in order.
        throws: Few<u8, 2>,
        /// In whose wall.
        wall: Seat,
        /// After how many stacks.
        stacks: u8,
    },
    /// Every seat has its tiles.
    Dealt {
        /// By seat.
        hands: [Few<Tile, MOST_STANDING>; 4],
    },
    /// An act of play.
    Play {
        /// Which.
        play: Play,
        /// No other explanation was near; otherwise the best was taken after two more turns.
        sure: bool,
    },
    /// The newest discard went back into the hand it came from.
    TakenBack {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Option<Tile>,
    },
    /// A tile drawn unseen turned out to be this one.
    Named {
        /// Who drew it.
        seat: Seat,
        /// Which it is.
        tile: Tile,
    },
    /// What was recorded of the newest acts was wrong: so many of them did not happen.
    Undone {
        /// How many [`Event::Play`] back.
        plays: u8,
    },
    /// The referee put the table's belief about a tile right.
    Corrected {
        /// Which tile.
        tile: Tile,
        /// Where it was believed to be.
        from: Place,
        /// Where it is.
        to: Place,
    },
    /// Something for the referee to look at.
    Flagged(Flag),
    /// The table needs an answer before it goes on.
    Asked(Asks),
    /// A seat called the referee.
    RefereeCalled {
        /// Which.
        seat: Seat,
    },
    /// A declared win, computed.
    ResultProposed(Proposed),
    /// The result of the hand is agreed.
    ResultConfirmed {
        /// By whom.
        by: Agreed,
        /// What the winner declared, where it was entered (MCR 3.9.1.4).
        declared: Option<u16>,
        /// What the table computed.
        computed: u16,
        /// What each seat wins or loses.
        payments: [Points; 4],
    },
    /// The declared win does not count; play goes on.
    HuRefused {
        /// Whose.
        seat: Seat,
    },
    /// The hand is over.
    HandEnded {
        /// How.
        end: Ended,
        /// Playing time used in the session so far.
        played: Span,
    },
    /// A clock told the table something.
    Clock {
        /// Which clock, and what.
        runs: Runs,
        /// Whose, where it is somebody's.
        seat: Option<Seat>,
    },
    /// The referee ruled against a seat.
    Penalty {
        /// Its number in the session.
        id: PenaltyId,
        /// What.
        sanction: Sanction,
    },
    /// A penalty is taken back.
    PenaltyRevoked {
        /// Which.
        id: PenaltyId,
    },
    /// A seat may not win in this hand (MCR 3.11.3, HK FP-3).
    Dead {
        /// Which.
        seat: Seat,
        /// Nor meld.
        no_melds: bool,
    },
    /// The referee ruled on something the table only keeps: by which rule, about whom.
    Ruled {
        /// Rule.
        rule: crate::game::RuleId,
        /// About whom.
        seat: Option<Seat>,
    },
    /// The session clock stands still.
    Paused {
        /// Playing time used so far.
        played: Span,
    },
    /// It runs again.
    Resumed,
    /// The referee gave time back.
    ExtraTime {
        /// How much.
        span: Span,
    },
    /// The session is over.
    SessionEnded(Sheet),
    /// A seat pressed a button.
    Called {
        /// Whose.
        seat: Seat,
        /// Which.
        call: Call,
    },
    /// Power was away in the middle of a session. All tiles have been looked over and the table goes on from its records.
    PickedUp {
        /// Playing time used when it was last kept before the cut; the clock stood still from there to here.
        played: Span,
        /// Tiles that do not lie where the records have them; what explains them is recorded next.
        differing: Few<Evidence, MOST_EVIDENCE>,
    },
    /// One of the two pages of the journal's slate was not whole, by a power cut or worse, and has been written anew from the other.
    PageHealed,
    /// The journal fills up: let the referee's device take the records. At a hundred no other hand is started.
    JournalFills {
        /// Parts of a hundred.
        percent: u8,
    },
    /// Error conditions stand until a referee clears them: no hand is started.
    Faulty(Faults),
    /// The referee cleared them.
    FaultsCleared(Faults),
    /// Something about the chip is not as it should be.
    Chip(ChipTrouble),
    /// The table made its key and shut the door behind it.
    Provisioned(PublicKey),
    /// How the table feels.
    Health(Health),
    /// Something people look at or press does not work.
    PartTrouble {
        /// Which.
        part: Part,
        /// What is wrong.
        trouble: PartTrouble,
    },
    /// It works again.
    PartRecovered {
        /// Which.
        part: Part,
    },
    /// These may give orders, by the organiser's signed word.
    Appointed(Officials),
    /// An order was taken; what it caused follows. One that a power cut left without anything behind it was not carried out.
    Ordered(OrderId),
    /// An order came to nothing.
    OrderTurned(Turned),
    /// A referee's signed word that he holds the records before this one.
    Received(KeptReceipt),
    /// The referee's device is not heard any more.
    LinkLost,
    /// It is heard again.
    LinkFound,
    /// This list of tags and tiles is in force, by the organiser's signed word.
    TilesListed {
        /// Which set of tiles.
        set: u16,
        /// Counts up with every change of the list.
        edition: u32,
        /// SHA-256 of the list in its stored form.
        list: Hash,
    },
    /// One identifier is in two places at once: a copied tag. Both loops are the same where its answers could not be told apart.
    TwinTags {
        /// The identifier.
        tag: TagUid,
        /// Who sees it.
        at: [Antenna; 2],
    },
    /// A discard that nobody had seen turned out to be this one.
    DiscardNamed {
        /// Who discarded it.
        seat: Seat,
        /// Which it is.
        tile: Tile,
    },
}

impl Event {
    /// Whether it says something that counts: nobody is shown it before it is on record to stay (trust C1).
    pub const fn is_final(&self) -> bool {
        matches!(
            self,
            Event::SessionStarted(..)
                | Event::ResultConfirmed { .. }
                | Event::HandEnded { .. }
                | Event::Penalty { .. }
                | Event::PenaltyRevoked { .. }
                | Event::SessionEnded(_)
        )
    }
}

/// How the table feels, told with every hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Health {
    /// Most bytes of stack ever used since boot; zero where nobody paints it.
    pub stack_used: u32,
    /// Bytes of stack there are.
    pub stack_size: u32,
    /// Longest wait of a record for its commit, signature included.
    pub slowest_commit: Span,
}

impl fmt::Display for Event {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Event::Boot { cause } => write!(out, "boot ({cause:?})"),
            Event::TilePlaced { tile, place } => write!(out, "{tile} placed: {place}"),
            Event::ForeignTag { tag, antenna } => write!(out, "foreign tag {tag} at {antenna}"),
            Event::ReaderTrouble { seat, trouble } => {
                write!(out, "reader of seat {} in trouble: {trouble:?}", seat.index() + 1)
            }
            Event::ReaderRecovered { seat } => {
                write!(out, "reader of seat {} works again", seat.index() + 1)
            }
            Event::Play { play, sure: true } => write!(out, "{play:?}"),
            Event::Play { play, sure: false } => write!(out, "{play:?} (uncertain)"),
            Event::Flagged(flag) => write!(out, "{:?} ({}): {:?}", flag.kind, flag.rule, flag.seat),
            Event::Appointed(list) => {
                let (by, people) = (list.organiser.fingerprint(), list.people.len());
                write!(out, "list {} of organiser {by}: {people} officials", list.serial)
            }
            Event::Ordered(order) => {
                write!(out, "order {} of {} {:?}", order.number, order.role, order.by)?;
                match order.grounds.about {
                    Some(about) => write!(out, " about {about} ({:?})", order.grounds.why),
                    None => Ok(()),
                }
            }
            Event::OrderTurned(Turned { order, why, times }) => {
                match order {
                    Some(order) => write!(out, "order {} of {}", order.number, order.role)?,
                    None => write!(out, "{times} orders of nobody known")?,
                }
                match why {
                    WhyNot::Gate(why) => write!(out, " not taken: {why}"),
                    WhyNot::Game(why) => write!(out, " refused: {why:?}"),
                }
            }
            Event::Received(kept) => write!(
                out,
                "records up to {} received by {:?}",
                kept.receipt.newest, kept.receipt.by
            ),
            Event::LinkLost => out.write_str("the referee's device is not heard any more"),
            Event::TilesListed { set, edition, .. } => {
                write!(out, "set {set} of tiles, edition {edition} of its list")
            }
            Event::TwinTags { tag, at: [one, two] } => {
                write!(out, "tag {tag} at {one} and at {two} at once")
            }
            Event::LinkFound => out.write_str("the referee's device is heard again"),
            event => write!(out, "{event:?}"),
        }
    }
}
