//! Tiles counted: one word per suit, three bits per rank, so that adding a tile is one addition.
//!
//! Bits 0-26 hold the counts of ranks 1-9 (of the seven honours E S W N C F P in the fourth word), the
//! bits above hold the number of tiles. Counts up to seven fit; nothing above four is ever let out.

use crate::tile::Face;

/// Row of the honours; rows 0 to 2 are characters, dots and bamboo.
pub const HONOURS: usize = 3;
/// The lowest bit of every rank.
pub const EACH_RANK: u32 = 0o111_111_111;
const COUNTS: u32 = 0o777_777_777;

/// The tiles of one suit, or the honours.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct SuitCount(u32);

impl SuitCount {
    /// `copies` of one rank (0 to 8), at most seven.
    pub const fn tiles(rank: usize, copies: u32) -> SuitCount {
        SuitCount((copies << (3 * rank)) | (copies << 27))
    }

    /// Three consecutive ranks, the lowest being `rank` (0 to 6).
    pub const fn chow(rank: usize) -> SuitCount {
        SuitCount((0o111 << (3 * rank)) | (3 << 27))
    }

    /// How many tiles there are.
    pub const fn total(self) -> u32 {
        self.0 >> 27
    }

    /// The counts alone, three bits per rank.
    pub const fn counts(self) -> u32 {
        self.0 & COUNTS
    }

    /// Copies of one rank.
    pub const fn copies(self, rank: usize) -> u32 {
        (self.0 >> (3 * rank)) & 7
    }

    /// Ranks held at all, as lowest bits.
    pub const fn held(self) -> u32 {
        (self.0 | (self.0 >> 1) | (self.0 >> 2)) & EACH_RANK
    }

    /// Ranks held at least twice, as lowest bits.
    pub const fn paired(self) -> u32 {
        ((self.0 >> 1) | (self.0 >> 2)) & EACH_RANK
    }

    /// Ranks held four times, as lowest bits.
    pub const fn complete(self) -> u32 {
        (self.0 >> 2) & EACH_RANK
    }

    /// Ranks held once or three times, as lowest bits.
    pub const fn odd(self) -> u32 {
        self.0 & EACH_RANK
    }

    /// Both together. The caller knows that no rank exceeds seven.
    pub const fn plus(self, other: SuitCount) -> SuitCount {
        SuitCount(self.0.wrapping_add(other.0))
    }

    /// Without `other`, which is contained.
    pub const fn minus(self, other: SuitCount) -> SuitCount {
        SuitCount(self.0.wrapping_sub(other.0))
    }

    /// The sum of all ranks (counted from 0) modulo 3: sets add nothing to it.
    pub const fn rank_sum(self) -> u32 {
        let [second, third] = [self.0 >> 3, self.0 >> 6];
        let ones = (second & 7) + ((second >> 9) & 7) + ((second >> 18) & 7);
        let twos = (third & 7) + ((third >> 9) & 7) + ((third >> 18) & 7);
        (ones + 2 * twos) % 3
    }

    /// Ranks held more than four times, as lowest bits.
    const fn too_many(self) -> u32 {
        (self.0 >> 2) & (self.0 | (self.0 >> 1)) & EACH_RANK
    }
}

/// The tiles of a whole hand, row by row.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct HandCount([SuitCount; 4]);

/// One tile of each face as four rows; flowers and numbers that are no face count nothing.
#[allow(clippy::indexing_slicing)] // computed by the compiler
static ONE_OF: [HandCount; 64] = {
    let mut units = [HandCount::NONE; 64];
    let mut face = 0;
    while face < 34 {
        units[face].0[face / 9] = SuitCount::tiles(face % 9, 1);
        face += 1;
    }
    units
};

impl HandCount {
    /// No tile.
    pub const NONE: HandCount = HandCount([SuitCount(0); 4]);

    /// Counts tiles; the error names a face of which there are more than four. Flowers are not counted:
    /// compare [`HandCount::total`] with what was given.
    pub fn count(&mut self, faces: &[Face]) -> Result<(), Face> {
        // Seven of one rank still fit their three bits, so seven tiles need one look.
        let (first, second) = faces.split_at(faces.len().min(7));
        *self = HandCount::sum(first);
        self.check(self.each(SuitCount::too_many))?;
        for part in second.chunks(7) {
            let part = HandCount::sum(part);
            part.check(part.each(SuitCount::too_many))?;
            *self = self.plus(part)?;
        }
        Ok(())
    }

    /// Up to seven tiles, counted without a look at how many are alike.
    fn sum(faces: &[Face]) -> HandCount {
        let [mut a, mut b, mut c, mut d] = HandCount::NONE.0;
        for face in faces {
            let HandCount([e, f, g, h]) = HandCount::one(*face);
            (a, b, c, d) = (a.plus(e), b.plus(f), c.plus(g), d.plus(h));
        }
        HandCount([a, b, c, d])
    }

    /// One tile.
    pub fn one(face: Face) -> HandCount {
        ONE_OF.get(face.index() & 63).copied().unwrap_or_default()
    }

    /// Both together; the error names a face of which there are more than four.
    pub fn plus(self, other: HandCount) -> Result<HandCount, Face> {
        let (HandCount([a, b, c, d]), HandCount([e, f, g, h])) = (self, other);
        // Four and four leave their three bits and must be caught before adding.
        let both =
            |a: SuitCount, b: SuitCount| (a.complete() & b.complete()) | a.plus(b).too_many();
        let over = [both(a, e), both(b, f), both(c, g), both(d, h)];
        let sum = HandCount([a.plus(e), b.plus(f), c.plus(g), d.plus(h)]);
        sum.check(over)?;
        Ok(sum)
    }

