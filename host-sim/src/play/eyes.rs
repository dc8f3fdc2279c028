//! Seeing without the SPI bytes: what a reader would report, round by round, from the same air, in the time that scans take.

use firmware::tasks::lookout::Glimpse;
use firmware::tasks::readers::{Audience, RETRY};
use table_core::event::ReaderTrouble;
use table_core::iso15693::Quality;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tracking::{Doubts, Observation, Schedule};

use crate::air::{Channel, Inventory, ReaderFault, Round};
use crate::chips::Micros;
use crate::chips::pn5180::Tags;
use crate::world::play::random::Random;

/// Times that the driver takes at the chip model. Switching the antenna: field off, multiplexer, field on, tags awake, and a look at
/// the settings after the scan.
const SETTLE: Micros = 5_560;
/// A chip that hangs is given up after this; one that lost its settings boots first; one without a field is seen at once.
const HANGS: Micros = 10_000;
const BOOTS: Micros = 2_500;
const AT_ONCE: Micros = 100;
/// From the reset of a chip to its first scan.
const RESTART: Micros = 3_000;
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
            audience: Audience::default(),
            zone: Zone::HandLeft,
            bus: Random::part(seed, 0xE0 + seat.index() as u64),
            doing: Doing::Switching,
            troubled: false,
        };
        Eyes { readers: Seat::ALL.map(reader) }
    }

    /// The application has started anew, and its readers with it.
    pub fn restart(&mut self) {
        for reader in &mut self.readers {
            reader.start_over();
            reader.troubled = false;
        }
    }

    /// A reader goes on, and knows the tracker's doubts; when it will have something to say. `fault` is what befell it since it
    /// was last asked.
    pub fn begin(
        &mut self,
        seat: Seat,
        doubts: Doubts,
        now: Micros,
        air: (&mut Channel, &Tags),
        fault: impl FnOnce() -> Option<ReaderFault>,
    ) -> Micros {
        self.readers[seat.index()].begin(doubts, now, air, fault)
    }

    /// What it has to say then.
    pub fn end(&mut self, seat: Seat, now: Micros) -> Glimpse {
        self.readers[seat.index()].end(now)
    }
}

/// The reader of one seat.
struct Reader {
    seat: Seat,
    rivers: bool,
    schedule: Schedule,
    audience: Audience,
    /// The loop that is visited.
    zone: Zone,
    bus: Random,
    doing: Doing,
    /// Its trouble was told, and it has not been well since.
    troubled: bool,
}

enum Doing {
    /// Is about to go to the next loop.
    Switching,
    /// Waits for an interrupt that was lost, or repeats what failed.
    Waiting(Micros),
    /// Has failed; when that is noticed, and when the chip works again.
    Failing { trouble: ReaderTrouble, noticed: Micros, well: Micros },
    /// Is reset now and then until the chip works again.
    Blind { next: Micros, well: Micros },
    /// Scans a loop from then on; a round is under way or about to begin.
    Scanning(Box<Inventory>, Option<Round>, Micros),
    /// Has scanned well after a trouble.
    Recovering,
}

impl Reader {
    fn start_over(&mut self) {
        self.schedule = Schedule::new(self.seat, self.rivers);
        self.audience = Audience::default();
        self.doing = Doing::Switching;
    }

    fn begin(
        &mut self,
        doubts: Doubts,
        now: Micros,
        (air, tags): (&mut Channel, &Tags),
        fault: impl FnOnce() -> Option<ReaderFault>,
    ) -> Micros {
        if let Doing::Switching = self.doing
            && let Some(fault) = fault()
        {
            self.doing = suffer(fault, now);
        }
        if let Doing::Switching = self.doing {
            self.zone = self.schedule.next(doubts);
            let antenna = Antenna { seat: self.seat, zone: self.zone };
            let scan = Inventory::new(air, now + SETTLE, antenna, self.audience.next(self.zone));
            self.doing = Doing::Scanning(Box::new(scan), None, now + SETTLE);
        }
        match &mut self.doing {
            Doing::Switching => now,
            Doing::Waiting(lasts) => now + *lasts,
            Doing::Failing { noticed, .. } => *noticed,
            Doing::Blind { next, .. } => *next,
            Doing::Scanning(scan, round, from) => {
                let from = now.max(*from);
                *round = scan.round(air, tags, &mut self.bus, from);
                from + round.as_ref().map_or(0, |round| round.lasts)
            }
            Doing::Recovering => now,
        }
    }

    fn end(&mut self, now: Micros) -> Glimpse {
        let zone = self.zone;
        match std::mem::replace(&mut self.doing, Doing::Switching) {
            Doing::Switching | Doing::Waiting(_) => Glimpse::Nothing,
            Doing::Failing { trouble, noticed, well } => {
                // A chip that worked is reset at once.
                self.doing = Doing::Blind { next: noticed + RESTART, well };
                self.troubled = true;
                Glimpse::Trouble(trouble)
            }
            Doing::Blind { well, .. } if now < well => {
                self.doing = Doing::Blind { next: now + RETRY.0 + RESTART, well };
                Glimpse::Nothing
            }
            Doing::Blind { .. } => {
                self.start_over();
                Glimpse::Nothing
            }
            Doing::Recovering => Glimpse::Recovered,
            Doing::Scanning(scan, round, from) => {
                let tags = round.into_iter().flat_map(|round| round.tags);
                let end = scan.is_over().then(|| match scan.quality() {
                    Quality::Complete => Observation::Swept,
                    Quality::Disturbed => Observation::Disturbed,
                });
                if end.is_none() {
                    self.doing = Doing::Scanning(scan, None, from);
                } else if std::mem::take(&mut self.troubled) {
                    self.doing = Doing::Recovering;
                }
                Glimpse::round(zone, tags, end)
            }
        }
    }
}

/// What the driver would make of what befell the reader.
fn suffer(fault: ReaderFault, now: Micros) -> Doing {
    let failing =
        |trouble, after: Micros, well| Doing::Failing { trouble, noticed: now + after, well };
    match fault {
        ReaderFault::IrqLost => Doing::Waiting(DEADLINE),
        // Tried a second time, and nobody hears of it.
        ReaderFault::GeneralError => Doing::Waiting(SETTLE),
        ReaderFault::BusyStuck => failing(ReaderTrouble::Unresponsive, HANGS, now),
        ReaderFault::SilentReset => failing(ReaderTrouble::NoField, BOOTS, now),
        ReaderFault::OverTemperature { until } => failing(ReaderTrouble::NoField, AT_ONCE, until),
        ReaderFault::Death { until } => failing(ReaderTrouble::Absent, AT_ONCE, until),
    }
}
