//! A declared win as the vectors describe it, and the checks whether it can exist at all.

use crate::tiles::{self, KINDS, Tile, counts, is_honour, names, rank};

/// Kind of a laid-out set.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum MeldKind {
    /// Claimed chow.
    Chow,
    /// Claimed pung.
    Pung,
    /// Melded kong, claimed or promoted.
    Kong,
    /// Concealed kong.
    ConcealedKong,
}

/// A laid-out set.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Meld {
    /// Its kind.
    pub kind: MeldKind,
    /// Its tile, the lowest one of a chow.
    pub tile: Tile,
    /// Giver: 1 left, 2 opposite, 3 right, 0 nobody.
    pub from: u8,
    /// A kong that grew out of an open pung (only the Hong Kong vectors say so).
    pub promoted: bool,
}

impl Meld {
    /// All tiles of the set, four for a kong.
    pub fn tiles(&self) -> Vec<Tile> {
        match self.kind {
            MeldKind::Chow => vec![self.tile, self.tile + 1, self.tile + 2],
            MeldKind::Pung => vec![self.tile; 3],
            MeldKind::Kong | MeldKind::ConcealedKong => vec![self.tile; 4],
        }
    }

    /// Whether anything was claimed for it (a concealed kong keeps the hand concealed, MCR 3.6.8).
    pub fn is_open(&self) -> bool {
        self.kind != MeldKind::ConcealedKong
    }

    /// Whether the set can lie on a table: room for the chow, a fitting giver.
    pub fn check(&self) -> Result<(), String> {
        let chow_fits = !is_honour(self.tile) && rank(self.tile).is_some_and(|low| low <= 7);
        let giver_fits = match self.kind {
            MeldKind::Chow => self.from == 1,
            MeldKind::Pung | MeldKind::Kong => (1..=3).contains(&self.from),
            MeldKind::ConcealedKong => self.from == 0,
        };
        if usize::from(self.tile) >= KINDS || (self.kind == MeldKind::Chow && !chow_fits) {
            return Err(format!("no {:?} of tile {}", self.kind, self.tile));
        }
        if !giver_fits {
            return Err(format!("{:?} from {}", self.kind, self.from));
        }
        if self.promoted && self.kind != MeldKind::Kong {
            return Err(format!("{:?} cannot be promoted", self.kind));
        }
        Ok(())
    }
}

/// A declared win; the fields are those of the vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Win {
    /// Standing tiles without the winning tile.
    pub standing: Vec<Tile>,
    /// Laid-out sets in order.
    pub melds: Vec<Meld>,
    /// The winning tile.
    pub tile: Tile,
    /// Won from the wall; false also for a robbed kong.
    pub self_draw: bool,
    /// The other three copies lie face up.
    pub last_of_kind: bool,
    /// The wall's last tile, or the discard after it.
    pub last_tile: bool,
    /// A kong's replacement (self-drawn) or a robbed kong.
    pub kong: bool,
    /// Laid flowers.
    pub flowers: u8,
    /// Seat wind, 0 to 3.
    pub seat: u8,
    /// Prevalent wind, 0 to 3.
    pub round: u8,
}

/// Why there is nothing to score.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum NotAWin {
    /// Tiles or melds that no table can show.
    Impossible(String),
    /// Facts about the win that exclude one another.
    Contradiction(String),
    /// The fourteen tiles make no legal shape.
    NoShape,
}

impl Win {
    /// All tiles owned before the win, four for a kong.
    pub fn owned(&self) -> Vec<Tile> {
        let melded = self.melds.iter().flat_map(Meld::tiles);
        self.standing.iter().copied().chain(melded).collect()
    }

    /// Whether any set was claimed.
    pub fn is_open(&self) -> bool {
        self.melds.iter().any(Meld::is_open)
    }

    /// Whether the tile was robbed from a promoted kong (MCR A1#47).
    pub fn robs(&self) -> bool {
        self.kong && !self.self_draw
    }

    /// Whether the hand and the facts about it can exist.
    pub fn check(&self) -> Result<(), NotAWin> {
        for meld in &self.melds {
            meld.check().map_err(NotAWin::Impossible)?;
        }
        let counted = self.standing.len() + 3 * self.melds.len();
        if counted != 13 {
            return Err(NotAWin::Impossible(format!("{counted} tiles instead of 13")));
        }
        let mut all = self.owned();
        all.push(self.tile);
        if all.iter().any(|&tile| usize::from(tile) >= KINDS) {
            return Err(NotAWin::Impossible("no such tile".into()));
        }
        if let Some(kind) = counts(&all).iter().position(|&count| count > 4) {
            return Err(NotAWin::Impossible(format!("a fifth {}", tiles::name(kind as u8))));
        }
        if self.flowers > 8 {
            return Err(NotAWin::Impossible(format!("{} flowers", self.flowers)));
        }
        self.check_facts().map_err(NotAWin::Contradiction)
    }

    /// The facts of the win against the tiles.
    fn check_facts(&self) -> Result<(), String> {
        let copies = self.owned().iter().filter(|&&tile| tile == self.tile).count();
        // A1#58: own standing tiles are not open, so none of the other three may stand there.
        if self.last_of_kind && self.standing.contains(&self.tile) {
            return Err("last of its kind, yet another copy stands in the hand".into());
        }
        // A1#46: the replacement belongs to a kong of the winner.
        let kongs = |kind| matches!(kind, MeldKind::Kong | MeldKind::ConcealedKong);
        if self.kong && self.self_draw && !self.melds.iter().any(|meld| kongs(meld.kind)) {
            return Err("a kong's replacement without a kong".into());
        }
        // A1#47: pung and added tile are another player's, that makes four.
        if self.robs() && copies > 0 {
            return Err("a robbed kong of a kind the winner owns".into());
        }
        // MCR 3.4.30: the last discard is no kong, and no kong is declared without a replacement.
        if self.robs() && self.last_tile {
            return Err("a robbed kong is not the last discard".into());
        }
        Ok(())
    }
}

impl std::fmt::Display for Win {
    fn fmt(&self, out: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(out, "{}", names(&self.standing))?;
        for meld in &self.melds {
            write!(out, " {:?}({}<{})", meld.kind, names(&meld.tiles()), meld.from)?;
        }
        write!(out, " + {}", tiles::name(self.tile))?;
        let facts = [
            (self.self_draw, " self-drawn"),
            (self.last_of_kind, " last-of-kind"),
            (self.last_tile, " last-tile"),
            (self.kong, " kong"),
        ];
        for (_, text) in facts.into_iter().filter(|(holds, _)| *holds) {
            out.write_str(text)?;
        }
        let wind = |wind: u8| tiles::name(tiles::EAST + wind);
        write!(out, " flowers={} seat={} ", self.flowers, wind(self.seat))?;
        write!(out, "round={}", wind(self.round))
    }
}
