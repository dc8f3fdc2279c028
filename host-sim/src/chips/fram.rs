//! MB85RS4MT: 512 KiB of FRAM. Bytes are permanent the moment they are clocked in.

use firmware::drivers::fram::CAPACITY;

const WREN: u8 = 0x06;
const WRDI: u8 = 0x04;
const RDSR: u8 = 0x05;
const READ: u8 = 0x03;
const WRITE: u8 = 0x02;
const RDID: u8 = 0x9F;
const IDENTITY: [u8; 4] = [0x04, 0x7F, 0x49, 0x03];

/// The chip.
#[derive(Clone)]
pub struct FramChip {
    bytes: Vec<u8>,
    write_enabled: bool,
    absent: bool,
    /// Bytes that can still be clocked before the power goes; `None` while nobody cuts it.
    fuel: Option<usize>,
}

impl FramChip {
    /// Over these bytes: a new chip is all zeros, and what outlives a power cut is handed to the next one.
    pub fn new(mut bytes: Vec<u8>) -> FramChip {
        bytes.resize(CAPACITY as usize, 0);
        FramChip { bytes, write_enabled: false, absent: false, fuel: None }
    }

    /// What is on the chip.
    pub fn bytes(&self) -> &[u8] {
        &self.bytes
    }

    /// What is on the chip, to be damaged.
    pub fn bytes_mut(&mut self) -> &mut [u8] {
        &mut self.bytes
    }

    /// Takes the chip off the board: the bus floats.
    pub fn remove(&mut self) {
        self.absent = true;
    }

    /// Power goes after so many more bytes on the bus; of the transfer under way then, only what was clocked in stays.
    pub fn cut_after(&mut self, bytes: usize) {
        self.fuel = Some(bytes);
    }

    /// The power is gone.
    pub fn is_dead(&self) -> bool {
        self.fuel == Some(0)
    }

    /// One chip-select low. `Err` says what the host did wrong; the chip then ignores it, as the real one does.
    pub fn transfer(&mut self, mosi: &[u8]) -> (Vec<u8>, Result<(), String>) {
        let mut miso = vec![0xFF; mosi.len()];
        if self.absent {
            return (miso, Ok(()));
        }
        if let Some(fuel) = &mut self.fuel {
            let left = fuel.saturating_sub(mosi.len());
            let clocked = std::mem::replace(fuel, left) - left;
            if clocked < mosi.len() {
                self.tear(&mosi[..clocked]);
                return (miso, Ok(()));
            }
        }
        let done = match mosi {
            [] => Err("chip select without a byte".into()),
            [WREN] => {
                self.write_enabled = true;
                Ok(())
            }
            [WRDI] => {
                self.write_enabled = false;
                Ok(())
            }
            [RDSR, ..] => {
                let status = u8::from(self.write_enabled) << 1;
                miso.iter_mut().skip(1).for_each(|byte| *byte = status);
                Ok(())
            }
            [RDID, ..] => {
                let id = IDENTITY.iter().chain(std::iter::repeat(&0));
                miso.iter_mut().skip(1).zip(id).for_each(|(byte, id)| *byte = *id);
                Ok(())
            }
            [READ, high, middle, low, data @ ..] => {
                self.place([*high, *middle, *low], data.len()).map(|at| {
                    miso[4..].copy_from_slice(&self.bytes[at..at + data.len()]);
                })
            }
            [WRITE, high, middle, low, data @ ..] => self.write([*high, *middle, *low], data),
            [opcode, ..] => Err(format!("opcode {opcode:#04x} with {} bytes", mosi.len() - 1)),
        };
        (miso, done)
    }

    /// The start of a transfer that the power did not see to its end: a write has its first bytes on the chip, everything else
    /// has done nothing.
    fn tear(&mut self, clocked: &[u8]) {
        if let [WRITE, high, middle, low, data @ ..] = clocked
            && self.write_enabled
        {
            let _ = self.write([*high, *middle, *low], data);
        }
        self.write_enabled = false;
    }

    fn write(&mut self, address: [u8; 3], data: &[u8]) -> Result<(), String> {
        let at = self.place(address, data.len())?;
        // The latch falls at the end of every write, done or refused.
        if !std::mem::take(&mut self.write_enabled) {
            return Err(format!("write of {} bytes at {at:#x} without write enable", data.len()));
        }
        self.bytes[at..at + data.len()].copy_from_slice(data);
        Ok(())
    }

    fn place(&self, [high, middle, low]: [u8; 3], length: usize) -> Result<usize, String> {
        let at = u32::from_be_bytes([0, high, middle, low]) as usize;
        // The real chip wraps round; a host that does that has lost its place.
        if at + length > self.bytes.len() {
            return Err(format!("{length} bytes at {at:#x} run over the end"));
        }
        Ok(at)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_write_needs_the_latch_every_time() {
        let mut chip = FramChip::new(vec![]);
        assert!(chip.transfer(&[WRITE, 0, 0, 5, 7]).1.is_err());
        assert_eq!(chip.bytes()[5], 0);
        assert_eq!(chip.transfer(&[WREN]).1, Ok(()));
        assert_eq!(chip.transfer(&[WRITE, 0, 0, 5, 7]).1, Ok(()));
        assert_eq!(chip.bytes()[5], 7);
        assert!(chip.transfer(&[WRITE, 0, 0, 5, 8]).1.is_err());
        assert_eq!(chip.transfer(&[READ, 0, 0, 5, 0]).0[4], 7);
    }

    /// MB85RS4MT has no page buffer: each byte is in its cell when its last bit is clocked.
    #[test]
    fn a_cut_leaves_the_first_bytes_of_the_write_under_way() {
        for bytes in 0..8 {
            let mut chip = FramChip::new(vec![]);
            chip.cut_after(bytes);
            let _ = chip.transfer(&[WREN]);
            let _ = chip.transfer(&[WRITE, 0, 0, 5, 7, 8, 9]);
            let landed = bytes.saturating_sub(5);
            assert_eq!(chip.is_dead(), bytes < 8);
            let expected: Vec<u8> = [7, 8, 9].into_iter().take(landed).collect();
            assert_eq!(chip.bytes()[5..5 + landed], expected);
            assert!(chip.bytes()[5 + landed..].iter().all(|byte| *byte == 0));
        }
    }

    #[test]
    fn strange_opcodes_and_addresses_are_violations() {
        let mut chip = FramChip::new(vec![]);
        assert!(chip.transfer(&[0x42]).1.is_err());
        assert!(chip.transfer(&[READ, 0x07, 0xFF, 0xFF, 0, 0]).1.is_err());
    }
}
