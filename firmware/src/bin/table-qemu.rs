//! The table in QEMU: the product's application on an emulated STM32F405, its chips in the simulator.
#![no_std]
#![no_main]

use firmware::board::Parts;
use firmware::board::qemu::{self, Qemu};
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
    let (parts, virtual_time) = qemu::start();
    let low = qemu::low();
    if virtual_time {
        low.spawn(in_virtual_time(parts).unwrap());
    } else {
        low.spawn(in_real_time(parts).unwrap());
    }
    qemu::idle()
}

/// One task, so that everything happens in the order in which it happens on the desktop.
#[embassy_executor::task]
async fn in_virtual_time(parts: Parts<Qemu>) {
    firmware::run(parts, MIND.take(), &CHANNELS).await;
    qemu::exit(CANNOT_START)
}

/// As on the board: readers on the executor that interrupts.
#[embassy_executor::task]
async fn in_real_time(parts: Parts<Qemu>) {
    if spawn_all(qemu::high(), qemu::here().await, parts, MIND.take(), &CHANNELS).await.is_err() {
        qemu::exit(CANNOT_START)
    }
}
