//! Seeing without reader chips: a simulator says what scans saw, without their SPI bytes, for long runs. The same task on the
//! desktop and on the image in QEMU; the product does not contain it.

use heapless::Vec;
use table_core::enrolment::TagUid;
use table_core::event::ReaderTrouble;
use table_core::iso15693::SLOTS;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::{Doubts, Observation, Sighting};

use crate::board::Clock;
use crate::channels::{Channels, FromReader, Task, put};

/// Tags that one round can name: sixteen slots, one in each.
pub const MOST_SEEN: usize = SLOTS as usize;

/// What a reader has to say.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Glimpse {
    /// Nothing: it switched or waited.
    Nothing,
    /// A round of a scan is over.
    Round {
        /// Which loop is scanned.
        zone: Zone,
        /// Who answered.
        tags: Vec<TagUid, MOST_SEEN>,
        /// With the last round the scan closes: [`Observation::Swept`] or [`Observation::Disturbed`].
        end: Option<Observation>,
    },
    /// The reader is in trouble.
    Trouble(ReaderTrouble),
    /// It works again.
    Recovered,
}

impl Glimpse {
    /// A round in which these tags answered, one in a slot.
    pub fn round(
        zone: Zone,
        answered: impl IntoIterator<Item = TagUid>,
        end: Option<Observation>,
    ) -> Glimpse {
        let tags = answered.into_iter().take(MOST_SEEN).collect();
        Glimpse::Round { zone, tags, end }
    }
}

/// Somebody who sees in place of the readers.
pub trait Lookout {
    /// A seat's reader goes on, and knows which loops are in doubt; when it will have something to say.
    fn begin(&self, seat: Seat, doubts: Doubts) -> Tick;
    /// What it has to say then.
    fn end(&self, seat: Seat) -> Glimpse;
}

/// Sees for `seat` for ever.
pub async fn run(seat: Seat, lookout: impl Lookout, clock: impl Clock, channels: &Channels) {
    loop {
        channels.health.report(Task::Reader(seat));
        clock.until(lookout.begin(seat, channels.attention.get())).await;
        let at = clock.now();
        let tell = |message| put(&channels.from_readers, clock, message);
        match lookout.end(seat) {
            Glimpse::Nothing => {}
            Glimpse::Round { zone, tags, end } => {
                let antenna = Antenna { seat, zone };
                for observation in tags.into_iter().map(Observation::Tag).chain(end) {
                    tell(FromReader::Sighting(Sighting { antenna, at, observation })).await;
                }
            }
            Glimpse::Trouble(trouble) => tell(FromReader::Trouble(seat, trouble)).await,
            Glimpse::Recovered => tell(FromReader::Recovered(seat)).await,
        }
    }
}
