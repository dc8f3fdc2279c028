//! How we compare: the scorer that a user would pick instead, on the same hands, in the same run, turn about.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

use crate::images::{cargo, root, run as carry_out};

const PACKAGE: &str = "PyMahjongGB";
const HANDS: &str = "tests/vectors/mcr_examples.jsonl";
/// Turns that each side gets; medians are compared.
const TURNS: usize = 7;

/// Measures both sides and prints the ratio. Without Python or the package it says so and fails nothing.
pub fn run() -> Result<()> {
    carry_out(cargo("build").args(["--release", "--quiet", "--package", "host-sim"]))?;
    let python = match install() {
        Ok(python) => python,
        Err(error) => {
            println!("{PACKAGE}: could not be installed here ({error:#})");
            return Ok(());
        }
    };
    let mut ours = Command::new(root().join("target/release/host-sim"));
    ours.current_dir(root()).args(["bench", "--hands", HANDS]);
    let mut theirs = Command::new(python);
    theirs.current_dir(root()).args(["xtask/peers/py_mahjong_gb.py", HANDS]);
    let (mut us, mut them) = (vec![], vec![]);
    for _ in 0..TURNS {
        us.push(rate(&mut ours)?);
        them.push(rate(&mut theirs)?);
    }
    let (us, them) = (median(us), median(them));
    println!("table-core {us:>12.0} hands/s of processor time, total, fan list and sets");
    println!("{PACKAGE} {them:>12.0} hands/s of processor time, fan list");
    println!("ratio {:.1}", us / them);
    Ok(())
}

/// The package in an environment of its own under `target/`; gives its Python.
fn install() -> Result<PathBuf> {
    let folder = root().join("target/peers");
    let python = folder.join("bin/python");
    if !python.exists() {
        carry_out(Command::new("python3").args(["-m", "venv"]).arg(&folder))?;
    }
    let pip = ["-m", "pip", "install", "--quiet", "--disable-pip-version-check", PACKAGE];
    carry_out(Command::new(&python).args(pip))?;
    Ok(python)
}

/// A program that prints one number: hands per second.
fn rate(program: &mut Command) -> Result<f64> {
    let output = program.output()?;
    ensure!(output.status.success(), "{}", String::from_utf8_lossy(&output.stderr));
    String::from_utf8_lossy(&output.stdout).trim().parse().context("not a number")
}

fn median(mut rates: Vec<f64>) -> f64 {
    rates.sort_by(f64::total_cmp);
    rates[rates.len() / 2]
}
