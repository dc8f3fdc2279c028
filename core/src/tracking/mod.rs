//! From sightings to placements: one scan is never truth.
//!
//! A scan says of each tag one of three things: seen, silent, or (when something answered that could not be read) nothing.
//! [`Tracker`] weighs them: how much a silence says depends on how well that tile has been read where it lies, and on how well
//! its reader hears at all at that moment. A tile is in one place; none is born, none dies: one that nobody sees is in the air.
//! [`Schedule`] says which loop a reader visits next: those about which the tracker is in doubt before the others.
//!
//! Memory is constant (a few bytes per tile and loop). A tag costs one look-up and a handful of comparisons; the end of a scan
//! goes four times over the 144 tiles with a few comparisons and additions each.

mod belief;
mod census;
mod evidence;
mod hearing;
mod pieces;
mod schedule;
mod sighting;
mod strangers;
mod tracker;

pub use belief::{Confidence, Whereabouts};
pub use census::Census;
pub use schedule::{Doubts, Schedule};
pub use sighting::{Observation, Sighting};
pub use tracker::{Change, Tracker};
