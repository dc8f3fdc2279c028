//! Linker arguments of the two images. They stand here and not in `.cargo/config.toml`, where a `RUSTFLAGS` variable would
//! silently replace them.

use std::env;
use std::path::Path;

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=../memory.x");
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
    if env::var_os("CARGO_FEATURE_QEMU").is_some() {
        // This image holds the application twice over, for real and for virtual time. It has no DMA, so its stack can be in
        // the core-coupled RAM, where an overflow faults instead of overwriting variables.
        for symbol in ["_stack_start=0x10010000", "_stack_end=0x10000000"] {
            println!("cargo::rustc-link-arg-bin=table-qemu=--defsym={symbol}");
        }
    }
}
