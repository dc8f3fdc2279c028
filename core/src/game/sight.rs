//! What is seen: where each tile lies, since when, and where it has been.

use crate::game::board::Board;
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::{TILES, Tile};
use crate::time::{Span, Tick};

/// A drawn tile may be lifted and held for a while; after this it is back in the wall.
const PUT_BACK: Span = Span::secs(12);

/// A tile that is back where it lay within this was never lifted: a hand or a sleeve lay over it.
const LOST_FROM_SIGHT: Span = Span::millis(1_500);

/// Where standing tiles are hardly read, unseen ones are waited for so many times longer.
const BLIND_SPOT_PATIENCE: u64 = 20;
/// A tile in no field is in transit for this long (a player in turn may hold one and think).
const IN_TRANSIT: Span = Span::secs(9);
/// A standing one may have been put back onto the first blind spot of the rack.
const PUT_BACK_UNSEEN: Span = Span::secs(14);

/// What is seen of one tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Sight {
    /// Where it lies.
    pub place: Place,
    /// Since when it lies there, or is away.
    pub since: Tick,
    /// When it was first seen outside the wall.
    pub first: Option<Tick>,
    /// Where it lay before.
    pub before: Place,
    /// While it is away: since when it had lain there. Where it lies elsewhere: when it left. While it may be gone: since when.
    earlier: Tick,
    /// Places it has been seen in since the belief about it last changed, one bit each, and [`MAY_BE_GONE`].
    visited: u16,
    /// The first hand it was seen in.
    pub home: Option<Seat>,
    /// Where else it is seen alike: another rack while it stands in one, another seat's melds while it stands or lies in some, and if one of
    /// them is a river, or once it has lain in one, anything else of another seat.
    pub also: Option<Place>,
}

impl Sight {
    /// Has been seen somewhere since the belief about it last changed.
    pub const fn seen(&self) -> bool {
        self.visited & !MAY_BE_GONE != 0
    }

    /// Whether it is taken to stand there although it may be gone.
    pub const fn may_be_gone(&self) -> bool {
        self.visited & MAY_BE_GONE != 0
    }

    /// In no field, or it may be.
    pub fn is_out_of_sight(&self) -> bool {
        self.place == Place::Away || self.may_be_gone()
    }

    /// When the tile that lies here left where it lay before.
    pub const fn left(&self) -> Tick {
        self.earlier
    }

    /// Lost from sight and found where it lay: since when it has lain there, nobody knows.
    pub fn found_again(&self) -> bool {
        self.before == self.place
    }

    const NOTHING: Sight = Sight {
        place: Place::Away,
        since: Tick(0),
        first: None,
        before: Place::Away,
        earlier: Tick(0),
        visited: 0,
        home: None,
        also: None,
    };

    /// A second loop sees it there.
    fn add(&mut self, place: Place) {
        (self.also, self.visited) = (Some(place), self.visited | bit(place));
    }

    /// Whether it lies there, or may by what a second loop sees.
    pub fn is_at(&self, place: Place) -> bool {
        self.place == place || self.also == Some(place)
    }

    /// Whose river it was thrown to while the tiles are dealt. What stood with somebody else is only heard there, unless the dealer has
    /// opened play at the border of two rivers.
    pub fn thrown(&self, dealer: Seat) -> Option<Seat> {
        match self.place {
            Place::River(seat) => {
                self.home.is_none_or(|home| home == seat || home == dealer).then_some(seat)
            }
            _ => None,
        }
    }

    /// Whether it has been seen in any river since the belief about it last changed.
    pub const fn has_lain_in_a_river(&self) -> bool {
        self.visited & RIVERS != 0
    }

    /// Whether it has been seen there since the belief about it last changed.
    pub const fn visited(&self, place: Place) -> bool {
        self.visited & bit(place) != 0
    }
}

/// Beside the bits of the places: nobody can say whether it still stands in its hand.
const MAY_BE_GONE: u16 = 1 << 15;

/// The bits of all melds, and of all rivers.
const MELDS: u16 = 0xF << 4;
const RIVERS: u16 = 0xF << 8;

const fn bit(place: Place) -> u16 {
    match place {
        Place::Hand(seat) => 1 << seat.index(),
        Place::Meld(seat) => 1 << (4 + seat.index()),
        Place::River(seat) => 1 << (8 + seat.index()),
        Place::Away => 0,
    }
}

/// What is seen of all tiles.
#[derive(Debug, Clone)]
pub struct Sights {
    tiles: [Sight; TILES],
    changed: Tick,
    /// What came last to lie in a river, and when, however short it was out of sight.
    laid: Option<(Tile, Tick)>,
    /// Some standing tiles are hardly read.
    blind_spots: bool,
}

impl Default for Sights {
    fn default() -> Sights {
        Sights::new()
    }
}

