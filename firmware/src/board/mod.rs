//! What a home must offer, in the words of the embedded-hal traits.

#[cfg(all(target_os = "none", any(feature = "f405", feature = "qemu")))]
mod chip;
#[cfg(all(target_os = "none", feature = "f405"))]
pub mod f405;
#[cfg(all(target_os = "none", any(feature = "f405", feature = "qemu")))]
mod monotonic;
#[cfg(all(target_os = "none", feature = "qemu"))]
pub mod qemu;

pub mod option_bytes;

use embedded_hal::digital::{InputPin, OutputPin};
use embedded_hal_async::delay::DelayNs;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::SpiDevice;
use embedded_io_async::{Read, Write};
use table_core::event::{ChipTrouble, ResetCause};
use table_core::game::Few;
use table_core::time::{Span, Tick};
use table_core::trust::{Image, PublicKey, Purpose, Signature};

use crate::channels::FromPeople;
use crate::trace::Trace;

/// The product's clock tree: 8 MHz crystal, 168 MHz core, 42 MHz APB1, 84 MHz APB2, 48 MHz for the random generator. Without a crystal
/// that swings, the same from the internal 16 MHz (trust E4).
#[cfg(all(target_os = "none", any(feature = "f405", feature = "qemu")))]
fn clock_tree(rcc: &mut embassy_stm32::rcc::Config) {
    use embassy_stm32::rcc::*;
    use embassy_stm32::time::Hertz;
    let crystal = chip::crystal_swings();
    if crystal {
        rcc.hse = Some(Hse { freq: Hertz(8_000_000), mode: HseMode::Oscillator });
    }
    rcc.pll_src = if crystal { PllSource::HSE } else { PllSource::HSI };
    rcc.pll = Some(Pll {
        prediv: if crystal { PllPreDiv::DIV4 } else { PllPreDiv::DIV8 },
        mul: PllMul::MUL168,
        divp: Some(PllPDiv::DIV2),
        divq: Some(PllQDiv::DIV7),
        divr: None,
    });
    rcc.sys = Sysclk::PLL1_P;
    rcc.ahb_pre = AHBPrescaler::DIV1;
    rcc.apb1_pre = APBPrescaler::DIV4;
    rcc.apb2_pre = APBPrescaler::DIV2;
}

/// Monotonic time since boot.
#[allow(async_fn_in_trait)] // Homes are static; nobody boxes these futures or sends them to threads.
pub trait Clock: Copy {
    /// Now.
    fn now(&self) -> Tick;
    /// Waits until `at`.
    async fn until(&self, at: Tick);

    /// Waits for `span` from now.
    async fn pause(&self, span: Span) {
        self.until(self.now() + span).await;
    }

    /// Runs a task. A home that has many tasks in one future may leave those alone for whom nothing has happened.
    fn attend<T: Future>(self, task: T) -> impl Future<Output = T::Output> {
        task
    }
}

/// A clock as drivers want it: waits, rounded up to whole ticks.
pub struct Delay<C>(pub C);

impl<C: Clock> DelayNs for Delay<C> {
    async fn delay_ns(&mut self, ns: u32) {
        self.0.pause(Span::micros(u64::from(ns.div_ceil(1_000)))).await;
    }
}

/// Signs for the table: a key in memory, or a secure element behind a bus.
#[allow(async_fn_in_trait)]
pub trait Signer {
    /// Why it could not sign.
    type Error: core::fmt::Debug;
    /// Whose signature it is.
    fn public(&self) -> PublicKey;
    /// Signs `message`.
    async fn sign(&mut self, purpose: Purpose, message: &[u8]) -> Result<Signature, Self::Error>;
}

/// Resets the processor unless fed in time.
pub trait Watchdog {
    /// All is well.
    fn feed(&mut self);
}

/// What the home can tell about its own condition.
pub trait Vitals: Copy {
    /// The supply is failing: no write may be begun, the one under way still ends (trust C6).
    fn power_fails(&self) -> bool;
    /// Most bytes of stack used since boot, and how many there are; nothing where nobody paints it (trust E3).
    fn stack(&self) -> Option<(u32, u32)>;
}

/// What a home found out before anything else ran.
#[derive(Debug, Clone, Copy)]
pub struct Start {
    /// Why the processor started.
    pub cause: ResetCause,
    /// What runs on it.
    pub image: Image,
    /// What is wrong with the chip.
    pub chip: Few<ChipTrouble, 3>,
    /// The key was made at this start.
    pub provisioned: bool,
}

impl Start {
    /// For this reason, and nothing else to tell.
    pub const fn because(cause: ResetCause, image: Image) -> Start {
        Start { cause, image, chip: Few::new(), provisioned: false }
    }
}

