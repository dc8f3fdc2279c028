//! `host-sim`: the table on a desktop.

use std::process::ExitCode;

use clap::Parser;
use host_sim::command::{Command, demonstrate};

/// The automatic mahjong table on a desktop: the firmware's own application in a simulated world.
///
/// Without a command it plays a demonstration: one tagged tile is laid on one antenna and followed step by step through reader,
/// tracking, record, signature, storage and wire until the referee's side has verified it.
///
/// Exit codes: 0 all is well, 1 something did not come out as expected, 2 the command could not be carried out.
#[derive(Parser)]
#[command(version)]
struct Arguments {
    #[command(subcommand)]
    command: Option<Command>,
}

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => demonstrate(),
        Some(command) => command.run(),
    };
    done.unwrap_or_else(|error| {
        eprintln!("host-sim: {error:#}");
        ExitCode::from(2)
    })
}
