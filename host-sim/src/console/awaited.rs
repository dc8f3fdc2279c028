//! Who is awaited, in a sentence: the first thing that a referee wants to know of a table.

use table_core::seat::Seat;
use table_core::view::{Agreement, Screen, Waits};

use crate::tell::number;

/// Whom the table waits for, if it is a player, and for what.
pub fn awaited(screen: &Screen) -> (Option<Seat>, String) {
    let referee = |words: &str| (None, format!("the referee {words}"));
    let seat = |seat: Seat, words: &str| (Some(seat), format!("seat {} {words}", number(seat)));
    match screen {
        Screen::Playing(playing) => match playing.waits {
            Waits::NextHand => referee("starts the next hand"),
            Waits::Dice(thrower) => seat(thrower, "throws the dice"),
            Waits::Deal => (None, "the players take their tiles".into()),
            Waits::Discard(who) => seat(who, "discards"),
            Waits::Replacement(who) => seat(who, "takes a replacement"),
            Waits::ClaimOrDraw(who) => seat(who, "draws, or somebody claims"),
            Waits::Hu(who) => seat(who, "shows the hand"),
            Waits::Resume => referee("lets the clock run again"),
            Waits::Answer => referee("says how the hand was won"),
            Waits::Check(who) => referee(&format!("looks at the win of seat {}", number(who))),
            Waits::DrawnHand => referee("closes the drawn hand"),
            Waits::EndSession => referee("ends the session"),
        },
        Screen::Result(result) => match result.agreement {
            Agreement::Waits(agreed) => {
                let open = (1..).zip(agreed).filter(|(_, agrees)| !agrees);
                let open: Vec<String> =
                    open.map(|(seat, _): (u8, bool)| seat.to_string()).collect();
                (None, format!("seats {} or the referee agree", open.join(", ")))
            }
            _ => referee("starts the next hand"),
        },
        Screen::Census(_) => (None, "the players clear the table".into()),
        Screen::Final(_) => (None, "nobody: the session is over".into()),
        Screen::Ready(_) | Screen::SensorTest(_) | Screen::Sessions(_) => {
            referee("starts a session")
        }
        Screen::Fault(_) => (None, "somebody who mends the table".into()),
    }
}
