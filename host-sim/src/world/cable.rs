//! The cable between table and referee, and what can happen to a frame on it.

use super::play::random::Random;
use crate::air::Errors;

/// Bytes of a frame, in the mean.
const MEAN_FRAME: i32 = 126;

/// How bad a cable is; every frame is thrown for each.
#[derive(Debug, Clone, Copy, PartialEq, Default)]
pub struct Mishaps {
    /// Share of frames that vanish.
    pub loss: f64,
    /// Share of frames in which a bit changes.
    pub damage: f64,
    /// Share of frames that arrive twice.
    pub doubling: f64,
    /// Share of frames that arrive behind the next one.
    pub swapping: f64,
}

impl Mishaps {
    /// Those of an error model, which knows wrong bytes: a frame is damaged if one of its bytes is.
    pub fn of(errors: &Errors) -> Mishaps {
        let damage = 1.0 - (1.0 - errors.link.byte_error).powi(MEAN_FRAME);
        Mishaps { damage, ..Mishaps::default() }
    }
}

/// One direction of the cable.
#[derive(Debug, Clone)]
pub struct Cable {
    mishaps: Mishaps,
    chance: Random,
    pulled: bool,
    /// A frame that lets the next one pass.
    late: Option<Vec<u8>>,
}

impl Cable {
    /// A cable of this quality.
    pub fn new(mishaps: Mishaps, chance: Random) -> Cable {
        Cable { mishaps, chance, pulled: false, late: None }
    }

    /// Pulls the plug, or puts it back.
    pub fn pull(&mut self, pulled: bool) {
        self.pulled = pulled;
        self.late = None;
    }

    /// What comes out at the other end when `bytes`, whole frames, are put in.
    pub fn carry(&mut self, bytes: &[u8]) -> Vec<u8> {
        if self.pulled {
            return vec![];
        }
        if self.mishaps == Mishaps::default() {
            return bytes.to_vec();
        }
        let mut out = vec![];
        for frame in bytes.split_inclusive(|byte| *byte == 0) {
            self.frame(frame, &mut out);
        }
        out
    }

    fn frame(&mut self, frame: &[u8], out: &mut Vec<u8>) {
        let Mishaps { loss, damage, doubling, swapping } = self.mishaps;
        if self.chance.chance(loss) {
            return;
        }
        let mut frame = frame.to_vec();
        if self.chance.chance(damage) {
            let bit = self.chance.below(frame.len() * 8);
            frame[bit / 8] ^= 1 << (bit % 8);
        }
        if self.late.is_none() && self.chance.chance(swapping) {
            self.late = Some(frame);
            return;
        }
        out.extend(&frame);
        if self.chance.chance(doubling) {
            out.extend(&frame);
        }
        out.extend(self.late.take().unwrap_or_default());
    }
}
