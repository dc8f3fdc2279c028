//! A called win: what is frozen, when it is clear, and when the referee is asked.
//!
//! At the call play stops. Rivers may become counting chips and hands are shown (MCR 3.7.1), so from a moment
//! after the call only the callers' own tiles and the tile they fetch are followed.

use crate::game::board::{Board, Stage, get};
use crate::game::explain::{Explanation, Explanations, Outlook, Question};
use crate::game::few::Few;
use crate::game::play::{Play, Way};
use crate::game::sight::Sights;
use crate::place::Place;
use crate::rules::Seats;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// Tracking lags behind the hand by up to a second: what was done before the call is seen until then.
const FREEZES: Span = Span::millis(1_300);
/// Nothing moved for this long: the winner has laid out the hand or waits.
const QUIET: Span = Span::millis(600);
/// A discard that is not fetched by then stays where it is (HK SS-5), and was the winning tile.
const NOT_FETCHED: Span = Span::millis(3_500);
/// The dealer's fourteenth tile is the one that came so long after all others,
const CAME_LAST: Span = Span::millis(700);
/// and so long before the call: one that shows just then may have been there for long.
const LOOKED_AT: Span = Span::millis(600);
/// Unclear after this long: the referee is asked.
const PATIENCE: Span = Span::secs(9);

/// Calls of hu that wait for an answer.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct HuCall {
    /// When the first called.
    pub at: Tick,
    /// In the order of calling.
    pub seats: Few<Seat, 4>,
    /// The callers' fouls were looked for, when all that was done before the call had been seen.
    pub looked_over: bool,
    /// The referee was asked.
    pub asked: bool,
}

/// What becomes of a call.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Answer {
    /// Not clear yet.
    Wait,
    /// So it was won.
    Win(Explanation, Outlook),
    /// Several readings, or none: ask, naming the tiles it could be.
    Ask(Few<Tile, 4>),
}

impl HuCall {
    pub fn new(now: Tick, seat: Seat) -> HuCall {
        HuCall { at: now, seats: Few::from_some([seat]), looked_over: false, asked: false }
    }

    pub fn join(&mut self, seat: Seat) {
        if !self.seats.contains(seat) {
            let _ = self.seats.push(seat);
        }
    }

    /// The call of the others, once this caller is refused; none if there are no others.
    pub fn without(self, seat: Seat) -> Option<HuCall> {
        let seats = Few::from_some(self.seats.iter().filter(|caller| *caller != seat));
        (!seats.is_empty()).then_some(HuCall { seats, ..self })
    }

    pub fn callers(&self) -> Seats {
        self.seats.iter().fold(Seats::NONE, Seats::and)
    }

    pub fn frozen(&self, now: Tick) -> bool {
        now.since(self.at) >= FREEZES
    }

    /// Whether a movement after the call is followed: a caller's own tiles, a tile from the wall that comes
    /// to a caller, and the tile on offer.
    pub fn follows(
        &self,
        now: Tick,
        board: &Board,
        sights: &Sights,
        tile: Tile,
        to: Place,
    ) -> bool {
        if !self.frozen(now) {
            return true;
        }
        let own = |place: Place| {
            self.seats.iter().any(|seat| place == Place::Hand(seat) || place == Place::Meld(seat))
        };
        let from = sights.of(tile).place;
        let offered = board.last.and_then(|last| last.tile) == Some(tile)
            || board.robbable.map(|robbable| robbable.tile) == Some(tile);
        // Thrown, and fetched before anybody saw it lie.
        let thrown = matches!(board.stage, Stage::Act { seat, .. } if from == Place::Hand(seat));
        match to {
            // Lifted tiles of a caller land again; swept ones tell nothing.
            Place::Away => false,
            to if own(to) => own(from) || from == Place::Away || offered || thrown,
            _ => false,
        }
    }

