//! What plays a session: the table, its firmware and its tiles. Sealed in the first record of every session (trust A4).

use core::fmt;

use serde::{Deserialize, Serialize};

use super::PublicKey;
use crate::record::Hash;

/// The firmware that runs.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Image {
    /// SHA-256 over the flash it runs from, measured at this boot.
    Measured(Hash),
    /// No image to measure: the application runs as a program on a desktop.
    StandIn,
}

/// Version of the rules, scoring and record code: its package's own.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Version(pub u8, pub u8, pub u8);

impl Version {
    /// Of this code.
    pub const CORE: Version = Version(
        number(env!("CARGO_PKG_VERSION_MAJOR")),
        number(env!("CARGO_PKG_VERSION_MINOR")),
        number(env!("CARGO_PKG_VERSION_PATCH")),
    );
}

impl fmt::Display for Version {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}.{}.{}", self.0, self.1, self.2)
    }
}

/// Decimal digits of a version; Cargo lets nothing else through.
const fn number(text: &str) -> u8 {
    let mut digits = text.as_bytes();
    let mut value = 0u8;
    while let [digit, rest @ ..] = digits {
        value = value.wrapping_mul(10).wrapping_add(digit.wrapping_sub(b'0'));
        digits = rest;
    }
    value
}

/// What plays a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Identity {
    /// The table.
    pub table: PublicKey,
    /// Its firmware.
    pub image: Image,
    /// Version of the core.
    pub core: Version,
    /// Commit that the firmware was built from; zeros if nobody told.
    #[serde(deserialize_with = "crate::bytes::array")]
    pub commit: [u8; 20],
    /// SHA-256 of the enrolment list in its stored form: the set of tiles.
    pub enrolment: Hash,
}

impl Identity {
    /// Before anybody has said who this is.
    pub const NOBODY: Identity = Identity {
        table: PublicKey([0; 32]),
        image: Image::StandIn,
        core: Version::CORE,
        commit: [0; 20],
        enrolment: Hash([0; 32]),
    };
}
