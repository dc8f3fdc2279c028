//! What `host-sim` can be told to do: each command with its arguments, which are its manual, and what it prints.

mod bench;
mod demonstration;
mod play;
mod run;
mod score;
mod tables;
mod trials;

use std::fmt::Display;
use std::path::Path;
use std::process::ExitCode;

use anyhow::{Context, Result};
use clap::{Subcommand, ValueEnum};
use serde::Serialize;
use table_core::rules::{RuleBook, book};

use crate::home::Home;
use crate::play::{Detail, Seen};
use crate::rerun::Run;
use crate::world::World;

pub use demonstration::demonstrate;

/// A command of `host-sim`.
#[derive(Subcommand)]
pub enum Command {
    /// Run one scenario file and compare what was recorded with what it expects.
    Run(run::RunArguments),
    /// Let a recorded run happen again and compare every record, byte by byte.
    ///
    /// Exit codes: 0 the same records, 1 the runs part (and where), 2 the file is no run.
    Replay(run::ReplayArguments),
    /// Play sessions: seeded players at the real table, every record verified, everything graded against the truth.
    ///
    /// No result on record may be wrong, whatever the faults. With `--faults none` nothing else may be, either; with `realistic`
    /// or a file of your own at most 1 act in 100,000 is wrong and as many missed, 1 flag in 1,000 hands is false, the referee is
    /// asked in 5 % of the hands, and 95 % of the acts are named within 1 s and permanent within 8 s.
    ///
    /// Exit codes: 0 these goals are met, 1 one is missed.
    Play(play::PlayArguments),
    /// Cut the power of played sessions at random instants and after random bytes, also during recovery, and look what is left.
    ///
    /// Sessions of both rule books are played; after every cut the journal, the resumed state, clocks and pending calls are
    /// compared with what was known before, and at the end the results with what happened.
    ///
    /// Exit codes: 0 nothing lost, nothing invented, no wrong state; 1 otherwise.
    Cuts(trials::CutsArguments),
    /// Watch a session on the terminal: the table, its records, its clocks; pause, step, break things, be the referee.
    ///
    /// Keys are named in the last line of the screen. Where there is no terminal, every record is a line of plain text.
    Watch(tables::WatchArguments),
    /// Simulated tables in real time, each behind a TCP port or a pseudo-terminal, for `referee serve` or `referee connect`.
    ///
    /// Their players wait for the referee: he starts sessions and hands, tells the dice and confirms results.
    Serve(tables::ServeArguments),
    /// Score hands: one typed by a person, or many as JSON lines from standard input.
    ///
    /// A hand is written like `123m 456m 789m EE +E`: standing tiles (1-9 with m characters, p dots, s bamboo; winds E S W N;
    /// dragons C red, F green, P white) and the winning tile behind a plus sign. [456p] is a laid-out set, {NNNN} a concealed
    /// kong; [555p:2] was given by the opposite player, [555p:3] by the right one; [5555p:3+] was promoted from a pung.
    ///
    /// Example: host-sim score --rules mcr "123m 456m 78m EEE 55p +9m" --self-draw
    #[command(verbatim_doc_comment)]
    Score(score::ScoreArguments),
    /// Run the link under loss, damage, doubling and swapping, both ends restarted at random, and count what came through.
    ///
    /// The real application runs on simulated tables; what lies on their chips in the end is compared with the referee's ledger.
    /// Exit codes: 0 nothing lost, doubled or swapped; 1 something was.
    Link(trials::LinkArguments),
    /// Measure what the README quotes: on this machine in hands per second, on the chip (in QEMU) in instructions.
    Bench(bench::BenchArguments),
}

impl Command {
    /// Does it, and says how the program ends.
    pub fn run(&self) -> Result<ExitCode> {
        match self {
            Command::Run(arguments) => arguments.run(),
            Command::Replay(arguments) => arguments.run(),
            Command::Play(arguments) => arguments.run(),
            Command::Cuts(arguments) => arguments.run(),
            Command::Watch(arguments) => arguments.run(),
            Command::Serve(arguments) => arguments.run(),
            Command::Score(arguments) => arguments.run(),
            Command::Link(arguments) => arguments.run(),
            Command::Bench(arguments) => arguments.run(),
        }
    }
}

/// A rule book.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum Rules {
    /// World Mahjong Organization, 81 fan.
    Mcr,
    /// Hong Kong, faan.
    Gghk,
}

impl Rules {
    fn id(self) -> &'static str {
        match self {
            Rules::Mcr => "mcr",
            Rules::Gghk => "gghk",
        }
    }

    fn book(self) -> Result<&'static dyn RuleBook> {
        book(self.id()).context("no such rule set")
    }
}

/// A home of the application.
#[derive(Debug, Clone, Copy, ValueEnum)]
enum HomeName {
    /// In this process, on virtual time.
    Desktop,
    /// The real image in an emulated STM32F405, on virtual time.
    Qemu,
}

impl HomeName {
    fn open(self) -> Result<Home> {
        match self {
            HomeName::Desktop => Ok(Home::Desktop),
            HomeName::Qemu => Ok(Home::qemu()?),
        }
    }
}

/// For people as it reads, for programs as one JSON object.
fn print(outcome: &(impl Serialize + Display), json: bool) -> Result<()> {
    match json {
        true => println!("{}", serde_json::to_string(outcome)?),
        false => println!("{outcome}"),
    }
    Ok(())
}

/// 0 if all is as it should be, 1 if it is not.
fn ended(good: bool) -> ExitCode {
    ExitCode::from(u8::from(!good))
}

/// Through the chip models, with nothing going wrong by itself.
fn seen_by_bytes() -> Seen {
    Seen { detail: Detail::Bytes, ..Seen::default() }
}

/// Writes what was done in a world, for `host-sim replay`.
fn write_run(world: &World, file: &Path) -> Result<()> {
    let text = Run::of(world, &seen_by_bytes()).to_text();
    write(file, text.as_bytes())
}

fn write(file: &Path, bytes: &[u8]) -> Result<()> {
    std::fs::write(file, bytes).with_context(|| file.display().to_string())
}
