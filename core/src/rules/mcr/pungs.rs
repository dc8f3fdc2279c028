//! The fan that relate pungs of numbers: 15, 24, 32, 42, 65.
//!
//! Pungs differ in face, so the principles leave little to choose: one fan of three or four pungs, and
//! Double Pungs, each of which holds a pung that the larger fan left over.

use super::fan::Fan;
use super::fanset::FanSet;

/// Ranks (0 to 8) of the pungs in each suit, one bit each.
pub(super) type Ranks = [u32; 3];

/// Three suits in every order.
const ORDERS: [[usize; 3]; 6] = [[0, 1, 2], [0, 2, 1], [1, 0, 2], [1, 2, 0], [2, 0, 1], [2, 1, 0]];

/// What the pungs of a hand score together: fan worth eight or more, and the number of Double Pungs.
pub(super) fn related(ranks: Ranks) -> (FanSet, u8) {
    let [a, b, c] = ranks;
    let all = a | (b << 9) | (c << 18);
    if all & all.wrapping_sub(1) == 0 {
        // One pung at most.
        return (FanSet::EMPTY, 0);
    }
    let twice = (a & b) | (a & c) | (b & c);
    let triple = a & b & c;
    let four = four_shifted(ranks);
    let three = three_shifted(ranks);
    let mixed = mixed_shifted(ranks);
    let fans = FanSet::when(four != 0, Fan::FourPureShiftedPungs)
        .or(FanSet::when(three != 0, Fan::PureShiftedPungs))
        .or(FanSet::when(triple != 0, Fan::TriplePung))
        .or(FanSet::when(mixed != 0, Fan::MixedShiftedPungs));
    // Within a Triple Pung there is none (MCR P2), and the fourth pung has no partner.
    let doubles = if triple != 0 { 0 } else { twice.count_ones() as u8 };
    (fans, doubles)
}

/// Lowest ranks of four consecutive pungs in one suit (MCR A1#15).
fn four_shifted(ranks: Ranks) -> u32 {
    ranks.iter().fold(0, |all, suit| all | (suit & (suit >> 1) & (suit >> 2) & (suit >> 3)))
}

/// Lowest ranks of three consecutive pungs in one suit (MCR A1#24).
fn three_shifted(ranks: Ranks) -> u32 {
    ranks.iter().fold(0, |all, suit| all | (suit & (suit >> 1) & (suit >> 2)))
}

/// Lowest ranks of three consecutive pungs, one in each suit (MCR A1#42).
fn mixed_shifted(ranks: Ranks) -> u32 {
    let [a, b, c] = ranks;
    let above = |x: u32, y: u32, z: u32| x & (y >> 1) & (z >> 2);
    above(a, b, c)
        | above(a, c, b)
        | above(b, a, c)
        | above(b, c, a)
        | above(c, a, b)
        | above(c, b, a)
}

/// The pungs joined by the three-pung or four-pung fan among `fans`, as ranks of each suit: the lowest of
/// several choices.
pub(super) fn joined(ranks: Ranks, fan: Fan) -> Ranks {
    let only = |bits: u32| bits & bits.wrapping_neg();
    match fan {
        // A hand has no fifth.
        Fan::FourPureShiftedPungs => ranks,
        Fan::PureShiftedPungs => ranks.map(|suit| {
            let lowest = only(suit & (suit >> 1) & (suit >> 2));
            lowest * 0b111
        }),
        Fan::TriplePung => {
            let [a, b, c] = ranks;
            [only(a & b & c); 3]
        }
        Fan::MixedShiftedPungs => {
            let lowest = only(mixed_shifted(ranks));
            ORDERS
                .iter()
                .map(|order| {
                    let mut chosen = [0; 3];
                    for (step, suit) in order.iter().enumerate() {
                        if let Some(place) = chosen.get_mut(*suit) {
                            *place = lowest << step;
                        }
                    }
                    chosen
                })
                .find(|chosen| {
                    chosen.iter().zip(ranks).all(|(chosen, held)| chosen & held == *chosen)
                })
                .unwrap_or([0; 3])
        }
        _ => [0; 3],
    }
}

