//! Every queue between tasks, with its contract: who fills it, who drains it, what happens when it is full.

use core::cell::Cell;
use core::sync::atomic::{AtomicU16, AtomicU32, Ordering};

use embassy_sync::blocking_mutex::Mutex;
use embassy_sync::blocking_mutex::raw::CriticalSectionRawMutex as Raw;
use embassy_sync::channel::Channel;
use embassy_sync::signal::Signal;
use table_core::event::{Event, ReaderTrouble};
use table_core::game::{Call, Command, Status, Storage};
use table_core::journal::Kept;
use table_core::record::{Sealed, Seq};
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::{Doubts, Sighting};
use table_core::trust::SignedBytes;
use table_core::wire::{Challenge, LinkState, OrderId};

/// What a reader task tells the table.
#[derive(Debug, Clone, Copy)]
pub enum FromReader {
    /// Something was seen, or a scan ended.
    Sighting(Sighting),
    /// The reader is in trouble; its seat is blind.
    Trouble(Seat, ReaderTrouble),
    /// It works again.
    Recovered(Seat),
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
#[derive(Debug, Clone, Copy)]
pub enum Wanted {
    /// A record as stored.
    Record(Seq),
    /// The table's signed answer to a nonce.
    Answer(Challenge),
}

/// What the journal hands the link; nothing if it could not be read or signed.
#[derive(Clone)]
pub enum Fetched {
    /// A record.
    Record(Option<Sealed>),
    /// An answer.
    Answer(Option<SignedBytes>),
}

/// An event and when it happened.
#[derive(Debug, Clone, Copy)]
pub struct Happening {
    /// When.
    pub at: Tick,
    /// What.
    pub event: Event,
}

/// All queues of one table.
pub struct Channels {
    /// Filled by the four `readers`, drained by `table`. When full a sighting is dropped and counted (the next sweep
    /// sees the tile again within a quarter of a second); trouble and recovery wait for room.
    pub from_readers: Channel<Raw, FromReader, 64>,
    /// Button presses. Filled by the home's pads, drained by `table`. When full the newest press is dropped: four players
    /// cannot press sixteen buttons before the table has looked.
    pub calls: Channel<Raw, (Seat, Call), 16>,
    /// Orders of the referee, and what happens to the link. Filled by `referee`, drained by `table`. Never dropped: the link
    /// waits.
    pub orders: Channel<Raw, FromReferee, 2>,
    /// Filled by `table`, drained by `journal`. Never dropped: `table` waits.
    pub happenings: Channel<Raw, Happening, 4>,
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
    /// How the link stands. Set by `referee`, read by whoever shows it.
    pub link: Shown<LinkState>,
    /// Where the game stands. Set by `table`, read by `referee` for a device that has just connected.
    pub status: Shown<Status>,
    /// Loops about which the tracker is in doubt. Set by `table` after every sighting, read by the `readers` before every
    /// scan; only the newest matters.
    pub attention: Attention,
    /// Who has reported in since the watchdog was last fed.
    pub health: Health,
}

impl Channels {
    /// All empty.
    pub const fn new() -> Channels {
        Channels {
            from_readers: Channel::new(),
            calls: Channel::new(),
            orders: Channel::new(),
            happenings: Channel::new(),
            clocks: Signal::new(),
            storage: Signal::new(),
            acknowledged: Signal::new(),
            durable: Signal::new(),
            wanted: Channel::new(),
            fetched: Channel::new(),
            link: Shown::new(LinkState::Down),
            status: Shown::new(Status::new()),
            attention: Attention::new(),
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
