//! How long a test runs is a number in the environment, small unless told.

/// The number in this variable, or the usual one.
pub fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_else(|_| otherwise.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is no number"))
}
