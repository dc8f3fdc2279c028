//! From sightings to placements: one scan is never truth.

mod sighting;
mod census;
mod tracker;

pub use sighting::{Observation, Sighting};
pub use census::Census;
pub use tracker::{Change, Tracker};
