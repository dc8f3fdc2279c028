//! The product: STM32F405VG at 168 MHz. Nothing outside this folder touches a register.
//!
//! | Function | Peripheral | Pins | DMA, EXTI |
//! |---|---|---|---|
//! | readers 1 and 3 | SPI2, 5.25 Mbit/s | PB13, PB14, PB15 | DMA1 streams 3, 4 |
//! | readers 2 and 4 | SPI3, 5.25 Mbit/s | PC10, PC11, PC12 | DMA1 streams 0, 7 |
//! | readers: select, reset, IRQ, BUSY | GPIO | PD0-3, PD4-7, PE0-3, PE4-7 | EXTI 0-3 |
//! | antenna multiplexers, two bits each | GPIO | PD8-15 | |
//! | FRAM | SPI1, 5.25 Mbit/s | PA5, PA6, PA7, select PB0 | DMA2 streams 0, 3 |
//! | referee | USART2, 115200 8N1, RS-485 | PA2, PA3, driver enable PA1 | DMA1 streams 5, 6 |

mod faults;
mod identity;
mod rs485;
mod start;

use embassy_embedded_hal::shared_bus::asynch::spi::SpiDevice;
use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_stm32::exti::ExtiInput;
use embassy_stm32::gpio::{Input, Output};
use embassy_stm32::interrupt;
use embassy_stm32::interrupt::{InterruptExt, Priority};
use embassy_stm32::mode::Async;
use embassy_stm32::peripherals::IWDG;
use embassy_stm32::spi::Spi;
use embassy_stm32::spi::mode::Master;
use embassy_stm32::usart::RingBufferedUartRx;
use embassy_stm32::wdg::IndependentWatchdog;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::mutex::Mutex;
use table_core::trust::SoftwareKey;

use super::chip::Condition;
use super::monotonic::Monotonic;
use super::{Board, NoPads, Observer, Watchdog};
use crate::trace::Trace;
use rs485::Transmitter;
pub use start::take;

/// A bus that two chips share; each transaction has it alone.
type Bus = Mutex<CriticalSectionRawMutex, Spi<'static, Async, Master>>;
type Device =
    SpiDevice<'static, CriticalSectionRawMutex, Spi<'static, Async, Master>, Output<'static>>;

/// The home on the board.
pub struct F405;

impl Board for F405 {
    type Clock = Monotonic;
    type ReaderSpi = Device;
    type ReaderBusy = Input<'static>;
    type ReaderIrq = ExtiInput<'static, Async>;
    type ReaderOut = Output<'static>;
    type Fram = Device;
    type Rx = RingBufferedUartRx<'static>;
    type Tx = Transmitter;
    // The pads of this board are not wired yet.
    type Pads = NoPads;
    type Signer = SoftwareKey;
    type Watchdog = Independent;
    type Observer = Probe;
    type Vitals = Condition;
}

/// The independent watchdog.
pub struct Independent(IndependentWatchdog<'static, IWDG>);

impl Watchdog for Independent {
    fn feed(&mut self) {
        self.0.pet();
    }
}

/// Whoever listens with a debug probe.
#[derive(Clone, Copy)]
pub struct Probe;

impl Observer for Probe {
    fn trace(&self, trace: Trace) {
        defmt::info!("{}", trace);
    }
}

/// The executor that interrupts everything else: readers must not wait for a signature (about 80 ms).
static HIGH: InterruptExecutor = InterruptExecutor::new();

/// Starts it, on the interrupt of a UART that the board does not use.
pub fn high_priority() -> SendSpawner {
    interrupt::UART5.set_priority(Priority::P6);
    HIGH.start(interrupt::UART5)
}

#[allow(unsafe_code)]
#[interrupt]
unsafe fn UART5() {
    // SAFETY: called from its own interrupt only, which is unmasked by `start`.
    unsafe { HIGH.on_interrupt() }
}
