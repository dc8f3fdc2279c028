//! What the application's work costs on the chip: takes jobs from the simulator and measures them.
#![no_std]
#![no_main]

use core::hint::black_box;

use firmware::board::qemu;
use firmware::board::qemu::bridge::{exchange, order};
use firmware::boot::JOURNAL_BYTES;
use firmware::bridge::{Cost, Job, Reply, Request};
use panel::{Canvas, Panel};
use static_cell::ConstStaticCell;
use table_core::enrolment::{Enrolment, TagUid};
use table_core::event::Event;
use table_core::game::{Few, PlayerId, RuleSet, State, apply};
use table_core::journal::{Append, Journal, LONGEST_ENTRY, Recovered, Recovery};
use table_core::place::{Antenna, Zone};
use table_core::record::{Chain, Sealed};
use table_core::rules::shape::FaceSet;
use table_core::rules::{Player, Points, gghk, mcr};
use table_core::seat::{Seat, Wind};
use table_core::tile::Tile;
use table_core::time::{Span, Tick};
use table_core::tracking::{Observation, Sighting, Tracker};
use table_core::trust::{Purpose, SoftwareKey};
use table_core::view::{
    Clock, Dice, Head, Language, Opened, Playing, Screen, SeatView, Throw, View, Waits,
};
use table_core::wire::{Accumulator, ToTable};

static PANEL: ConstStaticCell<Panel> = ConstStaticCell::new(Panel::new());
static CANVAS: ConstStaticCell<Canvas> = ConstStaticCell::new(Canvas::new());
static TRACKER: ConstStaticCell<Tracker> = ConstStaticCell::new(Tracker::new(Enrolment::EMPTY));

static STATE: ConstStaticCell<State> = ConstStaticCell::new(State::new());

/// Screens drawn and records signed while pads and readers are at work.
const BUSY: usize = 100;
/// Tiles of a player that one loop sees at most.
const RACK: usize = 13;

