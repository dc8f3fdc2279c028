//! RS-485: one pair of wires, both directions. The F405 has no driver-enable output of its own.

use embassy_stm32::gpio::Output;
use embassy_stm32::mode::Async;
use embassy_stm32::usart::{Error, UartTx};
use embedded_io_async::{ErrorType, Write};

/// Sends, and holds the line only while it does.
pub struct Transmitter {
    pub(super) uart: UartTx<'static, Async>,
    pub(super) driver_enable: Output<'static>,
}

impl ErrorType for Transmitter {
    type Error = Error;
}

impl Write for Transmitter {
    async fn write(&mut self, bytes: &[u8]) -> Result<usize, Error> {
        self.driver_enable.set_high();
        let sent = self.uart.write(bytes).await;
        // The last stop bit must be out before the line is let go.
        let flushed = self.uart.flush().await;
        self.driver_enable.set_low();
        sent.and(flushed).map(|()| bytes.len())
    }

    async fn flush(&mut self) -> Result<(), Error> {
        Ok(())
    }
}
