//! Tiles: the 144 pieces on the table and the 42 faces printed on them (MCR 3.5.5.1, HK FT-1).

use core::fmt;
use core::str::FromStr;

use serde::{Deserialize, Serialize};

/// How many faces can make sets: three suits of nine, four winds, three dragons.
pub const PLAYING_FACES: usize = 34;
/// All faces, the eight flowers included.
pub const FACES: usize = 42;
/// Pieces of a full set; the Hong Kong set leaves out the eight flowers.
pub const TILES: usize = 144;

/// A numbered suit.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Suit {
    /// 万, written `m`.
    Characters,
    /// 饼, written `p`.
    Dots,
    /// 条, written `s`.
    Bamboo,
}

/// What is printed on a tile.
///
/// Faces are ordered characters 1-9, dots 1-9, bamboo 1-9, winds E S W N, dragons C (red) F (green)
/// P (white), then the eight flowers; [`Face::index`] is the position in that order.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Face(u8);

/// No face has this number, or a text is not a face.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotAFace;

impl Face {
    /// East wind; the other winds and the dragons follow it.
    pub const EAST: Face = Face(27);
    /// South wind.
    pub const SOUTH: Face = Face(28);
    /// West wind.
    pub const WEST: Face = Face(29);
    /// North wind.
    pub const NORTH: Face = Face(30);
    /// Red dragon 中.
    pub const RED: Face = Face(31);
    /// Green dragon 发.
    pub const GREEN: Face = Face(32);
    /// White dragon 白.
    pub const WHITE: Face = Face(33);

    /// The face with this index, 0 to 41.
    pub const fn new(index: u8) -> Option<Face> {
        if (index as usize) < FACES { Some(Face(index)) } else { None }
    }

    /// Number `rank` (1 to 9) of a suit.
    pub const fn numbered(suit: Suit, rank: u8) -> Option<Face> {
        if rank >= 1 && rank <= 9 { Some(Face(suit as u8 * 9 + rank - 1)) } else { None }
    }

    /// Position in the order of faces, 0 to 41.
    pub const fn index(self) -> usize {
        self.0 as usize
    }

    /// The suit of a numbered face; honours and flowers have none.
    pub const fn suit(self) -> Option<Suit> {
        match self.0 {
            0..=8 => Some(Suit::Characters),
            9..=17 => Some(Suit::Dots),
            18..=26 => Some(Suit::Bamboo),
            _ => None,
        }
    }

    /// The number of a numbered face, 1 to 9.
    pub const fn rank(self) -> Option<u8> {
        if self.0 < 27 { Some(self.0 % 9 + 1) } else { None }
    }

    /// A wind or a dragon (MCR 3.4.15).
    pub const fn is_honour(self) -> bool {
        self.0 >= 27 && self.0 < 34
    }

    /// One of the eight flowers.
    pub const fn is_flower(self) -> bool {
        self.0 >= 34
    }

    /// A 1, a 9 or an honour (MCR 3.4.16).
    pub const fn is_terminal_or_honour(self) -> bool {
        match self.rank() {
            Some(rank) => rank == 1 || rank == 9,
            None => self.is_honour(),
        }
    }

    /// All faces in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Face> + Clone {
        (0..FACES as u8).map(Face)
    }

    /// The faces that can make sets, in order.
    pub fn playing() -> impl DoubleEndedIterator<Item = Face> + Clone {
        (0..PLAYING_FACES as u8).map(Face)
    }
}

impl TryFrom<u8> for Face {
    type Error = NotAFace;

    fn try_from(index: u8) -> Result<Face, NotAFace> {
        Face::new(index).ok_or(NotAFace)
    }
}

impl From<Face> for u8 {
    fn from(face: Face) -> u8 {
        face.0
    }
}

/// `1m`-`9m` characters, `1p`-`9p` dots, `1s`-`9s` bamboo, `E S W N` winds, `C F P` red, green and
/// white dragon, `1f`-`8f` flowers (spring to winter, then plum, orchid, bamboo, chrysanthemum).
impl fmt::Display for Face {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (number, letter) = match self.0 {
            0..=8 => (Some(self.0 + 1), 'm'),
            9..=17 => (Some(self.0 - 8), 'p'),
            18..=26 => (Some(self.0 - 17), 's'),
            27 => (None, 'E'),
            28 => (None, 'S'),
            29 => (None, 'W'),
            30 => (None, 'N'),
            31 => (None, 'C'),
            32 => (None, 'F'),
            33 => (None, 'P'),
            _ => (Some(self.0 - 33), 'f'),
        };
        match number {
            Some(number) => write!(out, "{number}{letter}"),
            None => write!(out, "{letter}"),
        }
    }
}

impl fmt::Debug for Face {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

impl fmt::Display for NotAFace {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("not a tile: use 1m-9m, 1p-9p, 1s-9s, E S W N, C F P or 1f-8f")
    }
}

impl core::error::Error for NotAFace {}

