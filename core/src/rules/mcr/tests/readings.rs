//! Hands that can be read in several ways, and combinations that the principles decide.

use super::*;
use crate::rules::mcr::{Place, Shape, total};

/// A hand and the numbers of the fan it scores.
const HANDS: [(&str, &[u8]); 34] = [
    // Tiles of one number in two suits are two kinds: no All Green, no Reversible Tiles, and a hog of each.
    ("2m3m4m2p3p4p2s3s4s6s6sFF +6s", &[41, 62]),
    ("5p5p5p5s5s2s3s4s6s6s6sFF +5s", &[62, 65, 66, 75]),
    ("1m1m1mEE2s3s4s6s6s6sFF +E N/S", &[62, 66, 73, 73, 75]),
    ("1s1s1sEE2s3s4s6s6s6sFF +E N/S", &[50, 62, 66, 73, 73]),
    ("1s1s1sEE2p3p4p8p8p8pPP +E N/S", &[62, 66, 73, 73, 75]),
    ("6m6m6m6p6p5s5s5s8s8s8sPP +6p", &[33, 49, 62, 65]),
    ("1m1m1m1m1p1p1p1p5s5s7s7s8s +8s", &[19, 64, 64, 76]),
    ("1p1p1p1p1s1s1s1s5s5s7s7s8m +8m", &[19, 64, 64, 76]),
    ("1m1m1m1m1s1s1s1s5s5s7s7s8m +8m", &[19, 64, 64, 75, 76]),
    ("1s1s1s1sEEEE5m5m7m7m8p +8p", &[19, 64, 64]),
    ("1m1m1m1mEEEE5s5s7s7s8m +8m", &[19, 64, 64, 75]),
    // Three pungs or three equal chows: the dearer counts.
    ("2m2m2m3m3m3m4m4m4m9p pung:1m +9p", &[15, 33, 73, 75, 76, 79]),
    // A discard completes a chow rather than a pung, so that the pung stays concealed.
    ("4p4p7s8s9s9s9s ckong:1m pung:2s +9s", &[64, 66, 67, 73, 73, 76]),
    // Self-drawn the same pung is concealed.
    ("2m2m5m5m3s3s3s4s5s6s chow:6p *5m", &[66, 68, 80]),
    // Seven pairs beat four sets, and the other way round.
    ("6m6m7m7m8m8m5s5s5s6s6s7s7s *5s", &[19, 56, 64, 68, 75]),
    ("1s1s2s3s3s5s5s7s7s8s8s9s9s +2s", &[13, 62, 78]),
    // Winds: three take 73 from all three, not 60 and 61.
    ("9m9m5p5pWWW pung:E pung:S *9m N/N", &[38, 49, 66, 73, 75, 80]),
    ("9m9m9s9s pung:E pung:S pung:W +9m", &[18, 38, 60, 61, 75]),
    // Robbing hides the last tile and the last discard.
    ("5m6m7m5p5p5p7p chow:2m pung:5m +6p kind gang", &[47, 64, 68, 70, 71, 75]),
    ("2m3m4m5p6p7p9p9p3s4s5s6s8s +7s gang last", &[47, 62, 63, 71, 78]),
    // Draw, replacement and last tile at once.
    ("5p6p7p9p9p3s4s5s7s8s ckong:2m *6s gang last", &[44, 46, 56, 67, 71, 76]),
    // Tile hogs vanish in a quadruple chow only.
    ("1s1s1s1s2s2s2s2s3s3s3s3s4s +4s", &[14, 22, 37, 62, 63]),
    ("2s2s2s3s3s3s3s4s4s4s4s5s6s *2s", &[22, 56, 64, 64, 64, 66, 68]),
    // Nine gates look at the thirteen tiles.
    ("1m1m1m2m3m4m5m6m7m8m9m9m9m *9m", &[4, 28, 56, 64]),
    ("1p1p1p3p4p5p6p7p8p8p9p9p9p +2p", &[22, 62, 66, 71, 73, 73]),
    // Kongs.
    ("8s ckong:1s ckong:2m kong:3p ckong:4p +8s", &[5, 33, 42, 73, 76]),
    ("3p3p3p8s ckong:1s ckong:2m ckong:4p +8s", &[12, 17, 42, 73, 76, 79]),
    ("4p4p4p8s ckong:1s kong:2m pung:3p +8s", &[42, 49, 57, 66, 67, 73, 76, 79]),
    // Honours and knitted tiles, with and without the straight.
    ("1m4m7m3p6p9p2s5s8sSWNC +F", &[34, 35]),
    ("1m7m3p6p9p2s5sSWNCFP *E", &[20, 56]),
    // Knitted straight with a set of every kind.
    ("1m4m7m2p5p8p3s9sWW pung:F +6s", &[35, 52, 59]),
    ("1m4m7m2p5p8p3s6s9sW ckong:F +W", &[35, 52, 59, 62, 67, 79]),
    ("1m4m7m3p6p6p6p7p8p9p2s5s8s +6p", &[35, 62, 63, 64]),
    ("4m5m5m5m6m6m6m7m7m7m chow:4m +4m", &[22, 24, 33, 64, 64, 68]),
];

#[test]
fn hands_are_read_at_their_best() {
    for (text, expected) in HANDS {
        assert_eq!(numbers(&scored(text)), expected, "{text}");
        let sum = scored(text).fans().map(|scored| scored.points()).sum::<u16>();
        assert_eq!(total(&win(text), &Rulings::default()), Ok(sum), "{text}");
        assert_eq!(scored(text).points(), sum, "{text}");
    }
}

/// MCR P4 says nothing about readings worth the same: the one with the lower pair is kept, so that all homes agree.
#[test]
fn of_equal_readings_the_first_is_kept() {
    let score = scored("2m2m2m3m4m5m5m5m6p8p chow:7s +7p");
    assert_eq!(score.arrangement().pair, Some("2m".parse().unwrap()));
}

#[test]
fn the_reading_is_named() {
    let score = scored("4p4p7s8s9s9s9s ckong:1m pung:2s +9s");
    let arrangement = score.arrangement();
    assert_eq!(
        (arrangement.shape, arrangement.pair),
        (Shape::FourSets, Some("4p".parse().unwrap()))
    );
    assert_eq!(arrangement.place, Place::Set(0));
    let concealed: Vec<bool> = arrangement.sets.iter().map(|set| set.concealed).collect();
    // 789 completed by the discard, the concealed kong, the open pung, 999.
    assert_eq!(concealed, [false, true, false, true]);

    // Laid out is not concealed, standing is, also of two equal chows.
    let score = scored("1m2m3m5p6p8s8s pung:E chow:1m +7p");
    let sets = score.arrangement().sets.iter().map(|set| (set.melded, set.concealed));
    let expected = [(true, false), (false, true), (false, false), (true, false)];
    assert!(sets.eq(expected));

    let shapes = [
        ("1m4m7m3p6p9p2s5s8sSWNC +F", Shape::HonoursAndKnitted),
        ("1m4m7m2p5p8p3s9sWW pung:F +6s", Shape::KnittedStraight),
        ("1m9m1p9p1s9sESWNCFP +1m", Shape::ThirteenOrphans),
        ("1m1m3m3m5p5p7p7p2s2s9s9sE +E", Shape::SevenPairs),
    ];
    for (text, shape) in shapes {
        assert_eq!(scored(text).arrangement().shape, shape, "{text}");
    }
}
