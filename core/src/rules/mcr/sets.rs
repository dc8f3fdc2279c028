//! The fan that four sets and a pair show: honours 1, 2, 9, 10, 38, 54, 59-61 and 73; and 21, 31, 49, 55,
//! 63.

use super::fan::Fan;
use super::fanset::FanSet;
use crate::rules::shape::Split;
use crate::seat::Wind;
use crate::tile::Face;

/// 73: pungs of 1 and 9.
pub(super) const TERMINAL_PUNGS: u32 = 0b1_0000_0001;
/// Sets without a 1 or 9.
const INNER: Split = Split::mask(0b0_1111_1110, 0b0_0011_1110);
/// Sets without a 5.
const WITHOUT_FIVE: Split = Split::mask(0b1_1110_1111, 0b0_0110_0011);
/// Sets that are no pung of an even number.
const NOT_EVEN: Split = Split::mask(0b1_0101_0101, 0b0_0111_1111);
const CHOWS: Split = Split::mask(0, 0b0_0111_1111);
const PUNGS: Split = Split::mask(0b1_1111_1111, 0);

/// Fan of four sets, whatever their suits: `sets` holds every set of every suit, `honours` the pungs of
/// honours.
pub(super) fn present(sets: Split, honours: u32, pair: Face) -> FanSet {
    let number = pair.rank().unwrap_or(0);
    let no_honours = (honours == 0) & (number != 0);
    let outer_pair = matches!(number, 0 | 1 | 9);
    let even_pair = (number != 0) & (number & 1 == 0);
    FanSet::when(no_honours & even_pair & !sets.meets(NOT_EVEN), Fan::AllEvenPungs)
        .or(FanSet::when(no_honours & (number == 5) & !sets.meets(WITHOUT_FIVE), Fan::AllFives))
        .or(FanSet::when(!sets.meets(CHOWS), Fan::AllPungs))
        .or(FanSet::when(outer_pair & !sets.meets(INNER), Fan::OutsideHand))
        .or(all_chows(sets, honours, pair))
}

/// 63: four chows and a pair of numbers; three of the chows may be a knitted straight.
pub(super) fn all_chows(sets: Split, honours: u32, pair: Face) -> FanSet {
    let holds = (honours == 0) & !pair.is_honour() & !sets.meets(PUNGS);
    FanSet::when(holds, Fan::AllChows)
}

/// Fan of honours: `pungs` has one bit each for E S W N C F P.
pub(super) fn honours(pungs: u32, pair: Face, seat: Wind, round: Wind) -> FanSet {
    if pungs == 0 {
        return FanSet::EMPTY;
    }
    let winds = (pungs & 0b1111).count_ones();
    let dragons = (pungs >> 4).count_ones();
    let pair_of_winds = (Face::EAST..=Face::NORTH).contains(&pair);
    let pair_of_dragons = (Face::RED..=Face::WHITE).contains(&pair);
    FanSet::when(winds == 4, Fan::BigFourWinds)
        .or(FanSet::when((winds == 3) & pair_of_winds, Fan::LittleFourWinds))
        .or(FanSet::when(winds >= 3, Fan::BigThreeWinds))
        .or(FanSet::when(dragons == 3, Fan::BigThreeDragons))
        .or(FanSet::when((dragons == 2) & pair_of_dragons, Fan::LittleThreeDragons))
        .or(FanSet::when(dragons >= 2, Fan::TwoDragonPungs))
        .or(FanSet::when(dragons >= 1, Fan::DragonPung))
        .or(FanSet::when(is_pung(pungs, round), Fan::PrevalentWind))
        .or(FanSet::when(is_pung(pungs, seat), Fan::SeatWind))
}

const fn is_pung(pungs: u32, wind: Wind) -> bool {
    pungs >> wind.index() & 1 == 1
}

/// 73: winds whose pungs score one point: neither prevalent nor seat wind, and not three or more at once
/// (38 and its betters take them).
pub(super) fn plain_winds(pungs: u32, seat: Wind, round: Wind) -> u32 {
    let winds = pungs & 0b1111;
    if winds.count_ones() >= 3 { 0 } else { winds & !(1 << seat.index()) & !(1 << round.index()) }
}
