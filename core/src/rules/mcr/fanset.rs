//! Sets of fan, and what of them scores once every fan has removed what may not stand beside it.

use super::fan::{Fan, points_of, removed_by};

/// Lowest fan of the small word; fan worth eight or more come before it.
const FIRST_SMALL: usize = 49;

/// A set of the fan 1 to 80: those worth eight or more, and the small ones. Flowers are counted apart.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct FanSet {
    great: u64,
    small: u32,
}

impl FanSet {
    /// No fan.
    pub const EMPTY: FanSet = FanSet { great: 0, small: 0 };

    /// This fan alone; nothing for Flower Tiles.
    pub const fn one(fan: Fan) -> FanSet {
        FanSet::from_bits(1 << fan as u8)
    }

    /// The fan with this number; nothing for 0.
    pub(super) const fn numbered(number: u8) -> FanSet {
        let number = number as usize;
        if number < FIRST_SMALL {
            FanSet { great: (1 << number) & !1, small: 0 }
        } else {
            FanSet { great: 0, small: 1 << ((number - FIRST_SMALL) & 31) }
        }
    }

    /// This fan if it holds.
    pub(super) const fn when(holds: bool, fan: Fan) -> FanSet {
        let one = FanSet::one(fan);
        // Without a branch: conditions of unlike hands are hard to foretell.
        FanSet { great: one.great * holds as u64, small: one.small * holds as u32 }
    }

    /// From bits by fan number.
    pub(super) const fn from_bits(bits: u128) -> FanSet {
        FanSet {
            great: bits as u64 & ((1 << FIRST_SMALL) - 1),
            small: (bits >> FIRST_SMALL) as u32,
        }
    }

    /// Fan of either.
    #[must_use]
    pub const fn or(self, other: FanSet) -> FanSet {
        FanSet { great: self.great | other.great, small: self.small | other.small }
    }

    /// Without the fan of `other`.
    #[must_use]
    pub const fn without(self, other: FanSet) -> FanSet {
        FanSet { great: self.great & !other.great, small: self.small & !other.small }
    }

    /// Fan of both.
    #[must_use]
    pub const fn and(self, other: FanSet) -> FanSet {
        FanSet { great: self.great & other.great, small: self.small & other.small }
    }

    /// Whether it holds this fan.
    pub const fn contains(self, fan: Fan) -> bool {
        !self.and(FanSet::one(fan)).is_empty()
    }

    /// Whether it holds no fan.
    pub const fn is_empty(self) -> bool {
        (self.great == 0) & (self.small == 0)
    }

    /// Its fan in the order of their numbers.
    pub fn iter(self) -> impl Iterator<Item = Fan> {
        let (mut great, mut small) = (self.great, self.small);
        core::iter::from_fn(move || {
            let number = if great != 0 {
                let number = great.trailing_zeros();
                great &= great - 1;
                number
            } else if small != 0 {
                let number = small.trailing_zeros() + FIRST_SMALL as u32;
                small &= small - 1;
                number
            } else {
                return None;
            };
            Fan::from_number(number as u8)
        })
    }

    /// What is left when the dearest fan removes first (MCR P1 and the exclusions of appendix 1), and its
    /// points. Repeatable fan are weighed by their counts elsewhere and bring no points here.
    pub(super) fn settle(self) -> (FanSet, u16) {
        let FanSet { mut great, mut small } = self;
        let mut points = 0u16;
        let mut rest = great;
        while rest != 0 {
            let row = GREAT.get(rest.trailing_zeros() as usize).unwrap_or(&GreatRow::NONE);
            points = points.wrapping_add(row.points);
            great &= !row.removes.great;
            small &= !row.removes.small;
            rest &= rest - 1;
            rest &= great;
        }
        for (fan, removes) in SMALL_REMOVERS {
            let holds = (small >> (fan - FIRST_SMALL)) & 1;
            small &= !(removes * holds);
        }
        let bytes = small.to_le_bytes();
        for (table, byte) in SMALL_POINTS.iter().zip(bytes) {
            points =
                points.wrapping_add(u16::from(table.get(usize::from(byte)).copied().unwrap_or(0)));
        }
        (FanSet { great, small }, points)
    }
}

#[derive(Clone, Copy)]
struct GreatRow {
    removes: FanSet,
    points: u16,
}

impl GreatRow {
    const NONE: GreatRow = GreatRow { removes: FanSet::EMPTY, points: 0 };
}

