//! One session at one table, and its marks.

use std::fs;
use std::path::PathBuf;

use anyhow::{Context, bail};
use table_core::event::Event;
use table_core::game::{Ended, FlagKind, Play, PlayerId, RuleSet, SessionStart, State, apply};
use table_core::record::Record;
use table_core::rules::{Points, Rulings, book};
use table_core::seat::Seat;
use table_core::time::{Span, Tick};

use super::script::acts;
use crate::desktop;
use crate::referee::export;
use crate::rerun::{Run, Seen};
use crate::world::play::course::{Course, Performed};
use crate::world::play::grade::{Marks, grade};
use crate::world::play::pace::Pace;
use crate::world::play::session::SessionPlan;
use crate::world::play::timeline::Timeline;
use crate::world::{Setup, World};

/// What is to be played.
#[derive(Debug, Clone)]
pub struct Options {
    /// Short name of the rule set.
    pub rules: String,
    /// Everything follows from it.
    pub seed: u64,
    /// There are river loops.
    pub rivers: bool,
    /// Share of hands in which players work towards a chosen fan.
    pub arranged: f64,
    /// Where each session's verified records go, for `referee verify`, and its inputs, for `host-sim replay`.
    pub out: Option<PathBuf>,
}

/// How one session went.
#[derive(Debug, Clone, Default)]
pub struct Graded {
    /// Marks of each hand.
    pub hands: Vec<GradedHand>,
    /// Records that the referee holds, every one verified.
    pub records: u64,
    /// Table time.
    pub table_time: Span,
}

/// How one hand went.
#[derive(Debug, Clone, Default)]
pub struct GradedHand {
    /// Acts against the truth.
    pub marks: Marks,
    /// From the act to the moment it was named.
    pub named: Vec<Span>,
    /// Somebody won.
    pub won: bool,
    /// The table had to ask the referee.
    pub asked: bool,
    /// A result was signed that differs from the truth.
    pub result_wrong: bool,
    /// The hand never came to a signed end.
    pub unfinished: bool,
    /// Flags raised although nobody did anything wrong.
    pub false_flags: usize,
    /// Numbers of the fan or items that were won.
    pub counted: Vec<u8>,
}

/// When the referee starts the session.
const BEGINS: Tick = Tick(1_000_000);
/// Time for the last records to reach the referee.
const AFTERWARDS: Span = Span::secs(10);

/// Plays one session and grades it.
pub fn play_session(options: &Options, seed: u64, hands: u16) -> anyhow::Result<Graded> {
    let (graded, world) = session_in_its_world(options, seed, hands)?;
    if let (Some(folder), Some(referee)) = (&options.out, world.referee()) {
        let file = folder.join(format!("session-{seed}.records"));
        fs::write(&file, export(referee.ledger())).with_context(|| file.display().to_string())?;
        let seen = if options.rivers { Seen::BySight } else { Seen::WithoutRivers };
        let file = folder.join(format!("session-{seed}.run"));
        fs::write(&file, Run::of(&world, seed, seen).to_text())
            .with_context(|| file.display().to_string())?;
    }
    Ok(graded)
}

/// Plays one session and hands over the world in which it took place, with what its referee holds.
pub fn session_in_its_world(
    options: &Options,
    seed: u64,
    hands: u16,
) -> anyhow::Result<(Graded, World)> {
    let rules = book(&options.rules).with_context(|| format!("no rule set {:?}", options.rules))?;
    let plan = SessionPlan { arranged: options.arranged, ..SessionPlan::new(rules, hands, seed) };
    let (course, world) =
        at_the_table(&plan, options.rivers).with_context(|| format!("seed {seed}"))?;
    let mut graded = marks(&course, &world)?;
    graded.table_time = Span::micros(world.now());
    Ok((graded, world))
}

/// Lets a plan take place at the real table, seen through simulated scans.
pub fn at_the_table(plan: &SessionPlan, rivers: bool) -> anyhow::Result<(Vec<Performed>, World)> {
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
    let mut world = World::new(Setup::new(plan.seed, script, ends.0));
    world.keep_lines(false);
    let (world, ended) = desktop::run_by_sight(world, rivers);
    ended.context("the table stopped")?;
    if let Some(violation) = world.violations().first() {
        bail!("{violation}");
    }
    Ok((course, world))
}

