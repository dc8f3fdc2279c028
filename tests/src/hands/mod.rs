//! Seeded hands for comparing the product with the yardsticks.
//!
//! Random deals almost never show the rare fan, so most hands here are built backwards: a plan says
//! which sets a hand is to have, [`plan`] deals it with facts that can occur at a table. One number
//! is the whole input; printing it is enough to repeat a failure.

mod gghk;
mod mcr;
mod plan;
mod rare;

pub use gghk::{gghk_coverage, gghk_hand};
pub use mcr::{Coverage, mcr_hand};
