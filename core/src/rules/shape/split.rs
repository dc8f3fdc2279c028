//! Splitting a suit into chows and pungs.
//!
//! Going up the ranks, the number of chows that begin at a rank is fixed modulo three: what the chows
//! begun on the two ranks below leave over is pungs and new chows. So there is at most one split in which
//! no chow occurs three times, and a small automaton finds it; every other split has three equal chows
//! where that one has three neighbouring pungs ([`Split::triples`]).

use super::count::SuitCount;

/// How a suit falls into sets: bits 0-8 say at which ranks there is a pung, then two bits per rank say
/// that one chow, and that a second one, begins there.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Split(u32);

impl Split {
    /// No set at all.
    pub const NONE: Split = Split(0);

    /// A pung of this rank (0 to 8).
    pub const fn pung(rank: usize) -> Split {
        Split(1 << rank)
    }

    /// A chow that begins at this rank (0 to 6).
    pub const fn chow(rank: usize) -> Split {
        Split(1 << (9 + 2 * rank))
    }

    /// Sets of either; a chow of both is kept once.
    pub const fn or(self, other: Split) -> Split {
        Split(self.0 | other.0)
    }

    /// Whether some set of this split is also in `mask`.
    pub const fn meets(self, mask: Split) -> bool {
        self.0 & mask.0 != 0
    }

    /// Every pung and every chow for whose rank (0 to 8) the mask has a bit, as a mask for
    /// [`Split::meets`].
    pub const fn mask(pungs: u32, chows: u32) -> Split {
        let mut bits = pungs;
        let mut rank = 0;
        while rank < 9 {
            bits |= ((chows >> rank) & 1) * (0b11 << (9 + 2 * rank));
            rank += 1;
        }
        Split(bits)
    }

    /// Ranks of the pungs, one bit each.
    pub const fn pungs(self) -> u32 {
        self.0 & 0o777
    }

    /// Two bits per rank: a chow begins here, and a second one.
    pub const fn chows(self) -> u32 {
        self.0 >> 9
    }

    /// The lowest ranks of three neighbouring pungs, one bit each.
    pub const fn triples(self) -> u32 {
        let pungs = self.pungs();
        pungs & (pungs >> 1) & (pungs >> 2)
    }

    /// The same tiles with the three pungs from `rank` read as three equal chows. Also says how many
    /// chows there are above the two that a split can hold.
    pub const fn with_triple(self, rank: u32) -> (Split, u32) {
        let begun = self.chows() >> (2 * rank) & 1;
        (Split((self.0 & !(0b111 << rank)) | (0b11 << (9 + 2 * rank))), 1 + begun)
    }
}

/// Three ranks at a time: for every state and every count of the three ranks what is split off and the
/// state after them. A state is the number of chows begun one rank below (times three) and two below.
#[allow(clippy::indexing_slicing)] // computed by the compiler
static BLOCKS: [u16; 9 * 512] = {
    let mut table = [DEAD; 9 * 512];
    let mut state = 0;
    while state < 9 {
        let mut counts = 0;
        while counts < 512 {
            table[state * 512 + counts] = block(state, counts);
            counts += 1;
        }
        state += 1;
    }
    table
};

const DEAD: u16 = 0xF000;

const fn block(mut state: usize, counts: usize) -> u16 {
    let mut sets = 0;
    let mut rank = 0;
    while rank < 3 {
        let count = (counts >> (3 * rank)) & 7;
        let (below, two_below) = (state / 3, state % 3);
        // Five alike never lie on a table, but a wait may be asked for with a fifth.
        if count > 5 || count < below + two_below {
            return DEAD;
        }
        let rest = count - below - two_below;
        let chows = rest % 3;
        if rest >= 3 {
            sets |= 1 << rank;
        }
        sets |= ((1 << chows) - 1) << (3 + 2 * rank);
        state = chows * 3 + below;
        rank += 1;
    }
    ((state as u16) << 12) | sets as u16
}

/// Splits tiles that hold no pair into sets, without three equal chows, or says that it cannot be done.
pub fn split(tiles: SuitCount) -> Option<Split> {
    let counts = tiles.counts();
    let step = |state: u16, place: u32| {
        let at = (state >> 12) as usize * 512 + ((counts >> place) & 0o777) as usize;
        BLOCKS.get(at).copied().unwrap_or(DEAD)
    };
    let low = step(0, 0);
    let middle = step(low, 9);
    let high = step(middle, 18);
    // Chows still open above rank nine, or a dead end on the way, leave a state behind.
    if high >> 12 != 0 {
        return None;
    }
    let (low, middle, high) = (u32::from(low), u32::from(middle), u32::from(high));
    let pungs = (low & 7) | ((middle & 7) << 3) | ((high & 7) << 6);
    let chows = ((low >> 3) & 63) | (((middle >> 3) & 63) << 6) | (((high >> 3) & 63) << 12);
    Some(Split(pungs | (chows << 9)))
}

/// Ranks that can be the pair of tiles that make sets and one pair, as lowest bits of three.
///
/// Sets add nothing to the rank sum modulo three, so it names the pair's rank modulo three.
pub const fn pair_ranks(tiles: SuitCount) -> u32 {
    let rank = 2 * tiles.rank_sum() % 3;
    tiles.paired() & (0o001_001_001 << (3 * rank))
}

