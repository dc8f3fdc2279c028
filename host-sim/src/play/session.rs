//! One session at one table.

use std::fs;
use std::ops::Range;
use std::path::PathBuf;

use anyhow::{Context, bail};
use table_core::enrolment::TagUid;
use table_core::game::{PlayerId, RuleSet, SessionStart};
use table_core::rules::{Rulings, book};
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::eyes::Eyes;
use super::marks::{Graded, marks};
use super::script::acts;
use super::session_seed;
use crate::air::Errors;
use crate::album::Album;
use crate::chips::Micros;
use crate::home::Home;
use crate::referee::export;
use crate::rerun::Run;
use crate::world::play::course::{Course, Performed};
use crate::world::play::pace::Pace;
use crate::world::play::random::spread;
use crate::world::play::session::SessionPlan;
use crate::world::{Act, Logged, Setup, World, seconds_of, tag_of};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Options {
    /// Short name of the rule set.
    pub rules: String,
    /// Everything follows from it.
    pub seed: u64,
    /// Only this session of the run, numbered from 0.
    pub session: Option<u32>,
    /// How the table sees.
    pub seen: Seen,
    /// Where the application runs.
    pub home: Home,
    /// Share of hands in which players work towards a chosen fan.
    pub arranged: f64,
    /// Where each session's verified records go, for `referee verify`, and its inputs, for `host-sim replay`.
    pub out: Option<PathBuf>,
    /// Seconds of table time of which everything done, seen and recorded is kept.
    pub log: Option<Range<u64>>,
}

/// Share of hands in which players work towards a chosen fan, unless told otherwise.
pub const ARRANGED: f64 = 0.5;

impl Options {
    /// What is played where nothing is said about it: a perfect channel, on the desktop.
    pub fn ordinary(rules: &str, seed: u64) -> Options {
        Options {
            rules: rules.into(),
            seed,
            session: None,
            seen: Seen::default(),
            home: Home::Desktop,
            arranged: ARRANGED,
            out: None,
            log: None,
        }
    }
}

/// How the table sees.
#[derive(Debug, Clone, PartialEq)]
pub struct Seen {
    /// There are river loops.
    pub rivers: bool,
    /// What goes wrong between tiles and readers.
    pub errors: Errors,
    /// How closely the readers are simulated.
    pub detail: Detail,
    /// Where pictures of the panel go, and how many seconds apart.
    pub panel: Option<(PathBuf, u32)>,
}

impl Default for Seen {
    /// A perfect channel, with river loops.
    fn default() -> Seen {
        Seen { rivers: true, errors: Errors::none(), detail: Detail::Sightings, panel: None }
    }
}

/// How closely readers are simulated. The air and its errors are the same.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub enum Detail {
    /// Scan by scan, without the SPI bytes.
    #[default]
    Sightings,
    /// Every SPI byte, through the driver and the chip models.
    Bytes,
}

/// When the referee starts the session.
const BEGINS: Tick = Tick(1_000_000);
/// Time for the last records to reach the referee.
const AFTERWARDS: Span = Span::secs(10);

