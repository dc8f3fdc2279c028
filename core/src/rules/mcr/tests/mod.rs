//! The rules, hand by hand.
#![allow(clippy::unwrap_used, clippy::indexing_slicing, clippy::panic, clippy::expect_used)]

mod basis;
mod borders;
mod conduct;
mod examples;
mod fans;
mod impossible;
mod readings;
mod rulings;
mod waits;

use std::vec::Vec;

use super::{Rulings, Score, Win, score};
use crate::hand::{Giver, Hand, Meld, MeldKind};
use crate::rules::testing::tiles;
use crate::seat::Wind;
use crate::tile::Face;

fn meld(kind: MeldKind, face: &str) -> Meld {
    let from = match kind {
        MeldKind::Chow => Giver::Left,
        MeldKind::ConcealedKong => Giver::Nobody,
        _ => Giver::Opposite,
    };
    Meld { kind, face: face.parse().unwrap(), from, promoted: false }
}

/// Reads a win: standing tiles, melds (`chow:1m pung:E kong:E ckong:E`), the winning tile (`+E` claimed,
/// `*E` drawn), then `kind` (last of its kind), `last` (last tile), `gang` (replacement or robbed),
/// `f3` (flowers), `S/E` (seat and prevalent wind; East and East if left out).
fn win(text: &str) -> Win {
    let mut win = Win {
        hand: Hand::default(),
        winning: Face::EAST,
        self_drawn: false,
        last_of_kind: false,
        last_tile: false,
        kong: false,
        flowers: 0,
        seat: Wind::East,
        round: Wind::East,
    };
    let wind = |letter: &str| Wind::ALL["ESWN".find(letter).unwrap()];
    for token in text.split_whitespace() {
        if let Some((kind, face)) = token.split_once(':') {
            let kind = match kind {
                "chow" => MeldKind::Chow,
                "pung" => MeldKind::Pung,
                "kong" => MeldKind::Kong,
                _ => MeldKind::ConcealedKong,
            };
            win.hand.melds.push(meld(kind, face)).unwrap();
        } else if let Some((seat, round)) = token.split_once('/') {
            (win.seat, win.round) = (wind(seat), wind(round));
        } else if let Some(face) = token.strip_prefix(['+', '*']) {
            win.winning = face.parse().unwrap();
            win.self_drawn = token.starts_with('*');
        } else if let Some(flowers) = token.strip_prefix('f') {
            win.flowers = flowers.parse().unwrap();
        } else {
            match token {
                "kind" => win.last_of_kind = true,
                "last" => win.last_tile = true,
                "gang" => win.kong = true,
                _ => win.hand.standing.extend_from_slice(&tiles(token)).unwrap(),
            }
        }
    }
    win
}

fn scored(text: &str) -> Score {
    score(&win(text), &Rulings::default()).unwrap_or_else(|error| panic!("{text}: {error}"))
}

/// Fan numbers, each as often as it scores.
fn numbers(score: &Score) -> Vec<u8> {
    score.fans().flat_map(|fan| std::iter::repeat_n(fan.fan.number(), fan.count.into())).collect()
}
