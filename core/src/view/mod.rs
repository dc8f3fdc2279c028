//! What may be shown now, as plain data; drawing is elsewhere.
//!
//! The law of this module: **before a hand is over nothing in a [`View`] depends on a tile that lies hidden.** By type, only three
//! things can carry a tile at all: [`Win`] (made from a declared win that the book finds legal, whose winner must show it), and
//! [`SensorTest`] and [`Census`], which exist between hands only. [`Playing`] has no field for one. By
//! check, `tests/tests/view.rs` walks sessions, exchanges all hidden tiles at every step, and finds the same view.
//!
//! Of what the table notices, players see what happened in open sight ([`Attention::Flag`]); what only hidden tiles show
//! (a wrong count, a win that was let go) goes to the referee's device and nowhere else (MCR 3.11.6.9, HK GR-3).

mod flags;
mod notices;
mod screen;
mod viewer;
mod winning;

pub use flags::OpenFlag;
pub use notices::{MOST_SESSIONS, Notices, Past};
pub use screen::{
    Agreement, Attention, Census, Clock, Dice, End, Fault, Final, Group, Head, LINES_A_PAGE,
    Language, MOST_ATTENTION, MOST_SHOWN, MOST_THROWS, Opened, Paid, Pay, Playing, Ready, Result,
    Screen, SeatView, SensorTest, Sessions, Shown, Throw, View, Waits, Win,
};
pub use viewer::{Apparatus, PAGE_TURNS, Page, Seen, Viewer, thrower};
