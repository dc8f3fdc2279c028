//! Laws about bytes that anybody may send or leave on a chip, each a function of those bytes that panics where the law is broken.
//!
//! A fuzzer calls them (`targets/`), a test runs everything that was ever interesting (`tests/corpus.rs`, `corpus/`), and random campaigns
//! of `tests/` use the same chip and the same gate. Nothing here knows a secret but the keys of this file, so no input can be genuine.

pub mod frames;
pub mod journal;
pub mod orders;
pub mod replay;

/// Holds for these bytes, or panics.
pub type Law = fn(&[u8]);

/// A law by the name of its folder.
pub const LAWS: [(&str, Law); 4] = [
    ("frames", frames::holds),
    ("journal", journal::holds),
    ("orders", orders::holds),
    ("replay", replay::holds),
];
