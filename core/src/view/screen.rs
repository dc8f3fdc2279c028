//! The screens as data.

use serde::{Deserialize, Serialize};

use crate::event::ReaderTrouble;
use crate::game::{Few, PlayerId, RuleSet, Way};
use crate::rules::{Line, Player, Points};
use crate::seat::{Seat, Wind};
use crate::tile::{Face, Tile};
use crate::trust::Fingerprint;
use crate::view::flags::OpenFlag;
use crate::view::notices::{MOST_SESSIONS, Past};

/// What needs somebody, shown at once at most.
pub const MOST_ATTENTION: usize = 3;
/// Throws of the dice before a hand at most (MCR 3.5.7.5).
pub const MOST_THROWS: usize = 2;
/// Tiles of a winner at most: four kongs and a pair.
pub const MOST_SHOWN: usize = 18;
/// Fan on one page of a result.
pub const LINES_A_PAGE: usize = 7;

/// A language by its place among those the table has; chosen for each session.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Language(pub u8);

/// What may be shown now.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct View {
    /// In which words.
    pub language: Language,
    /// What somebody must look at, the most urgent first.
    pub attention: Few<Attention, MOST_ATTENTION>,
    /// The session, while there is one.
    pub head: Option<Head>,
    /// The rest.
    pub screen: Screen,
}

/// What stays the same on every screen of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Head {
    /// By which book.
    pub rules: RuleSet,
    /// Prevalent wind.
    pub round: Wind,
    /// Number of the hand.
    pub hand: u16,
    /// Hands to be played at most.
    pub hands: u16,
    /// Seconds left, or played where the book sets no limit.
    pub clock: Clock,
    /// The session clock stands.
    pub paused: bool,
    /// The referee's device answers.
    pub link: bool,
    /// The four seats.
    pub seats: [SeatView; 4],
}

/// A seat and its player.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SeatView {
    /// Its wind in this hand.
    pub wind: Wind,
    /// Who sits there.
    pub player: Player,
    /// His number with the organiser.
    pub number: PlayerId,
    /// Points so far, penalties included.
    pub points: Points,
    /// May not win in this hand (MCR 3.11.3, HK FP-3).
    pub dead: bool,
    /// Yellow and red cards (HK FP-5, 6).
    pub cards: (u8, u8),
}

/// A clock in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Clock {
    /// So many are left.
    Left(u32),
    /// The limit passed so many ago.
    Over(u32),
    /// So many have passed, and there is no limit.
    Up(u32),
}

/// The screens.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
// A view is copied a few times a second at most.
#[allow(clippy::large_enum_variant)]
pub enum Screen {
    /// No session: who this table is and how its parts are.
    Ready(Ready),
    /// No session: what the antennas see.
    SensorTest(SensorTest),
    /// No session: those before.
    Sessions(Sessions),
    /// Between hands: tiles that should be in the wall.
    Census(Census),
    /// A hand.
    Playing(Playing),
    /// A hand that is over or waits to be.
    Result(Result),
    /// The session is over.
    Final(Final),
    /// The table cannot work.
    Fault(Fault),
}

/// A hand being played. No field of it can carry a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Playing {
    /// Whose turn it is.
    pub turn: Option<Seat>,
    /// His clock, or that of everybody who may claim.
    pub clock: Option<Clock>,
    /// Tiles left in the wall; nothing before the deal.
    pub wall: Option<u8>,
    /// What the table waits for.
    pub waits: Waits,
    /// The dice.
    pub dice: Dice,
}

/// What the table waits for, and from whom.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Waits {
    /// The referee starts the next hand.
    NextHand,
    /// This seat throws the dice.
    Dice(Seat),
    /// The tiles are taken.
    Deal,
    /// This seat discards.
    Discard(Seat),
    /// This seat takes a replacement.
    Replacement(Seat),
    /// A claim, or this seat's draw.
    ClaimOrDraw(Seat),
    /// The tiles of whoever called hu.
    Hu(Seat),
    /// The referee lets the clock run again.
    Resume,
    /// The referee says how the hand was won.
    Answer,
    /// The referee looks at a win that the table does not find legal.
    Check(Seat),
    /// The referee closes the drawn hand.
    DrawnHand,
    /// The referee ends the session.
    EndSession,
}

/// The dice of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Dice {
    /// In order.
    pub throws: Few<Throw, MOST_THROWS>,
    /// Where the wall is opened.
    pub opened: Option<Opened>,
}

/// A throw.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub struct Throw {
    /// Sum.
    pub sum: u8,
    /// The dice, where the table threw them; zero for a third one that is not there.
    pub faces: [u8; 3],
}

/// Where the wall is opened.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Opened {
    /// Whose wall.
    pub wall: Seat,
    /// Stacks counted from its right end.
    pub stacks: u8,
}

/// How a hand ended, and what it moves.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Result {
    /// How.
    pub end: End,
    /// What each seat wins or loses.
    pub change: [Points; 4],
    /// Points with it.
    pub totals: [Points; 4],
    /// Who agrees.
    pub agreement: Agreement,
}

/// How a hand ended.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[allow(clippy::large_enum_variant)]
pub enum End {
    /// So.
    Won(Win),
    /// Nobody won.
    Drawn,
    /// It counts for nothing.
    Void,
    /// It counts for nothing and is played again.
    Again,
}

