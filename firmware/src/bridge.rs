//! The bus bridge: how the image in QEMU reaches the simulator's chips. Every transaction is one request and one
//! answer, each a 16-bit length (low byte first) and a postcard body; the guest's processor waits in between.
//!
//! The simulator owns time in virtual runs: a guest with nothing to do says until when ([`Request::Idle`]), and
//! the answer says what time it is now. Instructions take no time there, just as on the desktop.

use serde::{Deserialize, Serialize};
use table_core::event::{ReaderTrouble, ResetCause};
use table_core::game::Call;
use table_core::place::Zone;
use table_core::seat::Seat;
use table_core::time::Tick;

use crate::trace::Trace;

/// Most bytes of one SPI transaction: opcode, address and the whole enrolment list.
pub const MOST_TRANSFER: usize = 1_536;
/// Most bytes of a request or an answer.
pub const MOST_MESSAGE: usize = MOST_TRANSFER + 16;

/// A chip on a bus.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Device {
    /// A seat's PN5180.
    Reader(Seat),
    /// The journal's FRAM.
    Fram,
    /// The screen's ST7796.
    Screen,
    /// The chain of MAX7219.
    Digits,
    /// The chain of 74HC165.
    Pads,
}

/// A line into the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Input {
    /// BUSY of a reader.
    Busy(Seat),
    /// IRQ of a reader.
    Irq(Seat),
}

/// A line out of the processor.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Output {
    /// RESET_N of a reader.
    Reset(Seat),
    /// A bit of the antenna's number.
    Antenna(Seat, u8),
    /// Data or command of the screen.
    ScreenData,
    /// Reset of the screen.
    ScreenReset,
}

/// Levels of all lines into the processor, and whether the referee's bytes wait to be fetched. In virtual time
/// they change only when the guest does something or time moves, so every answer to that carries them.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Lines(u16);

impl Lines {
    const LINK: u16 = 1 << 8;
    const POWER_FAILS: u16 = 1 << 9;
    const PRESS: u16 = 1 << 10;
    /// All low, nothing waiting.
    pub const NONE: Lines = Lines(0);

    const fn bit(input: Input) -> u16 {
        match input {
            Input::Busy(seat) => 1 << seat.index(),
            Input::Irq(seat) => 1 << (4 + seat.index()),
        }
    }

    /// With this line high or low.
    pub const fn with(self, input: Input, high: bool) -> Lines {
        if high { Lines(self.0 | Lines::bit(input)) } else { Lines(self.0 & !Lines::bit(input)) }
    }

    /// With bytes from the referee waiting, or none.
    pub const fn with_link(self, waiting: bool) -> Lines {
        if waiting { Lines(self.0 | Lines::LINK) } else { Lines(self.0 & !Lines::LINK) }
    }

    /// With a press of a pad waiting, or none.
    pub const fn with_press(self, waiting: bool) -> Lines {
        if waiting { Lines(self.0 | Lines::PRESS) } else { Lines(self.0 & !Lines::PRESS) }
    }

    /// A press of a pad waits to be fetched.
    pub const fn press_waits(self) -> bool {
        self.0 & Lines::PRESS != 0
    }

    /// With the supply failing, or sound.
    pub const fn with_power_fails(self, fails: bool) -> Lines {
        if fails { Lines(self.0 | Lines::POWER_FAILS) } else { Lines(self.0 & !Lines::POWER_FAILS) }
    }

    /// The voltage detector warns.
    pub const fn power_fails(self) -> bool {
        self.0 & Lines::POWER_FAILS != 0
    }

    /// Level of a line.
    pub const fn is_high(self, input: Input) -> bool {
        self.0 & Lines::bit(input) != 0
    }

    /// Bytes from the referee wait to be fetched.
    pub const fn link_waits(self) -> bool {
        self.0 & Lines::LINK != 0
    }
}

