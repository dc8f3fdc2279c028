//! `host-sim bench`: the figures of the README, from one command.

mod boot;
mod chip;
mod growth;
mod hands;
mod inventory;
mod records;
mod scoring;
mod session;

use rustix::time::{ClockId, clock_gettime};
use serde::Serialize;

pub use chip::{on_the_chip, panel_on_the_chip, trust_on_the_chip};
pub use inventory::of_random_tags;
pub use records::verified;
pub use scoring::{on_the_desktop, rate_of};
pub use session::played;

/// One figure.
#[derive(Debug, Clone, Serialize)]
pub struct Row {
    /// What was measured.
    pub name: String,
    /// How much.
    pub value: f64,
    /// Of what.
    pub unit: &'static str,
}

impl Row {
    fn new(name: impl Into<String>, value: f64, unit: &'static str) -> Row {
        Row { name: name.into(), value, unit }
    }
}

/// Series of which the median is taken: one busy moment of the machine does not count.
const SERIES: usize = 7;

/// How many items of `work` are done in a second of processor time; `work` says how many it did.
fn per_second(mut work: impl FnMut() -> usize) -> f64 {
    let mut rates: Vec<f64> = (0..SERIES)
        .map(|_| {
            let started = processor_seconds();
            let done = work();
            done as f64 / (processor_seconds() - started)
        })
        .collect();
    rates.sort_by(f64::total_cmp);
    rates[SERIES / 2]
}

/// Time that all threads have had a processor: what other programs take does not count.
fn of_all_threads() -> f64 {
    seconds(ClockId::ProcessCPUTime)
}

/// Time that this thread has had a processor: what other programs take does not count.
fn processor_seconds() -> f64 {
    seconds(ClockId::ThreadCPUTime)
}

fn seconds(clock: ClockId) -> f64 {
    let time = clock_gettime(clock);
    time.tv_sec as f64 + time.tv_nsec as f64 * 1e-9
}
