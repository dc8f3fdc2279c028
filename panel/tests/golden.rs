//! Every screen in every language, pixel by pixel. `GOLDEN=write cargo test -p panel` makes the pictures anew: look at them.

mod stage;

use std::fs::File;
use std::io::BufWriter;
use std::path::{Path, PathBuf};

use panel::{Area, Canvas, HEIGHT, LANGUAGES, Panel, WIDTH};
use stage::scenes;
use table_core::view::{Language, View};

/// What the display would show, three bytes a pixel.
struct Glass(Vec<u8>);

impl Glass {
    fn new() -> Glass {
        Glass(vec![0x55; usize::from(WIDTH) * usize::from(HEIGHT) * 3])
    }

    /// Draws what has changed, as the firmware does; how many pixels went over the bus.
    fn show(&mut self, panel: &mut Panel, view: &View) -> usize {
        let (mut canvas, mut pixels) = (Canvas::new(), 0);
        panel.update(view);
        loop {
            let few = panel.few(view);
            if few.is_empty() {
                return pixels;
            }
            for item in few {
                for band in item.area.bands(Canvas::PIXELS) {
                    item.paint(&mut canvas, band);
                    pixels += canvas.bytes().len() / 2;
                    self.blit(band, canvas.bytes());
                }
            }
        }
    }

    fn blit(&mut self, band: Area, bytes: &[u8]) {
        for (at, pixel) in bytes.chunks_exact(2).enumerate() {
            let (x, y) = (at % usize::from(band.width), at / usize::from(band.width));
            let place = (usize::from(band.y) + y) * usize::from(WIDTH) + usize::from(band.x) + x;
            let value = u16::from_be_bytes([pixel[0], pixel[1]]);
            let (red, green, blue) = (value >> 11, value >> 5 & 63, value & 31);
            let wide = [red << 3 | red >> 2, green << 2 | green >> 4, blue << 3 | blue >> 2];
            self.0[place * 3..place * 3 + 3].copy_from_slice(&wide.map(|part| part as u8));
        }
    }

    fn write(&self, file: &Path) {
        let out = BufWriter::new(File::create(file).unwrap());
        let mut encoder = png::Encoder::new(out, u32::from(WIDTH), u32::from(HEIGHT));
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_compression(png::Compression::High);
        encoder.write_header().unwrap().write_image_data(&self.0).unwrap();
    }

    fn read(file: &Path) -> Option<Glass> {
        let decoder = png::Decoder::new(std::io::BufReader::new(File::open(file).ok()?));
        let mut reader = decoder.read_info().ok()?;
        let mut bytes = vec![0; reader.output_buffer_size()?];
        reader.next_frame(&mut bytes).ok()?;
        Some(Glass(bytes))
    }
}

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/golden")
}

#[test]
fn every_screen_in_every_language_is_as_it_was_approved() {
    let mut wrong = vec![];
    for (number, language) in LANGUAGES.iter().enumerate() {
        for (name, view) in scenes(Language(number as u8)) {
            let mut glass = Glass::new();
            glass.show(&mut Panel::new(), &view);
            let file = format!("{name}-{number}.png");
            let golden = folder().join(&file);
            if std::env::var_os("GOLDEN").is_some_and(|what| what == "write") {
                glass.write(&golden);
            } else if Glass::read(&golden).is_none_or(|golden| golden.0 != glass.0) {
                glass.write(&Path::new(env!("CARGO_TARGET_TMPDIR")).join(&file));
                wrong.push(format!("{file} ({})", language.name));
            }
        }
    }
    let tmp = env!("CARGO_TARGET_TMPDIR");
    assert!(wrong.is_empty(), "differ from tests/golden, see {tmp}: {wrong:#?}");
}

#[test]
fn what_is_left_after_any_change_of_screens_is_what_a_fresh_screen_would_show() {
    let all: Vec<_> =
        (0..LANGUAGES.len()).flat_map(|number| scenes(Language(number as u8))).collect();
    let (mut panel, mut glass) = (Panel::new(), Glass::new());
    // Every scene after every other one would take long; two strides meet enough of them.
    for stride in [1, 7] {
        for at in 0..all.len() {
            let (name, view) = &all[at * stride % all.len()];
            glass.show(&mut panel, view);
            let mut fresh = Glass::new();
            fresh.show(&mut Panel::new(), view);
            assert!(glass.0 == fresh.0, "{name} after something else (stride {stride}, {at})");
        }
    }
}

#[test]
fn nothing_new_draws_nothing_and_a_second_draws_little() {
    let (before, after) = stage::one_second();
    let (mut panel, mut glass) = (Panel::new(), Glass::new());
    let full = glass.show(&mut panel, &before);
    assert!(full >= usize::from(WIDTH) * usize::from(HEIGHT));
    assert_eq!(glass.show(&mut panel, &before), 0);
    let tick = glass.show(&mut panel, &after);
    println!("full redraw {full} pixels, tick {tick} pixels");
    assert!(tick > 0 && tick * 10 < full, "{tick} of {full} pixels");
}
