//! `host-sim`: the table on a desktop.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::ExitCode;

use anyhow::{Context, Result, bail};
use clap::{Parser, Subcommand, ValueEnum};
use host_sim::referee::export;
use host_sim::scenario::Scenario;
use host_sim::world::World;
use host_sim::{desktop, qemu};
use serde_json::json;

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

#[derive(Subcommand)]
enum Command {
    /// Run one scenario file and compare what was recorded with what it expects.
    Run {
        /// The scenario, a TOML file; its words are explained in tests/scenarios/README.md.
        file: PathBuf,
        /// Where the application runs.
        #[arg(long, default_value = "desktop")]
        home: Home,
        /// Write the verified records to this file, for `referee verify`.
        #[arg(long)]
        out: Option<PathBuf>,
        /// One JSON object on standard output and nothing else.
        #[arg(long)]
        json: bool,
    },
}

/// A home of the application.
#[derive(Clone, Copy, ValueEnum)]
enum Home {
    /// In this process, on virtual time.
    Desktop,
    /// The real image in an emulated STM32F405, on virtual time.
    Qemu,
}

const DEMONSTRATION: &str = include_str!("../../tests/scenarios/one_tile_goes_all_the_way.toml");

fn main() -> ExitCode {
    let done = match Arguments::parse().command {
        None => demonstrate(),
        Some(Command::Run {
            file,
            home,
            out,
            json,
        }) => run(&file, home, out.as_deref(), json),
    };
    done.unwrap_or_else(|error| {
        eprintln!("host-sim: {error:#}");
        ExitCode::from(2)
    })
}

/// One tile, all the way.
fn demonstrate() -> Result<ExitCode> {
    println!(
        "One tile goes all the way: antenna, reader, tracking, record, signature, FRAM, wire, referee.\n"
    );
    let scenario = Scenario::parse(DEMONSTRATION)?;
    let world = play(&scenario, Home::Desktop)?;
    show(&world);
    Ok(report(&scenario, &world, false))
}

fn run(file: &Path, home: Home, out: Option<&Path>, json: bool) -> Result<ExitCode> {
    let named = || format!("scenario {}", file.display());
    let text = fs::read_to_string(file).with_context(named)?;
    let scenario = Scenario::parse(&text).with_context(named)?;
    let world = play(&scenario, home).with_context(named)?;
    if !json {
        show(&world);
    }
    if let (Some(out), Some(referee)) = (out, world.referee()) {
        fs::write(out, export(referee.ledger())).with_context(|| out.display().to_string())?;
    }
    Ok(report(&scenario, &world, json))
}

fn play(scenario: &Scenario, home: Home) -> Result<World> {
    let world = World::new(scenario.setup()?);
    match home {
        Home::Desktop => {
            let (world, ended) = desktop::run(world);
            ended.context("the table cannot start")?;
            Ok(world)
        }
        Home::Qemu => match qemu::run(world, &qemu::build_image()?)? {
            (world, 0) => Ok(world),
            (_, code) => bail!("the image ended with exit code {code}"),
        },
    }
}

fn show(world: &World) {
    world.lines().iter().for_each(|line| println!("{line}"));
}

fn report(scenario: &Scenario, world: &World, json: bool) -> ExitCode {
    let checked = scenario.check(world);
    let records = world
        .referee()
        .map_or(0, |referee| referee.ledger().records().len());
    if json {
        let (passed, failed) = (u8::from(checked.is_ok()), u8::from(checked.is_err()));
        let reason = checked.as_ref().err().map(ToString::to_string);
        println!(
            "{}",
            json!({ "passed": passed, "failed": failed, "records": records, "reason": reason })
        );
    } else {
        match &checked {
            Ok(()) => println!("\nverified: {records} records, every one signed and chained"),
            Err(mismatch) => println!("\nFAILED: {mismatch}"),
        }
    }
    ExitCode::from(u8::from(checked.is_err()))
}