#[allow(clippy::indexing_slicing)] // computed by the compiler
static GREAT: [GreatRow; FIRST_SMALL] = {
    let mut rows = [GreatRow::NONE; FIRST_SMALL];
    let mut number = 1;
    while number < FIRST_SMALL {
        rows[number] = GreatRow {
            removes: FanSet::from_bits(removed_by(number)),
            points: points_of(number) as u16,
        };
        number += 1;
    }
    rows
};

/// The small fan that remove others (which are small too), with what they remove.
#[allow(clippy::indexing_slicing)] // computed by the compiler
const SMALL_REMOVERS: [(usize, u32); SMALL_REMOVER_COUNT] = {
    let mut rows = [(FIRST_SMALL, 0); SMALL_REMOVER_COUNT];
    let mut at = 0;
    let mut number = FIRST_SMALL;
    while number <= 80 {
        let removes = FanSet::from_bits(removed_by(number)).small;
        if removes != 0 {
            rows[at] = (number, removes);
            at += 1;
        }
        number += 1;
    }
    rows
};
const SMALL_REMOVER_COUNT: usize = {
    let mut count = 0;
    let mut number = FIRST_SMALL;
    while number <= 80 {
        count += (removed_by(number) != 0) as usize;
        number += 1;
    }
    count
};

/// Fan that are weighed by a count.
pub(super) const COUNTED: FanSet = FanSet::one(Fan::TileHog)
    .or(FanSet::one(Fan::DoublePung))
    .or(FanSet::one(Fan::PureDoubleChow))
    .or(FanSet::one(Fan::MixedDoubleChow))
    .or(FanSet::one(Fan::ShortStraight))
    .or(FanSet::one(Fan::TwoTerminalChows))
    .or(FanSet::one(Fan::PungOfTerminalsOrHonours));

/// Points of every group of eight small fan, one table for each group.
#[allow(clippy::indexing_slicing)] // computed by the compiler
static SMALL_POINTS: [[u8; 256]; 4] = {
    let mut tables = [[0; 256]; 4];
    let mut group = 0;
    while group < 4 {
        let mut byte = 0;
        while byte < 256 {
            let (mut points, mut bit) = (0, 0);
            while bit < 8 {
                let counted = COUNTED.small >> (group * 8 + bit) & 1;
                if byte >> bit & 1 == 1 && counted == 0 {
                    points += points_of(FIRST_SMALL + group * 8 + bit);
                }
                bit += 1;
            }
            tables[group][byte] = points;
            byte += 1;
        }
        group += 1;
    }
    tables
};

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    /// The same, from the table of fan alone.
    fn settle_plainly(present: FanSet) -> (FanSet, u16) {
        let mut left = present;
        for fan in Fan::all().filter(|fan| *fan != Fan::FlowerTiles) {
            if left.contains(fan) {
                for other in fan.excludes().iter().chain(fan.implies()) {
                    left = left.without(FanSet::one(*other));
                }
            }
        }
        let points = left.iter().filter(|fan| !COUNTED.contains(*fan)).map(Fan::points).sum();
        (left, points)
    }

    #[test]
    fn a_set_holds_its_fan_and_no_other() {
        for fan in Fan::all().filter(|fan| *fan != Fan::FlowerTiles) {
            let one = FanSet::one(fan);
            assert_eq!((FanSet::numbered(fan.number()), one.or(one)), (one, one));
            assert!(one.contains(fan) && !one.is_empty() && !FanSet::EMPTY.contains(fan));
            assert_eq!((FanSet::when(true, fan), FanSet::when(false, fan)), (one, FanSet::EMPTY));
            let others = Fan::all().filter(|other| *other != fan);
            assert!(others.into_iter().all(|other| !one.contains(other)));
        }
        assert_eq!(FanSet::numbered(0), FanSet::EMPTY);
        assert!(FanSet::EMPTY.is_empty());
        // They are gone through for every hand: none is idle.
        assert!(SMALL_REMOVERS.iter().all(|(_, removes)| *removes != 0));
    }

    proptest! {
        #[test]
        fn settling_follows_the_table(numbers in proptest::collection::vec(1u32..81, 0..12)) {
            let present = FanSet::from_bits(numbers.iter().fold(0, |bits, number| bits | 1u128 << number));
            prop_assert_eq!(present.settle(), settle_plainly(present));
        }

        #[test]
        fn members_come_back(numbers in proptest::collection::btree_set(1u8..81, 0..20)) {
            let bits = numbers.iter().fold(0, |bits, number| bits | 1u128 << number);
            let back = FanSet::from_bits(bits).iter().map(Fan::number).collect::<std::vec::Vec<_>>();
            prop_assert!(back.iter().eq(numbers.iter()));
        }
    }
}
