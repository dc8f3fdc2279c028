//! One session, its power cut again and again.

use anyhow::Context;
use firmware::tasks::table::Mind;
use table_core::event::Event;
use table_core::game::{Call, Ended, Phase, State, apply};
use table_core::record::{Record, Sealed};
use table_core::rules::{BOOKS, Points, Seats};
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::trust::SoftwareKey;

use super::Report;
use super::audit::{Bad, compare, records_on};
use crate::chips::Micros;
use crate::desktop;
use crate::play::{ARRANGED, Seen, planned};
use crate::world::play::course::Performed;
use crate::world::play::random::Random;
use crate::world::play::session::SessionPlan;
use crate::world::{Act, Heard, World};

/// Cuts that share a seed.
pub const CUTS_PER_SEED: u64 = 50;
/// Hands of a session.
const HANDS: u16 = 2;
/// After power has come back nobody touches a tile for so long: the table says when it is ready.
const PAUSE: Micros = 4_000_000;
/// Longest time without power, in microseconds.
const MOST_DARK: usize = 5_000_000;
/// Clocks are kept every second; a cut just before the next time, while a commit holds the chip, is the worst.
const CLOCK_BEHIND: Span = Span::millis(1_300);

/// Cuts the power `cuts` times, in one session after the other if one ends before.
pub fn cut(seed: u64, cuts: u64) -> anyhow::Result<Report> {
    let mut run = Run {
        report: Report::default(),
        seed,
        before: vec![],
        stood: Some(Span(0)),
        random: Random::new(seed),
    };
    let mut nth = 0;
    while run.report.cuts < cuts {
        run.session(nth, cuts).with_context(|| format!("seed {seed}, session {nth}"))?;
        nth += 1;
    }
    Ok(run.report)
}

struct Run {
    report: Report,
    seed: u64,
    /// Records on the chip after the cut before.
    before: Vec<Sealed>,
    /// Where the session clock stood at the newest cut; unknown where it did not run any more, as the table had just ended the session.
    stood: Option<Span>,
    random: Random,
}

impl Run {
    /// One session at a new table, until there have been so many cuts; then it is played to its end.
    fn session(&mut self, nth: u64, cuts: u64) -> anyhow::Result<()> {
        let seed = Random::part(self.seed, nth).bits();
        let book = BOOKS[seed as usize % BOOKS.len()];
        let plan = SessionPlan { arranged: ARRANGED, ..SessionPlan::new(book, HANDS, seed) };
        let (course, mut world) = planned(&plan, &Seen::default())?;
        let table = SoftwareKey::from_seed(&world.key_seed()).public();
        (self.before, self.stood) = (vec![], Some(Span(0)));
        loop {
            if self.report.cuts < cuts {
                self.plan_a_cut(&mut world);
            }
            let (cut, mind, ended) = desktop::run_with_its_mind(world);
            ended.with_context(|| format!("after cut {}", self.report.cuts))?;
            if !cut.is_dark() {
                return self.compare_results(&course, &cut);
            }
            self.report.cuts += 1;
            let on_chip = records_on(cut.fram().bytes(), &table);
            let on_chip = on_chip.with_context(|| format!("cut {}", self.report.cuts))?;
            self.compare(&cut, &mind, &on_chip);
            let dark = self.random.below(MOST_DARK) as Micros;
            let records: Vec<Record> = on_chip.iter().map(|(_, record)| *record).collect();
            let moments: Vec<_> =
                records.iter().map(|it| (cut.moment(it.boot, it.at), *it)).collect();
            world = cut.power_returns(dark, PAUSE, |said| is_on_record(said, &moments));
            self.compare_resumed(&world, &records)?;
            self.before = on_chip.into_iter().map(|(sealed, _)| sealed).collect();
        }
    }

    /// At some instant, or after some byte; often while the table is still recovering from the cut before.
    fn plan_a_cut(&mut self, world: &mut World) {
        match self.random.below(10) {
            0..5 => world.cut_at(world.now() + self.random.below(20_000_000) as Micros),
            5..8 => world.cut_after_bytes(1 + self.random.below(60_000)),
            8 => world.cut_after_bytes(1 + self.random.below(3_000)),
            _ => world.cut_at(world.now() + self.random.below(2_500_000) as Micros),
        }
    }

    fn finding(&mut self, what: &str) {
        let (seed, cut) = (self.seed, self.report.cuts);
        self.report.findings.push(format!(
            "{what} (cut {cut}; repeat with host-sim cuts --cuts {CUTS_PER_SEED} --seed {seed})"
        ));
    }

