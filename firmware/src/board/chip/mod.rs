//! What both homes on the chip share: why it started, what runs on it, its memory, its supply.

mod condition;
mod flash;
mod last_words;
mod room;
mod stack;

pub use condition::{Condition, crystal_swings, reset_cause};
#[cfg(feature = "f405")]
pub use condition::{troubles, watch_the_supply};
pub use flash::image;
#[cfg(feature = "qemu")]
pub use flash::image_bytes;
pub use last_words::{Fatal, die};
pub use room::make_room;
pub use stack::{guard_the_stack, overflowed};
