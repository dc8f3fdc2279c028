//! Linker arguments of the images. They stand here and not in `.cargo/config.toml`, where a `RUSTFLAGS` variable would
//! silently replace them.

use std::env;
use std::path::Path;

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
    // Functions and constants that are the same, byte by byte, are kept once.
    for argument in ["--nmagic", "-Tlink.x", "--icf=all"] {
        println!("cargo::rustc-link-arg-bins={argument}");
    }
    if env::var_os("CARGO_FEATURE_F405").is_some() {
        println!("cargo::rustc-link-arg-bin=table=-Tdefmt.x");
    }
}

/// The commit that is built, as whoever builds a release tells it. Nobody is asked otherwise: the same sources give the same image, and
/// desktop and QEMU the same records.
fn commit() -> String {
    env::var("BUILD_COMMIT").unwrap_or_default()
}
