//! Screens without a hand: the table by itself, its sensors, sessions before, tiles outside the wall, faults, the last sheet.

use table_core::event::ReaderTrouble;
use table_core::place::Place;
use table_core::rules::Player;
use table_core::seat::Seat;
use table_core::tile::Face;
use table_core::view::{Census, Fault, Final, Group, Ready, SensorTest, Sessions, Shown};

use super::common::seat_name;
use crate::area::Area;
use crate::font::Type;
use crate::item::Look;
use crate::layout::{Page, Style};
use crate::palette::Ink;
use crate::picture::TILE;
use crate::text::{Text, fill, joined, number, text};
use crate::words::Word;

fn title(page: &mut Page<'_>, words: &str, hint: Option<Word>) {
    page.plain(Area::new(4, 4, 472, 34), Ink::Card);
    page.text(Area::new(12, 4, 280, 34), words, Style::MEDIUM.on(Ink::Card));
    let hint = hint.map_or("", |hint| page.say(hint));
    let style = Style::SMALL.on(Ink::Card).ink(Ink::Faint).right();
    page.text(Area::new(294, 4, 174, 34), hint, style);
}

fn column(at: usize) -> u16 {
    8 + at as u16 * 117
}

fn state(page: &mut Page<'_>, area: Area, trouble: Option<Word>, paper: Ink) {
    let (word, ink) = match trouble {
        None => (Word::Works, Ink::Good),
        Some(word) => (word, Ink::Bad),
    };
    page.text(area, page.say(word), Style::SMALL.ink(ink).on(paper).centred());
}

fn trouble_word(trouble: Option<ReaderTrouble>) -> Option<Word> {
    trouble.map(|trouble| match trouble {
        ReaderTrouble::Absent => Word::NoAnswer,
        ReaderTrouble::Unresponsive | ReaderTrouble::Misbehaving | ReaderTrouble::NoField => {
            Word::Trouble
        }
    })
}

/// Who this table is and how its parts are.
pub fn ready(page: &mut Page<'_>, ready: &Ready) {
    let works = ready.digits && ready.pads == [true; 4] && ready.readers == [None; 4];
    let name = if works { Word::ReadyTitle } else { Word::ReadyFaults };
    title(page, page.say(name), Some(Word::NextPage));
    let faint = Style::SMALL.ink(Ink::Faint);
    page.text(Area::new(8, 44, 464, 20), page.say(Word::ReadyCompare), faint.centred());
    let mut identity = Text::new();
    ready.fingerprint.letters().all(|letter| identity.push(letter).is_ok());
    page.plain(Area::new(40, 66, 400, 44), Ink::Card);
    page.text(Area::new(44, 66, 392, 44), &identity, Style::MEDIUM.on(Ink::Card).centred());
    let tiles = fill(page.say(Word::ReadyTiles), &[("n", &number(ready.enrolled))]);
    page.text(Area::new(8, 114, 464, 20), &tiles, Style::SMALL.centred());
    let parts = Seat::ALL.into_iter().zip(ready.readers).zip(ready.pads);
    for (at, ((seat, reader), pad)) in parts.enumerate() {
        let x = column(at);
        page.plain(Area::new(x, 142, 110, 98), Ink::Card);
        let name = seat_name(page.words, None, seat);
        page.text(Area::new(x, 144, 110, 22), &name, Style::SMALL.on(Ink::Card).centred());
        let label = Style::SMALL.on(Ink::Card).ink(Ink::Faint).centred();
        page.text(Area::new(x, 166, 110, 18), page.say(Word::Reader), label);
        state(page, Area::new(x + 2, 184, 106, 18), trouble_word(reader), Ink::Card);
        page.text(Area::new(x, 202, 110, 18), page.say(Word::Pad), label);
        state(page, Area::new(x + 2, 220, 106, 18), (!pad).then_some(Word::NoAnswer), Ink::Card);
    }
    for (y, word, works) in [(246, Word::Digits, ready.digits), (266, Word::Link, ready.link)] {
        page.text(Area::new(8, y, 224, 20), page.say(word), faint.right());
        let (word, ink) = if works { (Word::Works, Ink::Good) } else { (Word::NoAnswer, Ink::Bad) };
        page.text(Area::new(242, y, 226, 20), page.say(word), Style::SMALL.ink(ink));
    }
}

