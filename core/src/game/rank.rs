//! Whose call on a discard goes first. Only lawful calls have priority (HK PM-3), and a lawful one that was
//! beaten is no foul (HK PM-6).

use crate::game::board::{Board, get, set};
use crate::game::explain::button;
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind};
use crate::game::input::Call;
use crate::game::play::Play;
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::game::watch::{MOST_AT_ONCE, Watch};
use crate::rules::{Claim, Offer, Resolution, Source};
use crate::seat::Seat;
use crate::tile::Face;
use crate::time::Span;

/// A set lies within this time of a call on its tile.
const LAID_AFTER: Span = Span::secs(5);

/// How a call stands against the set that was laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Rank {
    /// It was lawful and came second.
    Beaten,
    /// It was lawful and should have had the tile.
    Better,
    /// It could not have been carried out.
    Unlawful,
}

impl Watch {
    /// A set was laid with a discard: what becomes of the other calls on it.
    pub(super) fn compare_calls(
        &mut self,
        state: &State,
        before: &Board,
        play: &Play,
        sights: &Sights,
    ) -> Few<Flag, MOST_AT_ONCE> {
        let mut flags = Few::new();
        let (Some(tile), Some((claimer, laid))) = (play.claimed(), button(play)) else {
            return flags;
        };
        for seat in Seat::ALL.into_iter().filter(|seat| *seat != claimer) {
            let held = get(&self.pending, seat).filter(|held| held.call != Call::Flower);
            let Some(held) = held else {
                continue;
            };
            // Made when the set already lay, it is about the claimer's own discard.
            if play.tiles().all(|tile| sights.of(tile).since < held.at) {
                continue;
            }
            self.drop_call(seat);
            // It may have come before the discard was seen.
            let on_it = held.discards == before.discards
                || held.discards.saturating_add(1) == before.discards
                    && sights.of(tile).since.since(held.at) <= LAID_AFTER;
            let found = on_it.then(|| rank(state, before, (seat, held.call), (claimer, laid)));
            let flag = match found.flatten() {
                // What somebody cannot lay is known from hidden tiles: for the referee alone.
                Some(Rank::Unlawful) => {
                    let flag = Watch::flag(state, FlagKind::EmptyCall, Some(seat), Few::new());
                    Flag { silent: true, ..flag }
                }
                Some(Rank::Better) if held.in_time => {
                    let evidence = Evidence {
                        tile,
                        believed: before.place(tile),
                        seen: sights.of(tile).place,
                    };
                    let evidence = Few::from_some([evidence]);
                    let flag = Watch::flag(state, FlagKind::Outranked, Some(claimer), evidence);
                    Flag { silent: true, ..flag }
                }
                _ => continue,
            };
            let _ = flags.push(flag);
        }
        flags
    }
}

/// A call on the newest discard of `board`, against the set that `claimer` laid with it; none where nobody
/// knows what was discarded or held.
fn rank(
    state: &State,
    board: &Board,
    (seat, call): (Seat, Call),
    (claimer, laid): (Seat, Call),
) -> Option<Rank> {
    let last = board.last?;
    let face = last.tile?.face();
    let hidden = board.unseen.iter().chain(&board.unknown).any(|count| *count > 0);
    if hidden {
        return None;
    }
    let Some(claim) = lawful(state, board, last.seat, face, seat, call)? else {
        return Some(Rank::Unlawful);
    };
    let other = match laid {
        Call::Pung => Claim::Pung,
        Call::Kong => Claim::Kong,
        _ => Claim::Chow(face),
    };
    let mut calls = [None; 4];
    set(&mut calls, seat, |held| *held = Some(claim));
    set(&mut calls, claimer, |held| *held = Some(other));
    match state.book()?.resolve(last.seat, &calls) {
        Resolution::Set(first, _) if first == seat => Some(Rank::Better),
        _ => Some(Rank::Beaten),
    }
}

/// The claim that a call stands for, if the book allows it; none where the book cannot say.
fn lawful(
    state: &State,
    board: &Board,
    giver: Seat,
    face: Face,
    seat: Seat,
    call: Call,
) -> Option<Option<Claim>> {
    let session = state.session.as_ref()?;
    let hand = board.hand(seat, None);
    let memory = get(&state.memory, seat);
    let offer = Offer {
        tile: face,
        source: Source::Discard(giver),
        seat,
        hand: &hand,
        memory: &memory,
        dealer: board.dealer,
        round: session.deal.round,
        wall_left: board.wall(),
        last_of_kind: false,
        opening: false,
    };
    let claims = state.book()?.claims(&offer, &session.start.rulings).ok()?;
    Some(match call {
        Call::Chow => claims.chows.first().map(|low| Claim::Chow(*low)),
        Call::Pung => claims.pung.then_some(Claim::Pung),
        Call::Kong => claims.kong.then_some(Claim::Kong),
        Call::Hu => claims.hu.then_some(Claim::Hu),
        Call::Flower | Call::Referee | Call::Confirm => None,
    })
}
