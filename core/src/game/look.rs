//! Looking for what happened: the search, and what of its answer is recorded.

use crate::event::Event;
use crate::game::board::{Board, Stage, get, set};
use crate::game::commit;
use crate::game::deal;
use crate::game::explain::{Explanation, Explanations, Question, Residue, Step, button};
use crate::game::few::Few;
use crate::game::orders;
use crate::game::play::{Play, Source, Way};
use crate::game::state::Phase;
use crate::game::table::{Effect, Table, place_of};
use crate::place::Place;
use crate::rules::Seats;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// Nothing changed for this long: look for an explanation.
const QUIET: Span = Span::millis(20);
/// Hands are never quiet while four players sort: look at least this often.
const AT_LEAST: Span = Span::millis(1_000);
/// While something waits to become certain, look again this often.
const AGAIN: Span = Span::millis(250);
/// A second look may find so many acts more than it takes back.
const LOOK_BACK_ADDS: usize = 4;
/// Where standing tiles are hardly read, a deal at rest for so long is complete but for so many unseen tiles.
const BLIND_DEAL: Span = Span::millis(2_500);
const MOST_UNSEEN: usize = 4;
/// So is one after which somebody has laid a flower or thrown a tile so long ago.
const BEGUN: Span = Span::millis(1_500);
/// The deal is nearly there and nobody moves: somebody is short.
const SHORT_DEAL: Span = Span::secs(6);
/// After the last discard a win can still be called for so long (MCR 3.4.30).
const LAST_CALL: Span = Span::millis(4_000);

impl Table {
    pub(super) fn look_at_the_result(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let live = self.live;
        let lies = |tile: Tile| place_of(&live, tile);
        while let Some(flag) = self.watch.judging(now, &self.state, lies) {
            self.report(flag, out);
        }
    }

    pub(super) fn look_for_the_deal(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if now.since(self.sights.changed()) < QUIET {
            return;
        }
        let rests = now.since(self.sights.changed());
        // Tiles on blind spots are found later, when they are moved; what is seen after play has begun was drawn.
        let begun = deal::play_since(self.state.board.dealer, &self.sights);
        let begun = begun.filter(|_| self.sights.has_blind_spots());
        let over = rests >= BLIND_DEAL || begun.is_some_and(|at| now.since(at) >= BEGUN);
        let unseen = if self.sights.has_blind_spots() && over { MOST_UNSEEN } else { 0 };
        let Some(hands) = deal::complete(&self.state, &self.sights, unseen, begun) else {
            if let Some(flag) = self.watch.thrown_in_the_deal(now, &self.state, &self.sights) {
                self.report(flag, out);
            }
            if rests >= SHORT_DEAL
                && deal::nearly(&self.sights)
                && let Some(flag) = self.watch.short_deal(&self.state)
            {
                self.report(flag, out);
            }
            return;
        };
        self.commit(Event::Dealt { hands }, out);
        self.clocks.dealt(now);
        self.looked = Tick(0);
    }

    pub(super) fn due(&self, now: Tick) -> bool {
        let quiet = now.since(self.sights.changed()) >= QUIET;
        let since = now.since(self.looked);
        let fresh = self.sights.changed() + QUIET > self.looked;
        (quiet && (fresh || since >= AGAIN)) || since >= AT_LEAST
    }

    pub(super) fn explain(
        &mut self,
        now: Tick,
        winner: Option<Seat>,
        said: Option<(Tile, Way)>,
    ) -> Explanations {
        self.explain_from(0, now, winner, said)
    }

    /// The same from so many recorded acts back.
    fn explain_from(
        &mut self,
        acts: usize,
        now: Tick,
        winner: Option<Seat>,
        said: Option<(Tile, Way)>,
    ) -> Explanations {
        let before = |at: usize| self.state.past.iter().rev().nth(at);
        let before = acts.checked_sub(1).and_then(before);
        let question = Question {
            now,
            belief: before.map_or(&self.state.board, |past| &past.board),
            sights: &self.sights,
            calls: &self.calls,
            rivers: self.rivers(),
            winners: self.callers(),
            called: self.hu.map(|call| call.at),
            winner,
            said,
        };
        self.search.explain(&question)
    }

