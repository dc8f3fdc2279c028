//! Everything that must hold before anything lands, in the order in which it fails fastest.

use std::time::Instant;

use anyhow::{Context, Result};

use crate::images::{self, BOARD, QEMU, cargo, run as carry_out};
use crate::tools::DENY;
use crate::{budget, contents, python, setup};

type Gate = (&'static str, fn() -> Result<()>);

const GATES: [Gate; 10] = [
    ("set up", setup::run),
    ("format", || carry_out(cargo("fmt").args(["--all", "--check"]))),
    ("lint", lint),
    ("lint images", lint_images),
    ("licences and double versions", deny),
    ("build images", images::build_all),
    ("nothing in the image allocates or writes floats", contents::run),
    ("budgets", budget::run),
    ("test", || carry_out(cargo("test").arg("--no-fail-fast"))),
    ("second verifier", python::run),
];

/// Runs all gates; the first that fails ends it.
pub fn run() -> Result<()> {
    for (number, (name, gate)) in (1..).zip(GATES) {
        eprintln!("== {number}/{} {name}", GATES.len());
        let started = Instant::now();
        gate().with_context(|| format!("gate `{name}` failed"))?;
        eprintln!("== {name}: {:.0} s", started.elapsed().as_secs_f32());
    }
    eprintln!("== all gates passed");
    Ok(())
}

fn lint() -> Result<()> {
    carry_out(cargo("clippy").args(["--all-targets", "--", "-D", "warnings"]))
}

/// What `deny.toml` lets in.
fn deny() -> Result<()> {
    carry_out(DENY.command()?.args(["check", "licenses", "bans", "sources"]))
}

/// The parts of `firmware` that only exist on the chip; a warning in an image fails here.
fn lint_images() -> Result<()> {
    [BOARD, QEMU].into_iter().try_for_each(|image| {
        carry_out(image.cargo("clippy").args(["--lib", "--", "-D", "warnings"]))
    })
}
