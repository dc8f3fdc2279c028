//! `host-sim link`: the real application and the referee's device over a bad cable, both switched off and on at random; then
//! what lies on the tables' chips is compared with the referee's ledgers.

use std::collections::BTreeSet;
use std::fmt;

use anyhow::{Context, bail, ensure};
use serde::Serialize;
use table_core::place::{Antenna, Zone};
use table_core::record::Sealed;
use table_core::seat::Seat;
use table_core::tile::Tile;

use crate::chips::Micros;
use crate::desktop;
use crate::play::Eyes;
use crate::referee::verify::Source;
use crate::world::play::random::Random;
use crate::world::{Act, Mishaps, Setup, World, tag_of};

/// What is to be tried.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Options {
    /// Share of frames that vanish.
    pub loss: f64,
    /// Share of frames in which a bit changes.
    pub damage: f64,
    /// Records to be made.
    pub records: u64,
    /// Everything follows from it.
    pub seed: u64,
}

/// What came of it.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize)]
pub struct Outcome {
    /// Records on the tables' chips.
    pub sent: u64,
    /// Of them in the referee's ledgers, byte for byte.
    pub delivered: u64,
    /// In a ledger more than once.
    pub duplicated: u64,
    /// Not in a ledger.
    pub lost: u64,
    /// In a ledger behind a later one.
    pub reordered: u64,
    /// How often a table was switched off and on.
    pub table_restarts: u64,
    /// How often a referee's device was planned to be.
    pub referee_restarts: u64,
    /// Seconds at the tables.
    pub table_seconds: u64,
}

impl Outcome {
    /// Everything came through once and in order.
    pub fn is_good(&self) -> bool {
        (self.duplicated, self.lost, self.reordered) == (0, 0, 0) && self.sent > 0
    }
}

impl fmt::Display for Outcome {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Outcome { sent, delivered, duplicated, lost, reordered, .. } = self;
        writeln!(out, "{sent} records made, {delivered} delivered")?;
        writeln!(out, "{duplicated} duplicated, {lost} lost, {reordered} reordered")?;
        write!(
            out,
            "tables restarted {} times, referee's devices {} times, {} s at the tables",
            self.table_restarts, self.referee_restarts, self.table_seconds
        )
    }
}

/// Records of one table: a chip holds half as many again.
const MOST_AT_A_TABLE: u64 = 1_500;
/// Between two switches, in milliseconds.
const RUNS: (u64, u64) = (500, 40_000);
/// One tile is moved after so many milliseconds.
const MOVES: (u64, u64) = (20, 400);
/// Frames that arrive twice, and behind the next one.
const DOUBLING: f64 = 0.05;
const SWAPPING: f64 = 0.05;
/// Longest time without power, in milliseconds.
const MOST_DARK: u64 = 5_000;
/// A run that has not ended by then has lost something.
const AGES: Micros = 20_000_000_000;
/// Tiles that are moved; a table that starts again records where each lies.
const TILES: usize = 12;

/// Runs tables until enough records are made; `progress` hears how many.
pub fn run(options: &Options, progress: impl Fn(u64)) -> anyhow::Result<Outcome> {
    let mut outcome = Outcome::default();
    let mut table = 0;
    while outcome.sent < options.records {
        let wanted = (options.records - outcome.sent).min(MOST_AT_A_TABLE);
        let seed = Random::part(options.seed, table).bits();
        let made = outcome.sent;
        one_table(options, seed, wanted, &mut outcome, |at_table| progress(made + at_table))
            .with_context(|| format!("table {table} of seed {}", options.seed))?;
        table += 1;
    }
    Ok(outcome)
}

fn one_table(
    options: &Options,
    seed: u64,
    wanted: u64,
    outcome: &mut Outcome,
    progress: impl Fn(u64),
) -> anyhow::Result<()> {
    let Options { loss, damage, .. } = *options;
    let mishaps = Mishaps { loss, damage, doubling: DOUBLING, swapping: SWAPPING };
    let mut chance = Random::new(seed);
    let script = moves(&mut chance, outcome);
    let setup = Setup::new(seed, script, AGES);
    let table = setup.table();
    let mut world = World::new(setup).with_cable(mishaps).by_sight(Eyes::new(seed, true));
    world.keep_lines(false);
    world.cut_at(chance.millis(RUNS.0, RUNS.1).0);
    let on_chip = loop {
        let (stopped, ended) = desktop::run(world);
        ended.context("the table stopped")?;
        if let Some(violation) = stopped.violations().first() {
            bail!("{violation}");
        }
        let on_chip = Source::of_journal(stopped.fram().bytes(), table)?.records;
        progress(on_chip.len() as u64);
        if stopped.waits_for_delivery() {
            world = stopped;
            break on_chip;
        }
        ensure!(stopped.now() < AGES, "only {} records were made", on_chip.len());
        outcome.table_restarts += 1;
        let dark = chance.millis(0, MOST_DARK).0;
        world = stopped.power_returns(dark, 0, |_| true);
        if (on_chip.len() as u64) < wanted {
            world.cut_at(world.now() + chance.millis(RUNS.0, RUNS.1).0);
        } else {
            // Everything is made; the rest must come through, whatever the cable does.
            world = world.without_script().until_delivered();
        }
    };
    outcome.table_seconds += world.now() / 1_000_000;
    let ledger = world.referee().context("a world without a referee")?.ledger();
    compare(&on_chip, ledger.records(), outcome);
    Ok(())
}

/// Tiles that are moved, and a referee's device that is switched off and on now and then.
fn moves(chance: &mut Random, outcome: &mut Outcome) -> Vec<(Micros, Act)> {
    let mut script = vec![];
    let mut at = 0;
    // More moves than records are wanted: not every one is seen as one.
    for _ in 0..2 * MOST_AT_A_TABLE {
        at += chance.millis(MOVES.0, MOVES.1).0;
        let tile = Tile::new(chance.below(TILES) as u8).map(tag_of);
        let antenna =
            Antenna { seat: Seat::ALL[chance.below(4)], zone: Zone::ALL[chance.below(4)] };
        script.extend(tile.map(|tag| (at, Act::Lay(tag, antenna))));
        if chance.chance(0.01) {
            outcome.referee_restarts += 1;
            script.push((at, Act::RefereeRestarts));
        }
    }
    script
}

fn compare(on_chip: &[Vec<u8>], held: &[Sealed], outcome: &mut Outcome) {
    let ledger: BTreeSet<&[u8]> = held.iter().map(Sealed::bytes).collect();
    let delivered = on_chip.iter().filter(|record| ledger.contains(record.as_slice())).count();
    let numbers: Vec<u64> =
        held.iter().filter_map(|it| it.read().ok()).map(|it| it.seq.0).collect();
    let different: BTreeSet<&u64> = numbers.iter().collect();
    outcome.sent += on_chip.len() as u64;
    outcome.delivered += delivered as u64;
    outcome.lost += (on_chip.len() - delivered) as u64;
    outcome.duplicated += (numbers.len() - different.len()) as u64;
    outcome.reordered += numbers.windows(2).filter(|pair| pair[1] < pair[0]).count() as u64;
}
