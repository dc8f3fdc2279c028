//! Seeded chance (SplitMix64): one number repeats a whole session on any machine.

use table_core::time::Span;

/// What SplitMix64 counts by.
const STEP: u64 = 0x9E37_79B9_7F4A_7C15;

/// Spreads small numbers over 64 bits: the first bits of a generator that starts there.
pub(crate) fn spread(value: u64) -> u64 {
    let mut mixed = value.wrapping_add(STEP);
    mixed = (mixed ^ (mixed >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    mixed = (mixed ^ (mixed >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
    mixed ^ (mixed >> 31)
}

/// A generator whose whole state is one number.
#[derive(Debug, Clone)]
pub struct Random(u64);

impl Random {
    /// Starts from a seed; equal seeds give equal sequences.
    pub fn new(seed: u64) -> Random {
        let mut random = Random(seed);
        // Neighbouring seeds would share their first steps; one scramble tells them apart.
        Random(random.bits())
    }

    /// A generator for a part of the world, so that a change in one part leaves the others as they were.
    pub fn part(seed: u64, part: u64) -> Random {
        Random::new(seed ^ part.wrapping_mul(0xD134_2543_DE82_EF95))
    }

    /// The next 64 bits.
    pub fn bits(&mut self) -> u64 {
        let before = self.0;
        self.0 = before.wrapping_add(STEP);
        spread(before)
    }

    /// A number below `limit` (0 if that is 0); the slight bias of the remainder does not matter here.
    pub fn below(&mut self, limit: usize) -> usize {
        self.bits().checked_rem(limit as u64).unwrap_or(0) as usize
    }

    /// True with this probability.
    pub fn chance(&mut self, probability: f64) -> bool {
        // 53 bits: every value is exact in a double.
        ((self.bits() >> 11) as f64) < probability * (1u64 << 53) as f64
    }

    /// A number between these, all alike.
    pub fn between(&mut self, [low, high]: [f64; 2]) -> f64 {
        low + (high - low) * ((self.bits() >> 11) as f64 / (1u64 << 53) as f64)
    }

    /// A waiting time with this mean, for things that come by chance.
    pub fn exponential(&mut self, mean: f64) -> f64 {
        -mean * (1.0 - self.between([0.0, 1.0])).ln()
    }

    /// A normal number with this mean and sigma (Box and Muller).
    pub fn normal(&mut self, [mean, sigma]: [f64; 2]) -> f64 {
        let radius = self.exponential(2.0).sqrt();
        let angle = self.between([0.0, std::f64::consts::TAU]);
        mean + sigma * radius * angle.cos()
    }

    /// A length of time between two bounds, in milliseconds.
    pub fn millis(&mut self, low: u64, high: u64) -> Span {
        let width = high.saturating_sub(low) * 1_000;
        Span::micros(low * 1_000 + self.below(width as usize + 1) as u64)
    }

    /// One of the items.
    pub fn pick<T: Copy>(&mut self, items: &[T]) -> Option<T> {
        items.get(self.below(items.len())).copied()
    }

    /// Puts the items into a random order.
    pub fn shuffle<T>(&mut self, items: &mut [T]) {
        for last in (1..items.len()).rev() {
            items.swap(last, self.below(last + 1));
        }
    }

    /// The sum of two dice.
    pub fn two_dice(&mut self) -> u8 {
        (self.below(6) + self.below(6)) as u8 + 2
    }
}
