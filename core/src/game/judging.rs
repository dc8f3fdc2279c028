//! While a result waits for agreement: what the winner owes, and what the others must not do yet.

use crate::game::board::{get, set};
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind, MOST_EVIDENCE};
use crate::game::fouls;
use crate::game::outcome::{Proposed, Standing};
use crate::game::play::Way;
use crate::game::state::State;
use crate::game::told::first;
use crate::game::watch::{SHOWN, Watch};
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// After this long a winner has shown the hand and fetched the tile.
const SETTLED: Span = Span::secs(9);

impl Watch {
    /// Looks at what lies where while a result waits; one report at a time.
    pub fn judging(
        &mut self,
        now: Tick,
        state: &State,
        live: impl Fn(Tile) -> Place,
    ) -> Option<Flag> {
        for win in state.proposed.iter() {
            if has_shown(state, win.seat, &live) {
                set(&mut self.told.opened, win.seat, |opened| *opened = true);
            }
            let late = get(&self.hu_at, win.seat).is_some_and(|at| now.since(at) >= SETTLED);
            // Of a win by the referee's word alone nobody knows which tiles should be shown.
            let known = win.standing_as != Standing::Unreadable;
            let found = self
                .winning_tile(state, &win, late, &live)
                .or_else(|| self.not_shown(state, win.seat, late && known));
            if found.is_some() {
                return found;
            }
        }
        self.others(state, &live)
    }

    /// The result is being closed: a winning tile that still lies where it was given was never fetched.
    pub fn closing(&mut self, state: &State, live: impl Fn(Tile) -> Place) -> Option<Flag> {
        state.proposed.iter().find_map(|win| self.winning_tile(state, &win, true, &live))
    }

    /// Fetched before counting (MCR 3.11.6.11(2)) and kept apart from the counting tiles (3.11.6.11(6)). By the
    /// Hong Kong book it stays where it lies (HK SS-5).
    fn winning_tile(
        &mut self,
        state: &State,
        win: &Proposed,
        late: bool,
        live: &impl Fn(Tile) -> Place,
    ) -> Option<Flag> {
        let (given, lies) = (state.board.place(win.tile), live(win.tile));
        let evidence = Few::from_some([Evidence {
            tile: win.tile,
            believed: Place::Meld(win.seat),
            seen: lies,
        }]);
        if lies == Place::Hand(win.seat) || lies == Place::Meld(win.seat) {
            set(&mut self.told.fetched, win.seat, |fetched| *fetched = true);
            return None;
        }
        let fetched = get(&self.told.fetched, win.seat);
        if fetched && matches!(lies, Place::River(_)) && first(&mut self.told.winning_mixed) {
            let kind = FlagKind::WinningTileMixed;
            return Some(Watch::flag(state, kind, Some(win.seat), evidence));
        }
        // Of a hu that is none nothing needs to be fetched.
        let won = win.standing_as == Standing::Legal;
        let left = won && win.way != Way::SelfDrawn && !fetched && lies == given;
        let told = self.told.not_fetched.get_mut(win.seat.index())?;
        let kind = FlagKind::WinningTile;
        (late && left && fouls::minds(state, kind) && first(told))
            .then(|| Watch::flag(state, kind, Some(win.seat), evidence))
    }

    /// A hu was called and no hand is shown (HK FM-11).
    fn not_shown(&mut self, state: &State, seat: Seat, late: bool) -> Option<Flag> {
        let kind = FlagKind::HuCancelled;
        if !late || !fouls::minds(state, kind) || get(&self.told.opened, seat) {
            return None;
        }
        let told = self.told.cancelled.get_mut(seat.index())?;
        first(told).then(|| Watch::flag(state, kind, Some(seat), Few::new()))
    }

    /// Others show their tiles, or mix them (MCR 3.11.6.7(2), HK FM-12).
    fn others(&mut self, state: &State, live: &impl Fn(Tile) -> Place) -> Option<Flag> {
        let winners = |seat: Seat| state.proposed.iter().any(|win| win.seat == seat);
        for seat in Seat::ALL.into_iter().filter(|seat| !winners(*seat)) {
            let [open, gone] = [true, false].map(|open| {
                let moved = state.board.at(Place::Hand(seat)).filter(move |tile| {
                    let (place, home) = (live(*tile), Place::Hand(seat));
                    place != home && (place == Place::Meld(seat)) == open
                });
                Few::<Evidence, MOST_EVIDENCE>::from_some(moved.map(|tile| Evidence {
                    tile,
                    believed: Place::Hand(seat),
                    seen: live(tile),
                }))
            });
            let many = most(state.board.at(Place::Hand(seat)).count());
            let told = self.told.shown.get_mut(seat.index())?;
            let minds = fouls::minds(state, FlagKind::EarlyShow);
            if open.len() >= many && minds && first(told) {
                return Some(Watch::flag(state, FlagKind::EarlyShow, Some(seat), open));
            }
            if gone.len() >= many && first(&mut self.told.mixed) {
                return Some(Watch::flag(state, FlagKind::MixedEarly, Some(seat), gone));
            }
        }
        None
    }
}

/// So many of the standing tiles are a hand shown or mixed: five, or most of a short one.
pub(super) fn most(standing: usize) -> usize {
    let half = standing / 2;
    SHOWN.min(half.saturating_add(1)).max(2)
}

/// Whether most of a seat's standing tiles lie open before it.
pub(super) fn has_shown(state: &State, seat: Seat, live: &impl Fn(Tile) -> Place) -> bool {
    let (mut standing, mut open) = (0usize, 0usize);
    for tile in state.board.at(Place::Hand(seat)) {
        standing = standing.saturating_add(1);
        open = open.saturating_add(usize::from(live(tile) == Place::Meld(seat)));
    }
    open.saturating_mul(2) >= standing
}
