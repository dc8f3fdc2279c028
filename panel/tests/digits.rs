//! What the seats' digits say at moments of a session.

mod stage;

use panel::segments;
use stage::{A, B, C, D, Stage};
use table_core::event::Event;
use table_core::seat::Seat;
use table_core::time::Span;
use table_core::view::{Language, View};

/// The digits as people read them, by the shapes of seven segments.
fn read(view: &View, seat: Seat) -> String {
    let letter = |segments: u8| match segments {
        0x00 => ' ',
        0x7E => '0',
        0x30 => '1',
        0x6D => '2',
        0x79 => '3',
        0x33 => '4',
        0x5B => '5',
        0x5F => '6',
        0x70 => '7',
        0x7F => '8',
        0x7B => '9',
        0x01 => '-',
        0x67 => 'P',
        0x0E => 'L',
        other => panic!("no letter looks like {other:#04x}"),
    };
    segments(view, seat).into_iter().rev().map(letter).collect()
}

#[test]
fn a_turn_counts_down_at_its_own_seat_only() {
    let view = Stage::turn("mcr", Language(0)).after(Span::millis(2_500)).view();
    assert_eq!(
        [A, B, C, D].map(|seat| read(&view, seat)),
        ["      32", "      -7", " 8    15", "     -40"]
    );
}

#[test]
fn a_claim_counts_down_at_every_seat_alike() {
    let view = Stage::offer("mcr", Language(0)).after(Span::secs(1)).view();
    let clocks = [A, B, C, D].map(|seat| read(&view, seat)[..2].to_owned());
    assert_eq!(clocks, [" 2"; 4].map(str::to_owned), "who could claim is nobody's business");
}

#[test]
fn pause_and_a_lost_link_are_marked() {
    let paused =
        Stage::turn("mcr", Language(0)).with(|it| it.happens(Event::Paused { played: it.played }));
    assert_eq!(read(&{ paused }.view(), C), "  P   15");
    let alone = Stage::turn("mcr", Language(0)).with(|it| it.apparatus.link = false);
    assert_eq!(read(&{ alone }.view(), A), "  L   32");
    assert_eq!(read(&Stage::idle().view(), A), "--------");
}
