//! Programs of others that checks need: installed once into `target/tools`, at the versions written here.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result};

use crate::images::{cargo, root, run as carry_out};

/// A cargo subcommand of others.
pub struct Tool {
    name: &'static str,
    version: &'static str,
}

/// Licences, sources and double versions of dependencies.
pub const DENY: Tool = Tool { name: "cargo-deny", version: "0.20.2" };
/// Changes the code and sees whether a test notices.
pub const MUTANTS: Tool = Tool { name: "cargo-mutants", version: "27.1.0" };
/// Which lines tests reach.
pub const COVERAGE: Tool = Tool { name: "cargo-llvm-cov", version: "0.9.1" };

impl Tool {
    /// The command, installed if it is not there.
    pub fn command(&self) -> Result<Command> {
        let folder = root().join("target/tools");
        let program: PathBuf = folder.join("bin").join(self.name);
        if !program.exists() {
            eprintln!("installing {} {} (some minutes, once)", self.name, self.version);
            let mut install = cargo("install");
            // Unoptimised: it is built in a third of the time and runs for seconds.
            install.args(["--debug", "--locked", "--quiet", "--version", self.version]);
            install.args([self.name, "--root"]);
            carry_out(install.arg(&folder))
                .with_context(|| format!("{} could not be installed", self.name))?;
        }
        let mut command = Command::new(program);
        command.current_dir(root());
        Ok(command)
    }
}
