//! What the table's processor reaches: chips on its buses, lines in and out.

use firmware::bridge::{Device, Input, Lines, Output};
use table_core::game::Call;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;

use super::play::random::spread;
use super::power::FOREVER;
use super::{Corner, World};
use crate::chips::pn5180::Field;
use crate::chips::{Micros, Violation, spi_micros};

impl World {
    /// One chip-select low; what came back and how long it took.
    pub fn spi(&mut self, device: Device, mosi: &[u8]) -> (Vec<u8>, Micros) {
        if self.is_dark() {
            return (vec![0xFF; mosi.len()], spi_micros(mosi.len()));
        }
        let (miso, done) = match device {
            Device::Fram if self.power.hangs() => return (vec![0xFF; mosi.len()], FOREVER),
            Device::Fram => self.fram.transfer(mosi),
            Device::Screen => self.screen.transfer(self.now, mosi),
            Device::Digits => self.digits.transfer(mosi),
            Device::Pads => self.pads.transfer(mosi),
            Device::Reader(seat) => {
                let antenna = self.live_antenna(seat);
                let World { channel, tags, corners, now, bus, .. } = self;
                let rate = channel.errors().reader.spi_bit_error;
                let Corner { chip, transfers, .. } = &mut corners[seat.index()];
                *transfers += 1;
                let (mut miso, done) = chip.transfer(*now, mosi, Field { channel, antenna, tags });
                for byte in miso.iter_mut().filter(|_| rate > 0.0) {
                    if bus.chance(rate) {
                        *byte ^= 1 << bus.below(8);
                        chip.surprise(*now);
                    }
                }
                (miso, done)
            }
        };
        if let Err(what) = done {
            let chip = format!("{device:?}");
            self.violations.push(Violation { at: self.now, chip, what });
        }
        (miso, spi_micros(mosi.len()))
    }

    /// Frames that a seat's reader has seen.
    pub fn transfers(&self, seat: Seat) -> u64 {
        self.corners[seat.index()].transfers
    }

    pub(super) fn live_antenna(&self, seat: Seat) -> Antenna {
        let [low, high] = self.corners[seat.index()].antenna;
        Antenna { seat, zone: Zone::ALL[usize::from(low) + 2 * usize::from(high)] }
    }

    /// A line out of the processor was driven.
    pub fn drive(&mut self, output: Output, high: bool) {
        match output {
            Output::Reset(seat) => self.corners[seat.index()].chip.drive_reset(self.now, high),
            Output::Antenna(seat, bit) => {
                self.corners[seat.index()].antenna[usize::from(bit & 1)] = high;
            }
            Output::ScreenData => self.screen.drive_data(high),
            Output::ScreenReset => self.screen.drive_reset(self.now, high),
        }
    }

    /// Level of a line into the processor.
    pub fn look(&self, input: Input) -> bool {
        match input {
            Input::Busy(seat) => self.corners[seat.index()].chip.busy(self.now),
            Input::Irq(seat) => self.corners[seat.index()].chip.irq(),
        }
    }

    /// All lines at once.
    pub fn lines_in(&self) -> Lines {
        let inputs = Seat::ALL.into_iter().flat_map(|seat| [Input::Busy(seat), Input::Irq(seat)]);
        let lines = inputs.fold(Lines::NONE, |lines, input| lines.with(input, self.look(input)));
        let lines = lines.with_power_fails(self.power_fails());
        lines.with_press(self.has_press()).with_link(self.has_bytes())
    }

    /// The buzzer sounds, or falls silent.
    pub fn tone(&mut self, hertz: Option<u16>) {
        self.tones.extend(hertz.map(|hertz| (self.now, hertz)));
    }

    /// A random word, which follows from the seed.
    pub fn random(&mut self) -> u32 {
        self.drawn += 1;
        (spread(self.seed.wrapping_add(spread(self.drawn))) >> 32) as u32
    }

    /// Whether a press waits to be fetched.
    pub fn has_press(&self) -> bool {
        !self.presses.is_empty()
    }

    /// The next press of a pad.
    pub fn press(&mut self) -> Option<(Seat, Call)> {
        self.presses.pop_front()
    }
}
