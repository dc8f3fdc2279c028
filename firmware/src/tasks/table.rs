//! The game: turns what readers say into events, and hands them to the journal.

use heapless::Vec;
use table_core::enrolment::Enrolment;
use table_core::event::Event;
use table_core::tracking::{Change, Tracker};

use super::within_a_pulse;
use crate::board::{Board, Clock, Observer};
use crate::channels::{Channels, FromReader, Happening, Task};
use crate::trace::Trace;

/// Most events that one sighting can cause: a whole hand that vanishes at once.
const MOST_EVENTS: usize = 40;

/// Runs the table for ever.
pub async fn run<B: Board>(
    enrolment: Enrolment,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let mut tracker = Tracker::new(enrolment);
    loop {
        channels.health.report(Task::Table);
        let Some(heard) = within_a_pulse(clock, channels.from_readers.receive()).await else {
            continue;
        };
        for event in conclude(&mut tracker, heard) {
            observer.trace(Trace::Happened(event));
            channels
                .happenings
                .send(Happening {
                    at: clock.now(),
                    event,
                })
                .await;
        }
    }
}

/// What follows from one thing heard.
fn conclude(tracker: &mut Tracker, heard: FromReader) -> Vec<Event, MOST_EVENTS> {
    let mut events = Vec::new();
    let mut add = |event| {
        let added = events.push(event);
        debug_assert!(
            added.is_ok(),
            "one sighting moved more tiles than a seat holds"
        );
    };
    match heard {
        FromReader::Sighting(sighting) => tracker.step(sighting, |change| {
            add(match change {
                Change::Placed { tile, place } => Event::TilePlaced { tile, place },
                Change::Foreign { tag, antenna } => Event::ForeignTag { tag, antenna },
            });
        }),
        FromReader::Trouble(seat, trouble) => add(Event::ReaderTrouble { seat, trouble }),
        FromReader::Recovered(seat) => add(Event::ReaderRecovered { seat }),
    }
    events
}
