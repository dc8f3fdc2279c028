//! The table's key: made once from the hardware random generator, kept in the last flash sector, never shown. How it gets there is
//! [`vault`]; here is the sector and its door, the read protection of the option bytes.
//!
//! Read protection of this chip has published bypasses: whoever has the board and a laboratory can get the key. A secure element
//! behind [`crate::board::Signer`] is the answer for a certified table.

use embassy_stm32::flash::{Blocking, Error, Flash};
use embassy_stm32::pac;
use embassy_stm32::peripherals::RNG;
use embassy_stm32::rng::Rng;
use table_core::trust::SoftwareKey;
use table_core::trust::vault::{self, Vault};

use crate::board::option_bytes::OptionBytes;

/// Sector 11, from the start of flash.
const SECTOR: u32 = 0xE_0000;
/// The keys that unlock the option bytes (RM0090 3.6.3).
const UNLOCK: [u32; 2] = [0x0819_2A3B, 0x4C5D_6E7F];

/// The key in flash; made now if there has never been one, which is the second answer.
pub fn load(
    flash: &mut Flash<'static, Blocking>,
    random: &mut Rng<'static, RNG>,
) -> (SoftwareKey, bool) {
    let mut sector = Sector { flash };
    let found = match vault::load(&mut sector) {
        Ok(Some(key)) => Ok((key, false)),
        Ok(None) => {
            vault::provision(&mut sector, |seed| random.fill_bytes(seed)).map(|key| (key, true))
        }
        Err(error) => Err(error),
    };
    match found {
        Ok(found) => found,
        Err(error) => defmt::panic!("{}", error),
    }
}

struct Sector<'a> {
    flash: &'a mut Flash<'static, Blocking>,
}

impl Vault for Sector<'_> {
    type Error = Error;

    fn read(&mut self) -> Result<([u8; 32], [u8; 4]), Error> {
        let (mut seed, mut mark) = ([0; 32], [0; 4]);
        self.flash.blocking_read(SECTOR, &mut seed)?;
        self.flash.blocking_read(SECTOR + 32, &mut mark)?;
        Ok((seed, mark))
    }

    fn write_seed(&mut self, seed: &[u8; 32]) -> Result<(), Error> {
        self.flash.blocking_write(SECTOR, seed)
    }

    fn write_mark(&mut self, mark: &[u8; 4]) -> Result<(), Error> {
        self.flash.blocking_write(SECTOR + 32, mark)
    }

    fn is_shut(&self) -> bool {
        OptionBytes(pac::FLASH.optcr().read().0).is_protected()
    }

    /// Level 1 of read protection and the board's brown-out level, in one programming of the option bytes; both hold from the next
    /// power-on (RM0090 3.6.3).
    fn shut(&mut self) -> Result<(), Error> {
        for key in UNLOCK {
            pac::FLASH.optkeyr().write_value(key);
        }
        let wanted = OptionBytes(pac::FLASH.optcr().read().0).shut();
        pac::FLASH.optcr().write_value(pac::flash::regs::Optcr(wanted.0));
        pac::FLASH.optcr().modify(|w| w.set_optstrt(true));
        while pac::FLASH.sr().read().bsy() {}
        pac::FLASH.optcr().modify(|w| w.set_optlock(true));
        Ok(())
    }
}
