//! Melding restrictions and shifting melds.

use crate::hand::Hand;
use crate::rules::claim::{Memory, Offer};
use crate::rules::gghk::{Gghk, shifts};
use crate::rules::shape::FaceSet;
use crate::rules::testing::{face, hand};
use crate::rules::{self, Claims, RuleBook, Source};
use crate::seat::{Seat, Wind};

/// Claims of South on East's discard.
fn claims(hand: &Hand, tile: &str, memory: Memory) -> Claims {
    let offer = Offer {
        tile: face(tile),
        source: Source::Discard(Seat::First),
        seat: Seat::Second,
        hand,
        memory: &memory,
        dealer: Seat::First,
        round: Wind::East,
        wall_left: 40,
        last_of_kind: false,
        opening: false,
    };
    Gghk.claims(&offer, &rules::Rulings::default()).unwrap()
}

#[test]
fn a_passed_pung_may_be_taken_unless_somebody_becomes_liable() {
    let passed =
        |kind: &str| Memory { passed_pungs: FaceSet::one(face(kind)), ..Memory::default() };
    let cases = [
        ("9m9m1p2p4s5s8s pung:E pung:W", "9m", true),
        ("9m9m1p2p pung:E pung:W pung:2s", "9m", false),
        ("PP1p2p4s5s8s pung:C pung:E", "P", true),
        ("PP1p2p4s5s8s pung:C ckong:F", "P", false),
    ];
    for (tiles, tile, allowed) in cases {
        let tiles = hand(tiles);
        assert!(claims(&tiles, tile, Memory::default()).pung);
        assert_eq!(claims(&tiles, tile, passed(tile)).pung, allowed, "{tiles:?}");
        assert!(claims(&tiles, tile, passed("1p")).pung, "another kind was passed");
    }
}

#[test]
fn a_tile_just_discarded_may_be_chowed_unless_somebody_becomes_liable() {
    let memory = Memory { own_discards: FaceSet::one(face("4s")), ..Memory::default() };
    let (three, four) =
        (hand("5s6s9m9m1p2p7p pung:E pung:W"), hand("5s6s9m9m pung:E pung:W pung:2s"));
    assert_eq!(claims(&three, "4s", memory).chows.as_slice(), [face("4s")]);
    assert!(claims(&four, "4s", memory).chows.is_empty());
    assert_eq!(claims(&four, "4s", Memory::default()).chows.len(), 1);
}

#[test]
fn forbiddance_ends_melds_and_wins() {
    let tiles = hand("1s2s3s4s5s6s7s8sEEENN");
    let dead = Memory { dead: true, ..Memory::default() };
    let free = claims(&tiles, "9s", Memory::default());
    assert!(free.hu && free.chows.len() == 1);
    assert_eq!(claims(&tiles, "9s", dead), Claims::default());
}

#[test]
fn shifting_melds_are_the_same_tile_or_the_other_end() {
    // Meld, claimed, discard, foul.
    let cases = [
        ("chow:4m", "4m", "4m", true),
        ("chow:4m", "4m", "7m", true),
        ("chow:4m", "4m", "3m", false),
        ("chow:4m", "6m", "3m", true),
        ("chow:4m", "6m", "7m", false),
        ("chow:4m", "5m", "5m", true),
        ("chow:4m", "5m", "7m", false),
        ("chow:4m", "5m", "3m", false),
        ("chow:4m", "4m", "7p", false),
        ("chow:7m", "7m", "1p", false),
        ("chow:1p", "3p", "9m", false),
        ("pung:E", "E", "E", true),
        ("pung:E", "E", "S", false),
    ];
    for (meld, claimed, discard, foul) in cases {
        let meld = hand(meld).melds[0];
        let found = shifts(&meld, face(claimed), face(discard));
        assert_eq!(found, foul, "{meld:?} {claimed} {discard}");
        let proposed = Gghk.discard_after_claim(&meld, face(claimed), face(discard));
        assert_eq!(proposed.map(|foul| foul.rule), foul.then_some("HK FM-2"));
    }
}
