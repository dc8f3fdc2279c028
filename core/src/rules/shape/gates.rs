//! Nine gates: 1112345678999 of one suit, to which any tile of the suit fits.

use super::count::{HONOURS, HandCount, SuitCount};

/// The gates as counts, three bits per rank.
const GATES: u32 = 0o311_111_113;

/// Whether thirteen standing tiles are the gates; any tile of the suit then wins, and no other.
#[inline]
pub fn is_nine_gates(standing: &HandCount) -> bool {
    (0..HONOURS).any(|suit| standing.row(suit).counts() == GATES)
}

/// Whether fourteen standing tiles are the gates and one more of the suit, whichever came last.
pub fn holds_nine_gates(standing: &HandCount) -> bool {
    (0..HONOURS).any(|suit| {
        let counts = standing.row(suit).counts();
        (0..9).any(|rank| counts == GATES + SuitCount::tiles(rank, 1).counts())
    })
}