/// What the antennas see.
pub fn sensor_test(page: &mut Page<'_>, test: &SensorTest) {
    title(page, page.say(Word::SensorTitle), Some(Word::NextPage));
    let rows = [Word::Standing, Word::Laid, Word::River];
    for (row, word) in rows.into_iter().enumerate() {
        let y = 86 + row as u16 * 40;
        page.text(Area::new(8, y, 84, 36), page.say(word), Style::SMALL.ink(Ink::Faint));
    }
    let seats = Seat::ALL.into_iter().zip(test.counts).zip(test.readers);
    for (at, ((seat, counts), reader)) in seats.enumerate() {
        let x = 94 + at as u16 * 96;
        let name = seat_name(page.words, None, seat);
        page.text(Area::new(x, 44, 92, 20), &name, Style::SMALL.centred());
        state(page, Area::new(x, 64, 92, 20), trouble_word(reader), Ink::Ground);
        for (row, count) in counts.into_iter().enumerate() {
            let area = Area::new(x, 86 + row as u16 * 40, 92, 36);
            let ink = if count > 0 { Ink::Text } else { Ink::Line };
            let figures = Style::MEDIUM.in_type(Type::Figures).on(Ink::Card).ink(ink).centred();
            page.text(area, &number(count), figures);
        }
    }
    page.text(Area::new(8, 216, 150, 34), page.say(Word::Newest), Style::SMALL.ink(Ink::Faint));
    let (tile, place) = match test.newest {
        Some((tile, place)) => (Some(tile.face()), place),
        None => (None, Place::Away),
    };
    match tile {
        Some(face) => picture(page, 160, 216, face),
        None => page.plain(Area::new(160, 216, TILE.0, TILE.1), Ink::Ground),
    }
    let at = match place {
        Place::Hand(seat) => Some((seat, Word::Standing)),
        Place::Meld(seat) => Some((seat, Word::Laid)),
        Place::River(seat) => Some((seat, Word::River)),
        Place::Away => None,
    };
    let at = at.map_or_else(Text::new, |(seat, zone)| {
        joined(&[&seat_name(page.words, None, seat), ", ", page.say(zone)])
    });
    page.text(Area::new(196, 216, 276, 34), &at, Style::MEDIUM);
    let foreign = fill(page.say(Word::ForeignTags), &[("n", &number(test.foreign))]);
    let ink = if test.foreign > 0 { Ink::Bad } else { Ink::Faint };
    page.text(Area::new(8, 258, 464, 24), &foreign, Style::SMALL.ink(ink));
}

fn picture(page: &mut Page<'_>, x: u16, y: u16, face: Face) {
    let shown = Shown { face, group: Group::Loose, won: false, down: false };
    page.picture(Area::new(x, y, TILE.0, TILE.1), Look::Tile(shown), Ink::Ground);
}

/// Sessions before, newest first.
pub fn sessions(page: &mut Page<'_>, sessions: &Sessions) {
    title(page, page.say(Word::SessionsTitle), Some(Word::NextPage));
    let faint = Style::SMALL.ink(Ink::Faint);
    page.text(Area::new(8, 42, 190, 20), page.say(Word::Session), faint);
    for (at, player) in Player::ALL.into_iter().enumerate() {
        let name = player_letter(player);
        page.text(Area::new(200 + at as u16 * 68, 42, 66, 20), name, faint.right());
    }
    if sessions.past.is_empty() {
        let none = page.say(Word::SessionsNone);
        page.text(Area::new(8, 140, 464, 30), none, Style::MEDIUM.centred());
    }
    for (row, past) in sessions.past.iter().enumerate() {
        let y = 62 + row as u16 * 22;
        let mut name = number(past.session);
        let book = past.rules.book().map_or("", |book| book.id());
        let letters = book.chars().map(|letter| letter.to_ascii_uppercase());
        let _ = name.push_str("  ");
        letters.chain("  ".chars()).all(|letter| name.push(letter).is_ok());
        let hands = fill(page.say(Word::FinalHands), &[("n", &number(past.hands))]);
        let _ = name.push_str(&hands);
        page.text(Area::new(8, y, 190, 22), &name, Style::SMALL);
        for (at, points) in past.points.into_iter().enumerate() {
            let area = Area::new(200 + at as u16 * 68, y, 66, 22);
            page.text(area, &number(points.0), Style::SMALL.right());
        }
    }
}

fn player_letter(player: Player) -> &'static str {
    match player {
        Player::A => "A",
        Player::B => "B",
        Player::C => "C",
        Player::D => "D",
    }
}

