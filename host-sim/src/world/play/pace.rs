//! How people handle tiles: speed, habits and carelessness, all as numbers.

use table_core::time::Span;

use super::random::Random;

/// How often buttons are pressed.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pressing {
    /// Chow, pung, kong and flower.
    pub calls: f64,
    /// Hu.
    pub hu: f64,
    /// Confirm after the hand.
    pub confirm: f64,
}

impl Pressing {
    /// Every call is pressed.
    pub const ALWAYS: Pressing = Pressing { calls: 1.0, hu: 1.0, confirm: 1.0 };
    /// Players who only say what they do; hands are still confirmed.
    pub const NEVER: Pressing = Pressing { calls: 0.0, hu: 0.0, confirm: 1.0 };
}

/// How a table of people plays. Times are those of an ordinary table, divided by `speed`.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Pace {
    /// 1 is ordinary, 2 twice as fast.
    pub speed: f64,
    /// 0 is careful; 1 ordinary: claims at once, draws before the discard lies, flowers all at the same time.
    pub sloppiness: f64,
    /// Buttons.
    pub pressing: Pressing,
    /// The river antennas are not there: a discard is just away.
    pub no_river: bool,
    /// Wrong discards taken back and corrected before anybody reacts, per turn.
    pub corrected: f64,
    /// Discards pulled back and put down again, per turn.
    pub pulled_back: f64,
    /// Discards that rest on another field on their way, per turn.
    pub flashes: f64,
    /// Drawn tiles that go to the river without touching the hand.
    pub thrown_at_once: f64,
    /// Tiles lifted and put back per turn in the first turns, and later.
    pub sorting: [f64; 2],
    /// How often the winner counts points with tiles from the rivers.
    pub chips: f64,
    /// How long a foul lies on the table before the referee has put it right.
    pub grace: Span,
    /// Time between two hands: the machine mixes and builds.
    pub mixing: Span,
}

impl Default for Pace {
    /// Figures of the error model, section 2.4.
    fn default() -> Pace {
        Pace {
            speed: 1.0,
            sloppiness: 1.0,
            pressing: Pressing::ALWAYS,
            no_river: false,
            corrected: 0.005,
            pulled_back: 0.01,
            flashes: 0.005,
            thrown_at_once: 0.15,
            sorting: [3.0, 0.5],
            chips: 0.5,
            grace: Span::secs(14),
            mixing: Span::secs(20),
        }
    }
}

impl Pace {
    /// People who do one thing after the other and nothing twice.
    pub fn careful() -> Pace {
        Pace {
            sloppiness: 0.0,
            corrected: 0.0,
            pulled_back: 0.0,
            flashes: 0.0,
            thrown_at_once: 0.0,
            sorting: [0.0; 2],
            chips: 0.0,
            ..Pace::default()
        }
    }

    /// Twice as fast, and everything that can mislead a table several times as often.
    pub fn hectic() -> Pace {
        Pace {
            speed: 2.0,
            sloppiness: 1.5,
            corrected: 0.03,
            pulled_back: 0.05,
            flashes: 0.03,
            thrown_at_once: 0.3,
            ..Pace::default()
        }
    }

    /// A length of time between two bounds in milliseconds, at this table's speed.
    pub fn time(&self, random: &mut Random, low: u64, high: u64) -> Span {
        let Span(micros) = random.millis(low, high);
        Span::micros((micros as f64 / self.speed.max(0.01)) as u64)
    }

    /// True so often, at this table's carelessness.
    pub fn careless(&self, random: &mut Random, probability: f64) -> bool {
        random.chance(probability * self.sloppiness)
    }
}
