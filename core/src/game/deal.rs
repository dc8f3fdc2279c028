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
    let mut held = Seat::ALL.map(|seat| Held::by(seat, sights, end));
    let due = |seat: Seat| usize::from(STANDARD) + usize::from(seat == state.board.dealer);
    let spare = |held: &Held| held.tiles.len() > due(held.seat).saturating_add(held.flowers);
    let short = |held: &Held| held.tiles.len() < due(held.seat);
    // Two neighbours' loops see a tile alike: it is with the one that is short.
    for from in Seat::ALL {
        for to in Seat::ALL.into_iter().filter(|to| to.is_beside(from)) {
            let [Some(giver), Some(taker)] = [from, to].map(|seat| held.get(seat.index())) else {
                return None;
            };
            let seen_alike = |(_, tile): &(Tick, Tile)| sights.of(*tile).also == Some(to);
            if !(spare(giver) && short(taker)) {
                continue;
            }
            if let Some(at) = giver.tiles.iter().position(seen_alike) {
                let tile = held.get_mut(from.index())?.tiles.remove(at);
                held.get_mut(to.index())?.tiles.push(tile).ok()?;
            }
        }
    }
    // One has too many and another too few: a neighbour's loop sees a tile that is not its own. Soon it will be known.
    let thrown = Tile::all().any(|tile| sights.of(tile).place.is_river());
    if held.iter().any(short) && held.iter().any(spare) && !thrown {
        return None;
    }
    let mut hands = [Few::new(); 4];
    for (held, dealt) in held.iter_mut().zip(&mut hands) {
        held.tiles.sort_unstable();
        let due = due(held.seat);
        unseen = unseen.checked_sub(due.saturating_sub(held.tiles.len()))?;
        *dealt = Few::from_some(held.tiles.iter().take(due).map(|(_, tile)| *tile));
    }
    Some(hands)
}

/// What a seat has been seen to hold since the deal began, and when it came.
struct Held {
    seat: Seat,
    tiles: heapless::Vec<(Tick, Tile), MOST_AT_SEAT>,
    /// Flowers laid: each has been replaced, or will be.
    flowers: usize,
}

impl Held {
    fn by(seat: Seat, sights: &Sights, end: Option<Tick>) -> Held {
        let mut held = Held { seat, tiles: heapless::Vec::new(), flowers: 0 };
        for tile in Tile::all() {
            let sight = sights.of(tile);
            let flower = tile.face().is_flower();
            held.flowers += usize::from(flower && sight.place == Place::Meld(seat));
            let home = match sight.place {
                Place::Hand(place) => Some(place),
                // Laid or thrown before it was seen standing.
                Place::Meld(place) if flower => sight.home.or(Some(place)),
                Place::River(place) => sight.home.or(Some(place)),
                Place::Meld(_) | Place::Away => sight.home,
            };
            let first = sight.first.unwrap_or(sight.since);
            let stood = sight.home.is_some();
            let later = stood && end.is_some_and(|end| first > end);
            if home == Some(seat) && !later {
                // More than there is room for is no deal: it stays incomplete by the others' lack.
                let _ = held.tiles.push((if stood { first } else { first - LAG }, tile));
            }
        }
        held
    }
}

/// Whether most of the deal lies.
pub(crate) fn nearly(sights: &Sights) -> bool {
    let lie = Tile::all().filter(|tile| sights.of(*tile).place != Place::Away);
    lie.count() >= usize::from(STANDARD) * 4 - 4
}
