//! Where a table's key lives and how it gets there: once, from true randomness, with the door shut behind it (trust A2).

use core::fmt;

use super::SoftwareKey;

/// Written behind the seed: a provisioning that was cut short has none and is not believed.
pub const MARK: [u8; 4] = *b"key1";
/// What an erased sector reads.
const BLANK: u8 = 0xFF;

/// Memory that only this chip can read once its door is shut.
pub trait Vault {
    /// Why it cannot be read or written.
    type Error;
    /// Seed and mark, whatever they are.
    fn read(&mut self) -> Result<([u8; 32], [u8; 4]), Self::Error>;
    /// Writes the seed.
    fn write_seed(&mut self, seed: &[u8; 32]) -> Result<(), Self::Error>;
    /// Writes the mark.
    fn write_mark(&mut self, mark: &[u8; 4]) -> Result<(), Self::Error>;
    /// Whether nobody outside can read it.
    fn is_shut(&self) -> bool;
    /// Sees to that.
    fn shut(&mut self) -> Result<(), Self::Error>;
}

/// Why there is no key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum VaultError<E> {
    /// The memory itself.
    Memory(E),
    /// Half a provisioning, or somebody wrote here. Never a new key by itself: that would be another table. Erase the sector and
    /// provision the table again, under another name.
    Damaged,
    /// There is a key already: provisioning happens once.
    AlreadyProvisioned,
}

impl<E: fmt::Debug> fmt::Display for VaultError<E> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            VaultError::Memory(error) => write!(out, "the key's memory failed: {error:?}"),
            VaultError::Damaged => out.write_str(
                "the identity sector is damaged: erase it and provision the table again",
            ),
            VaultError::AlreadyProvisioned => out.write_str("this table has its key already"),
        }
    }
}

/// The key, if there is one. A door that a cut left open is shut now.
pub fn load<V: Vault>(vault: &mut V) -> Result<Option<SoftwareKey>, VaultError<V::Error>> {
    let (seed, mark) = vault.read().map_err(VaultError::Memory)?;
    let blank = seed.iter().chain(&mark).all(|&byte| byte == BLANK);
    match mark {
        MARK => {
            if !vault.is_shut() {
                vault.shut().map_err(VaultError::Memory)?;
            }
            Ok(Some(SoftwareKey::from_seed(&seed)))
        }
        _ if blank => Ok(None),
        _ => Err(VaultError::Damaged),
    }
}

/// Makes the key from `random`. One way: a second time is refused, and at the end nobody outside can read it.
pub fn provision<V: Vault>(
    vault: &mut V,
    random: impl FnOnce(&mut [u8; 32]),
) -> Result<SoftwareKey, VaultError<V::Error>> {
    if load(vault)?.is_some() {
        return Err(VaultError::AlreadyProvisioned);
    }
    let mut seed = [0; 32];
    random(&mut seed);
    vault.write_seed(&seed).map_err(VaultError::Memory)?;
    vault.write_mark(&MARK).map_err(VaultError::Memory)?;
    vault.shut().map_err(VaultError::Memory)?;
    Ok(SoftwareKey::from_seed(&seed))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Flash that loses power after so many bytes; shutting the door counts as one.
    #[derive(Clone)]
    struct Sector {
        bytes: [u8; 36],
        shut: bool,
        fuel: usize,
    }

    #[derive(Debug, PartialEq)]
    struct PowerLost;

    impl Sector {
        fn blank(fuel: usize) -> Sector {
            Sector { bytes: [BLANK; 36], shut: false, fuel }
        }

        fn write(&mut self, at: usize, bytes: &[u8]) -> Result<(), PowerLost> {
            for (offset, byte) in bytes.iter().enumerate() {
                self.fuel = self.fuel.checked_sub(1).ok_or(PowerLost)?;
                // Flash bits only fall.
                self.bytes[at + offset] &= byte;
            }
            Ok(())
        }
    }

    impl Vault for Sector {
        type Error = PowerLost;

        fn read(&mut self) -> Result<([u8; 32], [u8; 4]), PowerLost> {
            let (seed, mark) = self.bytes.split_at(32);
            Ok((seed.try_into().unwrap(), mark.try_into().unwrap()))
        }

        fn write_seed(&mut self, seed: &[u8; 32]) -> Result<(), PowerLost> {
            self.write(0, seed)
        }

        fn write_mark(&mut self, mark: &[u8; 4]) -> Result<(), PowerLost> {
            self.write(32, mark)
        }

        fn is_shut(&self) -> bool {
            self.shut
        }

        fn shut(&mut self) -> Result<(), PowerLost> {
            self.fuel = self.fuel.checked_sub(1).ok_or(PowerLost)?;
            self.shut = true;
            Ok(())
        }
    }

    #[test]
    fn a_second_provisioning_is_refused_a_hundred_times_of_a_hundred() {
        let mut sector = Sector::blank(usize::MAX);
        let key = provision(&mut sector, |seed| *seed = [3; 32]).unwrap().public();
        assert!(sector.shut);
        for other in 0..100 {
            let again = provision(&mut sector, |seed| *seed = [other; 32]);
            assert_eq!(again.err(), Some(VaultError::AlreadyProvisioned));
            assert_eq!(load(&mut sector).unwrap().unwrap().public(), key);
        }
    }

    #[test]
    fn a_cut_leaves_no_key_or_the_key_or_a_sector_that_says_so() {
        let seed = [0x5A; 32];
        let key = SoftwareKey::from_seed(&seed).public();
        for fuel in 0..=37 {
            let mut sector = Sector::blank(fuel);
            let done = provision(&mut sector, |made| *made = seed).is_ok();
            assert_eq!(done, fuel == 37);
            sector.fuel = usize::MAX;
            match load(&mut sector) {
                Ok(None) => assert_eq!(fuel, 0),
                Ok(Some(found)) => {
                    assert!(fuel >= 36 && found.public() == key);
                    assert!(sector.shut, "the door is shut at the next start at the latest");
                }
                Err(error) => assert!(error == VaultError::Damaged && (1..36).contains(&fuel)),
            }
        }
    }
}
