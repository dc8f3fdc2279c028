//! The routine of a session, for demonstrations with simulated tables: starts sessions and hands, tells dice, confirms results. It rules on
//! nothing; a hand about which the table asks is called void after a while.

use std::time::{Duration, Instant};

use table_core::game::board::Stage;
use table_core::game::{Command, Few, Phase, PlayerId, RuleSet, SessionStart, State};
use table_core::rules::Rulings;

use super::form::nonce;

/// An order that came to nothing is given again after this.
const AGAIN: Duration = Duration::from_secs(2);
/// How long a question of the table stays open.
const PATIENCE: Duration = Duration::from_secs(20);
/// Hands of a session.
const HANDS: u16 = 16;

/// Conducts one table.
pub struct Conductor {
    table: u16,
    session: u16,
    since: Instant,
    phase: Option<Phase>,
}

impl Conductor {
    /// For the table with this number.
    pub fn new(table: u16) -> Conductor {
        Conductor { table, session: 0, since: Instant::now(), phase: None }
    }

    /// What is to be ordered now, if anything.
    pub fn routine(&mut self, state: &State, asks: bool) -> Option<Command> {
        if self.phase != Some(state.phase) {
            (self.phase, self.since) = (Some(state.phase), Instant::now());
        }
        let patience = if asks { PATIENCE } else { AGAIN };
        if self.since.elapsed() < patience {
            return None;
        }
        let order = self.order(state, asks)?;
        self.since = Instant::now();
        Some(order)
    }

    fn order(&mut self, state: &State, asks: bool) -> Option<Command> {
        match state.phase {
            Phase::Idle | Phase::Over => {
                let before = state.session.as_ref().map_or(0, |it| it.start.session);
                self.session = before.max(self.session) + 1;
                self.start()
            }
            Phase::Between => match state.next_deal() {
                Ok(Some(_)) => Some(Command::StartHand),
                _ => Some(Command::EndSession),
            },
            Phase::Dealing if !state.wall_open => Some(Command::Dice(self.dice(state)?)),
            Phase::Judging => Some(Command::ConfirmResult { declared: None }),
            Phase::Playing if state.board.stage == Stage::Drawn => {
                Some(Command::ConfirmResult { declared: None })
            }
            _ => asks.then_some(Command::VoidHand { again: false }),
        }
    }

    fn start(&self) -> Option<Command> {
        let rulings = Rulings::default();
        let first = u32::from(self.table) * 4;
        Some(Command::StartSession(SessionStart {
            session: self.session,
            table: self.table,
            rules: RuleSet::named("mcr")?,
            rulings,
            digest: rulings.digest().ok()?,
            players: [3, 2, 1, 0].map(|before| PlayerId(first - before)),
            hands: HANDS,
            rivers: true,
            nonce: nonce()?,
            language: Default::default(),
            buttons_declare: true,
        }))
    }

    /// The first throw that the book knows.
    fn dice(&self, state: &State) -> Option<Few<u8, 2>> {
        let (book, session) = (state.book()?, state.session.as_ref()?);
        let throws: [&[u8]; 2] = [&[7], &[7, 7]];
        let known = throws.into_iter().find(|throws| {
            book.wall_break(session.deal.dealer, throws, &session.start.rulings).is_ok()
        });
        known.map(|throws| Few::from_some(throws.iter().copied()))
    }
}
