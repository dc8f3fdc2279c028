//! The end of a firmware: says what it can to a probe, leaves its cause, and starts anew.
#![allow(unsafe_code)]

use core::panic::PanicInfo;

use crate::board::chip::{Fatal, die, overflowed};

/// Neither message nor place is looked at, so that none of them lies in the flash: a probe finds the way here in the ELF file, and in
/// the other homes a panic says everything.
#[panic_handler]
fn panic(_: &PanicInfo<'_>) -> ! {
    defmt::error!("panic");
    die(Fatal::Panic)
}

/// Every fault ends here: no other handler is enabled. The stack may be what is wrong, and nothing on it is wanted any more, so the
/// handler begins a new one at its top before it touches any of it.
///
/// # Safety
/// Entered by the processor on a fault.
#[unsafe(naked)]
#[unsafe(no_mangle)]
#[unsafe(link_section = ".HardFault.user")]
unsafe extern "C" fn HardFault() -> ! {
    core::arch::naked_asm!(
        "mrs r0, msp",
        "ldr r1, ={top}",
        "msr msp, r1",
        "b {fall}",
        top = sym _stack_start,
        fall = sym fall,
    );
}

unsafe extern "C" {
    static _stack_start: u32;
}

/// `stack` is where the stack had come to.
extern "C" fn fall(stack: u32) -> ! {
    die(if overflowed(stack) { Fatal::StackOverflow } else { Fatal::HardFault })
}
