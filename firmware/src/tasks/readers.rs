//! A seat's reader: visits its four antennas, those in doubt more often, and tells what it saw. Reset only after a classified fault.

use embedded_hal::digital::OutputPin;
use heapless::Vec;
use table_core::enrolment::{Imprint, TagUid};
use table_core::iso15693::{BLOCK_BYTES, Family, Heard, Quality, TILE_FAMILY};
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::tracking::{Observation, Schedule, Sighting};

use crate::board::{Board, Clock, Delay, Observer, ReaderPort};
use crate::channels::{Channels, FromReader, Inspect, Inspected, Task, put};
use crate::drivers::pn5180::{Error, Fault, Pn5180};
use crate::trace::Trace;

/// A reader that does not even start is tried again after this. One that worked is started again at once.
pub const RETRY: Span = Span::millis(500);
/// Tiles answer to their family, and other people's tags stay silent; in every so many visits of a loop everybody is asked, so that
/// a tile of another set is found within two seconds.
const EVERYBODY_EVERY: u32 = 4;
/// Tags remembered of one scan, so that a second attempt does not tell them twice; more than ever lie over one loop.
const MOST_TOLD: usize = 40;

/// Whom each visit of a loop asks.
#[derive(Debug, Clone, Default)]
pub struct Audience {
    visits: [u32; Zone::ALL.len()],
}

impl Audience {
    /// Everybody, or one family.
    pub fn next(&mut self, zone: Zone) -> Option<Family> {
        let everybody = self.visits.get_mut(zone as usize).is_none_or(|visits| {
            *visits = visits.wrapping_add(1);
            *visits % EVERYBODY_EVERY == 1
        });
        (!everybody).then_some(TILE_FAMILY)
    }
}

type Chip<B> = Pn5180<
    <B as Board>::ReaderSpi,
    <B as Board>::ReaderBusy,
    <B as Board>::ReaderIrq,
    <B as Board>::ReaderOut,
    Delay<<B as Board>::Clock>,
>;

type BusError<B> = <<B as Board>::ReaderSpi as embedded_hal_async::spi::ErrorType>::Error;

/// Runs the reader of `seat` for ever.
pub async fn run<B: Board>(
    seat: Seat,
    port: ReaderPort<B>,
    clock: B::Clock,
    observer: B::Observer,
    channels: &Channels,
) {
    let ReaderPort { spi, busy, irq, reset, antenna } = port;
    let chip: Chip<B> = Pn5180::new(spi, busy, irq, reset, Delay(clock));
    let mut reader = Reader::<B> { seat, chip, select: antenna, clock, observer, channels };
    let mut troubled = None;
    loop {
        channels.health.report(Task::Reader(seat));
        let (fault, scans) = reader.session(troubled.is_some()).await;
        observer.trace(Trace::ReaderFailed { seat, fault });
        if scans > 0 {
            troubled = None;
        }
        // Told once, not at every attempt.
        if troubled.replace(fault.trouble()) != Some(fault.trouble()) {
            let trouble = FromReader::Trouble(seat, fault.trouble());
            put(&channels.from_readers, clock, trouble).await;
        }
        if scans == 0 {
            clock.pause(RETRY).await;
        }
        channels.gauges.count_reset(seat);
    }
}

struct Reader<'a, B: Board> {
    seat: Seat,
    chip: Chip<B>,
    /// Bit 0 and bit 1 of the antenna's number.
    select: [B::ReaderOut; 2],
    clock: B::Clock,
    observer: B::Observer,
    channels: &'a Channels,
}

