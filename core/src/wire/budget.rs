//! How often something costly may be done for somebody who may mean ill.

use crate::time::{Span, Tick};

/// So many at once, and one more after every `refill`.
#[derive(Debug, Clone)]
pub struct Budget {
    most: u8,
    refill: Span,
    left: u8,
    /// Since when the next one is on its way.
    since: Tick,
}

impl Budget {
    /// A full one.
    pub const fn new(most: u8, refill: Span) -> Budget {
        Budget { most, refill, left: most, since: Tick(0) }
    }

    /// Whether one may be done now; if so it is spent.
    pub fn spend(&mut self, now: Tick) -> bool {
        if self.left == self.most {
            self.since = now;
        }
        let refill = self.refill.0.max(1);
        let came = now.since(self.since).0 / refill;
        if came > 0 {
            let came = u8::try_from(came).unwrap_or(u8::MAX);
            self.left = self.left.saturating_add(came).min(self.most);
            self.since = self.since + Span(u64::from(came).saturating_mul(refill));
        }
        let may = self.left > 0;
        self.left = self.left.saturating_sub(1);
        may
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_burst_is_let_through_and_then_one_after_another() {
        let mut budget = Budget::new(3, Span::millis(100));
        let at = |ms: u64| Tick(ms * 1_000);
        let burst = [(); 5].map(|()| budget.spend(at(1_000)));
        assert_eq!(burst, [true, true, true, false, false]);
        assert!(!budget.spend(at(1_099)));
        assert!(budget.spend(at(1_100)));
        assert!(!budget.spend(at(1_150)));
        assert!(budget.spend(at(9_000)), "a rest fills it again");
        assert!(budget.spend(at(9_000)) && budget.spend(at(9_000)) && !budget.spend(at(9_000)));
    }
}
