//! ST7796S: the screen. Takes commands and pixels in the order of its data sheet and remembers what people see.

use super::Micros;

/// Pixels across and down, as the table turns it.
pub const SIZE: (usize, usize) = (480, 320);

/// After a reset commands are taken only now (data sheet 8.1), and sleep is left or entered not before.
const AFTER_RESET: Micros = 5_000;
const BEFORE_SLEEP_OUT: Micros = 120_000;
const AFTER_SLEEP_OUT: Micros = 5_000;
const IDENTITY: [u8; 4] = [0x00, 0x00, 0x77, 0x96];

/// The chip.
#[derive(Debug, Clone)]
pub struct St7796Chip {
    pixels: Vec<u16>,
    data: bool,
    in_reset: bool,
    /// When reset ended.
    reset_at: Option<Micros>,
    awake_at: Option<Micros>,
    on: bool,
    landscape: bool,
    sixteen_bits: bool,
    unlocked: [bool; 2],
    columns: (u16, u16),
    rows: (u16, u16),
    /// The command that data belongs to.
    command: Option<u8>,
    /// Where the next pixel goes.
    pen: usize,
    half: Option<u8>,
    absent: bool,
    written: u64,
}

impl Default for St7796Chip {
    fn default() -> St7796Chip {
        St7796Chip {
            pixels: vec![0xFFFF; SIZE.0 * SIZE.1],
            data: false,
            in_reset: true,
            reset_at: None,
            awake_at: None,
            on: false,
            landscape: false,
            sixteen_bits: false,
            unlocked: [false; 2],
            columns: (0, 319),
            rows: (0, 479),
            command: None,
            pen: 0,
            half: None,
            absent: false,
            written: 0,
        }
    }
}

impl St7796Chip {
    /// What people see: 480 by 320 pixels of 16 bits; nothing while it is dark.
    pub fn glass(&self) -> Option<&[u16]> {
        (self.on && !self.absent).then_some(&self.pixels)
    }

    /// Bytes that went over the bus.
    pub fn written(&self) -> u64 {
        self.written
    }

    /// The plug is pulled, or put back.
    pub fn plug(&mut self, there: bool) {
        *self = St7796Chip { absent: !there, written: self.written, ..St7796Chip::default() };
    }

    /// The data/command line.
    pub fn drive_data(&mut self, high: bool) {
        self.data = high;
    }

    /// The reset line.
    pub fn drive_reset(&mut self, now: Micros, high: bool) {
        match (self.in_reset, high) {
            (_, false) => {
                *self = St7796Chip {
                    data: self.data,
                    absent: self.absent,
                    written: self.written,
                    ..St7796Chip::default()
                };
            }
            (true, true) => (self.in_reset, self.reset_at) = (false, Some(now)),
            (false, true) => {}
        }
    }

    /// One chip-select low. `Err` says what the host did wrong.
    pub fn transfer(&mut self, now: Micros, mosi: &[u8]) -> (Vec<u8>, Result<(), String>) {
        self.written += mosi.len() as u64;
        let mut miso = vec![0xFF; mosi.len()];
        if self.absent {
            return (miso, Ok(()));
        }
        let Some(reset_at) = self.reset_at.filter(|_| !self.in_reset) else {
            return (miso, Err("talked to while in reset".into()));
        };
        if now < reset_at + AFTER_RESET {
            return (miso, Err("talked to within 5 ms of a reset".into()));
        }
        let done = match (self.data, mosi) {
            (_, []) => Err("chip select without a byte".into()),
            (false, [0xD3, rest @ ..]) if rest.len() == IDENTITY.len() => {
                miso[1..].copy_from_slice(&IDENTITY);
                Ok(())
            }
            (false, [command]) => self.take(now, *command),
            (false, [command, ..]) => Err(format!("command {command:#04x} and its data in one go")),
            (true, data) => self.take_data(data),
        };
        (miso, done)
    }

    fn take(&mut self, now: Micros, command: u8) -> Result<(), String> {
        if let Some(byte) = self.half.take() {
            return Err(format!("command {command:#04x} after half a pixel ({byte:#04x})"));
        }
        self.command = Some(command);
        match command {
            0x11 if self.reset_at.is_none_or(|at| now < at + BEFORE_SLEEP_OUT) => {
                Err("sleep left within 120 ms of a reset".into())
            }
            0x11 => {
                self.awake_at = Some(now);
                Ok(())
            }
            0x29 if self.awake_at.is_none_or(|at| now < at + AFTER_SLEEP_OUT) => {
                Err("switched on while asleep, or within 5 ms of leaving sleep".into())
            }
            0x29 if !self.landscape || !self.sixteen_bits => {
                Err("switched on before orientation and pixel format were set".into())
            }
            0x29 => {
                self.on = true;
                Ok(())
            }
            0x2C | 0x3C if !self.on => Err("pixels for a screen that is off".into()),
            0x2C => {
                self.pen = 0;
                Ok(())
            }
            0x3C if self.pen == 0 => Err("pixels went on before they began".into()),
            0x2A | 0x2B | 0x36 | 0x3A | 0x3C | 0xF0 => Ok(()),
            other => Err(format!("command {other:#04x}")),
        }
    }