    pub(super) fn question(&self, now: Tick, winners: Seats, winner: Option<Seat>) -> Question<'_> {
        Question {
            now,
            belief: &self.state.board,
            sights: &self.sights,
            calls: &self.calls,
            rivers: self.rivers(),
            winners,
            called: self.hu.map(|call| call.at),
            winner,
            said: None,
        }
    }

    pub(super) fn look(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        if !self.due(now) {
            return;
        }
        self.looked = now;
        if self.rivers() {
            self.sights.put_back(now, self.watch.goes_on(), &self.state.board);
        }
        let mut near = self.explain(now, None, None);
        self.provisional_effect(near.first().unwrap_or(Explanation::nothing()), out);
        while let Some((step, sure)) = self.ready(now, &near) {
            let best = near.first().unwrap_or(Explanation::nothing());
            let hidden = self.hidden_replacement(&step, &best);
            if let Some(draw) = hidden.or((!best.steps.contains(step)).then_some(step)) {
                // What is left open explains itself anew.
                self.take(&draw, sure, out);
                near = self.explain(now, None, None);
                continue;
            }
            if self.rivers() && commit::shows_late(&self.sights, &best, &step) {
                self.take_unnamed(&step, sure, out);
            } else {
                self.take(&step, sure, out);
            }
            near = without(&near, step);
            self.best = near.first().unwrap_or(Explanation::nothing());
            if self.state.phase != Phase::Playing {
                return;
            }
        }
        if self.blind != [false; 4] {
            self.watch.wait(now);
            return;
        }
        if self.watch.puzzled(now) && self.best.residue.hard > 0 && !self.take_for_gone(now) {
            self.look_back(now, out);
        }
        self.last_discard(now, out);
        let shown = self.shown();
        let best = self.best;
        while let Some(flag) = self.watch.look(now, &self.state, &shown, &best, &self.sights) {
            self.report(flag, out);
        }
    }

    /// Play has gone on, and of the player who has to discard nothing is seen in the river: one of his tiles that may be gone is.
    fn take_for_gone(&mut self, now: Tick) -> bool {
        let shown = self.shown();
        let Stage::Act { seat, .. } = shown.stage else {
            return false;
        };
        let mut taken = false;
        for tile in shown.at(Place::Hand(seat)) {
            if self.sights.of(tile).may_be_gone() {
                self.sights.placed(now, tile, Place::Away);
                taken = true;
            }
        }
        taken
    }

    /// Something has been unexplained for a while: was what was recorded last wrong? An explanation from a few
    /// acts back is taken only if it leaves nothing open and guesses nothing.
    pub(super) fn look_back(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        for plays in 1..=self.state.past.len() {
            let near = self.explain_from(plays, now, None, None);
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

    pub(super) fn ready(&self, now: Tick, near: &Explanations) -> Option<(Step, bool)> {
        commit::ready(&self.question(now, Seats::NONE, None), near, self.watch.reported())
    }

    pub(super) fn set_provisional(&mut self, best: Explanation) -> bool {
        let changed = best.steps != self.best.steps;
        self.best = best;
        changed
    }

    pub(super) fn provisional_effect(&mut self, best: Explanation, out: &mut impl FnMut(Effect)) {
        if self.set_provisional(best) {
            out(Effect::Provisional(best));
        }
    }

    /// Nobody discards before the flowers of the deal are replaced (MCR 3.5.7.6). Where there are blind spots a replacement that nobody
    /// has seen by then stands on one; it is named when it shows.
    fn hidden_replacement(&self, step: &Step, best: &Explanation) -> Option<Step> {
        let board = &self.state.board;
        let first = board.discards == 0 && matches!(step, Step::Play(Play::Discard { .. }));
        if !(first && self.rivers() && self.sights.has_blind_spots()) {
            return None;
        }
        let seat = commit::unreplaced(board, best)?;
        Some(Step::Play(Play::Draw { seat, tile: None, source: Source::FlowerReplacement }))
    }

    /// Records a draw without its tile, and then that the player holds it: nobody knows in which draw it came.
    fn take_unnamed(&mut self, step: &Step, sure: bool, out: &mut impl FnMut(Effect)) {
        if let Step::Play(Play::Draw { seat, tile: Some(tile), source }) = *step {
            self.take(&Step::Play(Play::Draw { seat, tile: None, source }), sure, out);
            self.take(&Step::Name { seat, tile, thrown: false }, sure, out);
        }
    }

    /// Records one step.
    pub(super) fn take(&mut self, step: &Step, sure: bool, out: &mut impl FnMut(Effect)) {
        let before = self.state.board;
        let several = |seat: Seat| {
            commit::is_one_of_several(&before, &self.sights, step)
                || commit::may_be_another(&before, &self.sights, seat, get(&self.named, seat))
        };
        match *step {
            Step::Play(Play::Draw { seat, tile: Some(_), .. })
                if self.rivers() && several(seat) =>
            {
                return self.take_unnamed(step, sure, out);
            }
            Step::Name { seat, tile, thrown: false } => {
                set(&mut self.named, seat, |named| *named = Some(tile));
            }
            _ => {}
        }
        let sure = sure && !commit::guesses(&before, &self.sights, self.rivers(), step);
        let Some(event) = event_of(step, sure, &before) else {
            return;
        };
        self.commit(event, out);
        let flags = self.watch.taken(&self.state, &before, step, &self.sights);
        flags.iter().for_each(|flag| self.report(flag, out));
        if let Step::Play(play) = step
            && let Some((seat, call)) = button(play)
        {
            self.calls.answered(seat, call);
        }
        // Where a drawn tile was seen, it came after it was drawn.
        let drawn = matches!(step, Step::Play(Play::Draw { .. }));
        for tile in Tile::all().filter(|tile| step.moves(*tile) && !drawn) {
            self.sights.believed(tile);
        }
    }

    /// Whose turn it is with the last tile of the wall, if nobody has seen anything of it.
    pub(super) fn last_turn(&self) -> Option<Seat> {
        let board = &self.state.board;
        match board.stage {
            Stage::Offer { from } if board.wall() == 1 && self.best.steps.is_empty() => {
                self.may_be_over().then_some(from.next())
            }
            _ => None,
        }
    }

    /// With the last tile of the wall, as far as is seen, people may say that the hand is over.
    pub(super) fn may_be_over(&self) -> bool {
        let playing = self.state.phase == Phase::Playing && self.rivers() && self.hu.is_none();
        playing && self.shown().wall() <= 1
    }

    /// All four agree that the hand is over: the last tile was drawn and thrown at once to where no loop sees it.
    pub(super) fn end_with_an_unseen_turn(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let Some(seat) = self.last_turn() else {
            return;
        };
        let draw = Play::Draw { seat, tile: None, source: Source::Head };
        for play in [draw, Play::Discard { seat, tile: None }] {
            self.take(&Step::Play(play), true, out);
        }
        self.end_drawn(now, out);
    }

    /// The hand ends, and nobody has won.
    fn end_drawn(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let made = orders::drawn(self.clocks.played(now, &self.state));
        self.carry_out(now, &made, out);
    }

    /// The wall is empty and the last discard is let go.
    pub(super) fn last_discard(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let shown = self.shown();
        let (Stage::Offer { .. }, 0) = (shown.stage, shown.wall()) else {
            return;
        };
        // All four have said so, and now it is seen how.
        let agreed = self.agreed == [true; 4] && self.best.residue == Residue::default();
        let lies = match shown.last.and_then(|last| last.tile) {
            Some(tile) => self.sights.of(tile).since,
            None => self.sights.changed(),
        };
        let let_go =
            self.best.steps.is_empty() && !self.just_back(now) && now.since(lies) >= LAST_CALL;
        if agreed || let_go {
            let steps = self.best.steps;
            steps.iter().for_each(|step| self.take(&step, true, out));
            self.end_drawn(now, out);
        }
    }
}

/// A step as it is recorded.
pub(super) fn event_of(step: &Step, sure: bool, before: &Board) -> Option<Event> {
    Some(match *step {
        Step::Play(play) => Event::Play { play, sure },
        Step::Name { seat, tile, thrown: false } => Event::Named { seat, tile },
        Step::Name { seat, tile, thrown: true } => Event::DiscardNamed { seat, tile },
        Step::TakeBack => {
            let last = before.last?;
            Event::TakenBack { seat: last.seat, tile: last.tile }
        }
    })
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
