//! The seats' digits: eight of seven segments each, for a display that lights what it is told.

use table_core::seat::Seat;
use table_core::view::{Clock, Screen, View, Waits};

use crate::text::{Text, aligned, joined, text};

/// Digits of a seat.
pub const DIGITS: usize = 8;
/// Most seconds that two digits show.
const MOST_SECONDS: u32 = 99;

/// What the digits of `seat` show, the rightmost first: points in the right five, the clock in the left two, and between them P
/// while the session is paused or L while the referee's device does not answer. Bits are DP A B C D E F G, the highest first.
pub fn segments(view: &View, seat: Seat) -> [u8; DIGITS] {
    let shown = match &view.head {
        Some(head) => {
            let clock =
                clock(view, seat).map_or_else(Text::new, |seconds| aligned(seconds, 2, " "));
            let mark = match (head.paused, head.link) {
                (true, _) => "P",
                (false, false) => "L",
                (false, true) => " ",
            };
            let points = head.seats.get(seat.index()).map_or(0, |seat| seat.points.0);
            joined(&[&clock, mark, &aligned(points, 5, " ")])
        }
        None => text("--------"),
    };
    let mut digits = [0; DIGITS];
    for (digit, letter) in digits.iter_mut().zip(shown.chars().rev()) {
        *digit = segment(letter);
    }
    digits
}

/// The seconds this seat should see: its own turn's, or everybody's to claim.
fn clock(view: &View, seat: Seat) -> Option<u32> {
    let Screen::Playing(playing) = &view.screen else {
        return None;
    };
    let concerned = matches!(playing.waits, Waits::ClaimOrDraw(_)) || playing.turn == Some(seat);
    let seconds = match playing.clock.filter(|_| concerned)? {
        Clock::Left(seconds) | Clock::Up(seconds) => seconds,
        Clock::Over(_) => 0,
    };
    Some(seconds.min(MOST_SECONDS))
}

const fn segment(letter: char) -> u8 {
    match letter {
        '0' => 0x7E,
        '1' => 0x30,
        '2' => 0x6D,
        '3' => 0x79,
        '4' => 0x33,
        '5' => 0x5B,
        '6' => 0x5F,
        '7' => 0x70,
        '8' => 0x7F,
        '9' => 0x7B,
        '-' => 0x01,
        'P' => 0x67,
        'L' => 0x0E,
        _ => 0,
    }
}
