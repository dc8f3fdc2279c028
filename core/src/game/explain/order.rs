//! The order of telling: what touches nobody else's play can be told in any order, and only one of them is followed.

use super::Step;
use super::moves::{Moves, aside};
use crate::game::board::{Board, Stage, get};
use crate::game::play::Play;
use crate::place::Place;
use crate::seat::Seat;

/// What was told just before a step.
pub(super) struct Before {
    /// The last step.
    pub newest: Option<Step>,
    /// Whose it was, if it touched nobody else's play.
    pub aside: Option<Seat>,
    /// The last act that did.
    pub turn: Option<Play>,
    /// Whose asides cannot wait, because what shows cannot have been drawn in a turn.
    pub due: Option<Seat>,
}

impl Before {
    /// Whether a step of this seat, or of nobody, leads to nothing that another order does not.
    pub fn excludes(&self, step: &Step, seat: Option<Seat>) -> bool {
        let passes_over = |due: Seat| seat.is_none_or(|seat| due < seat);
        self.due.is_some_and(passes_over)
            || seat.is_some_and(|seat| self.told_before(step, seat))
            || self.newest.is_some_and(|newest| named_before(step, &newest))
    }

    /// Whether an aside should have been told earlier: by seat, and before the others' turns.
    fn told_before(&self, step: &Step, seat: Seat) -> bool {
        // Before a claim a tile that shows may have been the next player's draw.
        let could_be_told =
            |play: &Play| play.claimed().is_none() || !matches!(step, Step::Name { .. });
        self.aside.is_some_and(|before| seat < before)
            || self.turn.is_some_and(|play| play.seat() != Some(seat) && could_be_told(&play))
    }
}

/// Whether a tile is named although it could have been before the step just before it: names come first, in the order of their tiles.
/// Only a draw without its tile leaves something more to name.
fn named_before(step: &Step, newest: &Step) -> bool {
    let Step::Name { seat, tile, thrown: false } = *step else {
        return false;
    };
    match *newest {
        Step::Name { seat: by, tile: named, thrown: false } => by == seat && tile < named,
        Step::Play(Play::Flower { seat: by, .. } | Play::Draw { seat: by, tile: Some(_), .. }) => {
            by == seat
        }
        _ => false,
    }
}

/// The first seat with flowers of the deal, replacements or tiles nobody had seen to tell that can have come in no turn of its own: too
/// few tiles have been thrown for it to have had one.
pub(super) fn due(moves: &Moves<'_>) -> Option<Seat> {
    let (board, sights) = (moves.board, moves.sights);
    let turn = board.turn()?;
    // Who has to discard may be told of after that, too.
    let acting = usize::from(matches!(board.stage, Stage::Act { .. }));
    let thrown = moves.differing.iter().filter(|tile| {
        let sight = sights.of(**tile);
        let held = matches!(board.place(**tile), Place::Hand(_));
        sight.place.is_river() || (held && sight.is_out_of_sight())
    });
    let thrown = thrown.count();
    let claims = |seat: Seat| {
        moves.differing.iter().any(|tile| {
            let lies = sights.of(*tile).is_at(Place::Meld(seat));
            lies && !tile.face().is_flower()
        })
    };
    let waits = |seat: Seat| {
        !get(&board.begun, seat) && turn.steps_to(seat).max(acting) > thrown && !claims(seat)
    };
    if !Seat::ALL.into_iter().any(waits) {
        return None;
    }
    let mut due: Option<Seat> = None;
    moves.each(&mut |step| {
        if let Some(seat) = aside(board, &step)
            && due.is_none_or(|due| seat < due)
            && waits(seat)
            && moves_its_own(board, &step, seat)
        {
            due = Some(seat);
        }
    });
    due
}

/// Whether a step can be taken and moves a tile of the wall or of the seat's hand: what a neighbour was taken to hold may be his.
fn moves_its_own(board: &Board, step: &Step, seat: Seat) -> bool {
    let tile = match *step {
        Step::Name { tile, .. } => Some(tile),
        Step::Play(play) => play.tiles().next(),
        Step::TakeBack => None,
    };
    let own = |place: Place| place == Place::Away || place == Place::Hand(seat);
    let mut after = *board;
    tile.is_some_and(|tile| own(board.place(tile))) && step.take(&mut after).is_ok()
}
