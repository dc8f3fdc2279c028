//! `host-sim run` and `host-sim replay`: one scenario, and a recorded run once more.

use std::fmt::Display;
use std::fs;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use serde_json::json;

use super::{HomeName, ended, write, write_run};
use crate::album::Album;
use crate::home::Home;
use crate::played::Played;
use crate::referee::export;
use crate::rerun::Run;
use crate::scenario::Scenario;
use crate::world::World;

/// Which scenario, and what is kept of it.
#[derive(clap::Args)]
pub struct RunArguments {
    /// The scenario, a TOML file: steps at a table (tests/scenarios/README.md) or a played session
    /// (tests/played/README.md).
    file: PathBuf,
    /// Where the application runs.
    #[arg(long, default_value = "desktop")]
    home: HomeName,
    /// Write the verified records to this file, for `referee verify`.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write pictures of the screen and the seats' digits into this folder: panel-SECONDS.png.
    #[arg(long)]
    panel: Option<PathBuf>,
    /// Milliseconds between two pictures; a picture that has not changed is not written again.
    #[arg(long, default_value_t = 1_000)]
    panel_every: u64,
    /// Write what was done to the table and what it recorded to this file, for `host-sim replay`.
    #[arg(long)]
    record: Option<PathBuf>,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl RunArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let named = || format!("scenario {}", self.file.display());
        let text = fs::read_to_string(&self.file).with_context(named)?;
        let home = self.home.open()?;
        if Played::is_played(&text) {
            self.run_played(&text, &home).with_context(named)
        } else {
            self.run_scenario(&text, &home).with_context(named)
        }
    }

    fn run_played(&self, text: &str, home: &Home) -> Result<ExitCode> {
        let played = Played::parse(text)?;
        let staging = played.run(home)?;
        if let Some(out) = &self.out {
            write(out, &staging.export)?;
        }
        if !self.json {
            staging.records.iter().for_each(|record| println!("{} {}", record.seq, record.event));
        }
        Ok(report(played.check(&staging), staging.records.len(), self.json))
    }

    fn run_scenario(&self, text: &str, home: &Home) -> Result<ExitCode> {
        let scenario = Scenario::parse(text)?;
        let mut world = World::new(scenario.setup()?);
        if let Some(folder) = &self.panel {
            let album = Album::new(folder, self.panel_every.max(1) * 1_000);
            world.keep(album.with_context(|| folder.display().to_string())?);
        }
        let world = home.run(world)?;
        if !self.json {
            world.lines().iter().for_each(|line| println!("{line}"));
        }
        if let Some(why) = world.album().and_then(Album::failed) {
            bail!("a picture could not be written: {why}");
        }
        if let (Some(out), Some(referee)) = (&self.out, world.referee()) {
            write(out, &export(referee.ledger()))?;
        }
        if let Some(record) = &self.record {
            write_run(&world, record)?;
        }
        Ok(report(scenario.check(&world), world.records_held(), self.json))
    }
}

/// What came of a scenario.
pub(super) fn report(checked: Result<(), impl Display>, records: usize, json: bool) -> ExitCode {
    if json {
        let (passed, failed) = (u8::from(checked.is_ok()), u8::from(checked.is_err()));
        let reason = checked.as_ref().err().map(ToString::to_string);
        println!(
            "{}",
            json!({ "passed": passed, "failed": failed, "records": records, "reason": reason })
        );
    } else {
        match &checked {
            Ok(()) => println!("\nverified: {records} records, every one signed and chained"),
            Err(mismatch) => println!("\nFAILED: {mismatch}"),
        }
    }
    ended(checked.is_ok())
}

/// Which run.
#[derive(clap::Args)]
pub struct ReplayArguments {
    /// Written by `host-sim run --record`, `host-sim play --out` or `host-sim watch --record`: a text of one line an act.
    file: PathBuf,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl ReplayArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let named = || self.file.display().to_string();
        let text = fs::read_to_string(&self.file).with_context(named)?;
        let run = Run::parse(&text).with_context(named)?;
        let parting = run.compare(&run.replay()?).err();
        if self.json {
            let first = parting.as_ref().map(|parting| parting.number);
            let reason = parting.as_ref().map(ToString::to_string);
            let (same, records) = (parting.is_none(), run.records.len());
            println!(
                "{}",
                json!({ "same": same, "records": records, "parts_at": first, "reason": reason })
            );
        } else {
            match &parting {
                None => println!("the same {} records, byte by byte", run.records.len()),
                Some(parting) => println!("{parting}"),
            }
        }
        Ok(ended(parting.is_none()))
    }
}
