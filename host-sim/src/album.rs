//! Pictures of what people see at the table: the screen as its chip holds it, and the seats' digits below it.

use std::fs::{self, File};
use std::io::{self, BufWriter};
use std::path::{Path, PathBuf};

use crate::chips::Micros;
use crate::chips::max7219::Max7219Chain;
use crate::chips::st7796::{SIZE, St7796Chip};

/// Height of the digits below the screen.
const DIGITS_HEIGHT: usize = 44;
const LIT: [u8; 3] = [0xFF, 0x3B, 0x30];
const UNLIT: [u8; 3] = [0x2A, 0x10, 0x10];
const CASE: [u8; 3] = [0x12, 0x0A, 0x0A];
/// A dark screen.
const DARK: [u8; 3] = [0x20, 0x20, 0x20];

/// Takes a picture whenever something has changed, but not more often than told.
#[derive(Debug)]
pub struct Album {
    folder: PathBuf,
    every: Micros,
    next: Micros,
    last: Option<Picture>,
    failed: Option<io::Error>,
}

impl Album {
    /// Into `folder`, which is made if it is not there.
    pub fn new(folder: &Path, every: Micros) -> io::Result<Album> {
        fs::create_dir_all(folder)?;
        Ok(Album { folder: folder.to_owned(), every, next: 0, last: None, failed: None })
    }

    /// Why pictures are missing.
    pub fn failed(&self) -> Option<&io::Error> {
        self.failed.as_ref()
    }

    /// It is now `now` and this is what there is to see.
    pub fn look(&mut self, now: Micros, screen: &St7796Chip, digits: &Max7219Chain) {
        if now < self.next || self.failed.is_some() {
            return;
        }
        self.next = now - now % self.every + self.every;
        let picture = Picture::take(screen, digits);
        if self.last.as_ref() != Some(&picture) {
            let file = self.folder.join(format!(
                "panel-{:07}.{:03}.png",
                now / 1_000_000,
                now / 1_000 % 1_000
            ));
            self.failed = picture.write(&file).err();
            self.last = Some(picture);
        }
    }
}

/// One picture, three bytes a pixel.
#[derive(Debug, PartialEq, Eq)]
pub struct Picture(Vec<u8>);

impl Picture {
    /// Of the screen and the digits below it.
    pub fn take(screen: &St7796Chip, digits: &Max7219Chain) -> Picture {
        let (width, height) = SIZE;
        let mut picture = Picture(CASE.repeat(width * (height + DIGITS_HEIGHT)));
        for at in 0..width * height {
            let colour = screen.glass().map_or(DARK, |glass| {
                let (red, green, blue) = (glass[at] >> 11, glass[at] >> 5 & 63, glass[at] & 31);
                [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2]
                    .map(|part| part as u8)
            });
            picture.0[at * 3..at * 3 + 3].copy_from_slice(&colour);
        }
        for (seat, module) in digits.modules().iter().enumerate() {
            // The rightmost digit comes first.
            for (place, segments) in module.lit().into_iter().rev().enumerate() {
                picture.digit(6 + seat * 119 + place * 14, height + 9, segments);
            }
        }
        picture
    }

    /// Seven segments in ten by twenty-six pixels; bits are DP A B C D E F G.
    fn digit(&mut self, x: usize, y: usize, segments: u8) {
        let bars = [
            (6, 2, 0, 6, 2),
            (5, 8, 2, 2, 10),
            (4, 8, 14, 2, 10),
            (3, 2, 24, 6, 2),
            (2, 0, 14, 2, 10),
            (1, 0, 2, 2, 10),
            (0, 2, 12, 6, 2),
            (7, 10, 24, 2, 2),
        ];
        for (bit, dx, dy, width, height) in bars {
            let colour = if segments >> bit & 1 == 1 { LIT } else { UNLIT };
            for row in y + dy..y + dy + height {
                let at = (row * SIZE.0 + x + dx) * 3;
                self.0[at..at + width * 3].copy_from_slice(&colour.repeat(width));
            }
        }
    }

    /// As a PNG file.
    pub fn write(&self, file: &Path) -> io::Result<()> {
        let out = BufWriter::new(File::create(file)?);
        let mut encoder = png::Encoder::new(out, SIZE.0 as u32, (SIZE.1 + DIGITS_HEIGHT) as u32);
        encoder.set_color(png::ColorType::Rgb);
        encoder.write_header()?.write_image_data(&self.0)?;
        Ok(())
    }
}
