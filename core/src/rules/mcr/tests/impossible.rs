//! What cannot be on a table is refused by name.

use super::*;
use crate::hand::HandError;
use crate::rules::mcr::{Contradiction, NotAWin};
use proptest::prelude::*;

fn refused(text: &str) -> NotAWin {
    score(&win(text), &Rulings::default()).expect_err(text)
}

fn face(text: &str) -> Face {
    text.parse().unwrap()
}

#[test]
fn tiles_that_cannot_be_there_are_refused() {
    use HandError::*;
    let cases = [
        ("1m1m1m1m1m2m3m4p5p6pEEE +4p", FifthCopy(face("1m"))),
        ("1m1m1m1m2m3m4p5p6pEEES +1m", FifthCopy(face("1m"))),
        ("2m3m4p5p6pEE kong:1m chow:1m +4p", FifthCopy(face("1m"))),
        ("2m3m4p5p6pEE kong:1m kong:1m +4p", FifthCopy(face("1m"))),
        // Of a chow's three kinds the one that is there five times is named, in whatever suit.
        ("2m3m4p5p6pEE kong:6p chow:4p +4m", FifthCopy(face("6p"))),
        ("2s2s4p5p6pEE kong:3m chow:1m +E", FifthCopy(face("3m"))),
        ("4s4s4s5p6pEE kong:5s chow:4s +4p", FifthCopy(face("5s"))),
        ("EE4p5p6p pung:1m chow:7m +E", WrongCount { counted: 11 }),
        ("EE4p5p6pSS7p pung:1m chow:7m +E", WrongCount { counted: 14 }),
        ("EE4p5p6pS1f pung:1m chow:7m +E", FlowerInHand(face("1f"))),
        ("EE4p5p6pSS pung:1m chow:7m +8f", FlowerInHand(face("8f"))),
        ("EE4p5p6pSS pung:3f chow:7m +E", FlowerInHand(face("3f"))),
        ("EE4p5p6pSS pung:1m chow:8m +E", NoChow(face("8m"))),
        ("EE4p5p6pSS pung:1m chow:9m +E", NoChow(face("9m"))),
        ("EE4p5p6pSS pung:1m chow:C +E", NoChow(face("C"))),
    ];
    for (text, error) in cases {
        assert_eq!(refused(text), NotAWin::Impossible(error), "{text}");
    }
}

#[test]
fn givers_must_fit_the_set() {
    for (kind, from, fits) in [
        (MeldKind::Chow, Giver::Left, true),
        (MeldKind::Chow, Giver::Opposite, false),
        (MeldKind::Chow, Giver::Nobody, false),
        (MeldKind::Pung, Giver::Right, true),
        (MeldKind::Pung, Giver::Nobody, false),
        (MeldKind::Kong, Giver::Left, true),
        (MeldKind::Kong, Giver::Nobody, false),
        (MeldKind::ConcealedKong, Giver::Nobody, true),
        (MeldKind::ConcealedKong, Giver::Left, false),
    ] {
        let mut win = win("EE4p5p6pSS pung:1m +E");
        let meld = Meld { kind, face: face("7m"), from, promoted: false };
        win.hand.melds.push(meld).unwrap();
        let result = score(&win, &Rulings::default());
        if fits {
            assert!(result.is_ok());
        } else {
            assert_eq!(result, Err(NotAWin::Impossible(HandError::WrongGiver(meld))));
        }
    }
}

#[test]
fn only_open_kongs_are_promoted() {
    for (kind, fits) in
        [(MeldKind::Kong, true), (MeldKind::Pung, false), (MeldKind::ConcealedKong, false)]
    {
        let mut win = win("EE4p5p6pSS pung:1m +E");
        let meld = Meld { promoted: true, ..meld(kind, "7m") };
        win.hand.melds.push(meld).unwrap();
        let expected = NotAWin::Impossible(HandError::NotPromotable(meld));
        assert_eq!(score(&win, &Rulings::default()).err(), (!fits).then_some(expected));
    }
}

#[test]
fn statements_that_exclude_each_other_are_refused() {
    use Contradiction::*;
    let cases = [
        ("EE4p5p6pSS pung:1m chow:7m *E gang", ReplacementWithoutKong),
        ("EE4p5p6pSS pung:1m chow:7m +E gang", RobbedTileHeld(face("E"))),
        ("EE4p5pSSS pung:1m chow:6p +6p gang", RobbedTileHeld(face("6p"))),
        ("EE4p5p6pSS pung:1m chow:7m +E kind", LastOfKindHeld(face("E"))),
    ];
    for (text, contradiction) in cases {
        assert_eq!(refused(text), NotAWin::Contradiction(contradiction), "{text}");
    }
    // Copies in open melds are no contradiction, nor is a kong's owner on a replacement.
    scored("EE4p5pSSS pung:1m chow:6p +6p kind");
    scored("EE4p5p6pSS kong:1m chow:7m *E gang last");
    assert_eq!(refused("EE4p5p6pSS pung:1m chow:7m +E f9"), NotAWin::TooManyFlowers(9));
    scored("EE4p5p6pSS pung:1m chow:7m +E f8");
}

