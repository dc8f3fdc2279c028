//! Letters. The files are made by `cargo xtask fonts`, which documents their form.

use crate::canvas::Canvas;
use crate::palette::Ink;

/// A font.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Type {
    /// 16 pixels: lists and labels.
    Small,
    /// 23 pixels, bold: what is read from a distance.
    Medium,
    /// 32 pixels, figures only: points.
    Figures,
    /// 60 pixels, figures only: the turn clock.
    Large,
}

static SMALL: Font = Font(include_bytes!("../fonts/small.font"));
static MEDIUM: Font = Font(include_bytes!("../fonts/medium.font"));
static FIGURES: Font = Font(include_bytes!("../fonts/figures.font"));
static LARGE: Font = Font(include_bytes!("../fonts/large.font"));

const HEAD: usize = 4;
const GLYPH: usize = 10;

/// A font file.
struct Font(&'static [u8]);

/// One letter of it.
struct Glyph {
    pixels: &'static [u8],
    width: u8,
    height: u8,
    left: i8,
    top: i8,
    step: u8,
}

impl Font {
    fn count(&self) -> usize {
        match self.0 {
            [_, _, low, high, ..] => usize::from(u16::from_le_bytes([*low, *high])),
            _ => 0,
        }
    }

    fn row(&self, at: usize) -> Option<&'static [u8; GLYPH]> {
        let from = HEAD + at * GLYPH;
        self.0.get(from..from + GLYPH)?.try_into().ok()
    }

    /// By halving.
    fn find(&self, letter: char) -> Option<Glyph> {
        let wanted = u16::try_from(u32::from(letter)).ok()?;
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = (low + high) / 2;
            let [a, b, c, d, width, height, left, top, step, _] = *self.row(middle)?;
            match u16::from_le_bytes([a, b]) {
                code if code < wanted => low = middle + 1,
                code if code > wanted => high = middle,
                _ => {
                    let from =
                        HEAD + self.count() * GLYPH + usize::from(u16::from_le_bytes([c, d]));
                    let (left, top) = (left as i8, top as i8);
                    return Some(Glyph {
                        pixels: self.0.get(from..)?,
                        width,
                        height,
                        left,
                        top,
                        step,
                    });
                }
            }
        }
        None
    }
}

impl Type {
    fn font(self) -> &'static Font {
        match self {
            Type::Small => &SMALL,
            Type::Medium => &MEDIUM,
            Type::Figures => &FIGURES,
            Type::Large => &LARGE,
        }
    }

    /// From the top of a line to its baseline.
    fn baseline(self) -> i32 {
        self.font().0.get(1).copied().map_or(0, i32::from)
    }

    /// Of capital letters and figures.
    fn capitals(self) -> i32 {
        // Three quarters of what lies above the baseline, in this typeface.
        (self.baseline() * 5 + 3) / 6
    }

    /// Whether it has this letter.
    pub fn has(self, letter: char) -> bool {
        self.font().find(letter).is_some()
    }

    /// Pixels that `text` takes.
    pub fn width(self, text: &str) -> u16 {
        let steps = text.chars().filter_map(|letter| self.font().find(letter));
        steps.map(|glyph| u16::from(glyph.step)).sum()
    }

    /// Paints `text` with its pen starting at `x`, its capitals centred about `middle`.
    pub fn paint(self, canvas: &mut Canvas, text: &str, x: i32, middle: i32, ink: Ink, paper: Ink) {
        let levels = [1, 2, 3].map(|thirds| ink.over(paper, thirds));
        let baseline = middle + self.capitals() / 2;
        let mut pen = x;
        for letter in text.chars() {
            let Some(glyph) = self.font().find(letter) else {
                continue;
            };
            let (left, top) = (pen + i32::from(glyph.left), baseline - i32::from(glyph.top));
            for row in 0..usize::from(glyph.height) {
                let y = top + row as i32;
                if !canvas.has_row(y) {
                    continue;
                }
                for column in 0..usize::from(glyph.width) {
                    let at = row * usize::from(glyph.width) + column;
                    let byte = glyph.pixels.get(at / 4).copied().unwrap_or(0);
                    let level = byte >> (6 - at % 4 * 2) & 3;
                    if let Some(colour) =
                        usize::from(level).checked_sub(1).and_then(|at| levels.get(at))
                    {
                        canvas.set(left + column as i32, y, *colour);
                    }
                }
            }
            pen += i32::from(glyph.step);
        }
    }
}
