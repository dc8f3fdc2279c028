//! The air between loops and tags, with everything that goes wrong in it: one error model for both levels of detail.
//!
//! [`Errors`] holds every parameter, [`Channel`] draws from it. The chip model asks the channel slot by slot while SPI bytes
//! flow ([`Channel::field_on`], [`Channel::answer`]); [`Inventory`] asks it the same questions through the same anticollision
//! without the bytes, for long runs. A tile laid down gets its link margins then ([`Channel::laid`]) and keeps them until it
//! is lifted: misses belong to a place, they are not independent throws of a die.

mod channel;
mod config;
mod faults;
mod inventory;
mod link;
mod spells;

pub use channel::{Answer, Channel};
pub use config::{
    Burst, CrossTalk, Errors, LinkErrors, Motion, People, Position, Readers, SlotErrors, TagErrors,
};
pub use faults::{Mishap, ReaderFault, mishaps, timeline};
pub use inventory::{Inventory, Round};
