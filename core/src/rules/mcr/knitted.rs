//! Knitted tiles: 1-4-7 of one suit, 2-5-8 of another, 3-6-9 of the third (MCR A1#20, 34, 35).

use super::arrangement::Knit;
use crate::rules::shape::{EACH_RANK, FaceSet, HONOURS, HandCount, SuitCount};
use crate::tile::Face;

/// Every way to give the three triples to the three suits.
pub(super) const KNITS: [Knit; 6] =
    [[1, 2, 3], [1, 3, 2], [2, 1, 3], [2, 3, 1], [3, 1, 2], [3, 2, 1]];

/// Lowest bits of the ranks of a triple.
const fn triple(number: u8) -> u32 {
    0o001_001_001 << (3 * (number as u32 - 1))
}

/// All seven honours, lowest bits.
const ALL_HONOURS: u32 = EACH_RANK >> 6;

/// Which way the nine knitted tiles are all here, if any: fourteen tiles have no room for two ways.
pub(super) fn straight_in(tiles: &HandCount) -> Option<Knit> {
    let [a, b, c, _] = tiles.each(|row| triples_in(row.held()));
    if (a == 0) | (b == 0) | (c == 0) {
        return None;
    }
    KNITS.into_iter().find(|[x, y, z]| (a >> x & 1 == 1) & (b >> y & 1 == 1) & (c >> z & 1 == 1))
}

/// Triples held complete, one bit for each number.
const fn triples_in(held: u32) -> u32 {
    // All three ranks of a triple meet in the lowest one.
    let met = held & (held >> 9) & (held >> 18);
    ((met & 1) << 1) | ((met >> 3 & 1) << 2) | ((met >> 6 & 1) << 3)
}

/// The tiles without the nine of a straight that is here.
pub(super) fn without_straight(tiles: &HandCount, knit: Knit) -> HandCount {
    let mut rest = *tiles;
    for (row, number) in knit.into_iter().enumerate() {
        for step in 0..3 {
            rest.take(row, SuitCount::tiles(usize::from(number) - 1 + 3 * step, 1));
        }
    }
    rest
}

/// Whether tiles are singles out of the honours and one way of knitting, and which way.
pub(super) fn singles(tiles: &HandCount) -> Option<Knit> {
    // Nine knitted tiles at most: fourteen singles show five honours or more.
    if tiles.row(HONOURS).total() < 5 {
        return None;
    }
    KNITS.into_iter().find(|knit| are_singles(tiles, *knit))
}

/// Whether tiles are singles out of the honours and this way of knitting.
pub(super) fn are_singles(tiles: &HandCount, knit: Knit) -> bool {
    let rows = tiles.rows();
    // Each kind held is held once.
    rows.iter().all(|row| row.counts() == row.held())
        && knit.iter().zip(rows).all(|(number, row)| row.held() & !triple(*number) == 0)
}

/// 20: all seven honours are among the singles.
pub(super) fn has_all_honours(tiles: &HandCount) -> bool {
    tiles.row(HONOURS).held() == ALL_HONOURS
}

/// 35 beside 34: all nine knitted tiles are among the singles.
pub(super) fn has_all_nine(tiles: &HandCount) -> bool {
    tiles.row(HONOURS).total() == 5
}

/// Honours and knitted tiles of one way.
pub(super) fn faces(knit: Knit) -> FaceSet {
    let mut faces = FaceSet::of_row(HONOURS, 0b111_1111);
    for (row, number) in knit.into_iter().enumerate() {
        faces = faces.or(FaceSet::of_row(row, 0b100_1001 << (number - 1)));
    }
    faces
}

/// Faces held at all.
pub(super) fn held(tiles: &HandCount) -> FaceSet {
    let mut faces = FaceSet::EMPTY;
    for face in Face::playing().filter(|face| tiles.copies(*face) > 0) {
        faces = faces.or(FaceSet::one(face));
    }
    faces
}

/// Knitted tiles that would make up nine where eight of one way are here.
pub(super) fn missing_one(tiles: &HandCount) -> FaceSet {
    let held = held(tiles);
    let honours = FaceSet::of_row(HONOURS, 0b111_1111);
    KNITS
        .into_iter()
        .map(|knit| faces(knit).without(honours).without(held))
        .filter(|missing| missing.len() == 1)
        .fold(FaceSet::EMPTY, FaceSet::or)
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::testing::tiles;

    fn counted(text: &str) -> HandCount {
        let mut count = HandCount::NONE;
        count.count(&tiles(text)).unwrap();
        count
    }

    /// Every way a suit can hold complete triples, with a tile of each other triple besides.
    #[test]
    fn complete_triples_are_found() {
        for complete in 0..8u32 {
            let is = |number: u8| complete >> (number - 1) & 1 == 1;
            let held = (1..=3).fold(0, |held, number| {
                held | if is(number) { triple(number) } else { triple(number) & 0o1_001_000 }
            });
            assert_eq!(triples_in(held), complete << 1, "{complete:b}");
            let lone = (1..=3).fold(0, |held, number| {
                held | if is(number) { triple(number) } else { triple(number) & 0o1_000_111 }
            });
            assert_eq!(triples_in(lone), complete << 1, "{complete:b}");
        }
    }

    #[test]
    fn a_straight_takes_a_triple_of_each_suit() {
        let cases = [
            ("1m4m7m2p5p8p3s6s9sEEEFF", Some([1, 2, 3])),
            ("3m6m9m1p4p7p2s5s8sEEEFF", Some([3, 1, 2])),
            // Two triples of a suit: only one of them is knitted with the others.
            ("1m4m7m3m6m9m2p5p8p1s4s7s", Some([3, 2, 1])),
            ("1m4m7m2p5p8p1p4p7p3s6s9s", Some([1, 2, 3])),
            ("2m5m8m1p4p7p1s4s7s3s6s9s", Some([2, 1, 3])),
            // The same triple in two suits, or a tile short.
            ("1m4m7m1p4p7p3s6s9sEEEFF", None),
            ("1m4m7m2p5p8p2s5s8sEEEFF", None),
            ("1m4m7m2p5p8p3s6sEEEFFF", None),
            ("1m4m7m2p5p3s6s9sEEEFFF", None),
            ("4m7m2p5p8p3s6s9sEEEFFF", None),
            ("EEESSSWWWNNNCC", None),
        ];
        for (text, knit) in cases {
            assert_eq!(straight_in(&counted(text)), knit, "{text}");
        }
    }

    #[test]
    fn eight_of_nine_want_the_ninth() {
        let missing = |text| missing_one(&counted(text)).iter().collect::<std::vec::Vec<_>>();
        assert_eq!(missing("1m4m7m2p5p8p3s6sEEEFF"), tiles("9s"));
        assert_eq!(missing("1m4m7m2p8p3s6s9sEEEFF"), tiles("5p"));
        assert_eq!(missing("1m4m7m2p5p8p3sEEEFFF"), tiles(""));
        assert_eq!(missing("1m4m7m2p5p8p3s6s9sEEEF"), tiles(""));
    }
}
