//! Models of the chips on the board, at the level of bus transactions, strict about the data sheets' order.
//!
//! A host that does something a data sheet forbids is not corrected: the model notes a [`Violation`], and a run with one has
//! failed. The same models answer the desktop application and the image in QEMU.

pub mod fram;
pub mod hc165;
pub mod max7219;
pub mod pn5180;
pub mod st7796;

use std::fmt;

/// Microseconds of simulated time.
pub type Micros = u64;

/// Something the host did that the data sheet forbids.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Violation {
    /// When.
    pub at: Micros,
    /// Which chip.
    pub chip: String,
    /// What.
    pub what: String,
}

impl fmt::Display for Violation {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{} us: {}: {}", self.at, self.chip, self.what)
    }
}

/// Time on a bus at 5.25 Mbit/s, rounded up.
pub fn spi_micros(bytes: usize) -> Micros {
    (bytes as u64 * 8 * 100).div_ceil(525)
}
