//! Independent yardsticks for the product: simple models written from the digests, not from the code.

pub mod adapter;
pub mod agreement;
pub mod gghk_oracle;
pub mod hands;
pub mod mcr_oracle;
pub mod random;
pub mod running;
pub mod screens;
pub mod scribe;
pub mod tiles;
pub mod vectors;

/// A number from the environment, for tests that can be asked to do more.
///
/// # Panics
/// If it is set and no number.
pub fn number(name: &str, otherwise: u64) -> u64 {
    match std::env::var(name) {
        Ok(text) => text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number")),
        Err(_) => otherwise,
    }
}
