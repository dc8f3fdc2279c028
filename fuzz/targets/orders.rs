//! [`fuzz::orders`] under libFuzzer.
#![no_main]

libfuzzer_sys::fuzz_target!(|bytes: &[u8]| fuzz::orders::holds(bytes));
