//! When readers fail, and how.

use serde::{Deserialize, Serialize};
use table_core::seat::Seat;

use super::config::Errors;
use crate::chips::Micros;
use crate::world::play::random::Random;

/// Something that befalls a reader or its bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum ReaderFault {
    /// BUSY stays high until the reset.
    BusyStuck,
    /// Brown-out: RF off, registers default, the power-on bit set.
    SilentReset,
    /// The next interrupt edge is lost.
    IrqLost,
    /// The next inventory fails with GENERAL_ERROR.
    GeneralError,
    /// The chip drops its field until then.
    OverTemperature {
        /// When it has cooled.
        until: Micros,
    },
    /// Gone for good: it is exchanged.
    Death {
        /// When the new one works.
        until: Micros,
    },
}

/// Everything that befalls the four readers until then, by time. Bit errors on the bus are not in it: they come byte by byte.
pub fn timeline(errors: &Errors, seed: u64, until: Micros) -> Vec<(Micros, Seat, ReaderFault)> {
    let reader = &errors.reader;
    let kinds = [
        (reader.busy_stuck, ReaderFault::BusyStuck),
        (reader.silent_reset, ReaderFault::SilentReset),
        (reader.irq_lost, ReaderFault::IrqLost),
        (reader.general_error, ReaderFault::GeneralError),
        (reader.over_temperature, ReaderFault::OverTemperature { until: 0 }),
        (reader.death, ReaderFault::Death { until: 0 }),
    ];
    let mut faults = vec![];
    for seat in Seat::ALL {
        let mut random = Random::part(seed, 0xF00 + seat.index() as u64);
        for (per_hour, fault) in kinds.into_iter().filter(|(per_hour, _)| *per_hour > 0.0) {
            let mut at = random.exponential(3.6e9 / per_hour) as Micros;
            while at < until {
                let fault = match fault {
                    ReaderFault::OverTemperature { .. } => ReaderFault::OverTemperature {
                        until: at + (reader.cooling_s * 1e6) as Micros,
                    },
                    ReaderFault::Death { .. } => {
                        ReaderFault::Death { until: at + (reader.exchange_s * 1e6) as Micros }
                    }
                    other => other,
                };
                faults.push((at, seat, fault));
                at += random.exponential(3.6e9 / per_hour) as Micros;
            }
        }
    }
    faults.sort_by_key(|(at, ..)| *at);
    faults
}

/// Something that befalls the set or the link.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Mishap {
    /// A tile of another set lies on the river of a seat until then.
    ForeignTile(Seat, Micros),
    /// The cable is cut until then.
    CableCut(Micros),
    /// The referee's device starts anew.
    DeviceRestarts,
}

/// How long a tile of another set lies on the table, in seconds.
const FOREIGN_S: [f64; 2] = [5.0, 60.0];

/// Everything that befalls set and link until then, by time.
pub fn mishaps(errors: &Errors, seed: u64, until: Micros) -> Vec<(Micros, Mishap)> {
    let mut happen = vec![];
    let mut random = Random::part(seed, 0xA15);
    let (tags, link) = (&errors.tags, &errors.link);
    for (kind, per_hour) in
        [tags.foreign_per_hour, link.cut_per_hour, link.restart_per_hour].into_iter().enumerate()
    {
        if per_hour <= 0.0 {
            continue;
        }
        let mut at = random.exponential(3.6e9 / per_hour) as Micros;
        while at < until {
            let lasts =
                |random: &mut Random, seconds| at + (random.between(seconds) * 1e6) as Micros;
            happen.push((
                at,
                match kind {
                    0 => {
                        let seat = Seat::ALL[random.below(Seat::ALL.len())];
                        Mishap::ForeignTile(seat, lasts(&mut random, FOREIGN_S))
                    }
                    1 => Mishap::CableCut(lasts(&mut random, link.cut_s)),
                    _ => Mishap::DeviceRestarts,
                },
            ));
            at += random.exponential(3.6e9 / per_hour) as Micros;
        }
    }
    happen.sort_by_key(|(at, _)| *at);
    happen
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn faults_come_as_often_as_the_model_says() {
        let hours = 2_000;
        let faults = timeline(&Errors::realistic(), 1, hours * 3_600_000_000);
        let count = |fault| faults.iter().filter(|(_, _, it)| *it == fault).count() as f64;
        let expected = 4.0 * hours as f64;
        let near = |fault, per_hour: f64| {
            let mean = expected * per_hour;
            assert!((count(fault) - mean).abs() < 4.0 * mean.sqrt(), "{fault:?}");
        };
        near(ReaderFault::IrqLost, 0.5);
        near(ReaderFault::GeneralError, 0.1);
        near(ReaderFault::BusyStuck, 0.02);
        assert!(faults.is_sorted_by_key(|(at, ..)| *at));
        assert!(timeline(&Errors::none(), 1, hours * 3_600_000_000).is_empty());
    }
}
