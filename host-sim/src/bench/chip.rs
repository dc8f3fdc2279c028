//! The same work on the chip, in instructions: QEMU counts them, so the figures are the same on every machine.

use std::path::Path;

use firmware::bridge::{Cost, Job};
use object::{Object, ObjectSymbol};
use serde::Serialize;

use firmware::boot::JOURNAL_BYTES;
use table_core::journal::ENTRY_OVERHEAD;
use table_core::record::LONGEST_RECORD;
use table_core::wire::{self, ToTable};

use super::{Row, boot, hands};
use crate::home::Home;
use crate::play::{Options, session_in_its_world};
use crate::qemu::{self, Guest, Program, QemuError};

const SEED: u64 = 1;
const HANDS: usize = 4_000;

/// All rows.
pub fn on_the_chip() -> Result<Vec<Row>, QemuError> {
    let image = qemu::build(Program::Bench)?;
    let mut guest = Guest::start(&image, None)?;
    let (typical, dense) = (hands::mcr_wins(SEED, HANDS), hands::mcr_dense());
    let mut rows = vec![];
    for (name, hands) in [("typical", &typical), ("dense one-suit", &dense)] {
        let costs = guest.measure(&jobs(Job::ScoreMcr, hands)?)?;
        rows.extend(summary(&format!("MCR score on the chip, {name}"), &costs));
    }
    let costs = guest.measure(&jobs(Job::TotalMcr, &typical)?)?;
    rows.extend(summary("MCR total on the chip, typical", &costs));
    for (name, hands) in [("typical", &typical), ("dense one-suit", &dense)] {
        let costs = guest.measure(&jobs(Job::JudgeGghk, &hands::gghk_wins(hands))?)?;
        rows.extend(summary(&format!("GGHK judgement on the chip, {name}"), &costs));
    }
    rows.extend(trust(&image)?);
    rows.extend(small_work(&mut guest)?);
    rows.extend(panel(&mut guest)?);
    rows.extend(painted_stack()?);
    let image = std::fs::read(image)?;
    let (scoring, beside) = code_and_tables(&image).map_err(|_| QemuError::Build)?;
    rows.push(Row::new("MCR scoring on the chip: code and tables", scoring as f64, "bytes"));
    rows.push(Row::new("MCR beside scoring: code and tables", beside as f64, "bytes"));
    Ok(rows)
}

/// What records cost, by itself.
pub fn trust_on_the_chip() -> Result<Vec<Row>, QemuError> {
    trust(&qemu::build(Program::Bench)?)
}

fn trust(image: &Path) -> Result<Vec<Row>, QemuError> {
    let mut guest = Guest::start(image, None)?;
    let mut rows = commit(&mut guest)?.to_vec();
    rows.extend(start(&mut guest)?);
    rows.extend(boot::to_ready(&rows)?);
    // Interrupts, once let in, stay: a guest of its own.
    rows.extend(polling(&mut Guest::start(image, None)?)?);
    Ok(rows)
}

/// Bytes that a commit puts on the storage's bus besides the record: two slates, the entry's frame, and the commands of four writes.
const COMMIT_OVERHEAD: f64 = 2.0 * 128.0 + 16.0 + 4.0 * 5.0;
/// The bus, in bits a second, and the processor, in instructions a second at one a cycle.
const BUS: f64 = 5_250_000.0;
const CLOCK: f64 = 168_000_000.0;

/// The longest thing a table has to say of a hand, signed and on the chip: what it computes by instructions, the bus by its bits.
fn commit(guest: &mut Guest) -> Result<[Row; 3], QemuError> {
    let costs = guest.measure(&jobs(Job::Commit, &[hands::result_record()])?)?;
    let Some(cost) = costs.first() else {
        return Err(QemuError::Silent);
    };
    let instructions = f64::from(cost.instructions);
    let bus = 8.0 * (LONGEST_RECORD as f64 + COMMIT_OVERHEAD) / BUS;
    let millis = 1_000.0 * (instructions / CLOCK + bus);
    Ok([
        Row::new("sign and commit a result on the chip", instructions, "instructions"),
        Row::new("sign and commit a result on the chip: at 168 MHz", millis, "ms"),
        Row::new("sign and commit a result on the chip: stack", f64::from(cost.stack), "bytes"),
    ])
}

