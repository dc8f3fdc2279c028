//! [`fuzz::replay`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::replay::holds(bytes));
