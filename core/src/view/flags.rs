//! Which of the table's remarks players may read.

use crate::game::{Flag, FlagKind};
use crate::seat::Seat;

/// Something that was done in open sight and needs the referee.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct OpenFlag {
    kind: FlagKind,
    seat: Option<Seat>,
}

impl OpenFlag {
    /// The flag as players may read it; nothing if it is silent, or if hidden tiles are what shows it.
    pub fn of(flag: &Flag) -> Option<OpenFlag> {
        let open = in_open_sight(flag.kind) && !flag.silent;
        open.then_some(OpenFlag { kind: flag.kind, seat: flag.seat })
    }

    /// What.
    pub const fn kind(&self) -> FlagKind {
        self.kind
    }

    /// About whom.
    pub const fn seat(&self) -> Option<Seat> {
        self.seat
    }
}

/// Whether everybody at the table could see it happen. A count, a win let go or the quality of a false hand are known from
/// standing tiles alone: to name them would tell a player what he has not noticed.
const fn in_open_sight(kind: FlagKind) -> bool {
    match kind {
        FlagKind::TileSet
        | FlagKind::EarlyDiscard
        | FlagKind::EarlyDraw
        | FlagKind::WrongDraw
        | FlagKind::DiscardRetracted
        | FlagKind::Exposed
        | FlagKind::PenaltyTileKept
        | FlagKind::Messed
        | FlagKind::FlowerDiscarded
        | FlagKind::FlowerOrder
        | FlagKind::IllegalTransfer
        | FlagKind::Undeclared
        | FlagKind::LateClaim
        | FlagKind::FalseMeld
        | FlagKind::EmptyCall
        | FlagKind::ChangedCall
        | FlagKind::NotTaken
        | FlagKind::KongNotAllowed
        | FlagKind::EarlySupplement
        | FlagKind::LateRobbing
        | FlagKind::ShiftingMeld
        | FlagKind::DeadAction
        | FlagKind::ShownFirst
        | FlagKind::WinningTile
        | FlagKind::FalseHuA
        | FlagKind::FalseHuB
        | FlagKind::FalseWin
        | FlagKind::HuCancelled
        | FlagKind::EarlyShow
        | FlagKind::MixedEarly
        | FlagKind::Overtime
        | FlagKind::RankTie
        | FlagKind::PastRepair
        | FlagKind::WinningTileMixed => true,
        FlagKind::InitialCount
        | FlagKind::NoDraw
        | FlagKind::WrongCount
        | FlagKind::FlowerUnreplaced
        | FlagKind::TileMissing
        | FlagKind::PassedWin
        | FlagKind::Outranked
        | FlagKind::UnclearAct => false,
    }
}
