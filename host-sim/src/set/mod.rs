//! Sets of tiles on the organiser's side: enrolling them at a table tile by tile, looking them over, replacing a tile, sealing
//! and handing out their lists.

mod clerk;
pub mod command;
mod file;

pub use clerk::{Clerk, Errand, Job, Said};
pub use file::{read_list, write_list};
