//! The fan that the way of winning decides: 44-47, 53, 56, 58, 62, 80.

use super::facts::Melds;
use super::fan::Fan;
use super::fanset::FanSet;
use super::win::Win;

/// What the way of winning shows; the table of fan then removes 80 beside 44, 46 or 56 and 58 beside 47.
pub(super) fn present(win: &Win, melds: &Melds) -> FanSet {
    let drawn = win.self_drawn;
    // A robbed kong is another's tile but no discard: 45 does not follow from it.
    let discard = !drawn & !win.kong;
    FanSet::when(drawn & win.last_tile, Fan::LastTileDraw)
        .or(FanSet::when(discard & win.last_tile, Fan::LastTileClaim))
        .or(FanSet::when(drawn & win.kong, Fan::OutWithReplacementTile))
        .or(FanSet::when(win.robs_a_kong(), Fan::RobbingTheKong))
        .or(FanSet::when(!drawn & (melds.claimed == 4), Fan::MeldedHand))
        .or(FanSet::when(drawn & (melds.claimed == 0), Fan::FullyConcealedHand))
        .or(FanSet::when(win.last_of_kind, Fan::LastTile))
        .or(FanSet::when(!drawn & (melds.claimed == 0), Fan::ConcealedHand))
        .or(FanSet::when(drawn, Fan::SelfDrawn))
}
