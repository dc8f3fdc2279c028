//! Where the application lives in memory.

use static_cell::{ConstStaticCell, StaticCell};

use crate::channels::Channels;
use crate::tasks::table::Mind;
use crate::tasks::turns::Radiation;

/// Its initial value lies in the flash as well. To make it at the start instead would take it through the stack, which has no room
/// for a second one.
static MIND: ConstStaticCell<Mind> = ConstStaticCell::new(Mind::new());
/// Made in place when the program starts.
static CHANNELS: StaticCell<Channels> = StaticCell::new();

/// What the tasks share. Called once.
pub fn make_room() -> (&'static mut Mind, &'static Channels) {
    (MIND.take(), CHANNELS.init_with(|| Channels::with_radiation(Radiation::BUILT)))
}
