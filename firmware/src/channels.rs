//! Every queue between tasks, with its contract: who fills it, who drains it, what happens when it is full.

use core::cell::Cell;
use core::sync::atomic::{AtomicBool, AtomicU16, AtomicU32, Ordering};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex as Raw;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use embassy_sync::watch::Watch;
use heapless::Vec;
use serde::{Deserialize, Serialize};
use table_core::diagnostics::Sensors;
use table_core::enrolment::{Imprint, Ratchet, TagUid};
use table_core::event::{Event, Part, PartTrouble, ReaderTrouble};
use table_core::game::{Call, Command, Status, Storage};
use table_core::journal::Kept;
use table_core::place::{Antenna, Zone};
use table_core::record::{Sealed, Seq};
use table_core::seat::Seat;
use table_core::time::{Span, Tick};
use table_core::tracking::{Doubts, Sighting};
use table_core::trust::SignedBytes;
use table_core::view::View;
use table_core::wire::{Challenge, LIST_PIECE, LinkState, ListRefusal, OrderId};

use crate::board::Clock;
use crate::tasks::turns::{Radiation, Turns};

/// What a reader task tells the table.
#[derive(Debug, Clone, Copy)]
pub enum FromReader {
    /// Something was seen, or a scan ended.
    Sighting(Sighting),
    /// The reader is in trouble; its seat is blind.
    Trouble(Seat, ReaderTrouble),
    /// It works again.
    Recovered(Seat),
    /// Tags answer alike to their last bit over a loop: one is a copy.
    Twins(Antenna, TagUid),
}

/// A closer look that somebody at the other end of the link wants of a reader.
#[derive(Debug, Clone, Copy)]
pub enum Inspect {
    /// Which tags lie over a loop, whoever they belong to.
    Loop(Zone),
    /// What is written on a tag over a loop.
    Imprint(Zone, TagUid),
}

/// Tags that one look names: more than ever lie over one loop.
pub const MOST_INSPECTED: usize = 40;

/// What came of a closer look, or a report.
#[derive(Debug, Clone)]
// Nothing allocates here, so there is no box to put a report in.
#[allow(clippy::large_enum_variant)]
pub enum Inspected {
    /// What lies over a loop.
    Loop {
        /// Which.
        antenna: Antenna,
        /// Who answered.
        tags: Vec<TagUid, MOST_INSPECTED>,
        /// Tags that answer alike to their last bit.
        twins: Option<TagUid>,
        /// Everything that answered could be read.
        complete: bool,
    },
    /// What is written on a tag; nothing if it did not answer.
    Imprint(TagUid, Option<[u8; Imprint::BYTES]>),
    /// How a seat's reader and its loops are.
    Sensors(Sensors),
}

/// What the link tells the table.
#[derive(Debug, Clone, Copy)]
pub enum FromReferee {
    /// An order that passed the gate.
    Order(OrderId, Command),
    /// Something about the link itself that goes on record.
    Tell(Event),
}

/// What the link wants from the journal.
#[derive(Debug, Clone)]
// Nothing allocates here, so there is no box to put a piece in.
#[allow(clippy::large_enum_variant)]
pub enum Wanted {
    /// A record as stored.
    Record(Seq),
    /// The table's signed answer to a nonce.
    Answer(Challenge),
    /// A piece of a new list of tiles to be put beside the one in force, from this byte on.
    Piece(u16, Vec<u8, LIST_PIECE>),
    /// The new list is whole: may it be used by a table that has come so far?
    List(Ratchet),
}

/// What the journal hands the link; nothing if it could not be read or signed.
#[derive(Clone)]
pub enum Fetched {
    /// A record.
    Record(Option<Sealed>),
    /// An answer.
    Answer(Option<SignedBytes>),
    /// Whether a piece is on the chip.
    Piece(bool),
    /// Set and edition of the list that will be in force, or why it will not.
    List(Result<(u16, u32), ListRefusal>),
}

/// A key was pressed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Press {
    /// When the contact closed.
    pub at: Tick,
    /// Whose.
    pub seat: Seat,
    /// Which.
    pub call: Call,
}

/// What comes from the parts that people press and look at.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum FromPeople {
    /// A key was pressed.
    Press(Press),
    /// A part has got this trouble, or works again.
    Part(Part, Option<PartTrouble>),
}

/// A signal for everybody in the room; none of them says which seat it is about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "f405", derive(defmt::Format))]
pub enum Sound {
    /// The session ends soon (MCR 3.5.6).
    Notice,
    /// Time is up.
    TimeUp,
    /// Somebody called the referee.
    Referee,
    /// The supply fails.
    Power,
}

