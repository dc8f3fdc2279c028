//! The simulated physical world: tiles on antennas, chips on buses, a referee on the wire, and time.
//!
//! A home asks and the world answers; between two questions no time passes. Time moves only in [`World::idle`],
//! from one thing that happens to the next, so that the same script gives the same run to the microsecond.

mod acts;
mod buses;
mod cable;
mod course;
mod halt;
mod log;
mod patience;
pub mod play;
mod power;
mod promises;
mod script;
mod setup;
mod steward;
mod wire;

use std::collections::{BTreeMap, VecDeque};

use firmware::tasks::lookout::Glimpse;
use firmware::tasks::turns::Radiation;
use firmware::trace::Trace;
use table_core::enrolment::TagUid;
use table_core::game::{Call, Play};
use table_core::place::Antenna;
use table_core::record::Seq;
use table_core::seat::Seat;
use table_core::time::Tick;
use table_core::tracking::Doubts;
use table_core::trust::Image;

use crate::air::{Channel, ReaderFault, mishaps, timeline};
use crate::album::Album;
use crate::chips::fram::FramChip;
use crate::chips::hc165::Hc165Chain;
use crate::chips::max7219::Max7219Chain;
use crate::chips::pn5180::{Memory, Pn5180Chip, Tags};
use crate::chips::st7796::St7796Chip;
use crate::chips::{Micros, Violation};
use crate::play::Eyes;
use crate::referee::{Ledger, Referee};
use crate::set::Job;

use acts::acts_of;
use cable::Cable;
pub use cable::Mishaps;
use halt::Halt;
pub use log::{Line, Logged, seconds_of};
use patience::Patience;
use play::random::Random;
pub use power::Heard;
use power::Power;
pub use promises::Promises;
pub use script::Act;
use setup::printed;
pub use setup::{SET, SET_KEY, Setup, tag_of};
pub use steward::Brief;
use steward::Steward;

/// Longer than any session.
const A_DAY: Micros = 86_400_000_000;

/// A seat's reader and what lies over its antennas.
#[derive(Default)]
struct Corner {
    chip: Pn5180Chip,
    /// Which antenna the multiplexer connects.
    antenna: [bool; 2],
    /// Frames on its bus.
    transfers: u64,
}

/// Whether time goes on.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Onward {
    /// It does.
    Go,
    /// The run ends here.
    Stop,
}

/// Somebody who sees every moment of a world, and may hold it up, add to it or end it.
pub type Watcher = Box<dyn FnMut(&mut World) -> Onward + Send>;

/// The world around one table.
pub struct World {
    now: Micros,
    corners: [Corner; 4],
    fram: FramChip,
    lying: BTreeMap<Antenna, Vec<TagUid>>,
    /// How well what lies there is read.
    channel: Channel,
    /// What is written on tags.
    tags: Tags,
    /// Chance on the buses.
    bus: Random,
    /// What befell each reader and has not had its effect yet.
    troubles: [VecDeque<ReaderFault>; 4],
    script: VecDeque<(Micros, Act)>,
    /// What has happened of it, and what was done besides.
    done: Vec<(Micros, Act)>,
    until: Micros,
    key_seed: [u8; 32],
    seed: u64,
    image: Image,
    radiation: Radiation,
    /// Neighbouring readers have radiated at the same time.
    radiated_together: bool,
    /// In virtual time the referee lives here; in real time at the other end of a socket.
    referee: Option<Referee>,
    /// Bytes on their way to the table.
    to_table: VecDeque<(Micros, u8)>,
    /// Answers that the referee's device is about to send.
    thinking: VecDeque<(Micros, Vec<u8>)>,
    /// Presses that the table has not fetched yet, where it has no pads.
    presses: VecDeque<(Seat, Call)>,
    pads: Hc165Chain,
    /// Keys that are down and will come up again.
    down: VecDeque<(Micros, Seat, Call)>,
    digits: Max7219Chain,
    screen: St7796Chip,
    /// Tones of the buzzer, in order.
    tones: Vec<(Micros, u16)>,
    /// Random words drawn so far.
    drawn: u64,
    album: Option<Album>,
    /// Bytes on their way to the referee.
    to_referee: VecDeque<(Micros, Vec<u8>)>,
    /// Bytes that have arrived at the other end of a real line.
    arrived: Vec<u8>,
    /// Players wait for a real referee.
    patience: Option<Patience>,
    /// Players who heed the screen.
    halt: Option<Halt>,
    /// Bytes of the next frame from the table to be damaged.
    damage_next: bool,
    /// The cable, to the referee and to the table.
    cables: [Cable; 2],
    /// How often the referee's device was switched on.
    devices: u64,
    /// Newest durable record.
    durable: Seq,
    /// The run ends when the referee holds everything.
    ends_when_delivered: bool,
    /// Confirms and answers.
    steward: Steward,
    /// Who says what scans see; without him the readers' chips are used.
    eyes: Option<Eyes>,
    /// Lines are kept for people and checks; a long run keeps only what it grades.
    keep_lines: bool,
    /// When each act was first named, in order.
    named: BTreeMap<(Micros, usize), Play>,
    lines: Vec<Line>,
    violations: Vec<Violation>,
    watcher: Option<Watcher>,
    power: Power,
    /// What the application has promised so far.
    promises: Promises,
    /// Orders and presses of the last moments, which a power cut may swallow.
    unheard: VecDeque<(Micros, Act)>,
    /// Most stack used on the chip, and how much there is.
    stack: Option<(u32, u32)>,
}

