//! Installs what a fresh machine lacks. A piece that cannot be had is a failure that says what to do, never a silent skip.

use std::fs;
use std::path::Path;
use std::process::Command;

use anyhow::{Context, Result, bail, ensure};

use crate::images::{TARGET, run as carry_out};

/// Oldest QEMU whose F405 can transmit by interrupt.
const OLDEST_QEMU: u32 = 9;
const QEMU_PACKAGE: &str = "qemu-system-arm";
/// The apt source that this program adds on a Debian whose own QEMU is too old.
const SOURCE: &str = "/etc/apt/sources.list.d/mahjong-table-backports.list";
const DEBIAN_KEYS: &str = "/usr/share/keyrings/debian-archive-keyring.gpg";

/// Makes sure that everything is there.
pub fn run() -> Result<()> {
    rust_target()?;
    qemu()?;
    browser()?;
    crate::python::setup()
}

/// Any of these is a browser that its driver finds by itself.
const BROWSERS: [&str; 3] = ["chromium", "google-chrome", "chromium-browser"];

/// A browser that a program can steer: the console's page is tested in a real one.
fn browser() -> Result<()> {
    let there = |program: &str| Command::new(program).arg("--version").output().is_ok();
    if BROWSERS.into_iter().any(there) && there("chromedriver") {
        return Ok(());
    }
    install(&["chromium", "chromium-driver"])
        .context("the console's page is tested in Chromium, steered by its driver")
}

/// Installs packages of the distribution.
pub fn install(packages: &[&str]) -> Result<()> {
    let advice = || format!("install {} and run this again", packages.join(" and "));
    ensure!(Path::new("/usr/bin/apt-get").exists(), "this machine has no apt-get: {}", advice());
    carry_out(root("apt-get").arg("update")).with_context(advice)?;
    let mut install = root("apt-get");
    install.args(["install", "--yes", "--no-install-recommends"]).args(packages);
    carry_out(&mut install).with_context(advice)
}

/// The chip's target of the pinned toolchain.
fn rust_target() -> Result<()> {
    let folder = output("rustc", &["--print", "target-libdir", "--target", TARGET])?;
    if Path::new(folder.trim()).is_dir() {
        return Ok(());
    }
    carry_out(Command::new("rustup").args(["target", "add", TARGET])).with_context(|| {
        format!("the Rust target {TARGET} is missing: install it with `rustup target add {TARGET}`")
    })
}

/// A QEMU that is new enough.
fn qemu() -> Result<()> {
    if qemu_version().is_some_and(|major| major >= OLDEST_QEMU) {
        return Ok(());
    }
    install_qemu().with_context(|| {
        format!(
            "QEMU {OLDEST_QEMU} or later is needed: install `qemu-system-arm` and run this again"
        )
    })?;
    let found = qemu_version();
    ensure!(found.is_some_and(|major| major >= OLDEST_QEMU), "the installed QEMU is {found:?}");
    Ok(())
}

fn qemu_version() -> Option<u32> {
    let text = output("qemu-system-arm", &["--version"]).ok()?;
    major(text.split_whitespace().find(|word| word.starts_with(|c: char| c.is_ascii_digit()))?)
}

/// The number before the first dot, behind the epoch of a Debian version.
fn major(version: &str) -> Option<u32> {
    version.rsplit(':').next()?.split('.').next()?.parse().ok()
}

fn install_qemu() -> Result<()> {
    ensure!(Path::new("/usr/bin/apt-get").exists(), "this machine has no apt-get");
    carry_out(root("apt-get").arg("update"))?;
    let policy = output("apt-cache", &["policy", QEMU_PACKAGE])?;
    let candidate = policy.lines().find_map(|line| line.trim().strip_prefix("Candidate: "));
    let recent = candidate.and_then(major).is_some_and(|major| major >= OLDEST_QEMU);
    let mut install = root("apt-get");
    install.args(["install", "--yes", "--no-install-recommends", QEMU_PACKAGE]);
    if !recent {
        let suite = add_backports()?;
        carry_out(root("apt-get").arg("update"))?;
        install.args(["--target-release", &suite]);
    }
    carry_out(&mut install)
}

/// Adds the backports suite of the mirror that this machine already uses; gives the suite's name.
fn add_backports() -> Result<String> {
    let release = fs::read_to_string("/etc/os-release")?;
    let field = |name: &str| {
        let line = release.lines().find_map(|line| line.strip_prefix(name)?.strip_prefix('='));
        line.unwrap_or_default().trim_matches('"').to_owned()
    };
    let (system, codename) = (field("ID"), field("VERSION_CODENAME"));
    if system != "debian" || codename.is_empty() {
        bail!(
            "its package of QEMU is too old, and only Debian's backports are known to this program"
        );
    }
    let targets = output(
        "apt-get",
        &["indextargets", "--format", "$(SITE) $(RELEASE)", "Identifier: Packages"],
    )?;
    let site =
        targets.lines().find_map(|line| line.strip_suffix(codename.as_str())?.strip_suffix(' '));
    let site = site.with_context(|| format!("apt knows no mirror of {codename}"))?;
    let keys = if Path::new(DEBIAN_KEYS).exists() {
        format!(" [signed-by={DEBIAN_KEYS}]")
    } else {
        String::new()
    };
    let suite = format!("{codename}-backports");
    let line = format!("deb{keys} {site} {suite} main\n");
    let mut tee = root("tee");
    let mut tee = tee
        .arg(SOURCE)
        .stdin(std::process::Stdio::piped())
        .stdout(std::process::Stdio::null())
        .spawn()?;
    if let Some(mut pipe) = tee.stdin.take() {
        std::io::Write::write_all(&mut pipe, line.as_bytes())?;
    }
    ensure!(tee.wait()?.success(), "{SOURCE} could not be written");
    Ok(suite)
}

/// A command as root.
fn root(program: &str) -> Command {
    let user = output("id", &["-u"]).unwrap_or_default();
    let mut command = if user.trim() == "0" {
        Command::new(program)
    } else {
        let mut sudo = Command::new("sudo");
        sudo.arg(program);
        sudo
    };
    command.env("DEBIAN_FRONTEND", "noninteractive");
    command
}

fn output(program: &str, arguments: &[&str]) -> Result<String> {
    let output =
        Command::new(program).args(arguments).output().with_context(|| program.to_owned())?;
    Ok(String::from_utf8_lossy(&output.stdout).into_owned())
}