/// The call pads of the four seats, debounced.
#[allow(async_fn_in_trait)]
pub trait Pads {
    /// Waits for the next press, or for a pad to go or come back.
    async fn next(&mut self) -> FromPeople;
}

/// Random numbers from hardware, for the dice.
pub trait Random {
    /// Thirty-two bits, every one as likely as the other.
    fn word(&mut self) -> u32;
}

/// The buzzer.
pub trait Buzzer {
    /// Sounds so many times a second, or falls silent.
    fn tone(&mut self, hertz: Option<u16>);
}

/// What people look at and hear: the types of a home's front.
pub trait Front {
    /// SPI device of the screen.
    type Screen: SpiDevice;
    /// Its data/command and reset lines.
    type ScreenOut: OutputPin;
    /// The chain of seat displays, with its far end brought back.
    type Digits: SpiDevice;
    /// The buzzer.
    type Buzzer: Buzzer;
}

/// The screen's lines.
pub struct ScreenPort<F: Front> {
    /// Its SPI device.
    pub spi: F::Screen,
    /// High for data, low for commands.
    pub data: F::ScreenOut,
    /// Low resets the chip.
    pub reset: F::ScreenOut,
}

/// What people look at and hear.
pub struct FrontPort<F: Front> {
    /// The screen.
    pub screen: ScreenPort<F>,
    /// The seat displays.
    pub digits: F::Digits,
    /// The buzzer.
    pub buzzer: F::Buzzer,
}

/// Sees every [`Trace`] of the application: a debug probe, a simulator, or nobody.
pub trait Observer: Copy {
    /// This just happened.
    fn trace(&self, trace: Trace);
}

/// A home: the types of everything that the application is handed.
pub trait Board {
    /// Time.
    type Clock: Clock;
    /// SPI device of a reader.
    type ReaderSpi: SpiDevice;
    /// BUSY line of a reader: high while it works.
    type ReaderBusy: InputPin;
    /// IRQ line of a reader: high until its status is cleared.
    type ReaderIrq: InputPin + Wait;
    /// RESET_N, and the two select lines of the antenna multiplexer.
    type ReaderOut: OutputPin;
    /// SPI device of the FRAM.
    type Fram: SpiDevice;
    /// From the referee.
    type Rx: Read;
    /// To the referee.
    type Tx: Write;
    /// The call pads.
    type Pads: Pads;
    /// What people look at and hear.
    type Front: Front;
    /// Random numbers.
    type Random: Random;
    /// The table's key.
    type Signer: Signer;
    /// The watchdog.
    type Watchdog: Watchdog;
    /// Who watches.
    type Observer: Observer;
    /// The home's own condition.
    type Vitals: Vitals;
}

/// The lines of one seat's reader.
pub struct ReaderPort<B: Board> {
    /// Its SPI device.
    pub spi: B::ReaderSpi,
    /// High while the chip works.
    pub busy: B::ReaderBusy,
    /// High while something is to be told.
    pub irq: B::ReaderIrq,
    /// Low resets the chip.
    pub reset: B::ReaderOut,
    /// Bit 0 and bit 1 of the antenna's number.
    pub antenna: [B::ReaderOut; 2],
}

/// Everything a home hands over.
pub struct Parts<B: Board> {
    /// Readers of the four seats, in the order of play.
    pub readers: [ReaderPort<B>; 4],
    /// All the rest.
    pub desk: Desk<B>,
}

/// What the application has besides its readers.
pub struct Desk<B: Board> {
    /// Time.
    pub clock: B::Clock,
    /// The journal's chip.
    pub fram: B::Fram,
    /// From the referee.
    pub rx: B::Rx,
    /// To the referee.
    pub tx: B::Tx,
    /// The call pads.
    pub pads: B::Pads,
    /// What people look at and hear; a simulator in a hurry has none.
    pub front: Option<FrontPort<B::Front>>,
    /// Random numbers.
    pub random: B::Random,
    /// The table's key.
    pub signer: B::Signer,
    /// The watchdog, already running.
    pub watchdog: B::Watchdog,
    /// Who watches.
    pub observer: B::Observer,
    /// The home's own condition.
    pub vitals: B::Vitals,
    /// What the home found out at the start.
    pub start: Start,
}

/// A key in memory signs at once.
impl Signer for table_core::trust::SoftwareKey {
    type Error = MessageTooLong;

    fn public(&self) -> PublicKey {
        table_core::trust::SoftwareKey::public(self)
    }

    async fn sign(
        &mut self,
        purpose: Purpose,
        message: &[u8],
    ) -> Result<Signature, MessageTooLong> {
        table_core::trust::SoftwareKey::sign(self, purpose, message).ok_or(MessageTooLong)
    }
}

/// Longer than any record.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct MessageTooLong;
