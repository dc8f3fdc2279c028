//! The tiles of a declared win, counted and checked once.

use super::chow_rule::{Chow, NO_CHOW};
use super::win::{Contradiction, NotAWin, Win};
use crate::hand::{Hand, HandError, Meld, MeldKind};
use crate::rules::shape::{HandCount, Split, SuitCount, check_meld, count_standing, meld_faces};

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
    const NOTHING: Owned =
        Owned { standing: HandCount::NONE, all: HandCount::NONE, melds: Melds::NONE };

    /// Counts a hand of thirteen.
    pub fn count(hand: &Hand) -> Result<Owned, HandError> {
        let mut owned = Owned::NOTHING;
        owned.take(hand)?;
        Ok(owned)
    }

    fn take(&mut self, hand: &Hand) -> Result<(), HandError> {
        count_standing(hand, &mut self.standing)?;
        self.all = self.standing;
        hand.melds.iter().try_for_each(|meld| self.lay(meld))
    }

    #[inline]
    fn lay(&mut self, meld: &Meld) -> Result<(), HandError> {
        check_meld(meld)?;
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
        let tiles = if is_kong { SuitCount::tiles(rank, 4) } else { three };
        if self.all.add(row, tiles) {
            let fifth = meld_faces(meld).find(|face| self.all.copies(*face) > 4);
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

impl<'a> Facts<'a> {
    /// A win of which nothing is counted yet.
    pub const fn of(win: &'a Win) -> Facts<'a> {
        Facts { win, before: Owned::NOTHING, standing: HandCount::NONE, all: HandCount::NONE }
    }

    /// Counts and checks the win.
    pub fn gather(&mut self) -> Result<(), NotAWin> {
        let win = self.win;
        if win.flowers > FLOWERS {
            return Err(NotAWin::TooManyFlowers(win.flowers));
        }
        self.before.take(&win.hand)?;
        self.add_winning()?;
        let before = &self.before;
        let kongs = before.melds.open_kongs + before.melds.concealed_kongs;
        if win.self_drawn & win.kong & (kongs == 0) {
            return Err(Contradiction::ReplacementWithoutKong.into());
        }
        if win.robs_a_kong() && before.all.copies(win.winning) > 0 {
            return Err(Contradiction::RobbedTileHeld(win.winning).into());
        }
        if win.last_of_kind && before.standing.copies(win.winning) > 0 {
            return Err(Contradiction::LastOfKindHeld(win.winning).into());
        }
        Ok(())
    }

    /// The facts of the same hand won on another tile.
    pub fn instead<'b>(&self, win: &'b Win) -> Result<Facts<'b>, HandError> {
        let mut facts = Facts { before: self.before, ..Facts::of(win) };
        facts.add_winning()?;
        Ok(facts)
    }

    fn add_winning(&mut self) -> Result<(), HandError> {
        let tile = self.win.winning;
        if tile.is_flower() {
            return Err(HandError::FlowerInHand(tile));
        }
        let (row, one) = (tile.index() / 9, SuitCount::tiles(tile.index() % 9, 1));
        (self.standing, self.all) = (self.before.standing, self.before.all);
        self.standing.add(row, one);
        if self.all.add(row, one) {
            return Err(HandError::FifthCopy(tile));
        }
        Ok(())
    }
}
