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
use table_core::event::Event;
use table_core::game::{Few, PlayerId, RuleSet, State, apply};
use table_core::journal::{Append, Journal, LONGEST_ENTRY, Recovered, Recovery};
use table_core::record::{Chain, Sealed};
use table_core::rules::shape::FaceSet;
use table_core::rules::{Player, Points, gghk, mcr};
use table_core::seat::{Seat, Wind};
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};
use table_core::view::{
    Clock, Dice, Head, Language, Opened, Playing, Screen, SeatView, Throw, View, Waits,
};

static PANEL: ConstStaticCell<Panel> = ConstStaticCell::new(Panel::new());
static CANVAS: ConstStaticCell<Canvas> = ConstStaticCell::new(Canvas::new());

static STATE: ConstStaticCell<State> = ConstStaticCell::new(State::new());

/// Screens drawn and records signed while the pads are read.
const BUSY: usize = 100;

/// What a job comes to.
enum Answer {
    /// Measured at once.
    Cost(Cost),
    /// Needs interrupts, which an exchange holds off: a busy processor that draws and signs,
    Drawing,
    /// or one that commits this again and again.
    Committing(Event),
}

#[cortex_m_rt::entry]
fn main() -> ! {
    qemu::start_bench();
    let (panel, canvas, state) = (PANEL.take(), CANVAS.take(), STATE.take());
    loop {
        let answer = exchange(&Request::NextJob, |reply| match reply {
            Reply::Job(Job::Gap, _) => Some(Answer::Drawing),
            Reply::Job(Job::Polling, input) => {
                postcard::from_bytes(input).ok().map(Answer::Committing)
            }
            Reply::Job(Job::Replay, input) => replay(input, state).map(Answer::Cost),
            Reply::Job(job, input) => measure(job, input, panel, canvas).map(Answer::Cost),
            _ => None,
        });
        order(&Request::Measured(match answer {
            Answer::Cost(cost) => cost,
            Answer::Drawing => gap(panel, canvas),
            Answer::Committing(event) => polling(event),
        }));
    }
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
        Job::MeasureImage => {
            let bytes = qemu::image_bytes();
            let cost = qemu::measure_once(|| _ = black_box(qemu::image()));
            Some(Cost { bytes, ..cost })
        }
        Job::Gap | Job::Polling | Job::Replay => None,
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

/// How long a reader that polls waits at worst while results are signed and laid out for the journal, and how often it polled.
fn polling(event: Event) -> Cost {
    let (key, chain, journal) = started();
    let (instructions, polls) = qemu::worst_gap(|| {
        for _ in 0..BUSY {
            _ = black_box(commit(&key, &chain, &journal, black_box(event)));
        }
    });
    Cost { instructions, stack: 0, bytes: polls }
}

/// How long a reading of the call pads waits at worst, and how many there were.
fn gap(panel: &mut Panel, canvas: &mut Canvas) -> Cost {
    let key = SoftwareKey::from_seed(&[1; 32]);
    let (instructions, readings) = qemu::worst_gap(|| {
        for _ in 0..BUSY {
            panel.forget();
            draw(panel, canvas, &playing(20));
            black_box(key.sign(Purpose::Record, black_box(&[7; 300])));
        }
    });
    Cost { instructions, stack: 0, bytes: readings }
}

/// Draws what has changed; bytes for the bus, commands included.
fn draw(panel: &mut Panel, canvas: &mut Canvas, view: &View) -> u32 {
    let mut bytes = 0;
    for item in panel.update(view) {
        for band in item.area.bands(Canvas::PIXELS) {
            item.paint(canvas, band);
            let pixels = black_box(canvas.bytes()).len();
            // Two windows of a command and four bytes, and a command for every piece of pixels.
            bytes += 10 + pixels + pixels.div_ceil(firmware::drivers::st7796::PIECE);
        }
    }
    bytes as u32
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
