//! Feeds the watchdog when, and only when, every task has reported in.

use table_core::time::Span;

use crate::board::{Board, Clock, Watchdog};
use crate::channels::Channels;

/// How often reports are looked at; the watchdog bites after 2 s.
const LOOK: Span = Span::millis(250);

/// Runs the supervisor for ever.
pub async fn run<B: Board>(mut watchdog: B::Watchdog, clock: B::Clock, channels: &Channels) {
    loop {
        clock.pause(LOOK).await;
        if channels.health.all_reported() {
            watchdog.feed();
        }
    }
}