#[cfg(test)]
#[allow(clippy::indexing_slicing)]
mod tests {
    use super::*;

    fn ranks(text: &str) -> Ranks {
        let mut ranks = [0; 3];
        for name in text.split(' ') {
            let suit = "mps".find(&name[..1]).unwrap_or(0);
            ranks[suit] |= 1 << (name.as_bytes()[1] - b'1');
        }
        ranks
    }

    /// The pungs of a hand, the fan that relate three or four of them, each with its pungs, and the Double Pungs.
    type Case = (&'static str, &'static [(Fan, &'static str)], u8);

    #[test]
    fn pungs_combine_as_the_principles_say() {
        use Fan::*;
        let cases: [Case; 20] = [
            (
                "m1 m2 m3 m4",
                &[(FourPureShiftedPungs, "m1 m2 m3 m4"), (PureShiftedPungs, "m1 m2 m3")],
                0,
            ),
            (
                "m6 m7 m8 m9",
                &[(FourPureShiftedPungs, "m6 m7 m8 m9"), (PureShiftedPungs, "m6 m7 m8")],
                0,
            ),
            ("m1 m2 m3 m5", &[(PureShiftedPungs, "m1 m2 m3")], 0),
            ("m1 m2 m4 m5", &[], 0),
            ("m1 m2 m3 p2", &[(PureShiftedPungs, "m1 m2 m3")], 1),
            ("s5 m7 m8 m9", &[(PureShiftedPungs, "m7 m8 m9")], 0),
            ("m9 p9 s9 s8", &[(TriplePung, "m9 p9 s9")], 0),
            ("m1 m9 p9 s9", &[(TriplePung, "m9 p9 s9")], 0),
            ("m9 p1 p9 s9", &[(TriplePung, "m9 p9 s9")], 0),
            ("m9 p9 s8", &[], 1),
            ("m9 p9 m1 s1", &[], 2),
            ("m1 p2 s3", &[(MixedShiftedPungs, "m1 p2 s3")], 0),
            ("m4 p6 s5", &[(MixedShiftedPungs, "m4 p6 s5")], 0),
            ("m5 p4 s6", &[(MixedShiftedPungs, "m5 p4 s6")], 0),
            ("m6 p4 s5", &[(MixedShiftedPungs, "m6 p4 s5")], 0),
            ("m5 p6 s4", &[(MixedShiftedPungs, "m5 p6 s4")], 0),
            ("m3 p2 s1", &[(MixedShiftedPungs, "m3 p2 s1")], 0),
            ("m1 p2 s3 m2", &[(MixedShiftedPungs, "m1 p2 s3")], 1),
            ("m1 p2 s4", &[], 0),
            ("m1 p1 m2 s2", &[], 2),
        ];
        for (text, fans, doubles) in cases {
            let expected =
                fans.iter().fold(FanSet::EMPTY, |all, (fan, _)| all.or(FanSet::one(*fan)));
            assert_eq!(related(ranks(text)), (expected, doubles), "{text}");
            for (fan, pungs) in fans {
                assert_eq!(joined(ranks(text), *fan), ranks(pungs), "{text}");
            }
            for fan in [TriplePung, PureShiftedPungs, MixedShiftedPungs] {
                let holds = fans.iter().any(|(held, _)| *held == fan);
                assert_eq!(joined(ranks(text), fan) != [0; 3], holds, "{text} {fan:?}");
            }
        }
        for (text, fans) in [("m1 p2 p3", FanSet::EMPTY), ("m1 p3 s5", FanSet::EMPTY)] {
            assert_eq!(related(ranks(text)), (fans, 0));
        }
    }
}
