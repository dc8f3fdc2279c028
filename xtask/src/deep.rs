//! What is too long for every change. `docs/deep.md` says how long each part takes and what it has found.

use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::images::{cargo, root, run as carry_out};
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

/// A survivor fails; all of them are in `missed.txt` of the folder of their run. What no test can notice is left out by
/// `.cargo/mutants.toml`, which gives the reasons.
fn mutants() -> Result<()> {
    // Named as the manifest of `table-rules` names them. Rules are also compiled into the build script that makes their tables: a
    // mutant may never come to an end there.
    let rules = mutants_of("rules", "table-rules", "core/rules/../src/rules/**", &[]);
    // Its own tests alone: those of the game take most of the time and use no more of it than the names of faults.
    let journal = mutants_of("journal", "table-core", "core/src/journal/**", &["--", "journal::"]);
    rules.and(journal)
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
    miri.current_dir(root());
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
