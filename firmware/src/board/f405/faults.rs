//! The end of a firmware: says what it can to a probe, leaves its cause, and starts anew.
#![allow(unsafe_code)]

use core::panic::PanicInfo;

use cortex_m_rt::{ExceptionFrame, exception};

use crate::board::chip::{Fatal, die, overflowed};

#[panic_handler]
fn panic(info: &PanicInfo<'_>) -> ! {
    defmt::error!("{}", defmt::Display2Format(info));
    die(Fatal::Panic)
}

/// Every fault ends here: no other handler is enabled. The memory protection unit is off in it, so that the handler of an overflown
/// stack can still push.
#[exception]
unsafe fn HardFault(_frame: &ExceptionFrame) -> ! {
    die(if overflowed() { Fatal::StackOverflow } else { Fatal::HardFault })
}
