//! What looks like a foul. The table reports, it does not punish (MCR 3.11, HK FP-2).

use crate::game::board::{Board, Stage, get, set};
use crate::game::explain::{Explanation, Step, button};
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
use crate::rules::{Claim, Timely};
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
const CLEARLY: Span = Span::millis(3_000);
/// A call is empty when play has gone on and nothing was laid for this long.
const EMPTY: Span = Span::secs(4);
/// A tile laid within this of a press answers it.
const LAID: Span = Span::secs(3);
/// So many own tiles lying open are a hand shown.
const SHOWN: usize = 5;
/// Most flags one recorded act can raise.
const MOST_AT_ONCE: usize = 4;

/// A call that waits for its act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Pending {
    call: Call,
    at: Tick,
    /// Discards when it was made: the tile it was made on.
    discards: u8,
}

/// What is being watched.
pub(crate) struct Watch {
    /// The same tiles have been unexplained since then; whether it was reported.
    astray: Option<(Few<Evidence, MOST_EVIDENCE>, Tick, bool)>,
    /// Tiles reported as missing.
    missing: Few<Tile, MOST_EVIDENCE>,
    /// Some draw has been without its tile since then; whether it was reported.
    unseen: Option<(Seat, Tick, bool)>,
    pending: [Option<Pending>; 4],
    /// The newest claim: who, what, with which face.
    claim: Option<(Seat, Meld, Face)>,
    /// Exposed tiles that must be the next discard (MCR 3.11.6.7(1)).
    exposed: [Option<Tile>; 4],
    messed: bool,
    shown: [bool; 4],
    mixed: bool,
    short: bool,
}

impl Watch {
    pub const fn new() -> Watch {
        Watch {
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
        Flag {
            kind,
            rule: RuleId::new(rule),
            seat,
            evidence,
            silent: fouls::silent(state, rule),
        }
    }

    /// The same tiles have been unexplained for a while, and nobody has been told yet.
    pub fn puzzled(&self, now: Tick) -> bool {
        let long = |since: Tick| now.since(since) >= PUZZLED;
        self.astray
            .is_some_and(|(_, since, told)| !told && long(since))
    }

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
                let _ = flags.push(Watch::flag(
                    state,
                    FlagKind::ChangedCall,
                    Some(seat),
                    Few::new(),
                ));
                self.drop_call(seat);
            }
        }
        let open = board
            .at(Place::Hand(seat))
            .filter(|tile| sights.of(*tile).place == Place::Meld(seat));
        if open.count() >= SHOWN {
            let _ = flags.push(Watch::flag(
                state,
                FlagKind::ShownFirst,
                Some(seat),
                Few::new(),
            ));
        }
        flags
    }

    fn drop_call(&mut self, seat: Seat) {
        set(&mut self.pending, seat, |held| *held = None);
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
            (Stage::Offer { from }, Some(last)) if from != seat => last
                .tile
                .filter(|tile| sights.of(*tile).place == Place::River(from)),
            _ => None,
        };
        if let (Some(claim), Some(tile)) = (claim, lies) {
            let after = now.since(sights.of(tile).since);
            match book.timely(claim, after, &session.start.rulings) {
                Timely::InTime => {}
                Timely::Late { .. } | Timely::AskReferee(_) => {
                    found = Some(FlagKind::LateClaim);
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
            *held = Some(Pending {
                call,
                at: now,
                discards: board.discards,
            });
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
            Play::Draw {
                seat,
                tile: Some(tile),
                source,
            } => {
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
            Play::Discard {
                seat,
                tile: Some(tile),
            } => {
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
            | Play::Kong {
                seat,
                kind: crate::game::play::KongKind::Claimed { tile: claimed, .. },
                ..
            } => {
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
    fn answered(&mut self, play: &Play) {
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
        if residue::is_messed(shown, sights, rivers(state)) {
            let first = !core::mem::replace(&mut self.messed, true);
            return first.then(|| Watch::flag(state, FlagKind::Messed, None, Few::new()));
        }
        self.look_astray(now, state, shown, best, sights)
            .or_else(|| self.look_missing(now, state, shown, sights))
            .or_else(|| self.look_unseen(now, state, shown, best))
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
        let gone = residue::missing(now, shown, sights, rivers(state), IN_TRANSIT);
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
                if *told || now.since(*since) < GRACE {
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
            matches!(
                play,
                Play::Draw {
                    tile: None,
                    source: Source::FlowerReplacement,
                    ..
                }
            )
        });
        let kind = if flower {
            FlagKind::FlowerUnreplaced
        } else {
            FlagKind::NoDraw
        };
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
                Stage::Act {
                    seat: acting,
                    claimed,
                } => {
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
                return Some(Watch::flag(
                    state,
                    FlagKind::EmptyCall,
                    Some(seat),
                    Few::new(),
                ));
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
                return Some(Watch::flag(
                    state,
                    FlagKind::EarlyShow,
                    Some(seat),
                    Few::new(),
                ));
            }
        }
        let own = |seat: Seat, place| place == Place::Hand(seat) || place == Place::Meld(seat);
        for seat in Seat::ALL.into_iter().filter(|seat| !winners(*seat)) {
            let gone = board.at(Place::Hand(seat));
            let gone = gone.filter(|tile| !own(seat, live(*tile))).count();
            if gone >= SHOWN && !core::mem::replace(&mut self.mixed, true) {
                return Some(Watch::flag(
                    state,
                    FlagKind::MixedEarly,
                    Some(seat),
                    Few::new(),
                ));
            }
        }
        None
    }
}

/// Whether the session is played with river loops.
fn rivers(state: &State) -> bool {
    state.session.as_ref().is_some_and(|it| it.start.rivers)
}
