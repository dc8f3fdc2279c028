//! Drivers for the chips on the board, over embedded-hal traits alone.

pub mod fram;
pub mod pn5180;
