//! A declared win as the table knows it, whatever the rule set, and what cannot be true of one.

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::hand::{Hand, HandError, MeldKind};
use crate::rules::shape::{HandCount, SuitCount, check_meld, count_standing, meld_faces};
use crate::seat::{Seat, Wind};
use crate::tile::Face;

/// Where the winning tile came from.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Source {
    /// Drawn from the wall, a flower's replacement included.
    Wall,
    /// Drawn as the replacement of a kong.
    Supplement {
        /// That kong was itself declared on a kong's replacement (HK FA-6.10).
        in_a_row: bool,
    },
    /// Discarded by this seat.
    Discard(Seat),
    /// Added to an open pung by this seat: robbing a kong.
    PromotedKong(Seat),
    /// One of four laid face down by this seat (HK RC-1).
    ConcealedKong(Seat),
}

impl Source {
    /// The winner drew it.
    pub const fn is_drawn(self) -> bool {
        matches!(self, Source::Wall | Source::Supplement { .. })
    }

    /// Who gave it, by discard or by a robbed kong.
    pub const fn giver(self) -> Option<Seat> {
        match self {
            Source::Wall | Source::Supplement { .. } => None,
            Source::Discard(seat) | Source::PromotedKong(seat) | Source::ConcealedKong(seat) => {
                Some(seat)
            }
        }
    }

    /// Who was robbed.
    pub const fn robbed(self) -> Option<Seat> {
        match self {
            Source::PromotedKong(seat) | Source::ConcealedKong(seat) => Some(seat),
            _ => None,
        }
    }
}

/// Everything that is known about a declared win.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Declared {
    /// Who declares it.
    pub seat: Seat,
    /// Who deals this hand.
    pub dealer: Seat,
    /// The prevalent wind.
    pub round: Wind,
    /// Standing tiles **without** the winning tile, and melds in the order of melding.
    pub hand: Hand,
    /// The tile the win is declared on.
    pub winning: Face,
    /// Where it came from.
    pub source: Source,
    /// The wall is empty: its last tile, or the discard after it.
    pub last_tile: bool,
    /// The other three of its kind lie face up on the table.
    pub last_of_kind: bool,
    /// The dealer's first fourteen tiles, or the dealer's first discard, and no kong before it.
    pub opening: bool,
    /// Flowers laid out.
    pub flowers: u8,
}

/// Why this cannot have happened at a table.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Impossible {
    /// Such tiles cannot be there: have the hand read again.
    Tiles(HandError),
    /// Two statements exclude each other: ask which one is wrong.
    Contradiction(Contradiction),
    /// More flowers than this rule set plays with: have them counted again.
    TooManyFlowers(u8),
}

/// Statements about a win that cannot both be true.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Contradiction {
    /// A kong's replacement is drawn only by somebody who has just declared one.
    SupplementWithoutKong,
    /// Of two kongs in a row the second is concealed or promoted, and nothing was melded after them.
    KongsNotInARow,
    /// The robbed player holds the other three copies, yet the winner holds one.
    RobbedTileHeld(Face),
    /// The other three copies are said to lie open, yet the winner holds one standing.
    LastOfKindHeld(Face),
    /// Nobody wins on a tile given by himself.
    OwnTile,
    /// At the opening there are no melds and a full wall; the dealer drew the tile or discarded it.
    NotTheOpening,
}

impl From<HandError> for Impossible {
    fn from(error: HandError) -> Impossible {
        Impossible::Tiles(error)
    }
}

impl From<Contradiction> for Impossible {
    fn from(contradiction: Contradiction) -> Impossible {
        Impossible::Contradiction(contradiction)
    }
}

impl fmt::Display for Impossible {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Impossible::Tiles(error) => write!(out, "impossible tiles: {error}"),
            Impossible::Contradiction(contradiction) => write!(out, "{contradiction}"),
            Impossible::TooManyFlowers(flowers) => write!(out, "too many flowers: {flowers}"),
        }
    }
}

impl fmt::Display for Contradiction {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Contradiction::SupplementWithoutKong => {
                out.write_str("won on a kong's replacement without a kong just declared")
            }
            Contradiction::KongsNotInARow => {
                out.write_str("two kongs in a row that cannot have followed each other")
            }
            Contradiction::RobbedTileHeld(face) => {
                write!(out, "robbed a kong of {face} while holding {face}")
            }
            Contradiction::LastOfKindHeld(face) => {
                write!(out, "last {face} on the table while holding another unseen")
            }
            Contradiction::OwnTile => out.write_str("won on an own discard or an own kong"),
            Contradiction::NotTheOpening => {
                out.write_str("not the dealer's first tiles or first discard")
            }
        }
    }
}

