//! A hand: four seats around a clock, as they sit around the table.

use table_core::seat::Seat;
use table_core::view::{Clock, Head, Playing, SeatView, View, Waits};

use super::common::{head, letter, seat_name, short};
use crate::area::Area;
use crate::font::Type;
use crate::item::Look;
use crate::layout::{Page, Style};
use crate::palette::Ink;
use crate::picture::DIE;
use crate::text::{Text, fill, number};
use crate::words::Word;

/// Seconds left from which a turn clock warns.
const SOON: u32 = 3;

/// The seats' cards: the first below, the others anticlockwise, as seen from the first seat's side.
const CARDS: [Area; 4] = [
    Area::new(162, 214, 156, 62),
    Area::new(318, 141, 156, 62),
    Area::new(162, 68, 156, 62),
    Area::new(6, 141, 156, 62),
];

/// Draws it.
pub fn playing(page: &mut Page<'_>, view: &View, playing: &Playing) {
    let Some(it) = &view.head else {
        return;
    };
    head(page, it);
    let waits = waiting(page, it, playing.waits);
    page.text(Area::new(6, 36, 468, 30), &waits, Style::MEDIUM.ink(Ink::Turn).centred());
    for ((seat, area), shown) in Seat::ALL.into_iter().zip(CARDS).zip(&it.seats) {
        card(page, area, shown, playing.turn == Some(seat));
    }
    clock(page, playing.clock);
    wall(page, playing.wall);
    dice(page, it, playing);
}

fn card(page: &mut Page<'_>, area: Area, seat: &SeatView, in_turn: bool) {
    let Area { x, y, width, height } = area;
    let (paper, ink) = if in_turn { (Ink::Turn, Ink::OnTurn) } else { (Ink::Card, Ink::Text) };
    page.plain(area, paper);
    let badge = if in_turn { Ink::OnTurn } else { Ink::Line };
    let style = Style::MEDIUM.on(badge).ink(if in_turn { Ink::Turn } else { Ink::Text });
    page.text(
        Area::new(x + 4, y + 4, 36, height - 8),
        letter(page.words, seat.wind),
        style.centred(),
    );
    if seat.dead {
        let style = Style::SMALL.on(Ink::Alarm).ink(Ink::OnAlarm).centred();
        page.text(Area::new(x + 44, y + 4, width - 48, 20), page.say(Word::Dead), style);
    } else {
        let count = number(i64::from(seat.number.0));
        let name = fill(page.say(Word::Player), &[("n", &count)]);
        let faint = if in_turn { Ink::OnTurn } else { Ink::Faint };
        page.text(
            Area::new(x + 44, y + 4, width - 48, 20),
            &name,
            Style::SMALL.on(paper).ink(faint),
        );
    }
    let points = number(seat.points.0);
    let figures = Style::MEDIUM.in_type(Type::Figures).on(paper).ink(ink).right();
    page.text(Area::new(x + 44, y + 24, width - 50, 34), &points, figures);
    let (yellow, red) = seat.cards;
    let cards = (0..yellow).map(|_| Ink::Turn).chain((0..red).map(|_| Ink::Alarm)).take(3);
    for (at, ink) in (0..).zip(cards) {
        let edge = Area::new(x + 46 + at * 14, y + 34, 12, 18);
        page.plain(edge, Ink::Ground);
        page.plain(Area::new(edge.x + 1, edge.y + 1, 10, 16), ink);
    }
}

fn clock(page: &mut Page<'_>, clock: Option<Clock>) {
    let text = clock.map_or_else(Text::new, short);
    let ink = match clock {
        Some(Clock::Over(_)) => Ink::Bad,
        Some(Clock::Left(seconds)) if seconds <= SOON => Ink::Turn,
        _ => Ink::Text,
    };
    let large = Style::MEDIUM.in_type(Type::Large).ink(ink).centred();
    page.text(Area::new(166, 136, 148, 72), &text, large);
}

fn wall(page: &mut Page<'_>, wall: Option<u8>) {
    let label = if wall.is_some() { page.say(Word::Wall) } else { "" };
    page.text(Area::new(12, 70, 90, 20), label, Style::SMALL.ink(Ink::Faint));
    let count = wall.map_or_else(Text::new, number);
    let figures = Style::MEDIUM.in_type(Type::Figures);
    page.text(Area::new(12, 92, 90, 38), &count, figures);
}

fn dice(page: &mut Page<'_>, head: &Head, playing: &Playing) {
    let throws = playing.dice.throws;
    let label = if throws.is_empty() { "" } else { page.say(Word::Dice) };
    page.text(Area::new(324, 208, 150, 18), label, Style::SMALL.ink(Ink::Faint).right());
    let thrown = throws.iter().any(|throw| throw.faces != [0; 3]);
    let mut x = 474;
    for throw in throws.iter().rev() {
        for pips in throw.faces.into_iter().rev().filter(|pips| *pips > 0) {
            x -= DIE;
            page.picture(Area::new(x, 228, DIE, DIE), Look::Die(pips), Ink::Ground);
            x -= 4;
        }
        x -= 6;
    }
    if !thrown {
        // Thrown by hand: only the sums are known.
        let mut sums = Text::new();
        for (at, throw) in throws.iter().enumerate() {
            let _ = sums.push_str(if at > 0 { " + " } else { "" });
            let _ = sums.push_str(&number(throw.sum));
        }
        page.text(Area::new(324, 228, 150, 30), &sums, Style::MEDIUM.right());
    }
    let opened = playing.dice.opened.map_or_else(Text::new, |opened| {
        let (seat, stacks) =
            (seat_name(page.words, Some(head), opened.wall), number(opened.stacks));
        fill(page.say(Word::Opened), &[("seat", &seat), ("n", &stacks)])
    });
    page.text(Area::new(324, 260, 150, 18), &opened, Style::SMALL.right());
}

fn waiting(page: &Page<'_>, head: &Head, waits: Waits) -> Text {
    let (word, seat) = match waits {
        Waits::NextHand => (Word::WaitsNextHand, None),
        Waits::Dice(seat) => (Word::WaitsDice, Some(seat)),
        Waits::Deal => (Word::WaitsDeal, None),
        Waits::Discard(seat) => (Word::WaitsDiscard, Some(seat)),
        Waits::Replacement(seat) => (Word::WaitsReplacement, Some(seat)),
        Waits::ClaimOrDraw(seat) => (Word::WaitsClaim, Some(seat)),
        Waits::Hu(seat) => (Word::WaitsHu, Some(seat)),
        Waits::Resume => (Word::WaitsResume, None),
        Waits::Answer => (Word::WaitsAnswer, None),
        Waits::Check(seat) => (Word::WaitsCheck, Some(seat)),
        Waits::DrawnHand => (Word::WaitsDrawn, None),
        Waits::EndSession => (Word::WaitsEnd, None),
    };
    let seat = seat.map_or_else(Text::new, |seat| seat_name(page.words, Some(head), seat));
    fill(page.say(word), &[("seat", &seat)])
}
