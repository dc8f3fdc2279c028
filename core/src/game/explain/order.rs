//! The order of telling: what touches nobody else's play can be told in any order, and only one of them is followed.

use super::Step;
use super::moves::Moves;
use crate::game::board::{Board, Stage, get};
use crate::game::play::Play;
use crate::game::sight::Sights;
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;

/// What was told just before a step.
pub(super) struct Before {
    /// The last step.
    pub newest: Option<Step>,
    /// Whose it was, if it touched nobody else's play.
    pub aside: Option<Seat>,
    /// Who had been taken to hold what it named: he holds another tile instead, which can be named only now.
    pub misread: Option<Seat>,
    /// The last act that did.
    pub turn: Option<Play>,
}

impl Before {
    /// Whether a step of this seat, or of nobody, leads to nothing that another order does not.
    pub fn excludes(&self, step: &Step, seat: Option<Seat>) -> bool {
        seat.is_some_and(|seat| self.told_before(step, seat))
            || self.newest.is_some_and(|newest| named_before(step, &newest))
    }

    /// Whether an aside should have been told earlier: by seat, and before the others' turns.
    fn told_before(&self, step: &Step, seat: Seat) -> bool {
        // Before a claim a tile that shows may have been the next player's draw.
        let could_be_told =
            |play: &Play| play.claimed().is_none() || !matches!(step, Step::Name { .. });
        self.aside.is_some_and(|before| seat < before && self.misread != Some(seat))
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

/// Seats whose asides cannot wait: too few tiles have been thrown for what shows with them to have come in a turn.
pub(super) struct Waits<'a> {
    board: &'a Board,
    sights: &'a Sights,
    due: [bool; 4],
}

impl Waits<'_> {
    /// Who cannot wait, as far as is seen.
    pub fn new<'a>(moves: &Moves<'a>) -> Waits<'a> {
        let (board, sights) = (moves.board, moves.question.sights);
        let mut due = [false; 4];
        let Some(turn) = board.turn().filter(|_| board.begun != [true; 4]) else {
            return Waits { board, sights, due };
        };
        // Who has to discard may be told of after that, too.
        let acting = usize::from(matches!(board.stage, Stage::Act { .. }));
        let thrown = moves.differing.iter().filter(|tile| {
            let sight = sights.of(**tile);
            let held = matches!(board.place(**tile), Place::Hand(_));
            sight.place.is_river() || (held && sight.is_out_of_sight())
        });
        let thrown = thrown.count();
        for (seat, due) in Seat::ALL.into_iter().zip(&mut due) {
            *due = !get(&board.begun, seat)
                && turn.steps_to(seat).max(acting) > thrown
                && !moves.lays_a_set(seat);
        }
        Waits { board, sights, due }
    }

    /// The first seat that cannot wait: this one, or that of an aside that moves a tile which shows with its seat alone. What shows with
    /// another as well, or stood with him, or was taken to be his, may be his.
    pub fn first(&self, found: Option<Seat>, step: &Step, aside: Option<Seat>) -> Option<Seat> {
        let Some(seat) = aside.filter(|seat| get(&self.due, *seat)) else {
            return found;
        };
        let tile = match *step {
            Step::Name { tile, .. } => Some(tile),
            Step::Play(play) => play.tiles().next(),
            Step::TakeBack => None,
        };
        let own = |tile: Tile| {
            let (sight, believed) = (self.sights.of(tile), self.board.place(tile));
            let [hand, meld] = [Place::Hand(seat), Place::Meld(seat)];
            (believed == Place::Away || believed == hand)
                && (sight.place == hand || sight.place == meld)
                && sight.also.is_none()
                && sight.home.is_none_or(|home| home == seat)
        };
        let earlier = found.is_none_or(|found| seat < found);
        let mut after = *self.board;
        if earlier && tile.is_some_and(own) && step.take(&mut after).is_ok() {
            Some(seat)
        } else {
            found
        }
    }
}

/// Whether a step of this seat, or of nobody, passes over what is due.
pub(super) fn passes_over(due: Option<Seat>, seat: Option<Seat>) -> bool {
    due.is_some_and(|due| seat.is_none_or(|seat| due < seat))
}
