//! The fouls of the book and what it proposes for them (MCR 3.11).

use crate::rules::breach::Breach;
use crate::rules::foul::{Bar, Foul, Goes, Penalty, Recipient};
use crate::rules::settlement::Points;

/// The only amounts a referee may take (3.11.2.2).
pub(super) const AMOUNTS: &[i32] = &[5, 10, 20, 30, 40, 50, 60];

const fn points(points: i32) -> Penalty {
    Penalty::Points(Points(points))
}

pub(super) const OTHER: Foul =
    Foul::new("MCR 3.11.2.2", "other violation", Penalty::ByGravity(AMOUNTS)).bars(Bar::Referee);
pub(super) const LATE_CLAIM: Foul =
    Foul::new("MCR 3.11.6.5", "pung or kong called late", Penalty::Ladder);
pub(super) const FALSE_HU_A: Foul =
    Foul::new("MCR 3.11.6.6(1)", "hu below eight points or on a wrong tile", points(10))
        .to(Recipient::EachOther)
        .bars(Bar::Win);
pub(super) const FALSE_HU_B: Foul =
    Foul::new("MCR 3.11.6.6(2)", "hu with a hand that does not wait", points(20))
        .to(Recipient::EachOther)
        .bars(Bar::Win);

/// All of them, by section.
pub(super) static FOULS: [Foul; 33] = [
    Foul::new("MCR 3.11.1", "minor violation or disturbance", Penalty::Warning),
    Foul::new("MCR 3.11.2.1", "late by up to 10 minutes", points(10)),
    Foul::new("MCR 3.11.2.1", "late by up to 15 minutes", points(20)),
    Foul::new("MCR 3.11.2.1", "late by more than 15 minutes", Penalty::SessionForfeit),
    OTHER,
    Foul::new("MCR 3.11.4", "grave violation", Penalty::Exclusion).goes(Goes::Referee),
    Foul::new("MCR 3.11.5", "very grave violation, rank lost", Penalty::Exclusion)
        .goes(Goes::Referee),
    Foul::new("MCR 3.11.6.1", "tiles swapped, stolen or hidden", Penalty::Exclusion)
        .goes(Goes::Referee),
    Foul::new("MCR 3.11.6.2", "wrong chow, pung, kong or flower replacement", Penalty::Nothing)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.3", "empty call", Penalty::Ladder),
    Foul::new(
        "MCR 3.11.6.4",
        "drawn before the left player's discard was in the floor",
        Penalty::Ladder,
    ),
    Foul::new("MCR 3.11.6.4", "wrong tile drawn, put back in time", Penalty::Nothing),
    Foul::new(
        "MCR 3.11.6.4",
        "wrong tile drawn and put among the standing tiles",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    LATE_CLAIM,
    FALSE_HU_A,
    FALSE_HU_B,
    Foul::new("MCR 3.11.6.7(1)", "own tile exposed: to be discarded next turn", Penalty::Nothing),
    Foul::new("MCR 3.11.6.7(2)", "tiles shown at a valid hu", Penalty::Warning),
    Foul::new(
        "MCR 3.11.6.7(2)",
        "tiles shown at an invalid hu: discarded one by one",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new("MCR 3.11.6.7(2)", "hand or wall disturbed past repair", points(30))
        .to(Recipient::EachOther)
        .goes(Goes::Referee),
    Foul::new("MCR 3.11.6.7(3)", "another's tiles exposed", Penalty::ByGravity(AMOUNTS))
        .to(Recipient::Harmed)
        .goes(Goes::Referee),
    Foul::new("MCR 3.11.6.8", "wrong number of tiles", Penalty::Nothing).bars(Bar::Win),
    Foul::new("MCR 3.11.6.9", "information passed: points or no win", Penalty::ByGravity(AMOUNTS))
        .bars(Bar::Referee),
    Foul::new("MCR 3.11.6.10", "grave disturbance", Penalty::Exclusion).goes(Goes::Referee),
    Foul::new("MCR 3.11.6.11(1)", "claimed tile not taken in time", Penalty::Nothing)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.11(2)", "winning tile not fetched before counting", points(10))
        .to(Recipient::EachOther)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.11(3)", "call changed to hu, or hu in other words", Penalty::Nothing)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.11(4)", "tiles shown before saying hu", Penalty::Nothing).bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(5)",
        "reached out to draw: claims on this discard are waived",
        Penalty::Nothing,
    ),
    Foul::new("MCR 3.11.6.11(5)", "claimed after reaching out to draw", Penalty::Nothing)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.11(6)", "winning tile mixed with counting tiles", Penalty::Nothing)
        .bars(Bar::Win),
    Foul::new("MCR 3.11.6.11(7)", "complaint not made at once: not heard", Penalty::Nothing),
    Foul::new(
        "MCR 3.11.6.11(8)",
        "others disturbed after the own hand",
        Penalty::ByGravity(AMOUNTS),
    ),
];

/// The rule of a breach, and which of the fouls of that rule it is; none where the book is silent.
pub(super) const fn rule_of(breach: Breach) -> Option<(&'static str, usize)> {
    Some(match breach {
        Breach::EarlyDraw => ("MCR 3.11.6.4", 0),
        Breach::WrongWallTile { mixed_in: false } => ("MCR 3.11.6.4", 1),
        Breach::WrongWallTile { mixed_in: true } => ("MCR 3.11.6.4", 2),
        Breach::WrongCount { .. } | Breach::NoDraw | Breach::WrongInitialCount => {
            ("MCR 3.11.6.8", 0)
        }
        Breach::OwnTileExposed => ("MCR 3.11.6.7(1)", 0),
        Breach::EarlyShow { valid: true } => ("MCR 3.11.6.7(2)", 0),
        Breach::EarlyShow { valid: false } => ("MCR 3.11.6.7(2)", 1),
        Breach::Messed => ("MCR 3.11.6.7(2)", 2),
        Breach::OthersTilesExposed => ("MCR 3.11.6.7(3)", 0),
        Breach::EmptyCall => ("MCR 3.11.6.3", 0),
        Breach::ChangedCall => ("MCR 3.11.6.11(3)", 0),
        Breach::LateClaim => ("MCR 3.11.6.5", 0),
        Breach::FalseMeld { .. } => ("MCR 3.11.6.2", 0),
        Breach::NotTaken => ("MCR 3.11.6.11(1)", 0),
        Breach::WinningTileLeft => ("MCR 3.11.6.11(2)", 0),
        Breach::ShownFirst => ("MCR 3.11.6.11(4)", 0),
        Breach::ReachedOut => ("MCR 3.11.6.11(5)", 0),
        Breach::ClaimedAfterReaching => ("MCR 3.11.6.11(5)", 1),
        Breach::MixedEarly => ("MCR 3.11.6.11(6)", 0),
        Breach::Talk => ("MCR 3.11.1", 0),
        Breach::Information => ("MCR 3.11.6.9", 0),
        Breach::Cheating => ("MCR 3.11.6.1", 0),
        // Nothing is listed for these: the referee may warn or take points by gravity (3.11.2.2).
        Breach::WrongDealer
        | Breach::WrongTileDealt
        | Breach::EarlyDiscard
        | Breach::DiscardTakenBack
        | Breach::Undeclared
        | Breach::EmptyHu
        | Breach::EarlySupplement
        | Breach::LateRobbing
        | Breach::DeadAction => ("MCR 3.11.2.2", 0),
        // Legal in this book (3.6.4).
        Breach::ShiftingMeld { .. } => return None,
    })
}
