//! The rules, hand by hand; every case stands on both sides of its border.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

mod basis;
mod claims;
mod conduct;
mod impossible;
mod items;
mod judging;
mod payments;
mod rulings;

use super::{ITEMS, Item, Rulings, Score, score};
use crate::rules::testing::declared;

fn scored(text: &str) -> Score {
    score(&declared(text), &Rulings::default())
        .unwrap_or_else(|error| panic!("{text}: {error}"))
        .unwrap_or_else(|| panic!("{text}: no pattern"))
}

fn item(key: &str) -> Item {
    *ITEMS.iter().find(|item| item.key() == key).expect(key)
}

/// How often an item counts.
fn times(score: &Score, item: Item) -> u8 {
    let made = score.made.iter().find(|made| made.item == item);
    made.map_or(0, |made| made.times)
}
