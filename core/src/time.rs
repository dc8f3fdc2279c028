//! Time as the table knows it: microseconds since boot, always handed in, never read.

use core::ops::{Add, Sub};

use serde::{Deserialize, Serialize};

/// An instant: microseconds since this boot. Wall time is the referee device's business (trust B8).
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Tick(pub u64);

/// A length of time in microseconds.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Span(pub u64);

impl Span {
    /// So many microseconds.
    pub const fn micros(count: u64) -> Span {
        Span(count)
    }

    /// So many milliseconds.
    pub const fn millis(count: u64) -> Span {
        Span(count * 1_000)
    }

    /// So many seconds.
    pub const fn secs(count: u64) -> Span {
        Span(count * 1_000_000)
    }
}

impl Tick {
    /// How long ago `earlier` was; zero if it lies ahead.
    #[inline(never)] // Asked in so many places that a call of it saves the image half a kilobyte.
    pub const fn since(self, earlier: Tick) -> Span {
        Span(self.0.saturating_sub(earlier.0))
    }

    /// Whole milliseconds since boot.
    pub const fn as_millis(self) -> u64 {
        self.0 / 1_000
    }
}

/// Saturates: half a million years of uptime is a fault elsewhere.
impl Add for Span {
    type Output = Span;

    fn add(self, other: Span) -> Span {
        Span(self.0.saturating_add(other.0))
    }
}

impl Add<Span> for Tick {
    type Output = Tick;

    fn add(self, span: Span) -> Tick {
        Tick(self.0.saturating_add(span.0))
    }
}

impl Sub<Span> for Tick {
    type Output = Tick;

    fn sub(self, span: Span) -> Tick {
        Tick(self.0.saturating_sub(span.0))
    }
}
