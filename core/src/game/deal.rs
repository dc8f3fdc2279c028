//! Recognising the deal: every seat has its tiles.

use crate::game::board::STANDARD;
use crate::game::few::Few;
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::hand::MOST_STANDING;
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// Most tiles looked at for one seat: fourteen, its flowers laid and replaced, and some of a muddle.
const MOST_AT_SEAT: usize = 32;

/// What was laid before it was seen standing came earlier than it seems.
const LAG: Span = Span::millis(2_500);

/// Since when there is play: a flower was laid or a tile thrown.
pub(crate) fn play_since(sights: &Sights) -> Option<Tick> {
    let lies_open = |tile: &Tile| match sights.of(*tile).place {
        Place::River(_) => true,
        Place::Meld(_) => tile.face().is_flower(),
        Place::Hand(_) | Place::Away => false,
    };
    Tile::all().filter(lies_open).map(|tile| sights.of(tile).since).min()
}

/// The four hands, when every seat has at least what it is dealt, but for so many tiles in all that are there and not seen.
/// A quick player has laid flowers and replaced them by then: the tiles that came last are not of the deal, nor is one that was first
/// seen standing after `end`.
pub(crate) fn complete(
    state: &State,
    sights: &Sights,
    mut unseen: usize,
    end: Option<Tick>,
) -> Option<[Few<Tile, MOST_STANDING>; 4]> {
    let mut hands = [Few::new(); 4];
    let thrown = Tile::all().any(|tile| sights.of(tile).place.is_river());
    let (mut short, mut surplus) = (false, false);
    for (seat, dealt) in Seat::ALL.into_iter().zip(&mut hands) {
        let due = usize::from(STANDARD) + usize::from(seat == state.board.dealer);
        let mut held: heapless::Vec<(Tick, Tile), MOST_AT_SEAT> = heapless::Vec::new();
        for tile in Tile::all() {
            let sight = sights.of(tile);
            let home = match sight.place {
                Place::Hand(place) => Some(place),
                // Laid or thrown before it was seen standing.
                Place::Meld(place) if tile.face().is_flower() => sight.home.or(Some(place)),
                Place::River(place) => sight.home.or(Some(place)),
                Place::Meld(_) | Place::Away => sight.home,
            };
            if home == Some(seat) {
                let first = sight.first.unwrap_or(sight.since);
                let stood = sight.home.is_some();
                if stood && end.is_some_and(|end| first > end) {
                    continue;
                }
                held.push((if stood { first } else { first - LAG }, tile)).ok()?;
            }
        }
        held.sort_unstable();
        unseen = unseen.checked_sub(due.saturating_sub(held.len()))?;
        let laid = Tile::all().filter(|tile| sights.of(*tile).place == Place::Meld(seat));
        let flowers = laid.filter(|tile| tile.face().is_flower()).count();
        short |= held.len() < due;
        surplus |= held.len() > due.saturating_add(flowers);
        *dealt = Few::from_some(held.iter().take(due).map(|(_, tile)| *tile));
    }
    // One has too many and another too few: a neighbour's loop sees a tile that is not its own. Soon it will be known.
    let misread = short && surplus && !thrown;
    (!misread).then_some(hands)
}

/// Whether most of the deal lies.
pub(crate) fn nearly(sights: &Sights) -> bool {
    let lie = Tile::all().filter(|tile| sights.of(*tile).place != Place::Away);
    lie.count() >= usize::from(STANDARD) * 4 - 4
}
