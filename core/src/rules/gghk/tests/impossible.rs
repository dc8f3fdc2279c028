//! What cannot be on a table is refused by name.

use super::*;
use crate::hand::HandError::{self, *};
use crate::rules::testing::face;
use crate::rules::{Contradiction, Impossible};

fn refused(text: &str) -> Impossible {
    score(&declared(text), &Rulings::default()).expect_err(text)
}

#[test]
fn tiles_that_cannot_be_there_are_refused() {
    let cases: &[(&str, HandError)] = &[
        ("1m1m1m1m1m2m3m4p5p6pEEE *4p", FifthCopy(face("1m"))),
        ("1m1m1m1m2m3m4p5p6pEEES *1m", FifthCopy(face("1m"))),
        ("2m3m4p5p6pEE kong:1m chow:1m *4p", FifthCopy(face("1m"))),
        // Of a chow's three kinds the one that is there five times is named, in whatever suit.
        ("2m3m4p5p6pEE kong:6p chow:4p *4m", FifthCopy(face("6p"))),
        ("2s2s4p5p6pEE kong:3m chow:1m *E", FifthCopy(face("3m"))),
        ("4s4s4s5p6pEE kong:5s chow:4s *4p", FifthCopy(face("5s"))),
        ("EE4p5p6p pung:1m chow:7m *E", WrongCount { counted: 11 }),
        ("EE4p5p6pS1f pung:1m chow:7m *E", FlowerInHand(face("1f"))),
        ("EE4p5p6pSS pung:1m chow:7m *8f", FlowerInHand(face("8f"))),
        ("EE4p5p6pSS pung:1m chow:8m *E", NoChow(face("8m"))),
    ];
    for (text, error) in cases {
        assert_eq!(refused(text), Impossible::Tiles(*error), "{text}");
    }
    let mut win = declared("1m2m3m4p5p6p7s8s9s2m3mEE *4m");
    win.flowers = 1;
    let error = score(&win, &Rulings::default()).unwrap_err();
    assert_eq!(error, Impossible::TooManyFlowers(1));
}

#[test]
fn contradictions_are_named() {
    use Contradiction::*;
    let plain = "1m2m3m4p5p6p7s8s9s2m3mEE";
    let kongs = "4s5s6s7s8s2p2p";
    let cases = [
        (plain, "*4m supplement", Some(SupplementWithoutKong)),
        (kongs, "kong:3m pung:6p *9s supplement", Some(SupplementWithoutKong)),
        (kongs, "pkong:3m pung:6p *9s supplement", None),
        (kongs, "pung:6p kong:3m *9s supplement", None),
        (kongs, "pung:6p kong:3m *9s again", Some(KongsNotInARow)),
        (kongs, "ckong:6p kong:3m *9s again", Some(KongsNotInARow)),
        (kongs, "pkong:3m pung:6p *9s again", Some(KongsNotInARow)),
        (kongs, "ckong:3m pkong:6p *9s again", Some(KongsNotInARow)),
        (kongs, "pkong:3m kong:6p *9s again", None),
        (kongs, "kong:3m ckong:6p *9s again", None),
        (kongs, "pkong:3m pkong:6p *9s again", None),
        (plain, "^2m/W", Some(RobbedTileHeld(face("2m")))),
        (plain, "^4m/W", None),
        (plain, "+4m/S", Some(OwnTile)),
        (plain, "^4m/S", Some(OwnTile)),
        (plain, "*4m opening", Some(NotTheOpening)),
        (plain, "*4m opening E/E", None),
        (plain, "*4m opening last E/E", Some(NotTheOpening)),
        (plain, "+4m/W opening", Some(NotTheOpening)),
        (plain, "+4m/E opening", None),
        (plain, "^4m/E opening", Some(NotTheOpening)),
        (kongs, "ckong:3m ckong:6p *9s opening E/E", Some(NotTheOpening)),
        (plain, "+2m/E kind", Some(LastOfKindHeld(face("2m")))),
        (plain, "+4m/E kind", None),
    ];
    for (tiles, rest, expected) in cases {
        let text = std::format!("{tiles} {rest}");
        let found = score(&declared(&text), &Rulings::default()).err();
        assert_eq!(found, expected.map(Impossible::Contradiction), "{text}");
    }
}
