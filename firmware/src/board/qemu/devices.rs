//! Chips, lines and the referee's UART, as far away as the simulator.

use core::cell::Cell;
use core::convert::Infallible;
use core::future::poll_fn;
use core::task::{Poll, Waker};

use critical_section::Mutex;
use embassy_sync::waitqueue::AtomicWaker;
use embassy_time::Timer;
use embedded_hal::digital::{ErrorType as PinError, InputPin, OutputPin};
use embedded_hal::spi::ErrorType as SpiError;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::{Operation, SpiDevice};
use embedded_io_async::{ErrorType as IoError, Read, Write};
use heapless::Vec;
use table_core::game::Call;
use table_core::seat::Seat;

use super::bridge::{exchange, order};
use super::{time, usart};
use crate::board::monotonic::Monotonic;
use crate::board::{Buzzer, Clock, Pads, Random};
use crate::bridge::{Device, Input, Lines, MOST_TRANSFER, Output, Reply, Request};
use crate::channels::{FromPeople, Press};
use crate::drivers::hc165::{Debouncer, KeyChain};

/// In virtual time the application is one task; it looks at lines and wire again whenever time has moved.
static APPLICATION: AtomicWaker = AtomicWaker::new();

/// The lines as of the last exchange that could change them.
static LINES: Mutex<Cell<Lines>> = Mutex::new(Cell::new(Lines::NONE));

/// Whoever waits for a line or the wire looks again.
pub fn time_moves(lines: Lines) {
    set_lines(lines);
    APPLICATION.wake();
}

fn set_lines(lines: Lines) {
    critical_section::with(|token| LINES.borrow(token).set(lines));
}

/// The lines now: in virtual time as last told, in real time as the simulator says.
fn lines() -> Lines {
    if time::is_virtual() {
        critical_section::with(|token| LINES.borrow(token).get())
    } else {
        exchange(&Request::Look, |reply| match reply {
            Reply::Lines(lines) => Some(lines),
            _ => None,
        })
    }
}

/// The supply fails.
pub fn power_fails() -> bool {
    lines().power_fails()
}

fn wait_for_time_to_move(waker: &Waker) {
    APPLICATION.register(waker);
}

/// A chip behind a chip-select line.
pub struct Chip(pub Device);

impl SpiError for Chip {
    type Error = embedded_hal::spi::ErrorKind;
}

impl SpiDevice for Chip {
    async fn transaction(
        &mut self,
        operations: &mut [Operation<'_, u8>],
    ) -> Result<(), Self::Error> {
        let mut mosi: Vec<u8, MOST_TRANSFER> = Vec::new();
        for operation in operations.iter() {
            let bytes: &[u8] = match operation {
                Operation::Read(buffer) => buffer,
                Operation::Write(bytes) | Operation::Transfer(_, bytes) => bytes,
                Operation::TransferInPlace(bytes) => bytes,
                Operation::DelayNs(_) => &[],
            };
            mosi.extend_from_slice(bytes).map_err(|_| embedded_hal::spi::ErrorKind::Overrun)?;
        }
        let took = exchange(&Request::Spi(self.0, &mosi), |reply| {
            let Reply::Spi(miso, took, lines) = reply else {
                return None;
            };
            set_lines(lines);
            let mut miso = miso.iter().copied();
            for operation in operations {
                receive(operation, &mut miso);
            }
            Some(took)
        });
        if time::is_virtual() {
            Timer::after_micros(u64::from(took)).await;
        }
        Ok(())
    }
}

fn receive(operation: &mut Operation<'_, u8>, miso: &mut impl Iterator<Item = u8>) {
    let mut fill = |buffer: &mut [u8], clocked: usize| {
        for (index, byte) in miso.take(clocked).enumerate() {
            if let Some(place) = buffer.get_mut(index) {
                *place = byte;
            }
        }
    };
    match operation {
        Operation::Read(buffer) | Operation::TransferInPlace(buffer) => fill(buffer, buffer.len()),
        Operation::Transfer(buffer, bytes) => fill(buffer, bytes.len()),
        Operation::Write(bytes) => fill(&mut [], bytes.len()),
        Operation::DelayNs(_) => {}
    }
}

/// A line into the processor.
pub struct LineIn(pub Input);

impl LineIn {
    fn high(&self) -> bool {
        lines().is_high(self.0)
    }

