//! What the table believes about one hand: where every tile is and what may happen next.
//!
//! [`Board::play`] is the only way it changes by play. The search tries acts on copies with it and the fold
//! of committed events uses it too, so an explanation means the same before and after it is committed.
//! It knows what is *possible* by any book; what is *allowed* the rule book is asked.

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::game::play::{Play, Source, Way};
use crate::hand::{Giver, Hand, MOST_MELDS, MOST_STANDING, Meld, MeldKind};
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::{Face, TILES, Tile};

/// Most replacements one seat can owe at once: eight flowers and a kong.
pub const MOST_OWED: usize = 9;
/// What a player holds between turns, a kong counted as three (MCR 3.4.10).
pub const STANDARD: u8 = 13;

/// What may happen next.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Stage {
    /// Tiles are being dealt.
    Dealing,
    /// This seat has its tile and discards, declares a kong or wins.
    Act {
        /// Who.
        seat: Seat,
        /// The turn began with a chow or a pung: no kong, no self-drawn win (MCR 3.6.8).
        claimed: bool,
    },
    /// A tile was discarded: others claim it or the next draws.
    Offer {
        /// Who discarded.
        from: Seat,
    },
    /// A win was declared.
    Won,
    /// The wall is empty and nobody won.
    Drawn,
}

/// Why a replacement is owed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Owed {
    /// For a kong (MCR 3.6.8).
    Kong,
    /// For a flower (MCR 3.4.20).
    Flower,
}

/// The newest discard.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Discarded {
    /// By whom.
    pub seat: Seat,
    /// Which; nobody may have seen it where there is no river loop.
    pub tile: Option<Tile>,
}

/// A tile that can be robbed.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Robbable {
    /// Who declared the kong.
    pub seat: Seat,
    /// The added tile, or one of the four of a concealed kong (HK RC-1).
    pub tile: Tile,
    /// Laid face down.
    pub concealed: bool,
}

/// The act cannot have happened here: the explanation that needs it is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct CannotHappen;

/// What is believed about one hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Board {
    places: [Place; TILES],
    /// How many of them are outside the wall: the search asks for every tile of every step.
    out: u8,
    /// Pieces played with.
    pub tiles: u8,
    /// Who deals.
    pub dealer: Seat,
    /// What may happen next.
    pub stage: Stage,
    /// Replacements owed by each seat, in the order in which they came about.
    pub owed: [Few<Owed, MOST_OWED>; 4],
    /// Laid-out sets in the order of melding.
    pub melds: [Few<Meld, MOST_MELDS>; 4],
    /// Tiles each seat drew that nobody has seen yet.
    pub unseen: [u8; 4],
    /// So many a seat had when it last drew one, that one included: of several nobody can say which it was.
    pub unseen_then: [u8; 4],
    /// Tiles each seat discarded that nobody has seen yet.
    pub unknown: [u8; 4],
    /// The newest discard.
    pub last: Option<Discarded>,
    /// The newest drawn tile of each seat; `None` once it acted on a claim, or if nobody saw it.
    pub drawn: [Option<Tile>; 4],
    /// Where it came from.
    pub source: [Source; 4],
    /// Kongs declared one on the other's replacement (HK FA-6.10).
    pub kongs_in_a_row: u8,
    /// A tile that can be robbed until the replacement is taken.
    pub robbable: Option<Robbable>,
    /// Tiles discarded so far.
    pub discards: u8,
    /// Kongs declared so far.
    pub kongs: u8,
    /// The newest turn began with a chow or a pung; a discard taken back leads back to it.
    pub by_claim: bool,
    /// Seats that have begun to play: their first flowers are over (MCR 3.5.7.6).
    pub begun: [bool; 4],
    /// Seats that let go a discard nobody saw since their own last one, or whose own last one nobody saw (HK HU-6.1).
    pub let_go_unseen: [bool; 4],
    /// Sets of which nobody saw where the last tile came from, one bit for each in the order of melding.
    pub giver_unseen: [u8; 4],
}

