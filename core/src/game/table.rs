//! The table: placements, presses and orders in; events out.
//!
//! The belief in [`State`] is what is recorded. Ahead of it runs the best explanation of what is seen, which
//! clocks and displays follow and which may be revised silently until it is certain ([`super::commit`]).

use crate::event::Event;
use crate::game::board::{Board, Stage, get, set};
use crate::game::clocks::Clocks;
use crate::game::command::{Command, Preview, Refused};
use crate::game::commit;
use crate::game::deal;
use crate::game::explain::{
    Calls, Explanation, Explanations, Outlook, Question, Search, Step, button,
};
use crate::game::few::Few;
use crate::game::flag::{Flag, FlagKind, RuleId};
use crate::game::fold::apply;
use crate::game::fouls;
use crate::game::hu::{Answer, HuCall};
use crate::game::input::{Call, Input};
use crate::game::orders::{self, Desk, Orders};
use crate::game::outcome::{Ended, Proposed, Standing};
use crate::game::play::{Play, Way};
use crate::game::settlement;
use crate::game::sheet::{Asks, Runs};
use crate::game::sight::Sights;
use crate::game::state::{Phase, State};
use crate::game::watch::Watch;
use crate::place::Place;
use crate::rules::{Claim, Interval, Resolution, Seats};
use crate::seat::Seat;
use crate::tile::{TILES, Tile};
use crate::time::{Span, Tick};

/// Nothing changed for this long: look for an explanation.
const QUIET: Span = Span::millis(350);
/// Hands are never quiet while four players sort: look at least this often.
const AT_LEAST: Span = Span::millis(1_000);
/// While something waits to become certain, look again this often.
const AGAIN: Span = Span::millis(250);
/// A second look may find so many acts more than it takes back.
const LOOK_BACK_ADDS: usize = 4;
/// The deal is nearly there and nobody moves: somebody is short.
const SHORT_DEAL: Span = Span::secs(6);
/// After the last discard a win can still be called for so long (MCR 3.4.30).
const LAST_CALL: Span = Span::millis(4_000);

/// What the table does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    /// The best explanation of what is seen has changed; displays and clocks follow it.
    Provisional(Explanation),
    /// To be made permanent. The table's state has already followed.
    Commit(Event),
    /// The order was refused and changed nothing.
    Refused(Refused),
}

/// The table's game.
pub struct Table {
    state: State,
    sights: Sights,
    /// Where each tile really is; [`Sights`] stop following some of them while a win is judged.
    live: [Place; TILES],
    search: Search,
    calls: Calls,
    best: Explanation,
    looked: Tick,
    hu: Option<HuCall>,
    clocks: Clocks,
    watch: Watch,
    agreed: [bool; 4],
    foreign: u8,
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

impl Table {
    /// A table at which nothing has happened.
    pub const fn new() -> Table {
        Table::resume(State::new())
    }

    /// A table that goes on from replayed records.
    pub const fn resume(state: State) -> Table {
        Table {
            state,
            sights: Sights::new(),
            live: [Place::Away; TILES],
            search: Search::new(),
            calls: Calls::NONE,
            best: Explanation::nothing(),
            looked: Tick(0),
            hu: None,
            clocks: Clocks::STOPPED,
            watch: Watch::new(),
            agreed: [false; 4],
            foreign: 0,
        }
    }

    /// Follows a record of an earlier time; [`Table::step`] goes on from there.
    pub fn replay(&mut self, event: &Event) {
        apply(&mut self.state, event);
    }

    /// What is recorded.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The best explanation of what is seen beyond it.
    pub const fn provisional(&self) -> &Explanation {
        &self.best
    }

    /// The game as clocks and displays should show it: recorded and provisional together.
    pub fn shown(&self) -> Board {
        self.best.after(&self.state.board)
    }

    /// Since when the player in turn has been thinking.
    pub fn thinking(&self) -> Option<(Seat, Tick)> {
        self.clocks.thinking()
    }

    /// Playing time used.
    pub fn played(&self, now: Tick) -> Span {
        self.clocks.played(now, &self.state)
    }

    /// Nodes the last search expanded.
    pub const fn effort(&self) -> u16 {
        self.search.expanded()
    }

    /// What an order would change.
    pub fn preview(&self, now: Tick, command: &Command) -> Result<Preview, Refused> {
        let made = self.desk(now).answer(command)?;
        Ok(Preview {
            first: made.first(),
            records: u8::try_from(made.len()).unwrap_or(u8::MAX),
            points: orders::points_of(&self.state, &made),
        })
    }

