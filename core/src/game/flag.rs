//! What the table reports to the referee, and what the referee decides about it.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::place::Place;
use crate::rules::Points;
use crate::seat::Seat;
use crate::tile::Tile;

/// Tiles named as evidence at most; a messed table needs no more.
pub const MOST_EVIDENCE: usize = 8;
/// Longest name of a rule: `MCR 3.11.6.11(5)`.
const LONGEST_RULE: usize = 20;

/// A rule as it is cited.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize, Default)]
pub struct RuleId(Few<u8, LONGEST_RULE>);

impl RuleId {
    /// The rule with this name.
    pub fn new(name: &str) -> RuleId {
        RuleId(Few::from_some(name.bytes()))
    }

    /// Whether it is cited so.
    pub fn is(&self, name: &str) -> bool {
        self.0.iter().eq(name.bytes())
    }
}

impl fmt::Display for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.iter().try_for_each(|byte| write!(out, "{}", char::from(byte)))
    }
}

impl fmt::Debug for RuleId {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(feature = "defmt")]
impl defmt::Format for RuleId {
    fn format(&self, out: defmt::Formatter<'_>) {
        defmt::write!(out, "{}", defmt::Display2Format(self));
    }
}

/// What was noticed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FlagKind {
    /// A tag that is no tile of the set, or tiles on the table before the deal (MCR 3.5.5.1, HK FT-1).
    TileSet,
    /// A seat has too many or too few tiles after the deal (HK FI-3).
    InitialCount,
    /// A tile in a river before the deal was complete (HK FI-4).
    EarlyDiscard,
    /// A draw before the left player's discard lay (MCR 3.11.6.4, HK FD-2).
    EarlyDraw,
    /// A tile came from the wall to a seat that was not to draw (MCR 3.11.6.4, HK FD-4).
    WrongDraw,
    /// Discarded without a draw, or a replacement forgotten (HK FD-3, DD-4).
    NoDraw,
    /// Too many or too few tiles between turns (MCR 3.11.6.8, HK MN).
    WrongCount,
    /// A discard went back to the hand (HK DD-8, DD-9).
    DiscardRetracted,
    /// Standing tiles lie in the meld area without a set (MCR 3.11.6.7(1), HK FD-6).
    Exposed,
    /// An exposed tile was not the next discard (MCR 3.11.6.7(1)).
    PenaltyTileKept,
    /// Many tiles left their places at once (MCR 3.11.6.7(2), HK FD-7).
    Messed,
    /// A flower was laid and not replaced before the next act (MCR A1#81).
    FlowerUnreplaced,
    /// A laid flower was discarded (MCR A1#81).
    FlowerDiscarded,
    /// Flowers of the deal were not laid in the order of the seats (MCR 3.5.7.6).
    FlowerOrder,
    /// A tile is in no zone (MCR 3.11.6.1, HK FO-4).
    TileMissing,
    /// A tile went from one seat to another, or out of a river, without cause (MCR 3.11.6.1, HK FO-4).
    IllegalTransfer,
    /// A set was laid without a call (HK FM-4).
    Undeclared,
    /// A pung or kong was called late (MCR 3.11.6.5, HK PM-8).
    LateClaim,
    /// What was laid is no set, or a chow from the wrong seat (MCR 3.11.6.2, HK FM-1, FM-9).
    FalseMeld,
    /// A call without the act (MCR 3.11.6.3, HK FM-8).
    EmptyCall,
    /// Two different calls on one tile (MCR 3.11.6.11(3), HK FM-3).
    ChangedCall,
    /// The claimed tile still lay in the floor when the next discard came (MCR 3.11.6.11(1)).
    NotTaken,
    /// A kong in a turn that began with a chow or a pung (MCR 3.6.8, HK ME-10).
    KongNotAllowed,
    /// The replacement came before the kong lay (HK ME-16).
    EarlySupplement,
    /// A hu on a kong's tile after its replacement (HK FM-7).
    LateRobbing,
    /// Discarded what was just claimed, or its other end (HK FM-2).
    ShiftingMeld,
    /// A seat that may not win, or not meld, did (MCR 3.11.3, HK FP-3).
    DeadAction,
    /// Tiles shown before saying hu (MCR 3.11.6.11(4)).
    ShownFirst,
    /// The winning tile was not fetched (MCR 3.11.6.11(2)).
    WinningTile,
    /// Complete and too small, or waiting for another tile (MCR 3.11.6.6(1)).
    FalseHuA,
    /// Not even waiting (MCR 3.11.6.6(2)).
    FalseHuB,
    /// Not a win (HK FM-10).
    FalseWin,
    /// A hu on a kind let go earlier in the round (HK HU-6.1).
    PassedWin,
    /// A hu called and no hand shown (HK FM-11).
    HuCancelled,
    /// Others showed tiles before the result was agreed (MCR 3.11.6.7(2)).
    EarlyShow,
    /// Tiles were mixed before the result was agreed (MCR 3.11.6.11(6), HK FM-12).
    MixedEarly,
    /// A time limit passed (MCR 3.5.7.6, 3.6.4).
    Overtime,
    /// Players share a place at the end (MCR 3.9.2.2).
    RankTie,
    /// A tile was added to a pung without a word: a kong, or a discard in the wrong place (HK ME-12, RK-4).
    UnclearAct,
    /// A wrong set lay until another player had drawn or melded: it stands (HK GR-4.1, FM-9).
    PastRepair,
    /// The winning tile went among the tiles that count the points (MCR 3.11.6.11(6)).
    WinningTileMixed,
    /// A set was laid although a better call had been made in time (MCR 3.6.7, HK PM-2).
    Outranked,
}

