//! How long what must not wait has to wait: readings of the call pads and the readers' own tasks on the executor that interrupts,
//! while the processor is kept busy below it.
//!
//! SysTick marks every millisecond; whoever is due then notes how far SysTick has run since. With `-icount shift=0` that is
//! counted in instructions.
#![allow(unsafe_code)]

use core::sync::atomic::{AtomicU32, Ordering};

use cortex_m::peripheral::SYST;
use cortex_m::peripheral::syst::SystClkSource;
use embassy_time::Timer;
use table_core::iso15693;
use table_core::time::Tick;

use super::{executors, time};
use crate::drivers::hc165::Debouncer;

const CYCLES_PER_MS: u32 = 168_000;
/// As the driver does.
const SCAN_MS: u64 = 4;
/// A slot of an inventory with an answer in it takes longer; a reader wants its processor no sooner.
const SLOT_MS: u64 = 1;
/// An answer to an inventory: flags, family, the tag from its lowest byte.
const ANSWER: [u8; 10] = [0, 0, 0x2A, 0x17, 0x33, 0x51, 0x08, 0x01, 0x04, 0xE0];

/// The longest wait of somebody, and how often he waited.
pub struct Waits {
    worst: AtomicU32,
    times: AtomicU32,
}

impl Waits {
    const fn new() -> Waits {
        Waits { worst: AtomicU32::new(0), times: AtomicU32::new(0) }
    }

    /// He was due at the last mark of SysTick and is here now.
    fn note(&self) {
        let late = CYCLES_PER_MS - 1 - SYST::get_current();
        self.worst.fetch_max(late, Ordering::Relaxed);
        self.times.fetch_add(1, Ordering::Relaxed);
    }

    /// In instructions: 168 ticks are a microsecond, and a microsecond is a thousand instructions.
    fn read(&self) -> (u32, u32) {
        let instructions = u64::from(self.worst.load(Ordering::Relaxed)) * 1_000 / 168;
        (instructions as u32, self.times.load(Ordering::Relaxed))
    }
}

/// Of the call pads.
pub static PADS: Waits = Waits::new();
/// Of the readers' tasks, which also wait for one another.
pub static POLLS: Waits = Waits::new();

#[embassy_executor::task]
async fn readings() {
    let mut pads = Debouncer::new();
    loop {
        Timer::after_millis(SCAN_MS).await;
        PADS.note();
        pads.read(Tick(embassy_time::Instant::now().as_ticks()), [0x7F; 4]);
        core::hint::black_box(pads.news());
    }
}

#[embassy_executor::task(pool_size = 4)]
async fn polls() {
    loop {
        Timer::after_millis(SLOT_MS).await;
        POLLS.note();
        let _ = core::hint::black_box(iso15693::inventory_answer(core::hint::black_box(&ANSWER)));
    }
}

/// Starts pads and readers; from now on they interrupt whatever is done below them.
pub fn start() {
    time::start(false);
    // SAFETY: a bench image has nobody else who uses SysTick.
    let mut core = unsafe { cortex_m::Peripherals::steal() };
    core.SYST.set_clock_source(SystClkSource::Core);
    core.SYST.set_reload(CYCLES_PER_MS - 1);
    core.SYST.clear_current();
    core.SYST.enable_counter();
    core.SYST.enable_interrupt();
    let high = executors::high();
    for task in (0..4).map_while(|_| polls().ok()) {
        high.spawn(task);
    }
    if let Ok(task) = readings() {
        high.spawn(task);
    }
}

/// Keeps the processor busy with `work`; the longest wait of `whose` so far in instructions, and how often he waited.
pub fn worst_gap(whose: &Waits, mut work: impl FnMut()) -> (u32, u32) {
    work();
    whose.read()
}
