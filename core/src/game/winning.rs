//! From a called win to its proposed result.

use crate::event::Event;
use crate::game::board::{Board, Stage, get, set};
use crate::game::command::{Preview, Refused};
use crate::game::commit;
use crate::game::conduct;
use crate::game::doubt;
use crate::game::explain::{Explanation, Outlook, Step};
use crate::game::few::Few;
use crate::game::flag::FlagKind;
use crate::game::fold::advance;
use crate::game::fouls;
use crate::game::hu::{Answer, HuCall};
use crate::game::outcome::{Proposed, Standing};
use crate::game::play::{Play, Way};
use crate::game::settlement;
use crate::game::sheet::Asks;
use crate::game::sight::Sights;
use crate::game::state::{Phase, Win};
use crate::game::table::{Effect, Table};
use crate::game::watch::Watch;
use crate::place::Place;
use crate::rules::{Claim, Points, Resolution, Seats};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// While something waits to become certain, look again this often.
const AGAIN: Span = Span::millis(250);
/// A winner has laid the hand open by then.
const SHOWS: Span = Span::secs(6);

/// A quick player draws and discards within this.
const A_TURN: Span = Span::millis(1_200);

/// With fewer tiles in the wall one that was not counted may have been the last.
const NEAR_THE_END: u8 = 2;

