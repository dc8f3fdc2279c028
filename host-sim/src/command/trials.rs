//! `host-sim cuts` and `host-sim link`: what must survive, tried at random.

use std::process::ExitCode;

use anyhow::Result;
use indicatif::ProgressBar;

use super::{ended, print};
use crate::{cuts, link};

/// How many cuts, and which.
#[derive(clap::Args)]
pub struct CutsArguments {
    /// Cuts to be made.
    #[arg(long, default_value_t = 500)]
    cuts: u64,
    /// Everything follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl CutsArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let CutsArguments { cuts, seed, .. } = *self;
        eprintln!("host-sim cuts --cuts {cuts} --seed {seed}");
        let bar = ProgressBar::new(cuts);
        let report = cuts::cut(cuts, seed, |made| bar.inc(made))?;
        bar.finish_and_clear();
        print(&report, self.json)?;
        Ok(ended(report.is_good()))
    }
}

/// How bad the cable is, and how long it is tried.
#[derive(clap::Args)]
pub struct LinkArguments {
    /// Share of frames that vanish, in both directions.
    #[arg(long, default_value_t = 0.3)]
    loss: f64,
    /// Share of frames in which a bit changes.
    #[arg(long, default_value_t = 0.01)]
    damage: f64,
    /// Records to be made, at tables of at most 1500 each.
    #[arg(long, default_value_t = 1_000)]
    records: u64,
    /// Everything follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl LinkArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let LinkArguments { loss, damage, records, seed, .. } = *self;
        eprintln!(
            "host-sim link --loss {loss} --damage {damage} --records {records} --seed {seed}"
        );
        let bar = ProgressBar::new(records);
        let options = link::Options { loss, damage, records, seed };
        let outcome = link::run(&options, |made| bar.set_position(made))?;
        bar.finish_and_clear();
        print(&outcome, self.json)?;
        Ok(ended(outcome.is_good()))
    }
}
