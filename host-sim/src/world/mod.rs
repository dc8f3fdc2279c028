//! The simulated physical world: tiles on antennas, chips on buses, a referee on the wire, and time.
//!
//! A home asks and the world answers; between two questions no time passes. Time moves only in [`World::idle`],
//! from one thing that happens to the next, so that the same script gives the same run to the microsecond.

mod cable;
mod halt;
mod log;
mod patience;
pub mod play;
mod power;
mod promises;
mod script;
mod steward;

use std::collections::{BTreeMap, VecDeque};

use firmware::boot::JOURNAL_BYTES;
use firmware::bridge::{Device, Input, Lines, Output};
use firmware::tasks::lookout::Glimpse;
use firmware::tasks::turns::Radiation;
use firmware::trace::Trace;
use table_core::enrolment::{Enrolment, Imprint, SetKey, TagUid};
use table_core::event::Part;
use table_core::game::{Call, Command, Play};
use table_core::iso15693::TILE_FAMILY;
use table_core::place::{Antenna, Zone};
use table_core::record::Seq;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Tick;
use table_core::tracking::Doubts;
use table_core::trust::{Image, PublicKey, Role, SoftwareKey};
use table_core::wire::Nonce;

use crate::air::{Channel, Errors, Mishap, ReaderFault, mishaps, timeline};
use crate::album::Album;
use crate::chips::fram::FramChip;
use crate::chips::hc165::Hc165Chain;
use crate::chips::max7219::Max7219Chain;
use crate::chips::pn5180::{Fault, Field, Memory, Pn5180Chip, Tags};
use crate::chips::st7796::St7796Chip;
use crate::chips::{Micros, Violation, spi_micros};
use crate::play::Eyes;
use crate::referee::{Ledger, Notice, Office, Referee};
use crate::set::Job;

use cable::Cable;
pub use cable::Mishaps;
use halt::Halt;
pub use log::{Line, Logged, seconds_of};
use patience::Patience;
use play::random::Random;
use play::told::STRANGE_TAG;
pub use power::Heard;
use power::{FOREVER, Power};
pub use promises::Promises;
pub use script::Act;
pub use steward::Brief;
use steward::Steward;

/// One byte at 115200 baud, 8N1, rounded up.
const UART_BYTE: Micros = 87;
/// The referee's device thinks this long.
const REFEREE_THINKS: Micros = 1_000;

/// Nobody is quicker with a key.
const KEY_DOWN: Micros = 120_000;
/// Longer than any session.
const A_DAY: Micros = 86_400_000_000;

/// What every simulated table starts from.
#[derive(Clone)]
pub struct Setup {
    /// Seed of the table's key. **Known to everybody who reads this file: for simulation only.**
    pub key_seed: [u8; 32],
    /// What is on the FRAM; empty for a new chip.
    pub fram: Vec<u8>,
    /// What happens when; sorted by time.
    pub script: Vec<(Micros, Act)>,
    /// When the run ends.
    pub until: Micros,
    /// What goes wrong between tiles and readers.
    pub errors: Errors,
    /// What follows from chance follows from this.
    pub seed: u64,
    /// The image that a desktop run stands in for, where its records are to be those of that image.
    pub image: Image,
    /// Which readers of a desktop run radiate together.
    pub radiation: Radiation,
}

impl Setup {
    /// A new table with a full set enrolled, and this script.
    pub fn new(seed: u64, script: Vec<(Micros, Act)>, until: Micros) -> Setup {
        let mut key_seed = [0; 32];
        for (index, chunk) in key_seed.chunks_exact_mut(8).enumerate() {
            chunk.copy_from_slice(&spread(seed ^ (index as u64) << 56).to_le_bytes());
        }
        let mut fram = vec![0; JOURNAL_BYTES as usize];
        let list = Tile::all().map(|tile| (tag_of(tile), tile));
        // Cannot fail: tags of different tiles differ.
        let enrolment = Enrolment::new(list).unwrap_or_default();
        fram.extend(enrolment.to_stored());
        let image = Image::StandIn;
        let (errors, radiation) = (Errors::none(), Radiation::Together);
        Setup { key_seed, fram, script, until, errors, seed, image, radiation }
    }

