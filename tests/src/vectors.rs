//! What the lines of `tests/vectors/` have in common, in the yardsticks' words.

use serde_json::Value;

use crate::mcr_oracle::{Meld, MeldKind};
use crate::tiles::{self, Tile};

/// A tile.
///
/// # Panics
/// If it is none, or more than one.
pub fn one_tile(value: &Value) -> Tile {
    let tiles = tiles::parse(value.as_str().expect("a tile is text")).expect("a tile");
    assert_eq!(tiles.len(), 1, "one tile: {value}");
    tiles[0]
}

/// A laid-out set; whether it was promoted is said where it matters.
///
/// # Panics
/// If it is none.
pub fn meld(value: &Value) -> Meld {
    let kind = match value["kind"].as_str() {
        Some("chow") => MeldKind::Chow,
        Some("pung") => MeldKind::Pung,
        Some("kong") => MeldKind::Kong,
        Some("ckong") => MeldKind::ConcealedKong,
        other => panic!("no kind of meld: {other:?}"),
    };
    let from = value["from"].as_u64().expect("a giver") as u8;
    let promoted = value["promoted"].as_bool().unwrap_or(false);
    Meld { kind, tile: one_tile(&value["tile"]), from, promoted }
}
