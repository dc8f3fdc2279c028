//! Waits: which kinds complete the four sets and a pair, or the seven pairs.

use super::count::{EACH_RANK, HONOURS, HandCount, SuitCount};
use super::split::{pair_ranks, split};
use crate::tile::Face;

/// A set of playing faces.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct FaceSet(u64);

impl FaceSet {
    /// No face.
    pub const EMPTY: FaceSet = FaceSet(0);

    /// This face alone; a flower is never in a set of playing faces.
    pub const fn one(face: Face) -> FaceSet {
        if face.is_flower() { FaceSet(0) } else { FaceSet(1 << face.index()) }
    }

    /// Ranks (0 to 8, one bit each) of one row of a [`HandCount`].
    pub const fn of_row(row: usize, ranks: u32) -> FaceSet {
        FaceSet((ranks as u64) << (9 * row))
    }

    /// Faces of either.
    pub const fn or(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 | other.0)
    }

    /// Without the faces of `other`.
    pub const fn without(self, other: FaceSet) -> FaceSet {
        FaceSet(self.0 & !other.0)
    }

    /// Whether it holds this face.
    pub const fn contains(self, face: Face) -> bool {
        self.0 >> face.index() & 1 == 1
    }

    /// How many faces it holds.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether it holds none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Its faces in order.
    pub fn iter(self) -> impl Iterator<Item = Face> {
        Face::playing().filter(move |face| self.contains(*face))
    }
}

/// Lowest bits of nine ranks as neighbouring bits.
pub(super) const fn dense(bits: u32) -> u32 {
    // One multiplication brings the three bits of each three ranks together: 0 to 6, 3 to 7, 6 to 8.
    let together = bits.wrapping_mul(0b101_0100);
    ((together >> 6) & 0o7) | ((together >> 12) & 0o70) | ((together >> 18) & 0o700)
}

/// Faces whose rows have these lowest bits.
fn faces(rows: [u32; 4]) -> FaceSet {
    let [a, b, c, d] = rows;
    if (a | b | c | d) == 0 {
        return FaceSet::EMPTY;
    }
    let suits = dense(a) | (dense(b) << 9) | (dense(c) << 18);
    FaceSet(u64::from(suits) | (u64::from(dense(d)) << 27))
}

/// Faces of which all four copies are here.
pub fn complete_faces(tiles: &HandCount) -> FaceSet {
    faces(tiles.each(SuitCount::complete))
}

/// Ranks that turn tiles of one suit into sets alone.
fn ranks_to_sets(tiles: SuitCount) -> u32 {
    let (held, up, down) = (tiles.held(), tiles.held() << 3, tiles.held() >> 3);
    // The tile joins two alike or two neighbours, and makes up for the rank sum: sets leave none.
    let joins = tiles.paired() | (up & down) | (up & (held << 6)) | (down & (held >> 6));
    let first = (3 - tiles.rank_sum()) % 3;
    let mut candidates = joins & (0o001_001_001 << (3 * first));
    let mut ranks = 0;
    while candidates != 0 {
        let rank = candidates.trailing_zeros() as usize / 3;
        candidates &= candidates - 1;
        let fits = split(tiles.plus(SuitCount::tiles(rank, 1))).is_some();
        ranks |= u32::from(fits) << rank;
    }
    ranks
}

/// Ranks that turn tiles of one suit into sets and a pair.
fn ranks_to_sets_and_pair(tiles: SuitCount) -> u32 {
    let mut ranks = 0;
    // The pair is waited for: without its one tile there are only sets.
    let single = tiles.rank_sum();
    for rank in [single, single + 3, single + 6] {
        let rank = rank as usize;
        let fits =
            tiles.copies(rank) > 0 && split(tiles.minus(SuitCount::tiles(rank, 1))).is_some();
        ranks |= u32::from(fits) << rank;
    }
    // A set is waited for: some pair is there.
    let mut pairs = tiles.paired();
    while pairs != 0 {
        let rank = pairs.trailing_zeros() as usize / 3;
        ranks |= ranks_to_sets(tiles.minus(SuitCount::tiles(rank, 2)));
        pairs &= pairs - 1;
    }
    ranks
}

/// Honours that turn the honours held into pungs alone: two of one, three or none of the others.
fn honours_to_sets(tiles: SuitCount) -> u32 {
    let counts = tiles.counts();
    let twos = (counts >> 1) & !counts & EACH_RANK;
    let threes = counts & (counts >> 1) & EACH_RANK;
    let fits = twos.is_power_of_two() && threes * 3 + twos * 2 == counts;
    if fits { dense(twos) } else { 0 }
}