impl Face {
    /// Faces written one after the other, such as `1m1m5pE`.
    pub fn in_a_row(text: &str) -> impl Iterator<Item = Result<Face, NotAFace>> + '_ {
        text.split_inclusive(|letter: char| !letter.is_ascii_digit()).map(str::parse)
    }
}

impl FromStr for Face {
    type Err = NotAFace;

    fn from_str(text: &str) -> Result<Face, NotAFace> {
        let mut letters = text.chars();
        let face = match (letters.next(), letters.next()) {
            (Some('E'), None) => Some(Face::EAST),
            (Some('S'), None) => Some(Face::SOUTH),
            (Some('W'), None) => Some(Face::WEST),
            (Some('N'), None) => Some(Face::NORTH),
            (Some('C'), None) => Some(Face::RED),
            (Some('F'), None) => Some(Face::GREEN),
            (Some('P'), None) => Some(Face::WHITE),
            (Some(digit @ '1'..='9'), Some(letter)) => {
                let rank = digit as u8 - b'0';
                match letter {
                    'm' => Face::numbered(Suit::Characters, rank),
                    'p' => Face::numbered(Suit::Dots, rank),
                    's' => Face::numbered(Suit::Bamboo, rank),
                    'f' => Face::new(33 + rank),
                    _ => None,
                }
            }
            _ => None,
        };
        match letters.next() {
            None => face.ok_or(NotAFace),
            Some(_) => Err(NotAFace),
        }
    }
}

/// One of the 144 pieces: four of each playing face, then the eight flowers.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(try_from = "u8", into = "u8")]
pub struct Tile(u8);

/// No piece of the set has this number.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct NotATile;

impl Tile {
    /// The piece with this number, 0 to 143.
    pub const fn new(id: u8) -> Option<Tile> {
        if (id as usize) < TILES { Some(Tile(id)) } else { None }
    }

    /// Number of the piece, 0 to 143.
    pub const fn id(self) -> u8 {
        self.0
    }

    /// What is printed on it.
    pub const fn face(self) -> Face {
        if self.0 < 136 { Face(self.0 / 4) } else { Face(self.0 - 136 + 34) }
    }

    /// Every piece of the set, in order.
    pub fn all() -> impl DoubleEndedIterator<Item = Tile> + Clone {
        (0..TILES as u8).map(Tile)
    }
}

impl TryFrom<u8> for Tile {
    type Error = NotATile;

    fn try_from(id: u8) -> Result<Tile, NotATile> {
        Tile::new(id).ok_or(NotATile)
    }
}

impl From<Tile> for u8 {
    fn from(tile: Tile) -> u8 {
        tile.0
    }
}

impl fmt::Display for NotATile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str("no piece of the set has this number: they run from 0 to 143")
    }
}

impl core::error::Error for NotATile {}

/// The face and, after a dot, which copy of it: `5p.2`; flowers are single and have no copy.
impl fmt::Display for Tile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0 < 136 {
            write!(out, "{}.{}", self.face(), self.0 % 4 + 1)
        } else {
            write!(out, "{}", self.face())
        }
    }
}

impl fmt::Debug for Tile {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, out)
    }
}

#[cfg(feature = "defmt")]
mod format {
    use super::{Face, Tile};

    impl defmt::Format for Face {
        fn format(&self, out: defmt::Formatter<'_>) {
            defmt::write!(out, "{}", defmt::Display2Format(self));
        }
    }

    impl defmt::Format for Tile {
        fn format(&self, out: defmt::Formatter<'_>) {
            defmt::write!(out, "{}", defmt::Display2Format(self));
        }
    }
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::string::ToString;

    #[test]
    fn every_face_reads_back_from_its_text() {
        for face in Face::all() {
            assert_eq!(face.to_string().parse(), Ok(face));
        }
    }

    #[test]
    fn texts_that_are_no_faces_are_refused() {
        for text in ["", "0m", "9f", "10m", "X", "m1", "E1", "1z", "１m"] {
            assert_eq!(text.parse::<Face>(), Err(NotAFace), "{text}");
        }
    }

    #[test]
    fn the_set_has_four_of_each_playing_face_and_one_of_each_flower() {
        for face in Face::all() {
            let copies = Tile::all().filter(|tile| tile.face() == face).count();
            assert_eq!(copies, if face.is_flower() { 1 } else { 4 });
        }
        assert_eq!(Tile::new(144), None);
    }

    #[test]
    fn suits_and_ranks_agree_with_construction() {
        for suit in [Suit::Characters, Suit::Dots, Suit::Bamboo] {
            for rank in 1..=9 {
                let face = Face::numbered(suit, rank).unwrap();
                assert_eq!((face.suit(), face.rank()), (Some(suit), Some(rank)));
            }
            assert_eq!(Face::numbered(suit, 0), None);
            assert_eq!(Face::numbered(suit, 10), None);
        }
        assert!(Face::RED.is_honour() && Face::RED.suit().is_none());
    }
}
