//! Pages of a PDF: lines and text in the fonts that every reader has, so that nothing has to be embedded.

use pdf_writer::types::{CidFontType, SystemInfo};
use pdf_writer::{Content, Finish, Name, Pdf, Rect, Ref, Str, TextStr};

/// A4 in points.
pub const WIDTH: f32 = 595.0;
/// A4 in points.
pub const HEIGHT: f32 = 842.0;
/// Free on every side.
pub const MARGIN: f32 = 40.0;

const REGULAR: Name<'static> = Name(b"Regular");
const BOLD: Name<'static> = Name(b"Bold");
/// For names that Latin letters do not write.
const HAN: Name<'static> = Name(b"Han");

/// Advance widths of Helvetica from space to tilde, in thousandths of the size (Adobe's metrics of the font).
const ADVANCE: [u16; 95] = [
    278, 278, 355, 556, 556, 889, 667, 191, 333, 333, 389, 584, 278, 333, 278, 278, 556, 556, 556,
    556, 556, 556, 556, 556, 556, 556, 278, 278, 584, 584, 584, 556, 1015, 667, 667, 722, 722, 667,
    611, 778, 722, 278, 500, 667, 556, 833, 722, 778, 667, 778, 722, 667, 611, 722, 667, 944, 667,
    667, 611, 278, 278, 278, 469, 556, 333, 556, 556, 500, 556, 556, 278, 556, 556, 222, 222, 500,
    222, 833, 556, 556, 556, 556, 333, 500, 278, 556, 500, 722, 500, 500, 500, 334, 260, 334, 584,
];

/// How wide a text is in points.
fn width(text: &str, size: f32) -> f32 {
    let advance = |letter: char| match u32::from(letter) {
        code @ 32..=126 => ADVANCE[code as usize - 32],
        // Letters with accents are about as wide as without.
        160..=255 => 611,
        _ => 1000,
    };
    text.chars().map(|letter| f32::from(advance(letter))).sum::<f32>() * size / 1000.0
}

/// One page being drawn; the origin is the lower left corner.
pub struct Page(Content);

impl Page {
    /// An empty page.
    pub fn new() -> Page {
        let mut content = Content::new();
        content.set_line_width(0.6);
        Page(content)
    }

    /// A straight line.
    pub fn line(&mut self, from: (f32, f32), to: (f32, f32)) {
        self.0.move_to(from.0, from.1).line_to(to.0, to.1).stroke();
    }

    /// A grey field behind what follows.
    pub fn shade(&mut self, corner: (f32, f32), size: (f32, f32)) {
        self.0.save_state().set_fill_gray(0.92);
        self.0.rect(corner.0, corner.1, size.0, size.1).fill_nonzero().restore_state();
    }

    /// Text from a point to the right.
    pub fn text(&mut self, at: (f32, f32), size: f32, text: &str) {
        self.show(REGULAR, at, size, text);
    }

    /// The same in bold.
    pub fn bold(&mut self, at: (f32, f32), size: f32, text: &str) {
        self.show(BOLD, at, size, text);
    }

    /// Text that ends at a point.
    pub fn right(&mut self, at: (f32, f32), size: f32, text: &str) {
        self.text((at.0 - width(text, size), at.1), size, text);
    }

    /// Text that is drawn smaller if it would be wider than `room`.
    pub fn fitted(&mut self, at: (f32, f32), size: f32, room: f32, text: &str) {
        let wide = width(text, size);
        let size = if wide > room { size * room / wide } else { size };
        self.text(at, size, text);
    }

    /// Text in two lines if one is too narrow for it.
    pub fn in_two(&mut self, at: (f32, f32), size: f32, room: f32, text: &str) {
        let spaces = text.match_indices(' ').map(|(space, _)| space);
        let middle = spaces.min_by_key(|space| space.abs_diff(text.len() / 2));
        match middle {
            Some(space) if width(text, size) > room => {
                let (first, second) = text.split_at(space);
                self.fitted((at.0, at.1 + 1.0), size * 0.9, room, first);
                self.fitted((at.0, at.1 - size + 1.0), size * 0.9, room, second.trim_start());
            }
            _ => self.fitted(at, size, room, text),
        }
    }

    fn show(&mut self, font: Name<'_>, at: (f32, f32), size: f32, text: &str) {
        let latin: Option<Vec<u8>> =
            text.chars().map(|letter| u8::try_from(u32::from(letter)).ok()).collect();
        let (font, bytes) = match latin {
            Some(bytes) => (font, bytes),
            None => (HAN, text.encode_utf16().flat_map(u16::to_be_bytes).collect()),
        };
        self.0.begin_text().set_font(font, size).next_line(at.0, at.1);
        self.0.show(Str(&bytes)).end_text();
    }
}

/// The file.
pub fn document(title: &str, pages: Vec<Page>) -> Vec<u8> {
    let mut next = 0;
    let mut id = || {
        next += 1;
        Ref::new(next)
    };
    let (catalog, tree, info) = (id(), id(), id());
    let (regular, bold, han, glyphs, outline) = (id(), id(), id(), id(), id());
    let ids: Vec<(Ref, Ref)> = pages.iter().map(|_| (id(), id())).collect();

    let mut pdf = Pdf::new();
    pdf.catalog(catalog).pages(tree);
    pdf.document_info(info).title(TextStr(title));
    pdf.pages(tree).kids(ids.iter().map(|(page, _)| *page)).count(pages.len() as i32);
    for ((page, content), drawn) in ids.iter().zip(pages) {
        let mut page = pdf.page(*page);
        page.media_box(Rect::new(0.0, 0.0, WIDTH, HEIGHT)).parent(tree).contents(*content);
        page.resources().fonts().pair(REGULAR, regular).pair(BOLD, bold).pair(HAN, han);
        page.finish();
        pdf.stream(*content, &drawn.0.finish());
    }
    for (font, name) in [(regular, b"Helvetica".as_slice()), (bold, b"Helvetica-Bold")] {
        let encoding = Name(b"WinAnsiEncoding");
        pdf.type1_font(font).base_font(Name(name)).encoding_predefined(encoding);
    }
    // The standard Chinese font of readers, addressed by Unicode; not embedded either.
    let song = Name(b"STSong-Light");
    let encoding = Name(b"UniGB-UTF16-H");
    pdf.type0_font(han).base_font(song).encoding_predefined(encoding).descendant_font(glyphs);
    pdf.cid_font(glyphs)
        .subtype(CidFontType::Type0)
        .base_font(song)
        .system_info(SystemInfo { registry: Str(b"Adobe"), ordering: Str(b"GB1"), supplement: 5 })
        .font_descriptor(outline);
    pdf.font_descriptor(outline)
        .name(song)
        .flags(pdf_writer::types::FontFlags::SYMBOLIC)
        .bbox(Rect::new(-25.0, -254.0, 1000.0, 880.0))
        .italic_angle(0.0)
        .ascent(880.0)
        .descent(-120.0)
        .cap_height(880.0)
        .stem_v(93.0);
    pdf.finish()
}
