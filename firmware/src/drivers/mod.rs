//! Drivers for the chips on the board, over embedded-hal traits alone.

pub mod fram;
pub mod hc165;
pub mod max7219;
pub mod pn5180;
pub mod st7796;
