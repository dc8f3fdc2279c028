//! NXP PN5180, the reader of a seat: instructions over SPI with a BUSY line, ISO 15693 framing in the chip.
//!
//! Facts are from the product data sheet, rev. 4.0. The chip is talked to over a plain `SpiDevice`: waiting for BUSY to
//! rise before NSS is released is optional in normal mode, so the bus can be shared (11.4.1). Every wait has a
//! deadline, and NSS is never held while waiting.
//!
//! A reader is reset only after a fault that has a name ([`Fault`]). What may pass by itself is tried once more first
//! ([`Error::is_passing`]); silence is believed only of a chip that still has its field and its settings ([`Pn5180::check`]).

mod fault;
mod instruction;
mod registers;

use embassy_futures::select::{Either, select};
use embedded_hal::digital::{InputPin, OutputPin};
use embedded_hal_async::delay::DelayNs;
use embedded_hal_async::digital::Wait;
use embedded_hal_async::spi::SpiDevice;
use serde::{Deserialize, Serialize};
use table_core::enrolment::TagUid;
use table_core::iso15693::{
    self, Anticollision, BLOCK_BYTES, Family, Heard, INVENTORY_ANSWER, Quality, Slot, Transmit,
};

pub use fault::{ChipFault, Error, Fault, Waiting};
use instruction::{Action, Opcode, RegisterWrites};
use registers::{Register, irq, rf_status, rx_status, system_config, system_status, timer_config};

/// ISO 15693, 100 % ASK, 26 kbit/s, as in 11.4.3.10. With 10 % ASK every empty slot would cost as much as a full one.
const RF_PROFILE: [u8; 2] = [0x0D, 0x8D];
/// Clears data enable and start symbol in TX_CONFIG, so that a bare EOF goes out: the next slot.
const ONLY_EOF: u32 = 0xFFFF_FB3F;
/// Whether a slot is empty is decided this long after the reader's own EOF: t1 (at most 323 us) and the tag's SOF (151 us)
/// have passed by then, with room for a slow tag. An answer that has begun by then shows as RX_SOF. Waiting for the timer
/// to be stopped by an answer would take longer: the chip stops it only at the fourth bit behind the SOF, after 625 us.
pub const EMPTY_SLOT_US: u32 = 560;
/// Timers count at half the carrier.
const TIMER_MHZ_X100: u32 = 678;
/// Longest slot: a request with a full mask (4.1 ms), the longest wait and a whole answer (4.6 ms), rounded up.
const SLOT_DEADLINE_US: u32 = 12_000;
/// After an interrupt without a reason the status is looked at this often, for as long as a slot can last.
const STATUS_LOOK_US: u32 = 500;
const STATUS_LOOKS: u32 = SLOT_DEADLINE_US / STATUS_LOOK_US;
/// Reserved bits read zero, so all ones is a bus with nobody on it.
const NOBODY: u32 = u32::MAX;
/// BUSY is looked at this often, and given up after so many looks: 10 ms, four times the slowest instruction.
const BUSY_POLL_US: u32 = 5;
const BUSY_POLLS: u32 = 2_000;
/// RESET_N low for at least 10 us (table 3); boot takes 2.3 to 2.5 ms and more with a slow crystal.
const RESET_LOW_US: u32 = 20;
const BOOT_US: u32 = 2_500;
const BOOT_POLL_US: u32 = 1_000;
const BOOT_POLLS: u32 = 20;
/// Tags need 1 ms of field before the first request; 5 ms is safe for any.
const FIELD_GUARD_US: u32 = 5_000;
/// The field is looked for this often: it comes up within a fraction of a millisecond, or not at all.
const FIELD_POLL_US: u32 = 100;
const FIELD_POLLS: u32 = 200;
/// EEPROM: product, firmware and EEPROM version, two bytes each, minor first.
const EEPROM_VERSIONS: u8 = 0x10;
/// EEPROM: bit 0 set makes IRQ active high.
const EEPROM_IRQ_PIN: u8 = 0x1A;

