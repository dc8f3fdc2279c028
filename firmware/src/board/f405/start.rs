//! From reset to parts: clocks, pins, buses. Reads like the table of the module above it.

use embassy_stm32::exti::ExtiInput;
use embassy_stm32::flash::Flash;
use embassy_stm32::gpio::{Input, Level, Output, OutputType, Pull, Speed};
use embassy_stm32::rng::Rng;
use embassy_stm32::spi::{self, Spi};
use embassy_stm32::time::Hertz;
use embassy_stm32::timer::simple_pwm::{PwmPin, SimplePwm};
use embassy_stm32::usart::{self, Uart};
use embassy_stm32::wdg::IndependentWatchdog;
use embassy_stm32::{Peripherals, bind_interrupts, dma, exti, interrupt, peripherals, rng};
use static_cell::StaticCell;
use table_core::event::ResetCause;

use super::identity;
use super::rs485::Transmitter;
use super::shift::{ShiftChain, Takes};
use super::{Bus, Device, F405, Hardware, Independent, Piezo, Probe};
use crate::board::monotonic::Monotonic;
use crate::board::{Desk, FrontPort, Parts, ReaderPort, ScreenPort, Start, chip};
use crate::drivers::hc165::{Debouncer, KeyChain};

/// A task that is stuck this long resets the table.
const WATCHDOG_US: u32 = 2_000_000;
const BUS_SPEED: Hertz = Hertz(5_250_000);
/// Bytes received while nobody looks: 44 ms at 115200 baud.
const RECEIVE_BUFFER: usize = 512;

bind_interrupts!(struct Irqs {
    EXTI0 => exti::InterruptHandler<interrupt::typelevel::EXTI0>;
    EXTI1 => exti::InterruptHandler<interrupt::typelevel::EXTI1>;
    EXTI2 => exti::InterruptHandler<interrupt::typelevel::EXTI2>;
    EXTI3 => exti::InterruptHandler<interrupt::typelevel::EXTI3>;
    DMA1_STREAM0 => dma::InterruptHandler<peripherals::DMA1_CH0>;
    DMA1_STREAM3 => dma::InterruptHandler<peripherals::DMA1_CH3>;
    DMA1_STREAM4 => dma::InterruptHandler<peripherals::DMA1_CH4>;
    DMA1_STREAM5 => dma::InterruptHandler<peripherals::DMA1_CH5>;
    DMA1_STREAM6 => dma::InterruptHandler<peripherals::DMA1_CH6>;
    DMA1_STREAM7 => dma::InterruptHandler<peripherals::DMA1_CH7>;
    DMA2_STREAM0 => dma::InterruptHandler<peripherals::DMA2_CH0>;
    DMA2_STREAM3 => dma::InterruptHandler<peripherals::DMA2_CH3>;
    USART2 => usart::InterruptHandler<peripherals::USART2>;
    RNG => rng::InterruptHandler<peripherals::RNG>;
});

/// Takes the board. Called once, first.
pub fn take() -> Parts<F405> {
    let cause = chip::reset_cause();
    chip::guard_the_stack();
    let mut config = embassy_stm32::Config::default();
    crate::board::clock_tree(&mut config.rcc);
    parts(embassy_stm32::init(config), cause)
}