impl FlagKind {
    /// Whether what is believed of the hand may be wrong where this was noticed: not by the order of flowers, a slow player or a tie.
    pub const fn leaves_doubt(self) -> bool {
        !matches!(self, FlagKind::FlowerOrder | FlagKind::Overtime | FlagKind::RankTie)
    }
}

/// A tile where it should not be.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Evidence {
    /// Which.
    pub tile: Tile,
    /// Where it should be.
    pub believed: Place,
    /// Where it is.
    pub seen: Place,
}

/// Something for the referee to look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Flag {
    /// What was noticed.
    pub kind: FlagKind,
    /// The rule it touches.
    pub rule: RuleId,
    /// About whom, where that is clear.
    pub seat: Option<Seat>,
    /// The tiles that show it.
    pub evidence: Few<Evidence, MOST_EVIDENCE>,
    /// Only the referee hears of it: it is judged when a player complains (HK GR-3).
    pub silent: bool,
}

/// Number of a penalty in its session.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, Default,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct PenaltyId(pub u16);

/// Who receives the points of a penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Receives {
    /// Nobody: they leave the table.
    Nobody,
    /// Each of the other three, the same amount.
    EachOther,
    /// One player.
    Seat(Seat),
}

/// What the referee rules against a seat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sanction {
    /// Against whom.
    pub seat: Seat,
    /// By which rule.
    pub rule: RuleId,
    /// Points lost, once to each recipient; zero for a warning.
    pub points: Points,
    /// Who receives them.
    pub to: Receives,
    /// Yellow cards.
    pub yellow: u8,
    /// Red cards.
    pub red: u8,
    /// May not win in this hand.
    pub dead: bool,
    /// May not meld either (HK FP-3).
    pub no_melds: bool,
}

impl Sanction {
    /// A warning by this rule.
    pub fn warning(seat: Seat, rule: &str) -> Sanction {
        Sanction {
            seat,
            rule: RuleId::new(rule),
            points: Points(0),
            to: Receives::Nobody,
            yellow: 0,
            red: 0,
            dead: false,
            no_melds: false,
        }
    }
}