/// Grades every hand by what the referee holds.
fn marks(course: &[Performed], world: &World) -> anyhow::Result<Graded> {
    let ledger = world.referee().context("a session without a referee")?.ledger();
    let records: Result<Vec<Record>, _> =
        ledger.records().iter().map(|sealed| sealed.read()).collect();
    let records = records?;
    let mut state = State::new();
    let mut hands: Vec<Hand> = vec![];
    for record in &records {
        apply(&mut state, &record.event);
        if let Event::HandStarted { .. } = record.event {
            hands.push(Hand::default());
        }
        if let Some(hand) = hands.last_mut() {
            hand.events.push((record.at, record.event));
            if let Event::HandEnded { .. } = record.event
                && let Some(session) = &state.session
            {
                hand.ended = session.ended;
                hand.row = session.rows.iter().last();
            }
        }
    }
    hands.resize_with(course.len(), Hand::default);
    let graded =
        course.iter().zip(&hands).map(|(performed, hand)| grade_hand(performed, hand, world));
    Ok(Graded { hands: graded.collect(), records: records.len() as u64, table_time: Span(0) })
}

/// What was recorded of a hand.
#[derive(Default)]
struct Hand {
    events: Vec<(Tick, Event)>,
    /// How it ended, and what it brought, by player.
    ended: Option<Ended>,
    row: Option<[Points; 4]>,
}

fn grade_hand(performed: &Performed, hand: &Hand, world: &World) -> GradedHand {
    let (line, truth) = (&performed.line, &performed.hand.truth);
    let (from, until) = (line.span.0.0, line.span.1.0);
    let first_named = |play: &Play, done: Tick| {
        let mut later = world.named().range((done.0.max(from), 0)..(until, 0));
        later.find(|(_, other)| *other == play).map(|((at, _), _)| Tick(*at).since(done))
    };
    let asked = hand.events.iter().any(|(_, event)| matches!(event, Event::Asked(_)));
    let settled = world.stepped_in().iter().any(|at| (from..=until).contains(at));
    let flags = hand.events.iter().filter_map(|(at, event)| match event {
        Event::Flagged(flag) => Some((*at, *flag)),
        _ => None,
    });
    // Thinking too long and sharing a place are facts of the game, not mistakes of the table.
    let deserved = |at: Tick, kind| match kind {
        FlagKind::Overtime => overtime(line, at),
        FlagKind::RankTie => tied(&performed.hand.totals),
        _ => !line.slips.is_empty(),
    };
    // What the hand truly brought, by player.
    let mut row = [Points(0); 4];
    for seat in Seat::ALL {
        row[truth.deal.players[seat.index()] as usize] = truth.outcome.settlement.of(seat);
    }
    let counts = matches!(hand.ended, Some(Ended::Won(_) | Ended::Drawn));
    let counted = truth.outcome.wins.iter().flat_map(|won| won.counted.lines.iter());
    GradedHand {
        marks: grade(&line.truth, &committed(hand, truth.deal.dealer)),
        named: line.truth.iter().filter_map(|(done, play)| first_named(play, *done)).collect(),
        won: !truth.outcome.wins.is_empty(),
        asked: asked || settled,
        result_wrong: counts && hand.row != Some(row),
        unfinished: !counts,
        false_flags: flags.filter(|(at, flag)| !deserved(*at, flag.kind)).count(),
        counted: counted.map(|line| line.number).collect(),
    }
}

/// The acts that stand on record.
fn committed(hand: &Hand, dealer: Seat) -> Vec<(Tick, Play)> {
    let mut acts = vec![];
    for (at, event) in &hand.events {
        match event {
            Event::Dealt { .. } => acts.push((*at, Play::Deal { dealer })),
            Event::Play { play, .. } => acts.push((*at, *play)),
            Event::Undone { plays } => {
                acts.truncate(acts.len().saturating_sub(usize::from(*plays)))
            }
            _ => {}
        }
    }
    acts
}

/// Two players have the same points.
fn tied(totals: &[Points; 4]) -> bool {
    let mut sorted = *totals;
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether somebody really thought too long shortly before a flag: ten seconds since the last act, or twenty from the deal
/// to the first discard; a second less, since what is seen lags behind what is done.
fn overtime(line: &Timeline, at: Tick) -> bool {
    const TURN: Span = Span::secs(9);
    const OPENING: Span = Span::secs(19);
    let before = |such: &dyn Fn(&Play) -> bool| {
        line.truth
            .iter()
            .rev()
            .find(|(done, play)| *done <= at && such(play))
            .map(|(done, _)| *done)
    };
    let last = before(&|_| true);
    let dealt = before(&|play| matches!(play, Play::Deal { .. }));
    let discarded = before(&|play| matches!(play, Play::Discard { .. }));
    last.is_none_or(|done| at.since(done) >= TURN)
        || discarded.is_none() && dealt.is_some_and(|done| at.since(done) >= OPENING)
}
