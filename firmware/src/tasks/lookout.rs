//! Seeing without reader chips: a simulator says what scans saw, without their SPI bytes, for long runs. The same task on the
//! desktop and on the image in QEMU; the product does not contain it.

use heapless::Vec;
use table_core::enrolment::TagUid;
use table_core::event::ReaderTrouble;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::{Observation, Sighting};

use crate::board::Clock;
use crate::channels::{Channels, FromReader, Task};

/// Tags that one scan can name, half as many again as ever lie over one loop. With more than these it counts as disturbed.
pub const MOST_SEEN: usize = 40;

/// What became of a scan.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Seen {
    /// A loop was scanned.
    Scan {
        /// Which.
        zone: Zone,
        /// Who answered.
        tags: Vec<TagUid, MOST_SEEN>,
        /// How it closed: [`Observation::Swept`] or [`Observation::Disturbed`].
        end: Observation,
    },
    /// The reader is in trouble.
    Trouble(ReaderTrouble),
    /// It works again.
    Recovered,
}

impl Seen {
    /// A scan of this loop in which these tags answered.
    pub fn scan(zone: Zone, answered: impl IntoIterator<Item = TagUid>, end: Observation) -> Seen {
        let (mut tags, mut end) = (Vec::new(), end);
        for tag in answered {
            if tags.push(tag).is_err() {
                end = Observation::Disturbed;
            }
        }
        Seen::Scan { zone, tags, end }
    }
}

/// Somebody who sees in place of the readers.
pub trait Lookout {
    /// A seat's next scan begins; when it will be over.
    fn begin(&self, seat: Seat) -> Tick;
    /// It is over.
    fn end(&self, seat: Seat) -> Seen;
}

/// Sees for `seat` for ever.
pub async fn run(seat: Seat, lookout: impl Lookout, clock: impl Clock, channels: &Channels) {
    loop {
        channels.health.report(Task::Reader(seat));
        clock.until(lookout.begin(seat)).await;
        let at = clock.now();
        let tell = |message| channels.from_readers.send(message);
        match lookout.end(seat) {
            Seen::Scan { zone, tags, end } => {
                let antenna = Antenna { seat, zone };
                for observation in tags.into_iter().map(Observation::Tag).chain([end]) {
                    tell(FromReader::Sighting(Sighting { antenna, at, observation })).await;
                }
            }
            Seen::Trouble(trouble) => tell(FromReader::Trouble(seat, trouble)).await,
            Seen::Recovered => tell(FromReader::Recovered(seat)).await,
        }
    }
}
