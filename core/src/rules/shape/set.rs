//! The parts of a winning hand: sets, the pair, and where the winning tile stands.

use crate::tile::Face;

/// The kind of a set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum SetKind {
    /// Three consecutive numbers of one suit.
    Chow,
    /// Three alike.
    Pung,
    /// Four alike, declared.
    Kong,
}

/// A set of the reading.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Set {
    /// Its kind.
    pub kind: SetKind,
    /// Its tile; of a chow the lowest.
    pub face: Face,
    /// Laid out before the win.
    pub melded: bool,
    /// Made without a claimed tile: standing tiles not completed by another player's tile, or a
    /// concealed kong.
    pub concealed: bool,
}

impl Set {
    /// Whether the set holds this face.
    pub fn holds(&self, face: Face) -> bool {
        let (first, face) = (self.face.index(), face.index());
        if self.kind == SetKind::Chow { (first..first + 3).contains(&face) } else { first == face }
    }

    /// A pung or a kong.
    pub fn is_pung(&self) -> bool {
        self.kind != SetKind::Chow
    }
}

/// Where the winning tile stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Place {
    /// In the set with this index.
    Set(u8),
    /// In the pair.
    Pair,
    /// In the knitted straight.
    Straight,
    /// In a hand that has no sets.
    Hand,
}

/// Parts of a winning hand: some of its sets, the pair.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
pub struct Parts(pub(in crate::rules) u8);

impl Parts {
    /// None: the way of winning, or a hand without sets, which earns what it earns as a whole.
    pub const NONE: Parts = Parts(0);
    /// The pair.
    pub const PAIR: Parts = Parts(1 << 4);
    /// The knitted straight.
    pub const STRAIGHT: Parts = Parts(1 << 5);

    /// The set with this index.
    pub const fn set(index: usize) -> Parts {
        Parts(1 << (index & 3))
    }

    /// Parts of either.
    #[must_use]
    pub const fn or(self, other: Parts) -> Parts {
        Parts(self.0 | other.0)
    }

    /// Whether some part is in both.
    pub const fn meets(self, other: Parts) -> bool {
        self.0 & other.0 != 0
    }

    /// Whether every part of `other` is among these.
    pub const fn covers(self, other: Parts) -> bool {
        other.0 & !self.0 == 0
    }

    /// How many parts these are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is no part.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// Indices of the sets among them.
    pub fn sets(self) -> impl Iterator<Item = usize> {
        (0..4).filter(move |index| self.0 >> index & 1 == 1)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn parts_are_sets_of_sets_and_the_pair() {
        let (first, last) = (Parts::set(0), Parts::set(3));
        let both = first.or(last).or(first);
        assert!(both.sets().eq([0, 3]));
        assert!(both.meets(last) && !both.meets(Parts::set(1)) && !both.meets(Parts::PAIR));
        assert!(both.covers(last) && !last.covers(both) && both.covers(Parts::NONE));
        let all = both.or(Parts::PAIR).or(Parts::STRAIGHT);
        assert_eq!((both.len(), all.len(), Parts::NONE.len()), (2, 4, 0));
        assert!(all.sets().eq([0, 3]) && Parts::PAIR.sets().count() == 0 && !both.is_empty());
        assert!(Parts::NONE.is_empty() && !Parts::PAIR.is_empty());
        assert!(Parts::PAIR != Parts::STRAIGHT && !Parts::PAIR.meets(Parts::STRAIGHT));
    }

    #[test]
    fn a_set_holds_its_kinds() {
        let face = |index| Face::new(index).unwrap_or(Face::EAST);
        let set = |kind| Set { kind, face: face(3), melded: false, concealed: true };
        let held = |set: Set| Face::playing().filter(|face| set.holds(*face)).count();
        let holds = |set: Set, last| (3..=last).all(|index| set.holds(face(index)));
        assert!(holds(set(SetKind::Chow), 5) && holds(set(SetKind::Pung), 3));
        assert_eq!(
            [SetKind::Chow, SetKind::Pung, SetKind::Kong].map(|kind| held(set(kind))),
            [3, 1, 1]
        );
    }
}