impl Board {
    /// Before the deal: every tile in the wall.
    pub const fn new(dealer: Seat, tiles: u8) -> Board {
        Board {
            places: [Place::Away; TILES],
            out: 0,
            tiles,
            dealer,
            stage: Stage::Dealing,
            owed: [Few::new(); 4],
            melds: [Few::new(); 4],
            unseen: [0; 4],
            unseen_then: [0; 4],
            unknown: [0; 4],
            last: None,
            drawn: [None; 4],
            source: [Source::Head; 4],
            kongs_in_a_row: 0,
            robbable: None,
            discards: 0,
            kongs: 0,
            by_claim: false,
            begun: [false; 4],
            let_go_unseen: [false; 4],
            giver_unseen: [0; 4],
        }
    }

    /// Where a tile is believed to be; [`Place::Away`] is the wall.
    pub fn place(&self, tile: Tile) -> Place {
        self.places.get(usize::from(tile.id())).copied().unwrap_or(Place::Away)
    }

    /// Puts a tile somewhere; for the deal and for corrections. Play goes through [`Board::play`].
    pub fn put(&mut self, tile: Tile, place: Place) {
        if let Some(held) = self.places.get_mut(usize::from(tile.id())) {
            let before = core::mem::replace(held, place);
            let (left, back) = (before == Place::Away, place == Place::Away);
            self.out = self.out.saturating_add(u8::from(left)).saturating_sub(u8::from(back));
        }
    }

