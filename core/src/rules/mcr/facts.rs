//! The tiles of a declared win, counted and checked once.

use super::chow_rule::{Chow, NO_CHOW};
use super::win::{Contradiction, NotAWin, Win};
use crate::hand::{Giver, Hand, HandError, Meld, MeldKind};
use crate::rules::shape::{HandCount, Split, SuitCount};
use crate::tile::Face;

/// More flowers than these a set does not have (MCR 3.5.5.1).
const FLOWERS: u8 = 8;

/// What is laid out.
#[derive(Debug, Clone, Copy)]
pub(super) struct Melds {
    pub count: u8,
    /// Chows as found, then [`NO_CHOW`].
    pub chows: [Chow; 4],
    pub chow_count: u8,
    /// Which sets there are in each suit.
    pub sets: [Split; 3],
    /// Pungs and kongs of honours, one bit each.
    pub honours: u32,
    /// Sets for which a tile was claimed: all but concealed kongs.
    pub claimed: u8,
    pub open_kongs: u8,
    pub concealed_kongs: u8,
}

/// A player's tiles, counted.
#[derive(Debug, Clone, Copy)]
pub(super) struct Owned {
    /// Standing tiles.
    pub standing: HandCount,
    /// Standing tiles and melds, a kong with all its four.
    pub all: HandCount,
    pub melds: Melds,
}

/// A declared win whose tiles and statements are possible.
#[derive(Debug, Clone, Copy)]
pub(super) struct Facts<'a> {
    pub win: &'a Win,
    /// What the player owned before the winning tile.
    pub before: Owned,
    /// Standing tiles and the winning one.
    pub standing: HandCount,
    /// All tiles.
    pub all: HandCount,
}

impl Owned {
    /// Counts a hand of thirteen.
    #[inline]
    pub fn count(hand: &Hand) -> Result<Owned, HandError> {
        let counted = hand.standing.len() + 3 * hand.melds.len();
        if counted != 13 {
            return Err(HandError::WrongCount { counted });
        }
        let standing = HandCount::of(&hand.standing).map_err(HandError::FifthCopy)?;
        if standing.total() as usize != hand.standing.len() {
            let flower = hand.standing.iter().find(|face| face.is_flower());
            return Err(HandError::FlowerInHand(
                flower.copied().unwrap_or(Face::EAST),
            ));
        }
        let mut owned = Owned {
            standing,
            all: standing,
            melds: Melds::NONE,
        };
        for meld in &hand.melds {
            owned.lay(meld)?;
        }
        Ok(owned)
    }

    #[inline]
    fn lay(&mut self, meld: &Meld) -> Result<(), HandError> {
        check(meld)?;
        let (row, rank) = (meld.face.index() / 9, meld.face.index() % 9);
        let melds = &mut self.melds;
        melds.count += 1;
        let (sets, three) = match meld.kind {
            MeldKind::Chow => {
                if let Some(place) = melds.chows.get_mut(usize::from(melds.chow_count)) {
                    *place = (row * 7 + rank) as Chow;
                }
                melds.chow_count += 1;
                (Split::chow(rank), SuitCount::chow(rank))
            }
            _ => (Split::pung(rank), SuitCount::tiles(rank, 3)),
        };
        match melds.sets.get_mut(row) {
            Some(suit) => *suit = suit.or(sets),
            None => melds.honours |= 1 << rank,
        }
        melds.claimed += u8::from(meld.kind != MeldKind::ConcealedKong);
        melds.open_kongs += u8::from(meld.kind == MeldKind::Kong);
        melds.concealed_kongs += u8::from(meld.kind == MeldKind::ConcealedKong);
        let is_kong = matches!(meld.kind, MeldKind::Kong | MeldKind::ConcealedKong);
        let tiles = if is_kong {
            SuitCount::tiles(rank, 4)
        } else {
            three
        };
        if self.all.add(row, tiles) {
            let fifth = hand_faces(meld).find(|face| self.all.copies(*face) > 4);
            return Err(HandError::FifthCopy(fifth.unwrap_or(meld.face)));
        }
        Ok(())
    }
}

impl Melds {
    const NONE: Melds = Melds {
        count: 0,
        chows: [NO_CHOW; 4],
        chow_count: 0,
        sets: [Split::NONE; 3],
        honours: 0,
        claimed: 0,
        open_kongs: 0,
        concealed_kongs: 0,
    };
}

fn hand_faces(meld: &Meld) -> impl Iterator<Item = Face> {
    let first = meld.face.index();
    let last = if meld.kind == MeldKind::Chow {
        first + 2
    } else {
        first
    };
    Face::playing().filter(move |face| (first..=last).contains(&face.index()))
}

/// What cannot be true of a laid-out set by itself.
fn check(meld: &Meld) -> Result<(), HandError> {
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

impl<'a> Facts<'a> {
    /// Counts and checks a declared win.
    #[inline]
    pub fn gather(win: &'a Win) -> Result<Facts<'a>, NotAWin> {
        if win.flowers > FLOWERS {
            return Err(NotAWin::TooManyFlowers(win.flowers));
        }
        let before = Owned::count(&win.hand)?;
        let facts = Facts::with_tile(win, before, win.winning)?;
        let held = before.all.copies(win.winning);
        if win.self_drawn & win.kong & (before.melds.open_kongs + before.melds.concealed_kongs == 0)
        {
            return Err(Contradiction::ReplacementWithoutKong.into());
        }
        if win.robs_a_kong() & (held > 0) {
            return Err(Contradiction::RobbedTileHeld(win.winning).into());
        }
        if win.last_of_kind & (before.standing.copies(win.winning) > 0) {
            return Err(Contradiction::LastOfKindHeld(win.winning).into());
        }
        Ok(facts)
    }

    /// The same win with `tile` as the winning one.
    #[inline]
    pub fn with_tile(win: &'a Win, before: Owned, tile: Face) -> Result<Facts<'a>, HandError> {
        if tile.is_flower() {
            return Err(HandError::FlowerInHand(tile));
        }
        if before.all.copies(tile) >= 4 {
            return Err(HandError::FifthCopy(tile));
        }
        let (row, one) = (tile.index() / 9, SuitCount::tiles(tile.index() % 9, 1));
        let (mut standing, mut all) = (before.standing, before.all);
        standing.add(row, one);
        all.add(row, one);
        Ok(Facts {
            win,
            before,
            standing,
            all,
        })
    }
}
