//! Clocks that follow the provisional game: limits come from the rule book, expiries are told once.

use crate::game::board::{Board, Stage};
use crate::game::sheet::Runs;
use crate::game::state::State;
use crate::rules::Interval;
use crate::seat::Seat;
use crate::time::{Span, Tick};

/// A discard in time may be seen so much later: nobody is late before.
const LAG: Span = Span::secs(2);

/// What a running turn is known by: when any of it changes, the clock starts again.
type Turn = (Seat, u8, u8, u8);

/// The clocks of a session.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(crate) struct Clocks {
    /// The session clock runs since then.
    running: Option<Tick>,
    /// The deal lay complete.
    dealt: Option<Tick>,
    /// The turn that is timed, since when, and whether its limit was told.
    turn: Option<(Turn, Tick)>,
    told: bool,
    opening_told: bool,
    /// Thinking time of the turn before the power was cut, and whose turn it was.
    carried: Option<(Seat, Span)>,
}

impl Clocks {
    /// Before a session.
    pub const STOPPED: Clocks = Clocks {
        running: None,
        dealt: None,
        turn: None,
        told: false,
        opening_told: false,
        carried: None,
    };

    /// The session clock starts, or goes on.
    pub fn run(&mut self, now: Tick) {
        self.running = self.running.or(Some(now));
    }

    /// It stands still; the time it ran since it was last recorded.
    pub fn stop(&mut self, now: Tick) -> Span {
        self.running.take().map_or(Span(0), |since| now.since(since))
    }

    /// Playing time used.
    #[inline(never)] // Asked in several places, and the image has room for one copy.
    pub fn played(&self, now: Tick, state: &State) -> Span {
        let recorded = state.session.as_ref().map_or(Span(0), |it| it.played);
        let running = self.running.map_or(Span(0), |since| now.since(since));
        Span(recorded.0.saturating_add(running.0))
    }

    /// The time used so far is in a record: count from here.
    pub fn recorded(&mut self, now: Tick) {
        if self.running.is_some() {
            self.running = Some(now);
        }
    }

    /// The tiles are dealt.
    pub fn dealt(&mut self, now: Tick) {
        (self.dealt, self.turn) = (Some(now), None);
        (self.told, self.opening_told) = (false, false);
    }

    /// Time was given back, or the clock stood: nobody's turn is timed until the next act.
    pub fn forgive(&mut self, now: Tick) {
        if let Some((_, since)) = &mut self.turn {
            *since = now;
        }
        self.dealt = self.dealt.map(|_| now);
    }

    /// After a power cut: whoever was thinking goes on from there, and an opening begins again.
    pub fn carry_on(&mut self, now: Tick, thinking: Option<(Seat, Span)>, hand: bool) {
        self.carried = thinking;
        self.dealt = hand.then_some(now);
    }

    /// Who is thinking, and how long already.
    pub fn thought(&self, now: Tick) -> Option<(Seat, Span)> {
        let ((seat, ..), since) = self.turn?;
        Some((seat, Span(now.since(since).0.saturating_add(self.before_the_cut(seat).0))))
    }

    fn before_the_cut(&self, seat: Seat) -> Span {
        self.carried.filter(|(thinker, _)| *thinker == seat).map_or(Span(0), |(_, span)| span)
    }

    /// Since when the player in turn has been thinking.
    pub fn thinking(&self) -> Option<(Seat, Tick)> {
        self.turn.map(|((seat, ..), since)| (seat, since))
    }

    /// Since when the dealer has had his tiles.
    pub const fn opening(&self) -> Option<Tick> {
        self.dealt
    }

    /// What a clock has to tell now.
    pub fn tell(
        &mut self,
        now: Tick,
        state: &State,
        board: &Board,
    ) -> Option<(Runs, Option<Seat>)> {
        let session = state.session.as_ref()?;
        let book = state.book()?;
        let limit = |interval| book.limit(interval, &session.start.rulings);
        if let Some(whole) = limit(Interval::Session) {
            let whole = Span(whole.span.0.saturating_add(session.extra.0));
            let notice = limit(Interval::Notice).map_or(Span(0), |limit| limit.span);
            let played = self.played(now, state);
            if played >= whole && !session.time_up {
                return Some((Runs::SessionOver, None));
            }
            if played.0.saturating_add(notice.0) >= whole.0 && !session.noticed && notice.0 > 0 {
                return Some((Runs::SessionNotice, None));
            }
        }
        if session.paused {
            return None;
        }
        if board.discards == 0 {
            let late = |since: Tick| {
                limit(Interval::Opening).is_some_and(|limit| now.since(since) > limit.span + LAG)
            };
            if self.dealt.is_some_and(late) && !self.opening_told {
                self.opening_told = true;
                return Some((Runs::Opening, Some(board.dealer)));
            }
            return None;
        }
        let Stage::Act { seat, .. } = board.stage else {
            self.turn = None;
            return None;
        };
        // A replacement is a new draw: the limit starts again (MCR 3.6.4).
        let melds = u8::try_from(board.melds(seat).len()).unwrap_or(0);
        let turn = (seat, board.discards, melds, board.wall());
        match self.turn {
            Some((timed, _)) if timed == turn => {
                let thought = self.thought(now).map_or(Span(0), |(_, span)| span);
                let late = limit(Interval::Discard).is_some_and(|limit| thought > limit.span + LAG);
                if late && !self.told {
                    self.told = true;
                    return Some((Runs::Discard, Some(seat)));
                }
            }
            before => {
                // The first turns seen after a cut are still those of before, until it is the thinker's.
                if before.is_some_and(|((thinker, ..), _)| self.before_the_cut(thinker) > Span(0)) {
                    self.carried = None;
                }
                self.turn = Some((turn, now));
                self.told = false;
            }
        }
        None
    }
}
