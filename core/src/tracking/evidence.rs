//! Evidence in sixteenths of a nat, and how often a tile is missed where it lies.

/// Log-likelihood in sixteenths of a nat.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Default)]
pub struct Evidence(u16);

impl Evidence {
    /// None at all.
    pub const NONE: Evidence = Evidence(0);

    /// So many nats.
    pub const fn nats(count: u16) -> Evidence {
        Evidence(count.saturating_mul(16))
    }

    /// Together.
    pub const fn and(self, other: Evidence) -> Evidence {
        Evidence(self.0.saturating_add(other.0))
    }
}

/// A miss rate in 1/256.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct MissRate(u8);

/// What one silence says, by the miss rate up to which it holds: `-16 ln(rate)`.
const SILENCE: [(u8, u16); 14] = [
    (1, 88),
    (2, 77),
    (4, 66),
    (8, 55),
    (13, 47),
    (26, 36),
    (51, 26),
    (77, 19),
    (102, 15),
    (128, 11),
    (154, 8),
    (179, 6),
    (205, 4),
    (230, 2),
];
/// One scan moves a learnt rate by this fraction of the distance.
const PACE: u16 = 8;

impl MissRate {
    /// A tile that lies flat in the middle of a loop: half a percent.
    pub const FLAT: MissRate = MissRate(1);
    /// A standing tile: three percent.
    pub const STANDING: MissRate = MissRate(8);
    /// Every sixth scan misses it.
    pub const SIXTH: MissRate = MissRate(43);
    /// Every second scan misses it. What is read worse stands on a blind spot.
    pub const HALF: MissRate = MissRate(128);

    /// So many missed of so many.
    pub fn share(missed: u8, of: u16) -> MissRate {
        let share = (u16::from(missed) * 256).checked_div(of).unwrap_or(0);
        MissRate(u8::try_from(share).unwrap_or(u8::MAX))
    }

    /// How much a silence says about a tile that is read so well.
    pub fn silence(self) -> Evidence {
        let says = SILENCE.iter().find(|(up_to, _)| self.0 <= *up_to);
        Evidence(says.map_or(1, |(_, says)| *says))
    }

    /// After a scan that missed the tile although it was there.
    pub fn missed(self) -> MissRate {
        let up = (256 - u16::from(self.0)) / PACE;
        MissRate(u8::try_from(u16::from(self.0) + up).unwrap_or(u8::MAX))
    }

    /// After a scan that read it.
    pub fn read(self, best: MissRate) -> MissRate {
        let down = u16::from(self.0).div_ceil(PACE);
        MissRate(self.0.saturating_sub(u8::try_from(down).unwrap_or(u8::MAX))).max(best)
    }

    /// The share of scans that read the tile, in percent.
    pub fn read_percent(self) -> u8 {
        let read = (256 - u16::from(self.0)) * 100 / 256;
        u8::try_from(read).unwrap_or(100)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn silences_say_what_their_logarithm_says() {
        for rate in 1..=255u8 {
            let exact = -16.0 * (f64::from(rate) / 256.0).ln();
            let says = f64::from(MissRate(rate).silence().0);
            // A table of steps: never more than the exact value at its lower neighbour, never wildly less.
            assert!(says <= exact + 1.5 && says + 12.0 >= exact, "{rate}: {says} {exact}");
        }
    }

    #[test]
    fn a_share_is_of_all_scans_however_many_they_were() {
        let halves = [1, 20, 128, 255].map(|scans| MissRate::share(scans, 2 * u16::from(scans)));
        assert_eq!(halves, [MissRate::HALF; 4]);
        assert_eq!(MissRate::share(0, 0), MissRate(0));
        assert_eq!(MissRate::share(255, 255), MissRate(u8::MAX));
    }

    #[test]
    fn a_rate_follows_what_is_seen() {
        let mut rate = MissRate::STANDING;
        for _ in 0..40 {
            rate = rate.missed().read(MissRate::STANDING);
        }
        assert!((100..160).contains(&rate.0), "every second one missed: {}", rate.0);
        for _ in 0..60 {
            rate = rate.read(MissRate::STANDING);
        }
        assert_eq!(rate, MissRate::STANDING);
    }
}
