//! Scoring and conduct by the classical Hong Kong rules: faan that compound, three to win, ten at most,
//! the discarder pays alone.
//!
//! The rules are cited as `HK` with the chapter's code and number, `HK FA-6.11` for a faan item.

mod book;
mod cards;
mod claims;
mod fouls;
mod hand;
mod item;
mod judge;
mod passed;
mod payment;
mod robbing;
mod rulings;
mod score;

pub use book::Gghk;
pub use cards::{CARDS_COST, Cards, exposure, flipped_wall};
pub use claims::shifts;
pub use hand::{Shape, waits};
pub use item::{ITEMS, Item};
pub use judge::{Judgement, Reason, judge};
pub use passed::remember;
pub use payment::{liable, pay, price};
pub use robbing::{Robbing, robbing};
pub use rulings::{MeldCorner, Rulings};
pub use score::{Made, Score, score};

/// Faan a hand needs to win (HK HU-5, BP-3).
pub const MINIMUM: u8 = 3;
/// Faan above these are not paid (HK BP-4).
pub const CAP: u8 = 10;

#[cfg(test)]
mod tests;
