//! The rule books and what they speak of: tiles, hands, seats, time. Part of the core, whose three laws hold here too
//! (`lib.rs`, which shows these modules as its own); a crate by itself only because scoring is compiled for speed on the chip
//! and everything else for size.
#![no_std]
// What is pedantic in the product is noise in its tests.
#![cfg_attr(test, allow(clippy::pedantic, clippy::format_push_string))]

#[cfg(test)]
extern crate std;

pub mod hand;
pub mod rules;
pub mod seat;
pub mod tile;
pub mod time;