    fn compare(&mut self, world: &World, mind: &Mind, on_chip: &[(Sealed, Record)]) {
        self.report.torn += u64::from(world.fram().is_dead());
        let (table, at) = (mind.table(), world.tick());
        // Cut again before it remembered anything, the clock still stands where it stood.
        if world.promises().remembers() {
            let runs = !matches!(table.state().phase, Phase::Idle | Phase::Over);
            let stands = table.played_at_the_cut().unwrap_or_else(|| table.played(at));
            self.stood = runs.then_some(stands);
        }
        let recovering = table.picking_up() || !world.promises().remembers();
        self.report.while_recovering += u64::from(recovering);
        for bad in compare(&self.before, on_chip, world) {
            match bad {
                Bad::Lost(what) => {
                    self.report.lost += 1;
                    self.finding(&what);
                }
                Bad::Invented(what) => {
                    self.report.invented += 1;
                    self.finding(&what);
                }
            }
        }
        let broken: Vec<String> = world.violations().iter().map(ToString::to_string).collect();
        for violation in broken {
            self.report.invented += 1;
            self.finding(&violation);
        }
    }

    /// What the table has in mind after the cut against the records, and its clock against what it showed before.
    fn compare_resumed(&mut self, world: &World, records: &[Record]) -> anyhow::Result<()> {
        let after = desktop::remember(world).with_context(|| format!("seed {}", self.seed))?;
        let table = after.table();
        let mut state = State::new();
        records.iter().for_each(|record| apply(&mut state, &record.event));
        let mut wrong = vec![];
        if table.state() != &state {
            wrong.push("another state than the records give".to_owned());
        }
        if table.callers() != callers(records) {
            wrong.push("another call is pending than on record".to_owned());
        }
        let resumes = !matches!(state.phase, Phase::Idle | Phase::Over);
        if resumes != table.picking_up() {
            wrong.push("a session that runs is not picked up, or one that does not".to_owned());
        }
        if let (true, Some(played)) = (resumes, table.played_at_the_cut()) {
            let recorded = state.session.map_or(Span(0), |session| session.played);
            let behind = |stood: Span| played > stood || stood.0 - played.0 > CLOCK_BEHIND.0;
            if played < recorded || self.stood.is_some_and(behind) {
                let stood = self.stood;
                wrong.push(format!("the clock stood at {stood:?} and goes on from {played:?}"));
            }
            self.stood = Some(played);
        }
        self.report.wrong_state += wrong.len() as u64;
        wrong.iter().for_each(|what| self.finding(what));
        Ok(())
    }

    /// Results against the truth.
    fn compare_results(&mut self, course: &[Performed], world: &World) -> anyhow::Result<()> {
        let ledger = world.referee().context("a session without a referee")?.ledger();
        let mut state = State::new();
        let mut hands = vec![];
        let mut slowest = 0;
        for sealed in ledger.records() {
            let record = sealed.read()?;
            apply(&mut state, &record.event);
            match (record.event, &state.session) {
                (Event::HandEnded { end, .. }, Some(session)) => {
                    hands.push((end, session.rows.iter().last()));
                }
                (Event::PickedUp { .. }, _) => slowest = record.at.as_millis().max(slowest),
                _ => {}
            }
        }
        self.report.slowest_pick_up_ms = self.report.slowest_pick_up_ms.max(slowest);
        for (performed, (end, row)) in course.iter().zip(hands) {
            let truth = &performed.hand.truth;
            let mut expected = [Points(0); 4];
            for seat in Seat::ALL {
                let player = truth.deal.players[seat.index()] as usize;
                expected[player] = truth.outcome.settlement.of(seat);
            }
            match end {
                Ended::Won(_) | Ended::Drawn => {
                    self.report.hands += 1;
                    if row != Some(expected) {
                        self.report.wrong_state += 1;
                        self.finding(&format!(
                            "hand {}: {row:?}, not {expected:?}",
                            truth.deal.number
                        ));
                    }
                }
                Ended::Again | Ended::Void => self.report.hands_settled += 1,
            }
        }
        Ok(())
    }
}

/// Who has called hu in the hand that runs, by the records alone.
fn callers(records: &[Record]) -> Seats {
    let mut callers = [false; 4];
    for record in records {
        match record.event {
            Event::Called { seat, call: Call::Hu } => callers[seat.index()] = true,
            Event::HuRefused { seat } => callers[seat.index()] = false,
            Event::HandStarted { .. } | Event::HandEnded { .. } => callers = [false; 4],
            _ => {}
        }
    }
    let called = Seat::ALL.into_iter().filter(|seat| callers[seat.index()]);
    called.fold(Seats::NONE, Seats::and)
}

/// Whether the table has put on record what somebody said.
fn is_on_record(heard: &Heard<'_>, records: &[(Micros, Record)]) -> bool {
    let mut later = records.iter().rev().take_while(|(at, _)| *at >= heard.said);
    later.any(|(_, record)| match (heard.act, record.event) {
        (Act::Press(seat, call), Event::Called { seat: who, call: what }) => {
            (*seat, *call) == (who, what)
        }
        (Act::Press(_, Call::Referee), Event::RefereeCalled { .. }) => true,
        _ => false,
    })
}
