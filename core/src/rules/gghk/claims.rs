//! Which claims this book allows, and what may be discarded after one.

use super::rulings::Rulings;
use crate::hand::{Meld, MeldKind};
use crate::rules::claim::{Claims, Offer, OwnKongs, OwnTurn};
use crate::tile::Face;

/// The sets a seat may lay out with an offered tile.
pub(super) fn sets(offer: &Offer<'_>, rulings: &Rulings) -> Claims {
    let mut claims = offer.sets();
    let only_won = offer.wall_left == 0 && rulings.last_discard_only_won;
    if only_won || offer.memory.dead {
        return Claims::default();
    }
    if offer.wall_left == 0 && rulings.kong_needs_a_supplement {
        claims.kong = false;
    }
    // HK MR-1, MR-2: what was let go or just discarded may be claimed, unless somebody becomes liable.
    if offer.memory.passed_pungs.contains(offer.tile) && makes_liable(offer) {
        claims.pung = false;
    }
    if offer.memory.own_discards.contains(offer.tile) && makes_liable(offer) {
        claims.chows.clear();
    }
    claims
}

/// Whether the giver of the offered tile would become liable for the set (HK PR-2).
fn makes_liable(offer: &Offer<'_>) -> bool {
    let melds = &offer.hand.melds;
    let is_dragon = |face: Face| (Face::RED..=Face::WHITE).contains(&face);
    let dragons = melds.iter().filter(|meld| is_dragon(meld.face)).count();
    melds.len() == 3 || (is_dragon(offer.tile) && dragons == 2)
}

/// The kongs of the own turn.
pub(super) fn own_kongs(turn: &OwnTurn<'_>, rulings: &Rulings) -> OwnKongs {
    let no_supplement = turn.wall_left == 0 && rulings.kong_needs_a_supplement;
    if turn.memory.dead || no_supplement { OwnKongs::default() } else { turn.kongs() }
}

/// A shifting meld (HK FM-2): after claiming `claimed` for `meld`, discarding the same kind, or the tile
/// that would make the same sequence at its other end.
pub fn shifts(meld: &Meld, claimed: Face, discard: Face) -> bool {
    if discard == claimed {
        return true;
    }
    let (low, claimed) = (meld.face.index(), claimed.index());
    let other_end = match meld.kind {
        MeldKind::Chow if claimed == low => low.checked_add(3),
        MeldKind::Chow if claimed == low + 2 => low.checked_sub(1),
        _ => None,
    };
    discard.suit() == meld.face.suit() && other_end == Some(discard.index())
}
