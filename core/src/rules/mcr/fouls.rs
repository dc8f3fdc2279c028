//! The fouls of the book and what it proposes for them (MCR 3.11).

use crate::rules::foul::{Bar, Foul, Goes, Penalty, Recipient};
use crate::rules::settlement::Points;

/// The only amounts a referee may take (3.11.2.2).
pub(super) const AMOUNTS: &[i32] = &[5, 10, 20, 30, 40, 50, 60];

const fn points(points: i32) -> Penalty {
    Penalty::Points(Points(points))
}

pub(super) const OTHER: Foul = Foul::new(
    "MCR 3.11.2.2",
    "other violation",
    Penalty::ByGravity(AMOUNTS),
)
.bars(Bar::Referee);
pub(super) const LATE_CLAIM: Foul =
    Foul::new("MCR 3.11.6.5", "pung or kong called late", Penalty::Ladder);
pub(super) const FALSE_HU_A: Foul = Foul::new(
    "MCR 3.11.6.6(1)",
    "hu below eight points or on a wrong tile",
    points(10),
)
.to(Recipient::EachOther)
.bars(Bar::Win);
pub(super) const FALSE_HU_B: Foul = Foul::new(
    "MCR 3.11.6.6(2)",
    "hu with a hand that does not wait",
    points(20),
)
.to(Recipient::EachOther)
.bars(Bar::Win);

/// All of them, by section.
pub(super) static FOULS: [Foul; 33] = [
    Foul::new(
        "MCR 3.11.1",
        "minor violation or disturbance",
        Penalty::Warning,
    ),
    Foul::new("MCR 3.11.2.1", "late by up to 10 minutes", points(10)),
    Foul::new("MCR 3.11.2.1", "late by up to 15 minutes", points(20)),
    Foul::new(
        "MCR 3.11.2.1",
        "late by more than 15 minutes",
        Penalty::SessionForfeit,
    ),
    OTHER,
    Foul::new("MCR 3.11.4", "grave violation", Penalty::Exclusion).goes(Goes::Referee),
    Foul::new(
        "MCR 3.11.5",
        "very grave violation, rank lost",
        Penalty::Exclusion,
    )
    .goes(Goes::Referee),
    Foul::new(
        "MCR 3.11.6.1",
        "tiles swapped, stolen or hidden",
        Penalty::Exclusion,
    )
    .goes(Goes::Referee),
    Foul::new(
        "MCR 3.11.6.2",
        "wrong chow, pung, kong or flower replacement",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new("MCR 3.11.6.3", "empty call", Penalty::Ladder),
    Foul::new(
        "MCR 3.11.6.4",
        "drawn before the left player's discard was in the floor",
        Penalty::Ladder,
    ),
    Foul::new(
        "MCR 3.11.6.4",
        "wrong tile drawn, put back in time",
        Penalty::Nothing,
    ),
    Foul::new(
        "MCR 3.11.6.4",
        "wrong tile drawn and put among the standing tiles",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    LATE_CLAIM,
    FALSE_HU_A,
    FALSE_HU_B,
    Foul::new(
        "MCR 3.11.6.7(1)",
        "own tile exposed: to be discarded next turn",
        Penalty::Nothing,
    ),
    Foul::new(
        "MCR 3.11.6.7(2)",
        "tiles shown at a valid hu",
        Penalty::Warning,
    ),
    Foul::new(
        "MCR 3.11.6.7(2)",
        "tiles shown at an invalid hu: discarded one by one",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.7(2)",
        "hand or wall disturbed past repair",
        points(30),
    )
    .to(Recipient::EachOther)
    .goes(Goes::Referee),
    Foul::new(
        "MCR 3.11.6.7(3)",
        "another's tiles exposed",
        Penalty::ByGravity(AMOUNTS),
    )
    .to(Recipient::Harmed)
    .goes(Goes::Referee),
    Foul::new("MCR 3.11.6.8", "wrong number of tiles", Penalty::Nothing).bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.9",
        "information passed: points or no win",
        Penalty::ByGravity(AMOUNTS),
    )
    .bars(Bar::Referee),
    Foul::new("MCR 3.11.6.10", "grave disturbance", Penalty::Exclusion).goes(Goes::Referee),
    Foul::new(
        "MCR 3.11.6.11(1)",
        "claimed tile not taken in time",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(2)",
        "winning tile not fetched before counting",
        points(10),
    )
    .to(Recipient::EachOther)
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(3)",
        "call changed to hu, or hu in other words",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(4)",
        "tiles shown before saying hu",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(5)",
        "reached out to draw: claims on this discard are waived",
        Penalty::Nothing,
    ),
    Foul::new(
        "MCR 3.11.6.11(5)",
        "claimed after reaching out to draw",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(6)",
        "winning tile mixed with counting tiles",
        Penalty::Nothing,
    )
    .bars(Bar::Win),
    Foul::new(
        "MCR 3.11.6.11(7)",
        "complaint not made at once: not heard",
        Penalty::Nothing,
    ),
    Foul::new(
        "MCR 3.11.6.11(8)",
        "others disturbed after the own hand",
        Penalty::ByGravity(AMOUNTS),
    ),
];
