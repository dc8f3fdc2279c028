//! `referee set`: the organiser's work with a set of tiles.

use std::fs;
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, bail, ensure};
use clap::{Subcommand, ValueEnum};
use serde_json::json;
use table_core::enrolment::{Enrolment, Finding, Seal, SealedList, SetKey};
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;

use super::{Job, Said, read_list, write_list};
use crate::referee::line::{self, Papers, load};
use crate::referee::{Notice, bytes};

/// What to do with a set.
#[derive(Subcommand)]
pub enum Command {
    /// Enrol a set at a table, tile by tile: each tile that is asked for is laid over one loop.
    ///
    /// Where the tags are written already (--set-key), they say themselves which tile they sit in, and many may be laid at once.
    /// The list so far is kept in the file, so that work can be left and taken up again. Seal it with `referee set seal`.
    /// Exit codes: 0 all tiles enrolled, 1 some not.
    Enrol {
        /// Where the table is, and who this device is.
        #[command(flatten)]
        papers: Papers,
        /// Where tiles are laid.
        #[command(flatten)]
        place: Place,
        /// The number of the set.
        #[arg(long)]
        set: u16,
        /// The set's key, 64 hexadecimal digits in a file, where tags are written.
        #[arg(long)]
        set_key: Option<PathBuf>,
        /// The list; one that exists is taken up.
        #[arg(long)]
        list: PathBuf,
    },
    /// Look a set over: tiles missing, double, foreign, copied, swapped or forged.
    ///
    /// Lay as many tiles as there is room for on all loops, and when they are counted, the next. A tag that two opposite seats see at
    /// once is there twice. Exit codes: 0 the set is whole and good, 1 it is not.
    Check {
        /// Where the table is, and who this device is.
        #[command(flatten)]
        papers: Papers,
        /// The list (`referee set enrol`).
        #[arg(long)]
        list: PathBuf,
        /// The set's key, 64 hexadecimal digits in a file.
        #[arg(long)]
        set_key: PathBuf,
        /// The number of the set; that of the seal if the list has one.
        #[arg(long)]
        set: Option<u16>,
        /// End after so many seconds without anything new.
        #[arg(long, default_value_t = 60)]
        patience: u64,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Give a tile another tag: the tile with the new tag is laid alone over one loop. The list must be sealed anew.
    Replace {
        /// Where the table is, and who this device is.
        #[command(flatten)]
        papers: Papers,
        /// Where tiles are laid.
        #[command(flatten)]
        place: Place,
        /// Which tile, such as 5p.2.
        #[arg(long, value_parser = tile)]
        tile: Tile,
        /// The list that is changed.
        #[arg(long)]
        list: PathBuf,
    },
    /// Seal a list, as the organiser: the edition counts up by itself.
    Seal {
        /// The list.
        list: PathBuf,
        /// The organiser's key (`referee key`).
        #[arg(long)]
        organiser: PathBuf,
        /// The number of the set.
        #[arg(long)]
        set: u16,
        /// The edition; one more than that of the seal before if left out.
        #[arg(long)]
        edition: Option<u32>,
    },
    /// Send a sealed list to a table; it is in force from the table's next start on.
    Send {
        /// Where the table is, and who this device is.
        #[command(flatten)]
        papers: Papers,
        /// The list.
        #[arg(long)]
        list: PathBuf,
    },
    /// Show a list and whether its seal holds.
    Show {
        /// The list.
        list: PathBuf,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
}

/// Where tiles are laid.
#[derive(clap::Args)]
pub struct Place {
    /// Over a loop of this seat, 1 to 4.
    #[arg(long, default_value_t = 1, value_parser = clap::value_parser!(u8).range(1..=4))]
    seat: u8,
    /// Which loop.
    #[arg(long, default_value = "meld")]
    zone: ZoneName,
}

impl Place {
    fn antenna(&self) -> Antenna {
        let zone = match self.zone {
            ZoneName::HandLeft => Zone::HandLeft,
            ZoneName::HandRight => Zone::HandRight,
            ZoneName::Meld => Zone::Meld,
            ZoneName::River => Zone::River,
        };
        Antenna { seat: Seat::ALL[usize::from(self.seat.clamp(1, 4)) - 1], zone }
    }
}

#[derive(Debug, Clone, Copy, ValueEnum)]
enum ZoneName {
    HandLeft,
    HandRight,
    Meld,
    River,
}

fn tile(text: &str) -> Result<Tile, String> {
    let found = Tile::all().find(|tile| tile.to_string() == text);
    found.ok_or(format!(
        "no tile {text:?}: write a face and a copy, such as 5p.2, or a flower, such as 3f"
    ))
}

fn set_key(file: &Path) -> Result<SetKey> {
    let named = || file.display().to_string();
    let text = fs::read_to_string(file).with_context(named)?;
    Ok(SetKey(bytes(text.trim()).with_context(|| format!("{} is no key", named()))?))
}

impl Command {
    /// Carries it out.
    pub fn run(&self) -> Result<ExitCode> {
        match self {
            Command::Enrol { papers, place, set, set_key: key, list } => {
                let before = if list.exists() { read_list(list)?.list } else { Enrolment::EMPTY };
                let key = key.as_deref().map(set_key).transpose()?;
                let written = key.map(|key| (*set, key));
                let job = Job::Enrol { at: place.antenna(), written, list: before };
                collect(papers, job, list)
            }
            Command::Replace { papers, place, tile, list } => {
                let before = read_list(list)?.list;
                let job = Job::Replace { tile: *tile, at: place.antenna(), list: before };
                collect(papers, job, list)
            }
            Command::Check { papers, list, set_key: key, set, patience, json } => {
                let SealedList { list, seal } = read_list(list)?;
                let set = set.or(seal.map(|seal| seal.set));
                let set = set.context("the list has no seal: say --set NUMBER")?;
                let job = Job::Check { list, written: (set, set_key(key)?) };
                check(papers, job, Duration::from_secs(*patience), *json)
            }
            Command::Seal { list, organiser, set, edition } => {
                seal(list, organiser, *set, *edition)
            }
            Command::Send { papers, list } => {
                let sealed = read_list(list)?;
                ensure!(sealed.seal.is_some(), "the list is not sealed: `referee set seal`");
                send(papers, sealed)
            }
            Command::Show { list, json } => show(list, *json),
        }
    }
}

/// Enrols or replaces, and keeps the list in `file` after every tile.
fn collect(papers: &Papers, job: Job, file: &Path) -> Result<ExitCode> {
    let mut job = Some(job);
    line::connect(papers, |referee, notices| {
        if let Some(job) = job.take() {
            referee.work(job);
        }
        let mut done = false;
        for notice in notices {
            let Notice::Set(said) = notice else {
                continue;
            };
            println!("{said}");
            if let (Said::Took(..), Some(list)) =
                (said, referee.clerk().and_then(|clerk| clerk.list()))
            {
                // Its seal, if it had one, was for another list.
                write_list(file, &SealedList { list: list.clone(), seal: None })?;
            }
            done |= *said == Said::Done;
        }
        Ok(if done { ControlFlow::Break(ExitCode::SUCCESS) } else { ControlFlow::Continue(()) })
    })
}

fn check(papers: &Papers, job: Job, patience: Duration, json: bool) -> Result<ExitCode> {
    let mut job = Some(job);
    let mut seen = (0, Instant::now());
    line::connect(papers, |referee, notices| {
        if let Some(job) = job.take() {
            referee.work(job);
        }
        for notice in notices {
            if let Notice::Set(said) = notice {
                eprintln!("{said}");
                match said {
                    Said::Swept(count) if *count == seen.0 => {}
                    Said::Swept(count) => seen = (*count, Instant::now()),
                    Said::Found(_) => seen.1 = Instant::now(),
                    _ => {}
                }
            }
        }
        let Some(clerk) = referee.clerk() else {
            return Ok(ControlFlow::Continue(()));
        };
        if !clerk.is_done() && seen.1.elapsed() < patience {
            return Ok(ControlFlow::Continue(()));
        }
        let findings = clerk.findings();
        let wrong: Vec<String> =
            findings.iter().map(|finding| Said::Found(*finding).to_string()).collect();
        let missing = findings.iter().filter(|it| matches!(it, Finding::Missing(_))).count();
        if json {
            println!("{}", json!({ "seen": seen.0, "missing": missing, "wrong": wrong }));
        } else {
            wrong.iter().for_each(|line| println!("{line}"));
            println!("{} tiles seen, {missing} missing", seen.0);
        }
        Ok(ControlFlow::Break(ExitCode::from(u8::from(!wrong.is_empty()))))
    })
}

fn send(papers: &Papers, list: SealedList) -> Result<ExitCode> {
    let mut job = Some(Job::Send(Box::new(list)));
    line::connect(papers, |referee, notices| {
        if let Some(job) = job.take() {
            referee.work(job);
        }
        for notice in notices {
            match notice {
                Notice::Set(said @ Said::Kept { .. }) => {
                    println!("{said}");
                    return Ok(ControlFlow::Break(ExitCode::SUCCESS));
                }
                Notice::Set(said @ Said::Refused(_)) => bail!("{said}"),
                _ => {}
            }
        }
        Ok(ControlFlow::Continue(()))
    })
}

fn seal(file: &Path, organiser: &Path, set: u16, edition: Option<u32>) -> Result<ExitCode> {
    let SealedList { list, seal } = read_list(file)?;
    let key = load(organiser)?;
    let edition = match (edition, seal) {
        (Some(edition), Some(seal)) => {
            let before = seal.edition;
            ensure!(edition > before, "edition {edition} does not follow edition {before}");
            edition
        }
        (Some(edition), None) => edition,
        (None, Some(seal)) => seal.edition + 1,
        (None, None) => bail!("a list without a seal: say its --edition, more than any before"),
    };
    ensure!(edition > 0, "editions count from 1");
    let seal = Seal::new(&list, set, edition, &key).context("the list could not be sealed")?;
    write_list(file, &SealedList { list, seal: Some(seal) })?;
    println!("set {set}, edition {edition}, sealed by {}", key.public().fingerprint());
    Ok(ExitCode::SUCCESS)
}

fn show(file: &Path, json: bool) -> Result<ExitCode> {
    let SealedList { list, seal } = read_list(file)?;
    let holds = seal.map(|seal| seal.check(&list, &seal.organiser, 0));
    let missing: Vec<String> =
        Tile::all().filter(|it| list.tag(*it).is_none()).map(|it| it.to_string()).collect();
    if json {
        let tiles: Vec<_> = list
            .iter()
            .map(|(tag, tile)| json!({ "tile": tile.to_string(), "tag": tag.to_string() }))
            .collect();
        let object = json!({
            "set": seal.map(|seal| seal.set), "edition": seal.map(|seal| seal.edition),
            "organiser": seal.map(|seal| seal.organiser.fingerprint().to_string()),
            "sealed": holds.is_some_and(|holds| holds.is_ok()),
            "hash": crate::referee::digits(&list.digest().0), "tiles": tiles, "missing": missing,
        });
        println!("{object}");
    } else {
        for (tag, tile) in list.iter() {
            println!("{tag}  {tile}");
        }
        if !missing.is_empty() {
            println!("not enrolled: {}", missing.join(" "));
        }
        match (seal, &holds) {
            (Some(seal), Some(Ok(()))) => println!(
                "set {}, edition {}, sealed by {}",
                seal.set,
                seal.edition,
                seal.organiser.fingerprint()
            ),
            (_, Some(Err(error))) => println!("BAD SEAL: {error}"),
            _ => println!("not sealed"),
        }
        println!("hash {}", crate::referee::digits(&list.digest().0));
    }
    Ok(ExitCode::from(u8::from(!matches!(holds, Some(Ok(()))))))
}
