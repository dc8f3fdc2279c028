//! How well a reader hears, judged by the tiles it ought to see.
//!
//! One tile silent among many that answer has been taken away or is badly read. Many silent at once are a disturbed reader:
//! no player lifts half a rack between two scans. All silent at once are a dead one.

use super::evidence::MissRate;
use crate::time::{Span, Tick};

/// Fewer tiles than this do not make a zone.
const ZONE: u8 = 3;
/// A zone that is silent as a whole is believed empty only after this.
const VANISHED: Span = Span::secs(3);
/// However badly a reader hears, a silence says this much at least.
const WORST: MissRate = MissRate::HALF;

/// What one complete scan heard of the tiles that it ought to hear.
#[derive(Debug, Clone, Copy, Default)]
pub struct Heard {
    /// Tiles that lie there.
    pub expected: u8,
    /// Those of them that were silent.
    pub silent: u8,
}

/// How well one reader hears, over its last scans.
#[derive(Debug, Clone, Copy)]
pub struct Hearing {
    /// Losses beyond a single tile, dying away.
    noise: MissRate,
    /// Each loop's whole zone has been silent since then.
    vanished: [Option<Tick>; 4],
}

impl Hearing {
    /// Perfect so far.
    pub const NEW: Hearing = Hearing { noise: MissRate::FLAT, vanished: [None; 4] };

    /// A complete scan of loop `number` ended: what a silence in it is worth at most, or nothing at all.
    pub fn scanned(&mut self, now: Tick, number: usize, heard: Heard) -> Option<MissRate> {
        let Heard { expected, silent } = heard;
        // Each silence is judged by the others: one alone says nothing about the reader.
        let others = MissRate::share(silent.saturating_sub(1), u16::from(expected));
        self.noise = self.noise.read(MissRate::FLAT).max(others);
        let vanished = self.vanished.get_mut(number)?;
        if expected < ZONE || silent < expected {
            *vanished = None;
        } else {
            let since = *vanished.get_or_insert(now);
            if now.since(since) < VANISHED {
                return None;
            }
        }
        Some(self.noise.min(WORST))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn one_silent_tile_says_nothing_about_the_reader() {
        let mut hearing = Hearing::NEW;
        let heard = Heard { expected: 7, silent: 1 };
        assert_eq!(hearing.scanned(Tick(0), 0, heard), Some(MissRate::FLAT));
    }

    #[test]
    fn many_silent_tiles_are_a_bad_reader_for_a_while() {
        let mut hearing = Hearing::NEW;
        let bad = hearing.scanned(Tick(0), 0, Heard { expected: 7, silent: 3 });
        assert!(bad > Some(MissRate::STANDING));
        // The river loop of the same reader, with one tile, is judged by the same ear.
        let river = hearing.scanned(Tick(1), 3, Heard { expected: 1, silent: 1 });
        assert!(river > Some(MissRate::STANDING));
        let mut after = river;
        for _ in 0..40 {
            after = hearing.scanned(Tick(2), 0, Heard { expected: 7, silent: 0 });
        }
        assert_eq!(after, Some(MissRate::FLAT));
    }

    #[test]
    fn a_zone_that_vanishes_is_held_for_a_while() {
        let mut hearing = Hearing::NEW;
        let gone = Heard { expected: 7, silent: 7 };
        assert_eq!(hearing.scanned(Tick(0), 1, gone), None);
        assert_eq!(hearing.scanned(Tick(0) + Span::millis(2_900), 1, gone), None);
        let after = hearing.scanned(Tick(0) + Span::millis(3_100), 1, gone);
        assert_eq!(after, Some(WORST));
    }
}
