//! A second opinion on a hand: counts tiles and looks at nothing else.
//!
//! It shares no code with [`engine`](super::engine): it replays the acts on bare lists of tiles and complains about
//! the first thing that cannot have happened.

use std::collections::BTreeMap;

use table_core::game::{KongKind, Play, Source, Way};
use table_core::place::Place;
use table_core::seat::Seat;
use table_core::tile::Tile;
use thiserror::Error;

use super::truth::HandTruth;
use super::wall::deal_order;

/// What cannot have happened.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Unlawful {
    /// A tile is not where the act needs it.
    #[error("act {0}: {1:?} is not there")]
    NotThere(usize, Tile),
    /// A tile was drawn that does not lie next in the wall.
    #[error("act {0}: the wall has another tile there")]
    OtherTile(usize),
    /// A player has too many or too few tiles.
    #[error("act {0}: seat {1:?} has {2} tiles where {3} belong")]
    Count(usize, Seat, usize, usize),
    /// Somebody acted out of turn.
    #[error("act {0}: not the turn of {1:?}")]
    Turn(usize, Seat),
    /// These tiles make no set.
    #[error("act {0}: no set")]
    NotASet(usize),
    /// Points were made from nothing.
    #[error("the payments do not add up to nothing")]
    Points,
    /// The hand ended early or the wall was not empty.
    #[error("the hand has no proper end")]
    End,
}

/// Where every tile lies at the end of a lawful hand.
pub type Lying = BTreeMap<Tile, Place>;

struct Count<'a> {
    truth: &'a HandTruth,
    lying: Lying,
    head: usize,
    tail: usize,
    /// Kongs and flowers not replaced yet, by seat.
    owed: [usize; 4],
    /// Sets laid out, by seat.
    sets: [usize; 4],
    /// Who may act; the seat that has to draw, or that has drawn.
    turn: Seat,
    /// The last discard, while it may be claimed.
    offered: Option<(Seat, Tile)>,
    over: bool,
}

/// Replays the acts of a hand.
pub fn check(truth: &HandTruth) -> Result<Lying, Unlawful> {
    let mut count = Count {
        truth,
        lying: Lying::new(),
        head: 0,
        tail: 0,
        owed: [0; 4],
        sets: [0; 4],
        turn: truth.deal.dealer,
        offered: None,
        over: false,
    };
    for (at, play) in truth.plays().enumerate() {
        count.act(at, play)?;
    }
    let sum: i32 = Seat::ALL.iter().map(|seat| truth.outcome.settlement.of(*seat).0).sum();
    if sum != 0 {
        return Err(Unlawful::Points);
    }
    let again = truth.slips().any(|slip| slip.again);
    if count.over || again { Ok(count.lying) } else { Err(Unlawful::End) }
}

