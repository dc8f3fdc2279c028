//! Thirteen orphans: one of each terminal and honour, and a second of one of them.

use super::count::{EACH_RANK, HONOURS, HandCount};
use super::wait::{FaceSet, dense};

/// Every 1, 9 and honour.
pub const ORPHANS: FaceSet = FaceSet::of_row(0, 0b1_0000_0001)
    .or(FaceSet::of_row(1, 0b1_0000_0001))
    .or(FaceSet::of_row(2, 0b1_0000_0001))
    .or(FaceSet::of_row(HONOURS, 0b111_1111));

const TERMINALS: u32 = 0o100_000_001;
const ALL_HONOURS: u32 = EACH_RANK >> 6;

/// Whether fourteen standing tiles are the thirteen orphans and a second of one.
pub fn is_thirteen_orphans(tiles: &HandCount) -> bool {
    let [a, b, c, honours] = tiles.rows();
    let held = (a.held() == TERMINALS)
        & (b.held() == TERMINALS)
        & (c.held() == TERMINALS)
        & (honours.held() == ALL_HONOURS);
    held && tiles.total() == 14
}

/// Kinds that complete thirteen standing tiles: all thirteen, the missing one, or none.
pub fn orphan_waits(standing: &HandCount) -> FaceSet {
    let mut held = FaceSet::EMPTY;
    for (row, tiles) in standing.rows().into_iter().enumerate() {
        held = held.or(FaceSet::of_row(row, dense(tiles.held())));
    }
    let missing = ORPHANS.without(held);
    if standing.total() != 13 || !held.without(ORPHANS).is_empty() {
        return FaceSet::EMPTY;
    }
    match missing.len() {
        0 => ORPHANS,
        1 => missing,
        _ => FaceSet::EMPTY,
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::testing::tiles;

    #[test]
    fn orphans_wait_for_what_is_missing() {
        let all = "1m9m1p9p1s9sESWNCFP";
        let cases = [
            (all, all),
            ("1m9m1p9p1s9sESWNCFF", "P"),
            ("1m9m1p9p1s9sESWNFFP", "C"),
            // Another tile among them, one twice and two missing, or not thirteen.
            ("1m9m1p9p1s9sESWNCF2m", ""),
            ("1m9m1p9p1s9sESWNNFF", ""),
            ("1m9m1p9p1s9sESWNCF", ""),
        ];
        for (text, expected) in cases {
            let mut standing = HandCount::NONE;
            standing.count(&tiles(text)).unwrap();
            assert!(orphan_waits(&standing).iter().eq(tiles(expected)), "{text}");
        }
    }
}
