//! What looks like a foul. The table reports, it does not punish (MCR 3.11, HK FP-2).

use crate::game::board::{Board, Stage, get, set};
use crate::game::explain::Explanation;
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind, MOST_EVIDENCE, RuleId};
use crate::game::fouls;
use crate::game::input::Call;
use crate::game::play::{Play, Source};
use crate::game::residue;
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::hand::Meld;
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::{Face, Tile};
use crate::time::{Span, Tick};

/// Something hard stays unexplained for this long: it is reported.
const GRACE: Span = Span::secs(5);
/// Before that a second look is taken at what was recorded last.
const PUZZLED: Span = Span::secs(2);
/// A tile in no field is in transit for this long (a player in turn may hold one and think).
const IN_TRANSIT: Span = Span::secs(9);
/// An order of two acts is a foul beyond this; tracking lags differ by up to a second.
pub(super) const CLEARLY: Span = Span::millis(3_000);
/// A call is empty when play has gone on and nothing was laid for this long.
pub(super) const EMPTY: Span = Span::secs(4);
/// A tile laid within this of a press answers it.
const LAID: Span = Span::secs(3);
/// So many own tiles lying open are a hand shown.
pub(super) const SHOWN: usize = 5;
/// Most flags one recorded act can raise.
pub(super) const MOST_AT_ONCE: usize = 4;

/// A call that waits for its act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) call: Call,
    pub(super) at: Tick,
    /// Discards when it was made: the tile it was made on.
    pub(super) discards: u8,
}

/// A claim that came late for the newest discard known is reported after this: by then a newer discard, made before the
/// claim but not yet seen, would be known.
const DISCARD_SHOWS: Span = Span::millis(1_500);

/// What is being watched.
pub(crate) struct Watch {
    /// Claims that came late, as far as was known: when, and after how many discards.
    pub(super) late: [Option<(Tick, u8)>; 4],
    /// The same tiles have been unexplained since then; whether it was reported.
    pub(super) astray: Option<(Few<Evidence, MOST_EVIDENCE>, Tick, bool)>,
    /// Tiles reported as missing.
    pub(super) missing: Few<Tile, MOST_EVIDENCE>,
    /// Some draw has been without its tile since then; whether it was reported.
    pub(super) unseen: Option<(Seat, Tick, bool)>,
    pub(super) pending: [Option<Pending>; 4],
    /// The newest claim: who, what, with which face.
    pub(super) claim: Option<(Seat, Meld, Face)>,
    /// Exposed tiles that must be the next discard (MCR 3.11.6.7(1)).
    pub(super) exposed: [Option<Tile>; 4],
    pub(super) messed: bool,
    pub(super) shown: [bool; 4],
    pub(super) mixed: bool,
    pub(super) short: bool,
}

impl Watch {
    pub const fn new() -> Watch {
        Watch {
            late: [None; 4],
            astray: None,
            missing: Few::new(),
            unseen: None,
            pending: [None; 4],
            claim: None,
            exposed: [None; 4],
            messed: false,
            shown: [false; 4],
            mixed: false,
            short: false,
        }
    }

    pub fn hand_started(&mut self) {
        *self = Watch::new();
    }

    /// A report in the words of the session's book.
    pub fn flag(
        state: &State,
        kind: FlagKind,
        seat: Option<Seat>,
        evidence: Few<Evidence, MOST_EVIDENCE>,
    ) -> Flag {
        let rule = state.book().map_or("", |book| fouls::rule(book, kind));
        Flag { kind, rule: RuleId::new(rule), seat, evidence, silent: fouls::silent(state, rule) }
    }

    /// The same tiles have been unexplained for a while, and nobody has been told yet.
    pub fn puzzled(&self, now: Tick) -> bool {
        let long = |since: Tick| now.since(since) >= PUZZLED;
        self.astray.is_some_and(|(_, since, told)| !told && long(since))
    }

    pub(super) fn drop_call(&mut self, seat: Seat) {
        set(&mut self.pending, seat, |held| *held = None);
    }

    /// The deal has been at rest for long and is not complete (HK FI-3).
    pub fn short_deal(&mut self, state: &State) -> Option<Flag> {
        let first = !core::mem::replace(&mut self.short, true);
        first.then(|| Watch::flag(state, FlagKind::InitialCount, None, Few::new()))
    }

    /// Something that has been wrong for too long.
    pub fn look(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        best: &Explanation,
        sights: &Sights,
    ) -> Option<Flag> {
        for play in best.plays() {
            self.answered(&play);
        }
        for (seat, late) in Seat::ALL.into_iter().zip(&mut self.late) {
            let due = late.take_if(|(at, _)| now.since(*at) >= DISCARD_SHOWS);
            if due.is_some_and(|(_, discards)| shown.discards == discards) {
                return Some(Watch::flag(state, FlagKind::LateClaim, Some(seat), Few::new()));
            }
        }
        if residue::is_messed(shown, sights, rivers(state)) {
            let first = !core::mem::replace(&mut self.messed, true);
            return first.then(|| Watch::flag(state, FlagKind::Messed, None, Few::new()));
        }
        self.look_astray(now, state, shown, best, sights)
            .or_else(|| self.look_missing(now, state, shown, sights))
            .or_else(|| self.look_unseen(now, state, shown, best, sights))
            .or_else(|| self.look_empty(now, state, shown, sights))
    }

