//! The seat displays: clock and points of each seat, rewritten every second whether they changed or not.

use embassy_futures::select::select;
use table_core::event::{Part, PartTrouble};
use table_core::seat::Seat;
use table_core::time::Span;

use crate::board::{Board, Clock, Front};
use crate::channels::{Channels, FromPeople, put};
use crate::drivers::max7219::Max7219;

/// Glitches leave modules dark or all lit for no longer than this.
const REWRITE: Span = Span::secs(1);

/// Runs the seat displays for ever.
pub async fn run<B: Board>(spi: <B::Front as Front>::Digits, clock: B::Clock, channels: &Channels) {
    let Some(mut views) = channels.view.receiver() else {
        return;
    };
    let mut chain = Max7219::new(spi);
    let mut trouble = None;
    loop {
        let due = clock.now() + REWRITE;
        let digits = match views.try_get() {
            Some(view) => Seat::ALL.map(|seat| panel::segments(&view, seat)),
            None => [[0; panel::DIGITS]; 4],
        };
        let now = chain.show(&digits).await.err().map(|_| PartTrouble::Absent);
        if core::mem::replace(&mut trouble, now) != now {
            put(&channels.people, clock, FromPeople::Part(Part::SeatDisplays, now)).await;
        }
        select(views.changed(), clock.until(due)).await;
    }
}
