//! Who may give orders: a short list that the organiser signs. It reaches the table over the link and is kept as a record.

use serde::{Deserialize, Serialize};

use super::key::{KeyTag, PublicKey, Purpose};
use super::role::Role;
use super::statement::Statement;
use crate::game::Few;

/// People on a list at most: four referees of a hall, a head referee and a technician. The record must fit an entry.
pub const MOST_OFFICIALS: usize = 6;

/// One of them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Official {
    /// The key of the person's device.
    pub key: PublicKey,
    /// What the person is.
    pub role: Role,
}

/// The list. The first that a new table is given names its organiser for good; later ones must be his and newer.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Officials {
    /// Who signs the list.
    pub organiser: PublicKey,
    /// Its number, from 1; a list never gives way to an older one.
    pub serial: u32,
    /// Who may give orders.
    pub people: Few<Official, MOST_OFFICIALS>,
}

impl Statement for Officials {
    const PURPOSE: Purpose = Purpose::Officials;
}

impl Officials {
    /// The one whose key begins so. The organiser is on every list.
    pub fn find(&self, tag: KeyTag) -> Option<Official> {
        let organiser = Official { key: self.organiser, role: Role::Organiser };
        self.people.iter().chain([organiser]).find(|official| official.key.tag() == tag)
    }

    /// Whether this list may take the place of `held`.
    pub fn may_follow(&self, held: Option<&Officials>) -> bool {
        let first = self.serial > 0;
        held.map_or(first, |held| held.organiser == self.organiser && held.serial < self.serial)
    }
}
