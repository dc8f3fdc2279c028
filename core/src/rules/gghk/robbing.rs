//! When a hu on a kong's tile is heard (HK RK-3, FM-7).

use super::fouls::LATE_ROBBING;
use super::rulings::Rulings;
use crate::rules::foul::Foul;

/// Whether a call to rob a kong is heard.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Robbing {
    /// Before the supplement was taken: heard.
    InTime,
    /// After it: a card, and by the table's ruling it stands or not.
    Late {
        /// The hu is judged like any other.
        stands: bool,
        /// The foul the referee may rule.
        proposes: &'static Foul,
    },
}

/// Judges the moment of a call to rob a kong.
pub fn robbing(supplement_taken: bool, rulings: &Rulings) -> Robbing {
    if supplement_taken {
        Robbing::Late { stands: rulings.late_robbing_stands, proposes: &LATE_ROBBING }
    } else {
        Robbing::InTime
    }
}