/// Interrupts that move the line.
const WANTED_IRQ: u32 = irq::RX | irq::TIMER1 | irq::GENERAL_ERROR;
/// The slot timer: runs from the end of our frame, whatever comes back.
const SLOT_TIMER: u32 = timer_config::ENABLE | timer_config::START_ON_TX_END;
const SLOT_TIMER_COUNT: u32 = EMPTY_SLOT_US * TIMER_MHZ_X100 / 100;
/// Registers that are read at once; the chip takes 18.
const MOST_READ: usize = 6;
/// Blocks that are read from a tag at once.
pub const MOST_BLOCKS: usize = 8;

/// What the chip calls itself: major and minor of its firmware.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub struct Version {
    /// Before the dot.
    pub major: u8,
    /// Behind it.
    pub minor: u8,
}

/// What came back for a frame.
enum Received {
    /// Nothing in the time for it.
    Nothing,
    /// Several answers at once.
    Collision,
    /// A whole answer of so many bytes.
    Bytes(usize),
    /// An answer with an error in it.
    Broken,
}

impl Received {
    fn from_status(rx: u32) -> Received {
        if rx & rx_status::COLLISION != 0 {
            Received::Collision
        } else if rx & (rx_status::INTEGRITY | rx_status::PROTOCOL) != 0 {
            Received::Broken
        } else {
            Received::Bytes((rx & rx_status::BYTES) as usize)
        }
    }
}

