//! From planned sets to a dealt hand: what is laid out, what stands, which tile wins.

use crate::mcr_oracle::{Meld, MeldKind};
use crate::random::Random;
use crate::tiles::{KINDS, Tile, counts, numbered, rank};

/// Where a planned set is to be.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Place {
    /// Wherever chance puts it; kongs are always laid out.
    Anywhere,
    /// Laid out.
    Laid,
    /// Among the standing tiles.
    Standing,
}

/// A planned set.
#[derive(Debug, Clone, Copy)]
pub struct Piece {
    /// Its kind; a chow or pung becomes a meld only if it is laid out.
    pub kind: MeldKind,
    /// Its lowest tile.
    pub tile: Tile,
    /// Where it is to be.
    pub place: Place,
}

impl Piece {
    fn tiles(&self) -> Vec<Tile> {
        self.meld(0).tiles()
    }

    fn meld(&self, from: u8) -> Meld {
        Meld { kind: self.kind, tile: self.tile, from, promoted: false }
    }

    /// The same set, standing.
    pub fn standing(self) -> Piece {
        Piece { place: Place::Standing, ..self }
    }

    /// The same set, laid out.
    pub fn laid(self) -> Piece {
        Piece { place: Place::Laid, ..self }
    }
}

/// A chow from this tile on.
pub fn chow(suit: u8, low: u8) -> Piece {
    Piece { kind: MeldKind::Chow, tile: numbered(suit, low), place: Place::Anywhere }
}

/// A pung of this tile.
pub fn pung(tile: Tile) -> Piece {
    Piece { kind: MeldKind::Pung, tile, place: Place::Anywhere }
}

/// A melded kong.
pub fn kong(tile: Tile) -> Piece {
    Piece { kind: MeldKind::Kong, tile, place: Place::Laid }
}

/// A concealed kong.
pub fn concealed_kong(tile: Tile) -> Piece {
    Piece { kind: MeldKind::ConcealedKong, tile, place: Place::Laid }
}

/// A kong of either sort.
pub fn any_kong(tile: Tile, random: &mut Random) -> Piece {
    if random.chance(50) { kong(tile) } else { concealed_kong(tile) }
}

/// Which tile is to win.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Last {
    /// Any standing one.
    Any,
    /// One of the pair.
    Pair,
    /// The middle of a standing chow.
    Closed,
    /// The 3 of a standing 123 or the 7 of a standing 789.
    Edge,
    /// This one.
    Exactly(Tile),
}

/// What a hand is to be made of.
#[derive(Debug, Clone)]
pub struct Plan {
    /// Sets.
    pub pieces: Vec<Piece>,
    /// The pair of a regular hand, or all tiles that stand for themselves.
    pub loose: Vec<Tile>,
    /// Which tile wins.
    pub last: Last,
    /// Self-drawn or not, if that matters.
    pub self_draw: Option<bool>,
    /// Chance in a hundred that a set is laid out.
    pub laid_percent: usize,
}

impl Plan {
    /// Four sets and a pair.
    pub fn regular(pieces: Vec<Piece>, pair: Tile) -> Plan {
        Plan { loose: vec![pair; 2], ..Plan::loose(Vec::new()) }.with(pieces)
    }

    /// Fourteen tiles of a special shape.
    pub fn loose(tiles: Vec<Tile>) -> Plan {
        let last = Last::Any;
        Plan { pieces: Vec::new(), loose: tiles, last, self_draw: None, laid_percent: 40 }
    }

    /// The same plan with these sets.
    pub fn with(self, pieces: Vec<Piece>) -> Plan {
        Plan { pieces, ..self }
    }

    /// The same plan, won on such a tile.
    pub fn won_on(self, last: Last) -> Plan {
        Plan { last, ..self }
    }

    /// The same plan, self-drawn or not.
    pub fn drawn(self, self_draw: bool) -> Plan {
        Plan { self_draw: Some(self_draw), ..self }
    }

    /// The same plan with more or fewer melds.
    pub fn laid(self, laid_percent: usize) -> Plan {
        Plan { laid_percent, ..self }
    }
}

/// Tiles on the table: what stands, what is laid out, and the winning tile.
#[derive(Debug, Clone)]
pub struct Dealt {
    /// Standing tiles without the winning one.
    pub standing: Vec<Tile>,
    /// Melds.
    pub melds: Vec<Meld>,
    /// The winning tile.
    pub tile: Tile,
}

/// Deals a plan; nothing when it needs a fifth copy or no tile can win as planned.
pub fn deal(plan: &Plan, random: &mut Random) -> Option<Dealt> {
    let mut standing = plan.loose.clone();
    let mut melds = Vec::new();
    let mut last = Vec::new();
    for piece in &plan.pieces {
        let is_kong = matches!(piece.kind, MeldKind::Kong | MeldKind::ConcealedKong);
        let laid = match piece.place {
            Place::Laid => true,
            Place::Standing => false,
            Place::Anywhere => random.chance(plan.laid_percent),
        };
        if laid || is_kong {
            let from = match piece.kind {
                MeldKind::Chow => 1,
                MeldKind::ConcealedKong => 0,
                MeldKind::Pung | MeldKind::Kong => random.between(1, 3),
            };
            melds.push(piece.meld(from));
            continue;
        }
        let tiles = piece.tiles();
        if piece.kind == MeldKind::Chow {
            match (plan.last, rank(piece.tile)) {
                (Last::Closed, _) => last.push(tiles[1]),
                (Last::Edge, Some(1)) => last.push(tiles[2]),
                (Last::Edge, Some(7)) => last.push(tiles[0]),
                _ => {}
            }
        }
        standing.extend(tiles);
    }
    let melded = melds.iter().flat_map(Meld::tiles);
    let all: Vec<Tile> = standing.iter().copied().chain(melded).collect();
    if counts(&all).iter().any(|&count| count > 4) {
        return None;
    }
    match plan.last {
        Last::Any => last.clone_from(&standing),
        Last::Pair => last.clone_from(&plan.loose),
        Last::Exactly(tile) => last = vec![tile],
        Last::Closed | Last::Edge => {}
    }
    if last.is_empty() {
        return None;
    }
    let tile = random.pick(&last);
    let place = standing.iter().position(|&other| other == tile)?;
    standing.swap_remove(place);
    random.shuffle(&mut standing);
    random.shuffle(&mut melds);
    Some(Dealt { standing, melds, tile })
}

/// Any tile.
pub fn any_tile(random: &mut Random) -> Tile {
    random.below(KINDS) as Tile
}

/// Any set: half of them chows, some of the others kongs.
pub fn any_piece(random: &mut Random) -> Piece {
    let tile = any_tile(random);
    match random.below(20) {
        0..=9 => chow(random.between(0, 2), random.between(1, 7)),
        10..=16 => pung(tile),
        _ => any_kong(tile, random),
    }
}

/// Adds sets of any kind until there are four.
pub fn fill(mut pieces: Vec<Piece>, random: &mut Random) -> Vec<Piece> {
    while pieces.len() < 4 {
        pieces.push(any_piece(random));
    }
    pieces
}

/// Seven of these kinds as pairs, four alike now and then.
pub fn pairs(kinds: &[Tile], random: &mut Random) -> Vec<Tile> {
    let mut kinds = kinds.to_vec();
    random.shuffle(&mut kinds);
    let mut tiles = Vec::new();
    let mut next = kinds.iter().cycle();
    while tiles.len() < 14 {
        if let Some(&kind) = next.next() {
            let twice = random.chance(15) && tiles.len() <= 10;
            tiles.extend(vec![kind; if twice { 4 } else { 2 }]);
        }
    }
    tiles
}