/// Honours that turn the honours held into pungs and a pair.
fn honours_to_sets_and_pair(tiles: SuitCount) -> u32 {
    let counts = tiles.counts();
    let twos = (counts >> 1) & !counts & EACH_RANK;
    let fours = tiles.complete();
    let ones = counts & !(counts >> 1) & EACH_RANK;
    // One single and pungs (four alike being both), or two pairs and pungs.
    match ((ones | fours).count_ones(), twos.count_ones()) {
        (1, 0) => dense(ones | fours),
        (0, 2) => dense(twos),
        _ => 0,
    }
}

/// Whether a row is sets alone.
fn is_sets(row: usize, tiles: SuitCount) -> bool {
    if row == HONOURS {
        let counts = tiles.counts();
        let threes = counts & (counts >> 1) & EACH_RANK;
        threes * 3 == counts
    } else {
        split(tiles).is_some()
    }
}

/// Whether a row is sets and a pair.
fn is_sets_and_pair(row: usize, tiles: SuitCount) -> bool {
    if row == HONOURS {
        return matches!(super::honours_split(tiles), Some((_, pairs)) if pairs.is_power_of_two());
    }
    let mut pairs = pair_ranks(tiles);
    while pairs != 0 {
        let rank = pairs.trailing_zeros() as usize / 3;
        if split(tiles.minus(SuitCount::tiles(rank, 2))).is_some() {
            return true;
        }
        pairs &= pairs - 1;
    }
    false
}

/// Kinds that complete sets and a pair out of standing tiles, one short of them.
///
/// A kind of which the player owns all four may be among them: whether that is a wait is for the rule
/// set to say ([`complete_faces`]).
pub fn standard_waits(standing: &HandCount) -> FaceSet {
    let rows = standing.rows();
    let left_over = standing.each(|row| row.total() % 3);
    let [a, b, c, d] = left_over;
    let twos = u32::from(a == 2) + u32::from(b == 2) + u32::from(c == 2) + u32::from(d == 2);
    let mut waits = FaceSet::EMPTY;
    if a + b + c + d == 1 {
        // One row lacks a tile for its sets and pair; the others are sets.
        for (row, tiles) in rows.into_iter().enumerate() {
            if left_over.get(row) == Some(&1) {
                let ranks = if row == HONOURS {
                    honours_to_sets_and_pair(tiles)
                } else {
                    ranks_to_sets_and_pair(tiles)
                };
                waits = waits.or(FaceSet::of_row(row, ranks));
            } else if !is_sets(row, tiles) {
                return FaceSet::EMPTY;
            }
        }
    } else if (a + b + c + d == 4) & (twos == 2) {
        // One of two rows holds the pair, the other lacks a tile for its sets; it can be either way.
        for (row, tiles) in rows.into_iter().enumerate() {
            if left_over.get(row) != Some(&2) {
                if !is_sets(row, tiles) {
                    return FaceSet::EMPTY;
                }
                continue;
            }
            let other_holds_pair = rows.into_iter().enumerate().any(|(other, tiles)| {
                other != row && left_over.get(other) == Some(&2) && is_sets_and_pair(other, tiles)
            });
            if other_holds_pair {
                let ranks =
                    if row == HONOURS { honours_to_sets(tiles) } else { ranks_to_sets(tiles) };
                waits = waits.or(FaceSet::of_row(row, ranks));
            }
        }
    }
    waits
}

