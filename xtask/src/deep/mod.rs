//! What is too long for every change. `docs/deep.md` says how long each part takes and what it has found.

mod counts;
mod coverage;
mod miri;
mod mutants;

use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Result, ensure};

/// How a part ended that found nothing wrong.
enum Outcome {
    Passed,
    /// This machine cannot run it, and why: neither passed nor failed.
    NotRun(String),
}

/// A part: its name, what it is for, and how it is done with the counts that were named.
type Part = (&'static str, &'static str, fn(&[String]) -> Result<Outcome>);

const PARTS: [Part; 4] = [
    ("mutants", "a changed rule or journal is noticed by a test", |_| mutants::run()),
    ("coverage", "which lines of the core its tests reach", |_| coverage::run()),
    ("miri", "the core's tests under an interpreter that knows what is undefined", |_| miri::run()),
    (COUNTS, "the long counts that the README quotes", counts::run),
];
const COUNTS: &str = "counts";

/// How it ends when nothing failed and something could not be run.
const NOT_RUN: u8 = 2;

/// Runs the parts and counts with these names, or all parts. Each runs, whatever became of the others; one that fails fails the whole.
pub fn run(names: &[String]) -> Result<ExitCode> {
    let counts: Vec<String> = names.iter().filter(|name| counts::is_known(name)).cloned().collect();
    for name in names.iter().filter(|name| !counts.contains(name)) {
        let known = PARTS.iter().any(|(part, ..)| part == name);
        let all = PARTS.map(|(part, ..)| part).join(", ");
        ensure!(
            known,
            "no part is called `{name}`: there are {all}, and of {COUNTS} {}",
            counts::names()
        );
    }
    let wanted = |part: &str| {
        names.is_empty()
            || names.iter().any(|name| name == part)
            || part == COUNTS && !counts.is_empty()
    };
    let (mut failed, mut not_run, mut lines) = (vec![], vec![], vec![]);
    for (name, purpose, part) in PARTS.into_iter().filter(|(name, ..)| wanted(name)) {
        eprintln!("== {name}: {purpose}");
        let started = Instant::now();
        let ended = match part(&counts) {
            Ok(Outcome::Passed) => "passed".to_owned(),
            Ok(Outcome::NotRun(why)) => {
                not_run.push(name);
                format!("not run: {why}")
            }
            Err(error) => {
                failed.push(name);
                format!("failed: {error:#}")
            }
        };
        lines
            .push(format!("== {name}: {:.0} min, {ended}", started.elapsed().as_secs_f32() / 60.0));
        eprintln!("{}", lines.last().map_or("", String::as_str));
    }
    if lines.len() > 1 {
        lines.iter().for_each(|line| eprintln!("{line}"));
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(if not_run.is_empty() { ExitCode::SUCCESS } else { ExitCode::from(NOT_RUN) })
}
