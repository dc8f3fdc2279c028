//! A second opinion on Mahjong Competition Rules scores, slow and literal on purpose.
//!
//! The product's scorer is written to be fast and allocation free; this one is written to be
//! checked by eye against sections 8 to 10 of the digest. Every reading of the tiles is listed,
//! every group of sets is asked whether it makes a fan ([`holds`]), and every selection the
//! principles allow is tried. What remains is the best total and *all* fan lists that reach it.

mod holds;
mod readings;
mod search;
mod table;
mod win;

pub use holds::{Context, holds};
pub use readings::{Reading, Set, Shape, readings, waits};
pub(crate) use readings::{is_thirteen_orphans, sets_and_pair};
pub use search::{Occurrence, Verdict, best, candidates, selection_is_legal};
pub use table::{Basis, FANS, Fan, fan, fan_named};
pub use win::{Meld, MeldKind, NotAWin, Win};
