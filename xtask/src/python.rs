//! The second verifier: a Python script that shares nothing with the table's code.

use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result};

use crate::images::{cargo, run as carry_out};

const FOLDER: &str = "target/python";
const SCRIPT: &str = "tests/python/verify.py";
const NEEDS: &str = "tests/python/requirements.txt";

fn interpreter() -> PathBuf {
    Path::new(FOLDER).join("bin/python3")
}

/// Makes sure that the script can run: an environment of its own with what it needs.
pub fn setup() -> Result<()> {
    let ready = Command::new(interpreter()).args(["-c", "import cryptography"]).output();
    if ready.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let advice = "the second verifier needs Python 3.9 or later with `venv` (Debian: python3-venv)";
    carry_out(Command::new("python3").args(["-m", "venv", FOLDER])).context(advice)?;
    carry_out(Command::new(interpreter()).args(["-m", "pip", "install", "--quiet", "-r", NEEDS]))
        .context("its package `cryptography` could not be installed")
}

/// The published vectors, a session played now, and bits of it changed one at a time.
pub fn run() -> Result<()> {
    setup()?;
    let verify =
        |arguments: &[&str]| carry_out(Command::new(interpreter()).arg(SCRIPT).args(arguments));
    verify(&["vectors", "tests/golden/wire.json"])?;
    let session = Path::new(FOLDER).join("session");
    let session = session.to_str().context("the target folder has a strange name")?;
    let run = ["run", "--quiet", "--release", "--bin", "host-sim", "--"];
    let play = ["play", "--hands", "4", "--seed", "5", "--out", session];
    carry_out(cargo(run[0]).args(&run[1..]).args(play))?;
    let file = format!("{session}/session-0.records");
    verify(&["bits", &file, "--sample", "300"])
}
