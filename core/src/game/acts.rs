//! The acts of play: when each can happen and what it changes.

use crate::game::board::{
    Board, CannotHappen, Discarded, Owed, Robbable, Stage, chow_of, get, giver, set, take_one,
};
use crate::game::few::Few;
use crate::game::play::{KongKind, Play, Source, Way};
use crate::hand::{Giver, Meld, MeldKind};
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;

impl Board {
    pub(super) fn act(&mut self, play: &Play) -> Result<(), CannotHappen> {
        match *play {
            Play::Deal { .. } => Err(CannotHappen),
            Play::Flower { seat, tile } => self.flower(seat, tile),
            Play::Draw { seat, tile, source } => self.draw(seat, tile, source),
            Play::Discard { seat, tile } => self.discard(seat, tile),
            Play::Chow { seat, claimed, own } => self.chow(seat, claimed, own),
            Play::Pung { seat, from, claimed, own } => self.pung(seat, from, claimed, own),
            Play::Kong { seat, kind, tiles } => self.kong(seat, kind, tiles),
            Play::Hu { seat, tile, way } => self.hu(seat, tile, way),
            Play::DrawnHand => self.drawn_hand(),
        }
    }

    /// In the own turn, or before a seat has begun to play (MCR 3.5.7.6, A1#81).
    fn flower(&mut self, seat: Seat, tile: Tile) -> Result<(), CannotHappen> {
        let own_turn =
            matches!(self.stage, Stage::Act { seat: acting, claimed: false } if acting == seat);
        let first_flowers = !get(&self.begun, seat) && self.playing();
        if !tile.face().is_flower()
            || self.place(tile) != Place::Hand(seat)
            || !(own_turn || first_flowers)
        {
            return Err(CannotHappen);
        }
        let mut owed = self.owes(seat);
        owed.push(Owed::Flower).map_err(|_| CannotHappen)?;
        set(&mut self.owed, seat, |held| *held = owed);
        self.put(tile, Place::Meld(seat));
        Ok(())
    }

    fn playing(&self) -> bool {
        matches!(self.stage, Stage::Act { .. } | Stage::Offer { .. })
    }

    fn draw(&mut self, seat: Seat, tile: Option<Tile>, source: Source) -> Result<(), CannotHappen> {
        if self.wall() == 0 || tile.is_some_and(|tile| self.place(tile) != Place::Away) {
            return Err(CannotHappen);
        }
        match source {
            Source::Head => {
                let due = matches!(self.stage, Stage::Offer { from } if from.next() == seat);
                if !due || !self.owes(seat).is_empty() {
                    return Err(CannotHappen);
                }
                if let Some(Discarded { seat: from, tile: None }) = self.last {
                    for other in Seat::ALL.into_iter().filter(|other| *other != from) {
                        set(&mut self.let_go_unseen, other, |unseen| *unseen = true);
                    }
                }
                self.stage = Stage::Act { seat, claimed: false };
                set(&mut self.begun, seat, |begun| *begun = true);
                self.by_claim = false;
                self.kongs_in_a_row = 0;
                self.robbable = None;
            }
            Source::KongReplacement | Source::FlowerReplacement => {
                let mut owed = self.owes(seat);
                let due = match owed.pop_front() {
                    Some(Owed::Kong) => Source::KongReplacement,
                    Some(Owed::Flower) => Source::FlowerReplacement,
                    None => return Err(CannotHappen),
                };
                if due != source || !self.playing() {
                    return Err(CannotHappen);
                }
                set(&mut self.owed, seat, |held| *held = owed);
                if self.robbable.is_some_and(|robbable| robbable.seat == seat) {
                    self.robbable = None;
                }
                if source == Source::FlowerReplacement && self.turn() == Some(seat) {
                    // A flower in between cancels Out with Replacement (MCR A1#46).
                    self.kongs_in_a_row = 0;
                }
            }
        }
        match tile {
            Some(tile) => self.put(tile, Place::Hand(seat)),
            None => set(&mut self.unseen, seat, |count| {
                *count = count.saturating_add(1);
            }),
        }
        let unseen = get(&self.unseen, seat);
        set(&mut self.unseen_then, seat, |then| *then = unseen);
        set(&mut self.drawn, seat, |drawn| *drawn = tile);
        set(&mut self.source, seat, |held| *held = source);
        Ok(())
    }

