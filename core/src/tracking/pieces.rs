//! A set of pieces, one bit each: a scan is about a dozen tiles of 144 and finds them here.

use crate::tile::{TILES, Tile};

const WORD: usize = u32::BITS as usize;
const WORDS: usize = TILES.div_ceil(WORD);

/// Some of the pieces.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Pieces([u32; WORDS]);

impl Pieces {
    /// None of them.
    pub const NONE: Pieces = Pieces([0; WORDS]);

    /// Puts one in, or takes it out.
    #[inline]
    pub fn set(&mut self, tile: Tile, within: bool) {
        let number = usize::from(tile.id());
        let bit = 1 << (number % WORD);
        if let Some(word) = self.0.get_mut(number / WORD) {
            *word = if within { *word | bit } else { *word & !bit };
        }
    }

    /// Those of either.
    #[inline]
    pub fn or(self, other: Pieces) -> Pieces {
        let mut both = self;
        both.0.iter_mut().zip(other.0).for_each(|(word, more)| *word |= more);
        both
    }

    /// In their order.
    #[inline]
    pub fn iter(self) -> impl Iterator<Item = Tile> {
        (0..).zip(self.0).flat_map(|(nth, word)| {
            let bits = core::iter::successors(Some(word), |left| Some(left & left.wrapping_sub(1)));
            let bits = bits.take_while(|left| *left != 0).map(u32::trailing_zeros);
            bits.filter_map(move |bit| Tile::new((nth * WORD + bit as usize) as u8))
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;

    proptest! {
        #[test]
        fn it_holds_what_was_put_in_and_not_taken_out(
            steps in prop::collection::vec((0..TILES as u8, any::<bool>()), 0..400),
            others in prop::collection::btree_set(0..TILES as u8, 0..40),
        ) {
            let (mut pieces, mut model) = (Pieces::NONE, BTreeSet::new());
            for (id, within) in steps {
                pieces.set(Tile::new(id).unwrap(), within);
                if within { model.insert(id) } else { model.remove(&id) };
            }
            let ids = |pieces: Pieces| pieces.iter().map(Tile::id).collect::<std::vec::Vec<_>>();
            prop_assert_eq!(ids(pieces), model.iter().copied().collect::<std::vec::Vec<_>>());
            let mut more = Pieces::NONE;
            others.iter().for_each(|id| more.set(Tile::new(*id).unwrap(), true));
            let both: std::vec::Vec<u8> = model.union(&others).copied().collect();
            prop_assert_eq!(ids(pieces.or(more)), both);
        }
    }
}
