//! Pictures: tiles, dice, arrows, ticks. All drawn here, from circles, bars and letters.

use table_core::tile::{Face, Suit};
use table_core::view::Shown;

use crate::area::Area;
use crate::canvas::Canvas;
use crate::font::Type;
use crate::item::fill;
use crate::palette::Ink;

/// Size of a tile.
pub const TILE: (u16, u16) = (24, 34);
/// Size of a die.
pub const DIE: u16 = 30;

const NUMERALS: [&str; 9] = ["一", "二", "三", "四", "五", "六", "七", "八", "九"];
const HONOURS: [(&str, Ink); 6] = [
    ("東", Ink::Black),
    ("南", Ink::Black),
    ("西", Ink::Black),
    ("北", Ink::Black),
    ("中", Ink::Red),
    ("發", Ink::Green),
];
const FLOWERS: [&str; 8] = ["春", "夏", "秋", "冬", "梅", "蘭", "竹", "菊"];

/// Middles of the marks on a face of 20 by 30; a byte each, as there are some ninety of them.
type Marks = &'static [(u8, u8, Ink)];

/// Where dots lie, and how large they are.
const DOTS: [(u8, Marks); 9] = [
    (17, &[(10, 15, Ink::Blue)]),
    (11, &[(10, 7, Ink::Green), (10, 23, Ink::Blue)]),
    (9, &[(4, 4, Ink::Blue), (10, 15, Ink::Red), (16, 26, Ink::Green)]),
    (9, &[(4, 7, Ink::Blue), (15, 7, Ink::Green), (4, 23, Ink::Green), (15, 23, Ink::Blue)]),
    (
        7,
        &[
            (4, 6, Ink::Blue),
            (16, 6, Ink::Green),
            (10, 15, Ink::Red),
            (4, 24, Ink::Green),
            (16, 24, Ink::Blue),
        ],
    ),
    (
        7,
        &[
            (5, 5, Ink::Green),
            (15, 5, Ink::Green),
            (5, 15, Ink::Red),
            (15, 15, Ink::Red),
            (5, 25, Ink::Red),
            (15, 25, Ink::Red),
        ],
    ),
    (
        6,
        &[
            (3, 3, Ink::Green),
            (10, 7, Ink::Green),
            (17, 11, Ink::Green),
            (6, 18, Ink::Red),
            (14, 18, Ink::Red),
            (6, 26, Ink::Red),
            (14, 26, Ink::Red),
        ],
    ),
    (
        6,
        &[
            (6, 3, Ink::Blue),
            (14, 3, Ink::Blue),
            (6, 11, Ink::Blue),
            (14, 11, Ink::Blue),
            (6, 19, Ink::Blue),
            (14, 19, Ink::Blue),
            (6, 27, Ink::Blue),
            (14, 27, Ink::Blue),
        ],
    ),
    (
        6,
        &[
            (3, 5, Ink::Green),
            (10, 5, Ink::Green),
            (17, 5, Ink::Green),
            (3, 15, Ink::Red),
            (10, 15, Ink::Red),
            (17, 15, Ink::Red),
            (3, 25, Ink::Blue),
            (10, 25, Ink::Blue),
            (17, 25, Ink::Blue),
        ],
    ),
];

/// Where bamboo sticks stand on the face: middles, and how long they are. The one of bamboo is a bird.
const STICKS: [(u32, Marks); 8] = [
    (12, &[(10, 7, Ink::Green), (10, 23, Ink::Green)]),
    (12, &[(10, 7, Ink::Green), (4, 23, Ink::Green), (16, 23, Ink::Green)]),
    (12, &[(4, 7, Ink::Green), (16, 7, Ink::Green), (4, 23, Ink::Green), (16, 23, Ink::Green)]),
    (
        12,
        &[
            (3, 7, Ink::Green),
            (17, 7, Ink::Green),
            (10, 15, Ink::Red),
            (3, 23, Ink::Green),
            (17, 23, Ink::Green),
        ],
    ),
    (
        12,
        &[
            (3, 7, Ink::Green),
            (10, 7, Ink::Green),
            (17, 7, Ink::Green),
            (3, 23, Ink::Green),
            (10, 23, Ink::Green),
            (17, 23, Ink::Green),
        ],
    ),
    (
        8,
        &[
            (10, 4, Ink::Red),
            (3, 15, Ink::Green),
            (10, 15, Ink::Green),
            (17, 15, Ink::Green),
            (3, 25, Ink::Green),
            (10, 25, Ink::Green),
            (17, 25, Ink::Green),
        ],
    ),
    (
        12,
        &[
            (2, 7, Ink::Green),
            (7, 7, Ink::Green),
            (13, 7, Ink::Green),
            (18, 7, Ink::Green),
            (2, 23, Ink::Green),
            (7, 23, Ink::Green),
            (13, 23, Ink::Green),
            (18, 23, Ink::Green),
        ],
    ),
    (
        8,
        &[
            (3, 5, Ink::Green),
            (10, 5, Ink::Red),
            (17, 5, Ink::Green),
            (3, 15, Ink::Green),
            (10, 15, Ink::Red),
            (17, 15, Ink::Green),
            (3, 25, Ink::Green),
            (10, 25, Ink::Red),
            (17, 25, Ink::Green),
        ],
    ),
];

