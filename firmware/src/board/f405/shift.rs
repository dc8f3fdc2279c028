//! Shift registers on three or four ordinary lines: the call pads (74HC165) and the seat displays (MAX7219).
//!
//! Both want their far end read while they are written and neither lets go of its data line, so they cannot share a bus with other chips.
//! They move little: 32 bits every 4 ms and 832 bits every second.

use core::convert::Infallible;

use embassy_stm32::gpio::{Input, Output};
use embedded_hal_async::spi::{ErrorType, Operation, SpiDevice};

/// Half a microsecond at 168 MHz: long wires under the table, and twenty times slower than either chip needs.
const HALF_BIT: u32 = 84;

/// When the registers take or give their bits.
pub enum Takes {
    /// A short low before shifting loads the inputs (74HC165, PL).
    Before,
    /// A rise after shifting shows the outputs (MAX7219, LOAD).
    After,
}

/// A chain of shift registers.
pub struct ShiftChain {
    pub(super) load: Output<'static>,
    pub(super) clock: Output<'static>,
    pub(super) out: Option<Output<'static>>,
    pub(super) back: Input<'static>,
    pub(super) takes: Takes,
}

impl ErrorType for ShiftChain {
    type Error = Infallible;
}

impl ShiftChain {
    /// One byte out and one in, the highest bit first; bits move on the rising edge.
    fn byte(&mut self, out: u8) -> u8 {
        let mut back = 0;
        for bit in (0..8).rev() {
            if let Some(line) = &mut self.out {
                line.set_level((out >> bit & 1 == 1).into());
            }
            cortex_m::asm::delay(HALF_BIT);
            back = back << 1 | u8::from(self.back.is_high());
            self.clock.set_high();
            cortex_m::asm::delay(HALF_BIT);
            self.clock.set_low();
        }
        back
    }
}

impl SpiDevice for ShiftChain {
    async fn transaction(
        &mut self,
        operations: &mut [Operation<'_, u8>],
    ) -> Result<(), Infallible> {
        self.load.set_low();
        cortex_m::asm::delay(HALF_BIT);
        if matches!(self.takes, Takes::Before) {
            self.load.set_high();
        }
        for operation in operations {
            match operation {
                Operation::Read(buffer) => buffer.iter_mut().for_each(|byte| *byte = self.byte(0)),
                Operation::Write(bytes) => bytes.iter().for_each(|byte| _ = self.byte(*byte)),
                Operation::TransferInPlace(bytes) => {
                    bytes.iter_mut().for_each(|byte| *byte = self.byte(*byte));
                }
                Operation::Transfer(buffer, bytes) => {
                    let pairs = buffer.iter_mut().zip(bytes.iter());
                    pairs.for_each(|(to, from)| *to = self.byte(*from));
                }
                Operation::DelayNs(_) => {}
            }
        }
        self.load.set_high();
        Ok(())
    }
}