    fn discard(&mut self, seat: Seat, tile: Option<Tile>) -> Result<(), CannotHappen> {
        let acting = matches!(self.stage, Stage::Act { seat: acting, .. } if acting == seat);
        if !acting || !self.owes(seat).is_empty() {
            return Err(CannotHappen);
        }
        match tile {
            Some(tile) if self.place(tile) == Place::Hand(seat) => {
                self.put(tile, Place::River(seat));
            }
            Some(_) => return Err(CannotHappen),
            None => {
                take_one(&mut self.unseen, seat)?;
                set(&mut self.unknown, seat, |count| {
                    *count = count.saturating_add(1);
                });
            }
        }
        self.stage = Stage::Offer { from: seat };
        self.last = Some(Discarded { seat, tile });
        self.robbable = None;
        self.kongs_in_a_row = 0;
        self.discards = self.discards.saturating_add(1);
        set(&mut self.begun, seat, |begun| *begun = true);
        set(&mut self.let_go_unseen, seat, |unseen| *unseen = tile.is_none());
        Ok(())
    }

    /// The tile on offer and who gave it.
    fn offered(&self, claimed: Tile) -> Result<Seat, CannotHappen> {
        match (self.stage, self.last) {
            (Stage::Offer { from }, Some(last))
                if last.tile == Some(claimed) && self.place(claimed) == Place::River(from) =>
            {
                Ok(from)
            }
            _ => Err(CannotHappen),
        }
    }

    fn lay(
        &mut self,
        seat: Seat,
        meld: Meld,
        tiles: &[Tile],
        claimed: bool,
    ) -> Result<(), CannotHappen> {
        let mut melds = self.melds(seat);
        melds.push(meld).map_err(|_| CannotHappen)?;
        set(&mut self.melds, seat, |held| *held = melds);
        for tile in tiles {
            self.put(*tile, Place::Meld(seat));
        }
        self.stage = Stage::Act { seat, claimed };
        self.by_claim = claimed;
        set(&mut self.begun, seat, |begun| *begun = true);
        if claimed {
            set(&mut self.drawn, seat, |drawn| *drawn = None);
        }
        Ok(())
    }

    /// Whether these are different standing tiles of the seat.
    fn stand(&self, seat: Seat, tiles: &[Tile]) -> bool {
        let held = |tile: &Tile| self.place(*tile) == Place::Hand(seat);
        let mut pairs = tiles.iter().enumerate();
        tiles.iter().all(held)
            && pairs.all(|(at, tile)| {
                !tiles.iter().skip(at.saturating_add(1)).any(|other| other == tile)
            })
    }

    fn chow(&mut self, seat: Seat, claimed: Tile, own: [Tile; 2]) -> Result<(), CannotHappen> {
        let from = self.offered(claimed)?;
        let [first, second] = own;
        let low = chow_of([claimed.face(), first.face(), second.face()]).ok_or(CannotHappen)?;
        if from.next() != seat || !self.stand(seat, &own) || !self.owes(seat).is_empty() {
            return Err(CannotHappen);
        }
        let meld = Meld { kind: MeldKind::Chow, face: low, from: Giver::Left, promoted: false };
        self.lay(seat, meld, &[claimed, first, second], true)
    }

    fn pung(
        &mut self,
        seat: Seat,
        from: Seat,
        claimed: Tile,
        own: [Tile; 2],
    ) -> Result<(), CannotHappen> {
        let alike = own.iter().all(|tile| tile.face() == claimed.face());
        if self.offered(claimed)? != from
            || !alike
            || !self.stand(seat, &own)
            || !self.owes(seat).is_empty()
        {
            return Err(CannotHappen);
        }
        let [first, second] = own;
        let meld = Meld {
            kind: MeldKind::Pung,
            face: claimed.face(),
            from: giver(seat, from).ok_or(CannotHappen)?,
            promoted: false,
        };
        self.lay(seat, meld, &[claimed, first, second], true)
    }

