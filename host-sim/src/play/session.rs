//! One session at one table.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use table_core::game::{PlayerId, RuleSet, SessionStart};
use table_core::rules::{Rulings, book};
use table_core::time::{Span, Tick};

use super::marks::{Graded, marks};
use super::script::acts;
use super::session_seed;
use crate::desktop;
use crate::referee::export;
use crate::rerun::{Run, Seen};
use crate::world::play::course::{Course, Performed};
use crate::world::play::pace::Pace;
use crate::world::play::session::SessionPlan;
use crate::world::{Setup, World};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Options {
    /// Short name of the rule set.
    pub rules: String,
    /// Everything follows from it.
    pub seed: u64,
    /// Only this session of the run, numbered from 0.
    pub session: Option<u32>,
    /// There are river loops.
    pub rivers: bool,
    /// Share of hands in which players work towards a chosen fan.
    pub arranged: f64,
    /// Where each session's verified records go, for `referee verify`, and its inputs, for `host-sim replay`.
    pub out: Option<PathBuf>,
}

/// When the referee starts the session.
const BEGINS: Tick = Tick(1_000_000);
/// Time for the last records to reach the referee.
const AFTERWARDS: Span = Span::secs(10);

/// Plays one session of a run and grades it.
pub fn play_session(options: &Options, session: u32, hands: u16) -> anyhow::Result<Graded> {
    let (graded, world) = session_in_its_world(options, session, hands)?;
    if let (Some(folder), Some(referee)) = (&options.out, world.referee()) {
        let file = folder.join(format!("session-{session}.records"));
        fs::write(&file, export(referee.ledger())).with_context(|| file.display().to_string())?;
        let seen = if options.rivers { Seen::BySight } else { Seen::WithoutRivers };
        let file = folder.join(format!("session-{session}.run"));
        fs::write(&file, Run::of(&world, seen).to_text())
            .with_context(|| file.display().to_string())?;
    }
    Ok(graded)
}

/// Plays one session of a run and hands over the world in which it took place, with what its referee holds.
pub fn session_in_its_world(
    options: &Options,
    session: u32,
    hands: u16,
) -> anyhow::Result<(Graded, World)> {
    let rules = book(&options.rules).with_context(|| format!("no rule set {:?}", options.rules))?;
    let seed = session_seed(options.seed, session);
    let plan = SessionPlan { arranged: options.arranged, ..SessionPlan::new(rules, hands, seed) };
    let (course, world) =
        at_the_table(&plan, options.rivers).with_context(|| format!("session {session}"))?;
    let mut graded = marks(&course, &world)?;
    graded.table_time = Span::micros(world.now());
    Ok((graded, world))
}

/// Lets a plan take place at the real table, seen through simulated scans.
pub fn at_the_table(plan: &SessionPlan, rivers: bool) -> anyhow::Result<(Vec<Performed>, World)> {
    let (course, mut world) = set_up(plan, rivers)?;
    world.keep_lines(false);
    let (world, ended) = desktop::run_by_sight(world, rivers);
    ended.context("the table stopped")?;
    if let Some(violation) = world.violations().first() {
        bail!("{violation}");
    }
    Ok((course, world))
}

/// The world in which a plan will take place, and what will truly happen in it.
pub fn set_up(plan: &SessionPlan, rivers: bool) -> anyhow::Result<(Vec<Performed>, World)> {
    let pace = Pace { no_river: !rivers, ..Pace::default() };
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
    let script = course.iter().flat_map(|performed| acts(performed, &start)).collect();
    let ends = course.last().map_or(BEGINS, |performed| performed.line.span.1) + AFTERWARDS;
    Ok((course, World::new(Setup::new(plan.seed, script, ends.0))))
}
