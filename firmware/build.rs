//! Linker arguments of the two images. They stand here and not in `.cargo/config.toml`, where a `RUSTFLAGS` variable would
//! silently replace them.

use std::env;
use std::path::Path;
use std::process::Command;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../memory.x");
    println!("cargo::rerun-if-env-changed=BUILD_COMMIT");
    println!("cargo::rustc-env=BUILD_COMMIT={}", commit());
    if env::var("CARGO_CFG_TARGET_OS").as_deref() != Ok("none") {
        return;
    }
    let package = env::var("CARGO_MANIFEST_DIR").unwrap_or_default();
    let root = Path::new(&package).parent().unwrap_or(Path::new(".."));
    println!("cargo::rustc-link-search={}", root.display());
    // Sections need not be aligned to pages on a chip; the run-time's script lays out vectors, code and data.
    for argument in ["--nmagic", "-Tlink.x"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    if env::var_os("CARGO_FEATURE_F405").is_some() {
        println!("cargo::rustc-link-arg-bin=table=-Tdefmt.x");
    }
}

/// The commit that is built: told from outside for a reproducible image, asked of git otherwise, and nothing in a tree without it.
fn commit() -> String {
    let told = env::var("BUILD_COMMIT").ok();
    let asked = || {
        let output = Command::new("git").args(["rev-parse", "HEAD"]).output().ok()?;
        output.status.success().then(|| String::from_utf8_lossy(&output.stdout).trim().to_owned())
    };
    told.or_else(asked).unwrap_or_default()
}
