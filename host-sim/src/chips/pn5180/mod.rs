//! NXP PN5180 at the level of its instructions, with ISO 15693 tags in its field.
//!
//! Modelled: BUSY, IRQ and RESET_N, the instructions and registers that the driver uses, the transceive state machine, timer 1,
//! the field, and the air time of every frame. Not modelled: other protocols, EEPROM writes, low-power card detection.

mod air;
mod registers;
mod tag;

use serde::{Deserialize, Serialize};

use super::{Micros, spi_micros};
use crate::world::play::random::Random;
pub use air::Field;
use air::{Air, Answer, Outcome};
use registers::{Registers, bit, reg};
pub use tag::{Memory, Tags};

/// Boot after RESET_N rises.
const BOOT: Micros = 2_400;
/// An instruction is worked on for this long after its frame; BUSY is high meanwhile.
const INSTRUCTION: Micros = 15;
/// The field needs this long to come up.
const FIELD_RISE: Micros = 300;
/// Everything that the chip answers without being asked reads as this.
const IDLE_BUS: u8 = 0xFF;

/// A host that is surprised by a fault may go on with what it was doing for so long.
const SURPRISE: Micros = 30_000;

/// What is wrong with the chip. The first two last until they are mended, whatever the host does.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub enum Fault {
    /// Nothing.
    #[default]
    None,
    /// Not on the board: BUSY is pulled low, the bus floats.
    Absent,
    /// Hangs with BUSY high; a reset does not help while this lasts.
    BusyStuck,
    /// Hangs with BUSY high until it is reset.
    Hangs,
    /// Brown-out: the field is off, registers are as after power-on.
    SilentReset,
    /// The next interrupt does not move the line.
    IrqLost,
    /// The next frame is refused with GENERAL_ERROR.
    GeneralError,
    /// Answers nonsense now and then, and its lines do as they like; everything follows from the number.
    Babbles(u64),
    /// Too hot: the field drops and does not come back until the chip has cooled, at the latest when it is mended.
    TooHot,
}

/// Something the chip will do by itself.
#[derive(Debug, Clone, PartialEq, Eq)]
enum Event {
    Booted,
    FieldUp,
    TransmitEnd,
    /// An answer's start of frame is over.
    ReceiveStart,
    /// Its fourth bit: what stops a timer.
    FourthBit,
    ReceiveEnd(Answer),
    Timer1,
}

/// The chip.
pub struct Pn5180Chip {
    registers: Registers,
    eeprom: [u8; 256],
    /// RESET_N is high.
    running: bool,
    booted: bool,
    busy_until: Micros,
    /// What the next frame will clock out.
    answer: Option<Vec<u8>>,
    /// What READ_DATA gives.
    received: Vec<u8>,
    field: bool,
    air: Air,
    /// No transmission before this: t2 after the last answer.
    quiet_until: Micros,
    events: Vec<(Micros, Event)>,
    fault: Fault,
    /// The line does not follow the interrupts until they are cleared.
    irq_lost: bool,
    /// The next frame is refused.
    refuses: bool,
    /// What the host does wrong until then is the fault's fault.
    surprised_until: Micros,
    /// Chance of a chip that babbles, and in one of how many frames it does.
    babble: Option<(Random, usize)>,
    /// A line that is high for nothing.
    irq_stuck: bool,
}

impl Default for Pn5180Chip {
    fn default() -> Pn5180Chip {
        let mut eeprom = [0; 256];
        // Product 4.0, firmware 4.1, EEPROM 152.1, minor first; IRQ active high.
        eeprom[0x10..0x16].copy_from_slice(&[0x00, 0x04, 0x01, 0x04, 0x01, 0x98]);
        eeprom[0x1A] = 0x01;
        Pn5180Chip {
            registers: Registers::default(),
            eeprom,
            running: false,
            booted: false,
            busy_until: 0,
            answer: None,
            received: vec![],
            field: false,
            air: Air::default(),
            quiet_until: 0,
            events: vec![],
            fault: Fault::None,
            irq_lost: false,
            refuses: false,
            surprised_until: 0,
            babble: None,
            irq_stuck: false,
        }
    }
}

