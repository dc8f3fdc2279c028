//! What screens share: the head, the strip below, winds, clocks.

use table_core::game::FlagKind;
use table_core::seat::{Seat, Wind};
use table_core::view::{Attention, Clock, Head, Screen, View};

use crate::area::{Area, HEIGHT, WIDTH};
use crate::layout::{Page, Style};
use crate::palette::Ink;
use crate::text::{Text, aligned, fill, joined, number};
use crate::words::{Word, Words};

/// Width of the frame.
const FRAME: u16 = 4;
/// Room for the round and the hand.
pub const TITLE: u16 = 284;
/// Room for the first thing somebody must look at, when there are others.
pub const ATTENTION: u16 = 420;

/// Round, hand and session clock.
pub fn head(page: &mut Page<'_>, head: &Head) {
    const AREA: Area = Area::new(4, 4, 472, 30);
    page.plain(AREA, Ink::Card);
    let (hand, hands) = (number(head.hand), number(head.hands));
    let gaps = [("wind", wind(page.words, head.round)), ("n", &hand), ("m", &hands)];
    let title = fill(page.say(Word::Head), &gaps);
    let style = Style::MEDIUM.on(Ink::Card);
    page.text(Area::new(10, 4, TITLE, 30), &title, style);
    let mark = match (head.paused, head.link) {
        (true, _) => page.say(Word::Paused),
        (false, false) => page.say(Word::NoLink),
        (false, true) => "",
    };
    let ink = if head.paused { Ink::Turn } else { Ink::Bad };
    page.text(Area::new(296, 4, 70, 30), mark, Style::SMALL.on(Ink::Card).ink(ink).centred());
    let ink = if matches!(head.clock, Clock::Over(_)) { Ink::Bad } else { Ink::Text };
    page.text(Area::new(368, 4, 102, 30), &long(head.clock), style.ink(ink).right());
}

/// The four seats' winds.
pub fn seat_wind(head: Option<&Head>, seat: Seat) -> Option<Wind> {
    head.and_then(|head| head.seats.get(seat.index())).map(|seat| seat.wind)
}

/// A wind.
pub fn wind(words: &Words, wind: Wind) -> &'static str {
    words.say(match wind {
        Wind::East => Word::East,
        Wind::South => Word::South,
        Wind::West => Word::West,
        Wind::North => Word::North,
    })
}

/// A wind in one letter.
pub fn letter(words: &Words, wind: Wind) -> &'static str {
    words.say(match wind {
        Wind::East => Word::EastLetter,
        Wind::South => Word::SouthLetter,
        Wind::West => Word::WestLetter,
        Wind::North => Word::NorthLetter,
    })
}

/// A seat: by its wind in a session, else by its number.
pub fn seat_name(words: &Words, head: Option<&Head>, seat: Seat) -> Text {
    match seat_wind(head, seat) {
        Some(it) => fill(wind(words, it), &[]),
        None => {
            let count = number(seat.index() as u32 + 1);
            fill(words.say(Word::SeatNumber), &[("n", &count)])
        }
    }
}

/// Hours, minutes and seconds.
fn long(clock: Clock) -> Text {
    let (sign, seconds) = match clock {
        Clock::Left(seconds) | Clock::Up(seconds) => ("", seconds),
        Clock::Over(seconds) => ("+", seconds),
    };
    let (hours, minutes, seconds) = (seconds / 3_600, seconds / 60 % 60, seconds % 60);
    let [minutes, seconds] = [minutes, seconds].map(|it| aligned(it, 2, "0"));
    joined(&[sign, &number(hours), ":", &minutes, ":", &seconds])
}

/// Seconds, or minutes and seconds.
pub fn short(clock: Clock) -> Text {
    let (sign, seconds) = match clock {
        Clock::Left(seconds) | Clock::Up(seconds) => ("", seconds),
        Clock::Over(seconds) => ("+", seconds),
    };
    match seconds {
        0..=99 => joined(&[sign, &number(seconds)]),
        _ => joined(&[sign, &number(seconds / 60), ":", &aligned(seconds % 60, 2, "0")]),
    }
}

/// Whether play must not simply go on. What can wait for the end of the hand gets a strip without a frame.
pub fn is_urgent(attention: Attention) -> bool {
    match attention {
        Attention::Power
        | Attention::NotRecording
        | Attention::Called(_)
        | Attention::Asked
        | Attention::Flag(_)
        | Attention::Foreign
        | Attention::Reader(..)
        | Attention::TimeUp => true,
        Attention::TimeSoon
        | Attention::PadAbsent(_)
        | Attention::KeyStuck(_)
        | Attention::DigitsAbsent => false,
    }
}