impl Count<'_> {
    fn act(&mut self, at: usize, play: Play) -> Result<(), Unlawful> {
        if self.over && !matches!(play, Play::Hu { .. }) {
            return Err(Unlawful::End);
        }
        match play {
            Play::Deal { dealer } => self.deal(at, dealer)?,
            Play::Flower { seat, tile } => {
                self.go(at, tile, Place::Hand(seat), Place::Meld(seat))?;
                self.owed[seat.index()] += 1;
            }
            Play::Draw { seat, tile, source } => self.draw(at, seat, tile, source)?,
            Play::Discard { seat, tile } => {
                let tile = tile.ok_or(Unlawful::OtherTile(at))?;
                self.whole(at, seat, 14)?;
                if self.turn != seat {
                    return Err(Unlawful::Turn(at, seat));
                }
                self.go(at, tile, Place::Hand(seat), Place::River(seat))?;
                self.offered = Some((seat, tile));
                self.turn = seat.next();
            }
            Play::Chow { seat, claimed, own } => {
                let from = self.claimed(at, seat, claimed, &own)?;
                let mut faces: Vec<usize> = own.iter().map(|t| t.face().index()).collect();
                faces.push(claimed.face().index());
                faces.sort_unstable();
                let row = faces[1] == faces[0] + 1 && faces[2] == faces[0] + 2;
                let suit = claimed.face().suit();
                let alike = own.iter().all(|t| t.face().suit() == suit) && suit.is_some();
                if from.next() != seat || !row || !alike {
                    return Err(Unlawful::NotASet(at));
                }
            }
            Play::Pung { seat, from, claimed, own } => {
                let giver = self.claimed(at, seat, claimed, &own)?;
                let alike = own.iter().all(|t| t.face() == claimed.face());
                if giver != from || !alike {
                    return Err(Unlawful::NotASet(at));
                }
            }
            Play::Kong { seat, kind, tiles } => self.kong(at, seat, kind, tiles)?,
            Play::Hu { seat, tile, way } => self.hu(at, seat, tile, way)?,
            Play::DrawnHand => {
                self.over = true;
                if self.head + self.tail != self.truth.row.len() {
                    return Err(Unlawful::End);
                }
            }
        }
        Ok(())
    }

    fn deal(&mut self, at: usize, dealer: Seat) -> Result<(), Unlawful> {
        for tile in &self.truth.row {
            self.lying.insert(*tile, Place::Away);
        }
        let mut rows = self.truth.dealt.each_ref().map(|tiles| tiles.iter());
        for seat in deal_order(dealer) {
            let dealt = rows[seat.index()].next().ok_or(Unlawful::OtherTile(at))?;
            if self.truth.row.get(self.head) != Some(dealt) {
                return Err(Unlawful::OtherTile(at));
            }
            self.head += 1;
            self.go(at, *dealt, Place::Away, Place::Hand(seat))?;
        }
        for seat in Seat::ALL {
            self.whole(at, seat, if seat == dealer { 14 } else { 13 })?;
        }
        Ok(())
    }

    fn draw(
        &mut self,
        at: usize,
        seat: Seat,
        tile: Option<Tile>,
        source: Source,
    ) -> Result<(), Unlawful> {
        let row = &self.truth.row;
        let owed = &mut self.owed[seat.index()];
        let next = match source {
            Source::Head => {
                if seat != self.turn || self.offered.is_none() {
                    return Err(Unlawful::Turn(at, seat));
                }
                self.head += 1;
                row.get(self.head - 1)
            }
            Source::KongReplacement | Source::FlowerReplacement => {
                *owed = owed.checked_sub(1).ok_or(Unlawful::Turn(at, seat))?;
                self.tail += 1;
                row.len().checked_sub(self.tail).and_then(|at| row.get(at))
            }
        };
        let tile = tile.filter(|tile| Some(tile) == next);
        let tile = tile.ok_or(Unlawful::OtherTile(at))?;
        self.offered = None;
        self.go(at, tile, Place::Away, Place::Hand(seat))
    }

    fn claimed(
        &mut self,
        at: usize,
        seat: Seat,
        tile: Tile,
        own: &[Tile],
    ) -> Result<Seat, Unlawful> {
        let (from, offered) = self.offered.take().ok_or(Unlawful::Turn(at, seat))?;
        if offered != tile || from == seat {
            return Err(Unlawful::NotThere(at, tile));
        }
        self.whole(at, seat, 13)?;
        self.go(at, tile, Place::River(from), Place::Meld(seat))?;
        for own in own {
            self.go(at, *own, Place::Hand(seat), Place::Meld(seat))?;
        }
        self.sets[seat.index()] += 1;
        self.turn = seat;
        Ok(from)
    }

    fn kong(
        &mut self,
        at: usize,
        seat: Seat,
        kind: KongKind,
        tiles: [Tile; 4],
    ) -> Result<(), Unlawful> {
        let [first, ..] = tiles;
        if tiles.iter().any(|tile| tile.face() != first.face()) {
            return Err(Unlawful::NotASet(at));
        }
        match kind {
            KongKind::Claimed { tile, from } => {
                let own: Vec<Tile> = tiles.into_iter().filter(|own| *own != tile).collect();
                let giver = self.claimed(at, seat, tile, &own)?;
                if giver != from {
                    return Err(Unlawful::NotASet(at));
                }
            }
            KongKind::Concealed => {
                self.whole(at, seat, 14)?;
                for tile in tiles {
                    self.go(at, tile, Place::Hand(seat), Place::Meld(seat))?;
                }
                self.sets[seat.index()] += 1;
            }
            KongKind::Promoted { tile } => {
                self.whole(at, seat, 14)?;
                self.go(at, tile, Place::Hand(seat), Place::Meld(seat))?;
                let there = |t: &Tile| self.lying.get(t) == Some(&Place::Meld(seat));
                if !tiles.iter().all(there) {
                    return Err(Unlawful::NotASet(at));
                }
            }
        }
        self.owed[seat.index()] += 1;
        Ok(())
    }

    fn hu(&mut self, at: usize, seat: Seat, tile: Option<Tile>, way: Way) -> Result<(), Unlawful> {
        let tile = tile.ok_or(Unlawful::OtherTile(at))?;
        let (due, place) = match way {
            Way::SelfDrawn => (14, Place::Hand(seat)),
            Way::Discard { from } => (13, Place::River(from)),
            Way::Robbing { from } => (13, Place::Meld(from)),
        };
        self.over = true;
        self.whole(at, seat, due)?;
        if self.lying.get(&tile) == Some(&place) {
            Ok(())
        } else {
            Err(Unlawful::NotThere(at, tile))
        }
    }

    /// Standing tiles and three for each set, as the rules count (MCR 3.4.10).
    fn whole(&self, at: usize, seat: Seat, due: usize) -> Result<(), Unlawful> {
        let standing = self.lying.values().filter(|p| **p == Place::Hand(seat));
        let counted = standing.count() + 3 * self.sets[seat.index()];
        if counted == due { Ok(()) } else { Err(Unlawful::Count(at, seat, counted, due)) }
    }

    fn go(&mut self, at: usize, tile: Tile, from: Place, to: Place) -> Result<(), Unlawful> {
        match self.lying.get_mut(&tile) {
            Some(place) if *place == from => {
                *place = to;
                Ok(())
            }
            _ => Err(Unlawful::NotThere(at, tile)),
        }
    }
}
