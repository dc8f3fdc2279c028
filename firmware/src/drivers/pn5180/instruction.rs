//! Instructions of the host interface (data sheet 11.4.3).

use super::registers::Register;

/// First byte of a frame.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Opcode {
    WriteRegisterMultiple = 0x03,
    ReadRegister = 0x04,
    ReadRegisterMultiple = 0x05,
    ReadEeprom = 0x07,
    SendData = 0x09,
    ReadData = 0x0A,
    LoadRfConfig = 0x11,
    RfOn = 0x16,
    RfOff = 0x17,
}

/// What a register write does with its value.
#[derive(Clone, Copy)]
#[repr(u8)]
pub(super) enum Action {
    Set = 1,
    Or = 2,
    And = 3,
}

/// Several register writes in one frame, carried out in order.
pub(super) struct RegisterWrites(heapless::Vec<u8, { 1 + RegisterWrites::MOST * 6 }>);

impl RegisterWrites {
    /// The chip takes 42; we never need more than four.
    const MOST: usize = 4;

    pub fn new() -> RegisterWrites {
        let mut frame = heapless::Vec::new();
        // Cannot fail: room for the opcode was reserved.
        let _ = frame.push(Opcode::WriteRegisterMultiple as u8);
        RegisterWrites(frame)
    }

    pub fn with(mut self, register: Register, action: Action, value: u32) -> RegisterWrites {
        let [v0, v1, v2, v3] = value.to_le_bytes();
        let added = self.0.extend_from_slice(&[register as u8, action as u8, v0, v1, v2, v3]);
        debug_assert!(added.is_ok(), "more register writes than a frame has room for");
        self
    }

    pub fn frame(&self) -> &[u8] {
        &self.0
    }
}
