//! Where every tile truly is during a hand, and what the rules need to know of it.

use table_core::game::{KongKind, Source as Drawn};
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::{Deal, Declared, Memory, RuleBook, Rulings, Source};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::wall::Wall;

/// A laid-out set with its tiles.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Laid {
    /// The set.
    pub meld: Meld,
    /// Its tiles; the claimed one, or the one added last, at the end.
    pub tiles: Vec<Tile>,
}

/// What one player has before him.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Holding {
    /// Standing tiles; the one drawn last at the end.
    pub standing: Vec<Tile>,
    /// Laid-out sets in the order of melding.
    pub laid: Vec<Laid>,
    /// Flowers laid out.
    pub flowers: Vec<Tile>,
    /// Discards that nobody claimed.
    pub river: Vec<Tile>,
}

impl Holding {
    /// Standing tiles of this face.
    pub fn of_face(&self, face: Face) -> impl Iterator<Item = Tile> + '_ {
        self.standing.iter().copied().filter(move |tile| tile.face() == face)
    }

    /// The first flower among the standing tiles.
    pub fn flower(&self) -> Option<Tile> {
        self.standing.iter().copied().find(|tile| tile.face().is_flower())
    }

    /// The hand as the rules see it, without `left_out` and without flowers.
    pub fn hand(&self, left_out: Option<Tile>) -> Hand {
        let mut hand = Hand::default();
        let standing = self.standing.iter().filter(|tile| Some(**tile) != left_out);
        for tile in standing.filter(|tile| !tile.face().is_flower()) {
            // Nobody stands more than fourteen tiles; one too many would be refused by the book as a wrong count.
            let _ = hand.standing.push(tile.face());
        }
        for laid in &self.laid {
            let _ = hand.melds.push(laid.meld);
        }
        hand
    }

    /// Takes a standing tile out.
    pub fn remove(&mut self, tile: Tile) -> bool {
        let at = self.standing.iter().position(|held| *held == tile);
        at.map(|at| self.standing.remove(at)).is_some()
    }
}

/// How the player at turn came by the last tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct LastDraw {
    /// The tile.
    pub tile: Tile,
    /// From where.
    pub source: Drawn,
    /// Kongs declared in a row up to it, each on the replacement of the one before (HK FA-6.10).
    pub kongs: u8,
}

/// The truth of a hand in progress.
pub struct Table<'a> {
    /// By whose rules.
    pub book: &'a dyn RuleBook,
    /// What the book leaves open.
    pub rulings: &'a Rulings,
    /// Which hand it is.
    pub deal: Deal,
    /// What is left to draw.
    pub wall: Wall,
    /// By seat.
    pub holdings: [Holding; 4],
    /// By seat.
    pub memory: [Memory; 4],
    /// How the player at turn came by the last tile.
    pub last_draw: Option<LastDraw>,
    /// Discards so far.
    pub discards: usize,
    /// Kongs so far.
    pub kongs: usize,
}