    /// Takes one input and says what is to be done.
    pub fn step(&mut self, now: Tick, input: Input, out: &mut impl FnMut(Effect)) {
        match input {
            Input::Placed { tile, place } => self.placed(now, tile, place),
            Input::Foreign { .. } => {
                self.foreign = self.foreign.saturating_add(1);
                if self.state.session.is_some() {
                    self.notice(FlagKind::TileSet, None, out);
                }
            }
            Input::Called { seat, call } => self.called(now, seat, call, out),
            Input::Ordered(command) => self.ordered(now, &command, out),
            Input::Tick => {}
        }
        match self.state.phase {
            Phase::Dealing => self.look_for_the_deal(now, out),
            Phase::Playing if self.hu.is_some() => self.look_at_the_call(now, out),
            Phase::Playing => self.look(now, out),
            Phase::Judging => self.look_at_the_result(out),
            _ => {}
        }
        self.clock(now, out);
    }

    fn desk(&self, now: Tick) -> Desk<'_> {
        Desk {
            state: &self.state,
            sights: &self.sights,
            played: self.clocks.played(now, &self.state),
            foreign: self.foreign,
            callers: self.hu.map_or(Seats::NONE, |call| call.callers()),
        }
    }

    fn commit(&mut self, event: Event, out: &mut impl FnMut(Effect)) {
        apply(&mut self.state, &event);
        out(Effect::Commit(event));
    }

    fn flag(
        &mut self,
        kind: FlagKind,
        rule: &str,
        seat: Option<Seat>,
        out: &mut impl FnMut(Effect),
    ) {
        let flag = Flag {
            kind,
            rule: RuleId::new(rule),
            seat,
            evidence: Few::new(),
            silent: fouls::silent(&self.state, rule),
        };
        self.commit(Event::Flagged(flag), out);
    }

    fn notice(&mut self, kind: FlagKind, seat: Option<Seat>, out: &mut impl FnMut(Effect)) {
        let flag = Watch::flag(&self.state, kind, seat, Few::new());
        self.commit(Event::Flagged(flag), out);
    }

    fn placed(&mut self, now: Tick, tile: Tile, place: Place) {
        if let Some(live) = self.live.get_mut(usize::from(tile.id())) {
            *live = place;
        }
        let judged = self.state.phase == Phase::Judging;
        let followed = match &self.hu {
            Some(call) => {
                let board = self.best.after(&self.state.board);
                call.follows(now, &board, &self.sights, tile, place)
            }
            None => !judged,
        };
        if followed {
            self.sights.placed(now, tile, place);
        }
    }

    /// Follows every tile again after a call was answered or refused.
    fn catch_up(&mut self, now: Tick) {
        for (tile, place) in Tile::all().zip(self.live) {
            self.sights.placed(now, tile, place);
        }
    }

    fn called(&mut self, now: Tick, seat: Seat, call: Call, out: &mut impl FnMut(Effect)) {
        match call {
            Call::Referee => self.commit(Event::RefereeCalled { seat }, out),
            Call::Hu if matches!(self.state.phase, Phase::Dealing | Phase::Playing) => {
                match &mut self.hu {
                    Some(held) => held.join(seat),
                    None => {
                        self.hu = Some(HuCall::new(now, seat));
                        let board = self.shown();
                        let flags =
                            self.watch
                                .hu_called(now, &self.state, &board, &self.sights, seat);
                        for flag in flags.iter() {
                            self.commit(Event::Flagged(flag), out);
                        }
                    }
                }
            }
            Call::Confirm if self.state.phase == Phase::Judging => {
                set(&mut self.agreed, seat, |agreed| *agreed = true);
                let legal = |win: Proposed| win.standing_as == Standing::Legal;
                let all = self.agreed == [true; 4];
                if all
                    && self.state.proposed.iter().all(legal)
                    && let Ok(made) = self.desk(now).agreed()
                {
                    self.carry_out(now, &made, out);
                }
            }
            Call::Hu | Call::Confirm => {}
            Call::Chow | Call::Pung | Call::Kong | Call::Flower => {
                self.calls.press(now, seat, call);
                let board = self.shown();
                if self.state.phase == Phase::Playing {
                    let found =
                        self.watch
                            .pressed(now, &self.state, &board, &self.sights, seat, call);
                    if let Some(flag) = found {
                        self.commit(Event::Flagged(flag), out);
                    }
                }
            }
        }
    }

