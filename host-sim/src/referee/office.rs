//! Who a referee's device acts for: its own key, and what the organiser signed.

use table_core::game::Few;
use table_core::trust::{Official, Officials, PublicKey, Role, SignedBytes, SoftwareKey, sign};

/// A device's papers.
pub struct Office {
    key: SoftwareKey,
    /// The organiser's list, as signed.
    list: SignedBytes,
    serial: u32,
}

impl Office {
    /// With a key and the organiser's signed list that names it.
    pub fn new(key: SoftwareKey, list: SignedBytes, serial: u32) -> Office {
        Office { key, list, serial }
    }

    /// Everything that a simulated event needs, grown from seeds that everybody knows. **For simulation only.**
    pub fn simulated(role: Role) -> Office {
        let organiser = simulated_organiser();
        let people = [Role::Referee, Role::HeadReferee, Role::Organiser, Role::Technician]
            .map(|role| Official { key: simulated_key(role).public(), role });
        let list =
            Officials { organiser: organiser.public(), serial: 1, people: Few::from_some(people) };
        // Cannot fail: a list of four fits.
        let signed = sign(&organiser, &list).unwrap_or_default();
        Office::new(simulated_key(role), signed, list.serial)
    }

    /// The device's key.
    pub fn key(&self) -> &SoftwareKey {
        &self.key
    }

    /// Its public half.
    pub fn public(&self) -> PublicKey {
        self.key.public()
    }

    /// The organiser's list, as signed.
    pub fn list(&self) -> &SignedBytes {
        &self.list
    }

    /// Its number.
    pub fn serial(&self) -> u32 {
        self.serial
    }
}

/// The key of the organiser of a simulated event.
pub fn simulated_organiser() -> SoftwareKey {
    SoftwareKey::from_seed(&[0xA0; 32])
}

/// The key of somebody at a simulated event.
pub fn simulated_key(role: Role) -> SoftwareKey {
    SoftwareKey::from_seed(&[0xB0 | role as u8; 32])
}