/// A tile, 24 by 34; the winning one has a frame, one of a concealed kong shows its back below.
pub fn tile(canvas: &mut Canvas, area: Area, shown: &Shown) {
    let (x, y) = (i32::from(area.x), i32::from(area.y));
    let edge = if shown.won { Ink::Turn } else { Ink::Edge };
    fill(canvas, x + 1, y, 22, 34, edge);
    fill(canvas, x, y + 1, 24, 32, edge);
    fill(canvas, x + 1, y + 1, 22, 32, if shown.won { Ink::Turn } else { Ink::Ivory });
    fill(canvas, x + 2, y + 2, 20, 30, Ink::Ivory);
    if !shown.won {
        fill(canvas, x + 1, y + 32, 22, 1, Ink::Edge);
    }
    face(canvas, x + 2, y + 2, shown.face);
    if shown.down {
        fill(canvas, x + 1, y + 28, 22, 5, Ink::Back);
    }
}

fn face(canvas: &mut Canvas, x: i32, y: i32, face: Face) {
    let rank = usize::from(face.rank().unwrap_or(1));
    match face.suit() {
        Some(Suit::Characters) => {
            let numeral = NUMERALS.get(rank - 1).copied().unwrap_or("");
            glyph(canvas, Type::Small, numeral, x + 10, y + 7, Ink::Black);
            glyph(canvas, Type::Small, "萬", x + 10, y + 22, Ink::Red);
        }
        Some(Suit::Dots) => {
            if let Some((size, dots)) = DOTS.get(rank - 1) {
                for &(dx, dy, ink) in *dots {
                    dot(canvas, x + i32::from(dx), y + i32::from(dy), *size, ink);
                }
            }
        }
        Some(Suit::Bamboo) => match rank.checked_sub(2).and_then(|at| STICKS.get(at)) {
            Some((long, sticks)) => {
                for &(dx, dy, ink) in *sticks {
                    stick(canvas, x + i32::from(dx), y + i32::from(dy), *long, ink);
                }
            }
            None => bird(canvas, x, y),
        },
        None if face == Face::WHITE => {
            fill(canvas, x + 2, y + 3, 16, 24, Ink::Blue);
            fill(canvas, x + 4, y + 5, 12, 20, Ink::Ivory);
            fill(canvas, x + 6, y + 7, 8, 16, Ink::Blue);
            fill(canvas, x + 7, y + 8, 6, 14, Ink::Ivory);
        }
        None if face.is_flower() => {
            let at = face.index() - Face::WHITE.index() - 1;
            let ink = if at < 4 { Ink::Red } else { Ink::Blue };
            let number = ["1", "2", "3", "4"].get(at % 4).copied().unwrap_or("");
            glyph(canvas, Type::Small, number, x + 5, y + 7, ink);
            blossom(canvas, x + 14, y + 7, ink);
            let name = FLOWERS.get(at).copied().unwrap_or("");
            glyph(canvas, Type::Small, name, x + 10, y + 22, Ink::Green);
        }
        None => {
            let at = face.index() - Face::EAST.index();
            let (name, ink) = HONOURS.get(at).copied().unwrap_or(("", Ink::Black));
            glyph(canvas, Type::Medium, name, x + 10, y + 15, ink);
        }
    }
}

fn glyph(canvas: &mut Canvas, sort: Type, text: &str, x: i32, y: i32, ink: Ink) {
    let left = x - i32::from(sort.width(text)) / 2;
    sort.paint(canvas, text, left, sort.baseline_about(y), ink, Ink::Ivory);
}

fn disc(canvas: &mut Canvas, x: i32, y: i32, size: u8, ink: Ink) {
    let size = i32::from(size);
    oval(canvas, (x - (size - 1) / 2, y - (size - 1) / 2), (size, size), ink);
}

/// An ellipse in a box with this corner and size, row by row.
fn oval(canvas: &mut Canvas, corner: (i32, i32), size: (i32, i32), ink: Ink) {
    let ((left, top), (wide, high)) = (corner, size);
    let (a, b) = (wide * wide, high * high);
    // The smallest circles are rounder without their corners.
    let limit = if wide == high && wide <= 4 { a * (a - wide / 2) } else { a * b };
    for row in 0..high {
        // From the centre, in half pixels.
        let y = 2 * row - (high - 1);
        let inside = |column: &i32| {
            let x = 2 * column - (wide - 1);
            b * x * x + a * y * y < limit
        };
        if let Some(column) = (0..wide).find(inside) {
            fill(canvas, left + column, top + row, (wide - 2 * column) as u32, 1, ink);
        }
    }
}

