// How chows combine, written as the rule book says it. The build script includes this file to make the
// table that scoring looks up, and a test holds the table against it; hence no inner attributes here.

/// A chow by suit and lowest rank: seven times the suit (0 to 2) plus the rank (0 to 6).
pub type Chow = u8;
/// In place of a chow, where a hand has fewer than four.
pub const NO_CHOW: Chow = 21;
/// Groups of four chows, [`NO_CHOW`] included, order left aside.
pub const GROUPS: usize = 12_650;

/// One fan and the chows it joins, one bit each in the order of the group.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct ChowJoin {
    /// Number of the fan; 0 for none.
    pub fan: u8,
    /// The chows joined.
    pub chows: u8,
}

/// The fan scored for the chows of a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Selection {
    /// Points of all of them.
    pub points: u8,
    /// The fan in the order of their numbers.
    pub joins: [ChowJoin; 3],
}

const fn suit(chow: Chow) -> u8 {
    chow / 7
}

const fn rank(chow: Chow) -> u8 {
    chow % 7
}

/// The fan that two chows make.
pub const fn fan_of_two(a: Chow, b: Chow) -> u8 {
    let apart = rank(a).abs_diff(rank(b));
    match (suit(a) == suit(b), apart) {
        (true, 0) => 69,  // Pure Double Chow: two identical
        (false, 0) => 70, // Mixed Double Chow: same numbers in two suits
        (true, 3) => 71,  // Short Straight: six in a row
        (true, 6) => 72,  // Two Terminal Chows: 123 and 789
        _ => 0,
    }
}

/// The fan that three chows, lowest first, make.
pub const fn fan_of_three(a: Chow, b: Chow, c: Chow) -> u8 {
    if suit(a) == suit(c) && suit(a) == suit(b) {
        return match (rank(b) - rank(a), rank(c) - rank(b)) {
            (0, 0) => 23,          // Pure Triple Chow
            (3, 3) => 28,          // Pure Straight
            (1, 1) | (2, 2) => 30, // Pure Shifted Chows
            _ => 0,
        };
    }
    if suit(a) == suit(b) || suit(b) == suit(c) {
        return 0;
    }
    let (a, b, c) = (rank(a), rank(b), rank(c));
    let held = (1u32 << a) | (1 << b) | (1 << c);
    match held >> held.trailing_zeros() {
        0b1 => 41,        // Mixed Triple Chow
        0b100_1001 => 39, // Mixed Straight
        0b111 => 51,      // Mixed Shifted Chows
        _ => 0,
    }
}

/// The fan that four chows, lowest first, make; 13 and 29 need the pair besides and are not meant here.
pub const fn fan_of_four(a: Chow, b: Chow, c: Chow, d: Chow) -> u8 {
    if suit(a) != suit(d) {
        return 0;
    }
    match (rank(b) - rank(a), rank(c) - rank(b), rank(d) - rank(c)) {
        (0, 0, 0) => 14,             // Quadruple Chow
        (1, 1, 1) | (2, 2, 2) => 16, // Four Pure Shifted Chows
        _ => 0,
    }
}

/// Points of the fan above.
pub const fn chow_points(fan: u8) -> u8 {
    match fan {
        14 => 48,
        16 => 32,
        23 => 24,
        28 | 30 => 16,
        39 | 41 => 8,
        51 => 6,
        69..=72 => 1,
        _ => 0,
    }
}

/// Every fan some of these chows (lowest first) make, cheapest number first.
pub fn all_joins(group: [Chow; 4]) -> [ChowJoin; 11] {
    let mut found = [ChowJoin::default(); 11];
    let mut free = found.iter_mut();
    let mut note = |fan: u8, chows: u8| {
        if fan != 0
            && let Some(place) = free.next()
        {
            *place = ChowJoin { fan, chows };
        }
    };
    for chows in 0..16u8 {
        let mut members =
            group.iter().enumerate().filter(|(at, _)| chows >> at & 1 == 1).map(|(_, chow)| *chow);
        let [a, b, c, d] = core::array::from_fn(|_| members.next());
        if [a, b, c, d].contains(&Some(NO_CHOW)) {
            continue;
        }
        match (a, b, c, d) {
            (Some(a), Some(b), None, _) => note(fan_of_two(a, b), chows),
            (Some(a), Some(b), Some(c), None) => note(fan_of_three(a, b, c), chows),
            (Some(a), Some(b), Some(c), Some(d)) => note(fan_of_four(a, b, c, d), chows),
            _ => {}
        }
    }
    found.sort_unstable();
    found
}

/// Whether fan may be scored together: MCR P1, P3, and P2 with P5 as one condition, that no two sets are
/// linked in two ways.
pub fn may_stand_together(joins: &[ChowJoin]) -> bool {
    // Which linked group each chow belongs to.
    let mut groups = [1u8, 2, 4, 8];
    for (at, join) in joins.iter().enumerate() {
        for other in joins.iter().skip(at + 1) {
            // P3: a set does not make the same fan twice.
            let same_again = join.fan == other.fan && join.chows & other.chows != 0;
            // P1 and the exclusions listed for these fan.
            let excluded =
                matches!((join.fan, other.fan), (14, 69 | 23) | (16, 71 | 72 | 30) | (23, 69));
            if same_again || excluded {
                return false;
            }
        }
        // P2, P5: each fan links groups that were not linked before.
        let mut linked = 0u8;
        for (chow, group) in groups.iter().enumerate() {
            if join.chows >> chow & 1 == 1 {
                if linked & group != 0 {
                    return false;
                }
                linked |= group;
            }
        }
        for group in &mut groups {
            if *group & linked != 0 {
                *group = linked;
            }
        }
    }
    true
}

/// The best selection for chows given lowest first, by trying all (MCR P4). Of selections worth the same
/// the one whose fan numbers come first is taken, then the one that joins the lower chows.
pub fn best_selection(group: [Chow; 4]) -> Selection {
    let all = all_joins(group);
    let mut best = Selection::default();
    let mut consider = |list: &[ChowJoin]| {
        let points = list.iter().map(|join| chow_points(join.fan)).sum();
        if points > best.points && may_stand_together(list) {
            let mut joins = [ChowJoin::default(); 3];
            joins.iter_mut().zip(list).for_each(|(place, join)| *place = *join);
            best = Selection { points, joins };
        }
    };
    // In the order of their numbers and then of their chows, so that of equal ones the first is kept.
    let mut first = all.iter().filter(|join| join.fan != 0);
    while let Some(a) = first.next() {
        consider(&[*a]);
        let mut second = first.clone();
        while let Some(b) = second.next() {
            consider(&[*a, *b]);
            second.clone().for_each(|c| consider(&[*a, *b, *c]));
        }
    }
    best
}

/// `n` over `k`.
pub const fn choose(n: usize, k: usize) -> usize {
    let mut value = 1;
    let mut step = 0;
    while step < k {
        value = value * (n - step) / (step + 1);
        step += 1;
    }
    value
}

/// The number of a group given lowest first, below [`GROUPS`].
pub const fn place_of(group: [Chow; 4]) -> usize {
    let [a, b, c, d] = group;
    choose(a as usize, 1)
        + choose(b as usize + 1, 2)
        + choose(c as usize + 2, 3)
        + choose(d as usize + 3, 4)
}
