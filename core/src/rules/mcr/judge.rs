//! What a declared hu is: a legal win, or one of the two false ones (MCR 3.11.6.6).

use super::rulings::Rulings;
use super::score::{Score, score};
use super::waits::waits;
use super::win::{NotAWin, Win};

/// A declared hu, judged.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// A legal shape of eight points or more.
    Legal(Score),
    /// A legal shape worth less than eight points without flowers.
    BelowMinimum(Score),
    /// The hand waits, but not for this tile.
    WrongTile,
    /// The hand does not even wait.
    NotWaiting,
}

/// The two kinds of false hu; they cost differently.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FalseHu {
    /// 错和 (MCR 3.11.6.6(1)): below the minimum, or waiting and called on the wrong tile.
    A,
    /// 诈和 (MCR 3.11.6.6(2)): not waiting.
    B,
}

impl Judgement {
    /// Which false hu it is, if it is one. The text speaks of discards; a self-drawn one is judged alike.
    pub fn false_hu(&self) -> Option<FalseHu> {
        match self {
            Judgement::Legal(_) => None,
            Judgement::BelowMinimum(_) | Judgement::WrongTile => Some(FalseHu::A),
            Judgement::NotWaiting => Some(FalseHu::B),
        }
    }
}

/// Judges a declared hu. The error says why the declaration as such cannot be what happened.
pub fn judge(win: &Win, rulings: &Rulings) -> Result<Judgement, NotAWin> {
    match score(win, rulings) {
        Ok(score) if score.reaches_minimum() => Ok(Judgement::Legal(score)),
        Ok(score) => Ok(Judgement::BelowMinimum(score)),
        Err(NotAWin::NoShape) if waits(&win.hand, rulings)?.is_empty() => Ok(Judgement::NotWaiting),
        Err(NotAWin::NoShape) => Ok(Judgement::WrongTile),
        Err(error) => Err(error),
    }
}
