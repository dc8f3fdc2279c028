//! What the simulator does to a guest to see it fall and get up (trust E1, E2).
#![allow(unsafe_code)]

use core::hint::black_box;

use crate::bridge::Injury;

/// Happens now.
pub fn suffer(injury: Injury) -> ! {
    match injury {
        Injury::Panic => panic!("told to"),
        Injury::HardFault => cortex_m::asm::udf(),
        Injury::StackOverflow => {
            black_box(deeper(black_box(1)));
            unreachable!("the stack has no end")
        }
        Injury::Watchdog => cortex_m::peripheral::SCB::sys_reset(),
    }
}

/// Calls itself until the stack ends.
#[inline(never)]
#[allow(unconditional_recursion)]
fn deeper(depth: u32) -> u32 {
    let frame = black_box([depth; 16]);
    deeper(depth.wrapping_add(1)).wrapping_add(frame[7])
}
