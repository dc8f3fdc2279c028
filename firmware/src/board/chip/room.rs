//! Where the application lives in memory.

use static_cell::StaticCell;

use crate::channels::Channels;
use crate::tasks::table::Mind;

static MIND: StaticCell<Mind> = StaticCell::new();
static CHANNELS: StaticCell<Channels> = StaticCell::new();

/// What the tasks share, made when the program starts: as initial values of variables it would lie in the flash a second time,
/// fifty kilobytes of little but zeros. Called once and first, while the stack has room for all of it.
#[inline(never)]
pub fn make_room() -> (&'static mut Mind, &'static Channels) {
    (MIND.init_with(Mind::new), CHANNELS.init_with(Channels::new))
}
