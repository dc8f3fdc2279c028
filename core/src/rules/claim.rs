//! Claims on an offered tile: what a seat may call, and whose call goes first.

use heapless::Vec;

use crate::hand::{Hand, MOST_MELDS, MeldKind};
use crate::rules::declared::{Declared, Source};
use crate::rules::shape::FaceSet;
use crate::seat::{Seat, Wind};
use crate::tile::Face;

/// A call on a tile another player gave.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Claim {
    /// A chow that begins with this face.
    Chow(Face),
    /// A pung.
    Pung,
    /// A kong with three standing tiles.
    Kong,
    /// A win.
    Hu,
}

/// What a seat may call on an offered tile.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Claims {
    /// Lowest faces of the chows it can make.
    pub chows: Vec<Face, 3>,
    /// A pung.
    pub pung: bool,
    /// A kong.
    pub kong: bool,
    /// A legal win.
    pub hu: bool,
}

impl Claims {
    /// Whether this call is among them.
    pub fn allows(&self, claim: Claim) -> bool {
        match claim {
            Claim::Chow(low) => self.chows.contains(&low),
            Claim::Pung => self.pung,
            Claim::Kong => self.kong,
            Claim::Hu => self.hu,
        }
    }

    /// Without any set to lay out.
    pub(super) fn only_hu(&mut self) {
        *self = Claims { hu: self.hu, ..Claims::default() };
    }
}

/// What a seat has done, and let go, in this hand so far.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Memory {
    /// May not win in this hand: 停和 (MCR 3.11), hu forbiddance (HK FP-3).
    pub dead: bool,
    /// Kinds it may not win by another player's tile until its round ends (HK HU-6.1).
    pub barred: FaceSet,
    /// Kinds it could have ponged in its round and did not (HK MR-1).
    pub passed_pungs: FaceSet,
    /// Kinds it discarded at the opening of its round (HK MR-2).
    pub own_discards: FaceSet,
}

/// What a seat saw without claiming it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Seen {
    /// It discarded this tile itself.
    OwnDiscard(Face),
    /// It let this tile of another player go.
    LetGo(Face, Source),
}

/// A tile offered to one seat.
#[derive(Debug, Clone, Copy)]
pub struct Offer<'a> {
    /// The tile.
    pub tile: Face,
    /// Discarded, or laid for a kong; a drawn tile is offered to nobody.
    pub source: Source,
    /// To whom it is offered.
    pub seat: Seat,
    /// That seat's thirteen tiles.
    pub hand: &'a Hand,
    /// What it has done so far.
    pub memory: &'a Memory,
    /// Who deals.
    pub dealer: Seat,
    /// The prevalent wind.
    pub round: Wind,
    /// Tiles left in the wall.
    pub wall_left: u8,
    /// The other three of its kind lie face up.
    pub last_of_kind: bool,
    /// The dealer's first discard, and no kong before it.
    pub opening: bool,
}

impl Offer<'_> {
    /// The win that would be declared on it.
    #[inline(never)] // Asked in several places, and the image has room for one copy.
    pub fn declared(&self) -> Declared {
        Declared {
            seat: self.seat,
            dealer: self.dealer,
            round: self.round,
            hand: self.hand.clone(),
            winning: self.tile,
            source: self.source,
            last_tile: self.wall_left == 0,
            last_of_kind: self.last_of_kind,
            opening: self.opening,
            flowers: 0,
        }
    }

    /// The sets that can be laid out by any book: chow from the left player only, pung with two standing
    /// tiles, kong with three (MCR 3.6.6-8, HK ME). Robbed tiles make none.
    pub fn sets(&self) -> Claims {
        let mut claims = Claims::default();
        let Source::Discard(from) = self.source else {
            return claims;
        };
        if from == self.seat || self.tile.is_flower() || self.hand.melds.len() >= MOST_MELDS {
            return claims;
        }
        let held = |face: Face| self.hand.standing.iter().filter(|held| **held == face).count();
        let copies = held(self.tile);
        claims.pung = copies >= 2;
        claims.kong = copies >= 3;
        if from.next() == self.seat {
            let made = chows_with(self.tile)
                .filter(|chow| chow.iter().all(|face| *face == self.tile || held(*face) > 0));
            claims.chows.extend(made.map(|[low, ..]| low));
        }
        claims
    }
}

