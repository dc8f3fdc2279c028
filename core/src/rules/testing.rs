//! Hands for tests, written in one line.

use std::vec::Vec;

use crate::hand::{Giver, Hand, Meld, MeldKind};
use crate::rules::{Declared, Source};
use crate::seat::{Seat, Wind};
use crate::tile::Face;

/// Reads tiles such as `1m1m5pE`.
pub fn tiles(text: &str) -> Vec<Face> {
    Face::in_a_row(text).map(Result::unwrap).collect()
}

pub fn face(text: &str) -> Face {
    text.parse().unwrap()
}

pub fn wind(letter: &str) -> Wind {
    Wind::ALL["ESWN".find(letter).unwrap()]
}

/// The seat of a wind when the first seat deals.
pub fn seat(letter: &str) -> Seat {
    Seat::ALL[wind(letter).index()]
}

/// Reads a meld: `chow:1m`, `pung:E`, `kong:E`, `ckong:E`, `pkong:E` (promoted); the giver follows as `/1`
/// left, `/2` opposite, `/3` right (left for chows, else opposite, if left out).
fn meld(kind: &str, rest: &str) -> Meld {
    let (tile, from) = rest.split_once('/').unwrap_or((rest, ""));
    let (kind, promoted) = match kind {
        "chow" => (MeldKind::Chow, false),
        "pung" => (MeldKind::Pung, false),
        "kong" => (MeldKind::Kong, false),
        "pkong" => (MeldKind::Kong, true),
        _ => (MeldKind::ConcealedKong, false),
    };
    let from = match (from, kind) {
        ("1", _) => Giver::Left,
        ("3", _) => Giver::Right,
        ("", MeldKind::Chow) => Giver::Left,
        ("" | "0", MeldKind::ConcealedKong) => Giver::Nobody,
        _ => Giver::Opposite,
    };
    Meld { kind, face: face(tile), from, promoted }
}

/// Reads standing tiles and melds.
pub fn hand(text: &str) -> Hand {
    let mut hand = Hand::default();
    for token in text.split_whitespace() {
        match token.split_once(':') {
            Some((kind, rest)) => hand.melds.push(meld(kind, rest)).unwrap(),
            None => hand.standing.extend(tiles(token)),
        }
    }
    hand
}

/// Reads a declared win, East dealing: a hand, the winning tile (`*E` drawn, `+E/W` discarded by West,
/// `^E/W` from West's promoted kong, `_E/W` from West's concealed kong), then `supplement`, `again` (a
/// second supplement in a row), `last`, `kind` (last of its kind), `opening`, and `S/E` for seat and
/// prevalent wind (South and East if left out).
pub fn declared(text: &str) -> Declared {
    let mut win = Declared {
        seat: Seat::Second,
        dealer: Seat::First,
        round: Wind::East,
        hand: Hand::default(),
        winning: Face::EAST,
        source: Source::Wall,
        last_tile: false,
        last_of_kind: false,
        opening: false,
        flowers: 0,
    };
    for token in text.split_whitespace() {
        let given = |rest: &str| {
            let (tile, from) = rest.split_once('/').unwrap();
            (face(tile), seat(from))
        };
        if let Some(tile) = token.strip_prefix('*') {
            win.winning = face(tile);
        } else if let Some(rest) = token.strip_prefix('+') {
            let (tile, from) = given(rest);
            (win.winning, win.source) = (tile, Source::Discard(from));
        } else if let Some(rest) = token.strip_prefix('^') {
            let (tile, from) = given(rest);
            (win.winning, win.source) = (tile, Source::PromotedKong(from));
        } else if let Some(rest) = token.strip_prefix('_') {
            let (tile, from) = given(rest);
            (win.winning, win.source) = (tile, Source::ConcealedKong(from));
        } else if let Some((kind, rest)) = token.split_once(':') {
            win.hand.melds.push(meld(kind, rest)).unwrap();
        } else if let Some((own, round)) = token.split_once('/') {
            (win.seat, win.round) = (seat(own), wind(round));
        } else {
            match token {
                "supplement" => win.source = Source::Supplement { in_a_row: false },
                "again" => win.source = Source::Supplement { in_a_row: true },
                "last" => win.last_tile = true,
                "kind" => win.last_of_kind = true,
                "opening" => win.opening = true,
                _ => win.hand.standing.extend(tiles(token)),
            }
        }
    }
    win
}
