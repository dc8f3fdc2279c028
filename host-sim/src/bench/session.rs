//! Whole sessions at the simulated table: how fast they pass, and how soon the table names what was done.

use std::time::Instant;

use anyhow::ensure;

use super::{Row, of_all_threads};
use crate::air::Errors;
use crate::play::{HANDS_PER_SESSION, Options, Report, Seen, play};

/// Hands of the sessions whose time is compared: it should grow as they do.
const HANDS: [u16; 3] = [4, 8, HANDS_PER_SESSION];

/// A session of so many hands, and the processor time it took.
fn session(errors: Errors, hands: u16) -> anyhow::Result<(Report, f64)> {
    let seen = Seen { errors, ..Seen::default() };
    let options = Options { seen, ..Options::ordinary("mcr", 1) };
    let before = of_all_threads();
    let report = play(&options, u32::from(hands), |_| {})?;
    ensure!(report.results_wrong == 0, "a wrong result was signed");
    Ok((report, of_all_threads() - before))
}

/// Sessions without faults of three lengths, and one with those that the table is built for.
pub fn played() -> anyhow::Result<Vec<Row>> {
    let mut rows = vec![];
    for hands in HANDS {
        let started = Instant::now();
        let (report, seconds) = session(Errors::none(), hands)?;
        let passed = started.elapsed().as_secs_f64();
        let name = format!("session of {hands} hands, no faults");
        rows.push(Row::new(format!("{name}: acts"), report.events_true as f64, "acts"));
        rows.push(Row::new(format!("{name}: processor"), seconds * 1e3, "ms"));
        let speed = "table seconds a second";
        rows.push(Row::new(format!("{name}: speed"), report.table_seconds / seconds, speed));
        rows.push(Row::new(format!("{name}: by the clock"), report.table_seconds / passed, speed));
    }
    let (report, seconds) = session(Errors::realistic(), HANDS_PER_SESSION)?;
    let name = format!("session of {HANDS_PER_SESSION} hands, realistic");
    rows.push(Row::new(format!("{name}: processor"), seconds * 1e3, "ms"));
    for (what, value) in [
        ("act named, median", report.latency_ms_p50),
        ("act named, p95", report.latency_ms_p95),
        ("act permanent, p95", report.commit_ms_p95),
    ] {
        rows.push(Row::new(format!("{name}: {what}"), value as f64, "ms"));
    }
    Ok(rows)
}
