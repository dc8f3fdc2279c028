//! The colours: light on dark, few, and never the only sign of anything.

use embedded_graphics::pixelcolor::{Rgb565, RgbColor};

/// A colour by its use.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[allow(missing_docs)]
pub enum Ink {
    Ground,
    Card,
    Line,
    Text,
    Faint,
    Turn,
    OnTurn,
    Good,
    Bad,
    Alarm,
    OnAlarm,
    Ivory,
    Edge,
    Black,
    Red,
    Green,
    Blue,
    Back,
}

impl Ink {
    /// As the display wants it.
    pub const fn colour(self) -> Rgb565 {
        let (red, green, blue) = match self {
            Ink::Ground => (0x0B, 0x12, 0x18),
            Ink::Card => (0x1B, 0x27, 0x31),
            Ink::Line => (0x39, 0x4A, 0x58),
            Ink::Text => (0xF2, 0xF5, 0xF7),
            Ink::Faint => (0x9F, 0xB0, 0xBC),
            Ink::Turn => (0xFF, 0xC8, 0x3D),
            Ink::OnTurn => (0x18, 0x14, 0x08),
            Ink::Good => (0x5F, 0xD3, 0x8D),
            Ink::Bad => (0xFF, 0x7B, 0x72),
            Ink::Alarm => (0xD4, 0x1F, 0x2D),
            Ink::OnAlarm => (0xFF, 0xFF, 0xFF),
            Ink::Ivory => (0xF7, 0xF2, 0xE3),
            Ink::Edge => (0xB9, 0xA9, 0x84),
            Ink::Black => (0x16, 0x1A, 0x1E),
            Ink::Red => (0xC4, 0x1E, 0x2A),
            Ink::Green => (0x0F, 0x7A, 0x3C),
            Ink::Blue => (0x1B, 0x4F, 0xA8),
            Ink::Back => (0x2E, 0x7D, 0x5B),
        };
        Rgb565::new(red >> 3, green >> 2, blue >> 3)
    }

    /// So many thirds of the way from `paper` to this ink.
    pub fn over(self, paper: Ink, thirds: u8) -> Rgb565 {
        let (ink, paper) = (self.colour(), paper.colour());
        let mix = |ink: u8, paper: u8| {
            let (ink, paper, thirds) = (u16::from(ink), u16::from(paper), u16::from(thirds.min(3)));
            ((ink * thirds + paper * (3 - thirds) + 1) / 3) as u8
        };
        Rgb565::new(mix(ink.r(), paper.r()), mix(ink.g(), paper.g()), mix(ink.b(), paper.b()))
    }
}
