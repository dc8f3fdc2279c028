//! The table in QEMU on the simulator's time: the product's application on an emulated STM32F405, its chips in the simulator.
#![no_std]
#![no_main]

use firmware::board::Parts;
use firmware::board::qemu::{self, BridgeLookout, Qemu};
use firmware::channels::Channels;
use firmware::tasks::table::Mind;

/// Exit code of a table that cannot start.
const CANNOT_START: u8 = 4;

#[cortex_m_rt::entry]
fn main() -> ! {
    let (mind, channels) = qemu::make_room();
    let (parts, lookout) = qemu::start();
    // The one task of this home passes through the stack on its way to its place, as no task of the board does: before the stack is
    // painted, and before any interrupt lets the task run.
    critical_section::with(|_| {
        qemu::low().spawn(application(parts, lookout, mind, channels).unwrap());
        qemu::guard_the_stack();
    });
    qemu::idle()
}

/// One task, so that everything happens in the order in which it happens on the desktop.
#[embassy_executor::task]
async fn application(
    parts: Parts<Qemu>,
    lookout: Option<BridgeLookout>,
    mind: &'static mut Mind,
    channels: &'static Channels,
) {
    firmware::run(parts, lookout, mind, channels).await;
    qemu::exit(CANNOT_START)
}
