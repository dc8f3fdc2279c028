//! What nobody saw, and whether a result depends on it.
//!
//! Without river loops a tile that is drawn and thrown at once is seen nowhere. The turn is known from the next one, the
//! tile is not, and four such turns in a row leave no trace at all. A result that comes out the same whatever was hidden is
//! certain; any other is a question for the referee.

use crate::game::board::{Board, get};
use crate::game::outcome::{Proposed, Standing};
use crate::game::play::Way;
use crate::game::settlement;
use crate::game::state::State;
use crate::hand::{Giver, Meld, MeldKind};
use crate::place::Place;
use crate::rules::{Memory, Seen, Source};
use crate::seat::Seat;
use crate::tile::{Face, Tile};

/// Tiles that may have been drawn in go-arounds of which nothing was seen: two of them.
const HIDDEN_DRAWS: u8 = 8;
/// Turns of a go-around.
const GO_AROUND: u8 = 4;

/// Whether the tile completes a hand that may win.
#[inline(never)]
pub(crate) fn is_legal(state: &State, memory: &[Memory; 4], facts: &Proposed) -> bool {
    let memory = get(memory, facts.seat);
    settlement::judge_as(state, *facts, &memory).0.standing_as == Standing::Legal
}

/// Whether the result of a win on `board`, the belief before it, with what each seat has let go, is the same whatever nobody saw.
#[inline(never)] // What it needs is not on the stack together with what its caller needs to fold events.
pub(crate) fn is_certain(
    state: &State,
    board: &Board,
    memory: &[Memory; 4],
    facts: &Proposed,
) -> bool {
    let memory = get(memory, facts.seat);
    let (believed, _) = settlement::judge_as(state, *facts, &memory);
    // A tile that does not complete the hand may not be the one: an unseen turn may have come after it.
    if believed.standing_as != Standing::Legal {
        return false;
    }
    let same = |other: &Proposed, memory: &Memory| {
        let (result, _) = settlement::judge_as(state, *other, memory);
        let score = |it: &Proposed| (it.standing_as, it.entries, it.worth, it.payments);
        score(&result) == score(&believed)
    };
    let wall =
        !wall_in_doubt(board) || same(&Proposed { last_tile: !facts.last_tile, ..*facts }, &memory);
    let kind = !last_of_kind_in_doubt(board, facts.tile)
        || same(&Proposed { last_of_kind: !facts.last_of_kind, ..*facts }, &memory);
    let givers = other_givers(board, facts).all(|other| same(&other, &memory));
    let passed = matches!(facts.way, Way::SelfDrawn)
        || passed(state, board, &memory, facts).all(|other| same(facts, &other));
    wall && kind && givers && passed
}

/// The wall may be empty although it does not seem so: whole go-arounds may be hidden, and fewer turns before a claim
/// whose giver nobody saw.
fn wall_in_doubt(board: &Board) -> bool {
    let odd = board.giver_unseen.iter().any(|sets| *sets != 0);
    let wall = board.wall();
    (1..=HIDDEN_DRAWS).contains(&wall) && (odd || wall.is_multiple_of(GO_AROUND))
}

/// The other three of its kind may all lie open: those that were seen nowhere may be among the unseen discards.
fn last_of_kind_in_doubt(board: &Board, tile: Tile) -> bool {
    let others = || Tile::all().filter(|other| other.face() == tile.face() && *other != tile);
    let nowhere = others().filter(|other| board.place(*other) == Place::Away).count();
    let standing = others().any(|other| matches!(board.place(other), Place::Hand(_)));
    let unknown: u8 = board.unknown.iter().sum();
    nowhere > 0 && !standing && nowhere <= usize::from(unknown)
}

/// The same win with another origin of a set of which nobody saw where its last tile came from.
fn other_givers<'a>(board: &Board, facts: &'a Proposed) -> impl Iterator<Item = Proposed> + 'a {
    let unseen = get(&board.giver_unseen, facts.seat);
    let guessed = (0..facts.melds.len()).filter(move |at| unseen >> at & 1 == 1);
    guessed.flat_map(move |at| {
        [Giver::Left, Giver::Opposite, Giver::Right, Giver::Nobody].map(|from| {
            let mut other = *facts;
            if let Some(meld) = other.melds.get_mut(at) {
                *meld = match (meld.kind, from) {
                    (MeldKind::Kong | MeldKind::ConcealedKong, Giver::Nobody) => {
                        Meld { kind: MeldKind::ConcealedKong, from, ..*meld }
                    }
                    (MeldKind::ConcealedKong, from) => Meld { kind: MeldKind::Kong, from, ..*meld },
                    (_, Giver::Nobody) => *meld,
                    (_, from) => Meld { from, ..*meld },
                };
            }
            other
        })
    })
}

/// What the winner may have let go: any tile that was seen nowhere, had it been one of the unseen discards.
fn passed<'a>(
    state: &'a State,
    board: &'a Board,
    memory: &'a Memory,
    facts: &'a Proposed,
) -> impl Iterator<Item = Memory> + 'a {
    let nowhere = |face: Face| {
        Tile::all().any(|tile| tile.face() == face && board.place(tile) == Place::Away)
    };
    let unseen = get(&board.let_go_unseen, facts.seat);
    let faces = Face::all().filter(move |face| unseen && nowhere(*face));
    let hand = board.hand(facts.seat, Some(facts.tile));
    faces.filter_map(move |face| {
        let rules = state.rules()?;
        let mut other = *memory;
        let from = Seat::ALL.into_iter().find(|from| *from != facts.seat)?;
        let seen = Seen::LetGo(face, Source::Discard(from));
        rules.book.remember(&mut other, seen, &hand, &rules.rulings).ok()?;
        (other != *memory).then_some(other)
    })
}
