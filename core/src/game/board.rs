//! What the table believes about one hand: where every tile is and what may happen next.
//!
//! [`Board::play`] is the only way it changes by play. The search tries acts on copies with it and the fold
//! of committed events uses it too, so an explanation means the same before and after it is committed.
//! It knows what is *possible* by any book; what is *allowed* the rule book is asked.

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::game::play::{KongKind, Play, Source, Way};
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
}

impl Board {
    /// Before the deal: every tile in the wall.
    pub const fn new(dealer: Seat, tiles: u8) -> Board {
        Board {
            places: [Place::Away; TILES],
            tiles,
            dealer,
            stage: Stage::Dealing,
            owed: [Few::new(); 4],
            melds: [Few::new(); 4],
            unseen: [0; 4],
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
        }
    }

    /// Where a tile is believed to be; [`Place::Away`] is the wall.
    pub fn place(&self, tile: Tile) -> Place {
        self.places
            .get(usize::from(tile.id()))
            .copied()
            .unwrap_or(Place::Away)
    }

    /// Puts a tile somewhere; for the deal and for corrections. Play goes through [`Board::play`].
    pub fn put(&mut self, tile: Tile, place: Place) {
        if let Some(held) = self.places.get_mut(usize::from(tile.id())) {
            *held = place;
        }
    }

