//! NXP PN5180, the reader of a seat: instructions over SPI with a BUSY line, ISO 15693 framing in the chip.
//!
//! Facts are from the product data sheet, rev. 4.0. The chip is talked to over a plain `SpiDevice`: waiting for BUSY to
//! rise before NSS is released is optional in normal mode, so the bus can be shared (11.4.1). Every wait has a
//! deadline, and NSS is never held while waiting.

mod fault;
mod instruction;
mod registers;

use embassy_futures::select::{Either, select};
use embedded_hal::digital::{InputPin, OutputPin};
use embedded_hal_async::delay::DelayNs;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::SpiDevice;
use serde::{Deserialize, Serialize};
use table_core::iso15693::{
    self, Anticollision, Heard, INVENTORY_ANSWER, Mask, Quality, Slot, Transmit,
};

pub use fault::{ChipFault, Error, Fault, Waiting};
use instruction::{Action, Opcode, RegisterWrites};
use registers::{Register, irq, rf_status, rx_status, system_config, system_status, timer_config};

/// ISO 15693, 100 % ASK, 26 kbit/s, as in 11.4.3.10. With 10 % ASK every empty slot would cost as much as a full one.
const RF_PROFILE: [u8; 2] = [0x0D, 0x8D];
/// Clears data enable and start symbol in TX_CONFIG, so that a bare EOF goes out: the next slot.
const ONLY_EOF: u32 = 0xFFFF_FB3F;
/// An empty slot is given up this long after the reader's own EOF: t1 (323 us) and the tag's SOF (151 us) have
/// passed by then, with room for a slow tag.
const EMPTY_SLOT_US: u32 = 700;
/// Timers count at half the carrier.
const TIMER_MHZ_X100: u32 = 678;
/// Longest slot: a request with a full mask (4.1 ms), the longest wait and a whole answer (4.6 ms), rounded up.
const SLOT_DEADLINE_US: u32 = 12_000;
/// BUSY is looked at this often, and given up after so many looks: 10 ms, four times the slowest instruction.
const BUSY_POLL_US: u32 = 10;
const BUSY_POLLS: u32 = 1_000;
/// RESET_N low for at least 10 us (table 3); boot takes 2.3 to 2.5 ms and more with a slow crystal.
const RESET_LOW_US: u32 = 20;
const BOOT_US: u32 = 2_500;
const BOOT_POLLS: u32 = 20;
/// Tags need 1 ms of field before the first request; 5 ms is safe for any.
const FIELD_GUARD_US: u32 = 5_000;
const FIELD_POLLS: u32 = 20;
/// EEPROM: product, firmware and EEPROM version, two bytes each, minor first.
const EEPROM_VERSIONS: u8 = 0x10;
/// EEPROM: bit 0 set makes IRQ active high.
const EEPROM_IRQ_PIN: u8 = 0x1A;

/// What the chip calls itself: major and minor of its firmware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub struct Version {
    /// Before the dot.
    pub major: u8,
    /// Behind it.
    pub minor: u8,
}

/// The chip and its lines.
pub struct Pn5180<SPI, BUSY, IRQ, RST, D> {
    spi: SPI,
    busy: BUSY,
    irq: IRQ,
    reset: RST,
    delay: D,
    /// TX_CONFIG as the RF profile set it; EOF-only slots change it.
    tx_config: u32,
}