    /// The identity that goes with the key.
    pub fn table(&self) -> PublicKey {
        SoftwareKey::from_seed(&self.key_seed).public()
    }
}

/// The tag in a tile of the simulated set: an NXP SLIX2 identifier with a scattered serial number.
pub fn tag_of(tile: Tile) -> TagUid {
    let serial = spread(u64::from(tile.id())) & 0x0000_000F_FFFF_FFFF;
    TagUid(0xE004_0100_0000_0000 | 1 << 35 | serial)
}

/// The number of the simulated set.
pub const SET: u16 = 1;
/// The key of the simulated set. **Known to everybody who reads this file: for simulation only.**
pub const SET_KEY: SetKey = SetKey([0x5E; 32]);

/// The simulated set with its imprints.
fn printed() -> Tags {
    let mut tags = Tags::default();
    for tile in Tile::all() {
        let imprint = Imprint { set: SET, tile, batch: 1 };
        let blocks = imprint.write(tag_of(tile), &SET_KEY);
        tags.write(tag_of(tile), Memory::new(TILE_FAMILY, &blocks));
    }
    tags
}

/// What a mishap does to the table, and when it is over.
fn acts_of(at: Micros, mishap: Mishap) -> Vec<(Micros, Act)> {
    match mishap {
        Mishap::ForeignTile(seat, until) => {
            let antenna = Antenna { seat, zone: Zone::River };
            vec![(at, Act::Lay(STRANGE_TAG, antenna)), (until, Act::Lift(STRANGE_TAG))]
        }
        Mishap::CableCut(until) => {
            vec![(at, Act::Cable { pulled: true }), (until, Act::Cable { pulled: false })]
        }
        Mishap::DeviceRestarts => vec![(at, Act::RefereeRestarts)],
    }
}

/// Bytes of a frame, in the mean.
const MEAN_FRAME: i32 = 126;

/// The share of frames in which some byte is wrong.
fn damaged_frames(errors: &Errors) -> f64 {
    1.0 - (1.0 - errors.link.byte_error).powi(MEAN_FRAME)
}

