//! `host-sim` without a command: one tile goes all the way, then a whole session.

use std::process::ExitCode;

use anyhow::{Context, Result};

use super::ended;
use super::run::report;
use crate::home::Home;
use crate::play::{self, Demand, Options, ScoreSheet};
use crate::scenario::Scenario;
use crate::world::World;

const SCENARIO: &str = include_str!("../../../tests/scenarios/one_tile_goes_all_the_way.toml");

/// One tile all the way, then a whole session.
pub fn demonstrate() -> Result<ExitCode> {
    println!(
        "One tile goes all the way: antenna, reader, tracking, record, signature, FRAM, wire, referee.\n"
    );
    let scenario = Scenario::parse(SCENARIO)?;
    let world = Home::Desktop.run(World::new(scenario.setup()?))?;
    world.lines().iter().for_each(|line| println!("{line}"));
    let checked = scenario.check(&world);
    let failed = checked.is_err();
    let code = report(checked, world.records_held(), false);
    if failed {
        return Ok(code);
    }
    println!("\nNow four players play a session by the rules of the World Mahjong Organization.\n");
    let options = Options::ordinary("mcr", 1);
    let (graded, world) = play::session_in_its_world(&options, 0, play::HANDS_PER_SESSION)?;
    let referee = world.referee().context("a session without a referee")?;
    println!("{}\n", ScoreSheet::new(referee.ledger()));
    let mut marks = play::Report::default();
    marks.add(0, graded);
    println!(
        "{} acts, {} recorded, {} wrong, {} missed",
        marks.events_true, marks.events_recorded, marks.events_wrong, marks.events_missed
    );
    println!(
        "verified: {} records of table {}, every one signed and chained",
        marks.records,
        referee.ledger().table().fingerprint()
    );
    Ok(ended(marks.missed(Demand::Perfect).is_empty()))
}
