//! The fouls of this book and what it proposes for them (HK FI, FD, MN, FM, FO). Points go to nobody.

use crate::rules::breach::Breach;
use crate::rules::foul::{Bar, Foul, Goes, Penalty};
use crate::rules::settlement::Points;

const YELLOW: Penalty = cards(1, 0);
const RED: Penalty = cards(0, 1);
const LOST: Penalty = Penalty::Points(Points(512));

const fn cards(yellow: u8, red: u8) -> Penalty {
    Penalty::Cards { yellow, red }
}

pub(super) const FALSE_WIN: Foul = Foul::new("HK FM-10", "false win", LOST).goes(Goes::Again);
pub(super) const SHIFTING: Foul = Foul::new("HK FM-2", "shifting meld", YELLOW).on_complaint();
pub(super) const LATE_ROBBING: Foul =
    Foul::new("HK FM-7", "hu called after the kong's supplement", YELLOW);
pub(super) const NOT_EXECUTED: Foul =
    Foul::new("HK FM-8", "claim announced and not executed", YELLOW).on_complaint();
pub(super) const FLIPPED_WALL: Foul =
    Foul::new("HK FD-5", "wall tiles turned", YELLOW).on_complaint();
pub(super) const EXPOSED_ONE: Foul =
    Foul::new("HK FD-6", "one own tile exposed", YELLOW).on_complaint();
pub(super) const EXPOSED_TWO: Foul =
    Foul::new("HK FD-6", "two own tiles exposed", RED).on_complaint();
pub(super) const EXPOSED_THREE: Foul =
    Foul::new("HK FD-6", "three or more own tiles exposed", cards(1, 1)).on_complaint();
pub(super) const EXPOSED_HALF: Foul =
    Foul::new("HK FD-6", "half of the own tiles exposed", LOST).goes(Goes::Again);

/// All of them, by chapter and number.
pub(super) static FOULS: [Foul; 38] = [
    Foul::new("HK FI-1", "wrong dealer rolled", Penalty::Nothing).goes(Goes::Referee),
    Foul::new("HK FI-2", "wrong tile in the deal, seen or touched", YELLOW).on_complaint(),
    Foul::new("HK FI-3", "wrong initial count", Penalty::Nothing).on_complaint(),
    Foul::new("HK FI-4", "discard in the initial stage", Penalty::Referee).on_complaint(),
    Foul::new("HK FI-5", "deal past repair", Penalty::Nothing).goes(Goes::Referee),
    Foul::new("HK FD-1", "another's tiles turned", RED),
    Foul::new("HK FD-2", "drawn before the left player's discard", YELLOW).on_complaint(),
    Foul::new("HK FD-3", "discarded before drawing", YELLOW).on_complaint(),
    Foul::new("HK FD-4", "wrong wall tile seen or touched", YELLOW).on_complaint(),
    FLIPPED_WALL,
    EXPOSED_ONE,
    EXPOSED_TWO,
    EXPOSED_THREE,
    EXPOSED_HALF,
    Foul::new("HK FD-7", "play made impossible on purpose", Penalty::Points(Points(60)))
        .goes(Goes::Again),
    Foul::new("HK MN-2", "too few tiles", YELLOW).bars(Bar::MeldAndWin).on_complaint(),
    Foul::new(
        "HK MN-3",
        "too many tiles",
        Penalty::CardsAndPerTile { yellow: 1, points: Points(24) },
    )
    .bars(Bar::MeldAndWin)
    .on_complaint(),
    Foul::new("HK FM-1", "wrong meld put right in time", Penalty::Nothing).on_complaint(),
    SHIFTING,
    Foul::new("HK FM-2", "shifting meld past repair", YELLOW).bars(Bar::MeldAndWin).on_complaint(),
    Foul::new("HK FM-3", "kind of claim changed", YELLOW).on_complaint(),
    Foul::new("HK FM-4", "claim without a word", YELLOW).on_complaint(),
    Foul::new("HK FM-5", "tile fallen into the river", YELLOW).on_complaint(),
    Foul::new("HK FM-6", "own tiles turned over", Penalty::Referee).on_complaint(),
    LATE_ROBBING,
    NOT_EXECUTED,
    Foul::new("HK FM-9", "wrong meld found too late", YELLOW).bars(Bar::MeldAndWin).on_complaint(),
    FALSE_WIN,
    Foul::new("HK FM-11", "hu called and not executed", RED).bars(Bar::MeldAndWin),
    Foul::new("HK FM-12", "tiles mixed before a hu was confirmed", Penalty::Referee),
    Foul::new("HK FO-1", "talk", YELLOW).on_complaint(),
    Foul::new("HK FO-2", "abuse", YELLOW),
    Foul::new("HK FO-3", "devices", YELLOW),
    Foul::new("HK FO-4", "cheating or gambling", Penalty::Exclusion).goes(Goes::Referee),
    Foul::new("HK DD-9", "dropped tile taken back", YELLOW).on_complaint(),
    Foul::new("HK DD-11", "discard named wrongly", Penalty::Referee).on_complaint(),
    Foul::new("HK ME-16", "supplement taken before the kong lay open", Penalty::Referee)
        .on_complaint(),
    Foul::new("HK FP-3", "melded under hu forbiddance", Penalty::Referee).on_complaint(),
];

/// The rule of a breach, and which of the fouls of that rule it is; none where the book is silent.
pub(super) const fn rule_of(breach: Breach) -> Option<(&'static str, usize)> {
    Some(match breach {
        Breach::WrongDealer => ("HK FI-1", 0),
        Breach::WrongTileDealt => ("HK FI-2", 0),
        Breach::WrongInitialCount => ("HK FI-3", 0),
        Breach::EarlyDiscard => ("HK FI-4", 0),
        Breach::EarlyDraw => ("HK FD-2", 0),
        Breach::NoDraw => ("HK FD-3", 0),
        Breach::WrongWallTile { .. } => ("HK FD-4", 0),
        Breach::WrongCount { over: false } => ("HK MN-2", 0),
        Breach::WrongCount { over: true } => ("HK MN-3", 0),
        Breach::DiscardTakenBack => ("HK DD-9", 0),
        Breach::OwnTileExposed => ("HK FD-6", 0),
        Breach::OthersTilesExposed => ("HK FD-1", 0),
        Breach::Messed => ("HK FD-7", 0),
        Breach::Undeclared => ("HK FM-4", 0),
        Breach::EmptyCall | Breach::LateClaim => ("HK FM-8", 0),
        Breach::EmptyHu => ("HK FM-11", 0),
        Breach::ChangedCall => ("HK FM-3", 0),
        Breach::FalseMeld { in_time: true } => ("HK FM-1", 0),
        Breach::FalseMeld { in_time: false } => ("HK FM-9", 0),
        Breach::ShiftingMeld { in_time: true } => ("HK FM-2", 0),
        Breach::ShiftingMeld { in_time: false } => ("HK FM-2", 1),
        Breach::EarlySupplement => ("HK ME-16", 0),
        Breach::LateRobbing => ("HK FM-7", 0),
        Breach::MixedEarly => ("HK FM-12", 0),
        Breach::DeadAction => ("HK FP-3", 0),
        Breach::Talk | Breach::Information => ("HK FO-1", 0),
        Breach::Cheating => ("HK FO-4", 0),
        // Claims given up by reaching (HK DD-3) and the ways of showing a hand cost nothing here.
        Breach::NotTaken
        | Breach::ReachedOut
        | Breach::ClaimedAfterReaching
        | Breach::ShownFirst
        | Breach::WinningTileLeft
        | Breach::EarlyShow { .. } => return None,
    })
}
