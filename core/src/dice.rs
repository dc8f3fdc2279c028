//! Electronic dice: unbiased faces from random bytes.

use crate::view::Throw;

/// Faces of a die.
const FACES: u8 = 6;
/// Bytes from here on would make some faces likelier and are thrown away: 252 is the largest multiple of six in a byte.
const FAIR: u8 = u8::MAX / FACES * FACES;

/// The face that a random byte means; nothing for a byte that must be thrown away.
pub const fn face(byte: u8) -> Option<u8> {
    if byte < FAIR { Some(byte % FACES + 1) } else { None }
}

/// Throws so many dice (three at most) with random words. The words come from hardware that is never exhausted; a source that
/// gives nothing but bytes to be thrown away is broken, and after `PATIENCE` words that is the answer.
pub fn throw(dice: u8, mut random: impl FnMut() -> u32) -> Option<Throw> {
    /// Chance that a sound source needs so many words for three dice: less than 2^-190.
    const PATIENCE: usize = 32;
    let mut faces = [0; 3];
    let mut left = faces.iter_mut().take(usize::from(dice));
    let mut place = left.next()?;
    for _ in 0..PATIENCE {
        for byte in random().to_le_bytes() {
            let Some(face) = face(byte) else {
                continue;
            };
            *place = face;
            place = match left.next() {
                Some(next) => next,
                None => {
                    let sum = faces.iter().fold(0, |sum: u8, face| sum.saturating_add(*face));
                    return Some(Throw { sum, faces });
                }
            };
        }
    }
    None
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use std::vec::Vec;

    /// Exact, not statistical: over all bytes, each as likely as the others, every face comes up equally often.
    #[test]
    fn every_face_has_the_same_number_of_bytes() {
        let mut counts = [0; 7];
        for byte in 0..=u8::MAX {
            counts[usize::from(face(byte).unwrap_or(0))] += 1;
        }
        assert_eq!(counts, [4, 42, 42, 42, 42, 42, 42]);
    }

    #[test]
    fn dice_use_each_byte_once_and_skip_unfair_ones() {
        let mut words = [0xFF_FF_00_FC_u32, 0x05_FE_FD_0B].into_iter();
        let thrown = throw(3, || words.next().unwrap()).unwrap();
        // 0xFC is thrown away, 0x00 is a one, both 0xFF are thrown away, 0x0B is a six, 0x05 is a six.
        assert_eq!(thrown, Throw { sum: 13, faces: [1, 6, 6] });
    }

    #[test]
    fn a_broken_source_is_an_answer_and_not_a_hang() {
        assert_eq!(throw(2, || u32::MAX), None);
    }

    /// Chi-squared over the 36 outcomes of two dice: 35 degrees of freedom, 99.9 % of fair dice stay below 66.6.
    #[test]
    #[cfg_attr(miri, ignore = "a statistic; the interpreter would take hours for nothing new")]
    fn pairs_of_a_sound_source_are_spread_evenly() {
        let mut state = 0x2545_F491_4F6C_DD1D_u64;
        let mut random = || {
            state ^= state << 13;
            state ^= state >> 7;
            state ^= state << 17;
            (state >> 32) as u32
        };
        const THROWS: u32 = 360_000;
        let mut counts: Vec<u32> = std::vec![0; 36];
        for _ in 0..THROWS {
            let [first, second, _] = throw(2, &mut random).unwrap().faces;
            counts[usize::from(first - 1) * 6 + usize::from(second - 1)] += 1;
        }
        let expected = f64::from(THROWS) / 36.0;
        let squared = counts.iter().map(|count| (f64::from(*count) - expected).powi(2) / expected);
        let squared: f64 = squared.sum();
        std::println!("chi-squared {squared:.1} of 35 degrees of freedom");
        assert!(squared < 66.6, "{squared}");
    }
}