    /// The tiles at a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().filter(move |tile| self.place(*tile) == place)
    }

    /// Tiles left in the wall, by conservation.
    pub fn wall(&self) -> u8 {
        let hidden = self.unseen.iter().chain(&self.unknown);
        hidden.fold(self.tiles.saturating_sub(self.out), |wall, count| wall.saturating_sub(*count))
    }

    /// Tiles of a seat by the rules' count: standing, unseen, and three for each set.
    pub fn count(&self, seat: Seat) -> u8 {
        let standing = u8::try_from(self.at(Place::Hand(seat)).count()).unwrap_or(u8::MAX);
        let sets = u8::try_from(self.melds(seat).len()).unwrap_or(0);
        standing.saturating_add(get(&self.unseen, seat)).saturating_add(sets.saturating_mul(3))
    }

    /// A seat's sets.
    #[inline(never)] // Asked in many places, and the image has room for one copy.
    pub fn melds(&self, seat: Seat) -> Few<Meld, MOST_MELDS> {
        get(&self.melds, seat)
    }

    /// What a seat owes.
    #[inline(never)] // Asked in many places, and the image has room for one copy.
    pub fn owes(&self, seat: Seat) -> Few<Owed, MOST_OWED> {
        get(&self.owed, seat)
    }

    /// Flowers a seat has laid.
    pub fn flowers(&self, seat: Seat) -> u8 {
        let laid = self.at(Place::Meld(seat));
        u8::try_from(laid.filter(|tile| tile.face().is_flower()).count()).unwrap_or(0)
    }

    /// A seat's hand in faces, without `except`. Unseen tiles are missing from it.
    pub fn hand(&self, seat: Seat, except: Option<Tile>) -> Hand {
        let mut hand = Hand::default();
        for tile in self.at(Place::Hand(seat)).filter(|tile| Some(*tile) != except) {
            if hand.standing.push(tile.face()).is_err() {
                break;
            }
        }
        hand.melds.extend(self.melds(seat).iter());
        hand
    }

    /// How many tiles of this face lie open: in rivers, in sets that are not face down.
    pub fn open(&self, face: Face) -> u8 {
        let face_down = |seat: Seat| {
            let melds = self.melds(seat);
            melds.iter().any(|meld| meld.kind == MeldKind::ConcealedKong && meld.face == face)
        };
        let open =
            Tile::all().filter(|tile| tile.face() == face).filter(|tile| match self.place(*tile) {
                Place::River(_) => true,
                Place::Meld(seat) => !face_down(seat),
                _ => false,
            });
        u8::try_from(open.count()).unwrap_or(0)
    }

    /// Whose act the table waits for.
    pub const fn turn(&self) -> Option<Seat> {
        match self.stage {
            Stage::Act { seat, .. } => Some(seat),
            Stage::Offer { from } => Some(from.next()),
            _ => None,
        }
    }

    /// The whole deal lies: `hands` by seat. What they are short of is there, and not seen yet.
    pub fn deal(&mut self, hands: &[Few<Tile, MOST_STANDING>; 4]) {
        for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
            for tile in hand.iter() {
                self.put(tile, Place::Hand(seat));
            }
            let due = STANDARD.saturating_add(u8::from(seat == self.dealer));
            let seen = u8::try_from(hand.len()).unwrap_or(u8::MAX);
            set(&mut self.unseen, seat, |count| *count = due.saturating_sub(seen));
        }
        self.stage = Stage::Act { seat: self.dealer, claimed: false };
    }

    /// The newest discard is taken back into the hand it came from.
    pub fn take_back(&mut self) -> Result<(), CannotHappen> {
        let (Stage::Offer { from }, Some(last)) = (self.stage, self.last) else {
            return Err(CannotHappen);
        };
        match last.tile {
            Some(tile) if self.place(tile) == Place::River(from) => {
                self.put(tile, Place::Hand(from));
            }
            Some(_) => return Err(CannotHappen),
            None => self.unhide(from)?,
        }
        self.last = None;
        self.discards = self.discards.saturating_sub(1);
        self.stage = Stage::Act { seat: from, claimed: self.by_claim };
        Ok(())
    }

    fn unhide(&mut self, seat: Seat) -> Result<(), CannotHappen> {
        take_one(&mut self.unknown, seat)?;
        set(&mut self.unseen, seat, |count| *count = count.saturating_add(1));
        Ok(())
    }

    /// A tile that a player holds unseen turns out to be this one. If it was taken for a neighbour's, that one holds another unseen.
    pub fn name(&mut self, seat: Seat, tile: Tile) -> Result<(), CannotHappen> {
        let misread = match self.place(tile) {
            Place::Away => None,
            Place::Hand(other) if other != seat => Some(other),
            _ => return Err(CannotHappen),
        };
        take_one(&mut self.unseen, seat)?;
        if let Some(other) = misread {
            set(&mut self.unseen, other, |count| *count = count.saturating_add(1));
            set(&mut self.drawn, other, |drawn| *drawn = drawn.filter(|drawn| *drawn != tile));
        }
        self.put(tile, Place::Hand(seat));
        let the_drawn_one = get(&self.unseen_then, seat) <= 1 && self.turn() == Some(seat);
        if get(&self.drawn, seat).is_none() && the_drawn_one {
            set(&mut self.drawn, seat, |drawn| *drawn = Some(tile));
        }
        Ok(())
    }

    /// A discard that nobody had seen turns out to be this one.
    pub fn name_discard(&mut self, seat: Seat, tile: Tile) -> Result<(), CannotHappen> {
        if self.place(tile) != Place::Away {
            return Err(CannotHappen);
        }
        take_one(&mut self.unknown, seat)?;
        self.put(tile, Place::River(seat));
        // Of several nobody can say which was the newest.
        if get(&self.unknown, seat) == 0
            && let Some(last) = self.last.as_mut().filter(|last| last.seat == seat)
        {
            last.tile = last.tile.or(Some(tile));
        }
        Ok(())
    }

    /// One act of play; on an error nothing has changed.
    pub fn play(&mut self, play: &Play) -> Result<(), CannotHappen> {
        if let (Some(claimed), Some(Discarded { seat, tile: None })) = (play.claimed(), self.last) {
            // A claim names a discard that nobody saw.
            let mut named = *self;
            if named.place(claimed) != Place::Away {
                return Err(CannotHappen);
            }
            take_one(&mut named.unknown, seat)?;
            named.put(claimed, Place::River(seat));
            named.last = Some(Discarded { seat, tile: Some(claimed) });
            named.act(play)?;
            *self = named;
            return Ok(());
        }
        self.act(play)
    }

    /// Nobody saw where the last tile of this seat's newest set came from.
    pub fn doubt_newest_set(&mut self, seat: Seat) {
        let newest = self.melds(seat).len().checked_sub(1);
        let bit = newest.and_then(|at| 1u8.checked_shl(u32::try_from(at).ok()?));
        set(&mut self.giver_unseen, seat, |sets| *sets |= bit.unwrap_or(0));
    }

    /// How a seat can declare a win now, and on which tile.
    pub fn ways(&self, seat: Seat) -> Few<(Option<Tile>, Way), 2> {
        let mut ways = Few::new();
        match (self.stage, self.robbable, self.last) {
            // Before the replacement is taken a kong's tile can be robbed (MCR A1#47, HK RK-3).
            (Stage::Act { seat: acting, .. }, Some(robbable), _)
                if acting != seat && !self.owes(acting).is_empty() =>
            {
                let _ = ways.push((Some(robbable.tile), Way::Robbing { from: acting }));
            }
            (Stage::Act { seat: acting, claimed: false }, ..)
                if acting == seat && self.owes(seat).is_empty() =>
            {
                let _ = ways.push((get(&self.drawn, seat), Way::SelfDrawn));
            }
            (Stage::Offer { from }, _, Some(last)) if from != seat => {
                let _ = ways.push((last.tile, Way::Discard { from }));
            }
            _ => {}
        }
        ways
    }
}

