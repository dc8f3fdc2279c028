//! The application's tasks: one file each, one owner for each piece of state.

pub mod buzzer;
pub mod digits;
pub mod journal;
pub mod pads;
pub mod readers;
pub mod referee;
pub mod screen;
pub mod shows;
pub mod supervisor;
pub mod table;

use embassy_futures::select::{Either, select};
use table_core::time::Span;

use crate::board::Clock;

/// No task waits longer than this without reporting that it is alive; the watchdog bites after 2 s.
const PULSE: Span = Span::millis(500);

/// Waits for `work`, but no longer than a pulse.
async fn within_a_pulse<T>(clock: impl Clock, work: impl Future<Output = T>) -> Option<T> {
    match select(work, clock.pause(PULSE)).await {
        Either::First(done) => Some(done),
        Either::Second(()) => None,
    }
}
