//! ST7796S: the screen, 480 by 320 pixels of 16 bits over SPI.
//!
//! Written here because the screen shares its bus with the journal's FRAM: every transaction is awaited and short, so that a record never
//! waits for more than one piece of a picture. The ready-made drivers hold the bus, and the processor, until a picture is out.

use embedded_hal::digital::OutputPin;
use embedded_hal_async::delay::DelayNs;
use embedded_hal_async::spi::{Operation, SpiDevice};
use panel::Area;

/// Bytes of pixels in one transaction: two milliseconds of the bus.
pub const PIECE: usize = 1_440;

const SLEEP_OUT: u8 = 0x11;
const DISPLAY_ON: u8 = 0x29;
const COLUMNS: u8 = 0x2A;
const ROWS: u8 = 0x2B;
const WRITE: u8 = 0x2C;
const WRITE_ON: u8 = 0x3C;
const ORIENTATION: u8 = 0x36;
const PIXEL_FORMAT: u8 = 0x3A;
const IDENTITY: u8 = 0xD3;
const UNLOCK: u8 = 0xF0;

/// What the identity register says after one dummy byte (data sheet 9.2.47).
const ST7796: [u8; 3] = [0x00, 0x77, 0x96];
/// Rows and columns exchanged, blue first: the screen lies on its side.
const LANDSCAPE: u8 = 0x28;
const SIXTEEN_BITS: u8 = 0x55;

/// Why the screen shows nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Fault {
    /// The bus or a line failed.
    Bus,
    /// Nobody answers, or somebody else.
    Absent,
}

/// The screen.
pub struct St7796<S, O> {
    spi: S,
    /// High for data, low for commands.
    data: O,
    reset: O,
}

impl<S: SpiDevice, O: OutputPin> St7796<S, O> {
    /// Not started yet.
    pub fn new(spi: S, data: O, reset: O) -> St7796<S, O> {
        St7796 { spi, data, reset }
    }

    /// Resets the chip and switches it on.
    pub async fn start(&mut self, delay: &mut impl DelayNs) -> Result<(), Fault> {
        self.reset.set_low().map_err(|_| Fault::Bus)?;
        delay.delay_us(20).await;
        self.reset.set_high().map_err(|_| Fault::Bus)?;
        // After a reset the chip takes commands in 5 ms and may leave sleep in 120 ms (data sheet 8.1).
        delay.delay_ms(120).await;
        self.check().await?;
        for key in [0xC3, 0x96] {
            self.command(UNLOCK, &[key]).await?;
        }
        self.command(ORIENTATION, &[LANDSCAPE]).await?;
        self.command(PIXEL_FORMAT, &[SIXTEEN_BITS]).await?;
        for key in [0x3C, 0x69] {
            self.command(UNLOCK, &[key]).await?;
        }
        self.command(SLEEP_OUT, &[]).await?;
        delay.delay_ms(120).await;
        self.command(DISPLAY_ON, &[]).await
    }

    /// Whether it is there.
    pub async fn check(&mut self) -> Result<(), Fault> {
        let mut answer = [0; 4];
        self.data.set_low().map_err(|_| Fault::Bus)?;
        // The chip is asked and answers within one select (data sheet 8.4.2).
        let mut talk = [Operation::Write(&[IDENTITY]), Operation::Read(&mut answer)];
        self.spi.transaction(&mut talk).await.map_err(|_| Fault::Bus)?;
        let [_, identity @ ..] = answer;
        if identity == ST7796 { Ok(()) } else { Err(Fault::Absent) }
    }

    /// Shows `pixels` in `area`, row by row.
    pub async fn show(&mut self, area: Area, pixels: &[u8]) -> Result<(), Fault> {
        let range = |from: u16, length: u16| {
            let ([a, b], [c, d]) = (from.to_be_bytes(), (from + length - 1).to_be_bytes());
            [a, b, c, d]
        };
        self.command(COLUMNS, &range(area.x, area.width)).await?;
        self.command(ROWS, &range(area.y, area.height)).await?;
        for (number, piece) in pixels.chunks(PIECE).enumerate() {
            self.command(if number == 0 { WRITE } else { WRITE_ON }, piece).await?;
        }
        Ok(())
    }

    async fn command(&mut self, command: u8, data: &[u8]) -> Result<(), Fault> {
        self.data.set_low().map_err(|_| Fault::Bus)?;
        self.spi.write(&[command]).await.map_err(|_| Fault::Bus)?;
        if !data.is_empty() {
            self.data.set_high().map_err(|_| Fault::Bus)?;
            self.spi.write(data).await.map_err(|_| Fault::Bus)?;
        }
        Ok(())
    }
}
