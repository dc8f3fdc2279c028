//! Independent yardsticks for the product: simple models written from the digests, not from the code.

pub mod agreement;
pub mod gghk_oracle;
pub mod hands;
pub mod mcr_oracle;
pub mod random;
pub mod scribe;
pub mod tiles;
