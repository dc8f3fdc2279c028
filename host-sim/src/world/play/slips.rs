//! Where in a hand each foul can be done, and by whom.

use table_core::game::{Play, Source as Drawn, Way};
use table_core::rules::{Began, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Broken, Engine};
use super::foul::{FoulKind, Slip};
use super::truth::{Step, Won};

impl Engine<'_, '_> {
    fn slip(&mut self, kind: FoulKind, seat: Seat, other: Option<Seat>, tiles: Vec<Tile>) -> Slip {
        self.staged = None;
        let book = self.table.book;
        let dead = kind.is_dead(book);
        if dead {
            self.table.memory[seat.index()].dead = true;
        }
        Slip {
            kind,
            seat,
            other,
            tiles,
            rule: kind.rule(book),
            also: kind.also(book),
            declares: self.declares(kind, seat, other),
            dead,
            again: kind.ends_hand(book),
        }
    }

    /// The hu that is called in this foul, right or wrong.
    fn declares(&self, kind: FoulKind, seat: Seat, giver: Option<Seat>) -> Option<Play> {
        let calls_hu = matches!(
            kind,
            FoulKind::ChangedCall
                | FoulKind::FalseHuA
                | FoulKind::FalseHuB
                | FoulKind::ShownBeforeHu
        );
        let (tile, way) = match giver {
            Some(from) => (self.table.of(from).river.last().copied(), Way::Discard { from }),
            None => (self.table.last_draw.map(|draw| draw.tile), Way::SelfDrawn),
        };
        calls_hu.then_some(Play::Hu { seat, tile, way })
    }

    fn push_slip(
        &mut self,
        kind: FoulKind,
        seat: Seat,
        other: Option<Seat>,
        tiles: Vec<Tile>,
    ) -> bool {
        let slip = self.slip(kind, seat, other, tiles);
        let again = slip.again;
        self.steps.push(Step::Slip(slip));
        again
    }

    /// A tile too many in the deal: South's, because South is the next to take one.
    pub(super) fn slip_at_deal(&mut self) {
        // Whatever turn was asked for: the deal comes once.
        let staged = self.staged.map(|staged| staged.kind);
        if let Some(kind) = staged.filter(|kind| *kind == FoulKind::WrongCount) {
            let seat = self.table.deal.dealer.next();
            let head = self.table.wall.show_head();
            self.push_slip(kind, seat, None, head.into_iter().collect());
        }
    }

    /// Fouls of the player at turn, before the discard.
    pub(super) fn slip_in_turn(&mut self, seat: Seat, began: Began) {
        let drawn = matches!(began, Began::Draw(_));
        let holding = self.table.of(seat);
        if holding.flower().is_some() {
            return;
        }
        let first = holding.standing.first().copied();
        let due = [
            FoulKind::ExtraDraw,
            FoulKind::OwnTileExposed,
            FoulKind::HandToHand,
            FoulKind::MissingTile,
            FoulKind::ForeignTile,
        ];
        let Some(kind) = self.due(&due) else { return };
        let opposite = seat.after(2);
        match (kind, first) {
            (FoulKind::ExtraDraw, _) if drawn && self.table.wall.left() > 1 => {
                let head = self.table.wall.show_head();
                self.push_slip(kind, seat, None, head.into_iter().collect());
            }
            (FoulKind::OwnTileExposed, Some(tile)) => {
                // It must go at the own next turn, which is this one (MCR 3.11.6.7(1)); in Hong Kong a card is all.
                if self.table.book.id() == "mcr" {
                    self.forced[seat.index()] = Some(tile);
                }
                self.push_slip(kind, seat, None, vec![tile]);
            }
            (FoulKind::HandToHand, Some(tile)) => {
                self.push_slip(kind, seat, Some(opposite), vec![tile]);
            }
            (FoulKind::MissingTile, Some(tile)) => {
                self.push_slip(kind, seat, None, vec![tile]);
            }
            (FoulKind::ForeignTile, _) => {
                // In a set without flowers a flower is a foreign tile that the table knows by name.
                let set = self.table.book.tile_set();
                let stray = Tile::all().find(|tile| !set.has(*tile));
                self.push_slip(kind, seat, None, stray.into_iter().collect());
            }
            _ => {}
        }
    }

    /// Fouls in which the discard comes too early or the next draw does.
    pub(super) fn slip_before_discard(&mut self, seat: Seat, tile: Tile) {
        match self.due(&[FoulKind::EarlyDraw, FoulKind::DiscardWithoutDraw]) {
            Some(kind @ FoulKind::EarlyDraw) if self.table.wall.left() > 1 => {
                self.quiet = true;
                self.early = Some(self.steps.len());
                self.push_slip(kind, seat.next(), Some(seat), vec![]);
            }
            Some(kind @ FoulKind::DiscardWithoutDraw) => {
                let Some(Step::Act { play, .. }) = self.steps.last() else {
                    return;
                };
                let drawn = match play {
                    Play::Draw { tile: Some(drawn), source: Drawn::Head, .. } => *drawn,
                    _ => return,
                };
                if drawn != tile {
                    self.quiet = true;
                    let slip = self.slip(kind, seat, None, vec![tile, drawn]);
                    let before_draw = self.steps.len().saturating_sub(1);
                    self.steps.insert(before_draw, Step::Slip(slip));
                }
            }
            _ => {}
        }
    }

