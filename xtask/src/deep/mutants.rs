//! A changed rule or journal is noticed by a test.

use anyhow::{Context, Result, ensure};

use super::Outcome;
use crate::images::root;
use crate::tools::MUTANTS;

/// A survivor fails; all of them are in `missed.txt` of the folder of their run. What no test can notice is left out by
/// `.cargo/mutants.toml`, which gives the reasons.
pub fn run() -> Result<Outcome> {
    // Named as the manifest of `table-rules` names them. Rules are also compiled into the build script that makes their tables: a
    // mutant may never come to an end there.
    let rules = mutants_of("rules", "table-rules", "core/rules/../src/rules/**", &[]);
    // Its own tests alone: those of the game take most of the time and use no more of it than the names of faults.
    let journal = mutants_of("journal", "table-core", "core/src/journal/**", &["--", "journal::"]);
    rules.and(journal)?;
    Ok(Outcome::Passed)
}

/// Runs the tests in this package on each mutant of these files, built quickly rather than well: the library's tests alone,
/// without what a debugger wants, and without optimising across parts of the crate, which takes as long again and, when a build
/// is cut off, leaves parts that no longer link: mutants would count as not compiling.
fn mutants_of(name: &str, package: &str, files: &str, tests: &[&str]) -> Result<()> {
    std::fs::create_dir_all(root().join("target/mutants"))?;
    let mut mutants = MUTANTS.command()?;
    mutants.arg("mutants").arg("--output").arg(format!("target/mutants/{name}"));
    mutants.args(["--timeout", "20", "--build-timeout", "120", "--cargo-arg=--lib"]);
    mutants.args(["--package", package, "--file", files]).args(tests);
    for profile in ["TEST", "DEV"] {
        mutants.env(format!("CARGO_PROFILE_{profile}_DEBUG"), "0");
        mutants.env(format!("CARGO_PROFILE_{profile}_LTO"), "off");
    }
    let status = mutants.status().context("could not start cargo-mutants")?;
    // Mutants that run for ever are noticed, too, though cargo-mutants tells them apart.
    let noticed = status.success() || status.code() == Some(TIMEOUTS);
    ensure!(noticed, "mutants of the {name} survive: target/mutants/{name}/mutants.out/missed.txt");
    Ok(())
}

/// How cargo-mutants ends when some mutants ran out of time and all others were noticed.
const TIMEOUTS: i32 = 3;
