//! The register file and the meaning of its bits (data sheet 11.9).

/// Addresses.
pub mod reg {
    pub const SYSTEM_CONFIG: u8 = 0x00;
    pub const IRQ_ENABLE: u8 = 0x01;
    pub const IRQ_STATUS: u8 = 0x02;
    pub const IRQ_CLEAR: u8 = 0x03;
    pub const TIMER1_RELOAD: u8 = 0x0C;
    pub const TIMER1_CONFIG: u8 = 0x0F;
    pub const RX_STATUS: u8 = 0x13;
    pub const TX_CONFIG: u8 = 0x18;
    pub const RF_STATUS: u8 = 0x1D;
    pub const SYSTEM_STATUS: u8 = 0x24;
    pub const LAST: u8 = 0x26;
}

/// Bits.
pub mod bit {
    pub const IRQ_RX: u32 = 1 << 0;
    pub const IRQ_TX: u32 = 1 << 1;
    pub const IRQ_IDLE: u32 = 1 << 2;
    pub const IRQ_RF_OFF: u32 = 1 << 8;
    pub const IRQ_RF_ON: u32 = 1 << 9;
    pub const IRQ_TIMER1: u32 = 1 << 12;
    pub const IRQ_RX_SOF: u32 = 1 << 14;
    pub const IRQ_GENERAL_ERROR: u32 = 1 << 17;
    /// GENERAL_ERROR, EEPROM and LPCD cannot be masked.
    pub const IRQ_UNMASKABLE: u32 = 0b111 << 17;

    pub const TIMER_ENABLE: u32 = 1 << 0;
    pub const TIMER_START_ON_TX_END: u32 = 1 << 11;
    pub const TIMER_STOP_ON_RX: u32 = 1 << 20;

    pub const RX_INTEGRITY: u32 = 1 << 16;
    pub const RX_COLLISION: u32 = 1 << 18;

    pub const TX_START_SYMBOL: u32 = 0b11 << 6;
    pub const TX_DATA_ENABLE: u32 = 1 << 10;

    pub const RF_FIELD_ON: u32 = 1 << 17;
    pub const STATE_IDLE: u32 = 0;
    pub const STATE_WAIT_TRANSMIT: u32 = 1;
    pub const STATE_TRANSMITTING: u32 = 2;
    pub const STATE_WAIT_RECEIVE: u32 = 3;
    pub const STATE_RECEIVING: u32 = 5;

    pub const STATUS_POR: u32 = 1 << 0;
    pub const STATUS_TEMPERATURE: u32 = 1 << 4;
    pub const STATUS_SEMANTIC: u32 = 1 << 6;
    pub const STATUS_SYNTAX: u32 = 1 << 7;
    pub const STATUS_PARAMETER: u32 = 1 << 8;
}

/// True for addresses that the data sheet names.
pub fn exists(register: u8) -> bool {
    register <= reg::LAST
}

/// All registers.
pub struct Registers([u32; reg::LAST as usize + 1]);

impl Default for Registers {
    fn default() -> Registers {
        Registers([0; reg::LAST as usize + 1])
    }
}

impl Registers {
    pub fn get(&self, register: u8) -> u32 {
        self.0[usize::from(register)]
    }

    pub fn set(&mut self, register: u8, value: u32) {
        self.0[usize::from(register)] = value;
    }

    pub fn or(&mut self, register: u8, value: u32) {
        self.0[usize::from(register)] |= value;
    }

    pub fn and(&mut self, register: u8, value: u32) {
        self.0[usize::from(register)] &= value;
    }

    pub fn raise(&mut self, interrupts: u32) {
        self.or(reg::IRQ_STATUS, interrupts);
    }

    pub fn clear(&mut self, interrupts: u32) {
        self.and(reg::IRQ_STATUS, !interrupts);
    }

    pub fn interrupt(&self) -> bool {
        self.get(reg::IRQ_STATUS) & (self.get(reg::IRQ_ENABLE) | bit::IRQ_UNMASKABLE) != 0
    }

    pub fn transceive_state(&self) -> u32 {
        self.get(reg::RF_STATUS) >> 24 & 0b111
    }

    pub fn set_transceive_state(&mut self, state: u32) {
        let rest = self.get(reg::RF_STATUS) & !(0b111 << 24);
        self.set(reg::RF_STATUS, rest | state << 24);
    }
}
