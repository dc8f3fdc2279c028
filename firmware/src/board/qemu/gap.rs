//! How long what must not wait has to wait: readings of the call pads on the executor that interrupts, while the processor is kept busy.
//!
//! SysTick marks every millisecond; a reading that is due then notes how far SysTick has run since. With `-icount shift=0` that is
//! counted in instructions.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use embassy_time::Timer;
use table_core::time::Tick;

use super::{executors, time};
use crate::drivers::hc165::Debouncer;

const CYCLES_PER_MS: u32 = 168_000;
/// As the driver does.
const SCAN_MS: u64 = 4;

static WORST: AtomicU32 = AtomicU32::new(0);
static READINGS: AtomicU32 = AtomicU32::new(0);

#[embassy_executor::task]
async fn readings() {
    let mut pads = Debouncer::new();
    loop {
        Timer::after_millis(SCAN_MS).await;
        let late = CYCLES_PER_MS - 1 - SYST::get_current();
        WORST.fetch_max(late, Ordering::Relaxed);
        READINGS.fetch_add(1, Ordering::Relaxed);
        pads.read(Tick(embassy_time::Instant::now().as_ticks()), [0x7F; 4]);
        core::hint::black_box(pads.next());
    }
}

/// Keeps the processor busy with `work` below the executor that interrupts; the longest wait of a reading in instructions, and how
/// many readings there were.
pub fn worst_gap(mut work: impl FnMut()) -> (u32, u32) {
    time::start(false);
    // SAFETY: a bench image has nobody else who uses SysTick.
    let mut core = unsafe { cortex_m::Peripherals::steal() };
    core.SYST.set_clock_source(SystClkSource::Core);
    core.SYST.set_reload(CYCLES_PER_MS - 1);
    core.SYST.clear_current();
    core.SYST.enable_counter();
    core.SYST.enable_interrupt();
    if let Ok(task) = readings() {
        executors::high().spawn(task);
    }
    work();
    core.SYST.disable_interrupt();
    // 168 ticks are a microsecond, and a microsecond is a thousand instructions.
    let instructions = u64::from(WORST.load(Ordering::Relaxed)) * 1_000 / 168;
    (instructions as u32, READINGS.load(Ordering::Relaxed))
}