/// What the guest asks.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[allow(clippy::large_enum_variant)] // As in [`Trace`].
pub enum Request<'a> {
    /// First: which world is this? Answered by [`Reply::World`].
    Hello,
    /// One chip-select low: these bytes out, as many in. Answered by [`Reply::Spi`].
    Spi(Device, &'a [u8]),
    /// Drive a line. Answered by [`Reply::Lines`].
    Drive(Output, bool),
    /// Look at the lines. Answered by [`Reply::Lines`].
    Look,
    /// Bytes for the referee, in virtual time. Answered by [`Reply::Took`].
    LinkWrite(&'a [u8]),
    /// Bytes from the referee, at most so many, in virtual time. Answered by [`Reply::LinkBytes`].
    LinkRead(u16),
    /// The next press of a pad, where presses come without their keys. Answered by [`Reply::Press`].
    Press,
    /// A reader without SPI bytes goes on, and knows which loops are in doubt (the bits of [`Doubts`](table_core::tracking::Doubts)). Answered by [`Reply::Later`].
    LookBegins(Seat, u16),
    /// What it has to say. Answered by [`Reply::Round`], [`Reply::Trouble`], [`Reply::Recovered`] or [`Reply::Done`].
    LookEnds(Seat),
    /// A random word. Answered by [`Reply::Random`].
    Random,
    /// The buzzer sounds so many times a second, or is silent. Answered by [`Reply::Done`].
    Tone(Option<u16>),
    /// Nothing to do until then, in virtual time. Answered by [`Reply::Now`] or [`Reply::Stop`].
    Idle(Option<Tick>),
    /// This just happened. Answered by [`Reply::Done`].
    Trace(Trace),
    /// All tasks have reported in. Answered by [`Reply::Done`].
    Feed,
    /// What is to be measured next? Answered by [`Reply::Job`] or [`Reply::Stop`].
    NextJob,
    /// The job took this. Answered by [`Reply::Done`].
    Measured(Cost),
}

/// Something whose cost on the chip is to be known.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Job {
    /// Score an MCR hand: total, fan and sets.
    ScoreMcr,
    /// The total alone.
    TotalMcr,
    /// Judge a Hong Kong hand: faan, items and sets.
    JudgeGghk,
    /// Draw the playing screen from the ground up.
    DrawScreen,
    /// Draw what a second changes on it.
    DrawSecond,
    /// How long a reading of the call pads is held up while screens are drawn and records signed: in instructions, at worst.
    PadGap,
    /// How long a reader's task is held up meanwhile.
    PollGap,
    /// Take a frame of the link byte by byte, and the message in it.
    Decode,
    /// Follow one scan of a rack of thirteen tiles.
    Scan,
    /// Draft, sign, seal and lay out one record for the journal.
    Commit,
    /// How long whoever polls on the executor that interrupts, readers first, is held up while records are committed: in instructions,
    /// at worst.
    Polling,
    /// Measure the image in flash.
    MeasureImage,
    /// Take one record back from the journal at a start: its checksum, chain and fold.
    Replay,
}

/// What a job cost.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Cost {
    /// Instructions executed.
    pub instructions: u32,
    /// Bytes of stack used.
    pub stack: u32,
    /// Bytes that go over a bus.
    pub bytes: u32,
}

/// What the simulator answers.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Reply<'a> {
    /// The simulated table.
    World {
        /// Time is the simulator's and the link goes over the bridge; otherwise both are the guest's own.
        virtual_time: bool,
        /// Readers are not to be used: the simulator says what scans see.
        by_sight: bool,
        /// Somebody looks at screen and digits; otherwise the table is built without them.
        displays: bool,
        /// Seed of the table's key. **For simulation only: whoever runs the simulator knows it.**
        key_seed: [u8; 32],
        /// What the simulated mains and watchdog leave in RCC_CSR; the guest adds what it knows of its own end.
        reset: ResetCause,
    },
    /// Bytes read while writing, and how long the transaction took in microseconds.
    Spi(&'a [u8], u32, Lines),
    /// Done.
    Done,
    /// The lines.
    Lines(Lines),
    /// So many microseconds on the wire.
    Took(u32),
    /// From the referee; none if nothing has come.
    LinkBytes(&'a [u8], Lines),
    /// Who pressed what; none if nobody did.
    Press(Option<(Seat, Call)>, Lines),
    /// When there will be something to say.
    Later(Tick),
    /// Who answered in a round of a scan of this loop: identifiers, eight bytes each and low byte first. With the last round,
    /// whether silence means absence.
    Round(Zone, &'a [u8], Option<bool>),
    /// The reader cannot scan.
    Trouble(ReaderTrouble),
    /// The reader can scan again.
    Recovered,
    /// A random word.
    Random(u32),
    /// Work, with its input as a postcard body.
    Job(Job, &'a [u8]),
    /// The time.
    Now(Tick, Lines),
    /// Something dreadful happens to the guest now.
    Break(Injury),
    /// The run is over: end with this exit code.
    Stop(u8),
}

/// What can be done to a guest to see it fall and get up.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub enum Injury {
    /// Its code finds itself wrong.
    Panic,
    /// It runs into an instruction that does not exist.
    HardFault,
    /// It calls itself for ever.
    StackOverflow,
    /// The watchdog pulls the reset line.
    Watchdog,
}
