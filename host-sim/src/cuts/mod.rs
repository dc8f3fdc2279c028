//! `host-sim cuts`: sessions are played at a table whose power is cut again and again, at any instant and after any byte on the
//! storage's bus, also while it recovers. After every cut the journal, the resumed state and the clocks are compared with what is
//! known of the time before; at the end the results are compared with what truly happened.

mod audit;
mod session;

pub use audit::{Bad, records_on};

use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::thread;

use serde::Serialize;

/// Findings that people are shown; the JSON has all.
const MOST_SHOWN: usize = 20;

/// What came out.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Report {
    /// Cuts made.
    pub cuts: u64,
    /// Records that were durable and were not there afterwards, or not the same.
    pub lost: u64,
    /// Records that nobody made.
    pub invented: u64,
    /// Restarts with another state, clock or pending call than before, and hands whose signed result is not what happened.
    pub wrong_state: u64,
    /// Cuts that tore a transfer of the storage chip.
    pub torn: u64,
    /// Cuts before the table had picked up its session again after the cut before.
    pub while_recovering: u64,
    /// Hands played to a signed end.
    pub hands: u64,
    /// Hands that the referee had to declare void or settle himself.
    pub hands_settled: u64,
    /// Longest time from power to the session going on, in milliseconds of table time.
    pub slowest_pick_up_ms: u64,
    /// What was wrong, in words, with the command that repeats it.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub findings: Vec<String>,
}

impl Report {
    fn add(&mut self, other: Report) {
        self.cuts += other.cuts;
        self.lost += other.lost;
        self.invented += other.invented;
        self.wrong_state += other.wrong_state;
        self.torn += other.torn;
        self.while_recovering += other.while_recovering;
        self.hands += other.hands;
        self.hands_settled += other.hands_settled;
        self.slowest_pick_up_ms = self.slowest_pick_up_ms.max(other.slowest_pick_up_ms);
        self.findings.extend(other.findings);
    }

    /// Nothing lost, nothing invented, always the state of before or after.
    pub fn is_good(&self) -> bool {
        (self.lost, self.invented, self.wrong_state) == (0, 0, 0)
    }
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(
            out,
            "{} power cuts, {} of them in the middle of a transfer, {} while the table recovered",
            self.cuts, self.torn, self.while_recovering
        )?;
        writeln!(
            out,
            "records   {} lost, {} invented; {} times a wrong state",
            self.lost, self.invented, self.wrong_state
        )?;
        write!(
            out,
            "play      {} hands to a signed end, {} settled by the referee; at most {} ms from power to play",
            self.hands, self.hands_settled, self.slowest_pick_up_ms
        )?;
        let shown = self.findings.iter().take(MOST_SHOWN);
        shown.into_iter().try_for_each(|finding| write!(out, "\n{finding}"))
    }
}

/// Cuts the power `cuts` times, in as many sessions as that takes, on all processors. The report does not depend on how
/// many there are.
pub fn cut(cuts: u64, seed: u64, progress: impl Fn(u64)) -> anyhow::Result<Report> {
    let sessions = cuts.div_ceil(session::CUTS_PER_SEED);
    let next = AtomicU64::new(0);
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let mut reports: Vec<(u64, Report)> = thread::scope(|scope| {
        let (tell, told) = mpsc::channel();
        for _ in 0..workers {
            let (tell, next) = (tell.clone(), &next);
            scope.spawn(move || {
                loop {
                    let nth = next.fetch_add(1, Ordering::Relaxed);
                    if nth >= sessions {
                        break;
                    }
                    let most = (cuts - nth * session::CUTS_PER_SEED).min(session::CUTS_PER_SEED);
                    let report = session::cut(seed.wrapping_add(nth), most);
                    if tell.send(report.map(|report| (nth, report))).is_err() {
                        break;
                    }
                }
            });
        }
        drop(tell);
        told.into_iter()
            .inspect(|report| {
                if let Ok((_, report)) = report {
                    progress(report.cuts);
                }
            })
            .collect::<anyhow::Result<_>>()
    })?;
    reports.sort_by_key(|(nth, _)| *nth);
    let mut whole = Report::default();
    reports.into_iter().for_each(|(_, report)| whole.add(report));
    Ok(whole)
}
