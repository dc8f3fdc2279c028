//! Recognising the deal: every seat has its tiles.

use crate::game::board::{STANDARD, get, set};
use crate::game::few::Few;
use crate::game::sight::{Sight, Sights};
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
pub(crate) fn play_since(dealer: Seat, sights: &Sights) -> Option<Tick> {
    let lies_open = |tile: &Tile| match sights.of(*tile) {
        Sight { place: Place::Meld(_), .. } => tile.face().is_flower(),
        sight => sight.thrown(dealer).is_some(),
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
    let dealer = state.board.dealer;
    let due = |seat: Seat| usize::from(STANDARD) + usize::from(seat == dealer);
    let (mut counts, mut flowers) = ([0usize; 4], [0usize; 4]);
    for tile in Tile::all() {
        if let Some((seat, _)) = holder(dealer, sights, tile, end) {
            set(&mut counts, seat, |count| *count = count.saturating_add(1));
        }
        if let (true, Place::Meld(seat)) = (tile.face().is_flower(), sights.of(tile).place) {
            set(&mut flowers, seat, |laid| *laid = laid.saturating_add(1));
        }
    }
    let short = |seat: Seat| get(&counts, seat) < due(seat);
    let spare = |seat: Seat| get(&counts, seat) > due(seat).saturating_add(get(&flowers, seat));
    // Two neighbours' loops see a tile alike, or it has gone from one's rack to the other's river or melds: it is with the one that is short.
    let misread = Tile::all().find_map(|tile| {
        let (from, _) = holder(dealer, sights, tile, end)?;
        let sight = sights.of(tile);
        let to = sight.also.unwrap_or(sight.place).seat()?;
        (spare(from) && short(to)).then_some((tile, to))
    });
    // One has too many and another too few: a neighbour's loop sees a tile that is not its own. Soon it will be known.
    let thrown = Tile::all().any(|tile| sights.of(tile).place.is_river());
    let wrong = Seat::ALL.into_iter().any(short) && Seat::ALL.into_iter().any(spare);
    if wrong && misread.is_none() && !thrown {
        return None;
    }
    let mut hands = [Few::new(); 4];
    for (seat, dealt) in Seat::ALL.into_iter().zip(&mut hands) {
        let mut held: heapless::Vec<(Tick, Tile), MOST_AT_SEAT> = heapless::Vec::new();
        for tile in Tile::all() {
            let Some((by, came)) = holder(dealer, sights, tile, end) else {
                continue;
            };
            let by = misread.filter(|(it, _)| *it == tile).map_or(by, |(_, to)| to);
            if by == seat {
                // In its place among the others: two kilobytes less than to have them sorted.
                let mut later = (came, tile);
                for other in &mut held {
                    if later < *other {
                        core::mem::swap(other, &mut later);
                    }
                }
                held.push(later).ok()?;
            }
        }
        unseen = unseen.checked_sub(due(seat).saturating_sub(held.len()))?;
        *dealt = Few::from_some(held.iter().take(due(seat)).map(|(_, tile)| *tile));
    }
    Some(hands)
}

/// Who has been seen to hold a tile since the deal began, and since when; not what was first seen standing after `end`.
#[inline(never)] // Asked three times, and no part of a frame that lies under others.
fn holder(dealer: Seat, sights: &Sights, tile: Tile, end: Option<Tick>) -> Option<(Seat, Tick)> {
    let sight = sights.of(tile);
    let home = match sight.place {
        Place::Hand(place) => Some(place),
        // Laid or thrown before it was seen standing.
        Place::Meld(place) if tile.face().is_flower() => sight.home.or(Some(place)),
        Place::River(place) => sight.home.or(Some(thrower(dealer, sights, place))),
        Place::Meld(_) | Place::Away => sight.home,
    };
    let first = sight.first.unwrap_or(sight.since);
    match sight.home {
        Some(_) if end.is_some_and(|end| first > end) => None,
        Some(_) => home.map(|seat| (seat, first)),
        None => home.map(|seat| (seat, first - LAG)),
    }
}

/// Who threw a tile that lies in this river and was never seen to stand. The dealer discards first, perhaps to the border of two rivers.
fn thrower(dealer: Seat, sights: &Sights, river: Seat) -> Seat {
    let opened = || Tile::all().any(|tile| sights.of(tile).place == Place::River(dealer));
    if river.is_beside(dealer) && !opened() { dealer } else { river }
}

/// Whether most of the deal lies.
pub(crate) fn nearly(sights: &Sights) -> bool {
    let lie = Tile::all().filter(|tile| sights.of(*tile).place != Place::Away);
    lie.count() >= usize::from(STANDARD) * 4 - 4
}