impl Sights {
    /// Nothing is seen.
    pub const fn new() -> Sights {
        Sights { tiles: [Sight::NOTHING; TILES], changed: Tick(0), laid: None, blind_spots: false }
    }

    /// Whether some standing tiles are hardly read.
    pub fn blind_spots(&mut self, there: bool) {
        self.blind_spots = there;
    }

    /// The same, asked.
    pub const fn has_blind_spots(&self) -> bool {
        self.blind_spots
    }

    /// How long a tile may go unseen before that means something; longer where there are blind spots.
    pub const fn patience(&self, span: Span) -> Span {
        if self.blind_spots { Span(span.0.saturating_mul(BLIND_SPOT_PATIENCE)) } else { span }
    }

    /// How long a tile that should lie there may go unseen before it is missing.
    pub const fn in_transit(&self, believed: Place) -> Span {
        match believed {
            Place::Hand(_) if !self.blind_spots => PUT_BACK_UNSEEN,
            _ => self.patience(IN_TRANSIT),
        }
    }

    /// A tile has settled or left.
    pub fn placed(&mut self, now: Tick, tile: Tile, place: Place) {
        let Some(sight) = self.tiles.get_mut(usize::from(tile.id())) else {
            return;
        };
        let may_be_gone = sight.may_be_gone();
        // Told plainly: there it is, and nowhere else.
        (sight.visited, sight.also) = (sight.visited & !MAY_BE_GONE, None);
        if sight.place == place {
            return;
        }
        // At the border of two rivers first one loop saw it, then the other: it has lain there all the time.
        if sight.place.is_river() && place.is_river() {
            (sight.place, sight.visited) = (place, sight.visited | bit(place));
            self.changed = now;
            return;
        }
        let lost = sight.place == Place::Away && now.since(sight.since) < LOST_FROM_SIGHT;
        let since = if lost && place == sight.before { sight.earlier } else { now };
        let left = match sight.place {
            Place::Away => sight.since,
            _ if may_be_gone => sight.earlier,
            _ => now,
        };
        if sight.place != Place::Away {
            (sight.before, sight.earlier) = (sight.place, sight.since);
        }
        if place != Place::Away {
            sight.earlier = left;
            sight.first = sight.first.or(Some(now));
            if let (None, Place::Hand(seat)) = (sight.home, place) {
                sight.home = Some(seat);
            }
        }
        sight.place = place;
        sight.since = since;
        sight.visited |= bit(place);
        self.changed = now;
        if place.is_river() {
            self.laid = Some((tile, now));
        }
    }

    /// A second loop sees a tile as well: of two rivers it has been in both, of two racks, two seats' melds or one seat's rack and another's
    /// melds in either. Or none does.
    pub fn also(&mut self, now: Tick, tile: Tile, place: Place) {
        let sight = self.tiles.get_mut(usize::from(tile.id()));
        if let Some(sight) = sight.filter(|sight| sight.place != place) {
            match (sight.place, place) {
                (Place::Hand(_), Place::Away) => {
                    sight.visited |= MAY_BE_GONE;
                    sight.earlier = now;
                }
                (_, Place::Away) | (Place::Away, _) => {}
                (Place::River(_), Place::River(_)) => sight.visited |= bit(place),
                (Place::Hand(_), Place::Hand(_)) => sight.also = Some(place),
                (Place::Meld(_), Place::Meld(_)) => sight.add(place),
                // No play leads from one seat's rack to another's melds or back: one of the two hears it from afar.
                (Place::Hand(rack), Place::Meld(seat)) | (Place::Meld(seat), Place::Hand(rack))
                    if rack != seat =>
                {
                    sight.add(place);
                }
                _ if (sight.visited | bit(place)) & RIVERS != 0 => sight.add(place),
                _ => {}
            }
        }
    }

    /// What is seen of a tile.
    pub fn of(&self, tile: Tile) -> Sight {
        let sight = self.tiles.get(usize::from(tile.id()));
        sight.copied().unwrap_or(Sight::NOTHING)
    }

    /// When a discard was last laid down: one that was taken back for a moment is offered anew.
    pub fn laid(&self, tile: Tile) -> Tick {
        let newest = self.laid.filter(|(newest, _)| *newest == tile);
        newest.map_or(self.of(tile).since, |(_, at)| at)
    }

    /// When something last changed.
    pub const fn changed(&self) -> Tick {
        self.changed
    }

    /// Whether the tile has lain at this place for so long.
    pub fn rests(&self, now: Tick, tile: Tile, place: Place, span: Span) -> bool {
        let sight = self.of(tile);
        sight.is_at(place) && now.since(sight.since) >= span
    }

    /// The belief about this tile has changed: where it was before tells nothing more.
    pub fn believed(&mut self, tile: Tile) {
        if let Some(sight) = self.tiles.get_mut(usize::from(tile.id())) {
            sight.visited = bit(sight.place) | sight.visited & MAY_BE_GONE;
        }
    }