/// Spreads small numbers over 64 bits (the finaliser of SplitMix64).
pub(crate) fn spread(value: u64) -> u64 {
    let mut z = value.wrapping_add(0x9E37_79B9_7F4A_7C15);
    z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
    z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
    z ^ z >> 31
}

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
        let cable = Mishaps { damage: damaged_frames(&setup.errors), ..Mishaps::default() };
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

    /// A referee's device with this ledger. His nonces are seeded: **for simulation only.**
    fn referee_for(ledger: Ledger, seed: u64) -> Referee {
        let mut count = seed;
        let nonces = move || {
            count += 1;
            let halves = [spread(count), spread(!count)];
            let mut nonce = [0; 16];
            nonce.chunks_exact_mut(8).zip(halves).for_each(|(to, half)| {
                to.copy_from_slice(&half.to_le_bytes());
            });
            Nonce(nonce)
        };
        Referee::new(Office::simulated(Role::HeadReferee), ledger, nonces)
    }

    /// A worse cable.
    pub fn with_cable(mut self, mishaps: Mishaps) -> World {
        let seed = self.seed;
        self.cables = [0, 1].map(|part| Cable::new(mishaps, Random::part(seed, part)));
        self
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

    fn is_delivered(&self) -> bool {
        let held = self.referee.as_ref().map(|referee| referee.ledger().newest());
        self.durable > Seq(0) && held >= Some(self.durable)
    }

    /// The referee's device is switched off and on: only its ledger is left.
    fn restart_referee(&mut self) {
        if let Some(referee) = self.referee.take() {
            self.devices += 1;
            self.referee = Some(Self::referee_for(referee.into_ledger(), self.devices << 32));
            self.thinking.clear();
        }
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

    /// One chip-select low; what came back and how long it took.
    pub fn spi(&mut self, device: Device, mosi: &[u8]) -> (Vec<u8>, Micros) {
        if self.is_dark() {
            return (vec![0xFF; mosi.len()], spi_micros(mosi.len()));
        }
        let (miso, done) = match device {
            Device::Fram if self.power.hangs() => return (vec![0xFF; mosi.len()], FOREVER),
            Device::Fram => self.fram.transfer(mosi),
            Device::Screen => self.screen.transfer(self.now, mosi),
            Device::Digits => self.digits.transfer(mosi),
            Device::Pads => self.pads.transfer(mosi),
            Device::Reader(seat) => {
                let antenna = self.live_antenna(seat);
                let World { channel, tags, corners, now, bus, .. } = self;
                let rate = channel.errors().reader.spi_bit_error;
                let Corner { chip, transfers, .. } = &mut corners[seat.index()];
                *transfers += 1;
                let (mut miso, done) = chip.transfer(*now, mosi, Field { channel, antenna, tags });
                for byte in miso.iter_mut().filter(|_| rate > 0.0) {
                    if bus.chance(rate) {
                        *byte ^= 1 << bus.below(8);
                        chip.surprise(*now);
                    }
                }
                (miso, done)
            }
        };
        if let Err(what) = done {
            let chip = format!("{device:?}");
            self.violations.push(Violation { at: self.now, chip, what });
        }
        (miso, spi_micros(mosi.len()))
    }

    /// Frames that a seat's reader has seen.
    pub fn transfers(&self, seat: Seat) -> u64 {
        self.corners[seat.index()].transfers
    }

    fn live_antenna(&self, seat: Seat) -> Antenna {
        let [low, high] = self.corners[seat.index()].antenna;
        Antenna { seat, zone: Zone::ALL[usize::from(low) + 2 * usize::from(high)] }
    }

    /// A line out of the processor was driven.
    pub fn drive(&mut self, output: Output, high: bool) {
        match output {
            Output::Reset(seat) => self.corners[seat.index()].chip.drive_reset(self.now, high),
            Output::Antenna(seat, bit) => {
                self.corners[seat.index()].antenna[usize::from(bit & 1)] = high;
            }
            Output::ScreenData => self.screen.drive_data(high),
            Output::ScreenReset => self.screen.drive_reset(self.now, high),
        }
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

    /// The buzzer sounds, or falls silent.
    pub fn tone(&mut self, hertz: Option<u16>) {
        self.tones.extend(hertz.map(|hertz| (self.now, hertz)));
    }

    /// A random word, which follows from the seed.
    pub fn random(&mut self) -> u32 {
        self.drawn += 1;
        (spread(self.seed.wrapping_add(spread(self.drawn))) >> 32) as u32
    }

    /// Level of a line into the processor.
    pub fn look(&self, input: Input) -> bool {
        match input {
            Input::Busy(seat) => self.corners[seat.index()].chip.busy(self.now),
            Input::Irq(seat) => self.corners[seat.index()].chip.irq(),
        }
    }

    /// All lines at once.
    pub fn lines_in(&self) -> Lines {
        let inputs = Seat::ALL.into_iter().flat_map(|seat| [Input::Busy(seat), Input::Irq(seat)]);
        let lines = inputs.fold(Lines::NONE, |lines, input| lines.with(input, self.look(input)));
        let lines = lines.with_power_fails(self.power_fails());
        lines.with_press(self.has_press()).with_link(self.has_bytes())
    }

    /// Bytes from the table to the referee; how long the wire was busy.
    pub fn link_write(&mut self, bytes: &[u8]) -> Micros {
        let took = bytes.len() as Micros * UART_BYTE;
        if self.is_dark() {
            return took;
        }
        let mut bytes = bytes.to_vec();
        if std::mem::take(&mut self.damage_next)
            && let Some(middle) = bytes.get_mut(10)
        {
            *middle ^= 0x01;
        }
        let bytes = self.cables[0].carry(&bytes);
        // The last bit is on the wire when the table believes it sent; the receiver has it a byte later.
        self.to_referee.push_back((self.now + took + UART_BYTE, bytes));
        took
    }

    /// The referee's device hears what has arrived, and answers.
    fn referee_hears(&mut self, bytes: &[u8]) {
        let Some(referee) = &mut self.referee else {
            self.arrived.extend(bytes);
            return;
        };
        let (notices, answer) = referee.hear(self.now, bytes);
        self.noticed(notices, answer);
    }

    /// The referee's device does by itself what is due.
    fn referee_acts(&mut self) {
        let at = self.now;
        if let Some(referee) = &mut self.referee
            && referee.next().is_some_and(|due| due <= at)
        {
            let (notices, bytes) = referee.tick(at);
            self.noticed(notices, bytes);
        }
    }

    fn noticed(&mut self, notices: Vec<Notice>, answer: Vec<u8>) {
        let (at, Some(referee)) = (self.now, &self.referee) else {
            return;
        };
        for notice in &notices {
            if let Notice::Verified(seq) = notice
                && let Some(record) = referee.ledger().records().get(seq.0 as usize - 1)
                && let Ok(record) = record.read()
            {
                self.steward.read(at, &record.event);
            }
        }
        notices.into_iter().for_each(|notice| self.log(Logged::Referee(notice)));
        if !answer.is_empty() {
            self.thinking.push_back((at + REFEREE_THINKS, answer));
        }
    }

    /// Whether a press waits to be fetched.
    pub fn has_press(&self) -> bool {
        !self.presses.is_empty()
    }

    /// Whether bytes from the referee wait to be fetched.
    pub fn has_bytes(&self) -> bool {
        self.to_table.front().is_some_and(|(at, _)| *at <= self.now)
    }

    /// Bytes that have come from the referee, at most so many.
    pub fn link_read(&mut self, most: usize) -> Vec<u8> {
        let here = self.to_table.iter().take(most).take_while(|(at, _)| *at <= self.now).count();
        self.to_table.drain(..here).map(|(_, byte)| byte).collect()
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

    /// The table has nothing to do until then: time jumps to the next thing that happens. `None` when the
    /// run is over.
    pub fn idle(&mut self, until: Option<Tick>) -> Option<Tick> {
        if self.is_dark() {
            return None;
        }
        let until = until.map(|at| self.power.world_time(at));
        // Seen by sight, readers are left alone.
        let chips = self.corners.iter().filter(|_| self.eyes.is_none());
        let chips = chips.filter_map(|corner| corner.chip.next_event());
        let script = self.upcoming().and_then(|place| Some(self.script.get(place)?.0));
        // Bytes that have arrived wait for the table to fetch them; only those under way move time.
        let arrived = self.to_table.partition_point(|(at, _)| *at <= self.now);
        let wire = self.to_table.get(arrived).map(|(at, _)| *at);
        let wire = wire
            .into_iter()
            .chain(self.to_referee.front().map(|(at, _)| *at))
            .chain(self.thinking.front().map(|(at, _)| *at))
            .chain(self.steward.next())
            .chain(self.referee.as_ref().and_then(Referee::next))
            .chain(self.down.front().map(|(at, ..)| *at))
            .chain(self.halt.as_ref().and_then(|halt| halt.next(self.now)));
        let next = chips.chain(script).chain(wire).chain(until).chain(self.power.next()).min();
        let next = next.unwrap_or(self.until).max(self.now);
        // Whoever waits for a reader plays on afterwards, however late that is.
        let waits = self.script.front().is_some_and(|(_, act)| self.is_held(act));
        if (next >= self.until && !waits) || self.ends_when_delivered && self.is_delivered() {
            return None;
        }
        self.arrive(next);
        if let Some(mut watcher) = self.watcher.take() {
            let onward = watcher(self);
            self.watcher = Some(watcher);
            if onward == Onward::Stop {
                // What has arrived by now belongs to the run; nothing later does.
                self.until = next + 1;
                return None;
            }
        }
        (!self.is_dark() && !self.power.is_hurt()).then(|| self.tick())
    }

    /// It is now `at`: lets everything happen that is due.
    pub fn arrive(&mut self, at: Micros) {
        self.now = at;
        while let Some((due, act)) = self.take_due(at) {
            if self.patience.as_mut().is_some_and(|patience| patience.passes(&act)) {
                // Everything after it happens as much later as it was waited for.
                self.script.iter_mut().for_each(|(later, _)| *later += at - due);
            } else {
                self.inject(act);
            }
        }
        self.power.arrive(at);
        while let Some((_, bytes)) = self.to_referee.pop_front_if(|(due, _)| *due <= at) {
            self.referee_hears(&bytes);
        }
        while let Some((_, answer)) = self.thinking.pop_front_if(|(due, _)| *due <= at) {
            self.send_to_table(answer);
        }
        while let Some((_, seat, call)) = self.down.pop_front_if(|(due, ..)| *due <= at) {
            self.pads.key(seat, call, false);
        }
        for command in self.steward.orders(at) {
            self.order(command);
        }
        self.referee_acts();
        if self.eyes.is_none() {
            self.readers_arrive(at);
        }
        if let Some(album) = &mut self.album {
            album.look(at, &self.screen, &self.digits);
        }
    }

    fn readers_arrive(&mut self, at: Micros) {
        for corner in &mut self.corners {
            corner.chip.advance(at);
        }
        let [first, second, third, fourth] = &self.corners;
        let radiates = |pair: [&Corner; 2]| pair.iter().any(|corner| corner.chip.radiates());
        self.radiated_together |= radiates([first, third]) && radiates([second, fourth]);
    }

    /// In real time the run is over when its time is.
    pub fn is_over(&self) -> bool {
        self.now >= self.until
    }

    /// Somebody does something now, planned or not.
    pub fn inject(&mut self, act: Act) {
        self.log(Logged::World(act.clone()));
        self.done.push((self.now, act.clone()));
        self.act(act);
    }

    /// Everything that was done to the table, with its times: the inputs of this run.
    pub fn done(&self) -> &[(Micros, Act)] {
        &self.done
    }

    fn waits(&self, act: &Act) -> bool {
        self.patience.as_ref().is_some_and(|patience| patience.waits(act))
    }

    fn is_held(&self, act: &Act) -> bool {
        self.halt.as_ref().is_some_and(|halt| halt.holds(self.now, act))
    }

    /// Place in the script of what is done next, unless everybody waits.
    fn upcoming(&self) -> Option<usize> {
        let place = self.script.iter().position(|(_, act)| !self.is_held(act))?;
        self.script.get(place).is_some_and(|(_, act)| !self.waits(act)).then_some(place)
    }

    /// What is done by now. If players have waited for a reader, all that they will do comes as much later.
    fn take_due(&mut self, now: Micros) -> Option<(Micros, Act)> {
        let place = self.upcoming()?;
        if self.script.get(place)?.0 > now {
            return None;
        }
        let (due, act) = self.script.remove(place)?;
        if let Some(halt) = &mut self.halt {
            halt.done(now, &act);
            let late = now - due;
            if late > 0 && halt::is_played(&act) {
                halt.delayed(due, late);
                self.until += late;
                let played = self.script.iter_mut().filter(|(_, act)| halt::is_played(act));
                played.for_each(|(later, _)| *later += late);
                self.script.make_contiguous().sort_by_key(|(at, _)| *at);
            }
        }
        Some((due, act))
    }

    /// When something was done that was planned for then: later, if players had to wait for a reader before.
    pub fn real_time(&self, planned: Tick) -> Tick {
        Tick(self.halt.as_ref().map_or(planned.0, |halt| halt.real(planned.0)))
    }

    /// What players will do next, at times counted from now; whether they had nothing left to do.
    pub fn go_on_with(&mut self, script: impl FnOnce() -> Vec<(Micros, Act)>) -> bool {
        let idle = self.script.is_empty();
        if idle {
            let now = self.now;
            self.script.extend(script().into_iter().map(|(at, act)| (now + at, act)));
        }
        idle
    }

    /// Bytes that have come to the other end of a real line since last time.
    pub fn take_arrived(&mut self) -> Vec<u8> {
        std::mem::take(&mut self.arrived)
    }

    /// When the run ends.
    pub fn until(&self) -> Micros {
        self.until
    }

    fn act(&mut self, act: Act) {
        match act {
            Act::Lay(tag, antenna) => {
                self.lift(tag);
                self.lying.entry(antenna).or_default().push(tag);
                self.channel.laid(self.now, tag, antenna);
            }
            Act::LayCopy(tag, antenna) => {
                self.lying.entry(antenna).or_default().push(tag);
                self.channel.copied(self.now, tag, antenna);
            }
            Act::Lift(tag) => self.lift(tag),
            Act::Reader(seat, fault) => {
                self.corners[seat.index()].chip.set_fault(self.now, fault);
            }
            Act::Befalls(seat, fault) if self.eyes.is_some() => {
                self.troubles[seat.index()].push_back(fault);
            }
            Act::Befalls(seat, fault) => self.befalls(seat, fault),
            Act::DamageFrame => self.damage_next = true,
            Act::Cable { pulled } => self.cables.iter_mut().for_each(|cable| cable.pull(pulled)),
            Act::RefereeRestarts => self.restart_referee(),
            Act::HangStorage => self.power.hang_storage(),
            Act::Break(injury) => self.power.breaks(injury),
            Act::PowerFails(fails) => self.set_power_fails(fails),
            Act::Press(seat, call) => {
                self.said(Act::Press(seat, call));
                self.presses.push_back((seat, call));
                self.pads.key(seat, call, true);
                self.down.push_back((self.now + KEY_DOWN, seat, call));
            }
            Act::Key(seat, call, down) => self.pads.key(seat, call, down),
            Act::Plug(Part::Pad(seat), there) => self.pads.plug(seat, there),
            Act::Plug(Part::SeatDisplays, there) => self.digits.plug(there),
            Act::Plug(Part::Screen, there) => self.screen.plug(there),
            Act::Order(command) => self.order(command),
            Act::Ask(ask) => {
                if let Some(referee) = &mut self.referee {
                    referee.ask(ask);
                }
            }
            Act::Brief(brief) => {
                if let Some(command) = self.steward.brief(self.now, brief) {
                    self.order(command);
                }
            }
            Act::Confirm => self.steward.confirm(self.now),
        }
    }

    /// What it does to the chip.
    fn befalls(&mut self, seat: Seat, fault: ReaderFault) {
        let fault = match fault {
            ReaderFault::BusyStuck => Fault::Hangs,
            ReaderFault::SilentReset => Fault::SilentReset,
            ReaderFault::IrqLost => Fault::IrqLost,
            ReaderFault::GeneralError => Fault::GeneralError,
            ReaderFault::OverTemperature { until } => self.mended(seat, until, Fault::TooHot),
            ReaderFault::Death { until } => self.mended(seat, until, Fault::Absent),
        };
        self.corners[seat.index()].chip.set_fault(self.now, fault);
    }

    /// A fault that lasts until then.
    fn mended(&mut self, seat: Seat, until: Micros, fault: Fault) -> Fault {
        let later = self.script.partition_point(|(at, _)| *at <= until);
        self.script.insert(later, (until, Act::Reader(seat, Fault::None)));
        fault
    }

    /// The referee gives an order; his device signs it and sees that it is carried out once, whatever happens to the power.
    pub fn order(&mut self, command: Command) {
        if let Some(referee) = &mut self.referee {
            referee.order(command);
        }
    }

    /// Puts bytes on the wire to the table, behind what is already under way.
    pub fn send_to_table(&mut self, bytes: Vec<u8>) {
        let bytes = self.cables[1].carry(&bytes);
        let mut free = self.to_table.back().map_or(self.now, |(at, _)| *at).max(self.now);
        // A frame is fetched when all of it has come: nothing follows from a part of one.
        for frame in bytes.split_inclusive(|byte| *byte == 0) {
            free += frame.len() as Micros * UART_BYTE;
            self.to_table.extend(frame.iter().map(|byte| (free, *byte)));
        }
    }

    /// The next press of a pad.
    pub fn press(&mut self) -> Option<(Seat, Call)> {
        self.presses.pop_front()
    }

    /// What lies on an antenna, as only the world knows.
    pub fn lying(&self, antenna: Antenna) -> &[TagUid] {
        self.lying.get(&antenna).map(Vec::as_slice).unwrap_or_default()
    }

    fn lift(&mut self, tag: TagUid) {
        for tags in self.lying.values_mut() {
            tags.retain(|&lying| lying != tag);
        }
        self.channel.lifted(self.now, tag);
    }
}