    fn look_astray(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        best: &Explanation,
        sights: &Sights,
    ) -> Option<Flag> {
        if best.residue.hard == 0 {
            self.astray = None;
            return None;
        }
        let evidence = residue::astray(shown, sights, rivers(state));
        match &mut self.astray {
            Some((held, since, told)) if *held == evidence => {
                if *told || now.since(*since) < GRACE {
                    return None;
                }
                *told = true;
            }
            _ => {
                self.astray = Some((evidence, now, false));
                return None;
            }
        }
        let (kind, seat) = residue::name(shown, &evidence);
        if let (FlagKind::Exposed, Some(seat), Some(it)) = (kind, seat, evidence.first())
            && state.book().is_some_and(|book| book.id() == "mcr")
        {
            set(&mut self.exposed, seat, |held| *held = Some(it.tile));
        }
        Some(Watch::flag(state, kind, seat, evidence))
    }

    fn look_missing(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        sights: &Sights,
    ) -> Option<Flag> {
        let gone = residue::missing(now, shown, sights, rivers(state), sights.patience(IN_TRANSIT));
        let fresh: Few<Evidence, MOST_EVIDENCE> =
            Few::from_some(gone.iter().filter(|it| !self.missing.contains(it.tile)));
        let first = fresh.first()?;
        self.missing = Few::from_some(gone.iter().map(|it| it.tile));
        let seat = match first.believed {
            Place::Hand(seat) | Place::Meld(seat) | Place::River(seat) => Some(seat),
            Place::Away => None,
        };
        Some(Watch::flag(state, FlagKind::TileMissing, seat, fresh))
    }

    /// A seat discarded without having drawn, as far as anybody has seen.
    fn look_unseen(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        best: &Explanation,
        sights: &Sights,
    ) -> Option<Flag> {
        if !rivers(state) {
            return None;
        }
        let hidden = Seat::ALL.into_iter().find(|seat| {
            let acting = matches!(shown.stage, Stage::Act { seat: acting, .. } if acting == *seat);
            get(&shown.unseen, *seat) > 0 && !acting
        });
        let Some(seat) = hidden else {
            self.unseen = None;
            return None;
        };
        match &mut self.unseen {
            Some((held, since, told)) if *held == seat => {
                if *told || now.since(*since) < sights.patience(GRACE) {
                    return None;
                }
                *told = true;
            }
            _ => {
                self.unseen = Some((seat, now, false));
                return None;
            }
        }
        let flower = best.plays().any(|play| {
            matches!(play, Play::Draw { tile: None, source: Source::FlowerReplacement, .. })
        });
        let kind = if flower { FlagKind::FlowerUnreplaced } else { FlagKind::NoDraw };
        Some(Watch::flag(state, kind, Some(seat), Few::new()))
    }

    /// A call that play has passed over. One beaten by a better call is none (HK PM-6).
    fn look_empty(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        sights: &Sights,
    ) -> Option<Flag> {
        for seat in Seat::ALL {
            let Some(held) = get(&self.pending, seat) else {
                continue;
            };
            // Laid before the press, or not yet named.
            let laid = Tile::all().map(|tile| sights.of(tile)).any(|sight| {
                let apart = sight.since.since(held.at).max(held.at.since(sight.since));
                sight.place == Place::Meld(seat) && apart <= LAID
            });
            if laid {
                self.drop_call(seat);
                continue;
            }
            if now.since(held.at) < EMPTY {
                continue;
            }
            // Flowers of the deal are called when they are seen and laid in the order of the seats.
            if held.call == Call::Flower && shown.discards <= held.discards.saturating_add(1) {
                continue;
            }
            let went_on = match shown.stage {
                Stage::Offer { .. } => shown.discards != held.discards,
                Stage::Act { seat: acting, claimed } => {
                    let beaten = claimed && acting != seat;
                    if beaten {
                        self.drop_call(seat);
                    }
                    !beaten && acting != seat
                }
                _ => false,
            };
            // Nobody has moved on, but the call has been there for long.
            let forgotten = now.since(held.at) >= Span(EMPTY.0.saturating_mul(2));
            if went_on || forgotten {
                self.drop_call(seat);
                return Some(Watch::flag(state, FlagKind::EmptyCall, Some(seat), Few::new()));
            }
        }
        None
    }

    /// While a result waits for agreement: others show their tiles, or tiles are mixed.
    pub fn judging(&mut self, state: &State, live: impl Fn(Tile) -> Place) -> Option<Flag> {
        let board = &state.board;
        let winners = |seat: Seat| state.proposed.iter().any(|win| win.seat == seat);
        for seat in Seat::ALL.into_iter().filter(|seat| !winners(*seat)) {
            let open = board.at(Place::Hand(seat));
            let open = open.filter(|tile| live(*tile) == Place::Meld(seat)).count();
            if open >= SHOWN && !get(&self.shown, seat) {
                set(&mut self.shown, seat, |shown| *shown = true);
                return Some(Watch::flag(state, FlagKind::EarlyShow, Some(seat), Few::new()));
            }
        }
        let own = |seat: Seat, place| place == Place::Hand(seat) || place == Place::Meld(seat);
        for seat in Seat::ALL.into_iter().filter(|seat| !winners(*seat)) {
            let gone = board.at(Place::Hand(seat));
            let gone = gone.filter(|tile| !own(seat, live(*tile))).count();
            if gone >= SHOWN && !core::mem::replace(&mut self.mixed, true) {
                return Some(Watch::flag(state, FlagKind::MixedEarly, Some(seat), Few::new()));
            }
        }
        None
    }
}

/// Whether the session is played with river loops.
fn rivers(state: &State) -> bool {
    state.session.as_ref().is_some_and(|it| it.start.rivers)
}
