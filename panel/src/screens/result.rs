//! How a hand ended: the winner's tiles by sets, every fan with the sets that make it, who pays whom and why.

use table_core::game::Way;
use table_core::rules::shape::Parts;
use table_core::rules::{Line, Points};
use table_core::seat::Seat;
use table_core::view::{Agreement, End, Group, Head, LINES_A_PAGE, Paid, Pay, Result, View, Win};

use super::common::{head, letter, seat_name, seat_wind};
use crate::area::Area;
use crate::font::Type;
use crate::item::Look;
use crate::layout::{Page, Style};
use crate::palette::Ink;
use crate::picture::TILE;
use crate::text::{Text, add, fill, joined, number, signed, text};
use crate::words::Word;

/// Names of the sets, below the tiles and beside the fan.
const SETS: [&str; 4] = ["A", "B", "C", "D"];
/// The tiles that make no set but a straight.
const STRAIGHT: &str = "S";
const BETWEEN_GROUPS: u16 = 8;
/// Room for who won, and for what the hand is worth.
pub const WINNER: u16 = 324;
pub const WORTH: u16 = 140;
const LIST: u16 = 131;
const ROW: u16 = 18;

/// Results that are laid out alike.
pub fn kind_of(result: &Result) -> &'static str {
    match (&result.end, result.agreement) {
        (End::Won(_), Agreement::Waits(_)) => "result",
        (End::Won(_), _) => "agreed",
        _ => "nobody",
    }
}

/// Draws it.
pub fn result(page: &mut Page<'_>, view: &View, result: &Result) {
    let Some(it) = &view.head else {
        return;
    };
    head(page, it);
    match &result.end {
        End::Won(win) => won(page, it, win),
        End::Drawn => nobody(page, Word::DrawnHand, Word::DrawnHandWhy),
        End::Void => nobody(page, Word::VoidHand, Word::VoidHandWhy),
        End::Again => nobody(page, Word::AgainHand, Word::AgainHandWhy),
    }
    for (seat, column) in Seat::ALL.into_iter().zip(0..) {
        total(page, it, seat, column, result);
    }
    agreement(page, it, result.agreement);
}

fn won(page: &mut Page<'_>, head: &Head, win: &Win) {
    let name = |seat| seat_name(page.words, Some(head), seat);
    let seat = name(win.seat);
    let title = match win.way {
        Way::SelfDrawn => fill(page.say(Word::WinsSelf), &[("seat", &seat)]),
        Way::Discard { from } => {
            fill(page.say(Word::WinsDiscard), &[("seat", &seat), ("from", &name(from))])
        }
        Way::Robbing { from } => {
            fill(page.say(Word::WinsRobbing), &[("seat", &seat), ("from", &name(from))])
        }
    };
    page.text(Area::new(8, 36, WINNER, 26), &title, Style::MEDIUM.ink(Ink::Turn));
    let unit = if is_mcr(head) { Word::UnitMcr } else { Word::UnitGghk };
    let worth = fill(page.say(unit), &[("n", &number(win.worth))]);
    let worth = if win.limited { fill(page.say(Word::UnitLimit), &[("n", &worth)]) } else { worth };
    page.text(Area::new(474 - WORTH, 36, WORTH, 26), &worth, Style::MEDIUM.right());
    tiles(page, win);
    list(page, head, win);
    let label = page.say(Word::Payments);
    page.text(Area::new(318, LIST - 17, 156, 17), label, Style::SMALL.ink(Ink::Faint));
    for row in 0..3 {
        match win.paid.get(usize::from(row)) {
            Some(paid) => payment(page, head, win, &paid, LIST + row * 42),
            None => page.plain(Area::new(318, LIST + row * 42, 156, 42), Ink::Ground),
        }
    }
}

fn is_mcr(head: &Head) -> bool {
    head.rules.book().is_some_and(|book| book.id() == "mcr")
}

