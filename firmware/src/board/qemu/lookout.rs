//! What scans saw, by the simulator's word.

use table_core::enrolment::TagUid;
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::{Doubts, Observation};

use super::bridge::exchange;
use crate::bridge::{Reply, Request};
use crate::tasks::lookout::{Glimpse, Lookout};

/// Asks the simulator.
#[derive(Clone, Copy)]
pub struct BridgeLookout;

impl Lookout for BridgeLookout {
    fn begin(&self, seat: Seat, doubts: Doubts) -> Tick {
        exchange(&Request::LookBegins(seat, doubts.bits()), |reply| match reply {
            Reply::Later(at) => Some(at),
            _ => None,
        })
    }

    fn end(&self, seat: Seat) -> Glimpse {
        exchange(&Request::LookEnds(seat), |reply| match reply {
            Reply::Round(zone, identifiers, complete) => {
                let (identifiers, _) = identifiers.as_chunks::<8>();
                let tags = identifiers.iter().map(|uid| TagUid(u64::from_le_bytes(*uid)));
                let end = complete.map(|complete| match complete {
                    true => Observation::Swept,
                    false => Observation::Disturbed,
                });
                Some(Glimpse::round(zone, tags, end))
            }
            Reply::Trouble(trouble) => Some(Glimpse::Trouble(trouble)),
            Reply::Recovered => Some(Glimpse::Recovered),
            Reply::Done => Some(Glimpse::Nothing),
            _ => None,
        })
    }
}
