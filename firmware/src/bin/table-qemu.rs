//! The table in QEMU: the product's application on an emulated STM32F405, its chips in the simulator.
#![no_std]
#![no_main]

use firmware::board::Parts;
use firmware::board::qemu::{self, BridgeLookout, Qemu, Run};
use firmware::channels::Channels;
use firmware::tasks::table::Mind;
use static_cell::ConstStaticCell;

firmware::tasks_for!(Qemu);

static CHANNELS: Channels = Channels::new();
static MIND: ConstStaticCell<Mind> = ConstStaticCell::new(Mind::new());

/// Exit code of a table that cannot start.
const CANNOT_START: u8 = 4;

#[cortex_m_rt::entry]
fn main() -> ! {
    let (parts, run) = qemu::start();
    let low = qemu::low();
    match run {
        Run::Real => low.spawn(in_real_time(parts).unwrap()),
        Run::Virtual => low.spawn(in_virtual_time(parts, false).unwrap()),
        Run::BySight => low.spawn(in_virtual_time(parts, true).unwrap()),
    }
    qemu::idle()
}

/// One task, so that everything happens in the order in which it happens on the desktop.
#[embassy_executor::task]
async fn in_virtual_time(parts: Parts<Qemu>, by_sight: bool) {
    let lookout = by_sight.then_some(BridgeLookout);
    firmware::run(parts, lookout, MIND.take(), &CHANNELS).await;
    qemu::exit(CANNOT_START)
}

/// As on the board: readers on the executor that interrupts.
#[embassy_executor::task]
async fn in_real_time(parts: Parts<Qemu>) {
    if spawn_all(qemu::high(), qemu::here().await, parts, MIND.take(), &CHANNELS).await.is_err() {
        qemu::exit(CANNOT_START)
    }
}
