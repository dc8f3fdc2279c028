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

/// Height, baseline, number of glyphs; then the chances of levels; then a row for each glyph.
const HEAD: usize = 4;
const CHANCES: usize = 48;
const GLYPH: usize = 9;
/// Widest glyph.
const WIDEST: usize = 64;

/// A font file.
struct Font(&'static [u8]);

/// One letter of it.
struct Glyph {
    pixels: Pixels,
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
        let from = HEAD + CHANCES + at * GLYPH;
        self.0.get(from..from + GLYPH)?.try_into().ok()
    }

    /// By halving.
    fn find(&self, letter: char) -> Option<Glyph> {
        let wanted = u16::try_from(u32::from(letter)).ok()?;
        let (mut low, mut high) = (0, self.count());
        while low < high {
            let middle = (low + high) / 2;
            let [a, b, c, d, width, height, left, top, step] = *self.row(middle)?;
            match u16::from_le_bytes([a, b]) {
                code if code < wanted => low = middle + 1,
                code if code > wanted => high = middle,
                _ => {
                    let from = HEAD + CHANCES + self.count() * GLYPH;
                    let from = from + usize::from(u16::from_le_bytes([c, d]));
                    let (left, top) = (left as i8, top as i8);
                    let chances = self.0.get(HEAD..HEAD + CHANCES)?;
                    return Some(Glyph {
                        pixels: Pixels::new(chances, self.0.get(from..)?),
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

/// The levels of a glyph's pixels, as they come out of the file. Each is foretold from the pixel on its left and the one above it,
/// and only what the forecast leaves open is in the file: a binary arithmetic code, a bit at a time.
struct Pixels {
    chances: &'static [u8],
    bytes: &'static [u8],
    low: u32,
    high: u32,
    value: u32,
}

impl Pixels {
    fn new(chances: &'static [u8], bytes: &'static [u8]) -> Pixels {
        let mut pixels = Pixels { chances, bytes, low: 0, high: u32::MAX, value: 0 };
        (0..4).for_each(|_| pixels.take());
        pixels
    }

    /// The next byte of the file; what is behind its end does not matter.
    fn take(&mut self) {
        let next = self.bytes.split_first();
        let (byte, rest) = next.map_or((0, self.bytes), |(byte, rest)| (*byte, rest));
        (self.value, self.bytes) = (self.value << 8 | u32::from(byte), rest);
    }

    /// One bit, which is set in so many cases of 256.
    fn bit(&mut self, chance: u8) -> bool {
        let middle = self.low + ((self.high - self.low) >> 8) * u32::from(chance);
        let set = self.value <= middle;
        if set {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while self.low >> 24 == self.high >> 24 {
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
            self.take();
        }
        set
    }

    /// The next level: is it nothing, else is it full, else is it the lower one?
    fn level(&mut self, left: u8, above: u8) -> u8 {
        let place = usize::from(left * 4 + above) * 3;
        let chance = |at: usize| self.chances.get(place + at).copied().unwrap_or(128);
        let [nothing, full, lower] = [0, 1, 2].map(chance);
        match () {
            () if self.bit(nothing) => 0,
            () if self.bit(full) => 3,
            () if self.bit(lower) => 1,
            () => 2,
        }
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

    /// What letters like g hang below the baseline, in this typeface.
    fn descent(self) -> i32 {
        match self {
            Type::Small | Type::Medium => (self.capitals() + 2) / 3,
            Type::Figures | Type::Large => 0,
        }
    }

    /// Where the baseline of a line lies: its capitals centred, but higher where what hangs below them would be cut off.
    pub fn baseline_in(self, y: u16, height: u16) -> i32 {
        let (y, height) = (i32::from(y), i32::from(height));
        self.baseline_about(y + height / 2).min(y + height - self.descent())
    }

    /// Where it lies if the capitals are centred about `middle`.
    pub fn baseline_about(self, middle: i32) -> i32 {
        middle + self.capitals() / 2
    }

    /// Paints `text` with its pen starting at `x` on `baseline`.
    pub fn paint(
        self,
        canvas: &mut Canvas,
        text: &str,
        x: i32,
        baseline: i32,
        ink: Ink,
        paper: Ink,
    ) {
        let levels = [1, 2, 3].map(|thirds| ink.over(paper, thirds));
        let mut pen = x;
        for letter in text.chars() {
            let Some(mut glyph) = self.font().find(letter) else {
                continue;
            };
            let (left, top) = (pen + i32::from(glyph.left), baseline - i32::from(glyph.top));
            let mut above = [0; WIDEST];
            for y in (top..).take(usize::from(glyph.height)) {
                if canvas.is_above(y) {
                    break;
                }
                let mut before = 0;
                let row = above.iter_mut().take(usize::from(glyph.width));
                for (x, level) in (left..).zip(row) {
                    *level = glyph.pixels.level(before, *level);
                    before = *level;
                    let colour = usize::from(before).checked_sub(1).and_then(|at| levels.get(at));
                    if let Some(colour) = colour {
                        canvas.set(x, y, *colour);
                    }
                }
            }
            pen += i32::from(glyph.step);
        }
    }
}