/// What a job comes to.
enum Answer {
    /// Measured at once.
    Cost(Cost),
    /// Needs interrupts, which an exchange holds off: how long somebody waits for a processor that draws and signs,
    Drawing(&'static qemu::Waits),
    /// or how long readers wait for one that commits this again and again.
    Committing(Event),
}

#[cortex_m_rt::entry]
fn main() -> ! {
    qemu::start_bench();
    let (panel, canvas, state, tracker) =
        (PANEL.take(), CANVAS.take(), STATE.take(), TRACKER.take());
    let tiles = Tile::all().map(|tile| (tag_of(tile), tile));
    tracker.enrol(&Enrolment::new(tiles).unwrap_or(Enrolment::EMPTY));
    let mut interrupts = false;
    loop {
        let answer = exchange(&Request::NextJob, |reply| match reply {
            Reply::Job(Job::PadGap, _) => Some(Answer::Drawing(&qemu::PADS)),
            Reply::Job(Job::PollGap, _) => Some(Answer::Drawing(&qemu::POLLS)),
            Reply::Job(Job::Polling, input) => {
                postcard::from_bytes(input).ok().map(Answer::Committing)
            }
            Reply::Job(Job::Replay, input) => replay(input, state).map(Answer::Cost),
            Reply::Job(Job::Scan, _) => Some(Answer::Cost(scan(tracker))),
            Reply::Job(job, input) => measure(job, input, panel, canvas).map(Answer::Cost),
            _ => None,
        });
        // What interrupts is counted with what it interrupts, so it is started only when it is asked for.
        if !matches!(answer, Answer::Cost(_)) && !core::mem::replace(&mut interrupts, true) {
            qemu::start_pads_and_readers();
        }
        order(&Request::Measured(match answer {
            Answer::Cost(cost) => cost,
            Answer::Drawing(whose) => waited(whose, || keep_busy(panel, canvas)),
            Answer::Committing(event) => waited(&qemu::POLLS, || keep_committing(event)),
        }));
    }
}

/// How long somebody waits at worst while this is done below him, and how often he did.
fn waited(whose: &qemu::Waits, work: impl FnMut()) -> Cost {
    let (instructions, times) = qemu::worst_gap(whose, work);
    Cost { instructions, stack: 0, bytes: times }
}

fn tag_of(tile: Tile) -> TagUid {
    TagUid(0xE004_0100_0000_0000 | u64::from(tile.id()))
}

/// One scan of half a rack: every tile that stands there, and the end of the sweep.
fn scan(tracker: &mut Tracker) -> Cost {
    let antenna = Antenna { seat: Seat::First, zone: Zone::HandLeft };
    let mut at = Tick(0);
    qemu::measure(|| {
        at = at + Span::millis(120);
        let tags = Tile::all().take(RACK).map(|tile| Observation::Tag(tag_of(tile)));
        for observation in tags.chain([Observation::Swept]) {
            tracker.step(Sighting { antenna, at, observation }, |change| _ = black_box(change));
        }
    })
}

/// The key of the bench, and the chain and journal of a table that has it and has just started.
fn started() -> (SoftwareKey, Chain, Journal) {
    let key = SoftwareKey::from_seed(&[7; 32]);
    let genesis = Chain::genesis(&key.public());
    let mut chain = genesis;
    chain.boot();
    (key, chain, Journal::create(JOURNAL_BYTES, genesis).0)
}

/// All that a commit computes; the bytes on the bus come on top.
fn commit(key: &SoftwareKey, chain: &Chain, journal: &Journal, event: Event) -> Option<Append> {
    let (_, begun) = journal.begin_signature();
    let draft = chain.draft(Tick(1), event).ok()?;
    let signature = key.sign(Purpose::Record, draft.bytes())?;
    let sealed = draft.seal(&signature);
    let mut after = *chain;
    after.extend(&sealed, &sealed.read().ok()?).ok()?;
    begun.after.append(sealed.bytes()).ok()
}

/// The cost of one job; `None` if its input does not fit it.
fn measure(job: Job, input: &[u8], panel: &mut Panel, canvas: &mut Canvas) -> Option<Cost> {
    match job {
        Job::ScoreMcr => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, mcr::Rulings::default());
            Some(qemu::measure(|| _ = black_box(mcr::score(black_box(&win), &rulings))))
        }
        Job::TotalMcr => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, mcr::Rulings::default());
            Some(qemu::measure(|| _ = black_box(mcr::total(black_box(&win), &rulings))))
        }
        Job::JudgeGghk => {
            let (win, rulings) = (postcard::from_bytes(input).ok()?, gghk::Rulings::default());
            Some(qemu::measure(|| {
                _ = black_box(gghk::judge(black_box(&win), FaceSet::EMPTY, &rulings))
            }))
        }
        Job::Commit => {
            let event = postcard::from_bytes(input).ok()?;
            let (key, chain, journal) = started();
            Some(qemu::measure_once(|| {
                _ = black_box(commit(&key, &chain, &journal, black_box(event)));
            }))
        }
        Job::DrawScreen => {
            let view = playing(20);
            let mut bytes = 0;
            let cost = qemu::measure_once(|| {
                panel.forget();
                bytes = draw(panel, canvas, &view);
            });
            Some(Cost { bytes, ..cost })
        }
        Job::DrawSecond => {
            draw(panel, canvas, &playing(20));
            let (mut second, mut bytes) = (0, 0);
            let cost = qemu::measure(|| {
                second += 1;
                bytes = draw(panel, canvas, &playing(20 - second % 10));
            });
            Some(Cost { bytes, ..cost })
        }
        Job::Decode => {
            let mut accumulator = Accumulator::new();
            Some(qemu::measure(|| {
                for &byte in input {
                    if let Some(Ok(body)) = accumulator.push(byte) {
                        _ = black_box(ToTable::decode(&body));
                    }
                }
            }))
        }
        Job::MeasureImage => {
            let bytes = qemu::image_bytes();
            let cost = qemu::measure_once(|| _ = black_box(qemu::image()));
            Some(Cost { bytes, ..cost })
        }
        // With other state, or with interrupts, which an exchange holds off.
        Job::Scan | Job::PadGap | Job::PollGap | Job::Polling | Job::Replay => None,
    }
}

