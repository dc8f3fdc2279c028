//! The referee of a simulated session: confirms results that wait for him, answers when the table asks, and settles a hand that the
//! table could not bring to an end.
//!
//! He sees what a referee sees, the table's records, and knows what he is told beforehand: how the hand really ended.

use serde::{Deserialize, Serialize};
use table_core::event::Event;
use table_core::game::{Command, Phase, Refused, Standing, State, apply};
use table_core::rules::Points;
use table_core::wire::{Turned, WhyNot};

use crate::chips::Micros;

/// How long he takes to come when he is asked.
const COMES_AFTER: Micros = 1_000_000;
/// How long he gives the table to propose a result after the players have agreed, and then to take his word.
const PATIENCE: Micros = 4_000_000;

/// How long he waits before he orders a hand again that the table refused to begin, because it still saw a tile lie.
const AGAIN: Micros = 800_000;

/// How a hand really ended.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Brief {
    /// What he would answer about it.
    pub answers: Vec<Command>,
    /// What each seat wins or loses by it.
    pub payments: [Points; 4],
    /// What the winner declares.
    pub declared: u16,
}

/// The referee.
#[derive(Default)]
pub struct Steward {
    /// The game as recorded.
    state: State,
    /// What he would answer about this hand, until he has done so.
    answers: Vec<Command>,
    /// How it really ended.
    brief: Brief,
    /// He was asked or stepped in: he looks at the result himself.
    looks: bool,
    /// When he will give his answer.
    answers_at: Option<Micros>,
    /// A result is to be confirmed as soon as one waits.
    confirms: bool,
    /// When he will settle a hand that has not ended by itself.
    settles_at: Option<Micros>,
    /// When he will order the hand again that has not begun.
    begins_at: Option<Micros>,
    /// When he had to step in without being asked.
    stepped_in: Vec<Micros>,
}

impl Steward {
    /// A hand begins: this is what he would say if asked about it. A hand that is still on the table counts for nothing.
    pub fn brief(&mut self, now: Micros, brief: Brief) -> Option<Command> {
        self.answers = brief.answers.clone();
        self.brief = brief;
        (self.answers_at, self.settles_at) = (None, None);
        (self.confirms, self.looks) = (false, false);
        self.begins_at = None;
        self.hand_runs().then(|| {
            self.stepped_in.push(now);
            Command::VoidHand { again: false }
        })
    }

    /// The same referee, who waited.
    pub fn delayed(self, later: Micros) -> Steward {
        let put_off = |at: Option<Micros>| at.map(|at| at + later);
        Steward {
            answers_at: put_off(self.answers_at),
            settles_at: put_off(self.settles_at),
            begins_at: put_off(self.begins_at),
            ..self
        }
    }

    /// The players have agreed.
    pub fn confirm(&mut self, now: Micros) {
        self.confirms = true;
        self.settles_at = Some(now + PATIENCE);
    }

    /// When he had to step in without being asked.
    pub fn stepped_in(&self) -> &[Micros] {
        &self.stepped_in
    }

    /// A record was verified.
    pub fn read(&mut self, now: Micros, event: &Event) {
        apply(&mut self.state, event);
        if let Event::OrderTurned(Turned { why: WhyNot::Game(Refused::TilesLying), .. }) = event {
            self.begins_at = Some(now + AGAIN);
        }
        if let Event::Asked(_) = event
            && !self.answers.is_empty()
        {
            self.answers_at.get_or_insert(now + COMES_AFTER);
            self.looks = true;
        }
    }

    /// When he will do something by himself.
    pub fn next(&self) -> Option<Micros> {
        self.answers_at.into_iter().chain(self.settles_at).chain(self.begins_at).min()
    }

    /// What he orders now.
    pub fn orders(&mut self, now: Micros) -> Vec<Command> {
        let mut orders = vec![];
        if self.begins_at.take_if(|at| *at <= now).is_some() {
            orders.push(Command::StartHand);
        }
        if self.answers_at.take_if(|at| *at <= now).is_some() {
            orders.append(&mut self.answers);
        }
        if self.settles_at.take_if(|at| *at <= now).is_some() && self.hand_runs() {
            self.stepped_in.push(now);
            self.looks = true;
            // First his word on how it ended; if that does not help, the hand counts for nothing.
            if self.answers.is_empty() {
                orders.push(Command::VoidHand { again: false });
            } else {
                orders.append(&mut self.answers);
                self.settles_at = Some(now + PATIENCE);
            }
        }
        // A win that the table holds for none is flagged to him: he does not confirm it without having looked.
        let doubtful = self.state.proposed.iter().any(|win| win.standing_as != Standing::Legal);
        let looks = self.looks && self.answers.is_empty() || doubtful && self.confirms;
        if self.state.phase == Phase::Judging && looks && !self.agrees() {
            let Brief { declared, payments, .. } = self.brief;
            (self.looks, self.confirms) = (false, false);
            self.answers.clear();
            orders.push(Command::OverruleResult { declared, payments });
        } else if self.state.phase == Phase::Judging && self.confirms {
            self.confirms = false;
            orders.push(Command::ConfirmResult { declared: None });
        }
        orders
    }

    /// Whether the proposed result is what really happened.
    fn agrees(&self) -> bool {
        let mut proposed = [0; 4];
        for win in self.state.proposed.iter() {
            proposed.iter_mut().zip(win.payments).for_each(|(sum, points)| *sum += points.0);
        }
        proposed == self.brief.payments.map(|points| points.0)
    }

    fn hand_runs(&self) -> bool {
        !matches!(self.state.phase, Phase::Idle | Phase::Between)
    }
}
