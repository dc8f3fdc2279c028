//! Tags of no known tile.

use heapless::Vec;

use crate::enrolment::TagUid;
use crate::place::Antenna;

/// Foreign tags remembered at once; more are reported again when they are seen again.
const REMEMBERED: usize = 16;
/// One read may be a damaged answer that passed its CRC by chance (1 in 65,536), two of the same are not.
const SCANS_TO_BELIEVE: u8 = 2;

/// Foreign tags seen lately.
#[derive(Default)]
pub struct Strangers(Vec<(TagUid, Antenna, u8), REMEMBERED>);

impl Strangers {
    /// None.
    pub const fn new() -> Strangers {
        Strangers(Vec::new())
    }

    /// Counts one; true when it has just been seen often enough to be real.
    pub fn seen(&mut self, tag: TagUid, antenna: Antenna) -> bool {
        let known = self.0.iter_mut().find(|known| known.0 == tag && known.1 == antenna);
        if let Some((_, _, scans)) = known {
            *scans = scans.saturating_add(1);
            return *scans == SCANS_TO_BELIEVE;
        }
        if self.0.is_full() {
            self.0.swap_remove(0);
        }
        // Cannot fail: a place was just made.
        let _ = self.0.push((tag, antenna, 1));
        false
    }
}