impl Pn5180Chip {
    /// Breaks or mends the chip.
    pub fn set_fault(&mut self, now: Micros, fault: Fault) {
        self.surprised_until = now + SURPRISE;
        match fault {
            Fault::None => (self.fault, self.babble, self.irq_stuck) = (fault, None, false),
            Fault::Absent | Fault::BusyStuck | Fault::Hangs => self.fault = fault,
            Fault::SilentReset => {
                self.restart(now);
                self.surprised_until = now + SURPRISE;
            }
            Fault::IrqLost => self.irq_lost = true,
            Fault::Babbles(seed) => {
                // Some talk nonsense all the time, some so rarely that whole scans come through.
                self.babble = Some((Random::new(seed), 8 << (3 * (seed % 4))));
                self.surprised_until = Micros::MAX;
            }
            Fault::GeneralError => self.refuses = true,
            Fault::TooHot => {
                self.fault = fault;
                self.drop_field();
            }
        }
    }

    /// As after power-on; what is broken stays broken, but a chip that only hangs does not hang any more.
    fn restart(&mut self, now: Micros) {
        let (eeprom, surprised_until) = (self.eeprom, self.surprised_until);
        let fault = if self.fault == Fault::Hangs { Fault::None } else { self.fault };
        let babble = self.babble.take();
        *self = Pn5180Chip { eeprom, fault, surprised_until, babble, ..Pn5180Chip::default() };
        self.running = true;
        self.schedule(now + BOOT, Event::Booted);
    }

    fn drop_field(&mut self) {
        self.field = false;
        self.air.field_off();
        self.events.retain(|(_, event)| *event == Event::Booted);
        self.registers.and(reg::RF_STATUS, !bit::RF_FIELD_ON);
        self.registers.raise(bit::IRQ_RF_OFF);
        if self.fault == Fault::TooHot {
            self.registers.or(reg::SYSTEM_STATUS, bit::STATUS_TEMPERATURE);
        }
    }

    /// Its field is on.
    pub fn radiates(&self) -> bool {
        self.field
    }

    /// Level of BUSY.
    pub fn busy(&self, now: Micros) -> bool {
        match self.fault {
            Fault::Absent => false,
            Fault::BusyStuck | Fault::Hangs => true,
            _ => !self.booted || now < self.busy_until,
        }
    }

    /// Level of IRQ.
    pub fn irq(&self) -> bool {
        !self.is_deaf() && (self.irq_stuck || !self.irq_lost && self.registers.interrupt())
    }

    /// Takes no notice of the bus.
    fn is_deaf(&self) -> bool {
        matches!(self.fault, Fault::Absent | Fault::BusyStuck | Fault::Hangs)
    }

    /// RESET_N was driven.
    pub fn drive_reset(&mut self, now: Micros, high: bool) {
        if self.running && !high {
            self.restart(now);
            self.running = false;
            self.events.clear();
        } else if !self.running && high {
            self.running = true;
            self.schedule(now + BOOT, Event::Booted);
        }
    }

    /// When the chip will next do something by itself.
    pub fn next_event(&self) -> Option<Micros> {
        self.events.iter().map(|(at, _)| *at).min()
    }

    /// Lets everything happen that is due.
    pub fn advance(&mut self, now: Micros) {
        while let Some(due) = self.next_event().filter(|&at| at <= now) {
            let first = self.events.iter().position(|(at, _)| *at == due);
            if let Some(index) = first {
                let (at, event) = self.events.remove(index);
                self.happen(at, event);
            }
        }
    }

    fn schedule(&mut self, at: Micros, event: Event) {
        self.events.push((at, event));
    }

    fn happen(&mut self, at: Micros, event: Event) {
        match event {
            Event::Booted => {
                self.booted = true;
                self.registers.raise(bit::IRQ_IDLE);
                self.registers.or(reg::SYSTEM_STATUS, bit::STATUS_POR);
                if self.fault == Fault::TooHot {
                    self.registers.or(reg::SYSTEM_STATUS, bit::STATUS_TEMPERATURE);
                }
            }
            Event::FieldUp if self.fault == Fault::TooHot => {}
            Event::FieldUp => {
                self.field = true;
                self.registers.or(reg::RF_STATUS, bit::RF_FIELD_ON);
                self.registers.raise(bit::IRQ_RF_ON);
            }
            Event::TransmitEnd => {
                self.registers.raise(bit::IRQ_TX);
                self.registers.set_transceive_state(bit::STATE_WAIT_RECEIVE);
                let timer = self.registers.get(reg::TIMER1_CONFIG);
                let armed = bit::TIMER_ENABLE | bit::TIMER_START_ON_TX_END;
                if timer & armed == armed {
                    // 6.78 MHz without prescaler.
                    let span = u64::from(self.registers.get(reg::TIMER1_RELOAD) & 0xF_FFFF);
                    self.schedule(at + (span * 100).div_ceil(678), Event::Timer1);
                }
            }
            Event::ReceiveStart => {
                self.registers.raise(bit::IRQ_RX_SOF);
                self.registers.set_transceive_state(bit::STATE_RECEIVING);
            }
            Event::FourthBit => {
                if self.registers.get(reg::TIMER1_CONFIG) & bit::TIMER_STOP_ON_RX != 0 {
                    self.events.retain(|(_, event)| *event != Event::Timer1);
                }
            }
            Event::ReceiveEnd(answer) => {
                self.registers.set(reg::RX_STATUS, answer.rx_status());
                self.received = answer.bytes();
                self.quiet_until = at + air::T2;
                self.registers.raise(bit::IRQ_RX | bit::IRQ_IDLE);
                self.registers.set_transceive_state(bit::STATE_IDLE);
            }
            Event::Timer1 => self.registers.raise(bit::IRQ_TIMER1),
        }
    }

