//! Whatever bytes are taken for a hand, the answer is a score or a clear error, never a panic.
//!
//! `HANDS` says how many (200,000 unless told), `SEED` where to start.

use std::collections::BTreeMap;

use conformance::number;
use conformance::random::Random;
use table_core::hand::{Giver, Hand, HandError, Meld, MeldKind};
use table_core::rules::mcr::{Contradiction, NotAWin, Rulings, Win, basis, judge, score, waits};
use table_core::seat::Wind;
use table_core::tile::Face;

/// Bytes as a hand: anything goes, flowers among the tiles, fifth copies, chows of dragons, sixteen tiles.
fn decode(bytes: &[u8; 32]) -> Win {
    let face = |byte: u8| Face::new(byte % 42).unwrap();
    let [standing, melds, winning, flags, flowers, winds, tiles @ ..] = bytes;
    let mut hand = Hand::default();
    // Mostly the right number of tiles for the sets laid out, so that the tiles themselves are looked at.
    let melds = usize::from(melds % 6).min(4);
    let right = 13 - 3 * melds;
    let count = if standing % 8 == 0 { usize::from(standing / 8 % 15) } else { right };
    for &tile in tiles.iter().take(count) {
        // Half of the hands stay in one suit: sets and fifth copies become likely. Few have flowers.
        let kinds = [9, 9, 34, 42][usize::from(standing >> 3 & 3)];
        let tile = tile % kinds;
        hand.standing.push(face(tile)).unwrap();
    }
    for chunk in tiles[14..].chunks_exact(3).take(melds) {
        let kind = [MeldKind::Chow, MeldKind::Pung, MeldKind::Kong, MeldKind::ConcealedKong];
        let from = [Giver::Nobody, Giver::Left, Giver::Opposite, Giver::Right];
        let meld = Meld {
            kind: kind[usize::from(chunk[0] & 3)],
            face: face(chunk[1]),
            from: from[usize::from(chunk[2] & 3)],
            promoted: chunk[2] & 4 != 0,
        };
        hand.melds.push(meld).unwrap();
    }
    Win {
        hand,
        winning: face(*winning),
        self_drawn: flags & 1 != 0,
        last_of_kind: flags & 2 != 0,
        last_tile: flags & 4 != 0,
        kong: flags & 8 != 0,
        flowers: flowers % 10,
        seat: Wind::ALL[usize::from(winds >> 1 & 3)],
        round: Wind::ALL[usize::from(winds >> 3 & 3)],
    }
}

fn name(outcome: &Result<impl Sized, NotAWin>) -> &'static str {
    match outcome {
        Ok(_) => "a win",
        Err(NotAWin::Impossible(HandError::FifthCopy(_))) => "a fifth copy",
        Err(NotAWin::Impossible(HandError::WrongCount { .. })) => "a wrong count",
        Err(NotAWin::Impossible(HandError::NoChow(_))) => "no chow",
        Err(NotAWin::Impossible(HandError::FlowerInHand(_))) => "a flower in the hand",
        Err(NotAWin::Impossible(HandError::WrongGiver(_))) => "a wrong giver",
        Err(NotAWin::Impossible(HandError::NotPromotable(_))) => "promoted without a pung",
        Err(NotAWin::Contradiction(Contradiction::ReplacementWithoutKong)) => {
            "replacement, no kong"
        }
        Err(NotAWin::Contradiction(Contradiction::RobbedTileHeld(_))) => "robbed tile held",
        Err(NotAWin::Contradiction(Contradiction::LastOfKindHeld(_))) => "last of kind held",
        Err(NotAWin::TooManyFlowers(_)) => "too many flowers",
        Err(NotAWin::NoShape) => "no winning shape",
    }
}

#[test]
fn any_bytes_are_a_score_or_a_clear_error() {
    let (hands, seed) = (number("HANDS", 200_000), number("SEED", 0));
    println!("SEED={seed} HANDS={hands} cargo test -p conformance --test arbitrary_hands");
    let mut random = Random::new(seed);
    let mut outcomes: BTreeMap<&str, u64> = BTreeMap::new();
    let rulings = Rulings::default();
    for _ in 0..hands {
        let mut bytes = [0; 32];
        bytes.fill_with(|| random.below(256) as u8);
        let win = decode(&bytes);
        let outcome = score(&win, &rulings);
        *outcomes.entry(name(&outcome)).or_default() += 1;
        match &outcome {
            Ok(score) => {
                let explained = basis(&win, &rulings, score);
                let points: u16 = explained.made.iter().map(|made| made.fan.points()).sum();
                assert_eq!(points, score.points(), "{win:?}");
            }
            Err(error) => assert!(!error.to_string().is_empty()),
        }
        let _ = waits(&win.hand, &rulings);
        let _ = judge(&win, &rulings);
    }
    println!("{outcomes:#?}");
    assert!(outcomes.len() >= 10, "the bytes reach every kind of answer: {outcomes:?}");
}
