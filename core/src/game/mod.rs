//! The game: what players do with tiles, in the words of the rules.

mod play;

pub use play::{KongKind, Play, Source, Way};