impl World {
    /// With a referee who trusts this table.
    pub fn new(setup: Setup) -> World {
        let referee = Self::referee_for(Ledger::new(setup.table()), 0);
        // Further than any run goes: what will happen does not depend on how long it was to be.
        let faults = timeline(&setup.errors, setup.seed, A_DAY);
        let mut script = setup.script;
        script.extend(faults.into_iter().map(|(at, seat, fault)| (at, Act::Befalls(seat, fault))));
        for (at, mishap) in mishaps(&setup.errors, setup.seed, A_DAY) {
            script.extend(acts_of(at, mishap));
        }
        script.sort_by_key(|(at, _)| *at);
        let cable = Mishaps::of(&setup.errors);
        let mut world = World {
            now: 0,
            corners: Default::default(),
            fram: FramChip::new(setup.fram),
            lying: BTreeMap::new(),
            channel: Channel::new(setup.errors, setup.seed),
            tags: printed(),
            bus: Random::part(setup.seed, 0xB05),
            troubles: Default::default(),
            script: script.into(),
            done: vec![],
            until: setup.until,
            key_seed: setup.key_seed,
            image: setup.image,
            radiation: setup.radiation,
            radiated_together: false,
            seed: setup.seed,
            referee: Some(referee),
            to_table: VecDeque::new(),
            thinking: VecDeque::new(),
            presses: VecDeque::new(),
            pads: Hc165Chain::default(),
            down: VecDeque::new(),
            digits: Max7219Chain::default(),
            screen: St7796Chip::default(),
            tones: vec![],
            drawn: 0,
            album: None,
            to_referee: VecDeque::new(),
            arrived: vec![],
            patience: None,
            halt: None,
            damage_next: false,
            cables: [0, 1].map(|part| Cable::new(cable, Random::part(setup.seed, part))),
            devices: 1,
            durable: Seq(0),
            ends_when_delivered: false,
            steward: Steward::default(),
            eyes: None,
            keep_lines: true,
            named: BTreeMap::new(),
            lines: vec![],
            violations: vec![],
            watcher: None,
            power: Power::default(),
            promises: Promises::default(),
            unheard: VecDeque::new(),
            stack: None,
        };
        world.arrive(0);
        world
    }

    /// Nothing more happens by itself.
    pub fn without_script(mut self) -> World {
        self.script.clear();
        self
    }

    /// Somebody works with a set of tiles at this table.
    pub fn with_job(mut self, job: Job) -> World {
        if let Some(referee) = &mut self.referee {
            referee.work(job);
        }
        self
    }

    /// Somebody has written on a tag.
    pub fn with_tag(mut self, tag: TagUid, memory: Memory) -> World {
        self.tags.write(tag, memory);
        self
    }

    /// The run ends as soon as the referee holds every durable record.
    pub fn until_delivered(mut self) -> World {
        self.ends_when_delivered = true;
        self
    }

    /// Whether the run ends so.
    pub fn waits_for_delivery(&self) -> bool {
        self.ends_when_delivered
    }

    /// Without a referee: he is at the other end of a real line.
    pub fn without_referee(setup: Setup) -> World {
        World { referee: None, ..World::new(setup) }
    }

    /// Without a referee, and with players who wait for a real one: what the script would have him order is his to give.
    pub fn for_a_referee(setup: Setup) -> World {
        World { patience: Some(Patience::default()), ..World::without_referee(setup) }
    }

    /// Seen by `eyes`, scan by scan, without reader chips.
    pub fn by_sight(self, eyes: Eyes) -> World {
        World { eyes: Some(eyes), ..self }
    }

    /// Whether scans are seen without reader chips, and presses come without their keys.
    pub fn is_by_sight(&self) -> bool {
        self.eyes.is_some()
    }

    /// Whether somebody looks at screen and digits: by sight only for pictures, since drawing would slow a long run down.
    pub fn has_displays(&self) -> bool {
        !self.is_by_sight() || self.album.is_some()
    }

    /// A seat's reader without chips goes on; when it will have something to say. Never, if chips are used.
    pub fn look_begins(&mut self, seat: Seat, doubts: Doubts) -> Tick {
        let World { eyes, channel, tags, troubles, now, power, .. } = self;
        let fault = || troubles[seat.index()].pop_front();
        let air = (channel, &*tags);
        let begun = eyes.as_mut().map(|eyes| eyes.begin(seat, doubts, *now, air, fault));
        begun.map_or(Tick(Micros::MAX), |at| power.table_time(at))
    }

