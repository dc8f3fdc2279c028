//! Players who do what the screen says: while it says that a reader is blind they finish the movement under way and wait, and nobody
//! deals while a hand cannot begin.

use table_core::enrolment::TagUid;
use table_core::event::Event;
use table_core::game::Refused;
use table_core::seat::Seat;
use table_core::wire::{Turned, WhyNot};

use super::Act;
use crate::chips::Micros;

/// Until somebody has read the screen.
const NOTICED: Micros = 1_000_000;
/// From the moment it is well again until somebody touches a tile.
const SETTLED: Micros = 2_000_000;
/// A tile that was lifted and does not come down within this was put into the wall.
const IN_THE_AIR: Micros = 4_000_000;
/// So long they wait for a hand to begin.
const PATIENCE: Micros = 30_000_000;

/// Whether players play, and how much later than planned.
#[derive(Debug, Clone, Default)]
pub struct Halt {
    blind: [bool; 4],
    /// Since when some reader is.
    since: Option<Micros>,
    /// They have stopped, and go on then.
    resumes: Option<Micros>,
    /// Since when a hand cannot begin: the table still sees tiles of the last one.
    refused: Option<Micros>,
    moving: Vec<(Micros, TagUid)>,
    /// From when on everything came later, and by how much.
    delays: Vec<(Micros, Micros)>,
}

impl Halt {
    /// The table has put something on record.
    pub fn happened(&mut self, now: Micros, event: &Event) {
        match event {
            Event::ReaderTrouble { seat, .. } => self.sees(now, *seat, false),
            Event::ReaderRecovered { seat } => self.sees(now, *seat, true),
            Event::OrderTurned(Turned { why: WhyNot::Game(Refused::TilesLying), .. }) => {
                self.refused.get_or_insert(now);
            }
            Event::HandStarted { .. } => self.refused = None,
            _ => {}
        }
    }

    fn sees(&mut self, now: Micros, seat: Seat, well: bool) {
        self.blind[seat.index()] = !well;
        if self.blind.contains(&true) {
            self.since = self.since.or(Some(now));
            self.resumes = None;
        } else if let Some(since) = self.since.take() {
            // What was over before anybody had read it stopped nobody.
            self.resumes = (now >= since + NOTICED).then_some(now + SETTLED);
        }
    }

    /// What was done to the table.
    pub fn done(&mut self, now: Micros, act: &Act) {
        self.moving.retain(|(at, _)| now < at + IN_THE_AIR);
        match act {
            Act::Lift(tag) => self.moving.push((now, *tag)),
            Act::Lay(tag, _) => self.moving.retain(|(_, moving)| moving != tag),
            _ => {}
        }
    }

    /// Whether this has to wait.
    pub fn holds(&self, now: Micros, act: &Act) -> bool {
        let stopped = self.since.is_some_and(|since| now >= since + NOTICED)
            || self.resumes.is_some_and(|at| now < at);
        let moving = self.moving.iter().any(|(at, _)| now < at + IN_THE_AIR);
        let cannot_begin = self.refused.is_some_and(|since| now < since + PATIENCE);
        (stopped && !moving || cannot_begin) && is_played(act)
    }

    /// When they go on, if that is known.
    pub fn next(&self, now: Micros) -> Option<Micros> {
        let given_up = self.refused.map(|since| since + PATIENCE);
        self.resumes.into_iter().chain(given_up).filter(|at| *at > now).min()
    }

    /// They went on so much later than was planned.
    pub fn delayed(&mut self, planned: Micros, by: Micros) {
        self.delays.push((planned, by));
    }

    /// When something was really done that was planned for then.
    pub fn real(&self, planned: Micros) -> Micros {
        let delays = self.delays.iter();
        delays.fold(planned, |at, (from, by)| if at >= *from { at + by } else { at })
    }
}

/// Everything but chance and cables: those wait for nobody.
pub fn is_played(act: &Act) -> bool {
    matches!(
        act,
        Act::Lay(..) | Act::Lift(_) | Act::Press(..) | Act::Order(_) | Act::Brief(_) | Act::Confirm
    )
}

#[cfg(test)]
mod tests {
    use table_core::event::ReaderTrouble;
    use table_core::place::{Antenna, Zone};
    use table_core::rules::Deal;
    use table_core::time::Span;

    use super::*;

    const TAG: TagUid = TagUid(7);
    const HAND: Antenna = Antenna { seat: Seat::First, zone: Zone::HandLeft };

    fn blind(halt: &mut Halt, at: Micros) {
        let trouble = ReaderTrouble::NoField;
        halt.happened(at, &Event::ReaderTrouble { seat: Seat::Second, trouble });
    }

    fn well(halt: &mut Halt, at: Micros) {
        halt.happened(at, &Event::ReaderRecovered { seat: Seat::Second });
    }

    #[test]
    fn a_movement_is_finished_and_the_next_one_waits() {
        let mut halt = Halt::default();
        halt.done(900_000, &Act::Lift(TAG));
        blind(&mut halt, 1_000_000);
        let lay = Act::Lay(TAG, HAND);
        assert!(!halt.holds(2_500_000, &lay), "in the air");
        halt.done(2_500_000, &lay);
        assert!(halt.holds(2_600_000, &Act::Lift(TAG)));
        assert!(!halt.holds(2_600_000, &Act::DamageFrame), "chance does not wait");
        well(&mut halt, 30_000_000);
        assert!(halt.holds(31_000_000, &Act::Lift(TAG)));
        assert_eq!(halt.next(31_000_000), Some(32_000_000));
        assert!(!halt.holds(32_000_000, &Act::Lift(TAG)));
    }

    #[test]
    fn what_is_over_at_once_stops_nobody() {
        let mut halt = Halt::default();
        blind(&mut halt, 1_000_000);
        well(&mut halt, 1_020_000);
        assert!(!halt.holds(1_100_000, &Act::Lift(TAG)));
    }

    #[test]
    fn nobody_deals_before_the_hand_has_begun() {
        let mut halt = Halt::default();
        halt.done(900_000, &Act::Lift(TAG));
        let why = WhyNot::Game(Refused::TilesLying);
        halt.happened(1_000_000, &Event::OrderTurned(Turned { order: None, why, times: 1 }));
        let lay = Act::Lay(TAG, HAND);
        assert!(halt.holds(1_100_000, &lay));
        assert_eq!(halt.next(1_100_000), Some(31_000_000), "not for ever");
        assert!(!halt.holds(31_000_000, &lay));
        halt.happened(4_000_000, &Event::HandStarted { deal: Deal::FIRST, played: Span(0) });
        assert!(!halt.holds(4_000_000, &lay));
    }

    #[test]
    fn delays_add_up() {
        let mut halt = Halt::default();
        halt.delayed(10, 5);
        halt.delayed(30, 100);
        assert_eq!([9, 10, 24, 25].map(|planned| halt.real(planned)), [9, 15, 29, 130]);
    }
}
