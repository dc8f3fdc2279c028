//! What a stranger gets: the last commit, cloned, with an empty home folder, and the README's two commands run there.
//!
//! Only rustup with its toolchains and what the distribution has installed stay. What is left of the environment is how this
//! machine gets to the network; settings that hide in a home folder are not seen.

use std::env;
use std::ffi::OsString;
use std::fs;
use std::os::unix::fs::symlink;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::ValueEnum;

use crate::images::{output, root, run as carry_out};

/// One of the two commands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, ValueEnum)]
pub enum Which {
    /// `cargo run --release`
    Run,
    /// `cargo xtask test`
    Test,
}

impl Which {
    const ALL: [Which; 2] = [Which::Run, Which::Test];

    fn words(self) -> &'static [&'static str] {
        match self {
            Which::Run => &["cargo", "run", "--release"],
            Which::Test => &["cargo", "xtask", "test"],
        }
    }
}

/// Where the distribution installs programs.
const SYSTEM: &str = "/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin";
/// Programs that rustup brings, where they are wanted by name.
const RUSTUP: [&str; 8] = [
    "rustup",
    "cargo",
    "rustc",
    "rustdoc",
    "rustfmt",
    "cargo-fmt",
    "clippy-driver",
    "cargo-clippy",
];
/// Variables that say how to get to the network and how much of the machine may be used, by how they begin.
const KEPT: [&str; 14] = [
    "SSL_CERT_",
    "CURL_CA_BUNDLE",
    "REQUESTS_CA_BUNDLE",
    "GIT_SSL_",
    "PIP_",
    "CARGO_HTTP_",
    "CARGO_NET_",
    "CARGO_SOURCE_",
    "CARGO_REGISTR",
    "CARGO_BUILD_JOBS",
    "RUSTUP_DIST_",
    "RUSTUP_UPDATE_",
    "RUSTUP_AUTO_",
    "LANG",
];
/// And by how they end, in either case.
const PROXY: &str = "_PROXY";

/// Runs both commands, or one, and says how long each took. `keep` leaves the folders for a look.
pub fn run(only: Option<Which>, keep: bool) -> Result<()> {
    let from = root().canonicalize()?;
    let commit = output(Command::new("git").current_dir(&from).args(["rev-parse", "HEAD"]))?;
    let mut place = tempfile::Builder::new().prefix("fresh-").tempdir()?;
    place.disable_cleanup(keep);
    let (clone, home) = (place.path().join("clone"), place.path().join("home"));
    fs::create_dir(&home)?;
    let environment = environment(&home, &programs(&place.path().join("programs"))?)?;
    carry_out(Command::new("git").args(["clone", "--quiet"]).arg(&from).arg(&clone))?;
    carry_out(Command::new("git").current_dir(&clone).args(["checkout", "--quiet", &commit]))?;
    eprintln!("== commit {commit}, without what is not committed, in {}", clone.display());

    let mut times = vec![];
    for which in Which::ALL.into_iter().filter(|which| only.is_none_or(|one| one == *which)) {
        let words = which.words();
        let shown = words.join(" ");
        eprintln!("== {shown}");
        let started = Instant::now();
        let mut command = Command::new(place.path().join("programs").join(words[0]));
        command.args(&words[1..]).current_dir(&clone).env_clear().envs(environment.clone());
        // Not by the helper that shows the whole command: a proxy's address may hold a password.
        let status = command.status().with_context(|| format!("could not start {shown}"))?;
        let look = match keep {
            true => format!("look into {}", place.path().display()),
            false => "`--keep` leaves the folders for a look".to_owned(),
        };
        ensure!(status.success(), "`{shown}` fails with an empty home folder ({status}): {look}");
        times.push(format!("{shown}: {:.0} s", started.elapsed().as_secs_f32()));
    }
    times.iter().for_each(|time| println!("{time}"));
    if keep {
        println!("kept: {}", place.path().display());
    }
    Ok(())
}

/// A folder with rustup's programs and nothing else that was ever installed beside them.
fn programs(folder: &Path) -> Result<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let installed = env::split_paths(&path).find(|folder| folder.join("rustup").is_file());
    let installed =
        installed.context("no rustup on the PATH: install it from https://rustup.rs")?;
    fs::create_dir(folder)?;
    for name in RUSTUP {
        let program = installed.join(name);
        ensure!(program.exists(), "{name} is not beside rustup: run `rustup self update`");
        symlink(program, folder.join(name))?;
    }
    Ok(folder.to_owned())
}

/// All that the commands know of this machine.
fn environment(home: &Path, programs: &Path) -> Result<Vec<(OsString, OsString)>> {
    let rustup = output(Command::new("rustup").args(["show", "home"]))?;
    let mut path = programs.as_os_str().to_owned();
    path.push(":");
    path.push(SYSTEM);
    let made: [(&str, OsString); 4] = [
        ("HOME", home.into()),
        ("CARGO_HOME", home.join(".cargo").into()),
        ("RUSTUP_HOME", rustup.into()),
        ("PATH", path),
    ];
    let kept = env::vars_os().filter(|(name, _)| name.to_str().is_some_and(is_kept));
    Ok(made.into_iter().map(|(name, value)| (name.into(), value)).chain(kept).collect())
}

fn is_kept(name: &str) -> bool {
    KEPT.iter().any(|start| name.starts_with(start)) || name.to_uppercase().ends_with(PROXY)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn these_are_the_two_commands_of_the_readme() {
        let readme = fs::read_to_string(root().join("README.md")).unwrap();
        let section = readme.split("\n## ").find(|section| section.starts_with("Two commands"));
        let rows: Vec<&str> = section.unwrap().lines().filter(|l| l.starts_with("| `")).collect();
        assert_eq!(rows.len(), Which::ALL.len());
        for (which, row) in Which::ALL.into_iter().zip(rows) {
            assert!(row.starts_with(&format!("| `{}` |", which.words().join(" "))), "{row}");
        }
    }

    #[test]
    fn what_builds_found_at_home_is_left_behind_and_the_way_to_the_network_is_not() {
        for name in ["https_proxy", "NO_PROXY", "SSL_CERT_FILE", "CARGO_REGISTRIES_X_INDEX"] {
            assert!(is_kept(name), "{name}");
        }
        for name in ["HOME", "PATH", "CARGO_HOME", "CARGO_TARGET_DIR", "RUSTFLAGS", "PYTHONPATH"] {
            assert!(!is_kept(name), "{name}");
        }
    }
}
