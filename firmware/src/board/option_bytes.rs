//! What the option bytes of the chip must say, and what is wrong if they do not. Pure, so that it is tested on a desktop.

use table_core::event::ChipTrouble;
use table_core::game::Few;

/// Reset below about 2.7 V (BOR level 3, RM0090 3.9.10 and DS8626 table 20): the FRAM works from 1.8 V on, so whatever the
/// processor has begun to clock out it ends.
const BROWN_OUT: u8 = 0b00;
/// Level 0 of read protection: anybody with a probe reads the flash (RM0090 3.7.3).
const READABLE: u8 = 0xAA;

/// Level 1. Level 2 (0xCC) would shut out the maker's own debugging for ever and is not ours to choose.
const PROTECTED: u8 = 0x55;

/// What FLASH_OPTCR says.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct OptionBytes(pub u32);

impl OptionBytes {
    /// BOR_LEV.
    pub const fn brown_out(self) -> u8 {
        (self.0 >> 2 & 0b11) as u8
    }

    /// RDP.
    pub const fn read_protection(self) -> u8 {
        (self.0 >> 8) as u8
    }

    /// Flash cannot be read from outside.
    pub const fn is_protected(self) -> bool {
        self.read_protection() != READABLE
    }

    /// The same with read protection on and the brown-out level that the board needs, the lock and start bits left alone.
    pub const fn shut(self) -> OptionBytes {
        let kept = self.0 & !0x0000_FF0F;
        OptionBytes(kept | (PROTECTED as u32) << 8 | (BROWN_OUT as u32) << 2)
    }

    /// What is wrong with them (trust A2, C7).
    pub fn troubles(self) -> Few<ChipTrouble, 3> {
        let found = self.brown_out();
        let level = (found != BROWN_OUT).then_some(ChipTrouble::BrownOutLevel { found });
        let open = (!self.is_protected()).then_some(ChipTrouble::ReadProtection);
        Few::from_some(level.into_iter().chain(open))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn with(brown_out: u32, protection: u32) -> OptionBytes {
        OptionBytes(0x0FFF_0001 | brown_out << 2 | protection << 8)
    }

    #[test]
    fn the_board_as_it_leaves_provisioning_has_no_trouble() {
        assert!(with(0b00, 0x55).troubles().is_empty());
    }

    /// The factory default is 0x0FFF_AAED: brown-out reset off, no read protection (RM0090 3.9.10).
    #[test]
    fn a_chip_from_the_factory_has_both() {
        let troubles: heapless::Vec<_, 3> = OptionBytes(0x0FFF_AAED).troubles().iter().collect();
        let both = [ChipTrouble::BrownOutLevel { found: 0b11 }, ChipTrouble::ReadProtection];
        assert_eq!(troubles, both);
    }

    #[test]
    fn shutting_the_door_leaves_no_trouble_and_the_write_protection_as_it_was() {
        let shut = OptionBytes(0x0FFF_AAED).shut();
        assert!(shut.troubles().is_empty() && shut.is_protected());
        assert_eq!(shut.0 & 0x0FFF_00E0, 0x0FFF_00E0);
    }

    #[test]
    fn every_other_brown_out_level_is_named() {
        for found in 1..4 {
            let trouble = with(u32::from(found), 0x55).troubles().first();
            assert_eq!(trouble, Some(ChipTrouble::BrownOutLevel { found }));
        }
    }
}
