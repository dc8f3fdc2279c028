//! What looks like a foul. The table reports, it does not punish (MCR 3.11, HK FP-2).

use crate::game::board::{Board, Stage, get, set};
use crate::game::explain::{Calls, Explanation};
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind, MOST_EVIDENCE, RuleId};
use crate::game::fouls;
use crate::game::input::Call;
use crate::game::lasting::Lasting;
use crate::game::play::{Play, Source};
use crate::game::residue;
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::game::told::{Told, first};
use crate::hand::{MOST_MELDS, Meld};
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::{Face, Tile};
use crate::time::{Span, Tick};

/// Something hard stays unexplained for this long: it is reported.
const GRACE: Span = Span::secs(5);
/// The same where there are blind spots: what explains it may lie on one.
const GRACE_IN_THE_DARK: Span = Span::secs(9);
/// Before that a second look is taken at what was recorded last.
const PUZZLED: Span = Span::secs(2);
/// An order of two acts is a foul beyond this; tracking lags differ by up to a second.
pub(super) const CLEARLY: Span = Span::millis(3_000);
/// People go on so long after a reader sees again.
const GOES_ON: Span = Span::secs(2);
/// A call is empty when play has gone on and nothing was laid for this long.
pub(super) const EMPTY: Span = Span::secs(4);
/// A tile laid within this of a press answers it.
const LAID: Span = Span::secs(3);
/// A tile in a river for this long was thrown there, whatever else still moves.
const THROWN: Span = Span::millis(2_500);
/// So many own tiles lying open are a hand shown.
pub(super) const SHOWN: usize = 5;
/// Most flags one recorded act can raise.
pub(super) const MOST_AT_ONCE: usize = 6;

/// A call that waits for its act.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Pending {
    pub(super) call: Call,
    pub(super) at: Tick,
    /// Discards when it was made: the tile it was made on.
    pub(super) discards: u8,
    /// Early enough, as far as was known.
    pub(super) in_time: bool,
}

/// A claim that was a foul as far as was known: it came late, or changed an earlier one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Doubted {
    /// When to tell, if no newer discard has shown by then.
    due: Tick,
    kind: FlagKind,
    /// The discard it was about, where it lay.
    tile: Option<Tile>,
    /// Discards known when it was made.
    discards: u8,
}

/// What is being watched.
pub(crate) struct Watch {
    /// Claims that seem wrong and are not reported yet.
    doubted: [Option<Doubted>; 4],
    /// Tiles that nothing explains.
    pub(super) astray: Lasting<Few<Evidence, MOST_EVIDENCE>>,
    /// Whose wrong set was reported and still lies.
    pub(super) wrong_set: Option<Seat>,
    /// Tiles reported as missing.
    pub(super) missing: Few<Tile, MOST_EVIDENCE>,
    /// Whose draw is without its tile.
    pub(super) unseen: Lasting<Seat>,
    pub(super) pending: [Option<Pending>; 4],
    /// The newest claim: who, what, with which face.
    pub(super) claim: Option<(Seat, Meld, Face)>,
    /// The newest discard on record, and since when it lay.
    pub(super) thrown: Option<(Tile, Tick)>,
    /// Exposed tiles that must be the next discard (MCR 3.11.6.7(1)).
    pub(super) exposed: [Option<Tile>; 4],
    /// The latest call of each kind, answered or not.
    pub(super) said: Calls,
    /// Every kong that was said.
    pub(super) kongs_said: [Few<Tick, MOST_MELDS>; 4],
    /// Flowers called in this hand; unknown when the table was started in the middle of it.
    pub(super) flowers_said: Option<[u8; 4]>,
    /// Called hu, and when.
    pub(super) hu_at: [Option<Tick>; 4],
    pub(super) told: Told,
    /// When a reader was last blind.
    dark: Tick,
}

impl Watch {
    pub const fn new() -> Watch {
        Watch {
            doubted: [None; 4],
            astray: Lasting::NOTHING,
            wrong_set: None,
            missing: Few::new(),
            unseen: Lasting::NOTHING,
            pending: [None; 4],
            claim: None,
            thrown: None,
            exposed: [None; 4],
            said: Calls::NONE,
            kongs_said: [Few::new(); 4],
            flowers_said: None,
            hu_at: [None; 4],
            told: Told::NOTHING,
            dark: Tick(0),
        }
    }

