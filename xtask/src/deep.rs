//! What is too long for every change. `docs/deep.md` says how long each part takes and what it has found.

use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::images::{cargo, run as carry_out};
use crate::tools::{COVERAGE, MUTANTS};

/// A part: its name, what it is for, and how it is done.
type Part = (&'static str, &'static str, fn() -> Result<()>);

const PARTS: [Part; 4] = [
    ("mutants", "a changed rule or journal is noticed by a test", mutants),
    ("coverage", "which lines of the core its tests reach", coverage),
    ("miri", "the core's tests under an interpreter that knows what is undefined", miri),
    ("counts", "the long counts that the README quotes", counts),
];

/// A long count: the variables that set it, and the test.
type Count = (&'static [(&'static str, &'static str)], &'static str);

/// Each with as many cases as the README says.
const COUNTS: [Count; 9] = [
    (&[("MCR_HANDS", "200000")], "mcr_agreement"),
    (&[("GGHK_HANDS", "100000")], "gghk_agreement"),
    (&[("HANDS", "10000000")], "arbitrary_hands"),
    (&[("CUTS", "10000")], "power"),
    (&[("DAMAGES", "1000000")], "journal_damage"),
    (&[("STREAMS", "1000000")], "frames"),
    (&[("RECORDS", "10000")], "link"),
    (&[("ANSWERS", "1000000")], "reader_driver"),
    (&[("STEPS", "1000000")], "random_input"),
];

/// Runs the parts with these names, or all; every part runs, and one that fails fails the whole.
pub fn run(names: &[String]) -> Result<()> {
    for name in names {
        let known = PARTS.iter().any(|(part, ..)| part == name);
        let all = PARTS.map(|(part, ..)| part).join(", ");
        ensure!(known, "no part is called `{name}`: there are {all}");
    }
    let mut failed = vec![];
    for (name, purpose, part) in PARTS {
        if !names.is_empty() && !names.iter().any(|wanted| wanted == name) {
            continue;
        }
        eprintln!("== {name}: {purpose}");
        let started = Instant::now();
        if let Err(error) = part() {
            eprintln!("== {name} failed: {error:#}");
            failed.push(name);
        }
        eprintln!("== {name}: {:.0} min", started.elapsed().as_secs_f32() / 60.0);
    }
    ensure!(failed.is_empty(), "failed: {}", failed.join(", "));
    Ok(())
}

/// A survivor fails; all of them are in `target/mutants/mutants.out/missed.txt`. The core's own tests are run on each mutant, built
/// quickly rather than well. Rules are also compiled into the build script that makes their tables: a mutant may never come to an end there.
fn mutants() -> Result<()> {
    let mut mutants = MUTANTS.command()?;
    mutants.args(["mutants", "--output", "target/mutants", "--timeout", "60"]);
    mutants.args(["--build-timeout", "120", "--package", "table-rules", "--package", "table-core"]);
    // Named as the manifest of `table-rules` names them.
    mutants.args(["--file", "core/rules/../src/rules/**", "--file", "core/src/journal/**"]);
    mutants.envs([("CARGO_PROFILE_TEST_DEBUG", "0"), ("CARGO_PROFILE_DEV_DEBUG", "0")]);
    carry_out(mutants.args(["--", "--lib"]))
}

fn coverage() -> Result<()> {
    let mut coverage = COVERAGE.command()?;
    coverage.args(["llvm-cov", "--release", "--package", "table-rules", "--package", "table-core"]);
    carry_out(coverage.args(["--summary-only", "--ignore-filename-regex", "(testing|tests?)[./]"]))
}

/// The component exists for nightly compilers only; the tests are those of the pinned one, without the properties, which an
/// interpreter would take days for.
fn miri() -> Result<()> {
    let mut component = std::process::Command::new("rustup");
    component.args(["component", "add", "--toolchain", "nightly", "miri", "rust-src"]);
    carry_out(&mut component)
        .context("install a nightly toolchain: rustup toolchain add nightly")?;
    let mut miri = std::process::Command::new("rustup");
    miri.current_dir(crate::images::root());
    miri.args(["run", "nightly", "cargo", "miri", "test", "--package", "table-rules"]);
    miri.args(["--package", "table-core", "--lib"]);
    miri.env("PROPTEST_CASES", "2").env("MIRIFLAGS", "-Zmiri-disable-isolation");
    carry_out(&mut miri)
}

fn counts() -> Result<()> {
    for (variables, test) in COUNTS {
        let mut command = cargo("test");
        command.args(["--release", "--package", "conformance", "--test", test]);
        command.args(["--", "--nocapture"]).envs(variables.iter().copied());
        carry_out(&mut command)?;
    }
    Ok(())
}
