//! A tile is offered: who may call, who does, and what is kept in mind of those who let it go.

use table_core::game::{KongKind, Play};
use table_core::hand::MeldKind;
use table_core::rules::{Began, Claim, Claims, Memory, Offer, Seen, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::engine::{Broken, Engine, Then};
use super::options::Choice;
use super::table::four;
use super::truth::{Heard, Step};

impl Engine<'_, '_> {
    /// Asks the three others. Robbed tiles can only be won.
    pub(super) fn calls(
        &mut self,
        giver: Seat,
        tile: Tile,
        source: Source,
    ) -> Result<[Option<Claim>; 4], Broken> {
        let mut calls = [None; 4];
        if tile.face().is_flower() {
            return Ok(calls);
        }
        for steps in 1..4 {
            let seat = giver.after(steps);
            let claims = self.claims_of(seat, tile, source)?;
            if claims == Claims::default() {
                continue;
            }
            let call = self
                .players
                .call(&self.table, seat, tile, source, &claims)
                .filter(|claim| claims.allows(*claim));
            calls[seat.index()] = call;
        }
        Ok(calls)
    }

    /// What the book lets a seat call on an offered tile.
    pub(super) fn claims_of(
        &self,
        seat: Seat,
        tile: Tile,
        source: Source,
    ) -> Result<Claims, Broken> {
        let table = &self.table;
        let declared = table.declared(seat, tile, source);
        let memory: &Memory = table.memory_of(seat);
        if source.robbed().is_some() && declared.hand.standing.contains(&tile.face()) {
            return Ok(Claims::default());
        }
        let offer = Offer {
            tile: tile.face(),
            source,
            seat,
            hand: &declared.hand,
            memory,
            dealer: declared.dealer,
            round: declared.round,
            wall_left: table.wall.left(),
            last_of_kind: declared.last_of_kind,
            opening: declared.opening,
        };
        Ok(table.book.claims(&offer, table.rulings)?)
    }

    /// Notes the calls on the act that was pushed last.
    pub(super) fn hear(
        &mut self,
        calls: &[Option<Claim>; 4],
        granted: impl Fn(Seat, Claim) -> bool,
    ) {
        let heard = Seat::ALL.into_iter().zip(calls).filter_map(|(seat, call)| {
            let claim = (*call)?;
            Some(Heard { seat, claim, granted: granted(seat, claim) })
        });
        if let Some(Step::Act { calls, .. }) = self.steps.last_mut() {
            calls.extend(heard);
        }
    }

    pub(super) fn let_go(&mut self, giver: Seat, tile: Tile, source: Source) -> Result<(), Broken> {
        self.let_go_except(giver, None, tile, source)
    }

    pub(super) fn let_go_except(
        &mut self,
        giver: Seat,
        claimer: Option<Seat>,
        tile: Tile,
        source: Source,
    ) -> Result<(), Broken> {
        if tile.face().is_flower() {
            return Ok(());
        }
        for steps in 1..4 {
            let seat = giver.after(steps);
            if Some(seat) != claimer {
                self.remember(seat, Seen::LetGo(tile.face(), source))?;
            }
        }
        Ok(())
    }

    pub(super) fn remember(&mut self, seat: Seat, seen: Seen) -> Result<(), Broken> {
        let hand = self.table.of(seat).hand(None);
        let (book, rulings) = (self.table.book, self.table.rulings);
        let memory = &mut self.table.memory[seat.index()];
        Ok(book.remember(memory, seen, &hand, rulings)?)
    }

    /// A set is laid out with a claimed tile.
    pub(super) fn claim(
        &mut self,
        seat: Seat,
        claim: Claim,
        tile: Tile,
        from: Seat,
    ) -> Result<Then, Broken> {
        self.slip_at_claim(seat, claim, tile, from)?;
        let holding = self.table.of(seat);
        let refused = Broken::NotAllowed(seat, Choice::Discard(tile));
        match claim {
            Claim::Chow(low) => {
                let others = (0..3).filter_map(|step| Face::new(low.index() as u8 + step));
                let others = others.filter(|face| *face != tile.face());
                let own: Vec<Tile> =
                    others.filter_map(|face| holding.of_face(face).next()).collect();
                let own: [Tile; 2] = own.try_into().map_err(|_| refused)?;
                self.table.lay(seat, MeldKind::Chow, &own, Some((tile, from)));
                self.push(Play::Chow { seat, claimed: tile, own });
            }
            Claim::Pung => {
                let own: Vec<Tile> = holding.of_face(tile.face()).take(2).collect();
                let own: [Tile; 2] = own.try_into().map_err(|_| refused)?;
                self.table.lay(seat, MeldKind::Pung, &own, Some((tile, from)));
                self.push(Play::Pung { seat, from, claimed: tile, own });
            }
            Claim::Kong => {
                let own: Vec<Tile> = holding.of_face(tile.face()).collect();
                self.table.lay(seat, MeldKind::Kong, &own, Some((tile, from)));
                let all: Vec<Tile> = own.iter().copied().chain([tile]).collect();
                let tiles = four(&all).ok_or(refused)?;
                // A claimed kong cannot be robbed: whoever could win on the discard would have.
                self.kong(seat, KongKind::Claimed { tile, from }, tiles)?;
                return Ok(Then::Turn(seat, self.began()));
            }
            Claim::Hu => return Err(refused),
        }
        Ok(Then::Turn(seat, Began::Claim))
    }
}
