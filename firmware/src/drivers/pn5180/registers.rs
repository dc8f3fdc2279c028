//! Registers and the bits of them that are used (data sheet 11.9).

/// Address of a 32-bit register.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Register {
    SystemConfig = 0x00,
    IrqEnable = 0x01,
    IrqStatus = 0x02,
    IrqClear = 0x03,
    Timer1Reload = 0x0C,
    Timer1Config = 0x0F,
    RxStatus = 0x13,
    TxConfig = 0x18,
    RfStatus = 0x1D,
    SystemStatus = 0x24,
}

pub(super) mod system_config {
    pub const COMMAND: u32 = 0b111;
    pub const TRANSCEIVE: u32 = 3;
}

pub(super) mod irq {
    pub const RX: u32 = 1 << 0;
    pub const IDLE: u32 = 1 << 2;
    pub const RF_ON: u32 = 1 << 9;
    pub const TIMER1: u32 = 1 << 12;
    pub const RX_SOF: u32 = 1 << 14;
    pub const GENERAL_ERROR: u32 = 1 << 17;
}

pub(super) mod timer_config {
    pub const ENABLE: u32 = 1 << 0;
    pub const START_ON_TX_END: u32 = 1 << 11;
}

pub(super) mod rx_status {
    pub const BYTES: u32 = 0x1FF;
    pub const INTEGRITY: u32 = 1 << 16;
    pub const PROTOCOL: u32 = 1 << 17;
    pub const COLLISION: u32 = 1 << 18;
}

pub(super) mod rf_status {
    pub const FIELD_ON: u32 = 1 << 17;
    pub const WAIT_TRANSMIT: u32 = 1;

    pub fn transceive_state(status: u32) -> u32 {
        status >> 24 & 0b111
    }
}

pub(super) mod system_status {
    pub const TEMPERATURE: u32 = 1 << 4;
    pub const SYNTAX: u32 = 1 << 7;
    pub const PARAMETER: u32 = 1 << 8;
}
