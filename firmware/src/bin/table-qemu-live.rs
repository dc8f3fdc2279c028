//! The table in QEMU on real time: its tasks on two executors and a real USART, as on the board. An image of its own, because the
//! application does not fit into the chip's memory twice.
#![no_std]
#![no_main]

use firmware::board::Parts;
use firmware::board::qemu::{self, Qemu};
use firmware::channels::Channels;
use firmware::tasks::table::Mind;

firmware::tasks_for!(Qemu);

/// Exit code of a table that cannot start.
const CANNOT_START: u8 = 4;

#[cortex_m_rt::entry]
fn main() -> ! {
    let (mind, channels) = qemu::make_room();
    qemu::guard_the_stack();
    let (parts, _) = qemu::start();
    qemu::low().spawn(application(parts, mind, channels).unwrap());
    qemu::idle()
}

/// As on the board: readers on the executor that interrupts.
#[embassy_executor::task]
async fn application(parts: Parts<Qemu>, mind: &'static mut Mind, channels: &'static Channels) {
    if spawn_all(qemu::high, qemu::here().await, || parts, mind, channels).await.is_err() {
        qemu::exit(CANNOT_START)
    }
}
