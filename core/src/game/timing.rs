//! What the clocks make the table do.

use crate::event::Event;
use crate::game::few::Few;
use crate::game::flag::FlagKind;
use crate::game::outcome::Ended;
use crate::game::sheet::Runs;
use crate::game::state::Phase;
use crate::game::table::{Effect, Table};
use crate::rules::Interval;
use crate::seat::Seat;
use crate::time::Tick;

impl Table {
    pub(super) fn clock(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if !matches!(
            self.state.phase,
            Phase::Between | Phase::Dealing | Phase::Playing | Phase::Judging
        ) {
            return;
        }
        let board = self.shown();
        let playing = self.state.phase == Phase::Playing && self.hu.is_none();
        // Nobody thinks too long before a table that does not see what he does.
        if !playing || self.blind != [false; 4] {
            self.clocks.forgive(now);
        }
        while let Some((runs, seat)) = self.clocks.tell(now, &self.state, &board) {
            self.commit(Event::Clock { runs, seat }, out);
            match runs {
                Runs::Opening => self.overtime(Interval::Opening, seat, out),
                Runs::Discard => self.overtime(Interval::Discard, seat, out),
                Runs::SessionNotice => {}
                Runs::SessionOver => self.time_up(now, out),
            }
        }
    }

    pub(super) fn overtime(
        &mut self,
        interval: Interval,
        seat: Option<Seat>,
        out: &mut impl FnMut(Effect),
    ) {
        let (Some(book), Some(session)) = (self.state.book(), self.state.session.as_ref()) else {
            return;
        };
        if let Some(limit) = book.limit(interval, &session.start.rulings) {
            self.flag(FlagKind::Overtime, limit.rule, seat, out);
        }
    }

    /// The hand stops at once; only completed hands count (MCR 3.5.6). A hu called before is settled by the
    /// table's ruling.
    pub(super) fn time_up(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let settled = self
            .state
            .session
            .as_ref()
            .is_some_and(|it| it.start.rulings.mcr.conduct.hu_before_time_is_settled);
        let called = self.hu.is_some() || self.state.phase == Phase::Judging;
        let stops = match self.state.phase {
            Phase::Dealing | Phase::Playing | Phase::Judging => !(called && settled),
            _ => false,
        };
        if stops {
            let made = Few::from_some([Event::HandEnded {
                end: Ended::Void,
                played: self.clocks.played(now, &self.state),
            }]);
            self.carry_out(now, &made, out);
        }
    }
}
