//! `referee`: the device at the other end of the table's UART, and the organiser's papers.

use std::fs;
use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::ExitCode;
use std::time::Instant;

use anyhow::{Context, Result, ensure};
use clap::{Parser, Subcommand};
use host_sim::console::{ConnectArguments, PassphraseArguments, ServeArguments};
use host_sim::paper::{PaperArguments, StandingsArguments};
use host_sim::referee::line::{self, load, random};
use host_sim::referee::verify::{Known, Source, Verdict, Word, verify};
use host_sim::referee::{TableList, bytes, digits};
use host_sim::set;
use serde_json::json;
use table_core::game::Few;
use table_core::record::{Hash, Seq};
use table_core::trust::{Official, Officials, PublicKey, Role, SignedBytes, SoftwareKey, sign};

/// The referee's device: receives the table's records and believes none that it has not checked.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check records: every signature, number and link of the chain, every score, payment and sheet.
    ///
    /// Takes an export, the bytes of a table's FRAM (with --table), or a folder of such files.
    /// Exit codes: 0 good, 1 good with remarks, 2 bad. Works offline and needs nothing but the file.
    Verify {
        /// Written by `host-sim run --out`, `host-sim play --out` or `referee connect --out`.
        file: PathBuf,
        /// The identity that the table must have: 64 hexadecimal digits from the organiser's list.
        #[arg(long, value_parser = identity)]
        table: Option<PublicKey>,
        /// A record that must be there, as NUMBER:HASH with 64 hexadecimal digits: shows records cut off at the end.
        #[arg(long, value_parser = head)]
        head: Option<(Seq, Hash)>,
        /// One JSON object on standard output and nothing else (one a line for a folder).
        #[arg(long)]
        json: bool,
    },
    /// Print a session's papers from its verified records: score sheet and foul record as PDF and CSV, both as JSON.
    Paper(PaperArguments),
    /// Rank the players of a tournament over several sessions: table points, then game points.
    ///
    /// Only files whose every record holds and whose table is on the organiser's list are counted.
    Standings(StandingsArguments),
    /// Hold the line to one table and show it on the terminal: state, who is awaited, reports, results, orders.
    ///
    /// Where there is no terminal, every record is a line of plain text.
    Connect(ConnectArguments),
    /// The console: hold the lines to all tables, keep their records, and show the hall and each table on a web page.
    Serve(ServeArguments),
    /// Set the passphrase of a role at the console; it is read from standard input.
    Passphrase(PassphraseArguments),
    /// Show how well the table sees: read rate and margin of each loop and tile, noise, resets, longest gap between two scans.
    ///
    /// Tiles are named while no hand is played. Repeats until it is stopped, or so often as it is told.
    Sensors(line::SensorsArguments),
    /// Work with a set of tiles: enrol it, look it over, replace a tile, seal its list and send it to a table.
    #[command(subcommand)]
    Set(set::command::Command),
    /// Make a key for a device or an organiser; prints its public half.
    Key {
        /// Where the key goes; a file that exists is not overwritten.
        file: PathBuf,
    },
    /// Sign a list of tables.
    Tables {
        /// The organiser's key (`referee key`).
        #[arg(long)]
        organiser: PathBuf,
        /// Name of the event.
        #[arg(long)]
        event: String,
        /// Number of the list; each newer list has a higher one.
        #[arg(long, default_value_t = 1)]
        serial: u32,
        /// A table as NUMBER=KEY, its key as 64 hexadecimal digits; once for each.
        #[arg(long = "table", value_parser = numbered)]
        tables: Vec<(u16, PublicKey)>,
        /// Where the list goes.
        #[arg(long)]
        out: PathBuf,
    },
    /// Sign a list of officials, at most six.
    Officials {
        /// The organiser's key (`referee key`).
        #[arg(long)]
        organiser: PathBuf,
        /// Number of the list; each newer list has a higher one.
        #[arg(long, default_value_t = 1)]
        serial: u32,
        /// Somebody as ROLE=KEY: referee, head, organiser or technician; once for each.
        #[arg(long = "official", value_parser = official)]
        people: Vec<Official>,
        /// Where the list goes.
        #[arg(long)]
        out: PathBuf,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Verify { file, table, head, json } => {
            verify_files(&file, &Known { table, head }, json)
        }
        Command::Connect(arguments) => arguments.run(),
        Command::Serve(arguments) => arguments.run(),
        Command::Passphrase(arguments) => arguments.run(),
        Command::Paper(arguments) => arguments.run(),
        Command::Standings(arguments) => arguments.run(),
        Command::Sensors(arguments) => line::watch_sensors(&arguments),
        Command::Set(command) => command.run(),
        Command::Key { file } => make_key(&file),
        Command::Tables { organiser, event, serial, tables, out } => load(&organiser)
            .and_then(|key| Ok(TableList { event, serial, tables }.sign(&key)?))
            .and_then(|text| write(&out, text.as_bytes())),
        Command::Officials { organiser, serial, people, out } => {
            sign_officials(&organiser, serial, &people).and_then(|list| write(&out, &list))
        }
    };
    done.unwrap_or_else(|error| {
        eprintln!("referee: {error:#}");
        ExitCode::from(2)
    })
}

