//! The call pads: hands every press to the game.

use crate::board::{Board, Pads};
use crate::channels::{Channels, FromPeople, put};

/// Runs the pads for ever.
pub async fn run<B: Board>(mut pads: B::Pads, clock: B::Clock, channels: &Channels) {
    loop {
        match pads.next().await {
            // A full queue means sixteen presses that nobody has looked at yet: one more tells nothing new.
            press @ FromPeople::Press(_) => _ = channels.people.try_send(press),
            part @ FromPeople::Part(..) => put(&channels.people, clock, part).await,
        }
    }
}
