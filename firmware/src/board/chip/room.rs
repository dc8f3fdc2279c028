//! Where the application lives in memory.

use static_cell::StaticCell;

use crate::channels::Channels;
use crate::tasks::table::Mind;
use crate::tasks::turns::Radiation;

// Both are made in place when the program starts: an initial value would lie in the flash as well.
static MIND: StaticCell<Mind> = StaticCell::new();
static CHANNELS: StaticCell<Channels> = StaticCell::new();

/// What the tasks share. Called once.
pub fn make_room() -> (&'static mut Mind, &'static Channels) {
    (
        Mind::make_in(MIND.uninit()),
        CHANNELS.init_with(|| Channels::with_radiation(Radiation::BUILT)),
    )
}
