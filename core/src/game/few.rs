//! A short list that can be copied: what events carry, and what the search copies with its belief.

use core::fmt;
use core::marker::PhantomData;

use serde::de::{Error, SeqAccess, Visitor};
use serde::{Deserialize, Deserializer, Serialize, Serializer};

/// At most `N` things in order.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
pub struct Few<T, const N: usize> {
    items: [Option<T>; N],
    len: u8,
}

/// The list is full: what was to be added is left out, and the caller says so.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Full;

impl<T: Copy, const N: usize> Few<T, N> {
    /// An empty list.
    pub const fn new() -> Few<T, N> {
        Few { items: [None; N], len: 0 }
    }

    /// As many of `items` as fit.
    pub fn from_some(items: impl IntoIterator<Item = T>) -> Few<T, N> {
        let mut few = Few::new();
        for item in items.into_iter().take(N) {
            let _ = few.push(item);
        }
        few
    }

    /// Adds one at the end.
    pub fn push(&mut self, item: T) -> Result<(), Full> {
        let place = self.items.get_mut(usize::from(self.len)).ok_or(Full)?;
        *place = Some(item);
        self.len = self.len.saturating_add(1);
        Ok(())
    }

    /// Takes the first one out.
    pub fn pop_front(&mut self) -> Option<T> {
        let first = self.first()?;
        self.items.copy_within(1.., 0);
        self.len = self.len.saturating_sub(1);
        if let Some(last) = self.items.get_mut(usize::from(self.len)) {
            *last = None;
        }
        Some(first)
    }

    /// Leaves the first `len`.
    pub fn truncate(&mut self, len: usize) {
        for gone in self.items.iter_mut().skip(len) {
            *gone = None;
        }
        self.len = self.len.min(u8::try_from(len).unwrap_or(u8::MAX));
    }

    /// The first one.
    pub fn first(&self) -> Option<T> {
        self.items.first().copied().flatten()
    }

    /// The last one.
    pub fn last(&self) -> Option<T> {
        let last = usize::from(self.len.checked_sub(1)?);
        self.get(last)
    }

    /// One by its position.
    pub fn get(&self, at: usize) -> Option<T> {
        self.items.get(at).copied().flatten()
    }

    /// One by its position, to be changed.
    pub fn get_mut(&mut self, at: usize) -> Option<&mut T> {
        self.items.get_mut(at)?.as_mut()
    }

    /// How many there are.
    pub const fn len(&self) -> usize {
        self.len as usize
    }

    /// Whether there is none.
    pub const fn is_empty(&self) -> bool {
        self.len == 0
    }

    /// In order.
    pub fn iter(&self) -> impl DoubleEndedIterator<Item = T> + '_ {
        self.items.iter().filter_map(|item| *item)
    }
}

impl<T: Copy + PartialEq, const N: usize> Few<T, N> {
    /// Whether it is among them.
    pub fn contains(&self, wanted: T) -> bool {
        self.iter().any(|item| item == wanted)
    }
}

impl<T: Copy, const N: usize> Default for Few<T, N> {
    fn default() -> Few<T, N> {
        Few::new()
    }
}

impl<T: Copy + fmt::Debug, const N: usize> fmt::Debug for Few<T, N> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.debug_list().entries(self.iter()).finish()
    }
}

impl<T: Copy + Serialize, const N: usize> Serialize for Few<T, N> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        use serde::ser::SerializeSeq;
        let mut list = serializer.serialize_seq(Some(self.len()))?;
        for item in self.iter() {
            list.serialize_element(&item)?;
        }
        list.end()
    }
}

impl<'de, T: Copy + Deserialize<'de>, const N: usize> Deserialize<'de> for Few<T, N> {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Few<T, N>, D::Error> {
        struct List<T, const N: usize>(PhantomData<T>);

        impl<'de, T: Copy + Deserialize<'de>, const N: usize> Visitor<'de> for List<T, N> {
            type Value = Few<T, N>;

            fn expecting(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
                write!(out, "at most {N} items")
            }

            fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Few<T, N>, A::Error> {
                let mut few = Few::new();
                while let Some(item) = list.next_element()? {
                    few.push(item).map_err(|Full| A::Error::invalid_length(N, &self))?;
                }
                Ok(few)
            }
        }

        deserializer.deserialize_seq(List(PhantomData))
    }
}

#[cfg(feature = "defmt")]
impl<T: Copy + defmt::Format, const N: usize> defmt::Format for Few<T, N> {
    fn format(&self, out: defmt::Formatter<'_>) {
        for item in self.iter() {
            defmt::write!(out, "{} ", item);
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;

    #[test]
    fn a_list_reads_back_and_refuses_more_than_it_holds() {
        let few: Few<u8, 3> = Few::from_some([1, 2, 3, 4]);
        assert_eq!(few.iter().collect::<std::vec::Vec<_>>(), [1, 2, 3]);
        let mut bytes = [0; 8];
        let used = postcard::to_slice(&few, &mut bytes).unwrap();
        assert_eq!(postcard::from_bytes::<Few<u8, 3>>(used).unwrap(), few);
        assert!(postcard::from_bytes::<Few<u8, 2>>(used).is_err());
    }

    #[test]
    fn the_first_leaves_and_the_others_move_up() {
        let mut few: Few<u8, 3> = Few::from_some([1, 2]);
        assert_eq!(few.pop_front(), Some(1));
        assert_eq!(few, Few::from_some([2]));
        assert_eq!((few.pop_front(), few.pop_front()), (Some(2), None));
        assert_eq!(few, Few::new());
    }
}
