//! From sightings to placements: one scan is never truth.

mod sighting;
mod tracker;

pub use sighting::{Observation, Sighting};
pub use tracker::{Change, Tracker};
