//! The buzzer: few signals, easily told apart, and none of them about a seat.

use table_core::time::Span;

use crate::board::{Buzzer, Clock};
use crate::channels::{Channels, Sound};

/// What a signal sounds like: tones and pauses in turn, each with its length in milliseconds.
const fn tune(sound: Sound) -> &'static [(Option<u16>, u64)] {
    match sound {
        Sound::Notice => &[(Some(880), 250), (None, 250), (Some(880), 250)],
        Sound::TimeUp => &[(Some(660), 2_000)],
        Sound::Referee => {
            &[(Some(1_320), 120), (None, 120), (Some(1_320), 120), (None, 120), (Some(1_320), 120)]
        }
        Sound::Power => {
            &[(Some(1_760), 80), (Some(1_175), 80), (Some(1_760), 80), (Some(1_175), 80)]
        }
    }
}

/// Runs the buzzer for ever.
pub async fn run(mut buzzer: impl Buzzer, clock: impl Clock, channels: &Channels) {
    loop {
        let sound = channels.sounds.receive().await;
        for (tone, length) in tune(sound) {
            buzzer.tone(*tone);
            clock.pause(Span::millis(*length)).await;
        }
        buzzer.tone(None);
        // Two signals in a row stay two.
        clock.pause(Span::millis(400)).await;
    }
}