impl Table {
    pub(super) fn look_at_the_call(&mut self, now: Tick, out: &mut impl FnMut(Effect)) {
        let Some(call) = self.hu else {
            return;
        };
        if now.since(self.looked) < AGAIN || call.asked || self.just_back(now) {
            return;
        }
        self.looked = now;
        self.look_over_the_callers(now, &call, out);
        let mut last = Answer::Wait;
        for seat in call.seats.iter() {
            let near = self.explain(now, Some(seat), None);
            match call.answer(&self.question(now, call.callers(), Some(seat)), &near) {
                // The hand comes first; who never shows one is asked about all the same.
                Answer::Win(..) if !self.has_shown(seat) && now.since(call.at) < SHOWS => {}
                Answer::Win(explanation, outlook) => {
                    if !self.is_certain(seat, &explanation, &outlook) {
                        last = Answer::Ask(Few::from_some(outlook.tile));
                        continue;
                    }
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

    /// A hu on a kong's tile after its replacement (HK FM-7), unless it is about a discard that had not been seen at the call.
    fn look_over_the_callers(&mut self, now: Tick, call: &HuCall, out: &mut impl FnMut(Effect)) {
        if call.looked_over || !call.frozen(now) {
            return;
        }
        if let Some(held) = &mut self.hu {
            held.looked_over = true;
        }
        if !fouls::minds(&self.state, FlagKind::LateRobbing) {
            return;
        }
        let best = self.explain(now, None, None).first().unwrap_or(Explanation::nothing());
        let board = best.after(&self.state.board);
        for seat in call.seats.iter().filter(|seat| conduct::robs_late(&board, *seat)) {
            let flag = Watch::flag(&self.state, FlagKind::LateRobbing, Some(seat), Few::new());
            self.report(flag, out);
        }
    }

    /// Whether the results of all whose calls are heard are the same whatever nobody saw.
    fn is_certain(&self, seat: Seat, explanation: &Explanation, outlook: &Outlook) -> bool {
        if self.rivers() && !self.saw_the_draw_and_the_end(seat, explanation, outlook) {
            return false;
        }
        // With river loops what was in doubt is put right within a few turns, unless tiles lie on blind spots. The first of them may
        // hide a discard on which it was won.
        if self.rivers() && !self.sights.has_blind_spots() {
            return !self.may_be_on_another(outlook)
                || self.comes_out_the_same(seat, explanation, outlook);
        }
        let undoubted = !self.rivers() || self.is_undoubted(seat, explanation, outlook);
        undoubted && self.comes_out_the_same(seat, explanation, outlook)
    }

    /// The discard had lain for so long at the call that somebody may have drawn and thrown meanwhile.
    fn may_be_on_another(&self, outlook: &Outlook) -> bool {
        let lay = |tile: Tile| {
            self.hu.is_some_and(|call| call.at.since(self.sights.laid(tile)) >= A_TURN)
        };
        matches!(outlook.way, Way::Discard { .. }) && outlook.tile.is_some_and(lay)
    }

    /// A drawn tile was seen to be drawn, and no flower that nobody saw makes it the last one.
    #[inline(never)]
    fn saw_the_draw_and_the_end(
        &self,
        seat: Seat,
        explanation: &Explanation,
        outlook: &Outlook,
    ) -> bool {
        let board = explanation.after(&self.state.board);
        let drawn = outlook.way != Way::SelfDrawn
            || outlook.tile.is_some_and(|tile| seen_to_be_drawn(&board, &self.sights, seat, tile));
        drawn && !may_be_all_flowers(&board)
    }

    /// Where there are blind spots: nothing about those whose calls are heard was in doubt, and what they said is on record.
    #[inline(never)]
    fn is_undoubted(&self, seat: Seat, explanation: &Explanation, outlook: &Outlook) -> bool {
        let board = explanation.after(&self.state.board);
        let clear =
            |winner: Seat| !self.doubtful.contains(winner) && !self.watch.said_more(&board, winner);
        self.heard(seat, outlook.way).iter().all(clear)
    }

    /// Apart, so that the hand as it then is lies on the stack only while it is asked.
    #[inline(never)]
    fn comes_out_the_same(&self, seat: Seat, explanation: &Explanation, outlook: &Outlook) -> bool {
        let (rivers, rules) = (self.rivers(), self.state.rules());
        let (mut board, mut memory) = (self.state.board, self.state.memory);
        for step in explanation.steps.iter() {
            // What cannot happen changes nothing, here as on record.
            let _ = match step {
                Step::Play(play) => {
                    let sure = !commit::guesses(&board, &self.sights, rivers, &step);
                    advance(rules, &mut board, &mut memory, &play, sure)
                }
                _ => step.take(&mut board).is_ok(),
            };
        }
        let Some(tile) = outlook.tile else {
            return false;
        };
        let every_discard_is_seen = rivers && board.unknown == [0; 4];
        // One turn more or less that nobody saw, and it is the last tile, or is not. What seems to be left of the wall may lie on a
        // blind spot.
        let hidden = board.unseen != [0; 4] || (board.wall() > 0 && self.sights.has_blind_spots());
        if rivers && board.wall() < NEAR_THE_END && hidden {
            return false;
        }
        self.heard(seat, outlook.way).iter().all(|winner| {
            let facts = Proposed::facts(&board, winner, tile, outlook.way);
            match every_discard_is_seen {
                // A discard on a blind spot may have come after the one that was seen.
                true => doubt::is_legal(&self.state, &memory, &facts),
                false => doubt::is_certain(&self.state, &board, &memory, &facts),
            }
        })
    }

    /// Records what led to the win, then the win of everybody whose call is heard.
    pub(super) fn win(
        &mut self,
        seat: Seat,
        explanation: &Explanation,
        outlook: &Outlook,
        out: &mut impl FnMut(Effect),
    ) {
        for step in explanation.steps.iter() {
            self.take(&step, true, out);
        }
        let Some(tile) = outlook.tile else {
            return;
        };
        let winners = self.heard(seat, outlook.way);
        self.declare(winners, Win { seat, tile, way: outlook.way }, out);
    }

    /// Records that these seats win like this, and what it brings them. What is on record already stays: power may have been
    /// cut in between.
    pub(super) fn declare(&mut self, winners: Seats, win: Win, out: &mut impl FnMut(Effect)) {
        let Win { seat, tile, way } = win;
        let past = self.state.past.iter().rev().map(|past| past.board);
        let boards = [self.state.board].into_iter().chain(past);
        let Some(board) = boards.into_iter().find(|board| board.stage != Stage::Won) else {
            return;
        };
        let giver = match way {
            Way::SelfDrawn => seat,
            Way::Discard { from } | Way::Robbing { from } => from,
        };
        for winner in (0..4).map(|steps| giver.after(steps)).filter(|it| winners.contains(*it)) {
            if !self.state.declared.iter().any(|declared| declared.seat == winner) {
                let play = Play::Hu { seat: winner, tile: Some(tile), way };
                self.commit(Event::Play { play, sure: true }, out);
            }
            if self.state.proposed.iter().any(|proposed| proposed.seat == winner) {
                continue;
            }
            let facts = Proposed::facts(&board, winner, tile, way);
            let facts = if leads_to(&board, winner, tile, way) { facts } else { facts.unread() };
            let (proposed, foul) = settlement::judge(&self.state, facts);
            self.commit(Event::ResultProposed(proposed), out);
            // A hu that is not shown is another foul, where the book has it (HK FM-11).
            let shown = self.has_shown(winner) || !fouls::minds(&self.state, FlagKind::HuCancelled);
            if let Some(foul) = foul {
                if !shown {
                    continue;
                }
                let kind = settlement::false_win(&proposed, foul);
                self.flag(kind, foul.rule, Some(winner), out);
            } else if proposed.standing_as == Standing::Unreadable {
                let tiles = Few::from_some([tile]);
                self.commit(Event::Asked(Asks::Win { seat: winner, tiles }), out);
            }
        }
        self.hu = None;
        self.best = Explanation::nothing();
        self.agreed = [false; 4];
    }

    /// Whose calls are heard on the tile (MCR 3.7.2.4, HK HU-3.3).
    pub(super) fn heard(&self, seat: Seat, way: Way) -> Seats {
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
    pub(super) fn order_hu(
        &mut self,
        now: Tick,
        seat: Seat,
        tile: Tile,
        way: Way,
        out: &mut impl FnMut(Effect),
    ) -> Result<(), Refused> {
        let called = self.callers().contains(seat);
        match self.read_hu(now, seat, tile, way) {
            Ok((chosen, outlook)) => {
                self.hu = self.hu.or(Some(HuCall::new(now, seat)));
                self.win(seat, &chosen, &outlook, out);
            }
            // The table has lost track of the hand. Who called has won all the same if the referee says so.
            Err(Refused::CannotWin) if called => {
                self.declare(self.heard(seat, way), Win { seat, tile, way }, out);
            }
            Err(why) => return Err(why),
        }
        Ok(())
    }

    /// What that would bring.
    pub(super) fn preview_hu(
        &mut self,
        now: Tick,
        seat: Seat,
        tile: Tile,
        way: Way,
    ) -> Result<Preview, Refused> {
        let called = self.callers().contains(seat);
        let chosen = match self.read_hu(now, seat, tile, way) {
            Ok((chosen, _)) => chosen,
            Err(Refused::CannotWin) if called => Explanation::nothing(),
            Err(why) => return Err(why),
        };
        let board = chosen.after(&self.state.board);
        let mut points = [Points(0); 4];
        let mut records = chosen.steps.len();
        for winner in self.heard(seat, way).iter() {
            let facts = Proposed::facts(&board, winner, tile, way);
            let facts = if leads_to(&board, winner, tile, way) { facts } else { facts.unread() };
            let (proposed, _) = settlement::judge(&self.state, facts);
            for (sum, change) in points.iter_mut().zip(proposed.payments) {
                *sum = sum.plus(change).map_err(|_| Refused::TooManyPoints)?;
            }
            records = records.saturating_add(2);
        }
        let hu = Play::Hu { seat, tile: Some(tile), way };
        Ok(Preview {
            first: Some(Event::Play { play: hu, sure: true }),
            records: u8::try_from(records).unwrap_or(u8::MAX),
            points,
        })
    }

    /// How the hand came to a win as the referee says; nothing changes.
    fn read_hu(
        &mut self,
        now: Tick,
        seat: Seat,
        tile: Tile,
        way: Way,
    ) -> Result<(Explanation, Outlook), Refused> {
        match self.state.phase {
            Phase::Playing => {}
            // Nobody saw the deal.
            Phase::Dealing => return Err(Refused::CannotWin),
            _ => return Err(Refused::NoHand),
        }
        let before = self.hu;
        self.hu = before.or(Some(HuCall::new(now, seat)));
        let near = self.explain(now, Some(seat), Some((tile, way)));
        self.hu = before;
        let chosen = near.first().ok_or(Refused::CannotWin)?;
        let source = chosen.win.map_or(get(&self.state.board.source, seat), |win| win.source);
        Ok((chosen, Outlook { tile: Some(tile), way, source }))
    }
}

/// Whether the seat can win so on this board. A drawn tile that nobody saw can be any.
fn leads_to(board: &Board, seat: Seat, tile: Tile, way: Way) -> bool {
    let ways = board.ways(seat);
    ways.iter().any(|(on, how)| how == way && on.is_none_or(|on| on == tile))
}

/// A tile that was there before may show late, and where there are blind spots a discard that nobody saw is fetched as if from the
/// wall: the winning one stood with its player, and no other has shown there since before it can have been drawn.
fn seen_to_be_drawn(board: &Board, sights: &Sights, seat: Seat, tile: Tile) -> bool {
    let earliest = earliest_draw(sights);
    let shows = |other: Tile| earliest.is_some_and(|draw| sights.of(other).first > Some(draw));
    let mut others = board.at(Place::Hand(seat)).filter(|other| *other != tile);
    let stood = !sights.has_blind_spots() || sights.of(tile).home == Some(seat);
    stood && !others.any(shows)
}

/// What seems to be left of the wall may lie on blind spots instead, laid down as flowers and replaced.
fn may_be_all_flowers(board: &Board) -> bool {
    let plays = |tile: &Tile| usize::from(tile.id()) < usize::from(board.tiles);
    let unseen = board.at(Place::Away).filter(plays).filter(|tile| tile.face().is_flower());
    let wall = usize::from(board.wall());
    wall > 0 && unseen.count() >= wall
}

/// Before this nobody can have drawn the newest tile: it came after the newest discard. That may have been seen later than the tile,
/// but hardly by more than the turn that led to it took.
fn earliest_draw(sights: &Sights) -> Option<Tick> {
    let thrown = |tile: Tile| {
        let sight = sights.of(tile);
        match (sight.place, sight.before) {
            (Place::River(_), _) => Some(sight.since),
            // Claimed.
            (Place::Meld(_), Place::River(_)) => Some(sight.left()),
            _ => None,
        }
    };
    let (newest, before) =
        Tile::all().filter_map(thrown).fold((None, None), |(first, second), at| {
            if Some(at) > first { (Some(at), first) } else { (first, second.max(Some(at))) }
        });
    before.or(newest.map(|newest| newest - A_TURN))
}

#[cfg(test)]
mod tests {
    use super::*;

    /// MCR: the 44th fan is for the last tile. By the Hong Kong book there are no flowers.
    #[test]
    fn a_flower_that_nobody_has_seen_may_have_been_the_last_tile_but_one() {
        for (tiles, left, doubt) in [(144, 143, true), (144, 0, false), (136, 0, false)] {
            let mut board = Board::new(Seat::First, tiles);
            let others = Tile::all().take(usize::from(tiles)).filter(|it| it.id() != left);
            others.for_each(|tile| board.put(tile, Place::River(Seat::First)));
            assert_eq!(board.wall(), 1);
            assert_eq!(may_be_all_flowers(&board), doubt, "{tiles} tiles, {left} left");
        }
    }
}