/// Who agrees with a result.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Agreement {
    /// These seats do so far.
    Waits([bool; 4]),
    /// All seats did.
    Seats,
    /// The referee decided.
    Referee,
}

/// A win, one page of it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    /// Who.
    pub seat: Seat,
    /// How.
    pub way: Way,
    /// The tiles by sets, the pair last; in the order of faces where the hand has no sets.
    pub tiles: Few<Shown, MOST_SHOWN>,
    /// Flowers laid.
    pub flowers: u8,
    /// What is paid for.
    pub worth: u16,
    /// The book pays for no more, though the fan add up to more (HK BP-4).
    pub limited: bool,
    /// Fan of this page.
    pub lines: Few<Line, LINES_A_PAGE>,
    /// This page, from 1, and how many there are; several winners have pages of their own.
    pub page: (u8, u8),
    /// Who pays.
    pub paid: Few<Paid, 3>,
}

/// A tile of a shown hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Shown {
    /// Its face.
    pub face: Face,
    /// Of what it is part.
    pub group: Group,
    /// The hand was won on it.
    pub won: bool,
    /// Lies face down: in a concealed kong.
    pub down: bool,
}

/// Part of a shown hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Group {
    /// The set with this number, from 0; fan refer to it.
    Set(u8),
    /// The pair.
    Pair,
    /// A hand without sets, or its part that makes none.
    Loose,
}

/// One payment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Paid {
    /// Who pays.
    pub from: Seat,
    /// Whom.
    pub to: Seat,
    /// How much.
    pub points: Points,
    /// Why.
    pub why: Pay,
}

/// Why somebody pays.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Pay {
    /// Self-drawn: everybody pays alike.
    SelfDrawn,
    /// Gave the winning tile, and pays most or alone.
    Discarded,
    /// Did not give it, and pays the base only (MCR 3.9.1.3).
    Base,
    /// Was robbed of the winning tile.
    Robbed,
    /// Gave the tile of the winner's fourth set (HK PR-2).
    FourthSet,
    /// Gave the tile of the winner's third dragon set (HK PR-2).
    Dragons,
    /// The referee ruled so.
    Ruled,
}

/// The session's sheet, by player A to D.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Final {
    /// Number of the session.
    pub session: u16,
    /// Hands that count.
    pub hands: u8,
    /// The organiser's numbers.
    pub numbers: [PlayerId; 4],
    /// Sums of the hands.
    pub totals: [Points; 4],
    /// Sums of the penalties.
    pub penalties: [Points; 4],
    /// Places; zero where the book does not rank.
    pub places: [u8; 4],
    /// Table points in twelfths.
    pub twelfths: [u8; 4],
}

/// Who this table is and how its parts are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Ready {
    /// For the referee to compare.
    pub fingerprint: Fingerprint,
    /// Tiles with a known tag.
    pub enrolled: u8,
    /// What is wrong with each reader.
    pub readers: [Option<ReaderTrouble>; 4],
    /// The pads are there.
    pub pads: [bool; 4],
    /// The seat displays are there.
    pub digits: bool,
    /// The referee's device answers.
    pub link: bool,
}

/// What the antennas see when no session runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct SensorTest {
    /// Tiles by seat: standing, laid out, in the river.
    pub counts: [[u8; 3]; 4],
    /// What is wrong with each reader.
    pub readers: [Option<ReaderTrouble>; 4],
    /// The newest tile that was put down.
    pub newest: Option<(Tile, crate::place::Place)>,
    /// Tags of no known tile.
    pub foreign: u8,
}

/// The sessions before, newest first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sessions {
    /// At most ten.
    pub past: Few<Past, MOST_SESSIONS>,
}

/// Tiles that should be in the wall before a deal (MCR 3.5.5.1, HK FT-1).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Census {
    /// Tiles played with.
    pub tiles: u8,
    /// How many lie on the table.
    pub lying: u8,
    /// Which, as many as fit.
    pub faces: Few<Face, MOST_SHOWN>,
    /// Tags of no known tile.
    pub foreign: u8,
}

/// Why the table cannot work.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Fault {
    /// The storage chip does not answer.
    Storage,
    /// The journal is not whole.
    Journal,
    /// The records do not follow from each other, or are another table's.
    Records,
    /// The list of tiles is not whole.
    Enrolment,
    /// The program ended.
    Program,
}

/// What somebody must look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Attention {
    /// The supply fails: what is on record is safe.
    Power,
    /// Nothing is recorded any more.
    NotRecording,
    /// A seat called the referee.
    Called(Seat),
    /// The referee is asked something.
    Asked,
    /// Somebody did something in open sight.
    Flag(OpenFlag),
    /// A tag of no known tile is on the table.
    Foreign,
    /// A reader is in trouble: its seat is blind.
    Reader(Seat, ReaderTrouble),
    /// A seat's pad is not there.
    PadAbsent(Seat),
    /// A key of a seat's pad is stuck.
    KeyStuck(Seat),
    /// The seat displays are not there.
    DigitsAbsent,
    /// Time is up (MCR 3.5.6).
    TimeUp,
    /// Time is up soon (MCR 3.5.6).
    TimeSoon,
}
