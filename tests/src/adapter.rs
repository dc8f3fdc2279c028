//! The yardsticks' hands in the product's words. No yardstick uses it: only what compares the two.

use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::mcr;
use table_core::seat::Wind;
use table_core::tile::Face;

use crate::mcr_oracle as oracle;
use crate::tiles::Tile;

/// A tile.
///
/// # Panics
/// If it is none of the faces 0 to 33, which the yardsticks use.
pub fn face(tile: Tile) -> Face {
    Face::new(tile).expect("the yardsticks use faces 0 to 33")
}

/// A laid-out set.
pub fn meld(meld: &oracle::Meld) -> Meld {
    let kind = match meld.kind {
        oracle::MeldKind::Chow => MeldKind::Chow,
        oracle::MeldKind::Pung => MeldKind::Pung,
        oracle::MeldKind::Kong => MeldKind::Kong,
        oracle::MeldKind::ConcealedKong => MeldKind::ConcealedKong,
    };
    let givers = [Giver::Nobody, Giver::Left, Giver::Opposite, Giver::Right];
    let from = givers[usize::from(meld.from)];
    Meld { kind, face: face(meld.tile), from, promoted: meld.promoted }
}

/// Standing tiles and sets.
pub fn hand(standing: &[Tile], melds: &[oracle::Meld]) -> Hand {
    let mut hand = Hand::default();
    hand.standing.extend(standing.iter().map(|&tile| face(tile)));
    hand.melds.extend(melds.iter().map(meld));
    hand
}

/// A win by the rules of the World Mahjong Organization.
pub fn mcr_win(win: &oracle::Win) -> mcr::Win {
    mcr::Win {
        hand: hand(&win.standing, &win.melds),
        winning: face(win.tile),
        self_drawn: win.self_draw,
        last_of_kind: win.last_of_kind,
        last_tile: win.last_tile,
        kong: win.kong,
        flowers: win.flowers,
        seat: Wind::ALL[usize::from(win.seat)],
        round: Wind::ALL[usize::from(win.round)],
    }
}
