//! The product: STM32F405VG at 168 MHz. Nothing outside this folder touches a register.
//!
//! | Function | Peripheral | Pins | DMA, EXTI |
//! |---|---|---|---|
//! | readers 1 and 3 | SPI2, 5.25 Mbit/s | PB13, PB14, PB15 | DMA1 streams 3, 4 |
//! | readers 2 and 4 | SPI3, 5.25 Mbit/s | PC10, PC11, PC12 | DMA1 streams 0, 7 |
//! | readers: select, reset, IRQ, BUSY | GPIO | PD0-3, PD4-7, PE0-3, PE4-7 | EXTI 0-3 |
//! | antenna multiplexers, two bits each | GPIO | PD8-15 | |
//! | FRAM | SPI1, 5.25 Mbit/s | PA5, PA6, PA7, select PB0 | DMA2 streams 0, 3 |
//! | screen | the same bus | select PC4, data PC5, reset PC7 | |
//! | seat displays | shift chain | load PB1, clock PC2, out PC3, back PE11 | |
//! | call pads | shift chain | load PE8, clock PE9, back PE10 | |
//! | buzzer | TIM3 channel 1 | PC6 | |
//! | referee | USART2, 115200 8N1, RS-485 | PA2, PA3, driver enable PA1 | DMA1 streams 5, 6 |

mod faults;
mod identity;
mod rs485;
mod shift;
mod start;

use embassy_embedded_hal::shared_bus::asynch::spi::SpiDevice;
use embassy_executor::{InterruptExecutor, SendSpawner};
use embassy_stm32::exti::ExtiInput;
use embassy_stm32::gpio::{Input, Output};
use embassy_stm32::interrupt;
use embassy_stm32::interrupt::{InterruptExt, Priority};
use embassy_stm32::mode::Async;
use embassy_stm32::peripherals::{IWDG, RNG, TIM3};
use embassy_stm32::rng::Rng;
use embassy_stm32::spi::Spi;
use embassy_stm32::spi::mode::Master;
use embassy_stm32::time::Hertz;
use embassy_stm32::timer::simple_pwm::SimplePwm;
use embassy_stm32::usart::RingBufferedUartRx;
use embassy_stm32::wdg::IndependentWatchdog;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::mutex::Mutex;
use table_core::trust::SoftwareKey;

use super::chip::Condition;
pub use super::chip::make_room;
use super::monotonic::Monotonic;
use super::{Board, Buzzer, Front, Observer, Random, Watchdog};
use crate::drivers::hc165::{Debouncer, KeyChain};
use crate::trace::Trace;
use rs485::Transmitter;
use shift::ShiftChain;
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
    type Pads = KeyChain<ShiftChain, Monotonic, &'static mut Debouncer>;
    type Front = F405;
    type Random = Hardware;
    type Signer = SoftwareKey;
    type Watchdog = Independent;
    type Observer = Probe;
    type Vitals = Condition;
}

impl Front for F405 {
    type Screen = Device;
    type ScreenOut = Output<'static>;
    type Digits = ShiftChain;
    type Buzzer = Piezo;
}

/// The chip's own generator.
pub struct Hardware(Rng<'static, RNG>);

impl Random for Hardware {
    fn word(&mut self) -> u32 {
        self.0.next_u32()
    }
}

/// A piezo disc.
pub struct Piezo(SimplePwm<'static, TIM3>);

impl Buzzer for Piezo {
    fn tone(&mut self, hertz: Option<u16>) {
        match hertz {
            Some(hertz) => {
                self.0.set_frequency(Hertz(u32::from(hertz)));
                self.0.ch1().set_duty_cycle_percent(50);
                self.0.ch1().enable();
            }
            None => self.0.ch1().disable(),
        }
    }
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
