//! Waits: which kinds complete any legal shape (MCR 3.4.21), and whether there is just one of them, as the
//! wait fan ask (77-79).

use super::arrangement::Knit;
use super::facts::{Facts, Owned};
use super::find::{WaitFan, find};
use super::rulings::Rulings;
use super::win::Win;
use super::{MINIMUM, knitted};
use crate::hand::{Hand, HandError};
use crate::rules::shape::{
    FaceSet, HandCount, complete_faces, orphan_waits, seven_pairs_wait, standard_waits,
};
use crate::tile::Face;

/// The kinds that complete a legal shape with a hand of thirteen. The minimum of eight points is not
/// asked for; kinds of which the player owns all four count by [`Rulings::own_four_is_a_wait`].
pub fn waits(hand: &Hand, rulings: &Rulings) -> Result<FaceSet, HandError> {
    let owned = Owned::count(hand)?;
    let waits = standard_waits(&owned.standing).or(special_waits(&owned));
    Ok(obtainable(waits, &owned, rulings))
}

fn obtainable(waits: FaceSet, owned: &Owned, rulings: &Rulings) -> FaceSet {
    if rulings.own_four_is_a_wait { waits } else { waits.without(complete_faces(&owned.all)) }
}

/// Waits of the shapes other than four sets and a pair.
fn special_waits(owned: &Owned) -> FaceSet {
    let standing = &owned.standing;
    let mut waits = FaceSet::EMPTY;
    if owned.melds.count == 0 {
        waits = waits.or(seven_pairs_wait(standing)).or(orphan_waits(standing));
        for knit in knitted::KNITS {
            if knitted::are_singles(standing, knit) {
                waits = waits.or(knitted::faces(knit).without(knitted::held(standing)));
            }
        }
    }
    if owned.melds.count <= 1 {
        if let Some(knit) = knitted::straight_in(standing) {
            waits = waits.or(standard_waits(&knitted::without_straight(standing, knit)));
        }
        for face in knitted::missing_one(standing).iter() {
            let Ok(with) = standing.plus(HandCount::one(face)) else {
                continue;
            };
            if let Some(knit) = knitted::straight_in(&with) {
                let mut complete = false;
                let rest = knitted::without_straight(&with, knit);
                super::reading::each(&rest, &mut |_| complete = true);
                if complete {
                    waits = waits.or(FaceSet::one(face));
                }
            }
        }
    }
    waits
}

/// Whether a hand that won as four sets and a pair waited for nothing but its winning tile. Such a hand
/// can wait for seven pairs besides, but for no other shape.
pub(super) fn is_only_wait(facts: &Facts, rulings: &Rulings) -> bool {
    let standing = &facts.before.standing;
    let waits = standard_waits(standing).or(seven_pairs_wait(standing));
    no_other(waits, facts, rulings)
}

/// The same for a hand that won as a knitted straight, one set and a pair.
pub(super) fn is_only_wait_beside(facts: &Facts, knit: Knit, rulings: &Rulings) -> bool {
    let winning = facts.win.winning;
    if !rulings.straight_tile_keeps_its_wait
        && knitted::faces(knit).contains(winning)
        && !winning.is_honour()
    {
        return false;
    }
    let rest = knitted::without_straight(&facts.before.standing, knit);
    no_other(standard_waits(&rest), facts, rulings)
}

fn no_other(waits: FaceSet, facts: &Facts, rulings: &Rulings) -> bool {
    let others = obtainable(waits, &facts.before, rulings).without(FaceSet::one(facts.win.winning));
    if rulings.waits_need_the_minimum {
        !others.iter().any(|face| reaches_minimum(facts, face, rulings))
    } else {
        others.is_empty()
    }
}

/// Whether the same win on another tile would reach eight points, wait fan left aside.
fn reaches_minimum(facts: &Facts, face: Face, rulings: &Rulings) -> bool {
    let win = Win { winning: face, last_of_kind: false, ..facts.win.clone() };
    let mut best = None;
    if let Ok(facts) = facts.instead(&win) {
        find(&facts, rulings, WaitFan::Ignored, &mut best);
    }
    best.is_some_and(|found| found.weight.points >= MINIMUM)
}
