//! The core's tests under an interpreter that knows what is undefined.

use std::process::Command;

use anyhow::Result;

use super::Outcome;
use crate::images::{root, run as carry_out};

/// The component exists for nightly compilers only.
const TOOLCHAIN: &str = "nightly";

/// Tests that play and score whole hands, give the tracker any past, cut a commit after each of its bytes, or check signatures: the
/// interpreter takes minutes for each. They use nothing of the crates below that the others do not, but for the arithmetic of
/// signatures, which is free of unsafe code as the chip computes it.
const LEFT_OUT: [&str; 8] = [
    "game::tests",
    "rules::",
    "journal::tests",
    "record::tests",
    "trust::",
    "enrolment::seal",
    "wire::order",
    "after_any_past",
];

/// The tests are those of the pinned compiler, properties with two cases each.
pub fn run() -> Result<Outcome> {
    let mut install = Command::new("rustup");
    install.args(["toolchain", "install", TOOLCHAIN, "--profile", "minimal", "--no-self-update"]);
    install.args(["--component", "miri", "--component", "rust-src"]);
    let mut there = Command::new("rustup");
    there.args(["run", TOOLCHAIN, "cargo", "miri", "--version"]);
    // Whoever has it keeps the one that he has.
    if carry_out(&mut there).is_err()
        && let Err(error) = carry_out(&mut install)
    {
        return Ok(Outcome::NotRun(format!(
            "{error:#}. It needs a nightly toolchain with the components miri and rust-src"
        )));
    }
    let mut miri = Command::new("rustup");
    miri.current_dir(root());
    miri.args(["run", TOOLCHAIN, "cargo", "miri", "test", "--package", "table-rules"]);
    miri.args(["--package", "table-core", "--lib", "--"]);
    miri.args(LEFT_OUT.iter().flat_map(|tests| ["--skip", *tests]));
    miri.env("PROPTEST_CASES", "2").env("MIRIFLAGS", "-Zmiri-disable-isolation");
    carry_out(&mut miri)?;
    Ok(Outcome::Passed)
}
