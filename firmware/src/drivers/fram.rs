//! MB85RS4MT: 512 KiB of FRAM on SPI mode 0. Writes take effect byte by byte as they are clocked in; there is
//! no page, no erase and no write delay.

use core::fmt;

use embedded_hal_async::spi::{Operation, SpiDevice};

/// Bytes on the chip.
pub const CAPACITY: u32 = 512 * 1024;

/// Set the write-enable latch; every write takes it back.
const WREN: u8 = 0x06;
const READ: u8 = 0x03;
const WRITE: u8 = 0x02;
const RDID: u8 = 0x9F;
/// Fujitsu (04 with continuation 7F), density code of 4 Mbit, product code.
const IDENTITY: [u8; 4] = [0x04, 0x7F, 0x49, 0x03];

/// What can go wrong, without the bus's own words.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub enum Fault {
    /// The SPI bus failed.
    Bus,
    /// All ones or all zeros: no chip on the bus.
    Absent,
    /// Another chip answers.
    Stranger([u8; 4]),
    /// Outside the chip.
    Address(u32),
}

impl fmt::Display for Fault {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Fault::Bus => out.write_str("the bus of the FRAM failed"),
            Fault::Absent => out.write_str("no FRAM answers"),
            Fault::Stranger(id) => write!(out, "not our FRAM: it calls itself {id:02x?}"),
            Fault::Address(address) => write!(out, "{address:#x} is outside the FRAM"),
        }
    }
}

/// A failed operation.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Error<E> {
    /// The bus said this.
    Spi(E),
    /// Anything else.
    Fault(Fault),
}

impl<E> Error<E> {
    /// The same without the bus's own words.
    pub fn fault(&self) -> Fault {
        match self {
            Error::Spi(_) => Fault::Bus,
            Error::Fault(fault) => *fault,
        }
    }
}

/// The chip.
pub struct Fram<SPI> {
    spi: SPI,
}

impl<SPI: SpiDevice> Fram<SPI> {
    /// On this device.
    pub fn new(spi: SPI) -> Fram<SPI> {
        Fram { spi }
    }

    /// Asks who is there.
    pub async fn identify(&mut self) -> Result<(), Error<SPI::Error>> {
        let mut id = [0; 4];
        let mut operations = [Operation::Write(&[RDID]), Operation::Read(&mut id)];
        self.spi.transaction(&mut operations).await.map_err(Error::Spi)?;
        match id {
            IDENTITY => Ok(()),
            [0, 0, 0, 0] | [0xFF, 0xFF, 0xFF, 0xFF] => Err(Error::Fault(Fault::Absent)),
            stranger => Err(Error::Fault(Fault::Stranger(stranger))),
        }
    }

    /// Reads `bytes` from `address` on.
    pub async fn read(&mut self, address: u32, bytes: &mut [u8]) -> Result<(), Error<SPI::Error>> {
        let command = command(READ, address, bytes.len())?;
        let mut operations = [Operation::Write(&command), Operation::Read(bytes)];
        self.spi.transaction(&mut operations).await.map_err(Error::Spi)
    }

    /// Writes `bytes` from `address` on. When it returns they are permanent.
    pub async fn write(&mut self, address: u32, bytes: &[u8]) -> Result<(), Error<SPI::Error>> {
        let command = command(WRITE, address, bytes.len())?;
        self.spi.write(&[WREN]).await.map_err(Error::Spi)?;
        let mut operations = [Operation::Write(&command), Operation::Write(bytes)];
        self.spi.transaction(&mut operations).await.map_err(Error::Spi)
    }
}

/// Opcode and 24-bit address, most significant byte first.
fn command<E>(opcode: u8, address: u32, length: usize) -> Result<[u8; 4], Error<E>> {
    let inside = u32::try_from(length)
        .ok()
        .and_then(|length| address.checked_add(length))
        .is_some_and(|end| end <= CAPACITY);
    if !inside {
        return Err(Error::Fault(Fault::Address(address)));
    }
    let [_, high, middle, low] = address.to_be_bytes();
    Ok([opcode, high, middle, low])
}