    pub fn hand_started(&mut self) {
        *self = Watch { flowers_said: Some([0; 4]), ..Watch::new() };
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
        self.astray.waits(now, PUZZLED)
    }

    /// What nothing explains is on record.
    pub fn reported(&self) -> bool {
        self.astray.is_told()
    }

    /// A reader is blind: what nothing explains may lie where it would see it, and counts from when it sees again.
    pub fn wait(&mut self, now: Tick) {
        self.dark = now;
        (self.astray, self.unseen) = (Lasting::NOTHING, Lasting::NOTHING);
    }

    /// When play went on after a reader was blind.
    pub(super) fn goes_on(&self) -> Tick {
        if self.dark == Tick(0) { self.dark } else { self.dark + GOES_ON }
    }

    /// A claim seems to be a foul, unless it is about a discard that has not been seen yet.
    pub(super) fn report_later(
        &mut self,
        due: Tick,
        seat: Seat,
        kind: FlagKind,
        tile: Option<Tile>,
        board: &Board,
    ) {
        let doubted = Doubted { due, kind, tile, discards: board.discards };
        set(&mut self.doubted, seat, |held| *held = Some(doubted));
    }

    /// Whether a tile first seen then may have lain there for long: its reader saw nothing until just before.
    pub(super) fn was_dark(&self, shows: Tick) -> bool {
        self.dark != Tick(0) && shows <= self.dark + CLEARLY
    }

    pub(super) fn drop_call(&mut self, seat: Seat) {
        set(&mut self.pending, seat, |held| *held = None);
    }

    /// The deal has been at rest for long and is not complete (HK FI-3).
    pub fn short_deal(&mut self, state: &State) -> Option<Flag> {
        first(&mut self.told.short)
            .then(|| Watch::flag(state, FlagKind::InitialCount, None, Few::new()))
    }

    /// A tile lies in a river, and the deal is not complete (HK FI-4).
    pub fn thrown_in_the_deal(
        &mut self,
        now: Tick,
        state: &State,
        sights: &Sights,
    ) -> Option<Flag> {
        for tile in Tile::all() {
            let sight = sights.of(tile);
            if let Some(seat) = sight.thrown(state.board.dealer)
                && sights.rests(now, tile, sight.place, THROWN)
                && self.told.thrown.get_mut(seat.index()).is_some_and(first)
            {
                let evidence = Evidence { tile, believed: Place::Hand(seat), seen: sight.place };
                let evidence = Few::from_some([evidence]);
                return Some(Watch::flag(state, FlagKind::EarlyDiscard, Some(seat), evidence));
            }
        }
        None
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
        let claimed = best.plays().any(|play| play.claimed().is_some());
        for (seat, held) in Seat::ALL.into_iter().zip(&mut self.doubted) {
            let takes = |tile: Option<Tile>| {
                let its = |play: &Play| play.seat() == Some(seat) && play.claimed().is_some();
                best.plays().any(|play| its(&play) && play.claimed() == tile)
            };
            let due = held.take_if(|it| now >= it.due || takes(it.tile));
            if let Some(it) = due.filter(|it| shown.discards == it.discards || takes(it.tile)) {
                if it.kind == FlagKind::LateClaim {
                    set(&mut self.pending, seat, |held| {
                        *held = held.map(|held| Pending { in_time: false, ..held });
                    });
                }
                return Some(Watch::flag(state, it.kind, Some(seat), Few::new()));
            }
        }
        if residue::is_messed(shown, sights, rivers(state)) {
            return first(&mut self.told.messed)
                .then(|| Watch::flag(state, FlagKind::Messed, None, Few::new()));
        }
        self.look_astray(now, state, shown, best, sights)
            .or_else(|| self.look_missing(now, state, shown, sights))
            .or_else(|| self.look_unseen(now, state, shown, best, sights))
            .or_else(|| self.look_empty(now, state, shown, sights, claimed))
    }

