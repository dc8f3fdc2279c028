//! The table.
#![no_std]
#![no_main]

use defmt_rtt as _;
use embassy_executor::Spawner;
use firmware::board::Parts;
use firmware::board::f405::{self, F405};
use firmware::channels::Channels;

firmware::tasks_for!(F405);

#[embassy_executor::main]
async fn main(low: Spawner) {
    let (mind, channels) = f405::make_room();
    let parts = f405::take();
    let high = f405::high_priority();
    if spawn_all(high, low, parts, mind, channels).await.is_err() {
        // Nothing is cleared and nothing is guessed: the table stops and the watchdog brings it back here.
        defmt::error!("the table cannot start; its screen says why");
    }
}
