//! One reading of a winning hand: its shape, its sets and where the winning tile stands.

use heapless::Vec;

pub use crate::rules::shape::{Place, Set, SetKind};
use crate::tile::Face;

/// The shapes of MCR 3.7.2.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Shape {
    /// Four sets and a pair.
    FourSets,
    /// The nine knitted tiles, one set and a pair (MCR A1#35).
    KnittedStraight,
    /// Seven pairs; four alike may be two of them (MCR A1#6, 19).
    SevenPairs,
    /// Thirteen orphans (MCR A1#7).
    ThirteenOrphans,
    /// Fourteen single honours and knitted tiles (MCR A1#20, 34).
    HonoursAndKnitted,
}

/// Which knitted triple each suit holds: 1 for 1-4-7, 2 for 2-5-8, 3 for 3-6-9; characters, dots, bamboo.
pub type Knit = [u8; 3];

/// One reading of a winning hand.
///
/// Chows come first, in the order of faces, then pungs and kongs.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Arrangement {
    /// Its shape.
    pub shape: Shape,
    /// Four sets, one beside a knitted straight, none in the other shapes.
    pub sets: Vec<Set, 4>,
    /// The pair, where the shape has one.
    pub pair: Option<Face>,
    /// The knitted triples of a straight or of fourteen singles.
    pub knit: Option<Knit>,
    /// Where the winning tile stands.
    pub place: Place,
}