fn shown(path: &Path) -> String {
    path.display().to_string()
}

fn write(path: &Path, bytes: &[u8]) -> Result<ExitCode> {
    fs::write(path, bytes).with_context(|| shown(path))?;
    Ok(ExitCode::SUCCESS)
}

fn identity(text: &str) -> Result<PublicKey, String> {
    bytes(text).map(PublicKey).map_err(|error| error.to_string())
}

fn numbered(text: &str) -> Result<(u16, PublicKey), String> {
    let (number, key) = text.split_once('=').ok_or("say NUMBER=KEY")?;
    Ok((number.parse().map_err(|_| "the number of a table is a number")?, identity(key)?))
}

fn official(text: &str) -> Result<Official, String> {
    let (role, key) = text.split_once('=').ok_or("say ROLE=KEY")?;
    let role = match role {
        "referee" => Role::Referee,
        "head" => Role::HeadReferee,
        "organiser" => Role::Organiser,
        "technician" => Role::Technician,
        _ => return Err("a role is referee, head, organiser or technician".into()),
    };
    Ok(Official { key: identity(key)?, role })
}

fn head(text: &str) -> Result<(Seq, Hash), String> {
    let (number, hash) = text.split_once(':').ok_or("say NUMBER:HASH")?;
    let number = number.parse().map_err(|_| "the number of a record is a number")?;
    Ok((Seq(number), Hash(bytes(hash).map_err(|error| error.to_string())?)))
}

fn verify_files(path: &Path, known: &Known, json: bool) -> Result<ExitCode> {
    if !path.is_dir() {
        return Ok(ExitCode::from(verify_file(path, known, json)?.code()));
    }
    let mut files: Vec<PathBuf> = fs::read_dir(path)
        .with_context(|| shown(path))?
        .map(|entry| Ok(entry?.path()))
        .collect::<Result<_>>()?;
    files.retain(|file| file.is_file());
    files.sort();
    ensure!(!files.is_empty(), "{}: no files to verify", shown(path));
    let mut worst = Word::Good.code();
    for file in files {
        worst = worst.max(verify_file(&file, known, json)?.code());
    }
    Ok(ExitCode::from(worst))
}

fn verify_file(file: &Path, known: &Known, json: bool) -> Result<Word> {
    let started = Instant::now();
    let bytes = fs::read(file).with_context(|| shown(file))?;
    let verdict = match Source::read(&bytes, known.table) {
        Ok(source) => verify(&source, known),
        Err(error) => Verdict::unreadable(&error),
    };
    let Verdict { word, records, first_bad, reason, remarks, scores } = &verdict;
    let seconds = started.elapsed().as_secs_f64();
    let rate = *records as f64 / seconds.max(1e-9);
    eprintln!("{}: {records} records in {seconds:.2} s, {rate:.0} a second", shown(file));
    if json {
        let object = json!({
            "file": shown(file), "verdict": word.to_string(), "records": records, "scores": scores,
            "first_bad": first_bad, "reason": reason, "remarks": remarks,
        });
        println!("{object}");
    } else {
        println!("{word}: {records} records, {scores} scores worked out again");
        match first_bad {
            Some(number) => println!("  record {number}: {}", reason.as_deref().unwrap_or("")),
            None if *word == Word::Bad => println!("  {}", reason.as_deref().unwrap_or("")),
            None => remarks.iter().for_each(|remark| println!("  {remark}")),
        }
    }
    Ok(*word)
}

fn make_key(file: &Path) -> Result<ExitCode> {
    let seed = random::<32>()?;
    let mut options = fs::OpenOptions::new();
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    let mut out = options.write(true).create_new(true).open(file).with_context(|| shown(file))?;
    writeln!(out, "{}", digits(&seed))?;
    let public = SoftwareKey::from_seed(&seed).public();
    println!("{}", digits(&public.0));
    eprintln!("fingerprint {}", public.fingerprint());
    Ok(ExitCode::SUCCESS)
}

fn sign_officials(organiser: &Path, serial: u32, people: &[Official]) -> Result<SignedBytes> {
    let key = load(organiser)?;
    ensure!(serial > 0, "lists are numbered from 1");
    let list =
        Officials { organiser: key.public(), serial, people: Few::from_some(people.to_vec()) };
    ensure!(list.people.len() == people.len(), "a list has room for {} people", list.people.len());
    sign(&key, &list).context("the list is too long")
}
