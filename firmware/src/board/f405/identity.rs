//! The table's key: made once from the hardware random generator, kept in the last flash sector, never shown.
//!
//! Read protection of this chip has published bypasses: whoever has the board and a laboratory can get the key. A secure element
//! behind [`crate::board::Signer`] is the answer for a certified table.

use embassy_stm32::flash::{Blocking, Flash};
use embassy_stm32::peripherals::RNG;
use embassy_stm32::rng::Rng;
use table_core::trust::SoftwareKey;

/// Sector 11, from the start of flash.
const SECTOR: u32 = 0xE_0000;
/// Written behind the seed: a provisioning that was cut short has none and is not believed.
const MARK: [u8; 4] = *b"key1";

/// The key in flash; made now if there has never been one, which is the second answer.
pub fn load(
    flash: &mut Flash<'static, Blocking>,
    random: &mut Rng<'static, RNG>,
) -> (SoftwareKey, bool) {
    let (mut seed, mut mark) = ([0; 32], [0; 4]);
    defmt::unwrap!(flash.blocking_read(SECTOR, &mut seed));
    defmt::unwrap!(flash.blocking_read(SECTOR + 32, &mut mark));
    match (mark, seed) {
        (MARK, seed) => (SoftwareKey::from_seed(&seed), false),
        ([0xFF, 0xFF, 0xFF, 0xFF], blank) if blank == [0xFF; 32] => {
            random.fill_bytes(&mut seed);
            defmt::unwrap!(flash.blocking_write(SECTOR, &seed));
            defmt::unwrap!(flash.blocking_write(SECTOR + 32, &MARK));
            (SoftwareKey::from_seed(&seed), true)
        }
        // Half a provisioning, or somebody wrote here. Never a new key by itself: that would be another table.
        _ => {
            defmt::panic!("the identity sector is damaged: erase it and provision the table again")
        }
    }
}