impl<'a> Table<'a> {
    /// Before the deal.
    pub fn new(book: &'a dyn RuleBook, rulings: &'a Rulings, deal: Deal, wall: Wall) -> Table<'a> {
        Table {
            book,
            rulings,
            deal,
            wall,
            holdings: Default::default(),
            memory: Default::default(),
            last_draw: None,
            discards: 0,
            kongs: 0,
        }
    }

    /// One player's tiles.
    pub fn of(&self, seat: Seat) -> &Holding {
        &self.holdings[seat.index()]
    }

    /// One player's tiles.
    pub fn of_mut(&mut self, seat: Seat) -> &mut Holding {
        &mut self.holdings[seat.index()]
    }

    /// What a seat has let go.
    pub fn memory_of(&self, seat: Seat) -> &Memory {
        &self.memory[seat.index()]
    }

    /// Copies of a face that lie face up, `except` this piece (MCR A1#58: face-down kongs are not open).
    pub fn open_copies(&self, face: Face, except: Tile) -> usize {
        let open = self.holdings.iter().flat_map(|holding| {
            let sets = holding.laid.iter();
            let sets = sets.filter(|laid| laid.meld.kind != MeldKind::ConcealedKong);
            sets.flat_map(|laid| &laid.tiles).chain(&holding.river)
        });
        open.filter(|tile| tile.face() == face && **tile != except).count()
    }

    /// The win `seat` would declare on `tile`.
    pub fn declared(&self, seat: Seat, tile: Tile, source: Source) -> Declared {
        let holding = self.of(seat);
        let drawn = source.is_drawn();
        let hand = holding.hand(drawn.then_some(tile));
        let held = hand.standing.contains(&tile.face());
        let face_down = hand
            .melds
            .iter()
            .any(|meld| meld.kind == MeldKind::ConcealedKong && meld.face == tile.face());
        let open = self.open_copies(tile.face(), tile) == 3 && !held && !face_down;
        let first = match source {
            Source::Wall => seat == self.deal.dealer && self.discards == 0,
            Source::Discard(from) => from == self.deal.dealer && self.discards == 1,
            _ => false,
        };
        Declared {
            seat,
            dealer: self.deal.dealer,
            round: self.deal.round,
            winning: tile.face(),
            source,
            last_tile: self.wall.left() == 0,
            last_of_kind: open,
            opening: first && self.kongs == 0 && hand.melds.is_empty(),
            flowers: holding.flowers.len() as u8,
            hand,
        }
    }

    /// Where the last drawn tile came from, in the words of a declaration. A flower in between cancels the kong.
    pub fn drawn_source(&self) -> Source {
        match self.last_draw {
            Some(LastDraw { source: Drawn::KongReplacement, kongs, .. }) => {
                Source::Supplement { in_a_row: kongs >= 2 }
            }
            _ => Source::Wall,
        }
    }

    /// Lays a claimed set out.
    pub fn lay(&mut self, seat: Seat, kind: MeldKind, own: &[Tile], claimed: Option<(Tile, Seat)>) {
        let mut tiles = own.to_vec();
        tiles.extend(claimed.map(|(tile, _)| tile));
        // A set is never empty; its lowest tile names a chow.
        let face = tiles.iter().map(|tile| tile.face()).min();
        let from = match claimed.map(|(_, from)| seat.steps_to(from)) {
            None => Giver::Nobody,
            Some(1) => Giver::Right,
            Some(2) => Giver::Opposite,
            Some(_) => Giver::Left,
        };
        for tile in own {
            self.of_mut(seat).remove(*tile);
        }
        if let Some((tile, from)) = claimed {
            self.of_mut(from).river.retain(|lying| *lying != tile);
        }
        let meld = Meld { kind, face: face.unwrap_or(Face::EAST), from, promoted: false };
        self.of_mut(seat).laid.push(Laid { meld, tiles });
    }

    /// Adds the fourth tile to an open pung; nothing if there is none.
    pub fn promote(&mut self, seat: Seat, tile: Tile) -> Option<[Tile; 4]> {
        let holding = self.of_mut(seat);
        let pung =
            |laid: &&mut Laid| laid.meld.kind == MeldKind::Pung && laid.meld.face == tile.face();
        let laid = holding.laid.iter_mut().find(pung)?;
        laid.tiles.push(tile);
        laid.meld.kind = MeldKind::Kong;
        laid.meld.promoted = true;
        let tiles = four(&laid.tiles)?;
        holding.remove(tile);
        Some(tiles)
    }
}

/// Four tiles in the order of the set.
pub fn four(tiles: &[Tile]) -> Option<[Tile; 4]> {
    let mut four: [Tile; 4] = tiles.try_into().ok()?;
    four.sort();
    Some(four)
}

/// The claim window a kong opens, if any: the tile and where it would be won from.
pub fn robbable(seat: Seat, kind: KongKind, tiles: [Tile; 4]) -> Option<(Tile, Source)> {
    match kind {
        KongKind::Claimed { .. } => None,
        KongKind::Promoted { tile } => Some((tile, Source::PromotedKong(seat))),
        KongKind::Concealed => {
            let [first, ..] = tiles;
            Some((first, Source::ConcealedKong(seat)))
        }
    }
}