    /// What it has to say then.
    pub fn look_ends(&mut self, seat: Seat) -> Glimpse {
        let World { eyes, now, .. } = self;
        eyes.as_mut().map_or(Glimpse::Nothing, |eyes| eyes.end(seat, *now))
    }

    /// Players stop while the screen says that a reader is blind.
    pub fn heeding_the_screen(self) -> World {
        World { halt: Some(Halt::default()), ..self }
    }

    /// Every moment of it is shown to `watcher`.
    pub fn watched(self, watcher: Watcher) -> World {
        World { watcher: Some(watcher), ..self }
    }

    /// The table's time: since its power came on.
    pub fn tick(&self) -> Tick {
        self.power.table_time(self.now)
    }

    /// Microseconds since the world began.
    pub fn now(&self) -> Micros {
        self.now
    }

    /// What follows from chance follows from this.
    pub fn seed(&self) -> u64 {
        self.seed
    }

    /// The image that a desktop run stands in for.
    pub fn image(&self) -> Image {
        self.image
    }

    /// Which readers of a desktop run radiate together.
    pub fn radiation(&self) -> Radiation {
        self.radiation
    }

    /// Whether neighbouring readers have radiated at the same time.
    pub fn radiated_together(&self) -> bool {
        self.radiated_together
    }

    /// With records that name this image.
    pub fn standing_in_for(self, image: Image) -> World {
        World { image, ..self }
    }

    /// Seed of the table's key.
    pub fn key_seed(&self) -> [u8; 32] {
        self.key_seed
    }

    /// The referee of a virtual run.
    pub fn referee(&self) -> Option<&Referee> {
        self.referee.as_ref()
    }

    /// How many records that referee holds.
    pub fn records_held(&self) -> usize {
        self.referee().map_or(0, |referee| referee.ledger().records().len())
    }

    /// Everything that happened.
    pub fn lines(&self) -> &[Line] {
        &self.lines
    }

    /// Most bytes of stack used on the chip, and how many there are, when it was last told.
    pub fn stack(&self) -> Option<(u32, u32)> {
        self.stack
    }

    /// What the application has promised.
    pub fn promises(&self) -> &Promises {
        &self.promises
    }

    /// What the application did that a data sheet forbids.
    pub fn violations(&self) -> &[Violation] {
        &self.violations
    }

    /// The FRAM, which outlives the table's power.
    pub fn fram(&self) -> &FramChip {
        &self.fram
    }

    /// The FRAM, to be damaged or taken away.
    pub fn fram_mut(&mut self) -> &mut FramChip {
        &mut self.fram
    }

    /// Takes pictures of what people see.
    pub fn keep(&mut self, album: Album) {
        self.album = Some(album);
    }

    /// The pictures.
    pub fn album(&self) -> Option<&Album> {
        self.album.as_ref()
    }

    /// The screen.
    pub fn screen(&self) -> &St7796Chip {
        &self.screen
    }

    /// The seats' digits.
    pub fn digits(&self) -> &Max7219Chain {
        &self.digits
    }

    /// Tones of the buzzer, in order.
    pub fn tones(&self) -> &[(Micros, u16)] {
        &self.tones
    }

    /// The application reports a step.
    pub fn trace(&mut self, trace: Trace) {
        if self.is_dark() {
            return;
        }
        // A figure of the chip's, which the desktop has no counterpart of.
        if let Trace::Stack { used, size } = trace {
            self.stack = Some((used, size));
            return;
        }
        let kept = promises::shown_is_on(self.fram.bytes(), &trace);
        if let Err(what) = kept.and_then(|()| self.promises.hear(&trace)) {
            self.violations.push(Violation { at: self.now, chip: "table".into(), what });
        }
        match trace {
            Trace::Named(play) => {
                self.named.insert((self.now, self.named.len()), play);
            }
            Trace::Durable(seq) => self.durable = seq,
            _ => {}
        }
        if let (Trace::Happened(event), Some(patience)) = (&trace, &mut self.patience) {
            patience.happened(event);
        }
        if let (Trace::Happened(event), Some(halt)) = (&trace, &mut self.halt) {
            halt.happened(self.now, event);
        }
        self.log(Logged::Table(trace));
    }

    /// Whether lines are kept.
    pub fn keep_lines(&mut self, keep: bool) {
        self.keep_lines = keep;
    }

    /// When the referee had to step in without being asked.
    pub fn stepped_in(&self) -> &[Micros] {
        self.steward.stepped_in()
    }

    /// When acts were named, in order.
    pub fn named(&self) -> &BTreeMap<(Micros, usize), Play> {
        &self.named
    }

    fn log(&mut self, what: Logged) {
        if self.keep_lines {
            self.lines.push(Line { at: self.now, what });
        }
    }
}