/// What signing and committing holds up on the executor that interrupts, where the readers poll.
fn polling(guest: &mut Guest) -> Result<[Row; 3], QemuError> {
    let costs = guest.measure(&jobs(Job::Polling, &[hands::result_record()])?)?;
    let Some(cost) = costs.first() else {
        return Err(QemuError::Silent);
    };
    let (waited, polls) = (f64::from(cost.instructions), f64::from(cost.bytes));
    let micros = 1e6 * waited / CLOCK;
    Ok([
        Row::new("reader polling while results are committed: worst gap", waited, "instructions"),
        Row::new("reader polling while results are committed: at 168 MHz", micros, "us"),
        Row::new("reader polling while results are committed: polls", polls, ""),
    ])
}

/// The largest image that fits the flash (`memory.x`).
const FLASH: f64 = 896.0 * 1024.0;
/// Bytes on the bus for each entry besides its own: its header is read first, and two reads have a command each.
const READ_OVERHEAD: f64 = 12.0 + 2.0 * 4.0;

/// From power to memory at its worst: the largest image measured and a full journal of ordinary acts replayed.
fn start(guest: &mut Guest) -> Result<Vec<Row>, QemuError> {
    let act = hands::act_record();
    let jobs = [(Job::MeasureImage, vec![]), (Job::Replay, act.clone())];
    let costs = guest.measure(&jobs)?;
    let [image, replay] = costs[..] else {
        return Err(QemuError::Silent);
    };
    let per_byte = f64::from(image.instructions) / f64::from(image.bytes);
    let measured = 1_000.0 * FLASH * per_byte / CLOCK;
    let entry = (act.len() + ENTRY_OVERHEAD) as f64;
    let entries = f64::from(JOURNAL_BYTES) / entry;
    let one = f64::from(replay.instructions) / CLOCK + 8.0 * (entry + READ_OVERHEAD) / BUS;
    Ok(vec![
        Row::new("measure the image: full flash at 168 MHz", measured, "ms"),
        Row::new("replay a record at a start", f64::from(replay.instructions), "instructions"),
        Row::new("replay a full journal: records", entries, ""),
        Row::new("replay a full journal: at 168 MHz, bus included", 1_000.0 * entries * one, "ms"),
    ])
}

/// Cycles of the processor in a second: the share that a tick takes.
const HERTZ: f64 = 168e6;

/// What the panel costs, by itself.
pub fn panel_on_the_chip() -> Result<Vec<Row>, QemuError> {
    let image = qemu::build(Program::Bench)?;
    panel(&mut Guest::start(&image, None)?)
}

/// A signed order as the link brings it.
const ORDER: [u8; 160] = [0x5A; 160];

/// What happens many times a second.
fn small_work(guest: &mut Guest) -> Result<[Row; 2], QemuError> {
    let order = ToTable::Order(&ORDER).encode().ok();
    let frame = order.and_then(|body| wire::encode(&body).ok()).ok_or(QemuError::Silent)?;
    let costs = guest.measure(&[(Job::Decode, frame.to_vec()), (Job::Scan, vec![])])?;
    let [decode, scan] = costs[..] else {
        return Err(QemuError::Silent);
    };
    Ok([
        Row::new("an order's frame decoded", f64::from(decode.instructions), "instructions"),
        Row::new("tracker, a scan of 13 tiles", f64::from(scan.instructions), "instructions"),
    ])
}

