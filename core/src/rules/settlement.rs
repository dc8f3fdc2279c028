//! What changes hands between the four seats. Points move from one seat to another and are never made.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::seat::Seat;

/// Points won or lost.
#[derive(
    Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Default, Serialize, Deserialize,
)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Points(pub i32);

/// A sum does not fit: the score sheet needs a person.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TooManyPoints;

impl fmt::Display for TooManyPoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("more points than a sheet can hold")
    }
}

impl core::error::Error for TooManyPoints {}

impl Points {
    /// Both together.
    pub fn plus(self, other: Points) -> Result<Points, TooManyPoints> {
        self.0.checked_add(other.0).map(Points).ok_or(TooManyPoints)
    }

    /// Without `other`.
    pub fn minus(self, other: Points) -> Result<Points, TooManyPoints> {
        self.0.checked_sub(other.0).map(Points).ok_or(TooManyPoints)
    }
}

/// What each seat wins or loses; the four always add up to nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Settlement([Points; 4]);

impl Settlement {
    /// Nobody pays: a drawn hand (MCR 3.9.1.3, HK TI-1).
    pub const NOTHING: Settlement = Settlement([Points(0); 4]);

    /// What this seat wins (or, below zero, loses).
    pub fn of(&self, seat: Seat) -> Points {
        self.0.get(seat.index()).copied().unwrap_or_default()
    }

    /// By seat, in the order of play.
    pub const fn by_seat(&self) -> [Points; 4] {
        self.0
    }

    /// `from` pays `to`.
    pub fn pay(&mut self, from: Seat, to: Seat, points: Points) -> Result<(), TooManyPoints> {
        let mut paid = *self;
        paid.change(from, |held| held.minus(points))?;
        paid.change(to, |held| held.plus(points))?;
        *self = paid;
        Ok(())
    }

    /// Both together: several winners on one tile, or several hands.
    pub fn plus(mut self, other: Settlement) -> Result<Settlement, TooManyPoints> {
        for seat in Seat::ALL {
            self.change(seat, |held| held.plus(other.of(seat)))?;
        }
        Ok(self)
    }

    fn change(
        &mut self,
        seat: Seat,
        to: impl FnOnce(Points) -> Result<Points, TooManyPoints>,
    ) -> Result<(), TooManyPoints> {
        if let Some(held) = self.0.get_mut(seat.index()) {
            *held = to(*held)?;
        }
        Ok(())
    }
}

/// Why somebody is liable for all shares of a self-drawn win (HK PR-2).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Liability {
    /// Gave the tile of the fourth meld.
    FourthMeld,
    /// Gave the tile of the third dragon set.
    BigDragons,
}

/// Who pays for a win, and why.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Payer {
    /// Each of the other three pays alike: self-drawn.
    Everybody,
    /// All pay, the discarder most (MCR 3.9.1.3).
    DiscarderMost(Seat),
    /// The discarder alone (HK PR-1).
    DiscarderAlone(Seat),
    /// One seat pays what three would have paid (HK PR-2).
    Liable(Seat, Liability),
    /// The robbed seat pays what three would have paid (HK RC-2).
    Robbed(Seat),
}

/// The payments for one win.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Payment {
    /// What each seat wins or loses by it.
    pub settlement: Settlement,
    /// Who pays.
    pub payer: Payer,
}