/// Row by row between its sides. The library's own can have thick sides with joints, which nobody needs here, and takes seven
/// kilobytes for them.
fn triangle(canvas: &mut Canvas, corners: [(i32, i32); 3], ink: Ink) {
    let mut corners = corners;
    corners.sort_unstable_by_key(|(x, y)| (*y, *x));
    let [high, middle, low] = corners;
    for y in high.1..=low.1 {
        let mut row = (i32::MAX, i32::MIN);
        for (from, to) in [(high, middle), (high, low), (middle, low)] {
            side(from, to, |at| {
                if at.1 == y {
                    row = (row.0.min(at.0), row.1.max(at.0));
                }
            });
        }
        let (left, right) = row;
        fill(canvas, left, y, (right - left + 1) as u32, 1, ink);
    }
}

/// The pixels of a line by Bresenham.
fn side(from: (i32, i32), to: (i32, i32), mut pixel: impl FnMut((i32, i32))) {
    let (across, down) = (to.0 - from.0, to.1 - from.1);
    let (far, near) = (across.abs().max(down.abs()), across.abs().min(down.abs()));
    let (right, below) = ((across.signum(), 0), (0, down.signum()));
    let (along, aside) = if far == across.abs() { (right, below) } else { (below, right) };
    let (mut at, mut error) = (from, 0);
    for _ in 0..=far {
        if error > far {
            error -= 2 * far;
            at = (at.0 + aside.0, at.1 + aside.1);
        }
        pixel(at);
        at = (at.0 + along.0, at.1 + along.1);
        error += 2 * near;
    }
}

fn dot(canvas: &mut Canvas, x: i32, y: i32, size: u8, ink: Ink) {
    disc(canvas, x, y, size, ink);
    match size {
        0..=7 => fill(canvas, x, y, 1, 1, Ink::Ivory),
        8..=12 => disc(canvas, x, y, 3, Ink::Ivory),
        _ => {
            disc(canvas, x, y, 13, Ink::Ivory);
            disc(canvas, x, y, 9, Ink::Red);
            disc(canvas, x, y, 3, Ink::Ivory);
        }
    }
}

/// Two joints of three pixels across.
fn stick(canvas: &mut Canvas, x: i32, y: i32, long: u32, ink: Ink) {
    let top = y - long as i32 / 2;
    fill(canvas, x - 1, top, 3, long, ink);
    fill(canvas, x, top + 1, 1, 1, Ink::Ivory);
    fill(canvas, x - 1, y, 3, 1, Ink::Ivory);
    fill(canvas, x, top + long as i32 - 2, 1, 1, Ink::Ivory);
}

fn bird(canvas: &mut Canvas, x: i32, y: i32) {
    let part = |canvas: &mut Canvas, points: [(i32, i32); 3], ink: Ink| {
        triangle(canvas, points.map(|(dx, dy)| (x + dx, y + dy)), ink);
    };
    part(canvas, [(9, 14), (2, 29), (8, 29)], Ink::Green);
    part(canvas, [(10, 14), (8, 29), (15, 29)], Ink::Red);
    oval(canvas, (x + 5, y + 7), (12, 13), Ink::Green);
    part(canvas, [(7, 10), (15, 12), (9, 17)], Ink::Blue);
    disc(canvas, x + 13, y + 6, 8, Ink::Red);
    part(canvas, [(16, 4), (20, 6), (16, 8)], Ink::Black);
    fill(canvas, x + 13, y + 4, 2, 2, Ink::Ivory);
}

fn blossom(canvas: &mut Canvas, x: i32, y: i32, ink: Ink) {
    for (dx, dy) in [(0, -3), (3, 0), (0, 3), (-3, 0)] {
        disc(canvas, x + dx, y + dy, 4, ink);
    }
    disc(canvas, x, y, 3, Ink::Turn);
}

