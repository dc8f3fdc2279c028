//! The result: points, fan and the reading that earned them.

use super::arrangement::Arrangement;
use super::fan::Fan;
use super::fanset::FanSet;

/// A fan of the result and how often it scores.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Scored {
    /// The fan.
    pub fan: Fan,
    /// Occurrences, at least one.
    pub count: u8,
}

impl Scored {
    /// Points of all occurrences.
    pub fn points(self) -> u16 {
        self.fan.points() * u16::from(self.count)
    }
}

/// How often the repeatable fan occur.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub(super) struct Repeats {
    pub tile_hogs: u8,
    pub double_pungs: u8,
    /// Fan 69 to 72.
    pub chow_pairs: [u8; 4],
    pub outer_pungs: u8,
}

/// Sets joined by one fan that relates sets (MCR P5); bits as in [`super::basis::Parts`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Join {
    pub fan: Fan,
    pub sets: u8,
}

/// What a winning hand is worth.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Score {
    pub(super) points: u16,
    pub(super) flowers: u8,
    /// Fan that score, and those that are there whether they score or not.
    pub(super) scored: FanSet,
    pub(super) present: FanSet,
    pub(super) repeats: Repeats,
    pub(super) joins: [Option<Join>; 3],
    pub(super) arrangement: Arrangement,
}

impl Score {
    /// Points, flowers included.
    pub fn points(&self) -> u16 {
        self.points.wrapping_add(u16::from(self.flowers))
    }

    /// Points on which the minimum of eight is judged (MCR 3.9.1.1).
    pub fn points_without_flowers(&self) -> u16 {
        self.points
    }

    /// Whether the minimum of eight points is reached (MCR 3.9.1.1).
    pub fn reaches_minimum(&self) -> bool {
        self.points >= super::MINIMUM
    }

    /// Fan that score, in the order of their numbers, flowers last.
    pub fn fans(&self) -> impl Iterator<Item = Scored> + '_ {
        let flowers = Scored { fan: Fan::FlowerTiles, count: self.flowers };
        self.scored
            .iter()
            .map(|fan| Scored { fan, count: self.count(fan) })
            .chain(Some(flowers).filter(|flowers| flowers.count > 0))
    }

    /// How often this fan scores.
    pub fn count(&self, fan: Fan) -> u8 {
        if fan == Fan::FlowerTiles {
            return self.flowers;
        }
        if !self.scored.contains(fan) {
            return 0;
        }
        let [pure, mixed, short, terminal] = self.repeats.chow_pairs;
        match fan {
            Fan::TileHog => self.repeats.tile_hogs,
            Fan::DoublePung => self.repeats.double_pungs,
            Fan::PureDoubleChow => pure,
            Fan::MixedDoubleChow => mixed,
            Fan::ShortStraight => short,
            Fan::TwoTerminalChows => terminal,
            Fan::PungOfTerminalsOrHonours => self.repeats.outer_pungs,
            _ => 1,
        }
    }

    /// The reading that earned the points.
    pub fn arrangement(&self) -> &Arrangement {
        &self.arrangement
    }
}
