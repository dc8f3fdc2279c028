//! The chip's own condition: why it started, what its settings say, whether its supply lasts.

use embassy_stm32::pac;
use table_core::event::ResetCause;

use super::last_words;
use super::stack::use_of_the_stack;
use crate::board::Vitals;

/// The voltage detector warns below 2.9 V, the highest of its levels (RM0090 5.4.1): the 5 V rail's 470 uF carry 250 mA of logic
/// for some 5 ms from there to the brown-out level, the longest write of the journal takes 0.9 ms.
#[cfg(feature = "f405")]
const WARNING_LEVEL: u8 = 0b111;

/// Why the processor started: what the firmware left as its last words, or what the hardware says. Asked once.
pub fn reset_cause() -> ResetCause {
    let flags = pac::RCC.csr().read();
    pac::RCC.csr().modify(|w| w.set_rmvf(true));
    let left = last_words::take();
    // Power-on also sets the brown-out flag, and every cause sets the pin's: the order matters.
    if flags.porrstf() {
        ResetCause::Power
    } else if flags.wdgrstf() || flags.wwdgrstf() {
        ResetCause::Watchdog
    } else if flags.sftrstf() {
        left.unwrap_or(ResetCause::Software)
    } else if flags.borrstf() {
        ResetCause::BrownOut
    } else {
        ResetCause::Pin
    }
}

/// Looks at the flag so often: at the 16 MHz of the first moments more than ten times the 2 ms that a crystal takes (DS8626 table 40).
const LOOKS: u32 = 100_000;

/// Starts the crystal and sees whether it comes. The HAL would wait for it for ever.
pub fn crystal_swings() -> bool {
    pac::RCC.cr().modify(|w| w.set_hseon(true));
    let swings = (0..LOOKS).any(|_| pac::RCC.cr().read().hserdy());
    if !swings {
        pac::RCC.cr().modify(|w| w.set_hseon(false));
    }
    swings
}

/// Starts the voltage detector.
#[cfg(feature = "f405")]
pub fn watch_the_supply() {
    pac::PWR.cr1().modify(|w| {
        w.set_pls(WARNING_LEVEL.into());
        w.set_pvde(true);
    });
}

/// What is wrong with option bytes and clocks.
#[cfg(feature = "f405")]
pub fn troubles() -> table_core::game::Few<table_core::event::ChipTrouble, 3> {
    let mut troubles =
        crate::board::option_bytes::OptionBytes(pac::FLASH.optcr().read().0).troubles();
    if !pac::RCC.cr().read().hserdy() {
        // Cannot fail: there are three kinds of trouble.
        let _ = troubles.push(table_core::event::ChipTrouble::Crystal);
    }
    troubles
}

/// The chip's own condition.
#[derive(Clone, Copy)]
pub struct Condition;

impl Vitals for Condition {
    fn power_fails(&self) -> bool {
        pac::PWR.csr1().read().pvdo()
    }

    fn stack(&self) -> Option<(u32, u32)> {
        Some(use_of_the_stack())
    }
}
