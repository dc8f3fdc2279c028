//! What is worked out before the crate is built: the hash of the wire's definitions.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod schema;

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=build");
    println!("cargo::rerun-if-changed=src");
    let folder = |name| PathBuf::from(env::var_os(name).expect("cargo sets it"));
    schema::write(&folder("CARGO_MANIFEST_DIR").join("src"), &folder("OUT_DIR"));
}
