//! A seat's reader: visits its four antennas, those in doubt more often, and tells what it saw. Reset only after a classified fault.

use embedded_hal::digital::OutputPin;
use table_core::iso15693::{Heard, Quality};
use table_core::place::Antenna;
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::tracking::{Observation, Schedule, Sighting};

use crate::board::{Board, Clock, Delay, Observer, ReaderPort};
use crate::channels::{Channels, FromReader, Task};
use crate::drivers::pn5180::{Error, Fault, Pn5180};
use crate::trace::Trace;

/// A reader that could not be started is tried again after this.
const RETRY: Span = Span::millis(500);

type Chip<B> = Pn5180<
    <B as Board>::ReaderSpi,
    <B as Board>::ReaderBusy,
    <B as Board>::ReaderIrq,
    <B as Board>::ReaderOut,
    Delay<<B as Board>::Clock>,
>;

/// Runs the reader of `seat` for ever.
pub async fn run<B: Board>(
    seat: Seat,
    port: ReaderPort<B>,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let ReaderPort { spi, busy, irq, reset, mut antenna } = port;
    let mut chip: Chip<B> = Pn5180::new(spi, busy, irq, reset, Delay(clock));
    let mut trouble = None;
    loop {
        channels.health.report(Task::Reader(seat));
        let fault = match chip.start().await {
            Ok(version) => {
                observer.trace(Trace::ReaderReady { seat, version });
                if trouble.take().is_some() {
                    channels.from_readers.send(FromReader::Recovered(seat)).await;
                }
                sweep::<B>(seat, &mut chip, &mut antenna, clock, observer, channels).await
            }
            Err(error) => error.fault(),
        };
        observer.trace(Trace::ReaderFailed { seat, fault });
        // Told once, not at every attempt.
        if trouble.replace(fault.trouble()) != Some(fault.trouble()) {
            channels.from_readers.send(FromReader::Trouble(seat, fault.trouble())).await;
        }
        clock.pause(RETRY).await;
    }
}

/// Scans antenna after antenna, as the schedule says, until something fails.
async fn sweep<B: Board>(
    seat: Seat,
    chip: &mut Chip<B>,
    select: &mut [B::ReaderOut; 2],
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) -> Fault {
    // The multiplexer is wired for four loops; one that is not there just stays empty.
    let mut schedule = Schedule::new(seat, true);
    loop {
        let mut dropped = 0;
        channels.health.report(Task::Reader(seat));
        let zone = schedule.next(channels.attention.get());
        let antenna = Antenna { seat, zone };
        let mut tell = |observation| {
            let sighting = Sighting { antenna, at: clock.now(), observation };
            let full = channels.from_readers.try_send(FromReader::Sighting(sighting)).is_err();
            dropped += u32::from(full);
        };
        if let Err(error) = scan::<B>(chip, select, zone as usize, &mut tell).await {
            return error.fault();
        }
        match dropped {
            0 => {}
            lost => observer.trace(Trace::SightingsDropped(lost)),
        }
    }
}

type BusError<B> = <<B as Board>::ReaderSpi as embedded_hal_async::spi::ErrorType>::Error;

/// Scans antenna `number`. The field is off while the multiplexer switches, so that no loop is cut under power.
async fn scan<B: Board>(
    chip: &mut Chip<B>,
    select: &mut [B::ReaderOut; 2],
    number: usize,
    tell: &mut impl FnMut(Observation),
) -> Result<(), Error<BusError<B>>> {
    chip.field_off().await?;
    for (bit, line) in select.iter_mut().enumerate() {
        line.set_state((number >> bit & 1 == 1).into()).map_err(|_| Error::Pin)?;
    }
    chip.field_on().await?;
    let heard = |heard| match heard {
        Heard::Tag(tag) => tell(Observation::Tag(tag)),
        // A clone or lasting noise: the scan counts as disturbed, and its end says so.
        Heard::Inseparable(_) | Heard::Nothing => {}
    };
    let quality = chip.scan(heard).await?;
    tell(match quality {
        Quality::Complete => Observation::Swept,
        Quality::Disturbed => Observation::Disturbed,
    });
    Ok(())
}
