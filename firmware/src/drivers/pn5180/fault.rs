//! What can go wrong with a reader, by what the caller can do about it.

use core::fmt;

use serde::{Deserialize, Serialize};
use table_core::event::ReaderTrouble;

/// What the driver was waiting for when time ran out.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub enum Waiting {
    /// BUSY to fall: the chip hangs or is not there.
    Idle,
    /// The chip to boot.
    Boot,
    /// The end of a slot: neither answer nor timer came.
    Answer,
}

/// An instruction that the chip refused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub enum ChipFault {
    /// Not understood.
    Syntax,
    /// A value out of range.
    Parameter,
    /// Not possible in this state.
    Semantic,
    /// Not in the state that allows sending.
    NotReadyToSend,
    /// Its EEPROM makes the IRQ line active low: provision the chip first.
    IrqActiveLow,
}

/// A failed operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Error<E> {
    /// The bus said this.
    Spi(E),
    /// A pin could not be read or driven.
    Pin,
    /// Nobody answers.
    Absent,
    /// Time ran out.
    Timeout(Waiting),
    /// The chip refused.
    Chip(ChipFault),
    /// The field is off: over-temperature or supply.
    NoField,
    /// Registers are not as they were set: the supply broke down for a moment, or a byte on the bus was wrong.
    Forgot,
    /// A tag's answer to a question of its own was not understood; the reader itself is well.
    Answer,
}

/// The same without the bus's own words: small enough to be recorded.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub enum Fault {
    /// Bus or pin failed.
    Bus,
    /// Nobody answers.
    Absent,
    /// Time ran out.
    Timeout(Waiting),
    /// The chip refused.
    Chip(ChipFault),
    /// The field is off.
    NoField,
    /// Registers are not as they were set.
    Forgot,
    /// A tag's answer was not understood.
    Answer,
}

impl<E> Error<E> {
    /// Without the bus's own words.
    pub fn fault(&self) -> Fault {
        match self {
            Error::Spi(_) | Error::Pin => Fault::Bus,
            Error::Absent => Fault::Absent,
            Error::Timeout(waiting) => Fault::Timeout(*waiting),
            Error::Chip(fault) => Fault::Chip(*fault),
            Error::NoField => Fault::NoField,
            Error::Forgot => Fault::Forgot,
            Error::Answer => Fault::Answer,
        }
    }

    /// May be gone at the next attempt: worth one before the chip is reset.
    pub fn is_passing(&self) -> bool {
        match self {
            Error::Timeout(Waiting::Answer) | Error::Answer => true,
            Error::Chip(fault) => !matches!(fault, ChipFault::IrqActiveLow),
            Error::Timeout(Waiting::Idle | Waiting::Boot) => false,
            Error::Spi(_) | Error::Pin | Error::Absent | Error::NoField | Error::Forgot => false,
        }
    }
}

impl Fault {
    /// What it means for the table.
    pub fn trouble(self) -> ReaderTrouble {
        match self {
            Fault::Absent => ReaderTrouble::Absent,
            Fault::Bus | Fault::Timeout(_) => ReaderTrouble::Unresponsive,
            Fault::Chip(_) | Fault::Answer => ReaderTrouble::Misbehaving,
            Fault::NoField | Fault::Forgot => ReaderTrouble::NoField,
        }
    }
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Bus => out.write_str("the reader's bus failed"),
            Fault::Absent => out.write_str("no reader answers"),
            Fault::Timeout(waiting) => write!(out, "the reader was too slow ({waiting:?})"),
            Fault::Chip(fault) => write!(out, "the reader refused ({fault:?})"),
            Fault::NoField => out.write_str("the reader has no field"),
            Fault::Forgot => out.write_str("the reader lost its settings"),
            Fault::Answer => out.write_str("a tag's answer was not understood"),
        }
    }
}