/// Tiles that should be in the wall.
pub fn census(page: &mut Page<'_>, census: &Census) {
    title(page, page.say(Word::CensusTitle), None);
    let (lying, tiles) = (number(census.lying), number(census.tiles));
    let count = fill(page.say(Word::CensusCount), &[("n", &lying), ("m", &tiles)]);
    page.text(Area::new(8, 60, 464, 30), &count, Style::MEDIUM.ink(Ink::Turn).centred());
    let shown = census.faces.len() as u16;
    page.plain(Area::new(4, 110, 472, 40), Ink::Ground);
    let from = (480 - shown * TILE.0) / 2;
    for (at, face) in (0..).zip(census.faces.iter()) {
        picture(page, from + at * TILE.0, 112, face);
    }
    let foreign = fill(page.say(Word::ForeignTags), &[("n", &number(census.foreign))]);
    let ink = if census.foreign > 0 { Ink::Bad } else { Ink::Faint };
    page.text(Area::new(8, 170, 464, 24), &foreign, Style::SMALL.ink(ink).centred());
    page.text(Area::new(8, 210, 464, 30), page.say(Word::CensusNext), Style::MEDIUM.centred());
}

/// The table cannot work.
pub fn fault(page: &mut Page<'_>, fault: Fault) {
    page.plain(Area::new(4, 4, 472, 60), Ink::Alarm);
    let style = Style::MEDIUM.on(Ink::Alarm).ink(Ink::OnAlarm).centred();
    page.text(Area::new(8, 4, 464, 60), page.say(Word::FaultTitle), style);
    let what = match fault {
        Fault::Storage => Word::FaultStorage,
        Fault::Journal => Word::FaultJournal,
        Fault::Records => Word::FaultRecords,
        Fault::Enrolment => Word::FaultEnrolment,
        Fault::Program => Word::FaultProgram,
    };
    page.text(Area::new(8, 110, 464, 34), page.say(what), Style::MEDIUM.centred());
    page.text(Area::new(8, 170, 464, 30), page.say(Word::FaultNext), Style::MEDIUM.centred());
}

/// The session is over.
pub fn last_sheet(page: &mut Page<'_>, sheet: &Final) {
    let name = fill(page.say(Word::FinalTitle), &[("n", &number(sheet.session))]);
    title(page, &name, None);
    let hands = fill(page.say(Word::FinalHands), &[("n", &number(sheet.hands))]);
    page.text(Area::new(294, 4, 174, 34), &hands, Style::MEDIUM.on(Ink::Card).right());
    let ranked = sheet.places.iter().any(|place| *place > 0);
    let rows = [
        Word::ColumnHands,
        Word::ColumnPenalties,
        Word::ColumnTotal,
        Word::ColumnPlace,
        Word::ColumnTable,
    ];
    let rows = rows.into_iter().take(if ranked { 5 } else { 3 });
    for (row, word) in rows.clone().enumerate() {
        let area = Area::new(8, 88 + row as u16 * 40, 90, 36);
        page.text(area, page.say(word), Style::SMALL.ink(Ink::Faint));
    }
    let of = |list: &[u8; 4], at: usize| list.get(at).copied().unwrap_or(0);
    let points = |list: &[table_core::rules::Points; 4], at: usize| {
        list.get(at).copied().unwrap_or_default().0
    };
    for (at, player) in Player::ALL.into_iter().enumerate() {
        let x = 100 + at as u16 * 94;
        page.plain(Area::new(x, 42, 90, 46 + rows.len() as u16 * 40), Ink::Card);
        let number_of = sheet.numbers.get(at).copied().unwrap_or_default();
        let name = joined(&[player_letter(player), "  ", &number(number_of.0)]);
        page.text(Area::new(x + 2, 44, 86, 36), &name, Style::MEDIUM.on(Ink::Card).centred());
        let (hands, penalties) = (points(&sheet.totals, at), points(&sheet.penalties, at));
        let twelfths = of(&sheet.twelfths, at);
        let cells = [
            number(hands),
            number(penalties),
            number(hands.saturating_add(penalties)),
            number(of(&sheet.places, at)),
            table_points(twelfths),
        ];
        for (row, cell) in cells.iter().take(rows.len()).enumerate() {
            let area = Area::new(x + 2, 88 + row as u16 * 40, 86, 36);
            let style = Style::MEDIUM.on(Ink::Card);
            let style = if row == 2 { style.ink(Ink::Turn) } else { style };
            page.text(area, cell, style.centred());
        }
    }
}

/// Twelfths as people write them: whole, halves, thirds, quarters.
fn table_points(twelfths: u8) -> Text {
    let (whole, rest) = (twelfths / 12, twelfths % 12);
    let part = match rest {
        0 => Text::new(),
        3 => text(".25"),
        6 => text(".5"),
        9 => text(".75"),
        4 => text(" 1/3"),
        8 => text(" 2/3"),
        _ => joined(&[" ", &number(rest), "/12"]),
    };
    joined(&[&number(whole), &part])
}