#[test]
fn tiles_without_a_shape_are_named_so() {
    for text in [
        "6m7m8m5sPPP pung:F pung:C +6m",
        "1m1m1m2m3m4m5m6m7m8m9m9m9m *7p",
        "1m9m1p9p1s9sESWNNFP +9p",
    ] {
        assert_eq!(refused(text), NotAWin::NoShape, "{text}");
    }
}

/// Anything a reader might report, sense or nonsense, mostly of few kinds so that some of it wins.
fn anything() -> impl Strategy<Value = Win> {
    let kinds = prop_oneof![Just(42u8), Just(9), Just(5)];
    let meld = (0u8..4, any::<u8>(), 0u8..8, any::<bool>());
    let melds = proptest::collection::vec(meld, 0..5);
    let flags = (any::<[bool; 5]>(), 0u8..12, 0usize..16);
    (kinds, proptest::collection::vec(any::<u8>(), 0..15), melds, any::<u8>(), flags).prop_map(
        |(kinds, standing, melds, winning, (flags, flowers, winds))| {
            let face = |number: u8| Face::new(number % kinds).unwrap();
            let fits = 13usize.saturating_sub(3 * melds.len());
            let length = if flags[4] { standing.len() } else { fits.min(standing.len()) };
            let mut hand = Hand::default();
            hand.standing.extend(standing[..length].iter().map(|number| face(*number)));
            for (kind, number, from, promoted) in melds {
                let kind = match kind {
                    0 => MeldKind::Chow,
                    1 => MeldKind::Pung,
                    2 => MeldKind::Kong,
                    _ => MeldKind::ConcealedKong,
                };
                // Half of the givers fit, so that some hands get further than the melds.
                let giver = match from {
                    0 => Giver::Nobody,
                    1 => Giver::Opposite,
                    2 => Giver::Right,
                    _ if kind == MeldKind::ConcealedKong => Giver::Nobody,
                    _ => Giver::Left,
                };
                let promoted = promoted && from == 0;
                hand.melds.push(Meld { kind, face: face(number), from: giver, promoted }).unwrap();
            }
            Win {
                hand,
                winning: face(winning),
                self_drawn: flags[0],
                last_of_kind: flags[1],
                last_tile: flags[2],
                kong: flags[3],
                flowers,
                seat: Wind::ALL[winds % 4],
                round: Wind::ALL[winds / 4],
            }
        },
    )
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 20_000, ..ProptestConfig::default() })]

    #[test]
    fn whatever_is_reported_gets_an_answer(win in anything()) {
        let strange = Rulings {
            pair_hands_earn_8_11_18: false,
            concealed_kongs: crate::rules::mcr::ConcealedKongs::Besides,
            own_four_is_a_wait: true,
            waits_need_the_minimum: true,
            straight_tile_keeps_its_wait: false,
            chicken_per_reading: false,
        };
        for rulings in [Rulings::default(), strange] {
            let _ = crate::rules::mcr::waits(&win.hand, &rulings);
            let _ = crate::rules::mcr::judge(&win, &rulings);
            let points = crate::rules::mcr::total(&win, &rulings);
            let score = score(&win, &rulings);
            prop_assert_eq!(points, score.as_ref().map(Score::points).map_err(|error| *error));
            if let Ok(score) = score {
                let basis = crate::rules::mcr::basis(&win, &rulings, &score);
                prop_assert_eq!(basis.made.len(), numbers(&score).len());
            }
        }
    }
}

#[test]
fn why_there_is_nothing_to_score_is_said_in_words() {
    use std::string::ToString;
    let four = face("4m");
    let cases: [(NotAWin, &str); 6] = [
        (HandError::FifthCopy(four).into(), "impossible tiles: a fifth copy of 4m"),
        (NotAWin::TooManyFlowers(9), "9 flowers where a set has 8"),
        (NotAWin::NoShape, "not a winning shape"),
        (
            Contradiction::ReplacementWithoutKong.into(),
            "won on a kong's replacement without any kong",
        ),
        (Contradiction::RobbedTileHeld(four).into(), "robbed a kong of 4m while holding 4m"),
        (
            Contradiction::LastOfKindHeld(four).into(),
            "last 4m on the table while holding another unseen",
        ),
    ];
    for (error, words) in cases {
        assert_eq!(error.to_string(), words);
    }
}
