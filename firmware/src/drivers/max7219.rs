//! MAX7219: four modules of eight digits in one chain, the first seat's nearest to the processor.
//!
//! Glitches on long wires leave modules dark or all lit, so everything is rewritten every second, control registers first. What was
//! shifted in the time before comes out at the far end: that is how a broken chain is known.

use embedded_hal_async::spi::SpiDevice;
use panel::DIGITS;

/// Modules in the chain.
pub const MODULES: usize = 4;
/// Bytes of one write to every module.
pub const CHAIN: usize = 2 * MODULES;

const DECODE: u8 = 0x09;
const INTENSITY: u8 = 0x0A;
const SCAN_LIMIT: u8 = 0x0B;
const SHUTDOWN: u8 = 0x0C;
const TEST: u8 = 0x0F;

/// Half of full brightness: readable at two metres and no glare.
const BRIGHTNESS: u8 = 0x07;

/// Why the digits show nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The bus failed.
    Bus,
    /// What went in did not come out: the chain is broken somewhere.
    Absent,
}

/// The chain.
pub struct Max7219<S> {
    spi: S,
    /// What was shifted in last.
    last: Option<[u8; CHAIN]>,
}

impl<S: SpiDevice> Max7219<S> {
    /// Not written yet.
    pub fn new(spi: S) -> Max7219<S> {
        Max7219 { spi, last: None }
    }

    /// Writes every register of every module; a module that comes out of a glitch is lit only when its digits are right.
    pub async fn show(&mut self, digits: &[[u8; DIGITS]; MODULES]) -> Result<(), Fault> {
        for (register, value) in
            [(TEST, 0), (DECODE, 0), (INTENSITY, BRIGHTNESS), (SCAN_LIMIT, DIGITS as u8 - 1)]
        {
            self.write(register, [value; MODULES]).await?;
        }
        for digit in 0..DIGITS {
            let values = digits.map(|module| module.get(digit).copied().unwrap_or(0));
            self.write(digit as u8 + 1, values).await?;
        }
        self.write(SHUTDOWN, [1; MODULES]).await
    }

    /// The same register of every module. What is shifted in first ends up furthest away.
    async fn write(&mut self, register: u8, values: [u8; MODULES]) -> Result<(), Fault> {
        let mut bytes = [0; CHAIN];
        for (pair, value) in bytes.chunks_exact_mut(2).zip(values.into_iter().rev()) {
            pair.copy_from_slice(&[register, value]);
        }
        let sent = bytes;
        self.spi.transfer_in_place(&mut bytes).await.map_err(|_| Fault::Bus)?;
        match self.last.replace(sent) {
            Some(before) if before != bytes => {
                self.last = None;
                Err(Fault::Absent)
            }
            _ => Ok(()),
        }
    }
}