impl core::error::Error for Impossible {}
impl core::error::Error for Contradiction {}

/// The tiles of a declared win, counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Tiles {
    /// Standing tiles before the winning one.
    pub before: HandCount,
    /// Standing tiles and the winning one.
    pub standing: HandCount,
    /// All tiles, a kong with all its four.
    pub all: HandCount,
}

/// Counts a hand of thirteen: standing tiles, and all tiles with a kong's four.
pub fn count_hand(hand: &Hand) -> Result<(HandCount, HandCount), HandError> {
    let mut standing = HandCount::default();
    count_standing(hand, &mut standing)?;
    let mut all = standing;
    for meld in &hand.melds {
        check_meld(meld)?;
        let (row, rank) = (meld.face.index() / 9, meld.face.index() % 9);
        let tiles = match meld.kind {
            MeldKind::Chow => SuitCount::chow(rank),
            MeldKind::Pung => SuitCount::tiles(rank, 3),
            MeldKind::Kong | MeldKind::ConcealedKong => SuitCount::tiles(rank, 4),
        };
        if all.add(row, tiles) {
            let fifth = meld_faces(meld).find(|face| all.copies(*face) > 4);
            return Err(HandError::FifthCopy(fifth.unwrap_or(meld.face)));
        }
    }
    Ok((standing, all))
}

impl Declared {
    /// The winner's wind.
    pub const fn wind(&self) -> Wind {
        Wind::of(self.seat, self.dealer)
    }

    /// Counts the tiles and refuses what cannot be on a table. `flowers` is how many the set has.
    pub fn count(&self, flowers: u8) -> Result<Tiles, Impossible> {
        if self.flowers > flowers {
            return Err(Impossible::TooManyFlowers(self.flowers));
        }
        let (before, owned) = count_hand(&self.hand)?;
        if self.winning.is_flower() {
            return Err(HandError::FlowerInHand(self.winning).into());
        }
        let one = HandCount::one(self.winning);
        let all = owned.plus(one).map_err(HandError::FifthCopy)?;
        let standing = before.plus(one).map_err(HandError::FifthCopy)?;
        self.contradiction(&before, &owned)
            .map_or(Ok(()), |found| Err(found.into()))
            .map(|()| Tiles { before, standing, all })
    }

    fn contradiction(&self, standing: &HandCount, owned: &HandCount) -> Option<Contradiction> {
        let winning = self.winning;
        if self.source.giver() == Some(self.seat) {
            return Some(Contradiction::OwnTile);
        }
        if self.source.robbed().is_some() && owned.copies(winning) > 0 {
            return Some(Contradiction::RobbedTileHeld(winning));
        }
        // Nobody holds a concealed kong of it: that would have been a fifth copy.
        if self.last_of_kind && standing.copies(winning) > 0 {
            return Some(Contradiction::LastOfKindHeld(winning));
        }
        if self.opening && !self.can_open() {
            return Some(Contradiction::NotTheOpening);
        }
        match self.source {
            Source::Supplement { .. } if !just_konged(&self.hand) => {
                Some(Contradiction::SupplementWithoutKong)
            }
            Source::Supplement { in_a_row: true } if !konged_twice(&self.hand) => {
                Some(Contradiction::KongsNotInARow)
            }
            _ => None,
        }
    }

    fn can_open(&self) -> bool {
        let by_dealer = match self.source {
            Source::Wall => self.seat == self.dealer,
            Source::Discard(seat) => seat == self.dealer,
            _ => false,
        };
        by_dealer && self.hand.melds.is_empty() && !self.last_tile
    }
}

/// Some kong can have been the latest act: the last meld is one, or a pung anywhere was promoted.
fn just_konged(hand: &Hand) -> bool {
    let last = hand.melds.last().map(|meld| meld.kind);
    matches!(last, Some(MeldKind::Kong | MeldKind::ConcealedKong))
        || hand.melds.iter().any(|meld| meld.promoted)
}

/// Two kongs can have been the latest acts, the second of them on the first one's replacement.
fn konged_twice(hand: &Hand) -> bool {
    let fresh = |kind| matches!(kind, MeldKind::Kong | MeldKind::ConcealedKong);
    let promoted = hand.melds.iter().filter(|meld| meld.promoted).count();
    let new_at_the_end =
        hand.melds.iter().rev().take_while(|meld| fresh(meld.kind) && !meld.promoted).count();
    let last = hand.melds.last().map(|meld| meld.kind);
    match (promoted, new_at_the_end) {
        (0, new) => new >= 2 && last == Some(MeldKind::ConcealedKong),
        (1, new) => new >= 1,
        _ => true,
    }
}