/// What belongs to a seat in a table of four.
pub(crate) fn get<T: Copy>(of: &[T; 4], seat: Seat) -> T {
    let [first, second, third, fourth] = *of;
    match seat {
        Seat::First => first,
        Seat::Second => second,
        Seat::Third => third,
        Seat::Fourth => fourth,
    }
}

/// Changes what belongs to a seat in a table of four.
pub(crate) fn set<T>(of: &mut [T; 4], seat: Seat, change: impl FnOnce(&mut T)) {
    if let Some(held) = of.get_mut(seat.index()) {
        change(held);
    }
}

pub(crate) fn take_one(of: &mut [u8; 4], seat: Seat) -> Result<(), CannotHappen> {
    let left = get(of, seat).checked_sub(1).ok_or(CannotHappen)?;
    set(of, seat, |count| *count = left);
    Ok(())
}

/// Who gave, as the owner sees it.
pub(crate) const fn giver(owner: Seat, from: Seat) -> Option<Giver> {
    match owner.steps_to(from) {
        3 => Some(Giver::Left),
        2 => Some(Giver::Opposite),
        1 => Some(Giver::Right),
        _ => None,
    }
}

/// The lowest of three faces that make a chow (MCR 3.4.12).
pub(crate) fn chow_of(faces: [Face; 3]) -> Option<Face> {
    let mut sorted = faces;
    sorted.sort_unstable();
    let [low, middle, high] = sorted;
    let suit = low.suit()?;
    let rank = low.rank()?;
    let next = |step: u8| Face::numbered(suit, rank.checked_add(step)?);
    (next(1) == Some(middle) && next(2) == Some(high)).then_some(low)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;

    proptest! {
        /// Wherever tiles go and come from, the wall is what is nowhere else.
        #[test]
        fn the_wall_is_what_is_nowhere_else(
            moves in proptest::collection::vec((0..TILES as u8, 0..4usize), 0..300),
        ) {
            let places = [
                Place::Away,
                Place::Hand(Seat::First),
                Place::Meld(Seat::Second),
                Place::River(Seat::Third),
            ];
            let mut board = Board::new(Seat::First, TILES as u8);
            for (id, place) in moves {
                board.put(Tile::new(id).unwrap(), places[place]);
                prop_assert_eq!(usize::from(board.wall()), board.at(Place::Away).count());
            }
        }
    }
}
