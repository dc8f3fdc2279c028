//! `host-sim watch`: a session at the simulated table, on the screen of a terminal, with hands on its time, its faults and its referee.

mod keys;
mod live;
mod picture;
mod screen;

pub use keys::{Keys, Wish};
pub use live::{Watched, has_a_screen, plain, watch};
pub use picture::{Painter, Picture, SeatPicture, Status};
pub use screen::draw;
