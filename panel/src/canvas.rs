//! A band of the screen in memory, in the bytes the display wants.

use core::convert::Infallible;

use embedded_graphics::Pixel;
use embedded_graphics::pixelcolor::{IntoStorage, Rgb565};
use embedded_graphics::prelude::{Dimensions, DrawTarget, Point, Size};
use embedded_graphics::primitives::Rectangle;

use crate::area::Area;

/// Bytes of a band: wide items get fewer rows, small ones are painted in one go.
pub const CANVAS_BYTES: usize = 6 * 1024;

/// Paints one band. What falls outside is cut off.
pub struct Canvas {
    area: Area,
    bytes: [u8; CANVAS_BYTES],
}

impl Default for Canvas {
    fn default() -> Canvas {
        Canvas::new()
    }
}

impl Canvas {
    /// Pixels of a band.
    pub const PIXELS: usize = CANVAS_BYTES / 2;

    /// Of no area yet.
    pub const fn new() -> Canvas {
        Canvas { area: Area::new(0, 0, 0, 0), bytes: [0; CANVAS_BYTES] }
    }

    /// Becomes this band, all in one colour.
    pub fn start(&mut self, area: Area, colour: Rgb565) {
        self.area = area;
        let pixel = colour.into_storage().to_be_bytes();
        for place in self.used_mut().chunks_exact_mut(2) {
            place.copy_from_slice(&pixel);
        }
    }

    /// The band.
    pub const fn area(&self) -> Area {
        self.area
    }

    /// Its pixels, row by row, the high byte of each first.
    pub fn bytes(&self) -> &[u8] {
        self.bytes.get(..self.used()).unwrap_or(&[])
    }

    fn used(&self) -> usize {
        (usize::from(self.area.width) * usize::from(self.area.height) * 2).min(CANVAS_BYTES)
    }

    fn used_mut(&mut self) -> &mut [u8] {
        let used = self.used();
        self.bytes.get_mut(..used).unwrap_or(&mut [])
    }

    /// Colours one pixel of the screen, if it is in the band.
    pub fn set(&mut self, x: i32, y: i32, colour: Rgb565) {
        let Area { x: left, y: top, width, height } = self.area;
        let (column, row) = (x - i32::from(left), y - i32::from(top));
        let inside =
            (0..i32::from(width)).contains(&column) && (0..i32::from(height)).contains(&row);
        if inside {
            let at = (row * i32::from(width) + column) as usize * 2;
            if let Some(place) = self.bytes.get_mut(at..at + 2) {
                place.copy_from_slice(&colour.into_storage().to_be_bytes());
            }
        }
    }

    /// Whether the whole band lies above a row of the screen.
    pub fn is_above(&self, y: i32) -> bool {
        y >= i32::from(self.area.y) + i32::from(self.area.height)
    }
}

impl Dimensions for Canvas {
    fn bounding_box(&self) -> Rectangle {
        let Area { x, y, width, height } = self.area;
        Rectangle::new(
            Point::new(i32::from(x), i32::from(y)),
            Size::new(u32::from(width), u32::from(height)),
        )
    }
}

impl DrawTarget for Canvas {
    type Color = Rgb565;
    type Error = Infallible;

    fn draw_iter<I>(&mut self, pixels: I) -> Result<(), Infallible>
    where
        I: IntoIterator<Item = Pixel<Rgb565>>,
    {
        for Pixel(Point { x, y }, colour) in pixels {
            self.set(x, y, colour);
        }
        Ok(())
    }

    fn fill_solid(&mut self, area: &Rectangle, colour: Rgb565) -> Result<(), Infallible> {
        let area = area.intersection(&self.bounding_box());
        let (left, width) = (area.top_left.x, area.size.width as usize);
        let pixel = colour.into_storage().to_be_bytes();
        for y in area.rows() {
            let row = (y - i32::from(self.area.y)) as usize * usize::from(self.area.width);
            let at = (row + (left - i32::from(self.area.x)) as usize) * 2;
            if let Some(places) = self.bytes.get_mut(at..at + width * 2) {
                places.chunks_exact_mut(2).for_each(|place| place.copy_from_slice(&pixel));
            }
        }
        Ok(())
    }
}
