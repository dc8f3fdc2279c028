//! What people see: draws a [`View`](table_core::view::View) on the table's screen and on the seats' digits.
//!
//! A screen is a list of [`Item`]s, each with its own area; [`Panel::update`] lays the new view out and compares every item with
//! what is on the screen by a hash; [`Panel::few`] hands out those that differ. An item is painted band by band into a small
//! [`Canvas`], and each band goes to the display in one piece: no frame buffer, no flicker, and a second's tick moves a few
//! hundred bytes. Nothing here knows a bus.
#![no_std]
#![deny(clippy::unwrap_used, clippy::expect_used, clippy::panic, clippy::indexing_slicing)]

#[cfg(test)]
extern crate std;

mod area;
mod canvas;
mod digits;
mod font;
mod item;
mod layout;
mod palette;
mod picture;
mod screens;
mod text;
mod words;

pub use area::{Area, HEIGHT, WIDTH};
pub use canvas::{CANVAS_BYTES, Canvas};
pub use digits::{DIGITS, segments};
pub use item::{Item, Look};
pub use layout::{MOST_ITEMS, Panel};
pub use words::{LANGUAGES, Names, Word, Words};