    fn kong(&mut self, seat: Seat, kind: KongKind, tiles: [Tile; 4]) -> Result<(), CannotHappen> {
        let [first, ..] = tiles;
        let face = first.face();
        let others = |claimed: Tile| tiles.into_iter().filter(move |tile| *tile != claimed);
        if !tiles.iter().all(|tile| tile.face() == face)
            || face.is_flower()
            || !self.owes(seat).is_empty()
        {
            return Err(CannotHappen);
        }
        let own_turn =
            matches!(self.stage, Stage::Act { seat: acting, claimed: false } if acting == seat);
        let meld = |kind, from, promoted| Meld { kind, face, from, promoted };
        match kind {
            KongKind::Claimed { tile, from } => {
                let own: Few<Tile, 4> = Few::from_some(others(tile));
                let held = own.iter().all(|tile| self.place(tile) == Place::Hand(seat));
                if self.offered(tile)? != from || own.len() != 3 || !held {
                    return Err(CannotHappen);
                }
                let giver = giver(seat, from).ok_or(CannotHappen)?;
                self.lay(seat, meld(MeldKind::Kong, giver, false), &tiles, false)?;
                self.kongs_in_a_row = 1;
                self.robbable = None;
            }
            KongKind::Concealed => {
                if !own_turn || !self.stand(seat, &tiles) {
                    return Err(CannotHappen);
                }
                self.lay(seat, meld(MeldKind::ConcealedKong, Giver::Nobody, false), &tiles, false)?;
                self.kong_on_a_replacement(seat);
                self.robbable = Some(Robbable { seat, tile: first, concealed: true });
            }
            KongKind::Promoted { tile } => {
                let laid = others(tile).filter(|tile| self.place(*tile) == Place::Meld(seat));
                if !own_turn || self.place(tile) != Place::Hand(seat) || laid.count() != 3 {
                    return Err(CannotHappen);
                }
                let mut melds = self.melds(seat);
                let pung = (0..melds.len()).find(|at| {
                    let pung = |meld: Meld| meld.kind == MeldKind::Pung && meld.face == face;
                    melds.get(*at).is_some_and(pung)
                });
                let pung = pung.and_then(|at| melds.get_mut(at)).ok_or(CannotHappen)?;
                *pung = meld(MeldKind::Kong, pung.from, true);
                set(&mut self.melds, seat, |held| *held = melds);
                self.put(tile, Place::Meld(seat));
                self.kong_on_a_replacement(seat);
                self.robbable = Some(Robbable { seat, tile, concealed: false });
            }
        }
        self.kongs = self.kongs.saturating_add(1);
        let mut owed = self.owes(seat);
        owed.push(Owed::Kong).map_err(|_| CannotHappen)?;
        set(&mut self.owed, seat, |held| *held = owed);
        Ok(())
    }

    fn kong_on_a_replacement(&mut self, seat: Seat) {
        let on_a_replacement =
            self.kongs_in_a_row > 0 && get(&self.source, seat) == Source::KongReplacement;
        self.kongs_in_a_row =
            if on_a_replacement { self.kongs_in_a_row.saturating_add(1) } else { 1 };
    }

    fn hu(&mut self, seat: Seat, tile: Option<Tile>, way: Way) -> Result<(), CannotHappen> {
        let possible = self.ways(seat);
        if !possible.iter().any(|(on, how)| how == way && (tile.is_none() || on == tile)) {
            return Err(CannotHappen);
        }
        self.stage = Stage::Won;
        Ok(())
    }

    fn drawn_hand(&mut self) -> Result<(), CannotHappen> {
        if self.wall() > 0 || !matches!(self.stage, Stage::Offer { .. }) {
            return Err(CannotHappen);
        }
        self.stage = Stage::Drawn;
        Ok(())
    }
}