    /// Adds tiles to one row; true if there are then more than four of a rank.
    pub fn add(&mut self, row: usize, tiles: SuitCount) -> bool {
        let Some(row) = self.0.get_mut(row) else {
            return false;
        };
        let eight = row.complete() & tiles.complete();
        *row = row.plus(tiles);
        (eight | row.too_many()) != 0
    }

    /// Takes tiles that are there from one row.
    pub fn take(&mut self, row: usize, tiles: SuitCount) {
        if let Some(row) = self.0.get_mut(row) {
            *row = row.minus(tiles);
        }
    }

    /// One row: 0 to 2 the suits, [`HONOURS`] the honours.
    pub fn row(&self, row: usize) -> SuitCount {
        self.0.get(row).copied().unwrap_or_default()
    }

    /// The four rows.
    pub const fn rows(&self) -> [SuitCount; 4] {
        self.0
    }

    /// The same question asked of each row.
    pub fn each<T>(&self, ask: impl Fn(SuitCount) -> T) -> [T; 4] {
        // Written out: built for size, an array's own `map` becomes a slow loop.
        let [a, b, c, d] = self.0;
        [ask(a), ask(b), ask(c), ask(d)]
    }

    /// Copies of one face; flowers are never counted.
    pub fn copies(&self, face: Face) -> u32 {
        if face.is_flower() { 0 } else { self.row(face.index() / 9).copies(face.index() % 9) }
    }

    /// Number of tiles.
    pub fn total(&self) -> u32 {
        let [a, b, c, d] = self.each(SuitCount::total);
        a + b + c + d
    }

    fn check(&self, over: [u32; 4]) -> Result<(), Face> {
        let [a, b, c, d] = over;
        if (a | b | c | d) == 0 {
            return Ok(());
        }
        let (row, bits) = over.iter().enumerate().find(|(_, bits)| **bits != 0).unwrap_or((0, &0));
        let face = row * 9 + bits.trailing_zeros() as usize / 3;
        Err(Face::new(face as u8).unwrap_or(Face::EAST))
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use proptest::prelude::*;
    use std::vec::Vec;

    use super::*;
    use crate::rules::testing::tiles;

    fn lowest_bits(such: impl Fn(usize) -> bool) -> u32 {
        (0..9).filter(|rank| such(*rank)).fold(0, |bits, rank| bits | 1 << (3 * rank))
    }

    proptest! {
        /// A word answers as nine counts would.
        #[test]
        fn a_suit_is_its_counts(counts in proptest::array::uniform9(0u32..=4)) {
            let suit = (0..9).fold(SuitCount::default(), |suit, rank| {
                suit.plus(SuitCount::tiles(rank, counts[rank]))
            });
            // The bits above the ranks hold up to thirty-one tiles, the chow below among them.
            prop_assume!(counts.iter().sum::<u32>() < 29);
            prop_assert_eq!(suit.total(), counts.iter().sum::<u32>());
            prop_assert_eq!((0..9).map(|rank| suit.copies(rank)).collect::<Vec<_>>(), counts.to_vec());
            prop_assert_eq!(suit.held(), lowest_bits(|rank| counts[rank] > 0));
            prop_assert_eq!(suit.paired(), lowest_bits(|rank| counts[rank] >= 2));
            prop_assert_eq!(suit.complete(), lowest_bits(|rank| counts[rank] == 4));
            prop_assert_eq!(suit.odd(), lowest_bits(|rank| counts[rank] % 2 == 1));
            let ranks = (0..9).map(|rank| rank as u32 * counts[rank]).sum::<u32>();
            prop_assert_eq!(suit.rank_sum(), ranks % 3);
            for rank in (0..7).filter(|rank| counts[*rank..rank + 3].iter().all(|count| *count < 4)) {
                let more = suit.plus(SuitCount::chow(rank));
                prop_assert_eq!(more.total(), suit.total() + 3);
                prop_assert_eq!(more.minus(SuitCount::chow(rank)), suit);
            }
        }
    }

    #[test]
    fn a_fifth_copy_is_named() {
        for face in Face::playing() {
            let mut count = HandCount::NONE;
            assert_eq!(count.count(&[face; 4]), Ok(()));
            assert_eq!((count.copies(face), count.total()), (4, 4));
            assert_eq!(count.plus(HandCount::one(face)), Err(face));
            // Four and four do not even fit their bits.
            assert_eq!(count.plus(count), Err(face));
            for copies in 5..=13 {
                let alike = std::vec![face; copies];
                assert_eq!(count.count(&alike), Err(face), "{copies} of {face}");
            }
        }
    }

    /// Five of one number in two suits are two faults, not none.
    #[test]
    fn fifth_copies_in_two_rows_are_seen() {
        for (first, second) in [("1m", "1p"), ("7m", "7s"), ("9p", "9s"), ("1s", "E"), ("3m", "W")]
        {
            let (a, b) = (tiles(first)[0], tiles(second)[0]);
            let faces = [[a; 4].as_slice(), &[b; 3], &[a; 1], &[b; 2]].concat();
            assert_eq!(HandCount::default().count(&faces), Err(a), "{first} {second}");
        }
    }

    #[test]
    fn tiles_are_added_to_their_row_and_taken_from_it() {
        let mut count = HandCount::NONE;
        assert!(!count.add(1, SuitCount::tiles(4, 4)) && !count.add(1, SuitCount::tiles(5, 1)));
        assert!(count.add(1, SuitCount::tiles(4, 1)));
        count.take(1, SuitCount::tiles(4, 1));
        assert!(count.add(1, SuitCount::tiles(4, 4)), "eight alike");
        assert!(!count.add(4, SuitCount::tiles(0, 1)), "no such row");
    }
}