    /// A player has said that what he drew is a flower: wherever it will lie, it will be laid.
    pub fn says_flower(&mut self, seat: Seat, board: &Board) {
        for (tile, sight) in Tile::all().zip(&mut self.tiles) {
            let drawn = board.place(tile) == Place::Away && sight.visited(Place::Hand(seat));
            if drawn && tile.face().is_flower() {
                sight.visited |= bit(Place::Meld(seat));
            }
        }
    }

    /// Tiles believed in the wall that have been away for long were put back: they were never drawn, unless they are flowers that were
    /// laid. What a blind reader would have seen is waited for from when play `goes_on`.
    pub fn put_back(&mut self, now: Tick, goes_on: Tick, board: &Board) {
        for (tile, sight) in Tile::all().zip(&mut self.tiles) {
            if sight.seen()
                && sight.place == Place::Away
                && now.since(sight.since.max(goes_on)) >= PUT_BACK
                && board.place(tile) == Place::Away
                && !(tile.face().is_flower() && sight.visited & MELDS != 0)
            {
                (sight.visited, sight.first, sight.home) = (0, None, None);
            }
        }
    }

    /// A new hand begins: what lay on the table before it is forgotten.
    pub fn forget(&mut self) {
        for sight in &mut self.tiles {
            sight.first = (sight.place != Place::Away).then_some(sight.since);
            (sight.before, sight.earlier) = (Place::Away, Tick(0));
            sight.visited = bit(sight.place);
            sight.home = match sight.place {
                Place::Hand(seat) => Some(seat),
                _ => None,
            };
        }
    }

    /// Tiles that somebody's melds and another loop see alike: claimed, or not.
    pub fn perhaps_claimed(&self) -> impl Iterator<Item = Tile> + '_ {
        let meld = |place: Place| matches!(place, Place::Meld(_));
        Tile::all().filter(move |tile| {
            let sight = self.of(*tile);
            sight.also.is_some_and(|also| meld(sight.place) || meld(also))
        })
    }

    /// Tiles that are not where they are believed to be; a tile that has been seen is no longer in the wall.
    /// Without river loops a discard is simply gone.
    pub fn differing<'a>(
        &'a self,
        board: &'a Board,
        rivers: bool,
    ) -> impl Iterator<Item = Tile> + 'a {
        Tile::all().filter(move |tile| {
            let (sight, believed) = (self.of(*tile), board.place(*tile));
            if !rivers && matches!(believed, Place::River(_)) && sight.place == Place::Away {
                return false;
            }
            !sight.is_at(believed) || (believed == Place::Away && sight.seen())
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_discard_at_the_border_of_two_rivers_has_lain_there_all_the_time() {
        let mut sights = Sights::new();
        let tile = Tile::all().next().unwrap();
        let [first, second] = [Place::River(Seat::First), Place::River(Seat::Second)];
        sights.placed(Tick(1_000_000), tile, first);
        sights.placed(Tick(6_000_000), tile, second);
        let sight = sights.of(tile);
        assert_eq!((sight.place, sight.since), (second, Tick(1_000_000)));
        assert!(sight.visited(first) && sight.visited(second));
        assert_eq!(sights.laid(tile), Tick(1_000_000));
    }

    #[test]
    fn a_tile_that_is_told_plainly_lies_nowhere_else() {
        let mut sights = Sights::new();
        let tile = Tile::all().next().unwrap();
        let [river, meld] = [Place::River(Seat::First), Place::Meld(Seat::Second)];
        sights.placed(Tick(1_000_000), tile, river);
        sights.placed(Tick(2_000_000), tile, meld);
        sights.also(Tick(2_000_000), tile, river);
        assert!(sights.of(tile).is_at(river) && sights.of(tile).is_at(meld));
        sights.placed(Tick(3_000_000), tile, meld);
        assert!(!sights.of(tile).is_at(river) && sights.of(tile).is_at(meld));
        assert_eq!(sights.of(tile).since, Tick(2_000_000));
    }

    #[test]
    fn a_tile_lost_from_sight_for_a_moment_has_lain_there_all_the_time() {
        let mut sights = Sights::new();
        let river = Place::River(Seat::First);
        let tile = Tile::all().next().unwrap();
        sights.placed(Tick(1_000_000), tile, river);
        sights.placed(Tick(5_000_000), tile, Place::Away);
        sights.placed(Tick(5_400_000), tile, river);
        assert_eq!(sights.of(tile).since, Tick(1_000_000));
        sights.placed(Tick(6_000_000), tile, Place::Away);
        sights.placed(Tick(9_000_000), tile, river);
        assert_eq!(sights.of(tile).since, Tick(9_000_000), "lifted and laid again");
    }
}
