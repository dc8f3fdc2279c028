//! Players who wait for a real referee: what a script would have him order is his to give, and nobody goes on before he did.

use table_core::event::Event;
use table_core::game::{Call, Command};

use super::Act;

/// What players wait for, and what shows that it was given.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Given {
    Session,
    Hand,
    Dice,
    Result,
    End,
}

impl Given {
    const ALL: [Given; 5] = [Given::Session, Given::Hand, Given::Dice, Given::Result, Given::End];

    fn by(event: &Event) -> Option<Given> {
        match event {
            Event::SessionStarted(..) => Some(Given::Session),
            Event::HandStarted { .. } => Some(Given::Hand),
            Event::Dice { .. } => Some(Given::Dice),
            Event::HandEnded { .. } => Some(Given::Result),
            Event::SessionEnded(_) => Some(Given::End),
            _ => None,
        }
    }

    fn wanted_by(act: &Act) -> Option<Given> {
        match act {
            Act::Order(Command::StartSession(_)) => Some(Given::Session),
            Act::Order(Command::StartHand) => Some(Given::Hand),
            Act::Order(Command::Dice(_)) => Some(Given::Dice),
            Act::Order(Command::EndSession) => Some(Given::End),
            Act::Confirm => Some(Given::Result),
            _ => None,
        }
    }
}

/// Counts what was given and what was waited for.
#[derive(Debug, Clone, Default)]
pub struct Patience {
    given: [u32; Given::ALL.len()],
    passed: [u32; Given::ALL.len()],
}

impl Patience {
    /// The table has concluded something.
    pub fn happened(&mut self, event: &Event) {
        if let Some(given) = Given::by(event) {
            self.given[given as usize] += 1;
        }
    }

    /// Whether everybody waits before this act.
    pub fn waits(&self, act: &Act) -> bool {
        let wanted = Given::wanted_by(act).map(|wanted| wanted as usize);
        wanted.is_some_and(|wanted| self.given[wanted] <= self.passed[wanted])
    }

    /// Play goes on past this act; whether it is the referee's own and nobody else does it.
    pub fn passes(&mut self, act: &Act) -> bool {
        if let Some(wanted) = Given::wanted_by(act) {
            // A hand that the referee ended twice over is not waited for again.
            self.passed[wanted as usize] += 1;
        }
        // Players leave results to him as well.
        matches!(act, Act::Order(_) | Act::Confirm | Act::Brief(_) | Act::Press(_, Call::Confirm))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table_core::game::Ended;
    use table_core::time::Span;

    #[test]
    fn nobody_goes_on_before_the_referee_gave_what_is_his_to_give() {
        let mut patience = Patience::default();
        let ended = Event::HandEnded { end: Ended::Drawn, played: Span(0) };
        assert!(patience.waits(&Act::Confirm));
        patience.happened(&ended);
        assert!(!patience.waits(&Act::Confirm));
        assert!(patience.passes(&Act::Confirm));
        assert!(patience.waits(&Act::Confirm), "the next hand has not ended");
        assert!(!patience.waits(&Act::DamageFrame) && !patience.passes(&Act::DamageFrame));
    }
}
