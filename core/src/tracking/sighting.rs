//! What a reader says after looking once.

use crate::enrolment::TagUid;
use crate::place::Antenna;
use crate::time::Tick;

/// One thing learnt from one scan of one antenna.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sighting {
    /// Which loop was live.
    pub antenna: Antenna,
    /// When.
    pub at: Tick,
    /// What was learnt.
    pub observation: Observation,
}

/// What a scan can say. A scan is any number of `Tag`s closed by one `Swept` or `Disturbed`.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Observation {
    /// This tag answered cleanly.
    Tag(TagUid),
    /// The scan is complete: whoever was not named was silent.
    Swept,
    /// The scan ended, but something answered that could not be read: silence proves nothing.
    Disturbed,
}