impl<SPI, BUSY, IRQ, RST, D> Pn5180<SPI, BUSY, IRQ, RST, D>
where
    SPI: SpiDevice,
    BUSY: InputPin,
    IRQ: InputPin + Wait,
    RST: OutputPin,
    D: DelayNs,
{
    /// A chip in an unknown state: [`Pn5180::start`] comes first.
    pub fn new(spi: SPI, busy: BUSY, irq: IRQ, reset: RST, delay: D) -> Self {
        Pn5180 { spi, busy, irq, reset, delay, tx_config: 0 }
    }

    /// Resets and configures the chip. The field stays off.
    pub async fn start(&mut self) -> Result<Version, Error<SPI::Error>> {
        self.reset.set_low().map_err(|_| Error::Pin)?;
        self.delay.delay_us(RESET_LOW_US).await;
        self.reset.set_high().map_err(|_| Error::Pin)?;
        self.delay.delay_us(BOOT_US).await;
        self.wait_status(irq::IDLE, BOOT_POLLS, Waiting::Boot).await?;
        let version = self.version().await?;
        let [polarity] = self.read_eeprom(EEPROM_IRQ_PIN).await?;
        if polarity & 1 == 0 {
            return Err(Error::Chip(ChipFault::IrqActiveLow));
        }
        let [tx, rx] = RF_PROFILE;
        self.send(&[Opcode::LoadRfConfig as u8, tx, rx]).await?;
        self.tx_config = self.read_register(Register::TxConfig).await?;
        let timer = timer_config::ENABLE | timer_config::START_ON_TX_END | timer_config::STOP_ON_RX;
        let wanted = irq::RX | irq::TIMER1 | irq::GENERAL_ERROR;
        self.write_registers(
            RegisterWrites::new()
                .with(Register::Timer1Reload, Action::Set, EMPTY_SLOT_US * TIMER_MHZ_X100 / 100)
                .with(Register::Timer1Config, Action::Set, timer)
                .with(Register::IrqEnable, Action::Set, wanted)
                .with(Register::IrqClear, Action::Set, u32::MAX),
        )
        .await?;
        Ok(version)
    }

    /// Switches the field on and waits until tags are awake.
    pub async fn field_on(&mut self) -> Result<(), Error<SPI::Error>> {
        self.write_registers(RegisterWrites::new().with(Register::IrqClear, Action::Set, u32::MAX))
            .await?;
        self.send(&[Opcode::RfOn as u8, 0]).await?;
        self.wait_status(irq::RF_ON, FIELD_POLLS, Waiting::Field).await?;
        self.delay.delay_us(FIELD_GUARD_US).await;
        Ok(())
    }

    /// Switches the field off; every tag forgets its state.
    pub async fn field_off(&mut self) -> Result<(), Error<SPI::Error>> {
        self.send(&[Opcode::RfOff as u8, 0]).await
    }

    /// Scans the field until every tag was heard; `tell` hears of each as it is found.
    pub async fn scan(
        &mut self,
        mut tell: impl FnMut(Heard),
    ) -> Result<Quality, Error<SPI::Error>> {
        let mut scan = Anticollision::new();
        while let Some(transmit) = scan.transmit() {
            match transmit {
                Transmit::Request(mask) => self.request(mask).await?,
                Transmit::NextSlot => self.next_slot().await?,
            }
            match scan.heard(self.slot().await?) {
                Heard::Nothing => {}
                heard => tell(heard),
            }
        }
        Ok(scan.quality())
    }

    /// Sends an inventory request; slot 0 follows.
    async fn request(&mut self, mask: Mask) -> Result<(), Error<SPI::Error>> {
        self.arm(self.tx_config).await?;
        let state = self.read_register(Register::RfStatus).await?;
        if rf_status::transceive_state(state) != rf_status::WAIT_TRANSMIT {
            return Err(Error::Chip(ChipFault::NotReadyToSend));
        }
        if state & rf_status::FIELD_ON == 0 {
            return Err(Error::NoField);
        }
        let mut frame = heapless::Vec::<u8, 16>::new();
        // Cannot fail: two bytes and a request of at most eleven.
        let _ = frame.extend_from_slice(&[Opcode::SendData as u8, 0]);
        let _ = frame.extend_from_slice(&iso15693::inventory(mask));
        self.send(&frame).await
    }

    /// Sends a bare EOF: the next slot follows.
    async fn next_slot(&mut self) -> Result<(), Error<SPI::Error>> {
        self.arm(self.tx_config & ONLY_EOF).await?;
        self.send(&[Opcode::SendData as u8, 0]).await
    }

    /// Forgets old interrupts (a stale RX would be taken for an answer) and waits to transmit.
    async fn arm(&mut self, tx_config: u32) -> Result<(), Error<SPI::Error>> {
        self.write_registers(
            RegisterWrites::new()
                .with(Register::SystemConfig, Action::And, !system_config::COMMAND)
                .with(Register::TxConfig, Action::Set, tx_config)
                .with(Register::IrqClear, Action::Set, u32::MAX)
                .with(Register::SystemConfig, Action::Or, system_config::TRANSCEIVE),
        )
        .await
    }

    /// Waits for the end of a slot and says what it held.
    async fn slot(&mut self) -> Result<Slot, Error<SPI::Error>> {
        let deadline = self.delay.delay_us(SLOT_DEADLINE_US);
        if let Either::First(Err(_)) = select(self.irq.wait_for_high(), deadline).await {
            return Err(Error::Pin);
        }
        // An interrupt edge may be lost; the status is what counts, and at the deadline it is looked at all the same.
        let [status, rx] = self.read_two(Register::IrqStatus, Register::RxStatus).await?;
        if status & irq::GENERAL_ERROR != 0 {
            return Err(self.general_error().await?);
        }
        if status & irq::RX == 0 {
            return match status & irq::TIMER1 {
                0 => Err(Error::Timeout(Waiting::Answer)),
                _ => Ok(Slot::Empty),
            };
        }
        if rx & rx_status::COLLISION != 0 {
            return Ok(Slot::Collision);
        }
        let length = (rx & rx_status::BYTES) as usize;
        if rx & (rx_status::INTEGRITY | rx_status::PROTOCOL) != 0 || length != INVENTORY_ANSWER {
            return Ok(Slot::Disturbed);
        }
        let mut answer = [0; INVENTORY_ANSWER];
        self.ask(&[Opcode::ReadData as u8, 0], &mut answer).await?;
        Ok(iso15693::inventory_answer(&answer).map_or(Slot::Disturbed, Slot::Tag))
    }

    /// What GENERAL_ERROR means this time.
    async fn general_error(&mut self) -> Result<Error<SPI::Error>, Error<SPI::Error>> {
        let status = self.read_register(Register::SystemStatus).await?;
        Ok(if status & system_status::TEMPERATURE != 0 {
            Error::NoField
        } else if status & system_status::SYNTAX != 0 {
            Error::Chip(ChipFault::Syntax)
        } else if status & system_status::PARAMETER != 0 {
            Error::Chip(ChipFault::Parameter)
        } else {
            Error::Chip(ChipFault::Semantic)
        })
    }

    async fn version(&mut self) -> Result<Version, Error<SPI::Error>> {
        let [_, _, minor, major, _, _]: [u8; 6] = self.read_eeprom(EEPROM_VERSIONS).await?;
        match (major, minor) {
            (0xFF, 0xFF) | (0, 0) => Err(Error::Absent),
            _ => Ok(Version { major, minor }),
        }
    }

    /// Looks at IRQ_STATUS every millisecond until `bit` is set.
    async fn wait_status(
        &mut self,
        bit: u32,
        polls: u32,
        waiting: Waiting,
    ) -> Result<(), Error<SPI::Error>> {
        for _ in 0..polls {
            match self.read_register(Register::IrqStatus).await? {
                // Reserved bits read zero, so all ones is a bus with nobody on it.
                u32::MAX => return Err(Error::Absent),
                status if status & bit != 0 => return Ok(()),
                _ => self.delay.delay_ms(1).await,
            }
        }
        Err(Error::Timeout(waiting))
    }

    async fn read_eeprom<const N: usize>(&mut self, at: u8) -> Result<[u8; N], Error<SPI::Error>> {
        let mut answer = [0; N];
        self.ask(&[Opcode::ReadEeprom as u8, at, N as u8], &mut answer).await?;
        Ok(answer)
    }

    async fn read_register(&mut self, register: Register) -> Result<u32, Error<SPI::Error>> {
        let mut answer = [0; 4];
        self.ask(&[Opcode::ReadRegister as u8, register as u8], &mut answer).await?;
        Ok(u32::from_le_bytes(answer))
    }

    async fn read_two(&mut self, a: Register, b: Register) -> Result<[u32; 2], Error<SPI::Error>> {
        let mut answer = [0; 8];
        self.ask(&[Opcode::ReadRegisterMultiple as u8, a as u8, b as u8], &mut answer).await?;
        let [a0, a1, a2, a3, b0, b1, b2, b3] = answer;
        Ok([u32::from_le_bytes([a0, a1, a2, a3]), u32::from_le_bytes([b0, b1, b2, b3])])
    }

    async fn write_registers(&mut self, writes: RegisterWrites) -> Result<(), Error<SPI::Error>> {
        self.send(writes.frame()).await
    }

    /// One instruction without an answer.
    async fn send(&mut self, instruction: &[u8]) -> Result<(), Error<SPI::Error>> {
        self.wait_idle().await?;
        self.spi.write(instruction).await.map_err(Error::Spi)
    }

    /// One instruction and its answer, a frame of its own that is clocked out with FF.
    async fn ask(
        &mut self,
        instruction: &[u8],
        answer: &mut [u8],
    ) -> Result<(), Error<SPI::Error>> {
        self.send(instruction).await?;
        self.wait_idle().await?;
        answer.fill(0xFF);
        self.spi.transfer_in_place(answer).await.map_err(Error::Spi)
    }

    /// Waits until BUSY is low.
    async fn wait_idle(&mut self) -> Result<(), Error<SPI::Error>> {
        for _ in 0..BUSY_POLLS {
            if self.busy.is_low().map_err(|_| Error::Pin)? {
                return Ok(());
            }
            self.delay.delay_us(BUSY_POLL_US).await;
        }
        Err(Error::Timeout(Waiting::Idle))
    }
}
