//! Seeing without the SPI bytes: what a reader would report, round by round, from the same air, in the time that scans take.

use firmware::tasks::lookout::Glimpse;
use table_core::event::ReaderTrouble;
use table_core::iso15693::Quality;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tracking::{Doubts, Observation, Schedule};

use crate::air::{Channel, Inventory, ReaderFault, Round};
use crate::chips::Micros;
use crate::world::play::random::Random;

/// Switching the antenna: field off, multiplexer, field on, tags awake.
const SETTLE: Micros = 6_400;
/// A hung chip is noticed after this, left alone and started again.
const NOTICED: Micros = 10_000;
const RESTART: Micros = 510_000;
/// An interrupt that never comes is noticed at the slot's deadline.
const DEADLINE: Micros = 12_000;

/// The readers of the four seats: each visits its antennas for ever, as the application's schedule says.
pub struct Eyes {
    readers: [Reader; 4],
}

impl Eyes {
    /// With or without loops under the rivers; bit errors on the bus follow from the seed.
    pub fn new(seed: u64, rivers: bool) -> Eyes {
        let reader = |seat: Seat| Reader {
            seat,
            rivers,
            schedule: Schedule::new(seat, rivers),
            zone: Zone::HandLeft,
            bus: Random::part(seed, 0xE0 + seat.index() as u64),
            doing: Doing::Switching,
        };
        Eyes { readers: Seat::ALL.map(reader) }
    }

    /// The application has started anew, and its readers with it.
    pub fn restart(&mut self) {
        for reader in &mut self.readers {
            reader.schedule = Schedule::new(reader.seat, reader.rivers);
            reader.doing = Doing::Switching;
        }
    }

    /// A reader goes on, and knows the tracker's doubts; when it will have something to say. `fault` is what befell it since it
    /// was last asked.
    pub fn begin(
        &mut self,
        seat: Seat,
        doubts: Doubts,
        now: Micros,
        air: &mut Channel,
        fault: impl FnOnce() -> Option<ReaderFault>,
    ) -> Micros {
        self.readers[seat.index()].begin(doubts, now, air, fault)
    }

    /// What it has to say then.
    pub fn end(&mut self, seat: Seat, now: Micros, air: &mut Channel) -> Glimpse {
        self.readers[seat.index()].end(now, air)
    }
}

/// The reader of one seat.
struct Reader {
    seat: Seat,
    rivers: bool,
    schedule: Schedule,
    /// The loop that is visited.
    zone: Zone,
    bus: Random,
    doing: Doing,
}

enum Doing {
    /// Goes to the next loop.
    Switching,
    /// Waits for an interrupt that was lost.
    Waiting,
    /// Fails, and is blind until then.
    Failing(ReaderTrouble, Micros),
    Blind(Micros),
    /// Scans a loop; a round is under way or about to begin.
    Scanning(Box<Inventory>, Option<Round>),
}

impl Reader {
    fn begin(
        &mut self,
        doubts: Doubts,
        now: Micros,
        air: &mut Channel,
        fault: impl FnOnce() -> Option<ReaderFault>,
    ) -> Micros {
        if let Doing::Switching = self.doing
            && let Some(fault) = fault()
        {
            self.doing = suffer(fault, now);
        }
        match &mut self.doing {
            Doing::Switching => {
                self.zone = self.schedule.next(doubts);
                now + SETTLE
            }
            Doing::Waiting => now + DEADLINE,
            Doing::Failing(..) => now,
            Doing::Blind(until) => (*until).min(now + RESTART),
            Doing::Scanning(scan, round) => {
                *round = scan.round(air, &mut self.bus, now);
                now + round.as_ref().map_or(0, |round| round.lasts)
            }
        }
    }

    fn end(&mut self, now: Micros, air: &mut Channel) -> Glimpse {
        let zone = self.zone;
        match std::mem::replace(&mut self.doing, Doing::Switching) {
            Doing::Switching => {
                let antenna = Antenna { seat: self.seat, zone };
                let scan = Box::new(Inventory::new(air, now, antenna));
                self.doing = Doing::Scanning(scan, None);
                Glimpse::Nothing
            }
            Doing::Waiting => Glimpse::Nothing,
            Doing::Failing(trouble, until) => {
                self.doing = Doing::Blind(until);
                Glimpse::Trouble(trouble)
            }
            Doing::Blind(until) if now < until => {
                self.doing = Doing::Blind(until);
                Glimpse::Nothing
            }
            Doing::Blind(_) => Glimpse::Recovered,
            Doing::Scanning(scan, round) => {
                let tags = round.into_iter().flat_map(|round| round.tags);
                let end = scan.is_over().then(|| match scan.quality() {
                    Quality::Complete => Observation::Swept,
                    Quality::Disturbed => Observation::Disturbed,
                });
                if end.is_none() {
                    self.doing = Doing::Scanning(scan, None);
                }
                Glimpse::round(zone, tags, end)
            }
        }
    }
}

/// What the driver would make of what befell the reader.
fn suffer(fault: ReaderFault, now: Micros) -> Doing {
    match fault {
        ReaderFault::IrqLost => Doing::Waiting,
        ReaderFault::BusyStuck => {
            Doing::Failing(ReaderTrouble::Unresponsive, now + NOTICED + RESTART)
        }
        ReaderFault::SilentReset => Doing::Failing(ReaderTrouble::NoField, now + RESTART),
        ReaderFault::GeneralError => Doing::Failing(ReaderTrouble::Misbehaving, now + RESTART),
        ReaderFault::OverTemperature { until } => {
            Doing::Failing(ReaderTrouble::NoField, until + RESTART)
        }
        ReaderFault::Death => Doing::Failing(ReaderTrouble::Absent, Micros::MAX),
    }
}
