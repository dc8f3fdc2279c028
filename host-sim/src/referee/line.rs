//! A device's own line to a table: its papers, the first words, and then whatever comes.

use std::fs;
use std::io::ErrorKind;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, anyhow, bail, ensure};
use table_core::seat::Seat;
use table_core::trust::{Officials, PublicKey, SignedBytes, SoftwareKey, read, verified};
use table_core::wire::{self, Accumulator, Ask, FromTable, Nonce, TableHello};

use super::port::{Address, Line};
use super::{Ledger, Notice, Office, Referee, Shown, TableList, bytes, digits};

/// Where a table is, and who talks to it.
#[derive(clap::Args)]
pub struct Papers {
    /// Where the table is: a serial port such as /dev/ttyUSB0, a pseudo-terminal, or tcp:ADDRESS:PORT.
    port: Address,
    /// The organiser's signed list of tables (`referee tables`).
    #[arg(long)]
    tables: PathBuf,
    /// The organiser's signed list of officials (`referee officials`).
    #[arg(long)]
    officials: PathBuf,
    /// The organiser's public key, 64 hexadecimal digits: both lists must be his.
    #[arg(long, value_parser = identity)]
    organiser: PublicKey,
    /// This device's key (`referee key`).
    #[arg(long)]
    key: PathBuf,
    /// Keep everything in this file (SQLite), one for all tables of an event.
    #[arg(long, default_value = "ledger.sqlite")]
    ledger: PathBuf,
}

/// What `referee sensors` is told.
#[derive(clap::Args)]
pub struct SensorsArguments {
    #[command(flatten)]
    papers: Papers,
    /// Only this seat, 1 to 4.
    #[arg(long, value_parser = clap::value_parser!(u8).range(1..=4))]
    seat: Option<u8>,
    /// Seconds between two looks.
    #[arg(long, default_value_t = 2)]
    every: u64,
    /// End after so many looks.
    #[arg(long)]
    looks: Option<u64>,
    /// One JSON object a look and seat on standard output and nothing else.
    #[arg(long)]
    json: bool,
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

pub(crate) fn identity(text: &str) -> Result<PublicKey, String> {
    bytes(text).map(PublicKey).map_err(|error| error.to_string())
}

/// Bytes beyond guessing.
pub fn random<const N: usize>() -> Result<[u8; N]> {
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes).map_err(|error| anyhow!("no randomness: {error}"))?;
    Ok(bytes)
}

/// A key as `referee key` wrote it.
pub fn load(file: &Path) -> Result<SoftwareKey> {
    let text = fs::read_to_string(file).with_context(|| shown(file))?;
    let seed = bytes(text.trim()).with_context(|| format!("{} is no key", shown(file)))?;
    Ok(SoftwareKey::from_seed(&seed))
}

/// The device's key and its list.
pub fn office(officials: &Path, organiser: &PublicKey, key: &Path) -> Result<Office> {
    let list = fs::read(officials).with_context(|| shown(officials))?;
    let serial = verified::<Officials>(&list, organiser)
        .with_context(|| format!("{}: not a list of this organiser", shown(officials)))?
        .serial;
    debug_assert!(read::<Officials>(&list).is_ok());
    let list = SignedBytes::from_slice(&list).map_err(|_| anyhow!("the list is too long"))?;
    Ok(Office::new(load(key)?, list, serial))
}

/// A table says hello every second; without one for so long there is none.
const NO_HELLO: Duration = Duration::from_secs(10);
/// How long the line may be silent before the device looks at its clock.
const LOOK: Duration = Duration::from_millis(50);

