//! The pieces a screen is made of.

use core::hash::{Hash, Hasher};

use embedded_graphics::prelude::{DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;
use table_core::view::Shown;

use crate::area::Area;
use crate::canvas::Canvas;
use crate::font::Type;
use crate::palette::Ink;
use crate::picture;
use crate::text::Text;

/// A piece of a screen: everything in its area.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
pub struct Item {
    /// Where.
    pub area: Area,
    /// What.
    pub look: Look,
    /// On which ground.
    pub paper: Ink,
}

/// What an item looks like.
#[derive(Debug, Clone, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
// Texts are what nearly all items are.
#[allow(clippy::large_enum_variant)]
pub enum Look {
    /// Plain.
    Ground,
    /// A text.
    Text { text: Text, sort: Type, ink: Ink, align: Align },
    /// A tile.
    Tile(Shown),
    /// A die.
    Die(u8),
    /// From left to right: who is on the left gives to who is on the right.
    Arrow(Ink),
    /// A tick, or an empty box.
    Tick(bool),
}

/// Where in its area a text stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Align {
    Left,
    Centre,
    Right,
}

impl Item {
    /// Paints the part of it that is in the canvas's band.
    pub fn paint(&self, canvas: &mut Canvas, band: Area) {
        canvas.start(band, self.paper.colour());
        let Area { x, y, width, height } = self.area;
        match &self.look {
            Look::Ground => {}
            Look::Text { text, sort, ink, align } => {
                let spare = i32::from(width) - i32::from(sort.width(text));
                let indent = match align {
                    Align::Left => 0,
                    Align::Centre => spare / 2,
                    Align::Right => spare,
                };
                let baseline = sort.baseline_in(y, height);
                sort.paint(canvas, text, i32::from(x) + indent.max(0), baseline, *ink, self.paper);
            }
            Look::Tile(shown) => picture::tile(canvas, self.area, shown),
            Look::Die(pips) => picture::die(canvas, self.area, *pips),
            Look::Arrow(ink) => picture::arrow(canvas, self.area, *ink),
            Look::Tick(set) => picture::tick(canvas, self.area, *set),
        }
    }

    /// What tells it from another one in the same place.
    pub fn mark(&self) -> u64 {
        let mut hash = Fnv::new();
        self.hash(&mut hash);
        // Zero means that nothing is drawn yet.
        hash.finish().max(1)
    }
}

/// FNV-1a: short, and good enough to tell two texts apart; a display is drawn anew every minute in any case.
pub struct Fnv(u64);

impl Fnv {
    /// Of nothing.
    pub const fn new() -> Fnv {
        Fnv(0xcbf2_9ce4_8422_2325)
    }
}

impl Hasher for Fnv {
    fn write(&mut self, bytes: &[u8]) {
        for byte in bytes {
            self.0 = (self.0 ^ u64::from(*byte)).wrapping_mul(0x0000_0100_0000_01b3);
        }
    }

    fn finish(&self) -> u64 {
        self.0
    }
}

/// Fills part of a canvas.
pub fn fill(canvas: &mut Canvas, x: i32, y: i32, width: u32, height: u32, ink: Ink) {
    let area = Rectangle::new(Point::new(x, y), Size::new(width, height));
    let _ = canvas.fill_solid(&area, ink.colour());
}