/// The kind that completes seven pairs out of thirteen standing tiles: the only one held an odd number
/// of times.
pub fn seven_pairs_wait(standing: &HandCount) -> FaceSet {
    let [a, b, c, d] = standing.each(SuitCount::odd);
    // Only every third bit is taken: the suits fit beside each other, the honours above them.
    let odd = u64::from(a | (b << 1) | (c << 2)) | (u64::from(d) << 32);
    if odd.is_power_of_two() && standing.total() == 13 {
        faces([a, b, c, d])
    } else {
        FaceSet::EMPTY
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used, clippy::indexing_slicing)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    fn is_win(tiles: &HandCount) -> bool {
        let pairs = tiles.rows().map(|row| row.total() % 3);
        pairs.iter().filter(|rest| **rest == 2).count() == 1
            && pairs.iter().all(|rest| *rest != 1)
            && (0..4).all(|row| match tiles.row(row).total() % 3 {
                0 => is_sets(row, tiles.row(row)),
                _ => is_sets_and_pair(row, tiles.row(row)),
            })
    }

    fn dense_hand() -> impl Strategy<Value = HandCount> {
        // Few kinds, so that most hands wait for something.
        (0usize..25, proptest::collection::vec(0usize..10, 13)).prop_map(|(from, picks)| {
            let mut hand = HandCount::default();
            for pick in picks {
                let mut face = from + pick;
                while hand.copies(Face::new(face as u8 % 34).unwrap()) == 4 {
                    face += 1;
                }
                let face = face % 34;
                hand.add(face / 9, SuitCount::tiles(face % 9, 1));
            }
            hand
        })
    }

    /// Tiles of one suit, as many as `left`, from `rank` on.
    fn each_suit(tiles: SuitCount, rank: usize, left: u32, visit: &mut dyn FnMut(SuitCount)) {
        if left == 0 {
            visit(tiles);
        } else if rank < 9 {
            for copies in 0..=left.min(4) {
                let more = tiles.plus(SuitCount::tiles(rank, copies));
                each_suit(more, rank + 1, left - copies, visit);
            }
        }
    }

    #[test]
    fn every_suit_that_lacks_a_tile_is_told_which() {
        for total in [2, 5, 8] {
            each_suit(SuitCount::default(), 0, total, &mut |tiles| {
                let fits = |rank: &usize| split(tiles.plus(SuitCount::tiles(*rank, 1))).is_some();
                let expected = (0..9).filter(fits).fold(0, |ranks, rank| ranks | 1 << rank);
                assert_eq!(ranks_to_sets(tiles), expected, "{tiles:?}");
            });
        }
    }

    /// The honours, up to four of each, that `such` holds of when one more comes, one bit each.
    fn one_more(counts: [u32; 7], such: impl Fn(&[u32; 7]) -> bool) -> u32 {
        (0..7).fold(0, |ranks, rank| {
            let mut more = counts;
            more[rank] += 1;
            ranks | u32::from(such(&more)) << rank
        })
    }

    #[test]
    fn every_row_of_honours_is_told_what_it_lacks() {
        let held = |mut number: u32| {
            [0; 7].map(|_: u32| {
                let copies = number % 5;
                number /= 5;
                copies
            })
        };
        let of = |counts: &[u32; 7], copies: u32| {
            counts.iter().filter(|count| **count == copies).count()
        };
        let sets = |counts: &[u32; 7]| counts.iter().all(|count| [0, 3].contains(count));
        // Five alike are a pung and a pair: whether that is a wait the rule set says.
        let and_pair = |counts: &[u32; 7]| {
            of(counts, 2) + of(counts, 5) == 1 && of(counts, 1) + of(counts, 4) == 0
        };
        for counts in (0..5u32.pow(7)).map(held) {
            let tiles = (0..7).fold(SuitCount::default(), |tiles, rank| {
                tiles.plus(SuitCount::tiles(rank, counts[rank]))
            });
            let whole = and_pair(&counts) && of(&counts, 5) == 0;
            assert_eq!(is_sets(HONOURS, tiles), sets(&counts), "{counts:?}");
            assert_eq!(is_sets_and_pair(HONOURS, tiles), whole, "{counts:?}");
            assert_eq!(honours_to_sets(tiles), one_more(counts, sets), "{counts:?}");
            // Asked only of a row that leaves one over.
            if counts.iter().sum::<u32>() % 3 == 1 {
                let lacking = one_more(counts, and_pair);
                assert_eq!(honours_to_sets_and_pair(tiles), lacking, "{counts:?}");
            }
        }
    }

    fn hand(text: &str) -> HandCount {
        let mut count = HandCount::NONE;
        count.count(&crate::rules::testing::tiles(text)).unwrap();
        count
    }

    fn named(faces: FaceSet) -> std::string::String {
        faces.iter().map(|face| std::format!("{face}")).collect()
    }

    #[test]
    fn four_alike_are_complete_in_every_row() {
        let cases = [
            ("1m1m1m1m2m3m", "1m"),
            ("9m9m9m9m9p9p9p9p", "9m9p"),
            ("5p5p5p5p5s5s5s5s", "5p5s"),
            ("1s1s1s1sEEEEPPP", "1sE"),
            ("1m2m3m", ""),
        ];
        for (text, complete) in cases {
            assert_eq!(named(complete_faces(&hand(text))), complete, "{text}");
        }
    }

    #[test]
    fn six_pairs_and_a_single_wait_for_the_single() {
        for single in Face::playing() {
            let mut standing = HandCount::one(single);
            // Pairs two ranks apart, so that each row has some.
            let pairs = (0..34).map(|step| (single.index() + 5 * step) % 34).skip(1).take(6);
            for face in pairs {
                standing.add(face / 9, SuitCount::tiles(face % 9, 2));
            }
            assert_eq!(seven_pairs_wait(&standing), FaceSet::one(single), "{single}");
        }
        for text in
            ["1m1p1s2m2m3p3p4s4sEESS", "1m1pE2m2m3p3p4s4sFFSS", "1m2m2m3p3p4s4sEE", "3m3p3s"]
        {
            assert_eq!(seven_pairs_wait(&hand(text)), FaceSet::EMPTY, "{text}");
        }
    }

    proptest! {
        #[test]
        fn waits_are_the_kinds_that_win(hand in dense_hand()) {
            let waits = standard_waits(&hand).without(complete_faces(&hand));
            for face in Face::playing() {
                let wins = hand.plus(HandCount::one(face)).is_ok_and(|tiles| is_win(&tiles));
                prop_assert_eq!(waits.contains(face), wins, "{} on {:?}", face, hand);
            }
        }
    }
}