/// An event and when it happened.
#[derive(Debug, Clone, Copy)]
pub struct Happening {
    /// When.
    pub at: Tick,
    /// What.
    pub event: Event,
}

/// How long somebody who must not lose anything waits before he looks for room again.
const ROOM: Span = Span::millis(5);

/// Puts something into a queue that several tasks fill, as soon as there is room. Not by waiting at the queue itself: that wakes
/// one of those who wait, so two of them would wake each other for ever, and nobody else would get to make room.
pub async fn put<T: Copy, const N: usize>(queue: &Channel<Raw, T, N>, clock: impl Clock, item: T) {
    while queue.try_send(item).is_err() {
        clock.pause(ROOM).await;
    }
}

/// All queues of one table.
pub struct Channels {
    /// Filled by the four `readers`, drained by `table`. When full a sighting is dropped and counted, and its scan proves no silence
    /// (the next sweep sees the tile again within a quarter of a second); trouble and recovery wait for room.
    pub from_readers: Channel<Raw, FromReader, 64>,
    /// Presses and the health of parts. Filled by `pads`, `screen` and `digits`, drained by `table`. When full the newest press is
    /// dropped (four players cannot press sixteen buttons before the table has looked); news of parts wait for room.
    pub people: Channel<Raw, FromPeople, 16>,
    /// What may be shown. Set by `table` a few times a second, read by `screen` and `digits`; only the newest matters.
    pub view: Watch<Raw, View, 2>,
    /// Filled by `table`, drained by `buzzer`. When full a signal is left out: four others are still to be heard.
    pub sounds: Channel<Raw, Sound, 4>,
    /// What tasks know of the table's condition, for displays.
    pub gauges: Gauges,
    /// Orders of the referee, and what happens to the link. Filled by `referee`, drained by `table`. Never dropped: the link
    /// waits.
    pub orders: Channel<Raw, FromReferee, 2>,
    /// Filled by `table`, drained by `journal`. Never dropped: `table` waits.
    pub happenings: Channel<Raw, Happening, 4>,
    /// How many of `happenings` are on record to stay, since the start. Set by `journal`, read by `table`, which shows nothing final before.
    pub kept: Shown<u32>,
    /// The clocks, for keeping over a power cut. Set by `table` every second, taken by `journal`; only the newest matters.
    pub clocks: Signal<Raw, Kept>,
    /// How the journal is. Set by `journal` when it changes, taken by `table`; only the newest matters.
    pub storage: Signal<Raw, Storage>,
    /// Newest record that the referee has acknowledged. Set by `referee`, taken by `journal`; only the newest matters.
    pub acknowledged: Signal<Raw, Seq>,
    /// Number of the newest durable record. Set by `journal`, read by `referee`; only the newest matters.
    pub durable: Signal<Raw, Seq>,
    /// What `referee` wants to send, answered by `journal` through `fetched`. One at a time.
    pub wanted: Channel<Raw, Wanted, 1>,
    /// Answers to `wanted`.
    pub fetched: Channel<Raw, Fetched, 1>,
    /// How the link stands. Set by `referee`, read by `table` for the displays.
    pub link: Shown<LinkState>,
    /// Where the game stands. Set by `table`, read by `referee` for a device that has just connected.
    pub status: Shown<Status>,
    /// Which readers may radiate. Taken by each of the `readers` for one scan at a time.
    pub turns: Turns,
    /// Loops about which the tracker is in doubt. Set by `table` after every sighting, read by the `readers` before every
    /// scan; only the newest matters.
    pub attention: Attention,
    /// Closer looks wanted of each seat's reader. Set by `referee`, taken by `readers` between two scans; only the newest
    /// matters, and nobody waits for it.
    pub inspect: [Signal<Raw, Inspect>; 4],
    /// Whose sensors are wanted. Set by `referee`, taken by `table`; only the newest matters.
    pub report: Signal<Raw, Seat>,
    /// What came of them. Filled by `readers` and `table`, drained by `referee`. When full the newest is dropped: whoever wants
    /// it asks again.
    pub inspected: Channel<Raw, Inspected, 1>,
    /// Who has reported in since the watchdog was last fed.
    pub health: Health,
}

impl Channels {
    /// All empty; all readers radiate together.
    pub const fn new() -> Channels {
        Channels::with_radiation(Radiation::Together)
    }