/// Talks to a table until it goes away or `each`, who hears everything that is noticed, has had enough.
pub fn connect(
    papers: &Papers,
    mut each: impl FnMut(&mut Referee, &[Notice]) -> Result<ControlFlow<ExitCode>>,
) -> Result<ExitCode> {
    let Papers { port, tables, officials, organiser, key, ledger } = papers;
    let office = office(officials, organiser, key)?;
    let text = fs::read_to_string(tables).with_context(|| shown(tables))?;
    let tables = TableList::read(&text, organiser).with_context(|| shown(tables))?;
    let mut line = Line::open(port).with_context(|| port.to_string())?;
    let hello = introduced(&mut line)?;
    let number = tables.number(&hello.table)?;
    eprintln!("table {number}, {}", hello.table.fingerprint());
    let nonces = || Nonce(random().unwrap_or_else(|error| panic!("{error}")));
    let ledger = Ledger::open(ledger, hello.table).with_context(|| shown(ledger))?;
    let mut referee = Referee::new(office, ledger, nonces);
    let started = Instant::now();
    let mut buffer = [0; 256];
    loop {
        let heard = match line.hear(&mut buffer, LOOK) {
            Err(error) if error.kind() == ErrorKind::UnexpectedEof => return Ok(ExitCode::SUCCESS),
            heard => heard?,
        };
        let (notices, answer) = referee.hear(started.elapsed().as_micros() as u64, heard);
        if let ControlFlow::Break(code) = each(&mut referee, &notices)? {
            return Ok(code);
        }
        line.say(&answer)?;
    }
}

/// `referee sensors`.
pub fn watch_sensors(arguments: &SensorsArguments) -> Result<ExitCode> {
    let every = Duration::from_secs(arguments.every.max(1));
    let seats: Vec<Seat> = match arguments.seat {
        Some(number) => vec![Seat::ALL[usize::from(number) - 1]],
        None => Seat::ALL.to_vec(),
    };
    let mut asked: Option<Instant> = None;
    // Seats that have not been heard of in this look, the next to be asked last.
    let mut waiting: Vec<Seat> = vec![];
    let mut looks = 0;
    connect(&arguments.papers, |referee, notices| {
        for notice in notices {
            match notice {
                Notice::Sensors(sensors) => {
                    waiting.retain(|seat| *seat != sensors.seat);
                    match arguments.json {
                        true => println!("{}", serde_json::to_string(&**sensors)?),
                        false => println!("{}", Shown(sensors)),
                    }
                    if let Some(seat) = waiting.last() {
                        referee.ask(Ask::Sensors(*seat));
                    } else {
                        looks += 1;
                    }
                }
                // Records keep coming; here they are only kept.
                Notice::Verified(_) | Notice::Repeated(_) | Notice::Ahead(_) => {}
                other => eprintln!("{other}"),
            }
        }
        if arguments.looks.is_some_and(|most| looks >= most) {
            return Ok(ControlFlow::Break(ExitCode::SUCCESS));
        }
        if asked.is_none_or(|asked| asked.elapsed() >= every) {
            asked = Some(Instant::now());
            waiting = seats.iter().rev().copied().collect();
            if let Some(seat) = waiting.last() {
                referee.ask(Ask::Sensors(*seat));
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}

/// Waits for the table's first words.
pub fn introduced(line: &mut Line) -> Result<TableHello> {
    let mut accumulator = Accumulator::new();
    let mut buffer = [0; 256];
    let started = Instant::now();
    loop {
        ensure!(started.elapsed() < NO_HELLO, "no table has said hello for {NO_HELLO:?}");
        let heard = line.hear(&mut buffer, LOOK);
        let heard = heard.context("the line was closed before a table said hello")?;
        for &byte in heard {
            let Some(Ok(body)) = accumulator.push(byte) else {
                continue;
            };
            if let Ok(FromTable::Hello(hello)) = FromTable::decode(&body)
                && wire::speaks(hello.protocol, hello.schema)
            {
                return Ok(hello);
            }
            if let Some((protocol, schema)) = wire::version_of(&body)
                && !wire::speaks(protocol, schema)
            {
                bail!(
                    "the table speaks another version (protocol {protocol}, schema {}): update the older of the two",
                    digits(&schema.0)
                );
            }
        }
    }
}