/// The chows that hold this face.
fn chows_with(tile: Face) -> impl Iterator<Item = [Face; 3]> {
    (0..3).filter_map(move |below| {
        let suit = tile.suit()?;
        let low = tile.rank()?.checked_sub(below)?;
        let number = |step| Face::numbered(suit, low + step);
        Some([number(0)?, number(1)?, number(2)?])
    })
}

/// How a player's turn began.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Began {
    /// With this tile, drawn from the wall or as a replacement.
    Draw(Face),
    /// With a chow or a pung.
    Claim,
}

/// A player's own turn, before the discard.
#[derive(Debug, Clone, Copy)]
pub struct OwnTurn<'a> {
    /// The hand, the drawn tile among the standing ones.
    pub hand: &'a Hand,
    /// How the turn began.
    pub began: Began,
    /// Tiles left in the wall.
    pub wall_left: u8,
    /// What the seat has done so far.
    pub memory: &'a Memory,
}

/// Kongs a player may declare in the own turn.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct OwnKongs {
    /// Four standing tiles.
    pub concealed: FaceSet,
    /// The fourth tile of an own open pung.
    pub promoted: FaceSet,
}

impl OwnTurn<'_> {
    /// Kongs by any book: none in a turn that began with a claim (MCR 3.6.8, HK ME-10, 11).
    #[inline(never)] // Asked in several places, and the image has room for one copy.
    pub fn kongs(&self) -> OwnKongs {
        let mut kongs = OwnKongs::default();
        if self.began == Began::Claim {
            return kongs;
        }
        for face in &self.hand.standing {
            let copies = self.hand.standing.iter().filter(|held| *held == face);
            if copies.count() == 4 {
                kongs.concealed = kongs.concealed.or(FaceSet::one(*face));
            }
            let pung = |kind, laid| kind == MeldKind::Pung && laid == *face;
            if self.hand.melds.iter().any(|meld| pung(meld.kind, meld.face)) {
                kongs.promoted = kongs.promoted.or(FaceSet::one(*face));
            }
        }
        kongs
    }
}

/// Some of the four seats.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Seats(u8);

impl Seats {
    /// None of them.
    pub const NONE: Seats = Seats(0);

    /// This one besides.
    #[must_use]
    pub const fn and(self, seat: Seat) -> Seats {
        Seats(self.0 | (1 << seat.index()))
    }

    /// Whether it is among them.
    pub const fn contains(self, seat: Seat) -> bool {
        self.0 >> seat.index() & 1 == 1
    }

    /// How many there are.
    pub const fn len(self) -> usize {
        self.0.count_ones() as usize
    }

    /// Whether there is none.
    pub const fn is_empty(self) -> bool {
        self.0 == 0
    }

    /// In the order of play.
    pub fn iter(self) -> impl Iterator<Item = Seat> {
        Seat::ALL.into_iter().filter(move |seat| self.contains(*seat))
    }
}

/// Who gets an offered tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Resolution {
    /// Nobody called; play goes on.
    Nobody,
    /// One seat lays out a set.
    Set(Seat, Claim),
    /// These seats win.
    Hu(Seats),
}

/// Whether one tile can be won by several.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Winners {
    /// Only the first in the order of play after the giver (MCR 3.7.2.4).
    Nearest,
    /// All who declare (HK HU-3.3).
    All,
}

/// Orders legal calls on the tile of `giver`: hu before pung and kong, these before chow (MCR 3.6.7,
/// HK PM-2); among equals the first in the order of play after the giver.
pub fn resolve(giver: Seat, calls: &[Option<Claim>; 4], winners: Winners) -> Resolution {
    let in_order = || {
        (1..4).filter_map(|steps| {
            let seat = giver.after(steps);
            let call = calls.get(seat.index()).copied().flatten()?;
            Some((seat, call))
        })
    };
    let winning = in_order().filter(|(_, call)| *call == Claim::Hu).map(|(seat, _)| seat);
    let seats = match winners {
        Winners::Nearest => winning.take(1).fold(Seats::NONE, Seats::and),
        Winners::All => winning.fold(Seats::NONE, Seats::and),
    };
    if !seats.is_empty() {
        return Resolution::Hu(seats);
    }
    let alike = |call: Claim| matches!(call, Claim::Pung | Claim::Kong);
    in_order()
        .find(|(_, call)| alike(*call))
        .or_else(|| in_order().next())
        .map_or(Resolution::Nobody, |(seat, call)| Resolution::Set(seat, call))
}
