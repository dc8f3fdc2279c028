//! One planned session at the real table, with everything that was recorded of it.

use anyhow::{Context, ensure};
use table_core::event::Event;
use table_core::game::{State, apply};
use table_core::record::Record;
use table_core::rules::Points;

use super::session::{Seen, at_the_table};
use crate::world::play::course::Performed;
use crate::world::play::session::SessionPlan;

/// What was done, and what the referee holds of it.
#[derive(Debug, Clone)]
pub struct Staging {
    /// The truth, hand by hand.
    pub course: Vec<Performed>,
    /// Every record, verified.
    pub records: Vec<Record>,
    /// Points of the players after each hand that came to an end on record.
    pub totals: Vec<[Points; 4]>,
}

/// Plays this plan to its end.
pub fn stage(plan: &SessionPlan, rivers: bool) -> anyhow::Result<Staging> {
    let (course, world) = at_the_table(plan, &Seen { rivers, ..Seen::default() })?;
    let ledger = world.referee().context("a session without a referee")?.ledger();
    let records: Result<Vec<Record>, _> = ledger.records().iter().map(|it| it.read()).collect();
    let records = records?;
    ensure!(!records.is_empty(), "nothing was recorded");
    let totals = totals(&records);
    Ok(Staging { course, records, totals })
}

/// Points after each hand, by the records alone.
fn totals(records: &[Record]) -> Vec<[Points; 4]> {
    let mut state = State::new();
    let after = records.iter().filter_map(|record| {
        apply(&mut state, &record.event);
        match record.event {
            Event::HandEnded { .. } => state.session.as_ref().map(|session| session.totals),
            _ => None,
        }
    });
    after.collect()
}
