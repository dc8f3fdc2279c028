//! The application's clock on a chip: whatever drives embassy-time there.

use embassy_time::{Instant, Timer};
use table_core::time::Tick;

use super::Clock;

/// embassy-time, whose ticks are microseconds in all images.
#[derive(Clone, Copy)]
pub struct Monotonic;

impl Clock for Monotonic {
    fn now(&self) -> Tick {
        Tick(Instant::now().as_ticks())
    }

    async fn until(&self, at: Tick) {
        // A timer of embassy's yields once even when its time has passed; the desktop's does not, and the order of
        // what happens next must be the same in every home.
        if self.now() < at {
            Timer::at(Instant::from_ticks(at.0)).await;
        }
    }
}
