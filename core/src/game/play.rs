//! One act of play. The table concludes acts from where tiles lie; the simulated world knows them.

use serde::{Deserialize, Serialize};

use crate::seat::Seat;
use crate::tile::Tile;

/// Where a drawn tile came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Source {
    /// The head of the wall: an ordinary draw (MCR 3.6.3).
    Head,
    /// The tail, to replace the fourth tile of a kong (MCR 3.6.8).
    KongReplacement,
    /// The tail, to replace a flower (MCR 3.4.20).
    FlowerReplacement,
}

/// How a kong came about (MCR 3.6.8).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum KongKind {
    /// Another's discard and three standing tiles.
    Claimed {
        /// The discard.
        tile: Tile,
        /// Who discarded it.
        from: Seat,
    },
    /// Four standing tiles.
    Concealed,
    /// A standing tile added to an open pung.
    Promoted {
        /// The added tile; it can be robbed.
        tile: Tile,
    },
}

/// How a hand was won (MCR 3.7.2.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Way {
    /// On a tile from the wall.
    SelfDrawn,
    /// On a discard.
    Discard {
        /// Who discarded it.
        from: Seat,
    },
    /// On the tile of another's kong.
    Robbing {
        /// Who declared the kong.
        from: Seat,
    },
}

/// One act. Tiles that the table could not see are `None`: recorded as unknown, never guessed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Play {
    /// Every seat has its tiles: fourteen for the dealer, thirteen for the others.
    Deal {
        /// Who deals.
        dealer: Seat,
    },
    /// A flower is laid before its owner.
    Flower {
        /// Whose.
        seat: Seat,
        /// Which.
        tile: Tile,
    },
    /// A tile is taken from the wall.
    Draw {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Option<Tile>,
        /// From where.
        source: Source,
    },
    /// A tile is discarded.
    Discard {
        /// By whom.
        seat: Seat,
        /// Which.
        tile: Option<Tile>,
    },
    /// The left player's discard makes three in a row.
    Chow {
        /// Who claims.
        seat: Seat,
        /// The discard.
        claimed: Tile,
        /// The claimer's own two.
        own: [Tile; 2],
    },
    /// A discard makes three alike.
    Pung {
        /// Who claims.
        seat: Seat,
        /// Who discarded.
        from: Seat,
        /// The discard.
        claimed: Tile,
        /// The claimer's own two.
        own: [Tile; 2],
    },
    /// Four alike are declared.
    Kong {
        /// By whom.
        seat: Seat,
        /// How.
        kind: KongKind,
        /// All four, in order.
        tiles: [Tile; 4],
    },
    /// A win is declared.
    Hu {
        /// By whom.
        seat: Seat,
        /// On which tile.
        tile: Option<Tile>,
        /// How.
        way: Way,
    },
    /// The wall is empty and nobody won.
    DrawnHand,
}

impl Play {
    /// Who acts.
    pub const fn seat(&self) -> Option<Seat> {
        match self {
            Play::Deal { dealer: seat }
            | Play::Flower { seat, .. }
            | Play::Draw { seat, .. }
            | Play::Discard { seat, .. }
            | Play::Chow { seat, .. }
            | Play::Pung { seat, .. }
            | Play::Kong { seat, .. }
            | Play::Hu { seat, .. } => Some(*seat),
            Play::DrawnHand => None,
        }
    }

    /// The discard it claims.
    pub const fn claimed(&self) -> Option<Tile> {
        match self {
            Play::Chow { claimed, .. } | Play::Pung { claimed, .. } => Some(*claimed),
            Play::Kong { kind: KongKind::Claimed { tile, .. }, .. } => Some(*tile),
            _ => None,
        }
    }

    /// The tiles it moves.
    pub fn tiles(&self) -> impl Iterator<Item = Tile> {
        let moved: [Option<Tile>; 4] = match *self {
            Play::Flower { tile, .. } => [Some(tile), None, None, None],
            Play::Draw { tile, .. } | Play::Discard { tile, .. } => [tile, None, None, None],
            Play::Chow { claimed, own, .. } | Play::Pung { claimed, own, .. } => {
                let [first, second] = own;
                [Some(claimed), Some(first), Some(second), None]
            }
            Play::Kong { kind, tiles, .. } => match kind {
                KongKind::Promoted { tile } => [Some(tile), None, None, None],
                _ => tiles.map(Some),
            },
            Play::Deal { .. } | Play::Hu { .. } | Play::DrawnHand => [None; 4],
        };
        moved.into_iter().flatten()
    }

    /// Begins somebody's turn: a draw from the head, or a claim.
    pub const fn begins_a_turn(&self) -> bool {
        self.claimed().is_some() || matches!(self, Play::Draw { source: Source::Head, .. })
    }
}