    /// All empty.
    pub const fn with_radiation(radiation: Radiation) -> Channels {
        Channels {
            from_readers: Channel::new(),
            people: Channel::new(),
            view: Watch::new(),
            sounds: Channel::new(),
            gauges: Gauges::new(),
            orders: Channel::new(),
            happenings: Channel::new(),
            kept: Shown::new(0),
            clocks: Signal::new(),
            storage: Signal::new(),
            acknowledged: Signal::new(),
            durable: Signal::new(),
            wanted: Channel::new(),
            fetched: Channel::new(),
            link: Shown::new(LinkState::Down),
            status: Shown::new(Status::new()),
            turns: Turns::new(radiation),
            attention: Attention::new(),
            inspect: [const { Signal::new() }; 4],
            report: Signal::new(),
            inspected: Channel::new(),
            health: Health::new(),
        }
    }
}

impl Default for Channels {
    fn default() -> Channels {
        Channels::new()
    }
}

/// The newest value of something, for everybody to look at; only its owner sets it.
pub struct Shown<T: Copy>(Mutex<Raw, Cell<T>>);

impl<T: Copy> Shown<T> {
    /// With this value.
    pub const fn new(value: T) -> Shown<T> {
        Shown(Mutex::new(Cell::new(value)))
    }

    /// It is this now; what it was before.
    pub fn set(&self, value: T) -> T {
        self.0.lock(|cell| cell.replace(value))
    }

    /// What it is.
    pub fn get(&self) -> T {
        self.0.lock(Cell::get)
    }
}

/// The table's condition as displays show it: each set by one task, read by `table`.
pub struct Gauges {
    power_failed: AtomicBool,
    not_recording: AtomicBool,
    resets: [AtomicU16; 4],
}

impl Gauges {
    const fn new() -> Gauges {
        Gauges {
            power_failed: AtomicBool::new(false),
            not_recording: AtomicBool::new(false),
            resets: [const { AtomicU16::new(0) }; 4],
        }
    }

    /// A seat's reader had to be started again. Counted by its task.
    pub fn count_reset(&self, seat: Seat) {
        if let Some(resets) = self.resets.get(seat.index()) {
            resets.fetch_add(1, Ordering::Relaxed);
        }
    }

    /// How often that was.
    pub fn resets(&self, seat: Seat) -> u16 {
        self.resets.get(seat.index()).map_or(0, |resets| resets.load(Ordering::Relaxed))
    }

    /// The supply fails, or holds again. Set by whoever watches it.
    pub fn set_power_failed(&self, failed: bool) {
        self.power_failed.store(failed, Ordering::Relaxed);
    }

    /// Whether it fails.
    pub fn power_failed(&self) -> bool {
        self.power_failed.load(Ordering::Relaxed)
    }

    /// Records cannot be made permanent, or can again. Set by `journal`.
    pub fn set_not_recording(&self, failed: bool) {
        self.not_recording.store(failed, Ordering::Relaxed);
    }

    /// Whether they cannot.
    pub fn not_recording(&self) -> bool {
        self.not_recording.load(Ordering::Relaxed)
    }
}

/// Loops that should be looked at before others.
pub struct Attention(AtomicU16);

impl Attention {
    const fn new() -> Attention {
        Attention(AtomicU16::new(0))
    }

    /// These are in doubt now.
    pub fn set(&self, doubts: Doubts) {
        self.0.store(doubts.bits(), Ordering::Relaxed);
    }

    /// Those in doubt now.
    pub fn get(&self) -> Doubts {
        Doubts::from_bits(self.0.load(Ordering::Relaxed))
    }
}

/// A task that must report in for the watchdog to be fed.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Task {
    /// The reader of a seat.
    Reader(Seat),
    /// The game.
    Table,
    /// Records.
    Journal,
    /// The link.
    Referee,
}

impl Task {
    const fn bit(self) -> u32 {
        match self {
            Task::Reader(seat) => 1 << seat.index(),
            Task::Table => 1 << 4,
            Task::Journal => 1 << 5,
            Task::Referee => 1 << 6,
        }
    }
}

/// Reports of the tasks since the last feeding.
pub struct Health(AtomicU32);

impl Health {
    const EVERYBODY: u32 = (1 << 7) - 1;

    const fn new() -> Health {
        Health(AtomicU32::new(0))
    }

    /// `task` is alive.
    pub fn report(&self, task: Task) {
        self.0.fetch_or(task.bit(), Ordering::Relaxed);
    }

    /// True, once, when everybody has reported; then all must report again.
    pub fn all_reported(&self) -> bool {
        let all = Health::EVERYBODY;
        self.0.compare_exchange(all, 0, Ordering::Relaxed, Ordering::Relaxed).is_ok()
    }
}