fn tiles(page: &mut Page<'_>, win: &Win) {
    const TOP: u16 = 63;
    let (width, height) = TILE;
    let mut x = 8;
    let mut group: Option<(Group, u16)> = None;
    page.plain(Area::new(4, TOP, 472, height + 16), Ink::Ground);
    for shown in win.tiles.iter() {
        match group {
            Some((known, from)) if known != shown.group => {
                label(page, known, from, x);
                x += BETWEEN_GROUPS;
                group = Some((shown.group, x));
            }
            Some(_) => {}
            None => group = Some((shown.group, x)),
        }
        page.picture(Area::new(x, TOP, width, height), Look::Tile(shown), Ink::Ground);
        x += width;
    }
    if let Some((known, from)) = group {
        label(page, known, from, x);
    }
}

fn label(page: &mut Page<'_>, group: Group, from: u16, to: u16) {
    let name = match group {
        Group::Set(number) => SETS.get(usize::from(number)).copied().unwrap_or(""),
        Group::Pair => page.say(Word::Pair),
        Group::Loose => return,
    };
    let style = Style::SMALL.ink(Ink::Faint).centred();
    page.text(Area::new(from, 97, to - from, 18), name, style);
}

fn list(page: &mut Page<'_>, head: &Head, win: &Win) {
    let title = page.say(if is_mcr(head) { Word::FanMcr } else { Word::FanGghk });
    let faint = Style::SMALL.ink(Ink::Faint);
    page.text(Area::new(8, LIST - 17, 150, 17), title, faint);
    let (first, last) = win.page;
    let pages = match last {
        0..=1 => Text::new(),
        _ => joined(&[&number(first), "/", &number(last)]),
    };
    page.text(Area::new(160, LIST - 17, 60, 17), &pages, faint.centred());
    page.text(Area::new(230, LIST - 17, 76, 17), page.say(Word::Basis), faint.right());
    for (row, at) in (0..LINES_A_PAGE).zip(0..) {
        let y = LIST + at * ROW;
        let line = win.lines.get(row);
        let worth = line.map_or_else(Text::new, |line| number(line.worth));
        page.text(Area::new(8, y, 28, ROW), &worth, Style::SMALL.ink(Ink::Turn).right());
        let name = line.map_or_else(Text::new, |line| named(page, head, &line));
        let basis = line.map_or_else(Text::new, |line| basis(page, head, &line, win));
        // Long names have short reasons.
        let narrow = Type::Small.width(&basis).min(100);
        page.text(Area::new(44, y, 256 - narrow, ROW), &name, Style::SMALL);
        page.text(Area::new(306 - narrow, y, narrow, ROW), &basis, faint.right());
    }
}

fn named(page: &Page<'_>, head: &Head, line: &Line) -> Text {
    let name = head.rules.book().map_or("", |book| page.words.fan(book, line.number));
    let mut out = fill(name, &[]);
    if line.times > 1 {
        add(&mut out, " x");
        add(&mut out, &number(line.times));
    }
    out
}

/// The sets that make a fan, by their letters; or what else does.
fn basis(page: &Page<'_>, head: &Head, line: &Line, win: &Win) -> Text {
    if head.rules.book().and_then(|book| book.flowers()) == Some(line.number) {
        return fill(page.say(Word::Flowers), &[("n", &number(win.flowers))]);
    }
    let parts = line.parts;
    let sets = win.tiles.iter().filter_map(|shown| match shown.group {
        Group::Set(number) => Some(Parts::set(usize::from(number))),
        Group::Pair => Some(Parts::PAIR),
        Group::Loose => None,
    });
    let all = sets.fold(Parts::NONE, Parts::or);
    if all.is_empty() {
        return Text::new();
    }
    if parts.is_empty() {
        return fill(page.say(Word::TheWin), &[]);
    }
    if parts.covers(all) {
        return fill(page.say(Word::WholeHand), &[]);
    }
    let mut out = Text::new();
    let letters = parts.sets().filter_map(|set| SETS.get(set).copied());
    let straight = parts.meets(Parts::STRAIGHT).then_some(STRAIGHT);
    let pair = parts.meets(Parts::PAIR).then(|| page.say(Word::Pair));
    for (at, part) in letters.chain(straight).chain(pair).enumerate() {
        add(&mut out, if at > 0 { " " } else { "" });
        add(&mut out, part);
    }
    out
}

fn badge(page: &mut Page<'_>, head: &Head, seat: Seat, area: Area, paper: Ink, ink: Ink) {
    let name = seat_wind(Some(head), seat).map_or("", |wind| letter(page.words, wind));
    page.text(area, name, Style::MEDIUM.on(paper).ink(ink).centred());
}

