//! The 81 fan as data: points, names, what a fan is made of and what it may not stand beside.
//!
//! The exclusions are the column "Excl." of the digest's section 9, the lines of appendix 1 and
//! those that follow from MCR P1 alike. Two fan that exclude one another are never both scored;
//! which of them is scored is left to the maximum (MCR P4).

/// Which sets of a hand make a fan.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Basis {
    /// The whole hand, or how it was won.
    Hand,
    /// A group of this many sets; the pair counts as one of them where the fan names it.
    Sets(usize),
    /// The nine knitted tiles: three special chows, or part of fourteen singles (MCR A1#35).
    Knitted,
    /// All sets that hold one kind of tile (MCR A1#64).
    Kind,
}

/// One row of the table.
#[derive(Debug, Clone, Copy)]
pub struct Fan {
    /// Number, 1 to 81.
    pub number: u8,
    /// Points.
    pub points: u16,
    /// English name as printed.
    pub name: &'static str,
    /// What it is made of.
    pub basis: Basis,
    /// May be scored more than once.
    pub repeats: bool,
    /// Relates sets by number, hence bound by MCR P2, P3 and P5.
    pub relates: bool,
    /// Fan not scored in the same hand.
    pub excludes: &'static [u8],
    /// Fan not scored for sets that all belong to this fan.
    pub excludes_within: &'static [u8],
}

/// The fan with this number.
pub fn fan(number: u8) -> &'static Fan {
    &FANS[usize::from(number) - 1]
}

/// The fan with this printed name.
pub fn fan_named(name: &str) -> Option<&'static Fan> {
    FANS.iter().find(|fan| fan.name == name)
}

/// A fan of the whole hand, scored at most once.
const fn hand(
    number: u8,
    points: u16,
    name: &'static str,
    excludes: &'static [u8],
    excludes_within: &'static [u8],
) -> Fan {
    let basis = Basis::Hand;
    let (repeats, relates) = (false, false);
    Fan { number, points, name, basis, repeats, relates, excludes, excludes_within }
}

impl Fan {
    /// Made of so many sets.
    const fn of(self, sets: usize) -> Fan {
        Fan { basis: Basis::Sets(sets), ..self }
    }

    /// Made of something else than a fixed number of sets.
    const fn made_of(self, basis: Basis) -> Fan {
        Fan { basis, ..self }
    }

    /// May be scored more than once.
    const fn again(self) -> Fan {
        Fan { repeats: true, ..self }
    }

    /// Relates sets by number.
    const fn relating(self) -> Fan {
        Fan { relates: true, ..self }
    }
}

/// Chicken Hand stands beside nothing but flowers.
const ALL_BUT_FLOWERS: &[u8] = &{
    let mut others = [0; 79];
    let (mut number, mut place) = (1, 0);
    while number <= 80 {
        if number != 43 {
            others[place] = number;
            place += 1;
        }
        number += 1;
    }
    others
};

