//! What people and mishaps do to the table.

use table_core::enrolment::TagUid;
use table_core::event::Part;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;

use super::World;
use super::play::told::STRANGE_TAG;
use super::script::Act;
use crate::air::{Mishap, ReaderFault};
use crate::chips::Micros;
use crate::chips::pn5180::Fault;

/// Nobody is quicker with a key.
const KEY_DOWN: Micros = 120_000;

/// What a mishap does to the table, and when it is over.
pub(super) fn acts_of(at: Micros, mishap: Mishap) -> Vec<(Micros, Act)> {
    match mishap {
        Mishap::ForeignTile(seat, until) => {
            let antenna = Antenna { seat, zone: Zone::River };
            vec![(at, Act::Lay(STRANGE_TAG, antenna)), (until, Act::Lift(STRANGE_TAG))]
        }
        Mishap::CableCut(until) => {
            vec![(at, Act::Cable { pulled: true }), (until, Act::Cable { pulled: false })]
        }
        Mishap::DeviceRestarts => vec![(at, Act::RefereeRestarts)],
    }
}

impl World {
    pub(super) fn act(&mut self, act: Act) {
        match act {
            Act::Lay(tag, antenna) => {
                self.lift(tag);
                self.lying.entry(antenna).or_default().push(tag);
                self.channel.laid(self.now, tag, antenna);
            }
            Act::LayCopy(tag, antenna) => {
                self.lying.entry(antenna).or_default().push(tag);
                self.channel.copied(self.now, tag, antenna);
            }
            Act::Lift(tag) => self.lift(tag),
            Act::Reader(seat, fault) => {
                self.corners[seat.index()].chip.set_fault(self.now, fault);
            }
            Act::Befalls(seat, fault) if self.eyes.is_some() => {
                self.troubles[seat.index()].push_back(fault);
            }
            Act::Befalls(seat, fault) => self.befalls(seat, fault),
            Act::DamageFrame => self.damage_next = true,
            Act::Cable { pulled } => self.cables.iter_mut().for_each(|cable| cable.pull(pulled)),
            Act::RefereeRestarts => self.restart_referee(),
            Act::HangStorage => self.power.hang_storage(),
            Act::Break(injury) => self.power.breaks(injury),
            Act::PowerFails(fails) => self.set_power_fails(fails),
            Act::Press(seat, call) => {
                self.said(Act::Press(seat, call));
                self.presses.push_back((seat, call));
                self.pads.key(seat, call, true);
                self.down.push_back((self.now + KEY_DOWN, seat, call));
            }
            Act::Key(seat, call, down) => self.pads.key(seat, call, down),
            Act::Plug(Part::Pad(seat), there) => self.pads.plug(seat, there),
            Act::Plug(Part::SeatDisplays, there) => self.digits.plug(there),
            Act::Plug(Part::Screen, there) => self.screen.plug(there),
            Act::Order(command) => self.order(command),
            Act::Ask(ask) => {
                if let Some(referee) = &mut self.referee {
                    referee.ask(ask);
                }
            }
            Act::Brief(brief) => {
                if let Some(command) = self.steward.brief(self.now, brief) {
                    self.order(command);
                }
            }
            Act::Confirm => self.steward.confirm(self.now),
        }
    }

    /// What it does to the chip.
    pub(super) fn befalls(&mut self, seat: Seat, fault: ReaderFault) {
        let fault = match fault {
            ReaderFault::BusyStuck => Fault::Hangs,
            ReaderFault::SilentReset => Fault::SilentReset,
            ReaderFault::IrqLost => Fault::IrqLost,
            ReaderFault::GeneralError => Fault::GeneralError,
            ReaderFault::OverTemperature { until } => self.mended(seat, until, Fault::TooHot),
            ReaderFault::Death { until } => self.mended(seat, until, Fault::Absent),
        };
        self.corners[seat.index()].chip.set_fault(self.now, fault);
    }

    /// A fault that lasts until then.
    pub(super) fn mended(&mut self, seat: Seat, until: Micros, fault: Fault) -> Fault {
        let later = self.script.partition_point(|(at, _)| *at <= until);
        self.script.insert(later, (until, Act::Reader(seat, Fault::None)));
        fault
    }

    /// What lies on an antenna, as only the world knows.
    pub fn lying(&self, antenna: Antenna) -> &[TagUid] {
        self.lying.get(&antenna).map(Vec::as_slice).unwrap_or_default()
    }

    pub(super) fn lift(&mut self, tag: TagUid) {
        for tags in self.lying.values_mut() {
            tags.retain(|&lying| lying != tag);
        }
        self.channel.lifted(self.now, tag);
    }
}