    /// The tiles at a place.
    pub fn at(&self, place: Place) -> impl Iterator<Item = Tile> + '_ {
        Tile::all().filter(move |tile| self.place(*tile) == place)
    }

    /// Tiles left in the wall, by conservation.
    pub fn wall(&self) -> u8 {
        let known = self.places.iter().filter(|place| **place != Place::Away);
        let known = u8::try_from(known.count()).unwrap_or(u8::MAX);
        let hidden = self.unseen.iter().chain(&self.unknown);
        hidden.fold(self.tiles.saturating_sub(known), |wall, count| {
            wall.saturating_sub(*count)
        })
    }

    /// Tiles of a seat by the rules' count: standing, unseen, and three for each set.
    pub fn count(&self, seat: Seat) -> u8 {
        let standing = u8::try_from(self.at(Place::Hand(seat)).count()).unwrap_or(u8::MAX);
        let sets = u8::try_from(self.melds(seat).len()).unwrap_or(0);
        standing
            .saturating_add(get(&self.unseen, seat))
            .saturating_add(sets.saturating_mul(3))
    }

    /// A seat's sets.
    pub fn melds(&self, seat: Seat) -> Few<Meld, MOST_MELDS> {
        get(&self.melds, seat)
    }

    /// What a seat owes.
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
        for tile in self
            .at(Place::Hand(seat))
            .filter(|tile| Some(*tile) != except)
        {
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
            melds
                .iter()
                .any(|meld| meld.kind == MeldKind::ConcealedKong && meld.face == face)
        };
        let open = Tile::all()
            .filter(|tile| tile.face() == face)
            .filter(|tile| match self.place(*tile) {
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

    /// The whole deal lies: `hands` by seat.
    pub fn deal(&mut self, hands: &[Few<Tile, MOST_STANDING>; 4]) {
        for (seat, hand) in Seat::ALL.into_iter().zip(hands) {
            for tile in hand.iter() {
                self.put(tile, Place::Hand(seat));
            }
        }
        self.stage = Stage::Act {
            seat: self.dealer,
            claimed: false,
        };
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
        self.stage = Stage::Act {
            seat: from,
            claimed: self.by_claim,
        };
        Ok(())
    }

    fn unhide(&mut self, seat: Seat) -> Result<(), CannotHappen> {
        take_one(&mut self.unknown, seat)?;
        set(&mut self.unseen, seat, |count| {
            *count = count.saturating_add(1)
        });
        Ok(())
    }

    /// A tile drawn unseen turns out to be this one.
    pub fn name(&mut self, seat: Seat, tile: Tile) -> Result<(), CannotHappen> {
        if self.place(tile) != Place::Away {
            return Err(CannotHappen);
        }
        take_one(&mut self.unseen, seat)?;
        self.put(tile, Place::Hand(seat));
        if get(&self.drawn, seat).is_none() && self.turn() == Some(seat) {
            set(&mut self.drawn, seat, |drawn| *drawn = Some(tile));
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
            named.last = Some(Discarded {
                seat,
                tile: Some(claimed),
            });
            named.act(play)?;
            *self = named;
            return Ok(());
        }
        self.act(play)
    }

    fn act(&mut self, play: &Play) -> Result<(), CannotHappen> {
        match *play {
            Play::Deal { .. } => Err(CannotHappen),
            Play::Flower { seat, tile } => self.flower(seat, tile),
            Play::Draw { seat, tile, source } => self.draw(seat, tile, source),
            Play::Discard { seat, tile } => self.discard(seat, tile),
            Play::Chow { seat, claimed, own } => self.chow(seat, claimed, own),
            Play::Pung {
                seat,
                from,
                claimed,
                own,
            } => self.pung(seat, from, claimed, own),
            Play::Kong { seat, kind, tiles } => self.kong(seat, kind, tiles),
            Play::Hu { seat, tile, way } => self.hu(seat, tile, way),
            Play::DrawnHand => self.drawn_hand(),
        }
    }

    /// In the own turn, or before a seat has begun to play (MCR 3.5.7.6, A1#81).
    fn flower(&mut self, seat: Seat, tile: Tile) -> Result<(), CannotHappen> {
        let own_turn =
            matches!(self.stage, Stage::Act { seat: acting, claimed: false } if acting == seat);
        let first_flowers = !get(&self.begun, seat) && self.playing();
        if !tile.face().is_flower()
            || self.place(tile) != Place::Hand(seat)
            || !(own_turn || first_flowers)
        {
            return Err(CannotHappen);
        }
        let mut owed = self.owes(seat);
        owed.push(Owed::Flower).map_err(|_| CannotHappen)?;
        set(&mut self.owed, seat, |held| *held = owed);
        self.put(tile, Place::Meld(seat));
        Ok(())
    }

    fn playing(&self) -> bool {
        matches!(self.stage, Stage::Act { .. } | Stage::Offer { .. })
    }

    fn draw(&mut self, seat: Seat, tile: Option<Tile>, source: Source) -> Result<(), CannotHappen> {
        if self.wall() == 0 || tile.is_some_and(|tile| self.place(tile) != Place::Away) {
            return Err(CannotHappen);
        }
        match source {
            Source::Head => {
                let due = matches!(self.stage, Stage::Offer { from } if from.next() == seat);
                if !due || !self.owes(seat).is_empty() {
                    return Err(CannotHappen);
                }
                self.stage = Stage::Act {
                    seat,
                    claimed: false,
                };
                set(&mut self.begun, seat, |begun| *begun = true);
                self.by_claim = false;
                self.kongs_in_a_row = 0;
                self.robbable = None;
            }
            Source::KongReplacement | Source::FlowerReplacement => {
                let mut owed = self.owes(seat);
                let due = match owed.pop_front() {
                    Some(Owed::Kong) => Source::KongReplacement,
                    Some(Owed::Flower) => Source::FlowerReplacement,
                    None => return Err(CannotHappen),
                };
                if due != source || !self.playing() {
                    return Err(CannotHappen);
                }
                set(&mut self.owed, seat, |held| *held = owed);
                if self.robbable.is_some_and(|robbable| robbable.seat == seat) {
                    self.robbable = None;
                }
                if source == Source::FlowerReplacement && self.turn() == Some(seat) {
                    // A flower in between cancels Out with Replacement (MCR A1#46).
                    self.kongs_in_a_row = 0;
                }
            }
        }
        match tile {
            Some(tile) => self.put(tile, Place::Hand(seat)),
            None => set(&mut self.unseen, seat, |count| {
                *count = count.saturating_add(1);
            }),
        }
        set(&mut self.drawn, seat, |drawn| *drawn = tile);
        set(&mut self.source, seat, |held| *held = source);
        Ok(())
    }

    fn discard(&mut self, seat: Seat, tile: Option<Tile>) -> Result<(), CannotHappen> {
        let acting = matches!(self.stage, Stage::Act { seat: acting, .. } if acting == seat);
        if !acting || !self.owes(seat).is_empty() {
            return Err(CannotHappen);
        }
        match tile {
            Some(tile) if self.place(tile) == Place::Hand(seat) => {
                self.put(tile, Place::River(seat));
            }
            Some(_) => return Err(CannotHappen),
            None => {
                take_one(&mut self.unseen, seat)?;
                set(&mut self.unknown, seat, |count| {
                    *count = count.saturating_add(1);
                });
            }
        }
        self.stage = Stage::Offer { from: seat };
        self.last = Some(Discarded { seat, tile });
        self.robbable = None;
        self.kongs_in_a_row = 0;
        self.discards = self.discards.saturating_add(1);
        set(&mut self.begun, seat, |begun| *begun = true);
        Ok(())
    }

    /// The tile on offer and who gave it.
    fn offered(&self, claimed: Tile) -> Result<Seat, CannotHappen> {
        match (self.stage, self.last) {
            (Stage::Offer { from }, Some(last))
                if last.tile == Some(claimed) && self.place(claimed) == Place::River(from) =>
            {
                Ok(from)
            }
            _ => Err(CannotHappen),
        }
    }

    fn lay(
        &mut self,
        seat: Seat,
        meld: Meld,
        tiles: &[Tile],
        claimed: bool,
    ) -> Result<(), CannotHappen> {
        let mut melds = self.melds(seat);
        melds.push(meld).map_err(|_| CannotHappen)?;
        set(&mut self.melds, seat, |held| *held = melds);
        for tile in tiles {
            self.put(*tile, Place::Meld(seat));
        }
        self.stage = Stage::Act { seat, claimed };
        self.by_claim = claimed;
        set(&mut self.begun, seat, |begun| *begun = true);
        if claimed {
            set(&mut self.drawn, seat, |drawn| *drawn = None);
        }
        Ok(())
    }

    /// Whether these are different standing tiles of the seat.
    fn stand(&self, seat: Seat, tiles: &[Tile]) -> bool {
        let held = |tile: &Tile| self.place(*tile) == Place::Hand(seat);
        let mut pairs = tiles.iter().enumerate();
        tiles.iter().all(held)
            && pairs.all(|(at, tile)| {
                !tiles
                    .iter()
                    .skip(at.saturating_add(1))
                    .any(|other| other == tile)
            })
    }

    fn chow(&mut self, seat: Seat, claimed: Tile, own: [Tile; 2]) -> Result<(), CannotHappen> {
        let from = self.offered(claimed)?;
        let [first, second] = own;
        let low = chow_of([claimed.face(), first.face(), second.face()]).ok_or(CannotHappen)?;
        if from.next() != seat || !self.stand(seat, &own) || !self.owes(seat).is_empty() {
            return Err(CannotHappen);
        }
        let meld = Meld {
            kind: MeldKind::Chow,
            face: low,
            from: Giver::Left,
            promoted: false,
        };
        self.lay(seat, meld, &[claimed, first, second], true)
    }

    fn pung(
        &mut self,
        seat: Seat,
        from: Seat,
        claimed: Tile,
        own: [Tile; 2],
    ) -> Result<(), CannotHappen> {
        let alike = own.iter().all(|tile| tile.face() == claimed.face());
        if self.offered(claimed)? != from
            || !alike
            || !self.stand(seat, &own)
            || !self.owes(seat).is_empty()
        {
            return Err(CannotHappen);
        }
        let [first, second] = own;
        let meld = Meld {
            kind: MeldKind::Pung,
            face: claimed.face(),
            from: giver(seat, from).ok_or(CannotHappen)?,
            promoted: false,
        };
        self.lay(seat, meld, &[claimed, first, second], true)
    }

    fn kong(&mut self, seat: Seat, kind: KongKind, tiles: [Tile; 4]) -> Result<(), CannotHappen> {
        let [first, ..] = tiles;
        let face = first.face();
        let others = |claimed: Tile| tiles.into_iter().filter(move |tile| *tile != claimed);
        if !tiles.iter().all(|tile| tile.face() == face)
            || face.is_flower()
            || !self.owes(seat).is_empty()
        {
            return Err(CannotHappen);
        }
        let own_turn =
            matches!(self.stage, Stage::Act { seat: acting, claimed: false } if acting == seat);
        let meld = |kind, from, promoted| Meld {
            kind,
            face,
            from,
            promoted,
        };
        match kind {
            KongKind::Claimed { tile, from } => {
                let own: Few<Tile, 4> = Few::from_some(others(tile));
                let held = own.iter().all(|tile| self.place(tile) == Place::Hand(seat));
                if self.offered(tile)? != from || own.len() != 3 || !held {
                    return Err(CannotHappen);
                }
                let giver = giver(seat, from).ok_or(CannotHappen)?;
                self.lay(seat, meld(MeldKind::Kong, giver, false), &tiles, false)?;
                self.kongs_in_a_row = 1;
                self.robbable = None;
            }
            KongKind::Concealed => {
                if !own_turn || !self.stand(seat, &tiles) {
                    return Err(CannotHappen);
                }
                self.lay(
                    seat,
                    meld(MeldKind::ConcealedKong, Giver::Nobody, false),
                    &tiles,
                    false,
                )?;
                self.kong_on_a_replacement(seat);
                self.robbable = Some(Robbable {
                    seat,
                    tile: first,
                    concealed: true,
                });
            }
            KongKind::Promoted { tile } => {
                let laid = others(tile).filter(|tile| self.place(*tile) == Place::Meld(seat));
                if !own_turn || self.place(tile) != Place::Hand(seat) || laid.count() != 3 {
                    return Err(CannotHappen);
                }
                let mut melds = self.melds(seat);
                let pung = (0..melds.len()).find(|at| {
                    let pung = |meld: Meld| meld.kind == MeldKind::Pung && meld.face == face;
                    melds.get(*at).is_some_and(pung)
                });
                let pung = pung.and_then(|at| melds.get_mut(at)).ok_or(CannotHappen)?;
                *pung = meld(MeldKind::Kong, pung.from, true);
                set(&mut self.melds, seat, |held| *held = melds);
                self.put(tile, Place::Meld(seat));
                self.kong_on_a_replacement(seat);
                self.robbable = Some(Robbable {
                    seat,
                    tile,
                    concealed: false,
                });
            }
        }
        self.kongs = self.kongs.saturating_add(1);
        let mut owed = self.owes(seat);
        owed.push(Owed::Kong).map_err(|_| CannotHappen)?;
        set(&mut self.owed, seat, |held| *held = owed);
        Ok(())
    }

    fn kong_on_a_replacement(&mut self, seat: Seat) {
        let on_a_replacement =
            self.kongs_in_a_row > 0 && get(&self.source, seat) == Source::KongReplacement;
        self.kongs_in_a_row = if on_a_replacement {
            self.kongs_in_a_row.saturating_add(1)
        } else {
            1
        };
    }

    fn hu(&mut self, seat: Seat, tile: Option<Tile>, way: Way) -> Result<(), CannotHappen> {
        let possible = self.ways(seat);
        if !possible
            .iter()
            .any(|(on, how)| how == way && (tile.is_none() || on == tile))
        {
            return Err(CannotHappen);
        }
        self.stage = Stage::Won;
        Ok(())
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
            (
                Stage::Act {
                    seat: acting,
                    claimed: false,
                },
                ..,
            ) if acting == seat && self.owes(seat).is_empty() => {
                let _ = ways.push((get(&self.drawn, seat), Way::SelfDrawn));
            }
            (Stage::Offer { from }, _, Some(last)) if from != seat => {
                let _ = ways.push((last.tile, Way::Discard { from }));
            }
            _ => {}
        }
        ways
    }

    fn drawn_hand(&mut self) -> Result<(), CannotHappen> {
        if self.wall() > 0 || !matches!(self.stage, Stage::Offer { .. }) {
            return Err(CannotHappen);
        }
        self.stage = Stage::Drawn;
        Ok(())
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

fn take_one(of: &mut [u8; 4], seat: Seat) -> Result<(), CannotHappen> {
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
