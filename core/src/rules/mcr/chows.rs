//! The fan that relate chows: 14, 16, 23, 28, 30, 39, 41, 51, 69-72, looked up, and 13 and 29, which look
//! at the pair besides.
//!
//! Which of them may be scored together is the hardest question of the rule book (MCR P1-P5). It is
//! answered once, in [`super::chow_rule`], for every group of chows a hand can have; the build keeps the
//! answers in a table.

use super::chow_rule::{Chow, ChowJoin, GROUPS, NO_CHOW, Selection, choose};
use super::fan::Fan;

include!(concat!(env!("OUT_DIR"), "/chow_table.rs"));

/// Up to four chows, lowest first, [`NO_CHOW`] at the end.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Chows([Chow; 4]);

/// What each place of a sorted group adds to its number.
#[allow(clippy::indexing_slicing)] // computed by the compiler
static PLACES: [[u16; NO_CHOW as usize + 1]; 4] = {
    let mut places = [[0; NO_CHOW as usize + 1]; 4];
    let mut place = 0;
    while place < 4 {
        let mut chow = 0;
        while chow <= NO_CHOW as usize {
            places[place][chow] = choose(chow + place, place + 1) as u16;
            chow += 1;
        }
        place += 1;
    }
    places
};

impl Chows {
    /// No chow.
    pub const NONE: Chows = Chows([NO_CHOW; 4]);

    /// Puts chows in order.
    pub fn sorted(chows: [Chow; 4]) -> Chows {
        fn order(a: Chow, b: Chow) -> (Chow, Chow) {
            (a.min(b), a.max(b))
        }
        let [a, b, c, d] = chows;
        let ((a, b), (c, d)) = (order(a, b), order(c, d));
        let ((a, c), (b, d)) = (order(a, c), order(b, d));
        let (b, c) = order(b, c);
        Chows([a, b, c, d])
    }

    /// The chows, lowest first.
    pub const fn list(self) -> [Chow; 4] {
        self.0
    }