fn payment(page: &mut Page<'_>, head: &Head, win: &Win, paid: &Paid, y: u16) {
    badge(page, head, paid.from, Area::new(318, y, 25, 24), Ink::Line, Ink::Text);
    page.picture(Area::new(347, y, 32, 24), Look::Arrow(Ink::Bad), Ink::Ground);
    badge(page, head, paid.to, Area::new(383, y, 25, 24), Ink::Turn, Ink::OnTurn);
    let points = number(paid.points.0);
    page.text(Area::new(410, y, 64, 24), &points, Style::MEDIUM.right());
    let why = why(page, head, win, paid);
    page.text(Area::new(318, y + 24, 156, 18), &why, Style::SMALL.ink(Ink::Faint));
}

/// Why, and for MCR the sum behind it: the base of eight and what the hand is worth (MCR 3.9.1.3).
fn why(page: &Page<'_>, head: &Head, win: &Win, paid: &Paid) -> Text {
    let word = match paid.why {
        Pay::SelfDrawn => Word::WhySelf,
        Pay::Discarded => Word::WhyDiscarded,
        Pay::Base => Word::WhyBase,
        Pay::Robbed => Word::WhyRobbed,
        Pay::FourthSet => Word::WhyFourth,
        Pay::Dragons => Word::WhyDragons,
        Pay::Ruled => Word::WhyRuled,
    };
    let word = page.say(word);
    let Points(points) = paid.points;
    let base = points - i32::from(win.worth);
    if is_mcr(head) && base > 0 && !matches!(paid.why, Pay::Base | Pay::Ruled) {
        return joined(&[word, ": ", &number(base), " + ", &number(win.worth)]);
    }
    if !is_mcr(head) && paid.why != Pay::Ruled {
        let worth = fill(page.say(Word::UnitGghk), &[("n", &number(win.worth))]);
        return joined(&[word, ": ", &worth]);
    }
    text(word)
}

fn nobody(page: &mut Page<'_>, title: Word, why: Word) {
    let area = Area::new(8, 120, 464, 36);
    page.text(area, page.say(title), Style::MEDIUM.ink(Ink::Turn).centred());
    page.text(Area::new(8, 160, 464, 30), page.say(why), Style::MEDIUM.centred());
}

fn total(page: &mut Page<'_>, head: &Head, seat: Seat, column: u16, result: &Result) {
    let x = 6 + column * 118;
    let points = result.totals.get(seat.index()).copied().unwrap_or_default();
    let change = result.change.get(seat.index()).copied().unwrap_or_default();
    page.plain(Area::new(x, 258, 114, 31), Ink::Card);
    badge(page, head, seat, Area::new(x, 258, 24, 31), Ink::Line, Ink::Text);
    let sum = Style::MEDIUM.on(Ink::Card).right();
    page.text(Area::new(x + 25, 258, 52, 31), &number(points.0), sum);
    let ink = match change.0 {
        ..0 => Ink::Bad,
        0 => Ink::Faint,
        1.. => Ink::Good,
    };
    let text = signed(change.0);
    page.text(Area::new(x + 77, 258, 36, 31), &text, Style::SMALL.on(Ink::Card).ink(ink).right());
}

fn agreement(page: &mut Page<'_>, head: &Head, agreement: Agreement) {
    let (word, ink) = match agreement {
        Agreement::Waits(_) => (Word::AgreeWait, Ink::Text),
        Agreement::Seats => (Word::AgreeSeats, Ink::Good),
        Agreement::Referee => (Word::AgreeReferee, Ink::Good),
    };
    let room = if matches!(agreement, Agreement::Waits(_)) { 274 } else { 464 };
    page.text(Area::new(8, 291, room, 24), page.say(word), Style::MEDIUM.ink(ink));
    let Agreement::Waits(agreed) = agreement else {
        return;
    };
    for ((seat, agreed), column) in Seat::ALL.into_iter().zip(agreed).zip(0..) {
        let x = 286 + column * 48;
        badge(page, head, seat, Area::new(x, 291, 24, 24), Ink::Ground, Ink::Text);
        page.picture(Area::new(x + 26, 294, 18, 18), Look::Tick(agreed), Ink::Ground);
    }
}
