//! `host-sim bench`: what the README quotes.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result};
use serde_json::{Map, Value, json};

use crate::bench;
use crate::score::McrLine;

/// What is measured.
#[derive(clap::Args)]
pub struct BenchArguments {
    /// Only score the MCR hands of this JSON lines file and print how many a second.
    #[arg(long)]
    hands: Option<PathBuf>,
    /// Only on the chip: figures that are the same on every machine.
    #[arg(long)]
    chip: bool,
    /// One JSON object on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

impl BenchArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        match &self.hands {
            Some(file) => println!("{:.0}", rate_of(file)?),
            None => self.measure()?,
        }
        Ok(ExitCode::SUCCESS)
    }

    fn measure(&self) -> Result<()> {
        let mut rows = vec![];
        if !self.chip {
            eprintln!("measuring on this machine ...");
            rows.extend(bench::on_the_desktop());
            rows.extend(bench::verified()?);
            eprintln!("measuring sessions at the simulated table ...");
            rows.extend(bench::played()?);
            eprintln!("measuring inventories at the reader's model ...");
            rows.extend(bench::of_random_tags());
        }
        eprintln!("measuring on the chip, in QEMU ...");
        rows.extend(bench::on_the_chip()?);
        if self.json {
            let object: Map<String, Value> = rows
                .iter()
                .map(|row| (row.name.clone(), json!({ "value": row.value, "unit": row.unit })))
                .collect();
            println!("{}", Value::Object(object));
        } else {
            rows.iter()
                .for_each(|row| println!("{:<50}{:>14.0} {}", row.name, row.value, row.unit));
        }
        Ok(())
    }
}

/// Hands of this file scored in a second.
fn rate_of(file: &Path) -> Result<f64> {
    let text = fs::read_to_string(file).with_context(|| file.display().to_string())?;
    let wins: Result<Vec<_>> = text.lines().map(McrLine::win).collect();
    Ok(bench::rate_of(&wins?))
}
