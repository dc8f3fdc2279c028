//! `referee`: the device at the other end of the table's UART.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand};
use host_sim::paper::{PaperArguments, StandingsArguments};
use host_sim::referee::{Ledger, Notice, Referee, export, read_export};
use serde_json::json;
use table_core::trust::PublicKey;

/// The referee's device: receives the table's records and believes none that it has not checked.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Check a file of records: every signature, every number, every link of the chain.
    ///
    /// Exit codes: 0 good, 1 good with remarks, 2 bad. Works offline and needs nothing but the file.
    Verify {
        /// Written by `host-sim run --out` or `referee connect --out`.
        file: PathBuf,
        /// The identity that the table must have: 64 hexadecimal digits from the organiser's list.
        #[arg(long, value_parser = identity)]
        table: Option<PublicKey>,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
    /// Print a session's papers from its verified records: score sheet and foul record as PDF and CSV, both as JSON.
    Paper(PaperArguments),
    /// Rank the players of a tournament over several sessions: table points, then game points.
    ///
    /// Only files whose every record holds and whose table is on the organiser's list are counted.
    Standings(StandingsArguments),
    /// Receive records from a table until it goes away.
    Connect {
        /// Where the table is: tcp:ADDRESS:PORT.
        port: String,
        /// The identity that the table must have: 64 hexadecimal digits from the organiser's list.
        #[arg(long, value_parser = identity)]
        table: PublicKey,
        /// Write the verified records to this file, for `referee verify`.
        #[arg(long)]
        out: Option<PathBuf>,
    },
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        Command::Verify { file, table, json } => verify(&file, table, json),
        Command::Paper(arguments) => arguments.run(),
        Command::Standings(arguments) => arguments.run(),
        Command::Connect { port, table, out } => connect(&port, table, out.as_deref()),
    };
    done.unwrap_or_else(|error| {
        eprintln!("referee: {error:#}");
        ExitCode::from(2)
    })
}

fn identity(text: &str) -> Result<PublicKey, String> {
    let wanted = "64 hexadecimal digits";
    let bytes: Option<Vec<u8>> = (text.len() == 64 && text.is_ascii())
        .then(|| {
            (0..64).step_by(2).map(|at| u8::from_str_radix(&text[at..at + 2], 16).ok()).collect()
        })
        .flatten();
    bytes.and_then(|bytes| bytes.try_into().ok()).map(PublicKey).ok_or(wanted.into())
}

/// The answer of the verifier.
struct Verdict {
    word: &'static str,
    code: u8,
    records: usize,
    first_bad: Option<u64>,
    reason: Option<String>,
}

fn verify(file: &Path, table: Option<PublicKey>, json: bool) -> Result<ExitCode> {
    let bytes = fs::read(file).with_context(|| file.display().to_string())?;
    let verdict = judge(&bytes, table);
    if json {
        let Verdict { word, records, first_bad, reason, .. } = &verdict;
        let object = json!({ "verdict": word, "records": records, "first_bad": first_bad, "reason": reason });
        println!("{object}");
    } else {
        println!("{}: {} records", verdict.word, verdict.records);
        if let Some(reason) = &verdict.reason {
            println!("  {reason}");
        }
    }
    Ok(ExitCode::from(verdict.code))
}

fn judge(bytes: &[u8], table: Option<PublicKey>) -> Verdict {
    let bad = |records, first_bad, reason| Verdict {
        word: "bad",
        code: 2,
        records,
        first_bad,
        reason: Some(reason),
    };
    let file = match read_export(bytes) {
        Ok(file) => file,
        Err(error) => return bad(0, None, error.to_string()),
    };
    if table.is_some_and(|table| table != file.table) {
        return bad(
            0,
            None,
            format!("these are the records of table {}", file.table.fingerprint()),
        );
    }
    let mut ledger = Ledger::new(file.table);
    for (number, record) in (1..).zip(&file.records) {
        match ledger.take(record) {
            Ok(Notice::Verified(_)) => {}
            Ok(_) => {
                return bad(number as usize - 1, Some(number), "a record occurs twice".into());
            }
            Err(refusal) => return bad(number as usize - 1, Some(number), refusal.to_string()),
        }
    }
    if ledger.newest() != file.newest {
        let reason = format!("the table had {} records", file.newest.0);
        return bad(file.records.len(), Some(ledger.newest().0 + 1), reason);
    }
    let records = file.records.len();
    match table {
        Some(_) => Verdict { word: "good", code: 0, records, first_bad: None, reason: None },
        None => {
            let who = file.table.fingerprint();
            let reason = format!(
                "the table says it is {who}; compare that with its display, or give --table"
            );
            Verdict {
                word: "good with remarks",
                code: 1,
                records,
                first_bad: None,
                reason: Some(reason),
            }
        }
    }
}

fn connect(port: &str, table: PublicKey, out: Option<&Path>) -> Result<ExitCode> {
    let Some(address) = port.strip_prefix("tcp:") else {
        bail!("{port}: say tcp:ADDRESS:PORT, such as tcp:127.0.0.1:4000");
    };
    let mut line = TcpStream::connect(address).with_context(|| port.to_owned())?;
    let mut referee = Referee::new(table);
    let mut bytes = [0; 256];
    loop {
        let count = line.read(&mut bytes)?;
        if count == 0 {
            return Ok(ExitCode::SUCCESS);
        }
        let (notices, answer) = referee.hear(&bytes[..count]);
        for notice in notices {
            println!("{notice:?}");
        }
        if let Some(out) = out {
            fs::write(out, export(referee.ledger()))?;
        }
        line.write_all(&answer)?;
    }
}