    /// One NSS low with these tags in the field of the live antenna. `Err` says what the host did wrong.
    pub fn transfer(
        &mut self,
        now: Micros,
        mosi: &[u8],
        field: Field<'_>,
    ) -> (Vec<u8>, Result<(), String>) {
        let (mut miso, done) = self.frame(now, mosi, field);
        self.babble(now, &mut miso);
        (miso, if now < self.surprised_until { Ok(()) } else { done })
    }

    /// What somebody else breaks on the bus is not the host's fault either.
    pub fn surprise(&mut self, now: Micros) {
        self.surprised_until = self.surprised_until.max(now + SURPRISE);
    }

    fn babble(&mut self, now: Micros, miso: &mut [u8]) {
        let Some((random, many)) = &mut self.babble else {
            return;
        };
        let many = *many;
        let one_in = |random: &mut Random, many: usize| random.below(many) == 0;
        if one_in(random, many) {
            for byte in miso.iter_mut() {
                *byte = random.bits() as u8;
            }
        } else if one_in(random, many)
            && let Some(byte) = miso.first_mut()
        {
            *byte ^= 1 << random.below(8);
        }
        if one_in(random, 8 * many) {
            self.busy_until = now + random.below(20_000) as Micros;
        }
        self.irq_stuck = one_in(random, 4 * many);
        self.irq_lost |= one_in(random, 4 * many);
    }

    fn frame(
        &mut self,
        now: Micros,
        mosi: &[u8],
        field: Field<'_>,
    ) -> (Vec<u8>, Result<(), String>) {
        let mut miso = vec![IDLE_BUS; mosi.len()];
        if self.is_deaf() {
            return (miso, Ok(()));
        }
        if self.busy(now) {
            return (miso, Err(format!("a frame of {} bytes while BUSY is high", mosi.len())));
        }
        let end = now + spi_micros(mosi.len());
        self.busy_until = end + INSTRUCTION;
        let done = match self.answer.take() {
            Some(answer) if answer.len() != mosi.len() => {
                Err(format!("an answer of {} bytes clocked out with {}", answer.len(), mosi.len()))
            }
            Some(_) if mosi.iter().any(|&byte| byte != 0xFF) => {
                Err("an answer clocked out with something else than FF".into())
            }
            Some(answer) => {
                miso = answer;
                Ok(())
            }
            None => self.instruction(end, mosi, field),
        };
        (miso, done)
    }

    fn instruction(&mut self, now: Micros, frame: &[u8], field: Field<'_>) -> Result<(), String> {
        match frame {
            [0x00, register, value @ ..] if value.len() == 4 => self.write(*register, 1, value),
            [0x01, register, value @ ..] if value.len() == 4 => self.write(*register, 2, value),
            [0x02, register, value @ ..] if value.len() == 4 => self.write(*register, 3, value),
            [0x03, writes @ ..]
                if !writes.is_empty()
                    && writes.len().is_multiple_of(6)
                    && writes.len() <= 42 * 6 =>
            {
                writes.chunks_exact(6).try_for_each(|w| self.write(w[0], w[1], &w[2..]))
            }
            [0x04, register] => self.read(&[*register]),
            [0x05, registers @ ..] if (1..=18).contains(&registers.len()) => self.read(registers),
            [0x07, address, length] => {
                let bytes = self.eeprom.iter().skip(usize::from(*address));
                self.answer = Some(bytes.take(usize::from(*length)).copied().collect());
                Ok(())
            }
            [0x09, 0, data @ ..] if data.len() <= 260 => self.send(now, data, field),
            [0x0A, 0] => {
                if self.received.is_empty() {
                    return Err("READ_DATA with nothing received".into());
                }
                self.answer = Some(self.received.clone());
                Ok(())
            }
            [0x11, tx, rx] => self.load_rf_config(*tx, *rx),
            [0x16, flags] if *flags <= 3 => {
                self.schedule(now + FIELD_RISE, Event::FieldUp);
                Ok(())
            }
            [0x17, _] => {
                self.drop_field();
                Ok(())
            }
            _ => {
                self.refuse(bit::STATUS_SYNTAX);
                Err(format!("an instruction that does not exist: {frame:02x?}"))
            }
        }
    }

