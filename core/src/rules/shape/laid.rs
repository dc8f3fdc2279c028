//! A player's tiles before they are read: how many there must be and what a laid-out set can be.

use super::count::HandCount;
use crate::hand::{Giver, Hand, HandError, Meld, MeldKind};
use crate::tile::Face;

/// Counts the standing tiles of a hand of thirteen.
#[inline]
pub fn count_standing(hand: &Hand, standing: &mut HandCount) -> Result<(), HandError> {
    let counted = hand.standing.len() + 3 * hand.melds.len();
    if counted != 13 {
        return Err(HandError::WrongCount { counted });
    }
    standing.count(&hand.standing).map_err(HandError::FifthCopy)?;
    if standing.total() as usize != hand.standing.len() {
        let flower = hand.standing.iter().find(|face| face.is_flower());
        return Err(HandError::FlowerInHand(flower.copied().unwrap_or(Face::EAST)));
    }
    Ok(())
}

/// The faces of a laid-out set.
pub fn meld_faces(meld: &Meld) -> impl Iterator<Item = Face> {
    let first = meld.face.index();
    let last = if meld.kind == MeldKind::Chow { first + 2 } else { first };
    Face::playing().filter(move |face| (first..=last).contains(&face.index()))
}

/// What cannot be true of a laid-out set by itself.
#[inline]
pub fn check_meld(meld: &Meld) -> Result<(), HandError> {
    if meld.face.is_flower() {
        return Err(HandError::FlowerInHand(meld.face));
    }
    let giver_fits = match meld.kind {
        MeldKind::Chow => meld.from == Giver::Left,
        MeldKind::Pung | MeldKind::Kong => meld.from != Giver::Nobody,
        MeldKind::ConcealedKong => meld.from == Giver::Nobody,
    };
    if meld.kind == MeldKind::Chow && meld.face.rank().is_none_or(|rank| rank > 7) {
        return Err(HandError::NoChow(meld.face));
    }
    if !giver_fits {
        return Err(HandError::WrongGiver(*meld));
    }
    if meld.promoted && meld.kind != MeldKind::Kong {
        return Err(HandError::NotPromotable(*meld));
    }
    Ok(())
}
