//! What work costs on the chip: instructions, counted by QEMU, and stack, by painting it.
//!
//! With `-icount shift=0` one instruction is one nanosecond of the guest's time, and SysTick counts that time in cycles of 168 MHz:
//! one tick for every six instructions. Work is repeated until that does not matter.
#![allow(unsafe_code)]

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;

use crate::bridge::Cost;

/// SysTick counts 24 bits down.
const WRAP: u32 = 0xFF_FFFF;
/// Instructions per 168 ticks.
const PER_168_TICKS: u64 = 1_000;
const TICKS: u64 = 168;
/// Repetitions, so that a tick is less than half an instruction per run.
const RUNS: u32 = 16;
/// Stack that is painted; work that needs more is not fit for this chip.
const PAINTED: usize = 16 * 1024;
const PAINT: u8 = 0xA5;
/// Below the stack pointer of the painter itself.
const MARGIN: usize = 256;

/// Starts SysTick, free-running.
pub fn start() {
    if let Some(mut core) = cortex_m::Peripherals::take() {
        core.SYST.set_clock_source(SystClkSource::Core);
        core.SYST.set_reload(WRAP);
        core.SYST.clear_current();
        core.SYST.enable_counter();
    }
}

/// The cost of `work`, which must do the same every time.
#[inline(never)]
pub fn measure(mut work: impl FnMut()) -> Cost {
    measure_runs(RUNS, &mut work)
}

/// The cost of long work, of which a tick more or less is nothing: once is enough.
pub fn measure_once(mut work: impl FnMut()) -> Cost {
    measure_runs(1, &mut work)
}

fn measure_runs(runs: u32, work: &mut dyn FnMut()) -> Cost {
    let stack = painted(work);
    let nothing = &mut || {
        core::hint::black_box(());
    };
    let empty = ticks(runs, nothing);
    let full = ticks(runs, work);
    let instructions = u64::from(full.saturating_sub(empty)) * PER_168_TICKS / TICKS;
    Cost { instructions: (instructions / u64::from(runs)) as u32, stack, bytes: 0 }
}

/// The cost of `work` that takes millions of instructions: once is exact enough, and more often would run over SysTick.
#[inline(never)]
pub fn measure_once(mut work: impl FnMut()) -> Cost {
    let stack = painted(&mut work);
    let before = SYST::get_current();
    work();
    let ticks = before.wrapping_sub(SYST::get_current()) & WRAP;
    Cost { instructions: (u64::from(ticks) * PER_168_TICKS / TICKS) as u32, stack }
}

#[inline(never)]
fn ticks(runs: u32, work: &mut dyn FnMut()) -> u32 {
    let before = SYST::get_current();
    for _ in 0..runs {
        work();
    }
    before.wrapping_sub(SYST::get_current()) & WRAP
}

/// Bytes of stack that `work` touches.
#[inline(never)]
fn painted(work: &mut dyn FnMut()) -> u32 {
    let here = cortex_m::register::msp::read() as usize - MARGIN;
    let bottom = (here - PAINTED) as *mut u8;
    // SAFETY: the stack grows down to the end of the variables, which are far below 16 KiB from the top of 128 KiB of
    // RAM; nothing below the stack pointer is in use while interrupts are off, as they are in a bench image.
    unsafe { core::slice::from_raw_parts_mut(bottom, PAINTED).fill(PAINT) };
    work();
    // SAFETY: as above; read only.
    let clean = unsafe { core::slice::from_raw_parts(bottom, PAINTED) };
    let untouched = clean.iter().take_while(|&&byte| byte == PAINT).count();
    (PAINTED - untouched + MARGIN) as u32
}
