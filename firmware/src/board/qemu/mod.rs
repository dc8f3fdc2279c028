//! The same HAL in QEMU's `olimex-stm32-h405`: an F405 with USARTs and a clock but without GPIO, DMA and most other peripherals.
//!
//! - [`trap`]: the registers that QEMU lacks are trapped and emulated, so that the HAL starts up unchanged;
//! - [`semihosting`] and [`bridge`]: SPI devices and lines live in the simulator, one exchange per transaction;
//! - [`time`]: the simulator's time in virtual runs, SysTick in real ones;
//! - [`executors`]: both executors run in interrupts, and thread mode is what happens when nobody has anything to do.

pub mod bridge;
mod cost;
mod devices;
mod executors;
mod panic;
mod semihosting;
mod time;
mod trap;
mod usart;

use table_core::event::ResetCause;
use table_core::seat::Seat;
use table_core::trust::SoftwareKey;

use super::monotonic::Monotonic;
use super::{Board, Desk, Parts, ReaderPort, Watchdog};
use crate::bridge::{Device, Input, Output};
pub use cost::measure;
use devices::{BridgePads, Chip, LineIn, LineOut, LinkRx, LinkTx};
pub use executors::{here, high, idle, low};
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
    type Pads = BridgePads;
    type Signer = SoftwareKey;
    type Watchdog = NoWatchdog;
    type Observer = bridge::BridgeObserver;
}

/// QEMU's F405 has no watchdog; the simulator sees a stuck table as a run that makes no progress.
pub struct NoWatchdog;

impl Watchdog for NoWatchdog {
    fn feed(&mut self) {}
}

/// Starts the processor for measurements: no tasks, no interrupts.
pub fn start_bench() {
    trap::install();
    let _peripherals = embassy_stm32::init(clocks());
    cost::start();
    bridge::open();
}

/// Starts the processor and asks the simulator which world this is. True for virtual time.
pub fn start() -> (Parts<Qemu>, bool) {
    trap::install();
    let _peripherals = embassy_stm32::init(clocks());
    let world = bridge::open();
    time::start(world.virtual_time);
    if !world.virtual_time {
        usart::start();
    }
    (parts(SoftwareKey::from_seed(&world.key_seed)), world.virtual_time)
}

/// The product's clock tree: 8 MHz crystal, 168 MHz core, 42 MHz APB1, 84 MHz APB2.
fn clocks() -> embassy_stm32::Config {
    let mut config = embassy_stm32::Config::default();
    crate::board::clock_tree(&mut config.rcc);
    config
}

fn parts(signer: SoftwareKey) -> Parts<Qemu> {
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
            pads: BridgePads,
            signer,
            watchdog: NoWatchdog,
            observer: bridge::BridgeObserver,
            cause: ResetCause::Power,
            image: crate::board::image::hash(),
        },
    }
}
