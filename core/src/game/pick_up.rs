//! Going on after a power cut, in the middle of whatever was going on (trust C5).
//!
//! The records give the state; the slate gives the clocks as they stood; the tiles themselves give the rest. Until every loop has
//! been scanned the table only watches. Then it says what differs from its records, finishes what a cut left half recorded,
//! and explains what it sees as always: acts that were seen but not yet certain at the cut are found again.

use crate::event::Event;
use crate::game::board::{Stage, set};
use crate::game::few::Few;
use crate::game::flag::Evidence;
use crate::game::hu::HuCall;
use crate::game::input::Call;
use crate::game::outcome::Ended;
use crate::game::state::Phase;
use crate::game::table::{Effect, Table};
use crate::journal::Kept;
use crate::rules::Seats;
use crate::time::{Span, Tick};

/// What somebody said in the moment of the cut may be lost: people get this long to say it again before their silence means anything.
const SAY_AGAIN: Span = Span::secs(10);

impl Table {
    /// Follows a record of an earlier time; [`Table::step`] goes on from there.
    pub fn replay(&mut self, event: &Event) {
        crate::game::fold::apply(&mut self.state, event);
        self.doubt(event);
        match *event {
            Event::Called { seat, call: Call::Hu } => match &mut self.hu {
                Some(held) => held.join(seat),
                None => self.hu = Some(HuCall::new(Tick(0), seat)),
            },
            Event::Called { seat, call: Call::Confirm } => {
                set(&mut self.agreed, seat, |agreed| *agreed = true);
            }
            Event::Called { seat, call } => {
                self.calls.press(Tick(0), seat, call);
                self.watch.heard(Tick(0), seat, call);
            }
            Event::Asked(_) => {
                if let Some(held) = &mut self.hu {
                    held.asked = true;
                }
            }
            Event::HuRefused { seat } => {
                self.agreed = [false; 4];
                self.hu = self.hu.and_then(|call| call.without(seat));
            }
            Event::ResultProposed(_) => self.agreed = [false; 4],
            Event::HandStarted { .. } | Event::HandEnded { .. } => {
                (self.hu, self.agreed) = (None, [false; 4]);
                self.calls = crate::game::explain::Calls::NONE;
            }
            Event::Play { play, .. } => {
                self.agreed = [false; 4];
                // Calls were made on the turn before.
                if play.begins_a_turn() {
                    self.calls = crate::game::explain::Calls::NONE;
                }
            }
            _ => {}
        }
    }

    /// All records are replayed. If a session runs the table waits for [`super::Input::Censused`]; its clocks stand as they were kept.
    pub fn power_returned(&mut self, kept: Kept) {
        let Some(session) = &self.state.session else {
            return;
        };
        let in_session = !matches!(self.state.phase, Phase::Idle | Phase::Over);
        // What was kept before the first hand belongs to a session before.
        let begun = self.state.phase != Phase::Between || session.ended.is_some();
        let played = if begun { kept.played.max(session.played) } else { session.played };
        let thinking = kept.thinking.filter(|_| begun);
        self.kept = in_session.then_some(Kept { played, thinking });
    }

    /// Waiting for the census.
    pub const fn picking_up(&self) -> bool {
        self.kept.is_some()
    }

    /// Playing time used, also while the table waits for the census.
    pub fn played_at_the_cut(&self) -> Option<Span> {
        self.kept.map(|kept| kept.played)
    }

    /// The clocks, for keeping; nothing while there is nothing to keep.
    pub fn keeps(&self, now: Tick) -> Option<Kept> {
        let runs = !matches!(self.state.phase, Phase::Idle | Phase::Over) && self.kept.is_none();
        runs.then(|| Kept { played: self.played(now), thinking: self.clocks.thought(now) })
    }

    /// Power has just come back: nothing follows from silence yet.
    pub(super) fn just_back(&self, now: Tick) -> bool {
        self.picked_up.is_some_and(|at| now.since(at) < SAY_AGAIN)
    }

    pub(super) fn pick_up(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let Some(kept) = self.kept.take() else {
            return;
        };
        let hand = matches!(self.state.phase, Phase::Playing);
        let board = &self.state.board;
        let differing = self.sights.differing(board, self.rivers()).filter(|_| hand);
        let differing = Few::from_some(differing.map(|tile| Evidence {
            tile,
            believed: board.place(tile),
            seen: self.sights.of(tile).place,
        }));
        self.commit(Event::PickedUp { played: kept.played, differing }, out);
        let session = self.state.session.as_ref();
        let paused = session.is_some_and(|session| session.paused);
        let begun = self.state.phase != Phase::Between
            || session.is_some_and(|session| session.ended.is_some());
        if begun && !paused {
            self.clocks.run(now);
        }
        self.clocks.carry_on(now, kept.thinking, hand);
        if let Some(call) = &mut self.hu {
            call.at = now;
        }
        (self.looked, self.picked_up) = (Tick(0), Some(now));
        self.finish_what_was_begun(now, out);
    }

    /// Some things are told in several records; a cut between them leaves the first. The rest follows now.
    fn finish_what_was_begun(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        match (self.state.phase, self.state.board.stage) {
            (Phase::Judging, _) if self.state.settled => {
                let ended = Few::from_some([self.desk(now).won()]);
                self.carry_out(now, &ended, out);
            }
            (Phase::Judging, Stage::Drawn) => {
                let played = self.played(now);
                let ended = Few::from_some([Event::HandEnded { end: Ended::Drawn, played }]);
                self.carry_out(now, &ended, out);
            }
            (Phase::Judging, Stage::Won) => {
                if let Some(first) = self.state.declared.first() {
                    let declared = self.state.declared.iter();
                    let heard = self.heard(first.seat, first.way);
                    let winners = declared.fold(heard, |winners: Seats, win| winners.and(win.seat));
                    let agreed = self.agreed;
                    self.declare(winners, first, out);
                    self.agreed = agreed;
                }
            }
            (Phase::Dealing | Phase::Playing, _)
                if self.state.session.as_ref().is_some_and(|session| session.time_up) =>
            {
                self.time_up(now, out);
            }
            _ => {}
        }
    }
}
