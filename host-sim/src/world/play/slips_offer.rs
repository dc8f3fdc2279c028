//! Where in a hand each foul can be done, and by whom: on a discard, in a claim or a kong, and at a win.

use table_core::game::{KongKind, Play, Way};
use table_core::rules::{Claim, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Broken, Engine};
use super::foul::FoulKind;
use super::truth::{Step, Won};

impl Engine<'_, '_> {
    /// Fouls in the way a claimed set is laid; they come before it.
    pub(super) fn slip_at_claim(
        &mut self,
        seat: Seat,
        claim: Claim,
        tile: Tile,
        from: Seat,
    ) -> Result<(), Broken> {
        let due = [FoulKind::SilentClaim, FoulKind::ClaimedTileLeft, FoulKind::ChowOverPung];
        match self.due(&due) {
            Some(kind @ FoulKind::SilentClaim) if claim != Claim::Kong => {
                self.push_slip(kind, seat, Some(from), vec![tile]);
            }
            Some(kind @ FoulKind::ClaimedTileLeft) if claim == Claim::Pung => {
                self.quiet = true;
                self.push_slip(kind, seat, Some(from), vec![tile]);
            }
            Some(kind @ FoulKind::ChowOverPung) if matches!(claim, Claim::Chow(_)) => {
                for steps in 1..4 {
                    let other = from.after(steps);
                    if other != seat && self.claims_of(other, tile, Source::Discard(from))?.pung {
                        self.push_slip(kind, seat, Some(other), vec![tile]);
                        return Ok(());
                    }
                }
            }
            _ => {}
        }
        Ok(())
    }

    /// Fouls in the way a kong is declared; they come before it.
    pub(super) fn slip_at_kong(&mut self, seat: Seat, kind: KongKind) {
        let added = matches!(kind, KongKind::Promoted { .. });
        match self.due(&[FoulKind::SilentKong, FoulKind::EarlySupplement]) {
            Some(foul @ FoulKind::SilentKong) if added => {
                self.push_slip(foul, seat, None, vec![]);
            }
            Some(foul @ FoulKind::EarlySupplement) if !matches!(kind, KongKind::Claimed { .. }) => {
                self.early = Some(self.steps.len());
                self.push_slip(foul, seat, None, vec![]);
            }
            _ => {}
        }
    }

    /// Somebody wants to rob a kong whose supplement is drawn.
    pub(super) fn slip_after_supplement(&mut self, seat: Seat, kind: KongKind) {
        let KongKind::Promoted { tile } = kind else { return };
        if let Some(foul) = self.due(&[FoulKind::LateRobbing]) {
            let mut slip = self.slip(foul, seat.after(2), Some(seat), vec![]);
            let way = Way::Robbing { from: seat };
            slip.declares = Some(Play::Hu { seat: slip.seat, tile: Some(tile), way });
            self.steps.push(Step::Slip(slip));
        }
    }

    /// A winner who lets the first tile of a kind go and calls on the second (HK HU-6.1): true if this is the first.
    /// Somebody must hold the second and have a turn before the winner has.
    pub(super) fn slip_by_passing(
        &mut self,
        giver: Seat,
        tile: Tile,
        calls: &[Option<Claim>; 4],
    ) -> bool {
        if self.due(&[FoulKind::PassedWin]).is_none() {
            return false;
        }
        let callers = Seat::ALL.into_iter().zip(calls);
        let mut hu = callers.filter(|(_, call)| **call == Some(Claim::Hu)).map(|(seat, _)| seat);
        let (Some(winner), None) = (hu.next(), hu.next()) else {
            return false;
        };
        let second = (1..4).map(|steps| giver.after(steps)).take_while(|seat| *seat != winner);
        let second = second
            .filter_map(|seat| Some((seat, self.table.of(seat).of_face(tile.face()).next()?)))
            .next();
        let Some((holder, copy)) = second else {
            return false;
        };
        self.forced[holder.index()] = Some(copy);
        self.passed = Some((winner, tile.face()));
        true
    }

    /// The second tile of the kind: the hu is called, though it was let go before. True if the hand is played again.
    pub(super) fn slip_after_passing(&mut self, giver: Seat, tile: Tile) -> bool {
        let Some((winner, face)) = self.passed.filter(|_| self.staged.is_some()) else {
            return false;
        };
        let barred = self.table.memory_of(winner).barred.contains(face);
        if tile.face() != face || !barred || winner == giver {
            return false;
        }
        self.passed = None;
        let standing = self.table.of(winner).standing.clone();
        self.push_slip(FoulKind::PassedWin, winner, Some(giver), standing)
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
            FoulKind::DeadHu,
            FoulKind::HuNotShown,
            FoulKind::WrongSetLeft,
            FoulKind::DiscardTakenBack,
            FoulKind::WrongDraw,
            FoulKind::Messed,
        ];
        let Some(kind) = self.due(&due) else {
            return Ok(false);
        };
        match kind {
            FoulKind::DiscardTakenBack => {
                return Ok(self.push_slip(kind, giver, None, vec![tile]));
            }
            FoulKind::WrongDraw if self.table.wall.left() > 1 => {
                let head = self.table.wall.show_head();
                let seat = giver.after(2);
                return Ok(self.push_slip(kind, seat, None, head.into_iter().collect()));
            }
            FoulKind::Messed => return Ok(self.push_slip(kind, giver.next(), None, vec![])),
            _ => {}
        }
        if tile.face().is_flower() {
            return Ok(false);
        }
        for steps in 1..4 {
            let seat = giver.after(steps);
            let Some(tiles) = self.tiles_for(kind, seat, giver, tile)? else {
                continue;
            };
            if kind == FoulKind::WrongSetLeft {
                self.early = Some(self.steps.len());
            }
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
            // Who draws next is another.
            FoulKind::WrongSetLeft if giver.next() == seat || table.wall.left() == 0 => None,
            FoulKind::IllegalMeld | FoulKind::WrongSetLeft if holding.laid.len() < 4 => {
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
            FoulKind::HuNotShown if !claims.hu => Some(vec![]),
            FoulKind::DeadHu if !claims.hu => Some(holding.standing.clone()),
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

    /// Fouls of the winner, or of another, before the hu is confirmed.
    pub(super) fn slip_after_hu(&mut self, wins: &[Won]) {
        let Some(kind) = self.staged.map(|staged| staged.kind) else { return };
        let won = |seat: &Seat| wins.iter().any(|won| won.declared.seat == *seat);
        let other = Seat::ALL.into_iter().find(|seat| !won(seat));
        let (Some(first), Some(other)) = (wins.first(), other) else { return };
        let winner = first.declared.seat;
        match kind {
            FoulKind::MixingEarly | FoulKind::ShownByOthers => {
                let tiles = self.table.of(other).standing.clone();
                self.push_slip(kind, other, None, tiles);
            }
            FoulKind::WinningTileLeft if matches!(first.declared.source, Source::Discard(_)) => {
                self.push_slip(kind, winner, None, vec![first.tile]);
            }
            FoulKind::WinningTileMixed => {
                self.push_slip(kind, winner, None, vec![first.tile]);
            }
            _ => {}
        }
    }
}