    async fn level(&self, high: bool) -> Result<(), Infallible> {
        if time::is_virtual() {
            poll_fn(|context| {
                if self.high() == high {
                    return Poll::Ready(());
                }
                wait_for_time_to_move(context.waker());
                Poll::Pending
            })
            .await;
        } else {
            while self.high() != high {
                Timer::after_millis(1).await;
            }
        }
        Ok(())
    }
}

impl PinError for LineIn {
    type Error = Infallible;
}

impl InputPin for LineIn {
    fn is_high(&mut self) -> Result<bool, Infallible> {
        Ok(self.high())
    }

    fn is_low(&mut self) -> Result<bool, Infallible> {
        Ok(!self.high())
    }
}

impl Wait for LineIn {
    async fn wait_for_high(&mut self) -> Result<(), Infallible> {
        self.level(true).await
    }

    async fn wait_for_low(&mut self) -> Result<(), Infallible> {
        self.level(false).await
    }

    async fn wait_for_rising_edge(&mut self) -> Result<(), Infallible> {
        self.level(false).await?;
        self.level(true).await
    }

    async fn wait_for_falling_edge(&mut self) -> Result<(), Infallible> {
        self.level(true).await?;
        self.level(false).await
    }

    async fn wait_for_any_edge(&mut self) -> Result<(), Infallible> {
        let before = self.high();
        self.level(!before).await
    }
}

/// A line out of the processor.
pub struct LineOut(pub Output);

impl PinError for LineOut {
    type Error = Infallible;
}

impl LineOut {
    fn drive(&self, high: bool) {
        set_lines(exchange(&Request::Drive(self.0, high), |reply| match reply {
            Reply::Lines(lines) => Some(lines),
            _ => None,
        }));
    }
}

impl OutputPin for LineOut {
    fn set_low(&mut self) -> Result<(), Infallible> {
        self.drive(false);
        Ok(())
    }

    fn set_high(&mut self) -> Result<(), Infallible> {
        self.drive(true);
        Ok(())
    }
}

/// From the referee.
pub struct LinkRx;

impl IoError for LinkRx {
    type Error = Infallible;
}

impl Read for LinkRx {
    async fn read(&mut self, buffer: &mut [u8]) -> Result<usize, Infallible> {
        if !time::is_virtual() {
            return Ok(usart::read(buffer).await);
        }
        poll_fn(|context| {
            if !lines().link_waits() {
                wait_for_time_to_move(context.waker());
                return Poll::Pending;
            }
            let most = buffer.len() as u16;
            let count = exchange(&Request::LinkRead(most), |reply| {
                let Reply::LinkBytes(bytes, lines) = reply else {
                    return None;
                };
                set_lines(lines);
                buffer.iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
                Some(bytes.len())
            });
            Poll::Ready(Ok(count))
        })
        .await
    }
}

/// To the referee.
pub struct LinkTx;

impl IoError for LinkTx {
    type Error = Infallible;
}

impl Write for LinkTx {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Infallible> {
        if !time::is_virtual() {
            usart::write(bytes);
            return Ok(bytes.len());
        }
        let took = exchange(&Request::LinkWrite(bytes), |reply| match reply {
            Reply::Took(took) => Some(took),
            _ => None,
        });
        Timer::after_micros(u64::from(took)).await;
        Ok(bytes.len())
    }

    async fn flush(&mut self) -> Result<(), Infallible> {
        Ok(())
    }
}

/// The call pads.
pub struct Buttons {
    /// Key by key, through the driver and the chip model.
    pub keys: KeyChain<Chip, Monotonic, &'static mut Debouncer>,
    /// Press by press instead, in virtual time.
    pub by_press: bool,
}

impl Pads for Buttons {
    async fn next(&mut self) -> FromPeople {
        if !self.by_press {
            return self.keys.next().await;
        }
        poll_fn(|context| {
            let press = lines().press_waits().then(next_press).flatten();
            if press.is_none() {
                wait_for_time_to_move(context.waker());
            }
            press.map_or(Poll::Pending, |(seat, call)| {
                Poll::Ready(FromPeople::Press(Press { at: Monotonic.now(), seat, call }))
            })
        })
        .await
    }
}

fn next_press() -> Option<(Seat, Call)> {
    exchange(&Request::Press, |reply| match reply {
        Reply::Press(press, lines) => {
            set_lines(lines);
            Some(press)
        }
        _ => None,
    })
}

/// The simulator's dice.
pub struct BridgeRandom;

impl Random for BridgeRandom {
    fn word(&mut self) -> u32 {
        exchange(&Request::Random, |reply| match reply {
            Reply::Random(word) => Some(word),
            _ => None,
        })
    }
}

/// The simulator's buzzer.
pub struct BridgeBuzzer;

impl Buzzer for BridgeBuzzer {
    fn tone(&mut self, hertz: Option<u16>) {
        order(&Request::Tone(hertz));
    }
}