/// Plays one session of a run and grades it.
pub fn play_session(options: &Options, session: u32, hands: u16) -> anyhow::Result<Graded> {
    let (graded, world) = session_in_its_world(options, session, hands)?;
    if let (Some(folder), Some(referee)) = (&options.out, world.referee()) {
        fs::create_dir_all(folder).with_context(|| folder.display().to_string())?;
        let file = folder.join(format!("session-{session}.records"));
        fs::write(&file, export(referee.ledger())).with_context(|| file.display().to_string())?;
        let file = folder.join(format!("session-{session}.run"));
        fs::write(&file, Run::of(&world, &options.seen).to_text())
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
    let (course, mut world) = planned(&plan, &options.seen)?;
    world.keep_lines(options.log.is_some());
    let (course, world) =
        taken_place(course, world, &options.home).with_context(|| format!("session {session}"))?;
    let mut graded = marks(&course, &world)?;
    if let Some(seconds) = &options.log {
        graded.log = log(seconds, &course, &world);
    }
    graded.table_time = Span::micros(world.now());
    Ok((graded, world))
}

/// Lets a plan take place at the real table, seen through simulated scans.
pub fn at_the_table(
    plan: &SessionPlan,
    seen: &Seen,
    home: &Home,
) -> anyhow::Result<(Vec<Performed>, World)> {
    let (course, world) = planned(plan, seen)?;
    taken_place(course, world, home)
}

fn taken_place(
    mut course: Vec<Performed>,
    world: World,
    home: &Home,
) -> anyhow::Result<(Vec<Performed>, World)> {
    let world = home.run(world)?;
    course.iter_mut().for_each(|performed| performed.line.come_later(|at| world.real_time(at)));
    if let Some(why) = world.album().and_then(Album::failed) {
        bail!("a picture could not be written: {why}");
    }
    if let Some(violation) = world.violations().first() {
        bail!("{violation}");
    }
    Ok((course, world))
}

/// What truly happened, what was done to the table, and what it saw and recorded, by time.
fn log(seconds: &Range<u64>, course: &[Performed], world: &World) -> Vec<String> {
    let truth = course.iter().flat_map(|performed| &performed.line.truth);
    let truth = truth.map(|(at, play)| (at.0, format!("{}  truly    {play:?}", seconds_of(at.0))));
    let named = |tag: &TagUid| Tile::all().find(|tile| tag_of(*tile) == *tag);
    let lines = world.lines().iter().map(|line| {
        // Whoever looks for a tile knows it by its face.
        let tile = match &line.what {
            Logged::World(Act::Lay(tag, _) | Act::Lift(tag)) => named(tag),
            _ => None,
        };
        let tile = tile.map_or(String::new(), |tile| format!(" ({tile})"));
        (line.at, format!("{line}{tile}"))
    });
    let mut log: Vec<(Micros, String)> =
        truth.chain(lines).filter(|(at, _)| seconds.contains(&(at / 1_000_000))).collect();
    log.sort_by_key(|(at, _)| *at);
    log.into_iter().map(|(_, line)| line).collect()
}

/// What is done to a table, by time.
pub type Script = Vec<(Micros, Act)>;

/// What will truly happen by a plan, what of it is done to the table, and when it is over.
pub fn written(plan: &SessionPlan, seen: &Seen) -> anyhow::Result<(Vec<Performed>, Script, Tick)> {
    let Seen { rivers, ref errors, .. } = *seen;
    let pace = errors.pace(rivers);
    let pace = Pace { mixing: plan.between.unwrap_or(pace.mixing), ..pace };
    let start = SessionStart {
        session: 1,
        table: 1,
        rules: RuleSet::named(plan.book.id()).context("no such rule set")?,
        rulings: plan.rulings,
        digest: Rulings::digest(&plan.rulings).context("the rulings do not encode")?,
        players: [1, 2, 3, 4].map(PlayerId),
        hands: plan.hands,
        rivers,
        nonce: plan_nonce(plan.seed),
        language: Default::default(),
        // These players press for every call.
        buttons_declare: true,
    };
    let course: Result<Vec<Performed>, _> = Course::new(plan, pace, BEGINS).collect();
    let course = course.map_err(|broken| anyhow::anyhow!("the world broke a rule: {broken:?}"))?;
    let mut script: Vec<_> = course.iter().flat_map(|performed| acts(performed, &start)).collect();
    for order in &plan.orders {
        let at = order.at(&course).context("an order for a moment that never comes")?;
        script.push((at.0, order.act.clone()));
    }
    script.sort_by_key(|(at, _)| *at);
    let ends = course.last().map_or(BEGINS, |performed| performed.line.span.1) + AFTERWARDS;
    Ok((course, script, ends))
}

/// What will happen by a plan, and the world in which it will.
pub fn planned(plan: &SessionPlan, seen: &Seen) -> anyhow::Result<(Vec<Performed>, World)> {
    let Seen { rivers, ref errors, detail, ref panel } = *seen;
    let (course, script, ends) = written(plan, seen)?;
    let setup = Setup::new(plan.seed, script, ends.0);
    let mut world = World::new(Setup { errors: errors.clone(), ..setup });
    world.keep_lines(false);
    // Chance stops people; what a plan orders to be done to a reader is there to be played through.
    if errors.reader != Errors::none().reader {
        world = world.heeding_the_screen();
    }
    if let Detail::Sightings = detail {
        world = world.by_sight(Eyes::new(plan.seed, rivers));
    }
    if let Some((folder, seconds)) = panel {
        let folder = folder.join(format!("session-{}", plan.seed));
        let every = u64::from((*seconds).max(1)) * 1_000_000;
        world.keep(Album::new(&folder, every).with_context(|| folder.display().to_string())?);
    }
    Ok((course, world))
}

/// What the simulated referee's device makes up for a session.
fn plan_nonce(seed: u64) -> [u8; 16] {
    let mut nonce = [0; 16];
    nonce[..8].copy_from_slice(&spread(seed).to_le_bytes());
    nonce[8..].copy_from_slice(&spread(!seed).to_le_bytes());
    nonce
}
