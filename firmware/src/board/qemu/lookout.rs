//! What scans saw, by the simulator's word.

use table_core::enrolment::TagUid;
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::Observation;

use super::bridge::exchange;
use crate::bridge::{Reply, Request};
use crate::tasks::lookout::{Lookout, Seen};

/// Asks the simulator.
#[derive(Clone, Copy)]
pub struct BridgeLookout;

impl Lookout for BridgeLookout {
    fn begin(&self, seat: Seat) -> Tick {
        exchange(&Request::ScanBegins(seat), |reply| match reply {
            Reply::ScanEnds(at) => Some(at),
            _ => None,
        })
    }

    fn end(&self, seat: Seat) -> Seen {
        exchange(&Request::ScanEnds(seat), |reply| match reply {
            Reply::Scanned(zone, identifiers, complete) => {
                let (identifiers, _) = identifiers.as_chunks::<8>();
                let tags = identifiers.iter().map(|uid| TagUid(u64::from_le_bytes(*uid)));
                let end = if complete { Observation::Swept } else { Observation::Disturbed };
                Some(Seen::scan(zone, tags, end))
            }
            Reply::Trouble(trouble) => Some(Seen::Trouble(trouble)),
            Reply::Recovered => Some(Seen::Recovered),
            _ => None,
        })
    }
}
