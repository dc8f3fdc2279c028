//! The second verifier: a Python script that shares nothing with the table's code.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::images::{cargo, root, run as carry_out};
use crate::setup::install;

const FOLDER: &str = "target/python";
const SCRIPT: &str = "tests/python/verify.py";
const NEEDS: &str = "tests/python/requirements.txt";

fn interpreter() -> PathBuf {
    root().join(FOLDER).join("bin/python3")
}

/// The script's interpreter, at the root of the project.
fn python() -> Command {
    let mut python = Command::new(interpreter());
    python.current_dir(root());
    python
}

/// Makes sure that the script can run: an environment of its own with what it needs.
pub fn setup() -> Result<()> {
    let ready = python().args(["-c", "import cryptography"]).output();
    if ready.is_ok_and(|output| output.status.success()) {
        return Ok(());
    }
    let environment =
        || carry_out(Command::new("python3").current_dir(root()).args(["-m", "venv", FOLDER]));
    if environment().is_err() {
        // Debian's own Python comes without it.
        install(&["python3", "python3-venv"])
            .and_then(|()| environment())
            .context("the second verifier needs Python 3.9 or later with `venv`")?;
    }
    carry_out(python().args(["-m", "pip", "install", "--quiet", "-r", NEEDS]))
        .context("its package `cryptography` could not be installed")
}

/// The published vectors, a session played now, and bits of it changed one at a time.
pub fn run() -> Result<()> {
    setup()?;
    let verify = |arguments: &[&str]| carry_out(python().arg(SCRIPT).args(arguments));
    verify(&["vectors", "tests/golden/wire.json"])?;
    let session = format!("{FOLDER}/session");
    let run = ["run", "--quiet", "--bin", "host-sim", "--"];
    let play = ["play", "--hands", "4", "--seed", "5", "--out", &session];
    carry_out(cargo(run[0]).args(&run[1..]).args(play))?;
    let file = format!("{session}/session-0.records");
    verify(&["bits", &file, "--sample", "300"])
}

/// Every bit of an export changed, one at a time.
pub fn every_bit(file: &str) -> Result<()> {
    setup()?;
    carry_out(python().arg(SCRIPT).args(["every", file]))
}
