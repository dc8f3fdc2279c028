//! USART2 in real-time runs: received by interrupt into a pipe, sent by polling. The HAL's buffered driver loses bytes here:
//! it clears TC by read-modify-write of SR, which can clear an RXNE that came in between.
#![allow(unsafe_code)]

use embassy_stm32::interrupt;
use embassy_stm32::interrupt::InterruptExt;
use embassy_stm32::pac::{RCC, USART2, usart};
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex;
use embassy_sync::pipe::Pipe;

/// 42 MHz / 115200.
const DIVIDER: u32 = 365;

/// Filled by the interrupt, drained by the referee task. When full the newest byte is dropped, as on an overrun
/// line; its frame then fails the checksum.
static RECEIVED: Pipe<CriticalSectionRawMutex, 1024> = Pipe::new();

/// Switches the USART on.
pub fn start() {
    RCC.apb1enr().modify(|w| w.set_usart2en(true));
    USART2.brr().write_value(usart::regs::Brr(DIVIDER));
    USART2.cr1().write(|w| {
        w.set_ue(true);
        w.set_re(true);
        w.set_te(true);
        w.set_rxneie(true);
    });
    // SAFETY: its handler is below and touches nothing but the data register and the pipe.
    unsafe { interrupt::USART2.enable() };
}

#[interrupt]
fn USART2() {
    while embassy_stm32::pac::USART2.sr().read().rxne() {
        let byte = embassy_stm32::pac::USART2.dr().read().dr() as u8;
        let _ = RECEIVED.try_write(&[byte]);
    }
}

/// Waits for bytes.
pub async fn read(buffer: &mut [u8]) -> usize {
    RECEIVED.read(buffer).await
}

/// Sends all bytes.
pub fn write(bytes: &[u8]) {
    for &byte in bytes {
        while !USART2.sr().read().txe() {}
        USART2.dr().write(|w| w.set_dr(u16::from(byte)));
    }
}
