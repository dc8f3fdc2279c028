//! The call pads: hands every press to the game.

use crate::board::{Board, Pads};
use crate::channels::Channels;

/// Runs the pads for ever.
pub async fn run<B: Board>(mut pads: B::Pads, channels: &Channels) {
    loop {
        let press = pads.pressed().await;
        // A full queue means sixteen presses that nobody has looked at yet: one more tells nothing new.
        let _ = channels.calls.try_send(press);
    }
}
