//! Pictures of the terminal for the documents, from the same screens that tests compare.

use std::fs;
use std::io::BufWriter;
use std::path::Path;

use anyhow::{Context, Result, ensure};
use fontdue::{Font, FontSettings};

use crate::images::root;

/// Screens in `tests/golden/screen/`, and the pictures in `docs/img/` that are made of them.
const PICTURES: [(&str, &str); 2] =
    [("middle.txt", "watch.png"), ("referee-result.txt", "terminal.png")];
const LETTER: f32 = 15.0;
const MARGIN: usize = 8;
const INK: [u8; 3] = [220, 223, 228];
const PAPER: [u8; 3] = [24, 26, 31];

/// Draws all of them with a font of fixed width.
pub fn run(font: &Path) -> Result<()> {
    let advice = "name a font of fixed width (Debian: package fonts-dejavu-core)";
    let bytes =
        fs::read(font).with_context(|| format!("{} cannot be read: {advice}", font.display()))?;
    let font = Font::from_bytes(bytes, FontSettings::default()).map_err(anyhow::Error::msg)?;
    for (screen, picture) in PICTURES {
        let text = fs::read_to_string(root().join("tests/golden/screen").join(screen))?;
        let (width, pixels) = draw(&font, &text)?;
        let file = root().join("docs/img").join(picture);
        let out = BufWriter::new(fs::File::create(&file)?);
        let height = pixels.len() / 3 / width;
        let mut encoder = png::Encoder::new(out, u32::try_from(width)?, u32::try_from(height)?);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header()?.write_image_data(&pixels)?;
        println!("docs/img/{picture}");
    }
    Ok(())
}

/// Every letter in its cell; the picture's width, and its pixels row by row.
fn draw(font: &Font, text: &str) -> Result<(usize, Vec<u8>)> {
    let lines = font.horizontal_line_metrics(LETTER).context("the font has no lines")?;
    let cell = font.metrics('M', LETTER).advance_width;
    ensure!(cell == font.metrics('i', LETTER).advance_width, "the font is not of fixed width");
    let line = (lines.ascent - lines.descent).round();
    let columns = text.lines().map(|line| line.chars().count()).max().unwrap_or(0);
    let width = (columns as f32 * cell).ceil() as usize + 2 * MARGIN;
    let height = text.lines().count() * line as usize + 2 * MARGIN;
    let mut pixels = PAPER.repeat(width * height);
    for (row, letters) in text.lines().enumerate() {
        let base = MARGIN as i32 + (row as f32 * line + lines.ascent).round() as i32;
        for (column, letter) in letters.chars().enumerate() {
            let (glyph, cover) = font.rasterize(letter, LETTER);
            let left = MARGIN as i32 + (column as f32 * cell).round() as i32 + glyph.xmin;
            let top = base - glyph.ymin - glyph.height as i32;
            for (at, &share) in cover.iter().enumerate() {
                let x = left + (at % glyph.width) as i32;
                let y = top + (at / glyph.width) as i32;
                let (Ok(x), Ok(y)) = (usize::try_from(x), usize::try_from(y)) else {
                    continue;
                };
                if x < width && y < height {
                    let pixel = (y * width + x) * 3;
                    ink(&mut pixels[pixel..pixel + 3], share);
                }
            }
        }
    }
    Ok((width, pixels))
}

/// Where two cells touch, the stronger of both.
fn ink(pixel: &mut [u8], share: u8) {
    for (value, (ink, paper)) in pixel.iter_mut().zip(INK.into_iter().zip(PAPER)) {
        let mixed = u32::from(paper) + u32::from(ink - paper) * u32::from(share) / 255;
        *value = (*value).max(mixed as u8);
    }
}
