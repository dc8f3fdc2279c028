//! Scoring by the rules of the World Mahjong Organization: 81 fan, five principles, eight points to win.
//!
//! The rules are cited as `MCR` with the section, `MCR A1#n` for fan n of appendix 1 and `MCR P1` to
//! `MCR P5` for the counting principles of 3.9.1.6.

mod arrangement;
mod chow_rule;
mod chows;
mod fan;
mod fanset;
mod pungs;
mod rulings;
mod score;
mod win;

pub use arrangement::{Arrangement, Knit, Place, Set, SetKind, Shape};
pub use fan::Fan;
pub use fanset::FanSet;
pub use rulings::{ConcealedKongs, Rulings};
pub use score::{Score, Scored};
pub use win::{Contradiction, NotAWin, Win};

/// Points a hand needs to win, flowers not counted (MCR 3.9.1.1).
pub const MINIMUM: u16 = 8;

/// Scores a declared win.
pub fn score(_win: &Win, _rulings: &Rulings) -> Result<Score, NotAWin> {
    Err(NotAWin::NoShape)
}

/// The points of a declared win, flowers included.
pub fn total(_win: &Win, _rulings: &Rulings) -> Result<u16, NotAWin> {
    Err(NotAWin::NoShape)
}
