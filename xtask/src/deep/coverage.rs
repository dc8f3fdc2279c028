//! Which lines of the core its own tests reach.

use std::env;
use std::process::Command;

use anyhow::Result;

use super::Outcome;
use crate::images::{root, run as carry_out};
use crate::tools::COVERAGE;

/// The programs that read what the tests leave, for machines that have them from elsewhere.
const PROGRAMS: [&str; 2] = ["LLVM_COV", "LLVM_PROFDATA"];

pub fn run() -> Result<Outcome> {
    let named = PROGRAMS.iter().all(|name| env::var_os(name).is_some());
    let mut component = Command::new("rustup");
    component.current_dir(root()).args(["component", "add", "llvm-tools"]);
    if !named && let Err(error) = carry_out(&mut component) {
        return Ok(Outcome::NotRun(format!(
            "{error:#}. Give the component `llvm-tools` to the pinned toolchain, or name llvm-cov and llvm-profdata of the compiler's \
             own LLVM (`rustc --version --verbose`) or a later one in {}",
            PROGRAMS.join(" and ")
        )));
    }
    let mut coverage = COVERAGE.command()?;
    coverage.args(["llvm-cov", "--release", "--package", "table-rules", "--package", "table-core"]);
    coverage.args(["--summary-only", "--ignore-filename-regex", "(testing|tests?)[./]"]);
    carry_out(&mut coverage)?;
    Ok(Outcome::Passed)
}
