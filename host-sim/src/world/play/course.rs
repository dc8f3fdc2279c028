//! A session as it takes place: hand after hand on one clock.

use table_core::time::Tick;

use super::engine::Broken;
use super::pace::Pace;
use super::perform::perform;
use super::session::{Session, SessionHand, SessionPlan};
use super::settling::{Lag, Told, feed};
use super::timeline::{Order, Timeline};

/// One hand with its motions.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Performed {
    /// What happened, and the points after it.
    pub hand: SessionHand,
    /// How it looked.
    pub line: Timeline,
}

impl Performed {
    /// What the table is told of it, by time.
    pub fn feed(&self, lag: Lag) -> impl Iterator<Item = (Tick, Told)> + use<> {
        feed(&self.line, lag, self.hand.seed)
    }
}

/// A session in progress on one clock.
pub struct Course {
    session: std::iter::Peekable<Session>,
    book: &'static str,
    pace: Pace,
    now: Tick,
    begun: bool,
}

impl Course {
    /// A session that starts at this time.
    pub fn new(plan: &SessionPlan, pace: Pace, start: Tick) -> Course {
        Course {
            session: plan.play().peekable(),
            book: plan.book.id(),
            pace,
            now: start,
            begun: false,
        }
    }
}

impl Iterator for Course {
    type Item = Result<Performed, Broken>;

    fn next(&mut self) -> Option<Self::Item> {
        let hand = match self.session.next()? {
            Ok(hand) => hand,
            Err(broken) => return Some(Err(broken)),
        };
        // The machine mixes and builds the walls before each hand.
        let start = self.now + self.pace.mixing;
        let mut line = perform(&hand.truth, &self.pace, hand.seed, start);
        if !std::mem::replace(&mut self.begun, true) {
            let first = (self.now, Order::StartSession(self.book));
            line.orders.insert(0, first);
        }
        self.now = line.span.1;
        if self.session.peek().is_none() {
            line.orders.push((self.now, Order::EndSession));
        }
        Some(Ok(Performed { hand, line }))
    }
}