impl<B: Board> Reader<'_, B> {
    /// From a reset to the fault that makes the next one necessary, and how many scans there were in between. A reader that was
    /// in trouble works again when its first scan was good.
    async fn session(&mut self, troubled: bool) -> (Fault, u32) {
        match self.chip.start().await {
            Ok(version) => self.observer.trace(Trace::ReaderReady { seat: self.seat, version }),
            Err(error) => return (error.fault(), 0),
        }
        // The multiplexer is wired for four loops; one that is not there just stays empty.
        let mut schedule = Schedule::new(self.seat, true);
        let mut audience = Audience::default();
        let mut scans: u32 = 0;
        loop {
            self.channels.health.report(Task::Reader(self.seat));
            if let Err(error) = self.inspect().await {
                return (error.fault(), scans);
            }
            let zone = schedule.next(self.channels.attention.get());
            let family = audience.next(zone);
            let mut dropped = 0;
            if let Err(error) = self.look(zone, family, &mut dropped).await {
                return (error.fault(), scans);
            }
            scans = scans.saturating_add(1);
            if troubled && scans == 1 {
                let recovered = FromReader::Recovered(self.seat);
                put(&self.channels.from_readers, self.clock, recovered).await;
            }
            if dropped > 0 {
                self.observer.trace(Trace::SightingsDropped(dropped));
            }
        }
    }

    /// Takes the closer look that somebody wants, if anybody does. One that fails in passing is not told: who wants it asks again.
    async fn inspect(&mut self) -> Result<(), Error<BusError<B>>> {
        let wanted = self.channels.inspect.get(self.seat.index());
        let Some(inspect) = wanted.and_then(|wanted| wanted.try_take()) else {
            return Ok(());
        };
        let _turn = self.channels.turns.take(self.seat).await;
        let inspected = match inspect {
            Inspect::Loop(zone) => self.tags_over(zone).await,
            Inspect::Imprint(zone, tag) => self.imprint(zone, tag).await,
        };
        if self.channels.turns.alternate() {
            self.chip.field_off().await?;
        }
        match inspected {
            Ok(inspected) => {
                // Full: the answer before it has not been sent yet, and this one will be asked for again.
                let _ = self.channels.inspected.try_send(inspected);
                Ok(())
            }
            Err(error) if error.is_passing() => self.chip.check().await,
            Err(error) => Err(error),
        }
    }

    async fn tags_over(&mut self, zone: Zone) -> Result<Inspected, Error<BusError<B>>> {
        let antenna = Antenna { seat: self.seat, zone };
        let (mut tags, mut twins) = (Vec::new(), None);
        let mut hear = |heard| match heard {
            // More tags than any loop holds are not named.
            Heard::Tag(tag) => drop(tags.push(tag)),
            Heard::Inseparable(mask) => twins = Some(TagUid(mask.bits)),
            Heard::Nothing => {}
        };
        let quality = self.scan(zone, None, &mut hear).await?;
        Ok(Inspected::Loop { antenna, tags, twins, complete: quality == Quality::Complete })
    }

    async fn imprint(&mut self, zone: Zone, tag: TagUid) -> Result<Inspected, Error<BusError<B>>> {
        self.switch(zone).await?;
        let mut blocks = [[0; BLOCK_BYTES]; Imprint::BLOCKS as usize];
        let written = match self.chip.read_blocks(tag, Imprint::FIRST_BLOCK, &mut blocks).await {
            Ok(()) => blocks.as_flattened().first_chunk().copied(),
            Err(Error::Answer) => None,
            Err(error) => return Err(error),
        };
        self.chip.check().await?;
        Ok(Inspected::Imprint(tag, written))
    }

    /// Scans one loop and tells what is there. What may pass is tried a second time; tags that were told are not told again.
    async fn look(
        &mut self,
        zone: Zone,
        family: Option<Family>,
        dropped: &mut u32,
    ) -> Result<(), Error<BusError<B>>> {
        let antenna = Antenna { seat: self.seat, zone };
        let (clock, channels) = (self.clock, self.channels);
        let tell = |observation, dropped: &mut u32| {
            let sighting = Sighting { antenna, at: clock.now(), observation };
            let full = channels.from_readers.try_send(FromReader::Sighting(sighting)).is_err();
            *dropped += u32::from(full);
        };
        let mut told: Vec<TagUid, MOST_TOLD> = Vec::new();
        let mut twins = None;
        let mut hear = |heard| match heard {
            Heard::Tag(tag) if !told.contains(&tag) => {
                // A full list tells a tag again, which does no harm.
                let _ = told.push(tag);
                tell(Observation::Tag(tag), dropped);
            }
            // All bits of the mask are known: it is the identifier.
            Heard::Inseparable(mask) => twins = Some(TagUid(mask.bits)),
            Heard::Tag(_) | Heard::Nothing => {}
        };
        let _turn = channels.turns.take(self.seat).await;
        let quality = match self.scan(zone, family, &mut hear).await {
            Err(error) if error.is_passing() => {
                self.chip.check().await?;
                self.scan(zone, family, &mut hear).await?
            }
            scanned => scanned?,
        };
        if channels.turns.alternate() {
            self.chip.field_off().await?;
        }
        // Of a clone, lasting noise or a sighting for which there was no room silence proves nothing.
        let whole = quality == Quality::Complete && *dropped == 0;
        tell(if whole { Observation::Swept } else { Observation::Disturbed }, dropped);
        if let Some(tag) = twins {
            put(&channels.from_readers, clock, FromReader::Twins(antenna, tag)).await;
        }
        Ok(())
    }

    /// One attempt.
    async fn scan(
        &mut self,
        zone: Zone,
        family: Option<Family>,
        hear: &mut impl FnMut(Heard),
    ) -> Result<Quality, Error<BusError<B>>> {
        self.switch(zone).await?;
        self.chip.scan(family, hear).await
    }

    /// Connects a loop and wakes what lies over it. The field is off while the multiplexer switches, so that no loop is cut
    /// under power.
    async fn switch(&mut self, zone: Zone) -> Result<(), Error<BusError<B>>> {
        self.chip.field_off().await?;
        for (bit, line) in self.select.iter_mut().enumerate() {
            line.set_state((zone as usize >> bit & 1 == 1).into()).map_err(|_| Error::Pin)?;
        }
        self.chip.field_on().await
    }
}
