//! Rectangles of the screen.

/// Pixels across.
pub const WIDTH: u16 = 480;
/// Pixels down.
pub const HEIGHT: u16 = 320;

/// A rectangle.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub struct Area {
    pub x: u16,
    pub y: u16,
    pub width: u16,
    pub height: u16,
}

impl Area {
    /// The whole screen.
    pub const SCREEN: Area = Area::new(0, 0, WIDTH, HEIGHT);

    /// From its left upper corner and its size.
    pub const fn new(x: u16, y: u16, width: u16, height: u16) -> Area {
        Area { x, y, width, height }
    }

    /// Whether both have a pixel in common.
    pub const fn meets(&self, other: &Area) -> bool {
        self.x < other.x + other.width
            && other.x < self.x + self.width
            && self.y < other.y + other.height
            && other.y < self.y + self.height
    }

    /// Pieces of at most so many pixels, from top to bottom.
    pub fn bands(self, pixels: usize) -> impl Iterator<Item = Area> {
        let rows = (pixels / usize::from(self.width).max(1)).clamp(1, usize::from(HEIGHT)) as u16;
        (0..self.height).step_by(usize::from(rows)).map(move |top| Area {
            y: self.y + top,
            height: rows.min(self.height - top),
            ..self
        })
    }
}