    fn refuse(&mut self, status: u32) {
        self.registers.or(reg::SYSTEM_STATUS, status);
        self.registers.raise(bit::IRQ_GENERAL_ERROR);
    }

    fn write(&mut self, register: u8, action: u8, value: &[u8]) -> Result<(), String> {
        let value = u32::from_le_bytes([value[0], value[1], value[2], value[3]]);
        if !registers::exists(register) {
            self.refuse(bit::STATUS_PARAMETER);
            return Err(format!("write to register {register:#04x}"));
        }
        match action {
            1 => self.registers.set(register, value),
            2 => self.registers.or(register, value),
            3 => self.registers.and(register, value),
            other => return Err(format!("register action {other}")),
        }
        match register {
            reg::IRQ_CLEAR => {
                self.registers.clear(value);
                // An edge that was never seen: the line falls and rises again with the next interrupt.
                self.irq_lost = false;
                Ok(())
            }
            reg::SYSTEM_CONFIG => {
                self.command();
                Ok(())
            }
            _ => Ok(()),
        }
    }

    /// SYSTEM_CONFIG's command field was written.
    fn command(&mut self) {
        let state = match self.registers.get(reg::SYSTEM_CONFIG) & 0b111 {
            3 => bit::STATE_WAIT_TRANSMIT,
            _ => {
                // Idle: whatever was on the air is over for us, and its timer with it.
                self.events.retain(|(_, event)| matches!(event, Event::Booted | Event::FieldUp));
                self.received.clear();
                bit::STATE_IDLE
            }
        };
        self.registers.set_transceive_state(state);
    }

    fn read(&mut self, registers: &[u8]) -> Result<(), String> {
        if let Some(unknown) = registers.iter().find(|&&register| !registers::exists(register)) {
            self.refuse(bit::STATUS_PARAMETER);
            return Err(format!("read of register {unknown:#04x}"));
        }
        let values =
            registers.iter().flat_map(|&register| self.registers.get(register).to_le_bytes());
        self.answer = Some(values.collect());
        Ok(())
    }

    fn load_rf_config(&mut self, tx: u8, rx: u8) -> Result<(), String> {
        if (tx, rx) != (0x0D, 0x8D) {
            self.refuse(bit::STATUS_PARAMETER);
            return Err(format!("RF profile {tx:#04x} {rx:#04x} is not ISO 15693 with 100 % ASK"));
        }
        self.registers.set(reg::TX_CONFIG, bit::TX_DATA_ENABLE | bit::TX_START_SYMBOL);
        Ok(())
    }

    fn send(&mut self, now: Micros, data: &[u8], field: Field<'_>) -> Result<(), String> {
        if std::mem::take(&mut self.refuses) {
            self.refuse(bit::STATUS_SEMANTIC);
            return Ok(());
        }
        if self.registers.transceive_state() != bit::STATE_WAIT_TRANSMIT {
            self.refuse(bit::STATUS_SEMANTIC);
            return Err("SEND_DATA outside WaitTransmit".into());
        }
        if !self.field {
            self.refuse(bit::STATUS_SEMANTIC);
            return Err("SEND_DATA with the field off".into());
        }
        let config = self.registers.get(reg::TX_CONFIG);
        let whole = config & bit::TX_DATA_ENABLE != 0 && config & bit::TX_START_SYMBOL != 0;
        let bare = config & (bit::TX_DATA_ENABLE | bit::TX_START_SYMBOL) == 0;
        let start = now.max(self.quiet_until);
        let Outcome { transmitted, answer } = match (whole, bare, data) {
            (true, _, [_, ..]) => self.air.request(start, data, field)?,
            (_, true, []) => self.air.next_slot(start, field)?,
            _ => {
                return Err(format!("{} data bytes with TX_CONFIG {config:#010x}", data.len()));
            }
        };
        self.registers.set_transceive_state(bit::STATE_TRANSMITTING);
        self.schedule(transmitted, Event::TransmitEnd);
        if let Some((times, answer)) = answer {
            self.schedule(times.begun, Event::ReceiveStart);
            self.schedule(times.fourth_bit, Event::FourthBit);
            self.schedule(times.end, Event::ReceiveEnd(answer));
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests;