/// What somebody must look at: a red strip and a red frame, which nobody overlooks. Nothing else is red all over.
pub fn strip(page: &mut Page<'_>, view: &View) {
    let area = match &view.screen {
        Screen::Playing(_) => Area::new(4, 282, 472, 34),
        _ => Area::new(4, 290, 472, 26),
    };
    match view.attention.first() {
        Some(first) => {
            let text = attention(page.words, view.head.as_ref(), first);
            let more = view.attention.len() - 1;
            let (paper, ink) = match page.urgent {
                true => (Ink::Alarm, Ink::OnAlarm),
                false => (Ink::Turn, Ink::OnTurn),
            };
            let style = Style::MEDIUM.ink(ink).on(paper);
            page.plain(area, paper);
            let room = if more > 0 { ATTENTION } else { 464 };
            page.text(Area::new(area.x + 6, area.y, room, area.height), &text, style.centred());
            if more > 0 {
                let count = joined(&["+", &number(more as u32)]);
                let right = Area::new(430, area.y, 40, area.height);
                page.text(right, &count, style.right());
            }
        }
        // On a playing screen the strip has a place of its own, which must be cleared again.
        None if matches!(view.screen, Screen::Playing(_)) => page.plain(area, Ink::Ground),
        None => {}
    }
    let ink = if page.urgent { Ink::Alarm } else { Ink::Ground };
    page.plain(Area::new(0, 0, WIDTH, FRAME), ink);
    page.plain(Area::new(0, HEIGHT - FRAME, WIDTH, FRAME), ink);
    page.plain(Area::new(0, 0, FRAME, HEIGHT), ink);
    page.plain(Area::new(WIDTH - FRAME, 0, FRAME, HEIGHT), ink);
}

fn attention(words: &Words, head: Option<&Head>, attention: Attention) -> Text {
    let about =
        |word: Word, seat: Seat| fill(words.say(word), &[("seat", &seat_name(words, head, seat))]);
    match attention {
        Attention::Power => fill(words.say(Word::AttPower), &[]),
        Attention::NotRecording => fill(words.say(Word::AttNotRecording), &[]),
        Attention::Called(seat) => about(Word::AttCalled, seat),
        Attention::Asked => fill(words.say(Word::AttAsked), &[]),
        Attention::Flag(flag) => {
            let what = words.say(flag_word(flag.kind()));
            match flag.seat() {
                Some(seat) => {
                    let seat = seat_name(words, head, seat);
                    fill(words.say(Word::FlagSeat), &[("seat", &seat), ("what", what)])
                }
                None => fill(words.say(Word::Flag), &[("what", what)]),
            }
        }
        Attention::Foreign => fill(words.say(Word::AttForeign), &[]),
        Attention::Reader(seat, _) => about(Word::AttReader, seat),
        Attention::PadAbsent(seat) => about(Word::AttPad, seat),
        Attention::KeyStuck(seat) => about(Word::AttKey, seat),
        Attention::DigitsAbsent => fill(words.say(Word::AttDigits), &[]),
        Attention::TimeUp => fill(words.say(Word::AttTimeUp), &[]),
        Attention::TimeSoon => fill(words.say(Word::AttTimeSoon), &[]),
    }
}

fn flag_word(kind: FlagKind) -> Word {
    match kind {
        FlagKind::TileSet => Word::FlagTileSet,
        FlagKind::EarlyDiscard => Word::FlagEarlyDiscard,
        FlagKind::EarlyDraw => Word::FlagEarlyDraw,
        FlagKind::WrongDraw => Word::FlagWrongDraw,
        FlagKind::DiscardRetracted => Word::FlagRetracted,
        FlagKind::Exposed => Word::FlagExposed,
        FlagKind::PenaltyTileKept => Word::FlagPenaltyTile,
        FlagKind::Messed => Word::FlagMessed,
        FlagKind::FlowerDiscarded => Word::FlagFlowerDiscarded,
        FlagKind::FlowerOrder => Word::FlagFlowerOrder,
        FlagKind::IllegalTransfer => Word::FlagTransfer,
        FlagKind::Undeclared => Word::FlagUndeclared,
        FlagKind::LateClaim => Word::FlagLate,
        FlagKind::FalseMeld | FlagKind::PastRepair => Word::FlagFalseMeld,
        FlagKind::EmptyCall => Word::FlagEmptyCall,
        FlagKind::ChangedCall => Word::FlagChangedCall,
        FlagKind::NotTaken => Word::FlagNotTaken,
        FlagKind::KongNotAllowed => Word::FlagKong,
        FlagKind::EarlySupplement => Word::FlagSupplement,
        FlagKind::LateRobbing => Word::FlagLateRobbing,
        FlagKind::ShiftingMeld => Word::FlagShifting,
        FlagKind::DeadAction => Word::FlagDeadAction,
        FlagKind::ShownFirst => Word::FlagShownFirst,
        FlagKind::WinningTile => Word::FlagWinningTile,
        FlagKind::FalseHuA | FlagKind::FalseHuB | FlagKind::FalseWin => Word::FlagFalseHu,
        FlagKind::HuCancelled => Word::FlagHuCancelled,
        FlagKind::EarlyShow => Word::FlagEarlyShow,
        FlagKind::MixedEarly | FlagKind::WinningTileMixed => Word::FlagMixedEarly,
        FlagKind::Overtime => Word::FlagOvertime,
        FlagKind::RankTie => Word::FlagTie,
        // Not for players: a view has no such flag.
        _ => Word::AttAsked,
    }
}