    fn ordered(&mut self, now: Tick, command: &Command, out: &mut impl FnMut(Effect)) {
        if let Command::Hu { seat, tile, way } = *command {
            match self.order_hu(now, seat, tile, way, out) {
                Ok(()) => {}
                Err(why) => out(Effect::Refused(why)),
            }
            return;
        }
        match self.desk(now).answer(command) {
            Ok(made) => self.carry_out(now, &made, out),
            Err(why) => out(Effect::Refused(why)),
        }
    }

    fn carry_out(&mut self, now: Tick, made: &Orders, out: &mut impl FnMut(Effect)) {
        for event in made.iter() {
            self.commit(event, out);
            match event {
                Event::SessionStarted(_) => {
                    self.clocks = Clocks::STOPPED;
                    self.watch = Watch::new();
                }
                Event::HandStarted { .. } => {
                    self.clocks.recorded(now);
                    self.clocks.run(now);
                    self.hu = None;
                    self.foreign = 0;
                    self.agreed = [false; 4];
                    self.best = Explanation::nothing();
                    self.calls = Calls::NONE;
                    self.watch.hand_started();
                    self.catch_up(now);
                    self.sights.forget();
                }
                Event::Paused { .. } => {
                    self.clocks.stop(now);
                }
                Event::Resumed => {
                    self.clocks.run(now);
                    self.clocks.forgive(now);
                }
                Event::HandEnded { .. } => {
                    self.clocks.recorded(now);
                    self.hu = None;
                    self.best = Explanation::nothing();
                    self.catch_up(now);
                }
                Event::HuRefused { seat } => {
                    let left = self
                        .hu
                        .is_some_and(|call| call.seats.iter().any(|it| it != seat));
                    if let (Some(call), true) = (&mut self.hu, left) {
                        call.seats = Few::from_some(call.seats.iter().filter(|it| *it != seat));
                        call.asked = false;
                    } else if self.state.phase != Phase::Judging {
                        self.hu = None;
                        self.agreed = [false; 4];
                        self.catch_up(now);
                        self.clocks.forgive(now);
                    }
                }
                Event::Corrected { tile, .. } => self.sights.believed(tile),
                Event::SessionEnded(sheet) => {
                    self.clocks.stop(now);
                    if sheet.tied {
                        self.flag(FlagKind::RankTie, "MCR 3.9.2.2", None, out);
                    }
                }
                _ => {}
            }
        }
    }

    fn look_at_the_result(&mut self, out: &mut impl FnMut(Effect)) {
        let live = self.live;
        let lies = |tile: Tile| {
            let place = live.get(usize::from(tile.id()));
            place.copied().unwrap_or(Place::Away)
        };
        while let Some(flag) = self.watch.judging(&self.state, lies) {
            self.commit(Event::Flagged(flag), out);
        }
    }

    fn look_for_the_deal(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if now.since(self.sights.changed()) < QUIET {
            return;
        }
        let Some(hands) = deal::complete(&self.state, &self.sights) else {
            let rests = now.since(self.sights.changed()) >= SHORT_DEAL;
            if rests
                && deal::nearly(&self.sights)
                && let Some(flag) = self.watch.short_deal(&self.state)
            {
                self.commit(Event::Flagged(flag), out);
            }
            return;
        };
        self.commit(Event::Dealt { hands }, out);
        self.clocks.dealt(now);
        self.looked = Tick(0);
    }

    fn due(&self, now: Tick) -> bool {
        let quiet = now.since(self.sights.changed()) >= QUIET;
        let since = now.since(self.looked);
        let fresh = self.sights.changed() + QUIET > self.looked;
        (quiet && (fresh || since >= AGAIN)) || since >= AT_LEAST
    }

    fn explain(
        &mut self,
        now: Tick,
        winner: Option<Seat>,
        said: Option<(Tile, Way)>,
    ) -> Explanations {
        let question = Question {
            now,
            belief: &self.state.board,
            sights: &self.sights,
            calls: &self.calls,
            rivers: self.rivers(),
            winners: self.hu.map_or(Seats::NONE, |call| call.callers()),
            winner,
            said,
        };
        self.search.explain(&question)
    }

    fn rivers(&self) -> bool {
        self.state
            .session
            .as_ref()
            .is_some_and(|it| it.start.rivers)
    }

