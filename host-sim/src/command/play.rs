//! `host-sim play`: whole sessions, graded.

use std::ops::Range;
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::ValueEnum;
use indicatif::ProgressBar;

use super::{HomeName, Rules, ended, print};
use crate::air::Errors;
use crate::play::{self, Demand, Detail, Options, Report, Seen};

/// How closely readers are simulated.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Closeness {
    /// Scan by scan: for long runs.
    Sightings,
    /// Every SPI byte, through the reader driver and the chip models.
    Bytes,
}

impl From<Closeness> for Detail {
    fn from(closeness: Closeness) -> Detail {
        match closeness {
            Closeness::Sightings => Detail::Sightings,
            Closeness::Bytes => Detail::Bytes,
        }
    }
}

/// What is played, at which table.
#[derive(clap::Args)]
pub struct PlayArguments {
    /// The rule book.
    #[arg(long, default_value = "mcr")]
    rules: Rules,
    /// Hands to be played, in sessions of at most sixteen.
    #[arg(long, default_value_t = 16)]
    hands: u32,
    /// Everything follows from it.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Play only this session of the run, numbered from 0, and say what was recorded wrongly in it.
    #[arg(long)]
    session: Option<u32>,
    /// With --session: print everything that was done, seen and recorded in these seconds of table time, as in 500..520.
    #[arg(long, requires = "session", value_parser = seconds)]
    log: Option<Range<u64>>,
    /// What goes wrong between tiles and readers: none, realistic, harsh, or a file that changes the realistic model
    /// (every parameter is explained in host-sim/presets/realistic.toml).
    #[arg(long, default_value = "none")]
    faults: String,
    /// How closely readers are simulated; the air and its errors are the same.
    #[arg(long, default_value = "sightings")]
    detail: Closeness,
    /// The table has no river loops: discards are inferred.
    #[arg(long)]
    no_river: bool,
    /// Where the application runs.
    #[arg(long, default_value = "desktop")]
    home: HomeName,
    /// Write each session's verified records into this folder, for `referee verify`.
    #[arg(long)]
    out: Option<PathBuf>,
    /// Write pictures of the screen and the seats' digits into this folder, one subfolder a session.
    #[arg(long)]
    panel: Option<PathBuf>,
    /// Seconds between two pictures.
    #[arg(long, default_value_t = 10)]
    panel_every: u32,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl PlayArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let seen = Seen {
            rivers: !self.no_river,
            errors: Errors::named(&self.faults)?,
            detail: self.detail.into(),
            panel: self.panel.clone().map(|folder| (folder, self.panel_every)),
        };
        let options = Options {
            session: self.session,
            log: self.log.clone(),
            seen,
            home: self.home.open()?,
            out: self.out.clone(),
            ..Options::ordinary(self.rules.id(), self.seed)
        };
        let again = self.command();
        eprintln!("{again}");
        let bar = ProgressBar::new(u64::from(self.hands));
        let mut report = play::play(&options, self.hands, |played| bar.inc(u64::from(played)))?;
        bar.finish_and_clear();
        report.goals_missed = report.missed(Demand::of(&self.faults, !self.no_river));
        print(&report, self.json)?;
        self.tell(&report, &again);
        Ok(ended(report.goals_missed.is_empty()))
    }

    /// The command that repeats this run.
    fn command(&self) -> String {
        let PlayArguments { hands, seed, faults, .. } = self;
        let (rules, detail) = (self.rules.id(), self.detail.to_possible_value());
        let detail = detail.map_or_else(String::new, |detail| detail.get_name().to_owned());
        let river = if self.no_river { " --no-river" } else { "" };
        let home = if let HomeName::Qemu = self.home { " --home qemu" } else { "" };
        format!(
            "host-sim play --rules {rules} --hands {hands} --seed {seed} --faults {faults} --detail {detail}{river}{home}"
        )
    }

    /// What happened, as far as anybody asked for it or has to know.
    fn tell(&self, report: &Report, again: &str) {
        report.log.iter().for_each(|line| eprintln!("{line}"));
        for (session, troubles) in &report.troubles {
            // Of a long run only what is wrong; a session by itself tells each question, too.
            let told = troubles.iter().filter(|it| it.mistake || self.session.is_some());
            let lines: Vec<&str> = told.map(|trouble| trouble.text.as_str()).collect();
            if self.session.is_none() && !lines.is_empty() {
                eprintln!("{again} --session {session}");
            }
            lines.iter().for_each(|line| eprintln!("{line}"));
        }
    }
}

/// A span of table time, as in `500..520`.
fn seconds(text: &str) -> Result<Range<u64>, String> {
    let (from, until) = text.split_once("..").ok_or("write it as in 500..520")?;
    let second = |text: &str| text.parse::<u64>().map_err(|why| format!("{text:?}: {why}"));
    Ok(second(from)?..second(until)?)
}