/// A hand played on the whole image, and how deep its stack ever was.
fn painted_stack() -> Result<[Row; 2], QemuError> {
    let options = Options { home: Home::qemu()?, arranged: 0.0, ..Options::ordinary("mcr", SEED) };
    let (_, world) = session_in_its_world(&options, 0, 1).map_err(|_| QemuError::Silent)?;
    let (used, size) = world.stack().ok_or(QemuError::Silent)?;
    Ok([
        Row::new("stack, painted, a hand played on the image", f64::from(used), "bytes"),
        Row::new("stack, painted: of its space", f64::from(used) * 100.0 / f64::from(size), "%"),
    ])
}

/// What the panel costs: a whole screen, a second, and how long pads and readers wait for either.
fn panel(guest: &mut Guest) -> Result<Vec<Row>, QemuError> {
    let jobs = [Job::DrawScreen, Job::DrawSecond, Job::PadGap, Job::PollGap];
    let costs = guest.measure(&jobs.map(|job| (job, vec![])))?;
    let [screen, second, pads, polls] = costs[..] else {
        return Err(QemuError::Silent);
    };
    let mut rows = vec![];
    for (name, cost) in [("full redraw", screen), ("one-second tick", second)] {
        let instructions = f64::from(cost.instructions);
        rows.push(Row::new(format!("panel, {name}"), instructions, "instructions"));
        rows.push(Row::new(format!("panel, {name}: bus"), f64::from(cost.bytes), "bytes"));
    }
    let share = f64::from(second.instructions) / HERTZ * 1e6;
    rows.push(Row::new("panel, one-second tick: processor", share, "millionths"));
    rows.push(Row::new("panel: stack", f64::from(screen.stack.max(second.stack)), "bytes"));
    for (name, gap) in [("call pads", pads), ("readers", polls)] {
        let name = format!("{name} while drawing and signing");
        let waited = f64::from(gap.instructions);
        rows.push(Row::new(format!("{name}: worst wait"), waited, "instructions"));
    }
    Ok(rows)
}

/// Modules of MCR and of the shapes of hands, as their names are mangled.
const MCR: [&str; 2] = ["5rules3mcr", "5rules5shape"];
/// Those of MCR that a score does without: the book's other answers, why a score is what it is, and fouls.
const BESIDE_SCORING: [&str; 7] = [
    "3mcr4book",
    "3mcr7explain",
    "3mcr8unscored",
    "3mcr5basis",
    "3mcr5fouls",
    "3mcr7conduct",
    "mcr..book..Mcr",
];

/// Bytes that scoring takes in an image (total, fan list, sets and waits, their tables included), and those of MCR's other work.
fn code_and_tables(elf: &[u8]) -> Result<(u64, u64), object::Error> {
    let file = object::File::parse(elf)?;
    let (mut scoring, mut beside) = (0, 0);
    for symbol in file.symbols() {
        let is_in = |modules: &[&str]| {
            symbol.name().is_ok_and(|name| modules.iter().any(|module| name.contains(module)))
        };
        if is_in(&BESIDE_SCORING) {
            beside += symbol.size();
        } else if is_in(&MCR) {
            scoring += symbol.size();
        }
    }
    Ok((scoring, beside))
}

/// One job for each input.
fn jobs<T: Serialize>(job: Job, inputs: &[T]) -> Result<Vec<(Job, Vec<u8>)>, QemuError> {
    let encoded = inputs.iter().map(|input| postcard::to_stdvec(input).map(|bytes| (job, bytes)));
    Ok(encoded.collect::<Result<_, _>>()?)
}

fn summary(name: &str, costs: &[Cost]) -> [Row; 3] {
    let instructions = costs.iter().map(|cost| f64::from(cost.instructions));
    let worst = instructions.clone().fold(0.0, f64::max);
    let stack = costs.iter().map(|cost| f64::from(cost.stack)).fold(0.0, f64::max);
    let mean = instructions.sum::<f64>() / costs.len() as f64;
    [
        Row::new(format!("{name}: mean"), mean, "instructions"),
        Row::new(format!("{name}: worst"), worst, "instructions"),
        Row::new(format!("{name}: stack"), stack, "bytes"),
    ]
}
