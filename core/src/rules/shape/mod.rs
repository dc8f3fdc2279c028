//! Shapes of winning hands, common to all rule sets: counting tiles, splitting them into sets, waits.
//!
//! Nothing here knows a score. Everything is a handful of words and small tables: no allocation, no
//! recursion, and the same few steps whatever the tiles are.

mod count;
mod laid;
mod orphans;
pub mod reading;
mod set;
mod split;
mod wait;

pub use count::{EACH_RANK, HONOURS, HandCount, SuitCount};
pub use laid::{check_meld, count_standing, meld_faces};
pub use orphans::{ORPHANS, is_thirteen_orphans, orphan_waits};
pub use set::{Parts, Place, Set, SetKind};
pub use split::{Split, honours_split, pair_ranks, split};
pub use wait::{FaceSet, complete_faces, seven_pairs_wait, standard_waits};
