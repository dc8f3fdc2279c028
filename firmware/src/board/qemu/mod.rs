//! The same HAL in QEMU's `olimex-stm32-h405`: an F405 with USARTs and a clock but without GPIO, DMA and most other peripherals.
//!
//! - [`trap`]: the registers that QEMU lacks are trapped and emulated, so that the HAL starts up unchanged;
//! - [`semihosting`] and [`bridge`]: SPI devices and lines live in the simulator, one exchange per transaction;
//! - [`lookout`]: in long runs the simulator says what scans saw, without their SPI bytes;
//! - [`time`]: the simulator's time in virtual runs, SysTick in real ones;
//! - [`executors`]: both executors run in interrupts, and thread mode is what happens when nobody has anything to do.

pub mod bridge;
mod cost;
mod devices;
mod executors;
mod gap;
mod injuries;
mod lookout;
mod panic;
mod semihosting;
mod time;
mod trap;
mod usart;

use static_cell::StaticCell;
use table_core::seat::Seat;
use table_core::trust::SoftwareKey;

pub use super::chip::{guard_the_stack, image, image_bytes, make_room};
use super::monotonic::Monotonic;
use super::{
    Board, Desk, Front, FrontPort, Parts, ReaderPort, ScreenPort, Start, Vitals, Watchdog, chip,
};
use crate::bridge::{Device, Input, Output, Request};
use crate::drivers::hc165::{Debouncer, KeyChain};
use crate::trace::Trace;
pub use cost::{measure, measure_once};
use devices::{BridgeBuzzer, BridgeRandom, Buttons, Chip, LineIn, LineOut, LinkRx, LinkTx};
pub use executors::{here, high, idle, low};
pub use gap::{PADS, POLLS, Waits, start as start_pads_and_readers, worst_gap};
pub use lookout::BridgeLookout;
pub use semihosting::exit;

/// The home in QEMU.
pub struct Qemu;

impl Board for Qemu {
    type Clock = Monotonic;
    type ReaderSpi = Chip;
    type ReaderBusy = LineIn;
    type ReaderIrq = LineIn;
    type ReaderOut = LineOut;
    type Fram = Chip;
    type Rx = LinkRx;
    type Tx = LinkTx;
    type Pads = Buttons;
    type Front = Qemu;
    type Random = BridgeRandom;
    type Signer = SoftwareKey;
    type Watchdog = SimulatedWatchdog;
    type Observer = bridge::BridgeObserver;
    type Vitals = Simulated;
}

impl Front for Qemu {
    type Screen = Chip;
    type ScreenOut = LineOut;
    type Digits = Chip;
    type Buzzer = BridgeBuzzer;
}

/// Supply and stack: the first is the simulator's, the second the chip's own.
#[derive(Clone, Copy)]
pub struct Simulated;

impl Vitals for Simulated {
    fn power_fails(&self) -> bool {
        devices::power_fails()
    }

    /// In virtual time records must be those of the desktop, which has no such stack: the simulator is told instead.
    fn stack(&self) -> Option<(u32, u32)> {
        let (used, size) = chip::Condition.stack()?;
        if time::is_virtual() {
            bridge::order(&Request::Trace(Trace::Stack { used, size }));
            return None;
        }
        Some((used, size))
    }
}

/// QEMU's F405 has no watchdog; in virtual time the simulator has one.
pub struct SimulatedWatchdog;

impl Watchdog for SimulatedWatchdog {
    fn feed(&mut self) {
        if time::is_virtual() {
            bridge::order(&Request::Feed);
        }
    }
}

/// Starts the processor for measurements: no tasks, no interrupts.
pub fn start_bench() {
    trap::install();
    let _peripherals = embassy_stm32::init(clocks());
    cost::start();
    bridge::open();
}

/// Starts the processor and asks the simulator which world this is; with who sees in place of the readers, if somebody does.
pub fn start() -> (Parts<Qemu>, Option<BridgeLookout>) {
    trap::install();
    let _peripherals = embassy_stm32::init(clocks());
    let world = bridge::open();
    trap::started_because(world.reset);
    time::start(world.virtual_time);
    if !world.virtual_time {
        usart::start();
    }
    let start = Start::because(chip::reset_cause(), chip::image());
    let mut parts = parts(SoftwareKey::from_seed(&world.key_seed), start);
    parts.desk.pads.by_press = world.by_sight;
    if !world.displays {
        parts.desk.front = None;
    }
    (parts, world.by_sight.then_some(BridgeLookout))
}

/// The product's clock tree: 8 MHz crystal, 168 MHz core, 42 MHz APB1, 84 MHz APB2.
fn clocks() -> embassy_stm32::Config {
    let mut config = embassy_stm32::Config::default();
    crate::board::clock_tree(&mut config.rcc);
    config
}

fn parts(signer: SoftwareKey, start: Start) -> Parts<Qemu> {
    static DEBOUNCER: StaticCell<Debouncer> = StaticCell::new();
    let debouncer = DEBOUNCER.init_with(Debouncer::new);
    Parts {
        readers: Seat::ALL.map(|seat| ReaderPort {
            spi: Chip(Device::Reader(seat)),
            busy: LineIn(Input::Busy(seat)),
            irq: LineIn(Input::Irq(seat)),
            reset: LineOut(Output::Reset(seat)),
            antenna: [0, 1].map(|bit| LineOut(Output::Antenna(seat, bit))),
        }),
        desk: Desk {
            clock: Monotonic,
            fram: Chip(Device::Fram),
            rx: LinkRx,
            tx: LinkTx,
            pads: Buttons {
                keys: KeyChain::new(Chip(Device::Pads), Monotonic, debouncer),
                by_press: false,
            },
            front: Some(FrontPort {
                screen: ScreenPort {
                    spi: Chip(Device::Screen),
                    data: LineOut(Output::ScreenData),
                    reset: LineOut(Output::ScreenReset),
                },
                digits: Chip(Device::Digits),
                buzzer: BridgeBuzzer,
            }),
            random: BridgeRandom,
            signer,
            watchdog: SimulatedWatchdog,
            observer: bridge::BridgeObserver,
            vitals: Simulated,
            start,
        },
    }
}
