//! Makes the panel's fonts from an outline font: every letter that the languages and the rule books use, and no other.
//!
//! The result is committed, so that a build needs no font. A font file is: height, baseline (a byte each), number of glyphs
//! (16 bits, low byte first); 48 chances (see [`Chances`]); for each glyph, ordered by code point: code point, place of its pixels
//! (16 bits each), width, height, distance from the pen to its left edge, from the baseline up to its top edge, step to the next
//! pen (a byte each); then the pixels of each glyph, row by row, in four levels from nothing to full, as an arithmetic code
//! ([`Code`]; `panel/src/font.rs` reads it).

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
    let mut pictures = vec![];
    for &letter in letters {
        ensure!(font.lookup_glyph_index(letter) != 0, "the font lacks {letter:?}");
        let (metrics, coverage) = font.rasterize(letter, sort.pixels);
        let levels = coverage.iter().map(|cover| ((u16::from(*cover) * 3 + 127) / 255) as u8);
        pictures.push((metrics.width, levels.collect::<Vec<u8>>()));
        glyphs.push((letter, metrics));
    }
    let chances = Chances::of(&pictures);
    let (mut rows, mut pixels) = (vec![], vec![]);
    for ((letter, metrics), (width, levels)) in glyphs.into_iter().zip(&pictures) {
        let code = u16::try_from(u32::from(letter)).context("a letter beyond the first plane")?;
        let place = u16::try_from(pixels.len()).context("more than 64 KiB of pixels")?;
        rows.extend(code.to_le_bytes());
        rows.extend(place.to_le_bytes());
        let top = metrics.ymin + metrics.height as i32;
        rows.extend([metrics.width as u8, metrics.height as u8]);
        rows.extend([metrics.xmin as i8 as u8, top as i8 as u8]);
        rows.push(metrics.advance_width.round() as u8);
        let mut code = Code::new();
        each(*width, levels, |context, level| {
            chances.questions(context, level).for_each(|(chance, yes)| code.bit(chance, yes));
        });
        pixels.extend(code.end());
    }
    let mut file = vec![(sort.pixels * 1.15).ceil() as u8, baseline];
    file.extend(u16::try_from(letters.len())?.to_le_bytes());
    file.extend(chances.0);
    file.extend(rows);
    file.extend(pixels);
    Ok(file)
}

/// Every pixel with the levels on its left and above it.
fn each(width: usize, levels: &[u8], mut see: impl FnMut(usize, u8)) {
    for (at, &level) in levels.iter().enumerate() {
        let left = if at % width > 0 { levels[at - 1] } else { 0 };
        let above = at.checked_sub(width).map_or(0, |above| levels[above]);
        see(usize::from(left) * 4 + usize::from(above), level);
    }
}

/// In how many cases of 256 a level is nothing; if not, full; if not, the lower of the two between: for each of the sixteen
/// pairs of levels on the left and above.
struct Chances([u8; 48]);

impl Chances {
    fn of(pictures: &[(usize, Vec<u8>)]) -> Chances {
        let mut counts = [[0u32; 4]; 16];
        for (width, levels) in pictures {
            each(*width, levels, |context, level| counts[context][usize::from(level)] += 1);
        }
        let share = |yes: u32, no: u32| (256 * (yes + 1) / (yes + no + 2)).clamp(1, 255) as u8;
        let mut chances = [0; 48];
        for (chances, [nothing, lower, higher, full]) in chances.chunks_mut(3).zip(counts) {
            let between = lower + higher;
            chances[0] = share(nothing, between + full);
            chances[1] = share(full, between);
            chances[2] = share(lower, higher);
        }
        Chances(chances)
    }

    /// The questions that lead to a level, with their chances and answers.
    fn questions(&self, context: usize, level: u8) -> impl Iterator<Item = (u8, bool)> {
        let asked = [(0, level == 0), (1, level == 3), (2, level == 1)];
        let last = asked.iter().position(|(_, yes)| *yes).unwrap_or(2);
        let chances = &self.0[context * 3..context * 3 + 3];
        asked.into_iter().take(last + 1).map(move |(at, yes)| (chances[at], yes))
    }
}

/// A binary arithmetic code: each bit cuts the interval from `low` to `high` in the proportion of its chance, and bytes that both
/// ends have in common are written.
struct Code {
    low: u32,
    high: u32,
    bytes: Vec<u8>,
}

impl Code {
    fn new() -> Code {
        Code { low: 0, high: u32::MAX, bytes: vec![] }
    }

    fn bit(&mut self, chance: u8, yes: bool) {
        let middle = self.low + ((self.high - self.low) >> 8) * u32::from(chance);
        if yes {
            self.high = middle;
        } else {
            self.low = middle + 1;
        }
        while self.low >> 24 == self.high >> 24 {
            self.bytes.push((self.low >> 24) as u8);
            self.low <<= 8;
            self.high = self.high << 8 | 0xFF;
        }
    }

    /// As few bytes as leave no doubt, whatever follows them.
    fn end(mut self) -> Vec<u8> {
        for count in 1..=4 {
            let open = u32::MAX.checked_shr(8 * count).unwrap_or(0);
            let value = self.low.checked_add(open).map_or(u32::MAX, |value| value) & !open;
            if value >= self.low && value | open <= self.high {
                self.bytes.extend(&value.to_be_bytes()[..count as usize]);
                break;
            }
        }
        self.bytes
    }
}
