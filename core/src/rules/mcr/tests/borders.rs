//! Every fan just is and just is not.

use super::*;
use crate::rules::mcr::Fan;

/// Number of the fan, a hand that scores it, a hand that nearly does.
const BORDERS: [(u8, &str, &str); 81] = [
    (1, "5p5pNN pung:E pung:S pung:W +N", "5p5pNN pung:E pung:S pung:W +5p"),
    (2, "1m1m9p9p pung:C pung:F pung:P +1m", "1m1mPP pung:C pung:F pung:9p +1m"),
    (3, "8s8sFF pung:2s pung:6s chow:2s +F", "8s8sFF pung:2s pung:6s chow:3s +F"),
    (4, "1m1m1m2m3m4m5m6m7m8m9m9m9m +2m", "1m1m1m2m2m3m4m5m6m7m8m9m9m +9m"),
    (5, "W kong:2m kong:5p kong:8s kong:C *W", "W kong:2m kong:5p kong:8s pung:C *W"),
    (6, "2m2m3m3m4m4m5m5m6m6m7m7m8m +8m", "2m2m3m3m4m4m5m5m6m6m8m8m9m +9m"),
    (7, "1m9m1p9p1s9sESWNCFP +1m", "1m1m9m9m1p1p9p9p1s1sEES +S"),
    (8, "1p1p9s9s pung:1m pung:1s pung:9m +9s", "1p1pEE pung:1m pung:1s pung:9m +1p"),
    (9, "1m2mWWWNN pung:E pung:S +3m", "1m2mWWW5p5p pung:E pung:S +3m"),
    (10, "4p6pPP pung:C pung:F pung:1m +5p", "4p6p9p9p pung:C pung:F pung:1m +5p"),
    (11, "EECC pung:S pung:W pung:N +C", "EE1m1m pung:S pung:C pung:F +1m"),
    (12, "2m2m2m4p4p4p6s6s7s7s7sCC *6s", "2m2m2m4p4p4p6s6s7s7s7sCC +6s"),
    (13, "1s1s2s3s3s5s5s7s7s8s8s9s9s +2s", "1s1s2s3s3s6s6s7s7s8s8s9s9s +2s"),
    (14, "2m3m9p9p chow:1m chow:1m chow:1m +1m", "3m4m9p9p chow:1m chow:1m chow:1m +2m"),
    (15, "9m9m4s4s5s5s5s pung:6s pung:3s +4s", "9m9m4s4s5s5s5s pung:6s pung:2s +4s"),
    (16, "5p6p8s8s chow:2p chow:3p chow:4p +7p", "6p7p8s8s chow:2p chow:3p chow:4p +8p"),
    (17, "7m7m8p8p kong:2m kong:5p kong:2s +7m", "7m7m8p8p kong:2m kong:5p pung:2s +7m"),
    (18, "1m1m9p9p pung:E pung:S pung:W +1m", "2m2m9p9p pung:E pung:S pung:W +2m"),
    (19, "1m1m3m3m5p5p7p7p2s2s9s9sE +E", "1m1m2m2m3m3m5p5p5p7s8s9sE +E"),
    (20, "6m9m1p2s5s8sESWNCFP +3m", "6m9m1p4p2s5s8sESWNCF +3m"),
    (21, "2p2p6s6s pung:2m pung:4p pung:8s +2p", "2p2p3s3s pung:2m pung:4p pung:8s +2p"),
    (22, "8s8s9s9s pung:1s chow:2s chow:5s +8s", "8s8sEE pung:1s chow:2s chow:5s +8s"),
    (23, "4p5p5p6p chow:4m chow:4m chow:4m +5p", "4p5p5p6p chow:4m chow:4m chow:5m +5p"),
    (24, "6s6sFF pung:2s pung:3s pung:4s +F", "6s6sFF pung:2s pung:3s pung:5s +F"),
    (25, "9m9m8s8s pung:7s pung:8m pung:7p +9m", "9m9m8s8s pung:7s pung:8m pung:6p +9m"),
    (26, "4p5p5p6p chow:4m chow:4m chow:4m +5p", "4p5p5p6p chow:4m chow:4m chow:3m +5p"),
    (27, "3m3m2s2s pung:1m pung:2p pung:3s +3m", "3m3m4s4s pung:1m pung:2p pung:3s +3m"),
    (28, "7m9m3p3p chow:1m chow:4m pung:C +8m", "7m9m3p3p chow:1m chow:3m pung:C +8m"),
    (29, "1m2m3m7m8m5s5s chow:1p chow:7p +9m", "1m2m3m7m8m6s6s chow:1p chow:7p +9m"),
    (30, "6p6p8s8s chow:1m chow:2m chow:3m +6p", "6p6p8s8s chow:1m chow:2m chow:4m +6p"),
    (31, "5p5p3s5s chow:3m chow:4p chow:5s +4s", "5p5p3s5s chow:3m chow:4p chow:6s +4s"),
    (32, "2m3m1s1s pung:9m pung:9p pung:9s +1m", "2m3m1s1s pung:9m pung:9p pung:8s +1m"),
    (33, "2m2m2m4m4m4m5m5m6p6p6p8p8p +8p", "4m4m4m5m5m6p6p6p8p8p pung:2m +8p"),
    (34, "1m4m7m2p5p3s6sESWNCF *9s", "6m9m1p2s5s8sESWNCFP +3m"),
    (35, "1m4m7m2p5p8p3s6s9sECCC +E", "1m4m7m2p5p3s6sESWNCF +9s"),
    (36, "9m9m7s7s chow:6m chow:6p pung:9s +7s", "9m9m7s7s chow:5m chow:6p pung:9s +7s"),
    (37, "3p4p2s2s chow:1m chow:1p chow:2m +2p", "3p4p2s2s chow:1m chow:1p chow:3m +2p"),
    (38, "1m1m9p9p pung:E pung:S pung:W +1m", "1m1m9p9p pung:E pung:S pung:C +1m"),
    (39, "7p8p4s5s6sFF pung:2p chow:1m +9p", "7p8p4s5s6sFF pung:2p chow:1s +9p"),
    (40, "9p9p4s5s6s8s8s chow:2p pung:2p +8s", "9p9p4s5s6s7s7s chow:2p pung:2p +7s"),
    (41, "9m9m5p5p chow:2m chow:2p chow:2s +9m", "9m9m5p5p chow:2m chow:2p chow:3s +9m"),
    (42, "2m3m8p8p pung:4m pung:5p pung:6s +1m", "2m3m8p8p pung:4m pung:5p pung:7s +1m"),
    (43, "3s4sCC chow:1m pung:4p pung:8s +5s", "3s4sCC chow:1m pung:4p pung:8s *5s"),
    (44, "2m3m4m5p6p7p9p9p3s4s5s7s8s *6s last", "2m3m4m5p6p7p9p9p3s4s5s7s8s +6s last"),
    (45, "2m3m4m5p6p7p9p9p3s4s5s7s8s +6s last", "2m3m4m5p6p7p9p9p3s4s5s7s8s *6s last"),
    (46, "5p6p7p9p9p3s4s5s7s8s ckong:2m *6s gang", "5p6p7p9p9p3s4s5s7s8s ckong:2m *6s"),
    (47, "2m3m4m5p6p7p9p9p3s4s5s6s8s +7s gang", "2m3m4m5p6p7p9p9p3s4s5s6s8s +7s"),
    (48, "8p8p3s4s5s6s7s ckong:2m ckong:5p +8s", "8p8p3s4s5s6s7s ckong:2m kong:5p +8s"),
    (49, "8p8p3s3s pung:2m pung:4p pung:6s +8p", "8p8p3s3s pung:2m pung:4p chow:6s +8p"),
    (50, "1m2m3m4m5mNN pung:C chow:7m *6m", "1m2m3m4m5mNN pung:C chow:7p *6m"),
    (51, "8m8m6s7s chow:2m chow:3p chow:4s +8s", "8m8m6s7s chow:2m chow:3p chow:5s +8s"),
    (52, "EECC pung:2m pung:2p pung:2s +C", "EEWW pung:2m pung:2p pung:2s +W"),
    (53, "8m pung:2m kong:5m pung:3p chow:2p +8m", "8m pung:2m ckong:5m pung:3p chow:2p +8m"),
    (54, "1m2m3m7m8m8s8s pung:C pung:F +9m", "1m2m3m7m8m8s8s pung:C pung:E +9m"),
    (55, "2m3m9p9p chow:1m chow:1m chow:1m +1m", "2m3m8p8p chow:1m chow:1m chow:1m +1m"),
    (56, "2m3m4m2p2p2p3p4p3s4s5s6s8s *7s", "2m3m4m2p2p2p3p4p3s4s5s6s8s +7s"),
    (57, "8p8p6s7s kong:2m kong:5p chow:3s +8s", "8p8p6s7s kong:2m pung:5p chow:3s +8s"),
    (58, "2m3m4m8m8m5p6p chow:1p pung:7p +7p kind", "2m3m4m8m8m5p6p chow:1p pung:7p +4p"),
    (59, "3m3m2p2p3p3p4p pung:P chow:6s +4p", "3m3m2p2p3p3p4p pung:W chow:6s +4p"),
    (60, "2m3m4m5p6p7p3s3s7s8s pung:E +9s S/E", "2m3m4m5p6p7p3s3s7s8s pung:E +9s E/S"),
    (61, "2m3m4m5p6p7p3s3s7s8s pung:E +9s E/S", "2m3m4m5p6p7p3s3s7s8s pung:E +9s S/E"),
    (62, "2m3m4m5m6m7m8p3s4s5s6s7s8s +8p", "2m3m4m5m6m7m8p3s4s5s6s7s8s *8p"),
    (63, "2m3m4m5m6m7m8p3s4s5s6s7s8s +8p", "2m3m4m5m6m7mE3s4s5s6s7s8s +E"),
    (64, "4p4p7s8s9s9s9s ckong:1m pung:2s +9s", "4p4p6s7s8s9s9s ckong:1m pung:2s +9s"),
    (65, "2p2p6s6s pung:2m pung:4p pung:8s +2p", "2p2p6s6s pung:3m pung:4p pung:8s +2p"),
    (66, "2m2m5m5m3s3s3s4s5s6s chow:6p *5m", "2m2m5m5m3s3s3s4s5s6s chow:6p +5m"),
    (67, "7m8m9m6p8p4s4s chow:4s ckong:4p *7p", "7m8m9m6p8p4s4s chow:4s kong:4p *7p"),
    (68, "8p8p3s3s pung:2m pung:4p pung:6s +8p", "8p8p3s3s pung:1m pung:4p pung:6s +8p"),
    (69, "3m3m2p2p3p3p4p pung:P chow:6s +4p", "3m3m2p3p4p5p6p pung:P chow:6s +7p"),
    (70, "4p4p1s2s3sEE chow:6m chow:1p +4p", "4p4p1s2s3sEE chow:6m chow:2p +4p"),
    (71, "4p4p1s2s3sEE chow:6m chow:4s +4p", "4p4p1s2s3sEE chow:6m chow:5s +4p"),
    (72, "4p4p1s2s3sEE chow:6m chow:7s +4p", "4p4p1s2s3sEE chow:6m chow:6s +4p"),
    (73, "2m3m4m8p8p5s6s pung:1m chow:4p +7s", "2m3m4m8p8p5s6s pung:2m chow:4p +7s"),
    (74, "2m3m4m8p8p5s6s kong:9m chow:4p +7s", "2m3m4m8p8p5s6s ckong:9m chow:4p +7s"),
    (75, "2m3m4m8p8p5p6p pung:E chow:4p +7p", "2m3m4m8p8p5s6s pung:E chow:4p +7s"),
    (76, "2m3m4m8p8p5s6s pung:9m chow:4p +7s", "2m3m4m8p8p5s6s pung:E chow:4p +7s"),
    (77, "1m2m8p8p5s6s7s pung:E chow:4p +3m", "1m2m3m4m5m8s8s pung:N chow:4p +3m"),
    (78, "1m3m8p8p5s6s7s pung:E chow:4p +2m", "2m3m8p8p5s6s7s pung:E chow:4p +1m"),
    (79, "1m2m3m8p5s6s7s pung:E chow:4p +8p", "1m2m3m4m pung:N chow:4p chow:7s +1m"),
    (80, "1m2m3m8p5s6s7s pung:E chow:4p *8p", "1m2m3m8p5s6s7s pung:E chow:4p +8p"),
    (81, "1m2m3m8p5s6s7s pung:E chow:4p +8p f1", "1m2m3m8p5s6s7s pung:E chow:4p +8p"),
];

#[test]
fn every_fan_just_is_and_just_is_not() {
    for (place, (number, is, is_not)) in BORDERS.into_iter().enumerate() {
        assert_eq!(usize::from(number), place + 1);
        let fan = Fan::from_number(number).unwrap();
        assert!(scored(is).count(fan) > 0, "{fan:?} in {is}: {:?}", numbers(&scored(is)));
        assert_eq!(scored(is_not).count(fan), 0, "{fan:?} not in {is_not}");
    }
}

#[test]
fn points_are_the_sum_of_the_fan() {
    for (_, is, is_not) in BORDERS {
        for text in [is, is_not] {
            let score = scored(text);
            let sum: u16 = score.fans().map(|fan| fan.points()).sum();
            assert_eq!(sum, score.points(), "{text}");
            assert_eq!(
                sum,
                score.points_without_flowers() + u16::from(score.count(Fan::FlowerTiles))
            );
        }
    }
}