    fn take_data(&mut self, data: &[u8]) -> Result<(), String> {
        match (self.command, data) {
            (Some(0x2A), &[a, b, c, d]) => {
                self.columns = range([a, b, c, d], SIZE.0)?;
                self.pen = 0;
                Ok(())
            }
            (Some(0x2B), &[a, b, c, d]) => {
                self.rows = range([a, b, c, d], SIZE.1)?;
                self.pen = 0;
                Ok(())
            }
            (Some(0x36), [way]) => {
                // Rows and columns exchanged, blue first.
                self.landscape = way & 0x28 == 0x28;
                Ok(())
            }
            (Some(0x3A), [0x55]) => {
                self.sixteen_bits = true;
                Ok(())
            }
            (Some(0xF0), [key @ (0xC3 | 0x96)]) => {
                self.unlocked[usize::from(*key == 0x96)] = true;
                Ok(())
            }
            (Some(0xF0), [0x3C | 0x69]) if self.unlocked == [true; 2] => Ok(()),
            (Some(0x2C | 0x3C), pixels) => self.paint(pixels),
            (Some(command), data) => {
                Err(format!("{} bytes of data for command {command:#04x}", data.len()))
            }
            (None, _) => Err("data without a command".into()),
        }
    }

    fn paint(&mut self, bytes: &[u8]) -> Result<(), String> {
        let width = usize::from(self.columns.1 - self.columns.0) + 1;
        let height = usize::from(self.rows.1 - self.rows.0) + 1;
        for &byte in bytes {
            let Some(high) = self.half.take() else {
                self.half = Some(byte);
                continue;
            };
            if self.pen >= width * height {
                return Err(format!("more pixels than {width} by {height}"));
            }
            let x = usize::from(self.columns.0) + self.pen % width;
            let y = usize::from(self.rows.0) + self.pen / width;
            self.pixels[y * SIZE.0 + x] = u16::from_be_bytes([high, byte]);
            self.pen += 1;
        }
        Ok(())
    }
}

fn range([a, b, c, d]: [u8; 4], size: usize) -> Result<(u16, u16), String> {
    let (from, to) = (u16::from_be_bytes([a, b]), u16::from_be_bytes([c, d]));
    if from <= to && usize::from(to) < size {
        Ok((from, to))
    } else {
        Err(format!("a window from {from} to {to} of {size}"))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn started() -> St7796Chip {
        let mut chip = St7796Chip::default();
        chip.drive_reset(0, true);
        for (command, data) in [(0x36, 0x28), (0x3A, 0x55)] {
            assert_eq!(say(&mut chip, 200_000, command, &[data]), Ok(()));
        }
        assert_eq!(say(&mut chip, 200_000, 0x11, &[]), Ok(()));
        assert_eq!(say(&mut chip, 210_000, 0x29, &[]), Ok(()));
        chip
    }

    fn say(chip: &mut St7796Chip, now: Micros, command: u8, data: &[u8]) -> Result<(), String> {
        chip.drive_data(false);
        chip.transfer(now, &[command]).1?;
        chip.drive_data(true);
        if data.is_empty() { Ok(()) } else { chip.transfer(now, data).1 }
    }

    #[test]
    fn the_order_of_the_data_sheet_is_kept() {
        let mut chip = St7796Chip::default();
        assert!(say(&mut chip, 0, 0x11, &[]).is_err(), "in reset");
        chip.drive_reset(10, true);
        assert!(say(&mut chip, 20, 0x36, &[0x28]).is_err(), "too soon after reset");
        assert!(say(&mut chip, 50_000, 0x11, &[]).is_err(), "sleep out too soon");
        assert_eq!(say(&mut chip, 130_000, 0x11, &[]), Ok(()));
        assert!(say(&mut chip, 140_000, 0x29, &[]).is_err(), "no pixel format");
        assert!(say(&mut chip, 140_000, 0x2C, &[0, 0]).is_err(), "off");
        assert_eq!(chip.glass(), None);
    }

    #[test]
    fn pixels_go_where_the_window_is_and_not_beyond() {
        let mut chip = started();
        assert_eq!(say(&mut chip, 300_000, 0x2A, &[0, 2, 0, 3]), Ok(()));
        assert_eq!(say(&mut chip, 300_000, 0x2B, &[0, 1, 0, 1]), Ok(()));
        assert_eq!(say(&mut chip, 300_000, 0x2C, &[0x12, 0x34]), Ok(()));
        assert_eq!(say(&mut chip, 300_000, 0x3C, &[0x56, 0x78]), Ok(()));
        assert_eq!(chip.glass().unwrap()[480 + 2..480 + 4], [0x1234, 0x5678]);
        assert!(say(&mut chip, 300_000, 0x3C, &[0, 0]).is_err(), "window is full");
        assert!(say(&mut chip, 300_000, 0x2A, &[0, 0, 1, 0xE0]).is_err(), "column 480");
    }

    #[test]
    fn half_pixels_and_strange_commands_are_violations() {
        let mut chip = started();
        assert_eq!(say(&mut chip, 300_000, 0x2C, &[1]), Ok(()));
        assert!(say(&mut chip, 300_000, 0x2C, &[]).is_err());
        assert!(say(&mut chip, 300_000, 0x42, &[]).is_err());
        chip.drive_data(false);
        assert!(chip.transfer(300_000, &[0x36, 0x28]).1.is_err(), "data sent as a command");
    }
}
