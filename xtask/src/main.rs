//! One entry for people and CI.
fn main() {}
