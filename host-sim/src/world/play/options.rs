//! What a player may do in the own turn, and what he chooses.

use table_core::rules::OwnKongs;
use table_core::rules::shape::FaceSet;
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::table::Table;

/// What the book allows in the own turn.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Options {
    /// A legal win on the tile just drawn.
    pub hu: bool,
    /// Kongs.
    pub kongs: OwnKongs,
    /// A flower to be laid.
    pub flower: Option<Tile>,
    /// Tiles that may be discarded.
    pub discards: Vec<Tile>,
}

/// What a player does.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Choice {
    /// Declares a win on the tile just drawn.
    Hu,
    /// Declares a concealed kong.
    Concealed(Face),
    /// Adds this tile to an own open pung.
    Promoted(Tile),
    /// Lays this flower.
    Flower(Tile),
    /// Discards this tile.
    Discard(Tile),
}

impl Options {
    /// Whether this choice is among them.
    pub fn allows(&self, table: &Table<'_>, seat: Seat, choice: Choice) -> bool {
        let holds = |tile: Tile| table.of(seat).standing.contains(&tile);
        let among = |set: FaceSet, face: Face| !face.is_flower() && set.contains(face);
        match choice {
            Choice::Hu => self.hu,
            Choice::Concealed(face) => among(self.kongs.concealed, face),
            Choice::Promoted(tile) => holds(tile) && among(self.kongs.promoted, tile.face()),
            Choice::Flower(tile) => self.flower.is_some() && holds(tile) && tile.face().is_flower(),
            Choice::Discard(tile) => self.discards.contains(&tile),
        }
    }
}