    fn look_astray(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        best: &Explanation,
        sights: &Sights,
    ) -> Option<Flag> {
        let evidence = residue::astray(shown, sights, rivers(state));
        let there = (best.residue.hard > 0).then_some(evidence);
        if there.is_none() {
            self.wrong_set = None;
        }
        let grace = if sights.has_blind_spots() { GRACE_IN_THE_DARK } else { GRACE };
        if !self.astray.see(now, there, grace) {
            return self.look_past_repair(state, best, sights, &evidence);
        }
        let (kind, seat) = residue::name(shown, &evidence);
        if let (FlagKind::Exposed, Some(seat), Some(it)) = (kind, seat, evidence.first())
            && fouls::minds(state, FlagKind::PenaltyTileKept)
        {
            set(&mut self.exposed, seat, |held| *held = Some(it.tile));
        }
        if kind == FlagKind::FalseMeld {
            self.wrong_set = seat;
        }
        Some(Watch::flag(state, kind, seat, evidence))
    }

    /// Another player has drawn or melded while a wrong set still lay: it stands now (HK GR-4.1, FM-9).
    fn look_past_repair(
        &mut self,
        state: &State,
        best: &Explanation,
        sights: &Sights,
        evidence: &Few<Evidence, MOST_EVIDENCE>,
    ) -> Option<Flag> {
        let offender = self.wrong_set?;
        let laid = evidence.iter().map(|it| sights.of(it.tile).since).max()?;
        let went_on = best.plays().any(|play| {
            let later = play.tiles().any(|tile| sights.of(tile).since > laid);
            play.begins_a_turn() && later && play.seat() != Some(offender)
        });
        if !went_on || !fouls::minds(state, FlagKind::PastRepair) {
            return None;
        }
        self.wrong_set = None;
        Some(Watch::flag(state, FlagKind::PastRepair, Some(offender), *evidence))
    }

    fn look_missing(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        sights: &Sights,
    ) -> Option<Flag> {
        let gone = residue::missing(now, self.goes_on(), shown, sights, rivers(state));
        let fresh: Few<Evidence, MOST_EVIDENCE> =
            Few::from_some(gone.iter().filter(|it| !self.missing.contains(it.tile)));
        let first = fresh.first()?;
        self.missing = Few::from_some(gone.iter().map(|it| it.tile));
        let seat = first.believed.seat();
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
        if !self.unseen.see(now, hidden, sights.patience(GRACE)) {
            return None;
        }
        let flower = best.plays().any(|play| {
            matches!(play, Play::Draw { tile: None, source: Source::FlowerReplacement, .. })
        });
        let kind = if flower { FlagKind::FlowerUnreplaced } else { FlagKind::NoDraw };
        Some(Watch::flag(state, kind, hidden, Few::new()))
    }

    /// A call that play has passed over. Where somebody is laying a set the calls wait for it to be recorded.
    fn look_empty(
        &mut self,
        now: Tick,
        state: &State,
        shown: &Board,
        sights: &Sights,
        claimed: bool,
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
            // What was laid before a blind reader is seen when it sees again.
            let waits = now.since(held.at.max(self.goes_on()));
            if waits < EMPTY || (claimed && held.call != Call::Flower) {
                continue;
            }
            // Flowers of the deal are called when they are seen and laid in the order of the seats.
            if held.call == Call::Flower && shown.discards <= held.discards.saturating_add(1) {
                continue;
            }
            let went_on = match shown.stage {
                Stage::Offer { .. } => shown.discards != held.discards,
                Stage::Act { seat: acting, .. } => acting != seat,
                _ => false,
            };
            // Nobody has moved on, but the call has been there for long.
            let forgotten = waits >= Span(EMPTY.0.saturating_mul(2));
            if went_on || forgotten {
                self.drop_call(seat);
                return Some(Watch::flag(state, FlagKind::EmptyCall, Some(seat), Few::new()));
            }
        }
        None
    }
}

/// Whether the session is played with river loops.
fn rivers(state: &State) -> bool {
    state.session.as_ref().is_some_and(|it| it.start.rivers)
}
