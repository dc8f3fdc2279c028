//! Seeing without the SPI bytes: what a reader would report, scan by scan, from the same air, in the time that scans take.

use firmware::channels::{Channels, FromReader, Task};
use table_core::event::ReaderTrouble;
use table_core::iso15693::Quality;
use table_core::place::Antenna;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use table_core::tracking::{Observation, Schedule, Sighting};

use crate::air::{Inventory, ReaderFault};
use crate::desktop::Home;
use crate::world::play::random::Random;

/// Switching the antenna: field off, multiplexer, field on, tags awake.
const SETTLE: Span = Span::micros(6_400);
/// A hung chip is noticed after this, left alone and started again.
const NOTICED: Span = Span::millis(10);
const RESTART: Span = Span::millis(510);
/// An interrupt that never comes is noticed at the slot's deadline.
const DEADLINE: Span = Span::millis(12);

/// The reader of one seat: visits its antennas for ever, as the application's schedule says.
pub async fn sightings(home: &Home, seat: Seat, rivers: bool, channels: &Channels) {
    let mut bus = Random::part(home.seed(), 0xE0 + seat.index() as u64);
    let mut schedule = Schedule::new(seat, rivers);
    loop {
        channels.health.report(Task::Reader(seat));
        suffer(home, seat, channels).await;
        let zone = schedule.next(channels.attention.get());
        let antenna = Antenna { seat, zone };
        let tell = async |observation| {
            let sighting = Sighting { antenna, at: home.now(), observation };
            channels.from_readers.send(FromReader::Sighting(sighting)).await;
        };
        home.until(home.now() + SETTLE).await;
        let mut scan = home.air(|air, now| Inventory::new(air, now, antenna));
        while let Some(round) = home.air(|air, now| scan.round(air, &mut bus, now)) {
            home.until(home.now() + Span::micros(round.lasts)).await;
            for tag in round.tags {
                tell(Observation::Tag(tag)).await;
            }
        }
        tell(match scan.quality() {
            Quality::Complete => Observation::Swept,
            Quality::Disturbed => Observation::Disturbed,
        })
        .await;
    }
}

/// Lets what has befallen the reader have its effect: what the driver would make of it.
async fn suffer(home: &Home, seat: Seat, channels: &Channels) {
    while let Some(fault) = home.trouble(seat) {
        let blind = match fault {
            ReaderFault::IrqLost => {
                home.until(home.now() + DEADLINE).await;
                continue;
            }
            ReaderFault::BusyStuck => home.now() + NOTICED + RESTART,
            ReaderFault::SilentReset | ReaderFault::GeneralError => home.now() + RESTART,
            ReaderFault::OverTemperature { until } => Tick(until) + RESTART,
            ReaderFault::Death => Tick(u64::MAX),
        };
        let trouble = match fault {
            ReaderFault::SilentReset | ReaderFault::OverTemperature { .. } => {
                ReaderTrouble::NoField
            }
            ReaderFault::Death => ReaderTrouble::Absent,
            ReaderFault::GeneralError => ReaderTrouble::Misbehaving,
            _ => ReaderTrouble::Unresponsive,
        };
        channels.from_readers.send(FromReader::Trouble(seat, trouble)).await;
        while home.now() < blind {
            channels.health.report(Task::Reader(seat));
            home.until(blind.min(home.now() + RESTART)).await;
        }
        channels.from_readers.send(FromReader::Recovered(seat)).await;
    }
}