/// The chip and its lines.
pub struct Pn5180<SPI, BUSY, IRQ, RST, D> {
    spi: SPI,
    busy: BUSY,
    irq: IRQ,
    reset: RST,
    delay: D,
    /// TX_CONFIG as the RF profile set it, and as it is now: EOF-only slots change it.
    tx_profile: u32,
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
        Pn5180 { spi, busy, irq, reset, delay, tx_profile: 0, tx_config: 0 }
    }

    /// Resets and configures the chip. The field stays off.
    pub async fn start(&mut self) -> Result<Version, Error<SPI::Error>> {
        self.reset.set_low().map_err(|_| Error::Pin)?;
        self.delay.delay_us(RESET_LOW_US).await;
        self.reset.set_high().map_err(|_| Error::Pin)?;
        self.delay.delay_us(BOOT_US).await;
        if !self.comes(irq::IDLE, BOOT_POLL_US, BOOT_POLLS).await? {
            return Err(Error::Timeout(Waiting::Boot));
        }
        let version = self.version().await?;
        let [polarity] = self.read_eeprom(EEPROM_IRQ_PIN).await?;
        if polarity & 1 == 0 {
            return Err(Error::Chip(ChipFault::IrqActiveLow));
        }
        let [tx, rx] = RF_PROFILE;
        self.send(&[Opcode::LoadRfConfig as u8, tx, rx]).await?;
        self.tx_profile = self.read_register(Register::TxConfig).await?;
        self.tx_config = self.tx_profile;
        self.write_registers(
            RegisterWrites::new()
                .with(Register::Timer1Reload, Action::Set, SLOT_TIMER_COUNT)
                .with(Register::Timer1Config, Action::Set, SLOT_TIMER)
                .with(Register::IrqEnable, Action::Set, WANTED_IRQ)
                .with(Register::IrqClear, Action::Set, u32::MAX),
        )
        .await?;
        self.check_settings().await?;
        Ok(version)
    }

    /// Settings as they were set, and no trouble in the chip. A brown-out or a wrong byte on the bus shows here.
    async fn check_settings(&mut self) -> Result<u32, Error<SPI::Error>> {
        let registers = [
            Register::SystemStatus,
            Register::RfStatus,
            Register::IrqEnable,
            Register::Timer1Reload,
            Register::Timer1Config,
            Register::TxConfig,
        ];
        let [system, rf, enable, reload, timer, tx] = self.read_registers(registers).await?;
        if system == NOBODY {
            return Err(Error::Absent);
        }
        if system & system_status::TEMPERATURE != 0 {
            return Err(Error::NoField);
        }
        let set = (WANTED_IRQ, SLOT_TIMER_COUNT, SLOT_TIMER, self.tx_config);
        if (enable, reload, timer, tx) != set {
            return Err(Error::Forgot);
        }
        Ok(rf)
    }

    /// Whether the chip is as it should be during a scan: settings, temperature and field.
    pub async fn check(&mut self) -> Result<(), Error<SPI::Error>> {
        match self.check_settings().await? & rf_status::FIELD_ON {
            0 => Err(Error::NoField),
            _ => Ok(()),
        }
    }

    /// Switches the field on and waits until tags are awake.
    pub async fn field_on(&mut self) -> Result<(), Error<SPI::Error>> {
        self.write_registers(RegisterWrites::new().with(Register::IrqClear, Action::Set, u32::MAX))
            .await?;
        self.send(&[Opcode::RfOn as u8, 0]).await?;
        if !self.comes(irq::RF_ON, FIELD_POLL_US, FIELD_POLLS).await? {
            return Err(Error::NoField);
        }
        self.delay.delay_us(FIELD_GUARD_US).await;
        Ok(())
    }

    /// Switches the field off; every tag forgets its state.
    pub async fn field_off(&mut self) -> Result<(), Error<SPI::Error>> {
        self.send(&[Opcode::RfOff as u8, 0]).await
    }

    /// Scans the field until every tag was heard, or every tag of one family; `tell` hears of each as it is found.
    /// Silence is reported only by a chip that was well to the end.
    pub async fn scan(
        &mut self,
        family: Option<Family>,
        mut tell: impl FnMut(Heard),
    ) -> Result<Quality, Error<SPI::Error>> {
        let mut scan = Anticollision::new();
        while let Some(transmit) = scan.transmit() {
            match transmit {
                Transmit::Request(mask) => self.request(&iso15693::inventory(family, mask)).await?,
                Transmit::NextSlot => self.next_slot().await?,
            }
            match scan.heard(self.slot().await?) {
                Heard::Nothing => {}
                heard => tell(heard),
            }
        }
        self.check().await?;
        Ok(scan.quality())
    }

    /// Reads blocks of one tag: what is written on a tile. An answer that does not come or is not whole is
    /// [`Error::Answer`].
    pub async fn read_blocks(
        &mut self,
        tag: TagUid,
        first: u8,
        blocks: &mut [[u8; BLOCK_BYTES]],
    ) -> Result<(), Error<SPI::Error>> {
        let count = blocks.len().min(MOST_BLOCKS) as u8;
        self.request(&iso15693::read_blocks(tag, first, count)).await?;
        let mut answer = [0; 1 + MOST_BLOCKS * BLOCK_BYTES];
        let expected = 1 + usize::from(count) * BLOCK_BYTES;
        let answer = answer.get_mut(..expected).ok_or(Error::Answer)?;
        match self.received().await? {
            Received::Bytes(length) if length == expected => self.read_data(answer).await?,
            _ => return Err(Error::Answer),
        }
        let data = iso15693::blocks_answer(answer, count).map_err(|_| Error::Answer)?;
        let (data, _) = data.as_chunks::<BLOCK_BYTES>();
        blocks.iter_mut().zip(data).for_each(|(to, from)| *to = *from);
        Ok(())
    }

    /// Sends a request.
    async fn request(&mut self, request: &[u8]) -> Result<(), Error<SPI::Error>> {
        self.arm(self.tx_profile).await?;
        let state = self.read_register(Register::RfStatus).await?;
        if state & rf_status::FIELD_ON == 0 {
            return Err(Error::NoField);
        }
        if rf_status::transceive_state(state) != rf_status::WAIT_TRANSMIT {
            return Err(Error::Chip(ChipFault::NotReadyToSend));
        }
        let mut frame = heapless::Vec::<u8, 16>::new();
        // Cannot fail: two bytes and a request of at most twelve.
        let _ = frame.extend_from_slice(&[Opcode::SendData as u8, 0]);
        let _ = frame.extend_from_slice(request);
        self.send(&frame).await
    }

    /// Sends a bare EOF: the next slot follows.
    async fn next_slot(&mut self) -> Result<(), Error<SPI::Error>> {
        self.arm(self.tx_profile & ONLY_EOF).await?;
        self.send(&[Opcode::SendData as u8, 0]).await
    }

    /// Forgets old interrupts (a stale RX would be taken for an answer) and waits to transmit. TX_CONFIG is written where it
    /// changes, which is twice a round: bytes on the bus are time between slots.
    async fn arm(&mut self, tx_config: u32) -> Result<(), Error<SPI::Error>> {
        let mut writes = RegisterWrites::new().with(
            Register::SystemConfig,
            Action::And,
            !system_config::COMMAND,
        );
        if core::mem::replace(&mut self.tx_config, tx_config) != tx_config {
            writes = writes.with(Register::TxConfig, Action::Set, tx_config);
        }
        writes = writes.with(Register::IrqClear, Action::Set, u32::MAX);
        let transceive = system_config::TRANSCEIVE;
        self.write_registers(writes.with(Register::SystemConfig, Action::Or, transceive)).await
    }

    /// What the slot held that was just asked for.
    async fn slot(&mut self) -> Result<Slot, Error<SPI::Error>> {
        match self.received().await? {
            Received::Nothing => Ok(Slot::Empty),
            Received::Collision => Ok(Slot::Collision),
            Received::Bytes(INVENTORY_ANSWER) => {
                let mut answer = [0; INVENTORY_ANSWER];
                self.read_data(&mut answer).await?;
                Ok(iso15693::inventory_answer(&answer).map_or(Slot::Disturbed, Slot::Tag))
            }
            Received::Bytes(_) | Received::Broken => Ok(Slot::Disturbed),
        }
    }

    /// Waits for an answer, or until none has begun in time. In an empty slot only IRQ_STATUS is read; what else an answer takes
    /// passes within t2, in which nothing may be sent anyway.
    async fn received(&mut self) -> Result<Received, Error<SPI::Error>> {
        self.line().await?;
        let mut begun = false;
        // An edge may be lost, and a line may be high for nothing: the status is what counts.
        for _ in 0..STATUS_LOOKS {
            let status = self.read_register(Register::IrqStatus).await?;
            if status == NOBODY {
                return Err(Error::Absent);
            }
            if status & irq::GENERAL_ERROR != 0 {
                return Err(self.general_error().await?);
            }
            if status & irq::RX != 0 {
                let rx = self.read_register(Register::RxStatus).await?;
                return Ok(Received::from_status(rx));
            }
            if status & (irq::TIMER1 | irq::RX_SOF) == irq::TIMER1 {
                return Ok(Received::Nothing);
            }
            if status & irq::TIMER1 != 0 && !core::mem::replace(&mut begun, true) {
                let timer = RegisterWrites::new();
                let timer = timer.with(Register::IrqClear, Action::Set, irq::TIMER1);
                self.write_registers(timer).await?;
                self.line().await?;
            } else {
                self.delay.delay_us(STATUS_LOOK_US).await;
            }
        }
        Err(Error::Timeout(Waiting::Answer))
    }

    /// Waits until the IRQ line is high, or a slot's time has passed.
    async fn line(&mut self) -> Result<(), Error<SPI::Error>> {
        let deadline = self.delay.delay_us(SLOT_DEADLINE_US);
        match select(self.irq.wait_for_high(), deadline).await {
            Either::First(Err(_)) => Err(Error::Pin),
            Either::First(Ok(())) | Either::Second(()) => Ok(()),
        }
    }

    async fn read_data(&mut self, answer: &mut [u8]) -> Result<(), Error<SPI::Error>> {
        self.ask(&[Opcode::ReadData as u8, 0], answer).await
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

    /// Looks at IRQ_STATUS every so often until `bit` is set; false if it never is.
    async fn comes(
        &mut self,
        bit: u32,
        every_us: u32,
        polls: u32,
    ) -> Result<bool, Error<SPI::Error>> {
        for _ in 0..polls {
            match self.read_register(Register::IrqStatus).await? {
                NOBODY => return Err(Error::Absent),
                status if status & bit != 0 => return Ok(true),
                _ => self.delay.delay_us(every_us).await,
            }
        }
        Ok(false)
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

    async fn read_registers<const N: usize>(
        &mut self,
        registers: [Register; N],
    ) -> Result<[u32; N], Error<SPI::Error>> {
        let mut frame = heapless::Vec::<u8, { 1 + MOST_READ }>::new();
        let bytes = [Opcode::ReadRegisterMultiple as u8];
        let bytes = bytes.into_iter().chain(registers.map(|register| register as u8));
        frame.extend(bytes.take(1 + MOST_READ));
        let mut answer = [[0; 4]; N];
        self.ask(&frame, answer.as_flattened_mut()).await?;
        Ok(answer.map(u32::from_le_bytes))
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