    /// The tile drawn too early is known once it is drawn.
    pub(super) fn bind_early(&mut self, tile: Tile) {
        let at = self.early.take();
        if let Some(Step::Slip(slip)) = at.and_then(|at| self.steps.get_mut(at)) {
            slip.tiles.push(tile);
        }
    }

    /// Fouls on a discard that nobody claims. True if the hand has to be played again.
    pub(super) fn slip_on_offer(&mut self, giver: Seat, tile: Tile) -> Result<bool, Broken> {
        let due = [
            FoulKind::IllegalMeld,
            FoulKind::ChowFromWrongSeat,
            FoulKind::LatePung,
            FoulKind::EmptyCall,
            FoulKind::ChangedCall,
            FoulKind::FalseHuA,
            FoulKind::FalseHuB,
        ];
        let Some(kind) = self.due(&due) else {
            return Ok(false);
        };
        if tile.face().is_flower() {
            return Ok(false);
        }
        for steps in 1..4 {
            let seat = giver.after(steps);
            let Some(tiles) = self.tiles_for(kind, seat, giver, tile)? else {
                continue;
            };
            return Ok(self.push_slip(kind, seat, Some(giver), tiles));
        }
        Ok(false)
    }

    /// The own tiles with which `seat` can do this foul on the discard; none if it cannot.
    fn tiles_for(
        &self,
        kind: FoulKind,
        seat: Seat,
        giver: Seat,
        tile: Tile,
    ) -> Result<Option<Vec<Tile>>, Broken> {
        let source = Source::Discard(giver);
        let table = &self.table;
        let holding = table.of(seat);
        let others = |face: Face| holding.standing.iter().filter(move |t| t.face() != face);
        let claims = self.claims_of(seat, tile, source)?;
        Ok(match kind {
            FoulKind::IllegalMeld if holding.laid.len() < 4 => {
                // Two tiles of different faces, none of the discard's suit and none its equal: surely no set.
                let strange = others(tile.face())
                    .filter(|own| own.face().suit() != tile.face().suit())
                    .copied()
                    .fold(Vec::<Tile>::new(), |mut two, own| {
                        let new = two.iter().all(|t| t.face() != own.face());
                        if new && two.len() < 2 {
                            two.push(own);
                        }
                        two
                    });
                (strange.len() == 2).then(|| [strange, vec![tile]].concat())
            }
            FoulKind::ChowFromWrongSeat if giver.next() != seat && holding.laid.len() < 4 => {
                self.chow_of(seat, tile)
            }
            FoulKind::LatePung | FoulKind::ChangedCall if claims.pung && !claims.hu => {
                Some(vec![tile])
            }
            FoulKind::EmptyCall if !claims.pung && !claims.kong => Some(vec![]),
            FoulKind::FalseHuA | FoulKind::FalseHuB if !claims.hu => {
                let hand = holding.hand(None);
                let waits = table.book.waits(&hand, table.rulings)?;
                let wanted = (kind == FoulKind::FalseHuA) != waits.is_empty();
                wanted.then(|| holding.standing.clone())
            }
            _ => None,
        })
    }

    fn chow_of(&self, seat: Seat, tile: Tile) -> Option<Vec<Tile>> {
        let holding = self.table.of(seat);
        let (suit, rank) = (tile.face().suit()?, tile.face().rank()?);
        (0..3u8).find_map(|below| {
            let low = rank.checked_sub(below)?;
            let mut own = vec![];
            for rank in (low..low + 3).filter(|other| *other != rank) {
                own.push(holding.of_face(Face::numbered(suit, rank)?).next()?);
            }
            own.push(tile);
            Some(own)
        })
    }

    /// The winner shows the tiles and calls afterwards: no win (MCR 3.11.6.11(4)).
    pub(super) fn slip_instead_of_hu(&mut self, seat: Seat, giver: Option<Seat>) -> bool {
        let Some(kind) = self.due(&[FoulKind::ShownBeforeHu]) else {
            return false;
        };
        let standing = self.table.of(seat).standing.clone();
        self.push_slip(kind, seat, giver, standing);
        true
    }

    /// A player who did not win pushes his tiles together before the hu is confirmed.
    pub(super) fn slip_after_hu(&mut self, wins: &[Won]) {
        if self.staged.map(|staged| staged.kind) != Some(FoulKind::MixingEarly) {
            return;
        }
        let won = |seat: &Seat| wins.iter().any(|won| won.declared.seat == *seat);
        if let Some(seat) = Seat::ALL.into_iter().find(|seat| !won(seat)) {
            let tiles = self.table.of(seat).standing.clone();
            self.push_slip(FoulKind::MixingEarly, seat, None, tiles);
        }
    }
}
