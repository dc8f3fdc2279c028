//! The table.
#![no_std]
#![no_main]

use core::pin::pin;

use defmt_rtt as _;
use embassy_executor::Spawner;
use firmware::board::Parts;
use firmware::board::f405::{self, F405};
use firmware::boot::apart;
use firmware::channels::Channels;

firmware::tasks_for!(F405);

#[embassy_executor::main]
async fn main(low: Spawner) {
    let (mind, channels) = f405::make_room();
    // Apart, so that what it needs does not lie below the game while that is made.
    let start = pin!(spawn_all(f405::high_priority, low, f405::take, mind, channels));
    if apart(start).await.is_err() {
        // Nothing is cleared and nothing is guessed: the table stops and the watchdog brings it back here.
        defmt::error!("the table cannot start; its screen says why");
    }
}