    /// The best selection of fan for them.
    pub fn best(self) -> &'static Selection {
        static NOTHING: Selection =
            Selection { points: 0, joins: [ChowJoin { fan: 0, chows: 0 }; 3] };
        let place = PLACES.iter().zip(self.0).fold(0u16, |sum, (places, chow)| {
            sum.wrapping_add(places.get(usize::from(chow & 31)).copied().unwrap_or(0))
        });
        debug_assert!(usize::from(place) < GROUPS);
        let number = BEST.get(usize::from(place)).copied().unwrap_or(0);
        SELECTIONS.get(usize::from(number)).unwrap_or(&NOTHING)
    }

    /// Pure (13) or Three-Suited Terminal Chows (29): 123 and 789 twice in one suit with its 55, or in
    /// each of two suits with 55 of the third. `pair` is the suit of the pair, which is a five.
    pub const fn around_fives(self, pair: u8) -> Option<Fan> {
        let [a, b, c, d] = self.0;
        if a == pair * 7 && b == a && c == a + 6 && d == c {
            return Some(Fan::PureTerminalChows);
        }
        let (low, high) = (a / 7, c / 7);
        let spread = (a % 7 == 0) & (b == a + 6) & (c % 7 == 0) & (d == c + 6);
        if spread & (low != high) & (low != pair) & (high != pair) {
            return Some(Fan::ThreeSuitedTerminalChows);
        }
        None
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::super::chow_rule::{
        all_joins, best_selection, chow_points, may_stand_together, place_of,
    };
    use super::*;
    use std::vec::Vec;

    fn groups() -> impl Iterator<Item = [Chow; 4]> {
        (0..=NO_CHOW).flat_map(|d| {
            (0..=d).flat_map(move |c| (0..=c).flat_map(move |b| (0..=b).map(move |a| [a, b, c, d])))
        })
    }

    #[test]
    fn the_table_holds_what_trying_everything_finds() {
        assert_eq!(groups().count(), GROUPS);
        for (number, group) in groups().enumerate() {
            assert_eq!(place_of(group), number);
            assert_eq!(*Chows(group).best(), best_selection(group), "{group:?}");
        }
    }

    #[test]
    fn every_selection_obeys_the_principles() {
        for selection in &SELECTIONS {
            let joins: Vec<ChowJoin> =
                selection.joins.iter().copied().filter(|join| join.fan != 0).collect();
            assert!(may_stand_together(&joins));
            let points: u8 = joins.iter().map(|join| chow_points(join.fan)).sum();
            assert_eq!(points, selection.points);
            for join in joins {
                assert_eq!(
                    Fan::from_number(join.fan).map(Fan::points),
                    Some(u16::from(chow_points(join.fan)))
                );
            }
        }
    }

    /// Chows named by suit letter and lowest number, and the fan numbers expected.
    #[test]
    fn chows_combine_as_the_principles_say() {
        let cases: [(&str, &[u8]); 27] = [
            ("m1 m1 m1 m1", &[14]),
            ("m1 m2 m3 m4", &[16]),
            ("m1 m3 m5 m7", &[16]),
            ("m1 m2 m4 m6", &[30, 71]), // steps mixed: no 16
            ("m2 m2 m2 p2", &[23, 70]),
            ("m2 m2 m2 m5", &[23, 71]),
            ("m1 m4 m7", &[28]),
            ("m1 m4 m7 m4", &[28, 69]),
            ("m1 m4 m7 p1", &[28, 70]),
            ("m1 m4 p7", &[71]), // two suits: no 39
            ("m1 m2 m3", &[30]),
            ("m1 m3 m5", &[30]),
            ("m1 m2 m4", &[71]),
            ("m1 m2 m3 m7", &[30, 72]),
            ("m1 p4 s7", &[39]),
            ("m1 p4 s7 s7", &[39, 69]),
            ("m1 p1 s1", &[41]),
            ("m1 p1 s1 s1", &[41, 69]), // or 70, not both
            ("m1 p2 s3", &[51]),
            ("m2 p1 s3 s6", &[51, 71]),
            ("m1 p3 s5", &[]), // steps of two only within one suit
            ("m1 p1 s2", &[70]),
            ("m1 m4 p1 p4", &[70, 70, 71]),
            ("m1 m7 p1 p7", &[70, 70, 72]),
            ("m1 m1 m7 m7", &[69, 69, 72]),
            ("m1 m1 p1 p1", &[69, 69, 70]),
            ("m1", &[]),
        ];
        for (text, expected) in cases {
            let mut chows = [NO_CHOW; 4];
            for (chow, name) in chows.iter_mut().zip(text.split(' ')) {
                let suit = "mps".find(&name[..1]).unwrap_or(0) as u8;
                *chow = suit * 7 + name.as_bytes()[1] - b'1';
            }
            let fans: Vec<u8> = Chows::sorted(chows)
                .best()
                .joins
                .iter()
                .map(|join| join.fan)
                .filter(|fan| *fan != 0)
                .collect();
            assert_eq!(fans, expected, "{text}");
        }
    }

    /// P1: nothing beside what implies it. P2, P5: no two sets are linked twice. P3: no set makes a fan twice.
    #[test]
    fn what_may_stand_together_follows_the_principles() {
        let join = |fan, chows| ChowJoin { fan, chows };
        let cases: [(&[ChowJoin], bool); 7] = [
            (&[join(69, 0b0011)], true),
            (&[join(69, 0b0011), join(69, 0b1100)], true),
            (&[join(70, 0b0011), join(70, 0b0110)], false),
            (&[join(70, 0b0011), join(71, 0b0110)], true),
            (&[join(70, 0b0011), join(71, 0b0011)], false),
            (&[join(70, 0b0011), join(71, 0b0110), join(72, 0b0101)], false),
            (&[join(23, 0b0111), join(69, 0b1001)], false),
        ];
        for (joins, stands) in cases {
            assert_eq!(may_stand_together(joins), stands, "{joins:?}");
        }
    }

    /// So the higher choice (P4) never lies between two fan of three chows that share two of them.
    #[test]
    fn of_four_chows_three_make_one_fan_at_most() {
        for group in groups() {
            let mut threes = all_joins(group).map(|join| (join.fan, join.chows.count_ones()));
            threes.sort_unstable();
            let mut fans: Vec<u8> =
                threes.iter().filter(|(_, size)| *size == 3).map(|(fan, _)| *fan).collect();
            fans.dedup();
            assert!(fans.len() <= 1, "{group:?}: {fans:?}");
        }
    }

    #[test]
    fn terminal_chows_need_their_fives() {
        let chows = |list: [Chow; 4]| Chows::sorted(list);
        assert_eq!(chows([6, 0, 6, 0]).around_fives(0), Some(Fan::PureTerminalChows));
        assert_eq!(chows([6, 0, 6, 0]).around_fives(1), None);
        let two_suits = chows([0, 6, 14, 20]);
        assert_eq!(two_suits.around_fives(1), Some(Fan::ThreeSuitedTerminalChows));
        assert_eq!((two_suits.around_fives(0), two_suits.around_fives(2)), (None, None));
        let without_characters = chows([7, 13, 14, 20]);
        let fives = [0, 1, 2].map(|pair| without_characters.around_fives(pair));
        assert_eq!(fives, [Some(Fan::ThreeSuitedTerminalChows), None, None]);
        // 234 of characters and 123 of dots are as far apart as 123 and 789.
        assert_eq!(chows([1, 7, 14, 20]).around_fives(1), None);
        assert_eq!(chows([0, 6, 14, 19]).around_fives(1), None);
        assert_eq!(chows([0, 6, NO_CHOW, NO_CHOW]).around_fives(1), None);
    }
}
