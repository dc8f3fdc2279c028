//! Things that come at random and last for a while: interference, somebody leaning over the table.

use crate::chips::Micros;
use crate::world::play::random::Random;

/// Spells of one kind at one place; asked in the order of time.
#[derive(Debug, Clone)]
pub struct Spells {
    random: Random,
    /// Mean time from the end of one to the beginning of the next; zero if there are none.
    every: f64,
    lasts: [f64; 2],
    from: Micros,
    until: Micros,
}

impl Spells {
    /// So many per hour, each lasting between these seconds.
    pub fn new(random: Random, per_hour: f64, lasts: [f64; 2]) -> Spells {
        let every = if per_hour > 0.0 { 3.6e9 / per_hour } else { 0.0 };
        let mut spells = Spells { random, every, lasts, from: Micros::MAX, until: 0 };
        spells.plan();
        spells
    }

    fn plan(&mut self) {
        if self.every == 0.0 {
            return;
        }
        let wait = self.random.exponential(self.every);
        self.from = self.until.saturating_add(wait as Micros);
        let lasts = self.random.between(self.lasts) * 1e6;
        self.until = self.from.saturating_add(lasts as Micros);
    }

    /// Whether one is under way.
    pub fn active(&mut self, now: Micros) -> bool {
        while self.from != Micros::MAX && self.until <= now {
            self.plan();
        }
        self.from <= now
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn spells_come_as_often_and_last_as_long_as_they_should() {
        let mut spells = Spells::new(Random::new(1), 60.0, [1.0, 3.0]);
        let hour = 3_600_000;
        let active = (0..100 * hour).step_by(10).filter(|ms| spells.active(ms * 1_000)).count();
        // One a minute between two spells, two seconds each: 2 of 62.
        let share = active as f64 / (100 * hour / 10) as f64;
        assert!((share - 2.0 / 62.0).abs() < 0.002, "{share}");
    }

    #[test]
    fn no_rate_no_spells() {
        let mut spells = Spells::new(Random::new(1), 0.0, [1.0, 3.0]);
        assert!(!spells.active(Micros::MAX / 2));
    }
}
