//! The pure heart of the table: what a tile is, what the rules say, what is recorded and how it is sent.
//!
//! Three laws hold in every module:
//! 1. **No clock.** Time is an argument ([`time::Tick`]); the same inputs give the same bytes everywhere.
//! 2. **No I/O.** State machines take `step(now, input)` and answer with what should be done; somebody else does it.
//! 3. **No loss.** Bad input of any kind is a typed error that changes nothing.
#![no_std]
// What is pedantic in the product is noise in its tests.
#![cfg_attr(test, allow(clippy::pedantic, clippy::naive_bytecount))]

#[cfg(test)]
extern crate std;

mod bytes;
mod checksum;
pub mod diagnostics;
pub mod dice;
pub mod enrolment;
pub mod event;
pub mod game;
pub mod iso15693;
pub mod journal;
pub mod place;
pub mod record;
pub mod tracking;
pub mod trust;
pub mod view;
pub mod wire;

pub use table_rules::{hand, rules, seat, tile, time};
