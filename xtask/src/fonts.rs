//! Makes the panel's fonts from an outline font: every letter that the languages and the rule books use, and no other.
//!
//! The result is committed, so that a build needs no font. A font file is: height, baseline (a byte each), number of glyphs
//! (16 bits, low byte first); for each glyph, ordered by code point: code point, place of its pixels (16 bits each), width,
//! height, distance from the pen to its left edge, from the baseline up to its top edge, step to the next pen (a byte each), 0;
//! then the pixels, two bits each, high bits first, without gaps.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};

use anyhow::{Context, Result, ensure};
use fontdue::{Font, FontSettings};
use table_core::rules::BOOKS;

/// Simplified Chinese in the collection.
const COLLECTION_INDEX: u32 = 2;
/// Painted on tiles.
const ON_TILES: &str = "一二三四五六七八九萬東南西北中發春夏秋冬梅蘭竹菊";
const FIGURES: &str = "0123456789+-: ";

/// A font to be made.
struct Sort {
    name: &'static str,
    bold: bool,
    pixels: f32,
    letters: fn(&Texts) -> BTreeSet<char>,
}

const SORTS: [Sort; 4] = [
    Sort { name: "small", bold: false, pixels: 16.0, letters: |texts| &texts.words | &texts.fans },
    Sort { name: "medium", bold: true, pixels: 23.0, letters: |texts| texts.words.clone() },
    Sort { name: "figures", bold: true, pixels: 32.0, letters: |_| FIGURES.chars().collect() },
    Sort { name: "large", bold: true, pixels: 60.0, letters: |_| FIGURES.chars().collect() },
];

/// The letters in use.
struct Texts {
    words: BTreeSet<char>,
    fans: BTreeSet<char>,
}

/// Makes all fonts from `NotoSansCJK-Regular.ttc` and `-Bold.ttc` in `folder`.
pub fn run(folder: &Path) -> Result<()> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..").join("panel");
    let texts = Texts::read(&root.join("lang"))?;
    let (regular, bold) = (open(folder, "Regular")?, open(folder, "Bold")?);
    for sort in SORTS {
        let font = if sort.bold { &bold } else { &regular };
        let bytes = draw(font, &sort, &(sort.letters)(&texts))?;
        let file = root.join("fonts").join(format!("{}.font", sort.name));
        fs::write(&file, &bytes).with_context(|| file.display().to_string())?;
        println!("{:<10}{:>8} bytes", sort.name, bytes.len());
    }
    Ok(())
}

fn open(folder: &Path, weight: &str) -> Result<Font> {
    let file: PathBuf = folder.join(format!("NotoSansCJK-{weight}.ttc"));
    let bytes = fs::read(&file).with_context(|| {
        format!("{}: install fonts-noto-cjk, or say where it is", file.display())
    })?;
    let settings = FontSettings { collection_index: COLLECTION_INDEX, ..FontSettings::default() };
    Font::from_bytes(bytes, settings).map_err(|why| anyhow::anyhow!("{}: {why}", file.display()))
}

impl Texts {
    fn read(folder: &Path) -> Result<Texts> {
        let mut words: BTreeSet<char> = (' '..='~').chain(ON_TILES.chars()).collect();
        let mut fans = BTreeSet::new();
        for entry in fs::read_dir(folder)? {
            let text = fs::read_to_string(entry?.path())?;
            for line in text.lines().filter(|line| !line.starts_with('#')) {
                let letters = line.split_once('=').map(|(_, text)| text).unwrap_or_default();
                words.extend(letters.chars());
            }
        }
        for book in BOOKS {
            let names = (0..=u8::MAX).filter_map(|number| book.name_of(number));
            names.for_each(|name| fans.extend(name.english.chars().chain(name.chinese.chars())));
        }
        Ok(Texts { words, fans })
    }
}

fn draw(font: &Font, sort: &Sort, letters: &BTreeSet<char>) -> Result<Vec<u8>> {
    let baseline = (sort.pixels * 0.88).round() as u8;
    let mut glyphs = vec![];
    let mut pixels: Vec<u8> = vec![];
    for &letter in letters {
        ensure!(font.lookup_glyph_index(letter) != 0, "the font lacks {letter:?}");
        let (metrics, coverage) = font.rasterize(letter, sort.pixels);
        let code = u16::try_from(u32::from(letter)).context("a letter beyond the first plane")?;
        let place = u16::try_from(pixels.len()).context("more than 64 KiB of pixels")?;
        glyphs.extend(code.to_le_bytes());
        glyphs.extend(place.to_le_bytes());
        let top = metrics.ymin + metrics.height as i32;
        glyphs.extend([metrics.width as u8, metrics.height as u8]);
        glyphs.extend([metrics.xmin as i8 as u8, top as i8 as u8]);
        glyphs.extend([metrics.advance_width.round() as u8, 0]);
        for four in coverage.chunks(4) {
            let levels = four.iter().map(|cover| (u16::from(*cover) * 3 + 127) / 255);
            let byte =
                levels.zip([6, 4, 2, 0]).fold(0, |byte, (level, shift)| byte | level << shift);
            pixels.push(byte as u8);
        }
    }
    let mut file = vec![(sort.pixels * 1.15).ceil() as u8, baseline];
    file.extend(u16::try_from(letters.len())?.to_le_bytes());
    file.extend(glyphs);
    file.extend(pixels);
    Ok(file)
}