/// Honours fall into pungs and pairs only: one bit per pung and one per pair, rank 0 being East. None if
/// a single or four alike are among them.
pub const fn honours_split(tiles: SuitCount) -> Option<(u32, u32)> {
    let counts = tiles.counts();
    if counts == 0 {
        return Some((0, 0));
    }
    let threes = counts & (counts >> 1) & super::EACH_RANK;
    let twos = (counts >> 1) & !counts & super::EACH_RANK;
    if threes * 3 + twos * 2 != counts {
        return None;
    }
    Some((super::wait::dense(threes), super::wait::dense(twos)))
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// Every way to split, by trying: pung or chow at the lowest rank.
    fn by_trying(
        counts: &mut [u8; 9],
        from: usize,
        sets: &mut Vec<(bool, usize)>,
        found: &mut Vec<Vec<(bool, usize)>>,
    ) {
        let Some(rank) = (from..9).find(|rank| counts[*rank] > 0) else {
            found.push(sets.clone());
            return;
        };
        if counts[rank] >= 3 {
            counts[rank] -= 3;
            sets.push((true, rank));
            by_trying(counts, rank, sets, found);
            sets.pop();
            counts[rank] += 3;
        }
        if rank < 7 && counts[rank + 1] > 0 && counts[rank + 2] > 0 {
            (0..3).for_each(|step| counts[rank + step] -= 1);
            sets.push((false, rank));
            by_trying(counts, rank, sets, found);
            sets.pop();
            (0..3).for_each(|step| counts[rank + step] += 1);
        }
    }

    fn sets_of(split: Split, more: &[usize]) -> Vec<(bool, usize)> {
        let mut sets = Vec::new();
        sets.extend((0..9).filter(|rank| split.pungs() >> rank & 1 == 1).map(|rank| (true, rank)));
        sets.extend(
            (0..18).filter(|bit| split.chows() >> bit & 1 == 1).map(|bit| (false, bit / 2)),
        );
        sets.extend(more.iter().map(|rank| (false, *rank)));
        sets.sort_unstable();
        sets
    }

    /// A wait may be asked for with a fifth; six and seven alike are what is left of taking tiles that are not there.
    #[test]
    fn five_alike_split_and_more_do_not() {
        let five = SuitCount::chow(2).plus(SuitCount::chow(4)).plus(SuitCount::tiles(4, 3));
        let sets = Split::chow(2).or(Split::chow(4)).or(Split::pung(4));
        assert_eq!(split(five), Some(sets));
        assert_eq!([6, 7].map(|copies| split(SuitCount::tiles(4, copies))), [None, None]);
    }

    /// The pair's rank is twice the sum of all ranks, modulo three, and the pair is there.
    #[test]
    fn pairs_are_where_the_rank_sum_says() {
        let suit = |ranks: &[usize]| {
            ranks
                .iter()
                .fold(SuitCount::default(), |suit, rank| suit.plus(SuitCount::tiles(*rank, 1)))
        };
        let bits = |ranks: &[u32]| ranks.iter().fold(0, |bits, rank| bits | 1 << (3 * rank));
        let cases: [(&[usize], &[u32]); 6] = [
            (&[0, 0], &[0]),
            (&[4, 4], &[4]),
            (&[8, 8], &[8]),
            (&[0, 0, 0, 1, 2, 3, 3, 3], &[0, 3]),
            (&[1, 1, 2, 3, 4, 5, 6, 7], &[1]),
            (&[0, 1, 2, 3, 4, 5, 6, 6], &[6]),
        ];
        for (ranks, pairs) in cases {
            assert_eq!(pair_ranks(suit(ranks)), bits(pairs), "{ranks:?}");
        }
    }

    #[test]
    fn every_suit_of_up_to_twelve_tiles_splits_as_by_trying() {
        for code in 0..5usize.pow(9) {
            let mut counts = [0u8; 9];
            let mut rest = code;
            for count in &mut counts {
                *count = (rest % 5) as u8;
                rest /= 5;
            }
            let total: u8 = counts.iter().sum();
            if total > 12 || !total.is_multiple_of(3) {
                continue;
            }
            let tiles = (0..9).fold(SuitCount::default(), |sum, rank| {
                sum.plus(SuitCount::tiles(rank, u32::from(counts[rank])))
            });
            let mut expected = Vec::new();
            by_trying(&mut counts, 0, &mut Vec::new(), &mut expected);
            expected.iter_mut().for_each(|sets| sets.sort_unstable());
            expected.sort();
            expected.dedup();
            let mut ours = Vec::new();
            if let Some(base) = split(tiles) {
                ours.push(sets_of(base, &[]));
                for rank in (0..7).filter(|rank| base.triples() >> rank & 1 == 1) {
                    let (other, more) = base.with_triple(rank);
                    ours.push(sets_of(other, &std::vec![rank as usize; more as usize]));
                }
            }
            ours.sort();
            assert_eq!(ours, expected, "{counts:?}");
        }
    }

    #[test]
    fn honours_make_pungs_and_pairs_only() {
        let tiles = |list: &[(usize, u32)]| {
            list.iter().fold(SuitCount::default(), |sum, (rank, copies)| {
                sum.plus(SuitCount::tiles(*rank, *copies))
            })
        };
        assert_eq!(honours_split(tiles(&[(0, 3), (6, 2)])), Some((1, 64)));
        assert_eq!(honours_split(tiles(&[(2, 3), (3, 3)])), Some((12, 0)));
        assert_eq!(honours_split(tiles(&[])), Some((0, 0)));
        assert_eq!(honours_split(tiles(&[(0, 1), (1, 1), (2, 1)])), None);
        assert_eq!(honours_split(tiles(&[(5, 4), (6, 2)])), None);
    }
}
