//! The two images: the board's and QEMU's.

use std::path::PathBuf;
use std::process::Command;

use anyhow::{Context, Result, ensure};

/// The chip's target.
pub const TARGET: &str = "thumbv7em-none-eabihf";

/// An image.
#[derive(Clone, Copy)]
pub struct Image {
    /// Feature that chooses the home.
    pub feature: &'static str,
    /// Name of the program.
    pub program: &'static str,
}

/// The product.
pub const BOARD: Image = Image { feature: "f405", program: "table" };
/// The same application in QEMU.
pub const QEMU: Image = Image { feature: "qemu", program: "table-qemu" };

impl Image {
    /// `cargo VERB` for this image.
    pub fn cargo(self, verb: &str) -> Command {
        let mut cargo = cargo(verb);
        cargo
            .args(["--package", "firmware", "--bin", self.program, "--features", self.feature])
            .args(["--profile", "image", "--target", TARGET]);
        cargo
    }

    /// Builds it and says where it is.
    pub fn build(self) -> Result<PathBuf> {
        run(&mut self.cargo("build"))?;
        let target = std::env::var_os("CARGO_TARGET_DIR")
            .map_or_else(|| root().join("target"), PathBuf::from);
        Ok(target.join(TARGET).join("image").join(self.program))
    }
}

/// The folder of the workspace.
pub fn root() -> PathBuf {
    PathBuf::from(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// `cargo VERB` in the workspace.
pub fn cargo(verb: &str) -> Command {
    let mut cargo = Command::new(std::env::var_os("CARGO").unwrap_or_else(|| "cargo".into()));
    cargo.current_dir(root()).arg(verb);
    cargo
}

/// Runs a command and insists that it succeeds.
pub fn run(command: &mut Command) -> Result<()> {
    let shown = format!("{command:?}").replace('"', "");
    let status = command.status().with_context(|| format!("could not start {shown}"))?;
    ensure!(status.success(), "{shown} failed ({status})");
    Ok(())
}

/// Runs a command and takes what it prints, without the end of the line.
pub fn output(command: &mut Command) -> Result<String> {
    let shown = format!("{command:?}").replace('"', "");
    let output = command.output().with_context(|| format!("could not start {shown}"))?;
    ensure!(output.status.success(), "{shown} failed ({})", output.status);
    Ok(String::from_utf8(output.stdout)?.trim_end().to_owned())
}

/// Builds both.
pub fn build_all() -> Result<()> {
    for image in [BOARD, QEMU] {
        println!("{}", image.build()?.display());
    }
    Ok(())
}

/// Builds the board's image and hands it to the runner, probe-rs.
pub fn flash() -> Result<()> {
    run(&mut BOARD.cargo("run"))
        .context("is probe-rs installed (cargo install probe-rs-tools) and a probe connected?")
}
