//! Scoring by the rules of the World Mahjong Organization: 81 fan, five principles, eight points to win.
//!
//! The rules are cited as `MCR` with the section, `MCR A1#n` for fan n of appendix 1 and `MCR P1` to
//! `MCR P5` for the counting principles of 3.9.1.6.

mod arrangement;
mod basis;
mod book;
// Searched by the build script and by tests; the product looks its results up.
#[cfg_attr(not(test), allow(dead_code))]
mod chow_rule;
mod chows;
mod conduct;
mod explain;
mod facts;
mod fan;
mod fanset;
mod find;
mod fouls;
mod judge;
mod knitted;
mod kongs;
mod pungs;
mod rulings;
mod score;
mod sets;
mod tiles;
mod unscored;
mod waits;
mod ways;
mod weigh;
mod win;

use crate::rules::shape::reading;

pub use arrangement::{Arrangement, Knit, Place, Set, SetKind, Shape};
pub use basis::{Basis, Made, Parts, Removed, Why};
pub use book::Mcr;
pub use conduct::{BookRulings, ClaimClock, Conduct, LadderTop, RankTies};
pub use explain::basis;
pub use fan::Fan;
pub use fanset::FanSet;
pub use judge::{FalseHu, Judgement, judge};
pub use rulings::{ConcealedKongs, Rulings};
pub use score::{Score, Scored, score, total};
pub use waits::waits;
pub use win::{Contradiction, NotAWin, Win};

/// Points a hand needs to win, flowers not counted (MCR 3.9.1.1).
pub const MINIMUM: u16 = 8;

#[cfg(test)]
mod tests;
