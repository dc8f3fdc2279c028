//! Calls and acts the rules mind at once: late, changed, out of order.

use crate::game::board::{Board, Stage, get, set};
use crate::game::explain::{Step, button};
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind};
use crate::game::input::Call;
use crate::game::play::{KongKind, Play, Source};
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::game::watch::{CLEARLY, EMPTY, MOST_AT_ONCE, Pending, SHOWN, Watch};
use crate::place::Place;
use crate::rules::{Claim, Timely};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Tick;

impl Watch {
    /// A hu was called.
    pub fn hu_called(
        &mut self,
        now: Tick,
        state: &State,
        board: &Board,
        sights: &Sights,
        seat: Seat,
    ) -> Few<Flag, MOST_AT_ONCE> {
        let mut flags = Few::new();
        let own_turn = matches!(board.stage, Stage::Act { seat: acting, .. } if acting == seat);
        if let Some(held) = get(&self.pending, seat) {
            let set = matches!(held.call, Call::Chow | Call::Pung | Call::Kong);
            if set && now.since(held.at) < EMPTY && !own_turn {
                let _ =
                    flags.push(Watch::flag(state, FlagKind::ChangedCall, Some(seat), Few::new()));
                self.drop_call(seat);
            }
        }
        let open =
            board.at(Place::Hand(seat)).filter(|tile| sights.of(*tile).place == Place::Meld(seat));
        if open.count() >= SHOWN {
            let _ = flags.push(Watch::flag(state, FlagKind::ShownFirst, Some(seat), Few::new()));
        }
        flags
    }

    /// A button for an act was pressed.
    pub fn pressed(
        &mut self,
        now: Tick,
        state: &State,
        board: &Board,
        sights: &Sights,
        seat: Seat,
        call: Call,
    ) -> Option<Flag> {
        let mut found = None;
        let (book, session) = (state.book()?, state.session.as_ref()?);
        let next = board.turn() == Some(seat);
        let claim = match call {
            Call::Pung => Some(Claim::Pung),
            // The next player may have drawn, unseen so far, and declare an own kong.
            Call::Kong if !next => Some(Claim::Kong),
            _ => None,
        };
        let lies = match (board.stage, board.last) {
            (Stage::Offer { from }, Some(last)) if from != seat => {
                last.tile.filter(|tile| sights.of(*tile).place == Place::River(from))
            }
            _ => None,
        };
        if let (Some(claim), Some(tile)) = (claim, lies) {
            let after = now.since(sights.of(tile).since);
            match book.timely(claim, after, &session.start.rulings) {
                Timely::InTime => {}
                Timely::Late { .. } | Timely::AskReferee(_) => {
                    set(&mut self.late, seat, |late| *late = Some((now, board.discards)));
                }
            }
        }
        let before = get(&self.pending, seat);
        let changed = before.is_some_and(|held| {
            held.call != call
                && held.discards == board.discards
                && call != Call::Flower
                && held.call != Call::Flower
        });
        // MCR minds a change to hu only (3.11.6.11(3)), Hong Kong any (HK FM-3).
        if changed && book.id() != "mcr" {
            found = found.or(Some(FlagKind::ChangedCall));
        }
        set(&mut self.pending, seat, |held| {
            *held = Some(Pending { call, at: now, discards: board.discards });
        });
        found.map(|kind| Watch::flag(state, kind, Some(seat), Few::new()))
    }

    /// Something recorded that the rules mind. `before` is the belief before it.
    pub fn taken(
        &mut self,
        state: &State,
        before: &Board,
        step: &Step,
        sights: &Sights,
    ) -> Few<Flag, MOST_AT_ONCE> {
        let mut flags = Few::new();
        let mut raise = |kind, seat, tile: Option<Tile>| {
            let evidence = Few::from_some(tile.map(|tile| Evidence {
                tile,
                believed: before.place(tile),
                seen: sights.of(tile).place,
            }));
            let _ = flags.push(Watch::flag(state, kind, Some(seat), evidence));
        };
        let play = match step {
            Step::Play(play) => play,
            Step::TakeBack => {
                // A discard clearly in the river stays there (HK DD-8); MCR has no such clause.
                if let (Some(last), true) =
                    (before.last, state.book().is_some_and(|it| it.id() != "mcr"))
                {
                    raise(FlagKind::DiscardRetracted, last.seat, last.tile);
                }
                return flags;
            }
            Step::Name { .. } => return flags,
        };
        self.answered(play);
        let arrived = |tile: Tile| sights.of(tile).since;
        match *play {
            Play::Draw { seat, tile: Some(tile), source } => {
                // A tile that was put back and drawn again has been seen before: its present rest counts.
                let sight = sights.of(tile);
                let too_early =
                    |due: Tick| sight.place == Place::Hand(seat) && sight.since + CLEARLY < due;
                match (source, before.last.and_then(|last| last.tile)) {
                    (Source::Head, Some(discard)) => {
                        let lies = matches!(sights.of(discard).place, Place::River(_));
                        if lies && too_early(arrived(discard)) {
                            raise(FlagKind::EarlyDraw, seat, Some(tile));
                        }
                    }
                    (Source::KongReplacement, _)
                        if state.book().is_some_and(|it| it.id() != "mcr") =>
                    {
                        let melds = before.melds(seat);
                        let laid = before.at(Place::Meld(seat)).filter(|tile| {
                            melds.last().is_some_and(|meld| meld.face == tile.face())
                        });
                        if laid.map(arrived).max().is_some_and(too_early) {
                            raise(FlagKind::EarlySupplement, seat, Some(tile));
                        }
                    }
                    _ => {}
                }
            }
            Play::Discard { seat, tile: Some(tile) } => {
                if let (Some((claimer, meld, claimed)), true, Some(book)) =
                    (self.claim, before.by_claim, state.book())
                {
                    let shifts = book.discard_after_claim(&meld, claimed, tile.face());
                    if claimer == seat && shifts.is_some() {
                        raise(FlagKind::ShiftingMeld, seat, Some(tile));
                    }
                }
                if let Some(due) = get(&self.exposed, seat) {
                    if due != tile {
                        raise(FlagKind::PenaltyTileKept, seat, Some(due));
                    }
                    set(&mut self.exposed, seat, |held| *held = None);
                }
            }
            Play::Chow { seat, claimed, .. }
            | Play::Pung { seat, claimed, .. }
            | Play::Kong { seat, kind: KongKind::Claimed { tile: claimed, .. }, .. } => {
                let laid = state.board.melds(seat).last();
                self.claim = laid.map(|meld| (seat, meld, claimed.face()));
                if get(&state.no_melds, seat) {
                    raise(FlagKind::DeadAction, seat, Some(claimed));
                }
            }
            _ => {}
        }
        flags
    }

    /// An act answers the call that announced it. A claim beats the other calls on its tile (HK PM-6).
    pub(super) fn answered(&mut self, play: &Play) {
        if play.claimed().is_some() {
            for held in &mut self.pending {
                *held = held.filter(|held| held.call == Call::Flower);
            }
        }
        if let Some((seat, call)) = button(play) {
            set(&mut self.pending, seat, |held| {
                if held.is_some_and(|held| held.call == call) {
                    *held = None;
                }
            });
        }
    }
}
