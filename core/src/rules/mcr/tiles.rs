//! The fan that the tiles alone decide, however they are read: 3, 4, 8, 11, 18, 22, 25-27, 36, 37, 40, 50,
//! 52, 64, 68, 75, 76.

use super::fan::Fan;
use super::fanset::FanSet;
use crate::rules::shape::{EACH_RANK, HandCount, SuitCount};

/// These ranks, 1 to 9 (of honours E S W N C F P as 1 to 7), as lowest bits.
#[allow(clippy::indexing_slicing)] // computed by the compiler
const fn ranks(list: &[u32]) -> u32 {
    let mut bits = 0;
    let mut at = 0;
    while at < list.len() {
        bits |= 1 << (3 * (list[at] - 1));
        at += 1;
    }
    bits
}

const WINDS: u32 = ranks(&[1, 2, 3, 4]);
const DRAGONS: u32 = ranks(&[5, 6, 7]);
const GREEN: u32 = ranks(&[6]);
const WHITE: u32 = ranks(&[7]);

/// Fan of all tiles, melds included; Nine Gates and Tile Hog apart.
pub(super) fn present(all: &HandCount) -> FanSet {
    let [characters, dots, bamboo, honours] = all.each(SuitCount::held);
    let numbers = characters | dots | bamboo;
    let suits = u32::from(characters != 0) + u32::from(dots != 0) + u32::from(bamboo != 0);
    let no_honours = honours == 0;
    let terminals = numbers & !ranks(&[1, 9]) == 0;

    // 3: only 2 3 4 6 8 of bamboo and the green dragon.
    let green = (characters | dots | (bamboo & !ranks(&[2, 3, 4, 6, 8])) | (honours & !GREEN)) == 0;
    // 40: only tiles that look the same upside down.
    let reversible = (characters
        | (dots & !ranks(&[1, 2, 3, 4, 5, 8, 9]))
        | (bamboo & !ranks(&[2, 4, 5, 6, 8, 9]))
        | (honours & !WHITE))
        == 0;
    // 52: three suits, a wind and a dragon, in whatever shape.
    let all_types = (suits == 3) & (honours & WINDS != 0) & (honours & DRAGONS != 0);

    FanSet::when(green, Fan::AllGreen)
        .or(FanSet::when(terminals & no_honours, Fan::AllTerminals))
        .or(FanSet::when(suits == 0, Fan::AllHonours))
        .or(FanSet::when(terminals & !no_honours & (suits > 0), Fan::AllTerminalsAndHonours))
        .or(FanSet::when((suits == 1) & no_honours, Fan::FullFlush))
        .or(FanSet::when((suits == 1) & !no_honours, Fan::HalfFlush))
        .or(ranges(numbers, no_honours))
        .or(FanSet::when(reversible, Fan::ReversibleTiles))
        .or(FanSet::when(all_types, Fan::AllTypes))
        .or(FanSet::when(suits == 2, Fan::OneVoidedSuit))
        .or(FanSet::when(no_honours, Fan::NoHonours))
}

/// 25-27, 36, 37, 68: all numbers within a range.
fn ranges(numbers: u32, no_honours: bool) -> FanSet {
    const ENDS: u32 = ranks(&[1, 9]);
    // Every one of these ranges leaves out the 1 or the 9.
    if !no_honours | (numbers & ENDS == ENDS) {
        return FanSet::EMPTY;
    }
    let only = |allowed: u32| numbers & !allowed == 0;
    FanSet::when(only(ranks(&[7, 8, 9])), Fan::UpperTiles)
        .or(FanSet::when(only(ranks(&[4, 5, 6])), Fan::MiddleTiles))
        .or(FanSet::when(only(ranks(&[1, 2, 3])), Fan::LowerTiles))
        .or(FanSet::when(only(ranks(&[6, 7, 8, 9])), Fan::UpperFour))
        .or(FanSet::when(only(ranks(&[1, 2, 3, 4])), Fan::LowerFour))
        .or(FanSet::when(only(EACH_RANK & !ENDS), Fan::AllSimples))
}

/// 64: kinds of which all four are used without a kong.
pub(super) fn tile_hogs(all: &HandCount, kongs: u8) -> u8 {
    let [a, b, c, honours] = all.each(SuitCount::complete);
    if (a | b | c | honours) == 0 {
        return 0;
    }
    // Only every third bit is taken, so three suits fit into one word.
    let complete = (a | (b << 1) | (c << 2)).count_ones() + honours.count_ones();
    complete as u8 - kongs
}
