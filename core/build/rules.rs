//! What is worked out before the rule books are built: the table of chow combinations.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::indexing_slicing)]

mod chows;

use std::env;
use std::path::PathBuf;

fn main() {
    println!("cargo::rerun-if-changed=../build");
    chows::write(&PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets it")));
}