    fn question(&self, now: Tick, winners: Seats, winner: Option<Seat>) -> Question<'_> {
        Question {
            now,
            belief: &self.state.board,
            sights: &self.sights,
            calls: &self.calls,
            rivers: self.rivers(),
            winners,
            winner,
            said: None,
        }
    }

    fn look(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if !self.due(now) {
            return;
        }
        self.looked = now;
        self.sights.put_back(now, &self.state.board);
        let mut near = self.explain(now, None, None);
        self.provisional_effect(near.first().unwrap_or(Explanation::nothing()), out);
        while let Some((step, sure)) = self.ready(now, &near) {
            self.take(&step, sure, out);
            near = without(&near, step);
            self.best = near.first().unwrap_or(Explanation::nothing());
            if self.state.phase != Phase::Playing {
                return;
            }
        }
        if self.watch.puzzled(now) && self.best.residue.hard > 0 {
            self.look_back(now, out);
        }
        self.last_discard(now, out);
        let shown = self.shown();
        let best = self.best;
        while let Some(flag) = self
            .watch
            .look(now, &self.state, &shown, &best, &self.sights)
        {
            self.commit(Event::Flagged(flag), out);
        }
    }

    /// Something has been unexplained for a while: was what was recorded last wrong? An explanation from a few
    /// acts back is taken only if it leaves nothing open and guesses nothing.
    fn look_back(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let depth = self.state.past.len();
        for plays in 1..=depth {
            let Some(belief) = self.state.past.iter().nth(depth - plays).copied() else {
                return;
            };
            let question = Question {
                now,
                belief: &belief,
                sights: &self.sights,
                calls: &self.calls,
                rivers: self.rivers(),
                winners: Seats::NONE,
                winner: None,
                said: None,
            };
            let near = self.search.explain(&question);
            let Some(best) = near.first() else {
                continue;
            };
            if commit::clean(&best) && best.steps.len() <= plays + LOOK_BACK_ADDS {
                let plays = u8::try_from(plays).unwrap_or(u8::MAX);
                self.commit(Event::Undone { plays }, out);
                self.provisional_effect(best, out);
                return;
            }
        }
    }

    fn ready(&self, now: Tick, near: &Explanations) -> Option<(Step, bool)> {
        commit::ready(&self.question(now, Seats::NONE, None), near)
    }

    fn set_provisional(&mut self, best: Explanation) -> bool {
        let changed = best.steps != self.best.steps;
        self.best = best;
        changed
    }

    fn provisional_effect(&mut self, best: Explanation, out: &mut impl FnMut(Effect)) {
        if self.set_provisional(best) {
            out(Effect::Provisional(best));
        }
    }

    /// Records one step.
    fn take(&mut self, step: &Step, sure: bool, out: &mut impl FnMut(Effect)) {
        let before = self.state.board;
        let event = match *step {
            Step::Play(play) => Event::Play { play, sure },
            Step::Name { seat, tile } => Event::Named { seat, tile },
            Step::TakeBack => match before.last {
                Some(last) => Event::TakenBack {
                    seat: last.seat,
                    tile: last.tile,
                },
                None => return,
            },
        };
        self.commit(event, out);
        let flags = self.watch.taken(&self.state, &before, step, &self.sights);
        for flag in flags.iter() {
            self.commit(Event::Flagged(flag), out);
        }
        if let Step::Play(play) = step
            && let Some((seat, call)) = button(play)
        {
            self.calls.answered(seat, call);
        }
        for tile in Tile::all().filter(|tile| step.moves(*tile)) {
            self.sights.believed(tile);
        }
    }

    /// The wall is empty and the last discard is let go.
    fn last_discard(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let board = &self.state.board;
        let (Stage::Offer { .. }, 0) = (board.stage, board.wall()) else {
            return;
        };
        if !self.best.steps.is_empty() {
            return;
        }
        let lies = match board.last.and_then(|last| last.tile) {
            Some(tile) => now.since(self.sights.of(tile).since) >= LAST_CALL,
            None => now.since(self.sights.changed()) >= LAST_CALL,
        };
        if lies {
            let made = orders::drawn(self.clocks.played(now, &self.state));
            self.carry_out(now, &made, out);
        }
    }

    fn look_at_the_call(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let Some(call) = self.hu else {
            return;
        };
        if now.since(self.looked) < AGAIN || call.asked {
            return;
        }
        self.looked = now;
        let mut last = Answer::Wait;
        for seat in call.seats.iter() {
            let near = self.explain(now, Some(seat), None);
            match call.answer(&self.question(now, call.callers(), Some(seat)), &near) {
                Answer::Win(explanation, outlook) => {
                    self.win(seat, &explanation, &outlook, out);
                    return;
                }
                Answer::Ask(tiles) if last == Answer::Wait => last = Answer::Ask(tiles),
                _ => {}
            }
        }
        if let (Answer::Ask(tiles), Some(seat)) = (last, call.seats.first()) {
            if let Some(held) = &mut self.hu {
                held.asked = true;
            }
            self.commit(Event::Asked(Asks::Win { seat, tiles }), out);
        }
    }

    /// Records what led to the win, then the win of everybody whose call is heard.
    fn win(
        &mut self,
        seat: Seat,
        explanation: &Explanation,
        outlook: &Outlook,
        out: &mut impl FnMut(Effect),
    ) {
        for step in explanation.steps.iter() {
            self.take(&step, true, out);
        }
        let winners = self.heard(seat, outlook.way);
        let board = self.state.board;
        let Some(tile) = outlook.tile else {
            return;
        };
        let giver = match outlook.way {
            Way::SelfDrawn => seat,
            Way::Discard { from } | Way::Robbing { from } => from,
        };
        for steps in 0..4 {
            let winner = giver.after(steps);
            if !winners.contains(winner) {
                continue;
            }
            let play = Play::Hu {
                seat: winner,
                tile: Some(tile),
                way: outlook.way,
            };
            self.commit(Event::Play { play, sure: true }, out);
            let facts = Proposed::facts(&board, winner, tile, outlook.way);
            let (proposed, foul) = settlement::judge(&self.state, facts);
            self.commit(Event::ResultProposed(proposed), out);
            if let Some(foul) = foul {
                let kind = settlement::false_win(&proposed, foul);
                self.flag(kind, foul.rule, Some(winner), out);
            } else if proposed.standing_as == Standing::Unreadable {
                let tiles = Few::from_some([tile]);
                self.commit(
                    Event::Asked(Asks::Win {
                        seat: winner,
                        tiles,
                    }),
                    out,
                );
            }
        }
        self.hu = None;
        self.best = Explanation::nothing();
        self.agreed = [false; 4];
    }

    /// Whose calls are heard on the tile (MCR 3.7.2.4, HK HU-3.3).
    fn heard(&self, seat: Seat, way: Way) -> Seats {
        let one = Seats::NONE.and(seat);
        let (Way::Discard { from } | Way::Robbing { from }) = way else {
            return one;
        };
        let (Some(book), Some(call)) = (self.state.book(), self.hu) else {
            return one;
        };
        let mut calls = [None; 4];
        for caller in call.seats.iter().filter(|caller| *caller != from) {
            set(&mut calls, caller, |held| *held = Some(Claim::Hu));
        }
        match book.resolve(from, &calls) {
            Resolution::Hu(seats) => seats,
            _ => one,
        }
    }

    /// The referee says who won, on what and how.
    fn order_hu(
        &mut self,
        now: Tick,
        seat: Seat,
        tile: Tile,
        way: Way,
        out: &mut impl FnMut(Effect),
    ) -> Result<(), Refused> {
        if self.state.phase != Phase::Playing {
            return Err(Refused::NoHand);
        }
        let before = self.hu;
        if self.hu.is_none() {
            self.hu = Some(HuCall::new(now, seat));
        }
        let near = self.explain(now, Some(seat), Some((tile, way)));
        let Some(chosen) = near.first() else {
            self.hu = before;
            return Err(Refused::CannotWin);
        };
        let outlook = Outlook {
            tile: Some(tile),
            way,
            source: chosen
                .win
                .map_or(get(&self.state.board.source, seat), |win| win.source),
        };
        self.win(seat, &chosen, &outlook, out);
        Ok(())
    }

    fn clock(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if !matches!(
            self.state.phase,
            Phase::Between | Phase::Dealing | Phase::Playing | Phase::Judging
        ) {
            return;
        }
        let board = self.shown();
        let playing = self.state.phase == Phase::Playing && self.hu.is_none();
        if !playing {
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

    fn overtime(&mut self, interval: Interval, seat: Option<Seat>, out: &mut impl FnMut(Effect)) {
        let (Some(book), Some(session)) = (self.state.book(), self.state.session) else {
            return;
        };
        if let Some(limit) = book.limit(interval, &session.start.rulings) {
            self.flag(FlagKind::Overtime, limit.rule, seat, out);
        }
    }

    /// The hand stops at once; only completed hands count (MCR 3.5.6). A hu called before is settled by the
    /// table's ruling.
    fn time_up(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let settled = self
            .state
            .session
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

/// The explanations that hold this step, without it.
fn without(near: &Explanations, step: Step) -> Explanations {
    let mut left = Few::new();
    for mut explanation in near.iter() {
        let Some(at) = explanation.steps.iter().position(|held| held == step) else {
            continue;
        };
        let kept = explanation.steps.iter().enumerate();
        explanation.steps =
            Few::from_some(kept.filter(|(place, _)| *place != at).map(|(_, held)| held));
        let _ = left.push(explanation);
    }
    left
}