fn parts(p: Peripherals, cause: ResetCause) -> Parts<F405> {
    static READERS_13: StaticCell<Bus> = StaticCell::new();
    static READERS_24: StaticCell<Bus> = StaticCell::new();
    static STORAGE: StaticCell<Bus> = StaticCell::new();
    static RECEIVED: StaticCell<[u8; RECEIVE_BUFFER]> = StaticCell::new();
    static DEBOUNCER: StaticCell<Debouncer> = StaticCell::new();

    let spi = || {
        let mut config = spi::Config::default();
        config.frequency = BUS_SPEED;
        config
    };
    let bus13 = Spi::new(p.SPI2, p.PB13, p.PB15, p.PB14, p.DMA1_CH4, p.DMA1_CH3, Irqs, spi());
    let bus24 = Spi::new(p.SPI3, p.PC10, p.PC12, p.PC11, p.DMA1_CH7, p.DMA1_CH0, Irqs, spi());
    let storage = Spi::new(p.SPI1, p.PA5, p.PA7, p.PA6, p.DMA2_CH3, p.DMA2_CH0, Irqs, spi());
    let bus13: &'static Bus = READERS_13.init(Bus::new(bus13));
    let bus24: &'static Bus = READERS_24.init(Bus::new(bus24));
    let storage: &'static Bus = STORAGE.init(Bus::new(storage));

    // Chip selects idle high, resets low until a driver lets its chip go.
    macro_rules! reader {
        ($bus:expr, $select:ident, $reset:ident, $irq:ident, $line:ident, $busy:ident, $mux:ident, $mux_high:ident) => {
            ReaderPort {
                spi: Device::new($bus, Output::new(p.$select, Level::High, Speed::High)),
                busy: Input::new(p.$busy, Pull::Down),
                irq: ExtiInput::new(p.$irq, p.$line, Pull::Down, Irqs),
                reset: Output::new(p.$reset, Level::Low, Speed::Low),
                antenna: [
                    Output::new(p.$mux, Level::Low, Speed::Low),
                    Output::new(p.$mux_high, Level::Low, Speed::Low),
                ],
            }
        };
    }
    let readers = [
        reader!(bus13, PD0, PD4, PE0, EXTI0, PE4, PD8, PD9),
        reader!(bus24, PD1, PD5, PE1, EXTI1, PE5, PD10, PD11),
        reader!(bus13, PD2, PD6, PE2, EXTI2, PE6, PD12, PD13),
        reader!(bus24, PD3, PD7, PE3, EXTI3, PE7, PD14, PD15),
    ];

    let uart = usart::Config::default();
    let uart = Uart::new(p.USART2, p.PA3, p.PA2, p.DMA1_CH6, p.DMA1_CH5, Irqs, uart);
    let (uart, rx) = defmt::unwrap!(uart).split();
    let rx = rx.into_ring_buffered(RECEIVED.init([0; RECEIVE_BUFFER]));
    let driver_enable = Output::new(p.PA1, Level::Low, Speed::Low);

    let mut flash = Flash::new_blocking(p.FLASH);
    let mut random = Rng::new(p.RNG, Irqs);
    let (signer, provisioned) = identity::load(&mut flash, &mut random);
    chip::watch_the_supply();
    let chip = chip::troubles();

    let pads = ShiftChain {
        load: Output::new(p.PE8, Level::High, Speed::Low),
        clock: Output::new(p.PE9, Level::Low, Speed::Low),
        out: None,
        // A pad that is not plugged in reads as ones.
        back: Input::new(p.PE10, Pull::Up),
        takes: Takes::Before,
    };
    let digits = ShiftChain {
        load: Output::new(p.PB1, Level::High, Speed::Low),
        clock: Output::new(p.PC2, Level::Low, Speed::Low),
        out: Some(Output::new(p.PC3, Level::Low, Speed::Low)),
        back: Input::new(p.PE11, Pull::Up),
        takes: Takes::After,
    };
    let pwm = PwmPin::new(p.PC6, OutputType::PushPull);
    let buzzer =
        SimplePwm::new(p.TIM3, Some(pwm), None, None, None, Hertz(1_000), Default::default());
    let front = FrontPort {
        screen: ScreenPort {
            spi: Device::new(storage, Output::new(p.PC4, Level::High, Speed::High)),
            data: Output::new(p.PC5, Level::Low, Speed::High),
            reset: Output::new(p.PC7, Level::Low, Speed::Low),
        },
        digits,
        buzzer: Piezo(buzzer),
    };

    let mut watchdog = IndependentWatchdog::new(p.IWDG, WATCHDOG_US);
    watchdog.unleash();

    Parts {
        readers,
        desk: Desk {
            clock: Monotonic,
            fram: Device::new(storage, Output::new(p.PB0, Level::High, Speed::High)),
            rx,
            tx: Transmitter { uart, driver_enable },
            pads: KeyChain::new(pads, Monotonic, DEBOUNCER.init_with(Debouncer::new)),
            front: Some(front),
            random: Hardware(random),
            signer,
            watchdog: Independent(watchdog),
            observer: Probe,
            vitals: chip::Condition,
            start: Start { chip, provisioned, ..Start::because(cause, chip::image()) },
        },
    }
}
