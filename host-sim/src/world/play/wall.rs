//! The wall: stacks round the table, the dice that open it, the order in which its tiles are taken.
//!
//! A wall is either shuffled beforehand or *arranged*: nobody knows a tile before it is taken, so an arranged wall
//! decides only then which of the remaining tiles lay there. Afterwards both are the same thing, a row of tiles
//! that could have been built before the deal.

use table_core::rules::{Break, RuleBook, Rulings, TileSet};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};

use super::random::Random;

/// What the next tile should be, where a wall may still choose.
#[derive(Debug, Clone, Default)]
pub struct Wish {
    /// Exactly this face, if one is left.
    pub face: Option<Face>,
    /// Otherwise none of these, as long as another is left.
    pub avoid: Vec<Face>,
    /// Otherwise at least so many of each must stay in the wall: one entry for each copy.
    pub keep: Vec<Face>,
}

impl Wish {
    /// This face.
    pub fn face(face: Face) -> Wish {
        Wish { face: Some(face), ..Wish::default() }
    }
}

/// The wall after the break, head first.
#[derive(Debug, Clone)]
pub struct Wall {
    /// Tiles taken from the head, in order.
    head: Vec<Tile>,
    /// Tiles taken from the tail, in order.
    tail: Vec<Tile>,
    /// Tiles not taken yet: in order if shuffled, a pool if arranged.
    left: Vec<Tile>,
    arranged: bool,
    /// Somebody has looked at the head tile: it cannot be another any more.
    head_known: bool,
}

impl Wall {
    /// Shuffled.
    pub fn shuffled(set: TileSet, random: &mut Random) -> Wall {
        let mut left: Vec<Tile> = Tile::all().filter(|tile| set.has(*tile)).collect();
        random.shuffle(&mut left);
        Wall { head: vec![], tail: vec![], left, arranged: false, head_known: false }
    }

    /// To be arranged as it is taken.
    pub fn arranged(set: TileSet, random: &mut Random) -> Wall {
        Wall { arranged: true, ..Wall::shuffled(set, random) }
    }

    /// These tiles, head first; replacements come from the end.
    pub fn built(tiles: Vec<Tile>) -> Wall {
        Wall { head: vec![], tail: vec![], left: tiles, arranged: false, head_known: false }
    }

    /// Tiles left.
    pub fn left(&self) -> u8 {
        self.left.len() as u8
    }

    /// Tiles left, in no order that players could know.
    pub fn remaining(&self) -> &[Tile] {
        &self.left
    }

    /// The head tile, which somebody has seen too early and puts back.
    pub fn show_head(&mut self) -> Option<Tile> {
        self.head_known = true;
        self.left.first().copied()
    }

    /// An ordinary draw.
    pub fn take_head(&mut self, wish: &Wish) -> Option<Tile> {
        let known = std::mem::take(&mut self.head_known);
        let at = if known { 0 } else { self.choose(wish)? };
        (at < self.left.len()).then(|| {
            let tile = self.left.remove(at);
            self.head.push(tile);
            tile
        })
    }

    /// A replacement: the tail's upper tile before the lower (MCR 3.4.20).
    pub fn take_tail(&mut self, wish: &Wish) -> Option<Tile> {
        let at = if self.arranged && !self.head_known {
            self.choose(wish)?
        } else {
            self.left.len().checked_sub(1)?
        };
        let tile = self.left.remove(at);
        self.tail.push(tile);
        Some(tile)
    }

    fn choose(&self, wish: &Wish) -> Option<usize> {
        if !self.arranged {
            return (!self.left.is_empty()).then_some(0);
        }
        let wished = |tile: &Tile| Some(tile.face()) == wish.face;
        let harmless = |tile: &Tile| !wish.avoid.contains(&tile.face());
        let position = |test: &dyn Fn(&Tile) -> bool| self.left.iter().position(test);
        let copies = |face: Face| self.left.iter().filter(|tile| tile.face() == face).count();
        let kept = |face: Face| wish.keep.iter().filter(|kept| **kept == face).count();
        let spare = |tile: &Tile| copies(tile.face()) > kept(tile.face());
        position(&wished)
            .or_else(|| position(&harmless))
            .or_else(|| position(&spare))
            .or_else(|| (!self.left.is_empty()).then_some(0))
    }

    /// The whole wall as it was built, head first, replacements at the end.
    pub fn built_row(&self) -> Vec<Tile> {
        let tail = self.tail.iter().rev();
        self.head.iter().chain(&self.left).chain(tail).copied().collect()
    }
}

/// The dice and where they opened the wall.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Opening {
    /// Sums of the throws, in order.
    pub throws: Vec<u8>,
    /// Where the wall was opened.
    pub opened: Break,
}

impl Opening {
    /// Throws until the book knows what the dice mean.
    pub fn throw(
        book: &dyn RuleBook,
        dealer: Seat,
        rulings: &Rulings,
        random: &mut Random,
    ) -> Opening {
        loop {
            let throws = match book.id() {
                // Two throws of two dice (MCR 3.5.7.5); elsewhere one throw (HK ID-1).
                "mcr" => vec![random.two_dice(), random.two_dice()],
                _ => vec![random.two_dice()],
            };
            if let Ok(opened) = book.wall_break(dealer, &throws, rulings) {
                return Opening { throws, opened };
            }
        }
    }
}

/// Who takes the tiles of the deal, in the order in which the wall gives them (MCR 3.5.7.5(4), HK ID-2..4).
///
/// Three times two stacks each from the dealer on; then the dealer jumps to the first and the third remaining stack,
/// so the row gives: dealer, South, West, North, dealer.
pub fn deal_order(dealer: Seat) -> Vec<Seat> {
    let fours = (0..3).flat_map(|_| 0..4).flat_map(|steps| [dealer.after(steps); 4]);
    fours.chain((0..4).map(|steps| dealer.after(steps))).chain([dealer]).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use table_core::rules::BOOKS;

    #[test]
    fn the_deal_gives_fourteen_and_three_times_thirteen() {
        for dealer in Seat::ALL {
            let order = deal_order(dealer);
            for seat in Seat::ALL {
                let due = if seat == dealer { 14 } else { 13 };
                assert_eq!(order.iter().filter(|taker| **taker == seat).count(), due);
            }
        }
    }

    #[test]
    fn an_arranged_wall_gives_the_same_when_built() {
        for book in BOOKS {
            let mut random = Random::new(1);
            let mut wall = Wall::arranged(book.tile_set(), &mut random);
            let mut taken = vec![];
            for turn in 0..60 {
                let wish = Wish::face(table_core::tile::Face::RED);
                let tile =
                    if turn % 5 == 4 { wall.take_tail(&wish) } else { wall.take_head(&wish) };
                taken.push(tile);
            }
            let mut again = Wall::built(wall.built_row());
            for (turn, tile) in taken.into_iter().enumerate() {
                let wish = Wish::default();
                let same =
                    if turn % 5 == 4 { again.take_tail(&wish) } else { again.take_head(&wish) };
                assert_eq!(tile, same);
            }
        }
    }
}