/// What a start does with the sealed record in `input`, once its entry is read from the chip.
fn replay(input: &[u8], state: &mut State) -> Option<Cost> {
    let (key, _, journal) = started();
    let genesis = Chain::genesis(&key.public());
    let Append { at, writes: [body, checksum, _], after } = journal.append(input).ok()?;
    let mut entry: heapless::Vec<u8, LONGEST_ENTRY> = heapless::Vec::new();
    entry.extend_from_slice(&body.bytes).ok()?;
    entry.extend_from_slice(&checksum.bytes).ok()?;
    let mut take = || {
        let (mut walk, mut chain) = (Recovery::walk(&after, at, genesis.next()), genesis);
        while let Some(read) = walk.wants() {
            if let Recovered::Entry(payload) = walk.feed(entry.get(..read.length)?).ok()? {
                let sealed = Sealed::from_bytes(payload).ok()?;
                let record = sealed.read().ok()?;
                chain.extend(&sealed, &record).ok()?;
                apply(state, &record.event);
                return Some(chain);
            }
        }
        None
    };
    take()?;
    Some(qemu::measure(|| _ = black_box(take())))
}

/// Results signed and laid out for the journal, one after the other.
fn keep_committing(event: Event) {
    let (key, chain, journal) = started();
    for _ in 0..BUSY {
        _ = black_box(commit(&key, &chain, &journal, black_box(event)));
    }
}

/// What takes longest of all that the table does below pads and readers.
fn keep_busy(panel: &mut Panel, canvas: &mut Canvas) {
    let key = SoftwareKey::from_seed(&[1; 32]);
    for _ in 0..BUSY {
        panel.forget();
        draw(panel, canvas, &playing(20));
        black_box(key.sign(Purpose::Record, black_box(&[7; 300])));
    }
}

/// Draws what has changed; bytes for the bus, commands included.
fn draw(panel: &mut Panel, canvas: &mut Canvas, view: &View) -> u32 {
    let mut bytes = 0;
    panel.update(view);
    loop {
        let few = panel.few(view);
        if few.is_empty() {
            return bytes as u32;
        }
        for item in few {
            for band in item.area.bands(Canvas::PIXELS) {
                item.paint(canvas, band);
                let pixels = black_box(canvas.bytes()).len();
                // Two windows of a command and four bytes, and a command for every piece of pixels.
                bytes += 10 + pixels + pixels.div_ceil(firmware::drivers::st7796::PIECE);
            }
        }
    }
}

/// A turn with so many seconds left.
fn playing(seconds: u32) -> View {
    let seat = |wind, player, number: u32, points| SeatView {
        wind,
        player,
        number: PlayerId(number),
        points: Points(points),
        dead: false,
        cards: (0, 0),
    };
    let throw = |sum, faces| Throw { sum, faces };
    View {
        language: Language(1),
        attention: Few::new(),
        head: Some(Head {
            rules: RuleSet(0),
            round: Wind::East,
            hand: 7,
            hands: 16,
            clock: Clock::Left(5_000 + seconds),
            paused: false,
            link: true,
            seats: [
                seat(Wind::North, Player::A, 101, 32),
                seat(Wind::East, Player::B, 214, -7),
                seat(Wind::South, Player::C, 37, 15),
                seat(Wind::West, Player::D, 158, -40),
            ],
        }),
        screen: Screen::Playing(Playing {
            turn: Some(Seat::Third),
            clock: Some(Clock::Left(seconds)),
            wall: Some(63),
            waits: Waits::Discard(Seat::Third),
            dice: Dice {
                throws: Few::from_some([throw(7, [3, 4, 0]), throw(9, [5, 4, 0])]),
                opened: Some(Opened { wall: Seat::Fourth, stacks: 16 }),
            },
        }),
    }
}