/// A die; one and four are red (MCR 3.5.5.2).
pub fn die(canvas: &mut Canvas, area: Area, pips: u8) {
    let (x, y) = (i32::from(area.x), i32::from(area.y));
    let size = u32::from(DIE);
    fill(canvas, x + 2, y, size - 4, size, Ink::Ivory);
    fill(canvas, x, y + 2, size, size - 4, Ink::Ivory);
    fill(canvas, x + 1, y + 1, size - 2, size - 2, Ink::Ivory);
    let ink = if matches!(pips, 1 | 4) { Ink::Red } else { Ink::Blue };
    let places: &[(u8, u8)] = match pips {
        1 => &[(15, 15)],
        2 => &[(8, 8), (22, 22)],
        3 => &[(7, 7), (15, 15), (23, 23)],
        4 => &[(8, 8), (22, 8), (8, 22), (22, 22)],
        5 => &[(8, 8), (22, 8), (15, 15), (8, 22), (22, 22)],
        6 => &[(8, 7), (22, 7), (8, 15), (22, 15), (8, 23), (22, 23)],
        _ => &[],
    };
    let large = if pips == 1 { 11 } else { 7 };
    for &(dx, dy) in places {
        disc(canvas, x + i32::from(dx), y + i32::from(dy), large, ink);
    }
}

/// An arrow to the right.
pub fn arrow(canvas: &mut Canvas, area: Area, ink: Ink) {
    let (x, width) = (i32::from(area.x), i32::from(area.width));
    let y = i32::from(area.y) + i32::from(area.height) / 2;
    fill(canvas, x, y - 1, (width - 8) as u32, 3, ink);
    let points = [(width - 11, -7), (width - 11, 7), (width - 1, 0)];
    triangle(canvas, points.map(|(dx, dy)| (x + dx, y + dy)), ink);
}

/// A box with a tick, or without.
pub fn tick(canvas: &mut Canvas, area: Area, set: bool) {
    let (x, y) = (i32::from(area.x), i32::from(area.y));
    let ink = if set { Ink::Good } else { Ink::Line };
    fill(canvas, x, y, 18, 18, ink);
    if !set {
        fill(canvas, x + 2, y + 2, 14, 14, Ink::Card);
        return;
    }
    // Down to the right, then up: each column three pixels high.
    for (column, row) in [7, 8, 9, 10, 11, 10, 9, 8, 7, 6, 5, 4].into_iter().enumerate() {
        fill(canvas, x + 3 + column as i32, y + row, 1, 3, Ink::Black);
    }
}

#[cfg(test)]
mod tests {
    use embedded_graphics::Drawable;
    use embedded_graphics::prelude::{Point, Primitive, Size};
    use embedded_graphics::primitives::{
        Circle, Ellipse, PrimitiveStyle, StyledDrawable, Triangle,
    };

    use super::*;

    type Style = PrimitiveStyle<embedded_graphics::pixelcolor::Rgb565>;

    /// Whether both paint the same pixels.
    fn agree(
        ours: impl FnOnce(&mut Canvas),
        theirs: impl StyledDrawable<Style, Color = embedded_graphics::pixelcolor::Rgb565> + Primitive,
    ) -> bool {
        let (mut canvas, mut other) = (Canvas::new(), Canvas::new());
        for canvas in [&mut canvas, &mut other] {
            canvas.start(Area::new(0, 0, 32, 32), Ink::Ivory.colour());
        }
        ours(&mut canvas);
        let style = PrimitiveStyle::with_fill(Ink::Red.colour());
        let _ = theirs.into_styled(style).draw(&mut other);
        canvas.bytes() == other.bytes()
    }

    /// All on a grid of five by five, and those of the pictures.
    #[test]
    fn triangles_are_those_of_the_library() {
        let grid = |corner: i32| (1 + 5 * (corner % 5), 1 + 4 * (corner / 5));
        let all = (0..25 * 25 * 25).map(|n| [grid(n % 25), grid(n / 25 % 25), grid(n / 625)]);
        let drawn = [
            [(9, 14), (2, 29), (8, 29)],
            [(10, 14), (8, 29), (15, 29)],
            [(7, 10), (15, 12), (9, 17)],
            [(16, 4), (20, 6), (16, 8)],
            [(5, 0), (5, 14), (15, 7)],
        ];
        for corners in all.chain(drawn) {
            let [a, b, c] = corners.map(|(x, y)| Point::new(x, y));
            let ours = |canvas: &mut Canvas| triangle(canvas, corners, Ink::Red);
            assert!(agree(ours, Triangle::new(a, b, c)), "{corners:?}");
        }
    }

    #[test]
    fn circles_and_the_bird_are_those_of_the_library() {
        for size in 1..=28 {
            let circle = Circle::with_center(Point::new(15, 15), u32::from(size));
            let ours = |canvas: &mut Canvas| disc(canvas, 15, 15, size, Ink::Red);
            assert!(agree(ours, circle), "{size}");
        }
        // Thin ellipses differ in a pixel at their ends; the only one that is drawn is the bird's body.
        let body = Ellipse::new(Point::new(2, 3), Size::new(12, 13));
        let ours = |canvas: &mut Canvas| oval(canvas, (2, 3), (12, 13), Ink::Red);
        assert!(agree(ours, body));
    }
}
