//! MAX7219 modules in a chain: what is shifted in comes out at the far end one load later.

/// Modules in the chain.
const MODULES: usize = 4;
const DIGITS: usize = 8;

/// One module.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Module {
    /// Segments of each digit, the rightmost first.
    pub digits: [u8; DIGITS],
    /// Brightness, 0 to 15.
    pub intensity: u8,
    scan_limit: u8,
    decode: u8,
    on: bool,
    test: bool,
    /// Registers written since power came on or since it was lit; a host lights what it has set up.
    set_up: u16,
}

/// Registers that must be written before a module is lit: at power-on they hold anything (data sheet, table 2 and "Initial
/// Power-Up": only one digit is scanned, at the lowest brightness).
const MUST_SET: u16 = 1 << 0x9 | 1 << 0xA | 1 << 0xB | 0b1_1111_1110;

impl Module {
    const DARK: Module = Module {
        digits: [0; DIGITS],
        intensity: 0,
        scan_limit: 0,
        decode: 0,
        on: false,
        test: false,
        set_up: 0,
    };

    /// What people see: segments of every digit, the rightmost first.
    pub fn lit(&self) -> [u8; DIGITS] {
        if self.test {
            return [0xFF; DIGITS];
        }
        let mut lit = [0; DIGITS];
        for (at, digit) in self.digits.iter().enumerate() {
            if self.on && at <= usize::from(self.scan_limit) {
                lit[at] = *digit;
            }
        }
        lit
    }

    fn load(&mut self, register: u8, value: u8) -> Result<(), String> {
        // The upper four bits of the address are ignored (data sheet, table 1); a host that sets them has lost its place.
        if register > 0x0F {
            return Err(format!("register {register:#04x}"));
        }
        self.set_up |= 1 << register;
        match (register, value) {
            (0x00, _) => {}
            (0x01..=0x08, segments) => self.digits[usize::from(register) - 1] = segments,
            (0x09, 0 | 1 | 0x0F | 0xFF) => self.decode = value,
            (0x0A, 0..=15) => self.intensity = value,
            (0x0B, 0..=7) => self.scan_limit = value,
            (0x0C, 0) => self.on = false,
            (0x0C, 1) if self.set_up & MUST_SET != MUST_SET => {
                return Err(
                    "lit before decode, intensity, scan limit and all digits were set".into()
                );
            }
            (0x0C, 1) => self.on = true,
            (0x0F, 0 | 1) => self.test = value == 1,
            (register, value) => {
                return Err(format!("register {register:#04x} has no value {value:#04x}"));
            }
        }
        Ok(())
    }
}

/// The chain, the first module nearest to the processor.
#[derive(Debug, Clone)]
pub struct Max7219Chain {
    modules: [Module; MODULES],
    /// What lies in the shift registers, the far end first.
    shifted: [u8; MODULES * 2],
    absent: bool,
}

impl Default for Max7219Chain {
    fn default() -> Max7219Chain {
        let (modules, shifted) = ([Module::DARK; MODULES], [0; MODULES * 2]);
        Max7219Chain { modules, shifted, absent: false }
    }
}

impl Max7219Chain {
    /// The modules.
    pub fn modules(&self) -> &[Module; MODULES] {
        &self.modules
    }

    /// The plug is pulled, or put back; modules lose their power with it.
    pub fn plug(&mut self, there: bool) {
        *self = Max7219Chain { absent: !there, ..Max7219Chain::default() };
    }

    /// A glitch on the wires: a module starts its display test, or falls into shutdown.
    pub fn glitch(&mut self, module: usize, test: bool) {
        let module = &mut self.modules[module % MODULES];
        (module.test, module.on) = (test, false);
    }

    /// One load: as many bytes in as the chain is long, what was in it out. `Err` says what the host did wrong.
    pub fn transfer(&mut self, mosi: &[u8]) -> (Vec<u8>, Result<(), String>) {
        if self.absent {
            return (vec![0xFF; mosi.len()], Ok(()));
        }
        let Ok(bytes) = <[u8; MODULES * 2]>::try_from(mosi) else {
            let long = format!("a load of {} bytes into a chain of {}", mosi.len(), MODULES * 2);
            return (vec![0xFF; mosi.len()], Err(long));
        };
        let out = std::mem::replace(&mut self.shifted, bytes).to_vec();
        // What went in first has come furthest.
        let pairs = bytes.chunks_exact(2).rev();
        let loads =
            self.modules.iter_mut().zip(pairs).map(|(module, pair)| module.load(pair[0], pair[1]));
        (out, loads.collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn all(chain: &mut Max7219Chain, register: u8, value: u8) -> Result<(), String> {
        chain.transfer(&[register, value].repeat(MODULES)).1
    }

    #[test]
    fn what_goes_in_comes_out_one_load_later_and_the_first_byte_goes_furthest() {
        let mut chain = Max7219Chain::default();
        let first = [1, 10, 1, 20, 1, 30, 1, 40];
        assert_eq!(chain.transfer(&first), (vec![0; 8], Ok(())));
        assert_eq!(chain.transfer(&[0; 8]).0, first);
        assert_eq!(chain.modules().map(|module| module.digits[0]), [40, 30, 20, 10]);
    }

    #[test]
    fn a_module_that_is_lit_before_it_is_set_up_is_a_violation() {
        let mut chain = Max7219Chain::default();
        assert!(all(&mut chain, 0x0C, 1).is_err());
        for register in 1..=8 {
            assert_eq!(all(&mut chain, register, 0x7E), Ok(()));
        }
        for (register, value) in [(0x09, 0), (0x0A, 7), (0x0B, 7)] {
            assert!(all(&mut chain, 0x0C, 1).is_err());
            assert_eq!(all(&mut chain, register, value), Ok(()));
        }
        assert_eq!(chain.modules()[0].lit(), [0; 8], "dark until it is lit");
        assert_eq!(all(&mut chain, 0x0C, 1), Ok(()));
        assert_eq!(chain.modules()[3].lit(), [0x7E; 8]);
    }

    #[test]
    fn wrong_registers_values_and_lengths_are_violations() {
        let mut chain = Max7219Chain::default();
        assert!(all(&mut chain, 0x0B, 8).is_err());
        assert!(all(&mut chain, 0x0D, 0).is_err());
        assert!(all(&mut chain, 0x1A, 0).is_err());
        assert!(chain.transfer(&[0; 6]).1.is_err());
    }
}
