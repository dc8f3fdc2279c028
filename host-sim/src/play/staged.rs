//! One planned session at the real table, with everything that was recorded of it.

use anyhow::{Context, ensure};
use table_core::event::Event;
use table_core::game::{PlayerId, RuleSet, SessionStart, State, apply};
use table_core::record::Record;
use table_core::rules::{Points, Rulings};
use table_core::time::{Span, Tick};

use super::script::acts;
use crate::desktop;
use crate::world::play::course::{Course, Performed};
use crate::world::play::pace::Pace;
use crate::world::play::session::SessionPlan;
use crate::world::{Setup, World};

/// When the referee starts the session.
const BEGINS: Tick = Tick(1_000_000);
/// Time for the last records to reach the referee.
const AFTERWARDS: Span = Span::secs(10);

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
    let pace = Pace {
        no_river: !rivers,
        ..Pace::default()
    };
    let start = SessionStart {
        session: 1,
        table: 1,
        rules: RuleSet::named(plan.book.id()).context("no such rule set")?,
        rulings: plan.rulings,
        digest: Rulings::digest(&plan.rulings).context("the rulings do not encode")?,
        players: [1, 2, 3, 4].map(PlayerId),
        hands: plan.hands,
        rivers,
    };
    let course: Result<Vec<Performed>, _> = Course::new(plan, pace, BEGINS).collect();
    let course = course.map_err(|broken| anyhow::anyhow!("the world broke a rule: {broken:?}"))?;
    let script = course.iter().flat_map(|hand| acts(hand, &start)).collect();
    let ends = course.last().map_or(BEGINS, |hand| hand.line.span.1) + AFTERWARDS;
    let mut world = World::new(Setup::new(plan.seed, script, ends.0));
    world.keep_lines(false);
    let (world, ended) = desktop::run_by_sight(world, rivers);
    ended.context("the table stopped")?;
    if let Some(violation) = world.violations().first() {
        anyhow::bail!("{violation}");
    }
    let ledger = world
        .referee()
        .context("a session without a referee")?
        .ledger();
    let records: Result<Vec<Record>, _> = ledger.records().iter().map(|it| it.read()).collect();
    let records = records?;
    ensure!(!records.is_empty(), "nothing was recorded");
    let totals = totals(&records);
    Ok(Staging {
        course,
        records,
        totals,
    })
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