    /// What the explanations that end in a win say.
    pub fn answer(&self, question: &Question<'_>, near: &Explanations) -> Answer {
        let now = question.now;
        if !self.frozen(now) || now.since(question.sights.changed()) < QUIET {
            return match now.since(self.at) >= PATIENCE {
                true => Answer::Ask(candidates(near)),
                false => Answer::Wait,
            };
        }
        let late = now.since(self.at) >= PATIENCE;
        let unclear = || match late {
            true => Answer::Ask(candidates(near)),
            false => Answer::Wait,
        };
        let Some(best) = near.first() else {
            return unclear();
        };
        let Some(win) = best.win else {
            return unclear();
        };
        let agreed = near.iter().all(|other| other.win == Some(win));
        // Without river loops a turn may pass unseen; the winner's own may not.
        let hidden = match (question.rivers, question.winner) {
            (false, Some(winner)) => get(&best.after(question.belief).unseen, winner) > 0,
            // With a tile in hand that nobody has seen, what shows now need not be what was drawn.
            (true, Some(winner))
                if win.way == Way::SelfDrawn && get(&question.belief.unseen, winner) > 0 =>
            {
                true
            }
            _ => best.plays().any(|play| matches!(play, Play::Draw { tile: None, .. })),
        };
        let win = match win.tile {
            None if best.steps.is_empty() => Outlook { tile: dealt_last(question), ..win },
            _ => win,
        };
        if !agreed || hidden || best.residue.hard > 0 || !self.grounded(question, &best, &win) {
            return unclear();
        }
        Answer::Win(best, win)
    }

    /// The path of the winning tile was seen.
    fn grounded(&self, question: &Question<'_>, best: &Explanation, win: &Outlook) -> bool {
        let (Some(tile), Some(winner)) = (win.tile, question.winner) else {
            return false;
        };
        let sight = question.sights.of(tile);
        let own = sight.place == Place::Hand(winner) || sight.place == Place::Meld(winner);
        let end = best.after(question.belief);
        match win.way {
            Way::SelfDrawn => {
                // A tile that comes out of nowhere after the call may be a discard that was fetched.
                let stood = sight.visited(Place::Hand(winner))
                    || question.belief.place(tile) == Place::Hand(winner);
                let before = sight.first.is_some_and(|first| first <= self.at + FREEZES);
                let drawn = if question.rivers { stood || before } else { stood && before };
                own && drawn
            }
            Way::Discard { from } => {
                let before = question.belief.place(tile) == Place::River(from);
                let thrown = before || sight.visited(Place::River(from));
                let held = question.belief.place(tile) == Place::Hand(from);
                if question.rivers {
                    thrown && (own || question.now.since(self.at) >= NOT_FETCHED)
                } else {
                    // Gone from the hand it was in, and fetched or left where it is.
                    let gone = sight.place == Place::Away;
                    let left = gone && question.now.since(self.at) >= NOT_FETCHED;
                    (own || left) && (before || held || sight.visited(Place::Hand(from)))
                }
            }
            Way::Robbing { from } => {
                let laid = end.place(tile) == Place::Meld(from)
                    && (question.belief.place(tile) == Place::Meld(from)
                        || sight.visited(Place::Meld(from)));
                laid && (own || question.now.since(self.at) >= NOT_FETCHED)
            }
        }
    }
}

/// The dealer's fourteenth tile: who wins with the tiles of the deal has drawn none after it (HK FA-6.7). Not where tiles stand
/// on blind spots: one of them may have come earlier than it was seen.
fn dealt_last(question: &Question<'_>) -> Option<Tile> {
    let board = question.belief;
    let dealer = board.dealer;
    let untouched = board.discards == 0 && get(&board.unseen, dealer) == 0;
    if question.winner != Some(dealer) || !untouched || question.sights.has_blind_spots() {
        return None;
    }
    let standing = || board.at(Place::Hand(dealer));
    let came = |tile: Tile| question.sights.of(tile).first;
    let last = standing().max_by_key(|tile| came(*tile))?;
    let before = standing().filter(|tile| *tile != last).filter_map(came).max()?;
    let (shows, called) = (came(last)?, question.called?);
    let own_last = |seat: Seat| board.at(Place::Hand(seat)).filter_map(came).max();
    // The others' thirteenth tiles come in between: if not, one of two that came after theirs may have been there for long.
    let between = Seat::ALL.into_iter().all(|seat| own_last(seat) > Some(before));
    let clear = shows.since(before) >= CAME_LAST && called.since(shows) >= LOOKED_AT;
    (between && clear).then_some(last)
}

/// The tiles the explanations name, each once.
fn candidates(near: &Explanations) -> Few<Tile, 4> {
    let mut tiles = Few::new();
    for win in near.iter().filter_map(|explanation| explanation.win) {
        if let Some(tile) = win.tile
            && !tiles.contains(tile)
        {
            let _ = tiles.push(tile);
        }
    }
    tiles
}