/// All 81, in order of number.
pub const FANS: [Fan; 81] = [
    hand(1, 88, "Big Four Winds", &[38, 49, 60, 61, 73], &[]).of(4),
    hand(2, 88, "Big Three Dragons", &[54, 59], &[73]).of(3),
    hand(3, 88, "All Green", &[75], &[]),
    hand(4, 88, "Nine Gates", &[22, 62, 73, 76], &[]),
    hand(5, 88, "Four Kongs", &[17, 49, 57, 74, 79], &[]).of(4),
    hand(6, 88, "Seven Shifted Pairs", &[19, 22, 62, 76, 79], &[]),
    hand(7, 88, "Thirteen Orphans", &[18, 52, 55, 62, 79], &[]),
    hand(8, 64, "All Terminals", &[18, 49, 55, 73, 76], &[]),
    hand(9, 64, "Little Four Winds", &[38, 73], &[]).of(4),
    hand(10, 64, "Little Three Dragons", &[54, 59], &[73]).of(3),
    hand(11, 64, "All Honors", &[18, 49, 55, 73], &[]),
    hand(12, 64, "Four Concealed Pungs", &[33, 49, 62, 66], &[]).of(4),
    hand(13, 64, "Pure Terminal Chows", &[19, 22, 63, 69, 72, 76], &[]).relating(),
    hand(14, 48, "Quadruple Chow", &[23, 24, 64, 69], &[]).of(4).relating(),
    hand(15, 48, "Four Pure Shifted Pungs", &[23, 24, 49], &[]).of(4).relating(),
    hand(16, 32, "Four Pure Shifted Chows", &[30, 71, 72], &[]).of(4).relating(),
    hand(17, 32, "Three Kongs", &[57, 74], &[]).of(3),
    hand(18, 32, "All Terminals and Honors", &[49, 55, 73], &[]),
    hand(19, 24, "Seven Pairs", &[62, 79], &[]),
    hand(20, 24, "Greater Honors and Knitted Tiles", &[34, 52, 62], &[]),
    hand(21, 24, "All Even Pungs", &[49, 68, 76], &[]),
    hand(22, 24, "Full Flush", &[75, 76], &[]),
    hand(23, 24, "Pure Triple Chow", &[24, 69], &[]).of(3).relating(),
    hand(24, 24, "Pure Shifted Pungs", &[23], &[]).of(3).relating(),
    hand(25, 24, "Upper Tiles", &[36, 76], &[]),
    hand(26, 24, "Middle Tiles", &[68, 76], &[]),
    hand(27, 24, "Lower Tiles", &[37, 76], &[]),
    hand(28, 16, "Pure Straight", &[], &[71, 72]).of(3).relating(),
    hand(29, 16, "Three-Suited Terminal Chows", &[63, 70, 72, 76], &[]).relating(),
    hand(30, 16, "Pure Shifted Chows", &[], &[]).of(3).relating(),
    hand(31, 16, "All Fives", &[68, 76], &[]),
    hand(32, 16, "Triple Pung", &[], &[65]).of(3).relating(),
    hand(33, 16, "Three Concealed Pungs", &[66], &[]).of(3),
    hand(34, 12, "Lesser Honors and Knitted Tiles", &[52, 62], &[]),
    hand(35, 12, "Knitted Straight", &[], &[]).made_of(Basis::Knitted).relating(),
    hand(36, 12, "Upper Four", &[76], &[]),
    hand(37, 12, "Lower Four", &[76], &[]),
    hand(38, 12, "Big Three Winds", &[], &[73]).of(3),
    hand(39, 8, "Mixed Straight", &[], &[]).of(3).relating(),
    hand(40, 8, "Reversible Tiles", &[75], &[]),
    hand(41, 8, "Mixed Triple Chow", &[], &[70]).of(3).relating(),
    hand(42, 8, "Mixed Shifted Pungs", &[], &[]).of(3).relating(),
    hand(43, 8, "Chicken Hand", ALL_BUT_FLOWERS, &[]),
    hand(44, 8, "Last Tile Draw", &[80], &[]),
    hand(45, 8, "Last Tile Claim", &[], &[]),
    hand(46, 8, "Out with Replacement Tile", &[80], &[]),
    hand(47, 8, "Robbing The Kong", &[58], &[]),
    hand(48, 8, "Two Concealed Kongs", &[66, 67], &[]).of(2),
    hand(49, 6, "All Pungs", &[], &[]),
    hand(50, 6, "Half Flush", &[75], &[]),
    hand(51, 6, "Mixed Shifted Chows", &[], &[]).of(3).relating(),
    hand(52, 6, "All Types", &[], &[]),
    hand(53, 6, "Melded Hand", &[79], &[]),
    hand(54, 6, "Two Dragons Pungs", &[59], &[]).of(2),
    hand(55, 4, "Outside Hand", &[], &[]),
    hand(56, 4, "Fully Concealed Hand", &[62, 80], &[]),
    hand(57, 4, "Two Melded Kongs", &[74], &[]).of(2),
    hand(58, 4, "Last Tile", &[], &[]),
    hand(59, 2, "Dragon Pung", &[], &[73]).of(1),
    hand(60, 2, "Prevalent Wind", &[], &[73]).of(1),
    hand(61, 2, "Seat Wind", &[], &[73]).of(1),
    hand(62, 2, "Concealed Hand", &[], &[]),
    hand(63, 2, "All Chows", &[76], &[]),
    hand(64, 2, "Tile Hog", &[], &[]).made_of(Basis::Kind).again(),
    hand(65, 2, "Double Pung", &[], &[]).of(2).relating().again(),
    hand(66, 2, "Two Concealed Pungs", &[], &[]).of(2),
    hand(67, 2, "Concealed Kong", &[], &[]).of(1),
    hand(68, 2, "All Simples", &[76], &[]),
    hand(69, 1, "Pure Double Chow", &[], &[]).of(2).relating().again(),
    hand(70, 1, "Mixed Double Chow", &[], &[]).of(2).relating().again(),
    hand(71, 1, "Short Straight", &[], &[]).of(2).relating().again(),
    hand(72, 1, "Two Terminal Chows", &[], &[]).of(2).relating().again(),
    hand(73, 1, "Pung of Terminals or Honors", &[], &[]).of(1).again(),
    hand(74, 1, "Melded Kong", &[], &[]).of(1),
    hand(75, 1, "One Voided Suit", &[], &[]),
    hand(76, 1, "No Honors", &[], &[]),
    hand(77, 1, "Edge Wait", &[], &[]).of(1),
    hand(78, 1, "Closed Wait", &[], &[]).of(1),
    hand(79, 1, "Single Wait", &[], &[]).of(1),
    hand(80, 1, "Self-Drawn", &[], &[]),
    hand(81, 1, "Flower Tiles", &[], &[]).again(),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_stand_at_their_number_and_points_never_rise() {
        for (place, row) in FANS.iter().enumerate() {
            assert_eq!(usize::from(row.number), place + 1);
            assert_eq!(fan_named(row.name).map(|found| found.number), Some(row.number));
        }
        assert!(FANS.windows(2).all(|rows| rows[0].points >= rows[1].points));
    }
}
