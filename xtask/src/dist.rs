//! The image that is given away, built twice: what two people build from one commit must be the same bytes.

use std::fs;
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::Command;

use anyhow::{Context, Result, anyhow, ensure};
use object::Endianness;
use object::elf::{FileHeader32, PT_LOAD};
use object::read::elf::{FileHeader, ProgramHeader};
use sha2::{Digest, Sha256};

use crate::images::{BOARD, TARGET, output, root, run as run_to_end};

/// The chip's flash (RM0090, section 3.4), and what an erased byte of it holds.
const FLASH: Range<u32> = 0x0800_0000..0x0810_0000;
const ERASED: u8 = 0xff;

/// Builds the committed tree in two folders, compares the results, and leaves one of them with its hash.
pub fn run() -> Result<()> {
    let commit = output(Command::new("git").current_dir(root()).args(["rev-parse", "HEAD"]))?;
    let toolchain = output(Command::new("rustc").arg("--version"))?;
    let dist = root().join("target").join("dist");
    let first = &build(&dist.join("one"), &commit)?;
    let second = &build(&dist.join("a-folder-with-another-name"), &commit)?;
    ensure!(
        first == second,
        "two builds of commit {commit} differ: a path or a date has found its way into the image"
    );

    let flash = contents_of_flash(first)?;
    fs::write(dist.join("table.elf"), first)?;
    fs::write(dist.join("table.bin"), &flash)?;
    for (what, value) in [
        ("commit", commit),
        ("toolchain", toolchain),
        ("image bytes", flash.len().to_string()),
        ("SHA-256 of the image", hex(&Sha256::digest(&flash))),
        ("SHA-256 of the ELF file", hex(&Sha256::digest(first))),
    ] {
        println!("{what:<24}{value}");
    }
    println!("two builds in two folders are equal; table.elf and table.bin are in target/dist");
    Ok(())
}

/// Clones the commit into `folder` and builds the board's image there, with the folder's name kept out of it.
fn build(folder: &Path, commit: &str) -> Result<Vec<u8>> {
    if folder.exists() {
        fs::remove_dir_all(folder)?;
    }
    run_to_end(Command::new("git").args(["clone", "--quiet"]).arg(root()).arg(folder))?;
    run_to_end(Command::new("git").current_dir(folder).args(["checkout", "--quiet", commit]))?;
    let folder = folder.canonicalize()?;
    let mut cargo = BOARD.cargo("build");
    cargo.current_dir(&folder).env("CARGO_TARGET_DIR", folder.join("target"));
    for (from, to) in [(folder.clone(), "table"), (cargo_home()?, "cargo")] {
        let remap = format!("--remap-path-prefix={}={to}", from.display());
        cargo.args(["--config", &format!("target.{TARGET}.rustflags=[{remap:?}]")]);
    }
    run_to_end(&mut cargo)?;
    let image = folder.join("target").join(TARGET).join("image").join(BOARD.program);
    fs::read(&image).with_context(|| format!("no image at {}", image.display()))
}

/// Cargo's own folder, where the sources of dependencies are.
fn cargo_home() -> Result<PathBuf> {
    std::env::var_os("CARGO_HOME")
        .map(PathBuf::from)
        .or_else(|| std::env::home_dir().map(|home| home.join(".cargo")))
        .context("neither CARGO_HOME nor a home folder is set")
}

/// What a programmer writes into the flash: every loaded segment where it is loaded (the initial values of variables run
/// at another address), gaps as erased.
fn contents_of_flash(elf: &[u8]) -> Result<Vec<u8>> {
    let header = FileHeader32::<Endianness>::parse(elf).context("not an ELF file")?;
    let endian = header.endian()?;
    let mut flash = Vec::new();
    for segment in header.program_headers(endian, elf)? {
        let data =
            segment.data(endian, elf).map_err(|()| anyhow!("a segment lies outside the file"))?;
        if segment.p_type(endian) != PT_LOAD || data.is_empty() {
            continue;
        }
        let address = segment.p_paddr(endian);
        ensure!(FLASH.contains(&address), "a segment is loaded at {address:#x}, outside the flash");
        let start = usize::try_from(address - FLASH.start)?;
        let end = start + data.len();
        if flash.len() < end {
            flash.resize(end, ERASED);
        }
        flash[start..end].copy_from_slice(data);
    }
    Ok(flash)
}

fn hex(bytes: &[u8]) -> String {
    bytes.iter().map(|byte| format!("{byte:02x}")).collect()
}
