//! What a player lets go in a round (HK HU-6.1, MR-1, MR-2).
//!
//! A player's round opens when the own turn closes and lasts until the next own turn has closed
//! (HK DD turn 3); between the two the standing tiles do not change unless the player claims, and a claim
//! ends in an own discard. So the own discard is the only border.

use super::hand::waits;
use super::rulings::Rulings;
use crate::hand::{Hand, HandError};
use crate::rules::claim::{Memory, Seen};
use crate::rules::declared::Source;
use crate::rules::shape::FaceSet;

/// Keeps what a player did or let go; `hand` are the thirteen tiles after it.
pub fn remember(
    memory: &mut Memory,
    seen: Seen,
    hand: &Hand,
    rulings: &Rulings,
) -> Result<(), HandError> {
    let waits = waits(hand)?;
    match seen {
        Seen::OwnDiscard(tile) => {
            let own = FaceSet::one(tile);
            let bars = rulings.own_discard_opens_the_round && waits.contains(tile);
            memory.barred = if bars { own } else { FaceSet::EMPTY };
            memory.passed_pungs = FaceSet::EMPTY;
            memory.own_discards = own;
        }
        Seen::LetGo(tile, source) => {
            let by_chuck = match source {
                Source::Discard(_) => true,
                Source::PromotedKong(_) => rulings.robbing_is_a_chuck,
                _ => false,
            };
            if by_chuck && waits.contains(tile) {
                memory.barred = memory.barred.or(FaceSet::one(tile));
            }
            let copies = hand.standing.iter().filter(|held| **held == tile).count();
            if matches!(source, Source::Discard(_)) && copies >= 2 {
                memory.passed_pungs = memory.passed_pungs.or(FaceSet::one(tile));
            }
        }
    }
    Ok(())
}
