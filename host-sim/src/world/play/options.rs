//! What a player may do in the own turn, and what he chooses.

use table_core::rules::shape::FaceSet;
use table_core::rules::{Began, OwnKongs, OwnTurn};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Broken, Engine};
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

impl Engine<'_, '_> {
    /// What the book allows in the own turn.
    pub(super) fn options(&self, seat: Seat, began: Began) -> Result<Options, Broken> {
        let table = &self.table;
        let holding = table.of(seat);
        let flower = holding.flower();
        let mut options =
            Options { flower: flower.filter(|_| table.wall.left() > 0), ..Options::default() };
        if let Some(flower) = flower {
            // A flower is laid, or discarded like any tile (MCR A1#81); nothing else before that.
            options.discards = vec![flower];
            return Ok(options);
        }
        let shifting = |tile: &Tile| {
            let laid = match began {
                Began::Claim => holding.laid.last(),
                Began::Draw(_) => None,
            };
            laid.is_some_and(|laid| {
                // The claimed tile lies at the end of its set.
                let claimed = laid.tiles.last().map(|tile| tile.face());
                let book = table.book;
                claimed.is_some_and(|claimed| {
                    book.discard_after_claim(&laid.meld, claimed, tile.face()).is_some()
                })
            })
        };
        options.discards = holding.standing.clone();
        options.discards.retain(|tile| !shifting(tile));
        if options.discards.is_empty() {
            // Nothing but shifting is left (HK FM-2): such a claim is a mistake of the player, not the end of the hand.
            options.discards = holding.standing.clone();
        }
        if let (Began::Draw(_), Some(last)) = (began, table.last_draw) {
            let declared = table.declared(seat, last.tile, table.drawn_source());
            let verdict = table.book.judge(&declared, table.memory_of(seat), table.rulings)?;
            options.hu = verdict.is_legal();
            let hand = holding.hand(None);
            let turn = OwnTurn {
                hand: &hand,
                began,
                wall_left: table.wall.left(),
                memory: table.memory_of(seat),
            };
            options.kongs = table.book.own_kongs(&turn, table.rulings);
        }
        Ok(options)
    }
}
