//! The referee of a simulated session: confirms results that wait for him, and answers when the table asks.
//!
//! He sees what a referee sees, the table's records, and knows what he is told beforehand: how the hand was really won.

use table_core::event::Event;
use table_core::game::{Command, Phase, State, apply};

use crate::chips::Micros;

/// How long he takes to come when he is asked.
const COMES_AFTER: Micros = 1_000_000;

/// The referee.
#[derive(Default)]
pub struct Steward {
    /// The game as recorded.
    state: State,
    /// What he would answer about this hand.
    answers: Vec<Command>,
    /// When he will give his answer.
    answers_at: Option<Micros>,
    /// A result is to be confirmed as soon as one waits.
    confirms: bool,
}

impl Steward {
    /// A hand begins: this is what he would say if asked about it.
    pub fn brief(&mut self, answers: Vec<Command>) {
        *self = Steward { state: std::mem::take(&mut self.state), answers, ..Steward::default() };
    }

    /// The players have agreed.
    pub fn confirm(&mut self) {
        self.confirms = true;
    }

    /// The game as the records tell it.
    pub fn state(&self) -> &State {
        &self.state
    }

    /// A record was verified.
    pub fn read(&mut self, now: Micros, event: &Event) {
        apply(&mut self.state, event);
        if let Event::Asked(_) = event
            && !self.answers.is_empty()
        {
            self.answers_at.get_or_insert(now + COMES_AFTER);
        }
    }

    /// When he will do something by himself.
    pub fn next(&self) -> Option<Micros> {
        self.answers_at
    }

    /// What he orders now.
    pub fn orders(&mut self, now: Micros) -> Vec<Command> {
        let mut orders = vec![];
        if self.answers_at.is_some_and(|at| at <= now) {
            self.answers_at = None;
            orders.append(&mut self.answers);
        }
        if self.confirms && self.state.phase == Phase::Judging {
            self.confirms = false;
            orders.push(Command::ConfirmResult { declared: None });
        }
        orders
    }
}
