//! `host-sim serve`: simulated tables in real time, each behind a TCP port or a pseudo-terminal like a table behind its cable. Their players
//! wait for the referee at the other end: he starts sessions and hands, tells the dice and confirms results.

mod plug;

pub use plug::Plug;

use std::thread;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use table_core::rules::RuleBook;
use table_core::trust::PublicKey;

use crate::chips::Micros;
use crate::desktop;
use crate::play::{Eyes, Script, Seen, written};
use crate::world::play::session::SessionPlan;
use crate::world::{Onward, Setup, World};

/// The line is looked at this often at least.
const LOOK: Duration = Duration::from_millis(20);
/// A served table is never over.
const FOR_EVER: Micros = u64::MAX / 4;

/// What the tables play.
#[derive(Debug, Clone, Copy)]
pub struct Serving {
    /// By whose rules.
    pub book: &'static dyn RuleBook,
    /// Hands of each session; another follows when it is over.
    pub hands: u16,
    /// Table time for one second of ours.
    pub speed: f64,
}

/// Starts a table behind a plug; it plays until the program ends. Its identity.
pub fn serve(plug: Plug, seed: u64, serving: Serving) -> Result<PublicKey> {
    let table = Setup::new(seed, vec![], 0).table();
    // A plan that cannot be played is said now, not by a thread that nobody looks at.
    let first = script(&serving, seed)?;
    thread::Builder::new()
        .name(format!("table of seed {seed}"))
        .spawn(move || run(plug, seed, serving, first))
        .context("no thread for a table")?;
    Ok(table)
}

fn script(serving: &Serving, seed: u64) -> Result<Script> {
    Ok(written(&SessionPlan::new(serving.book, serving.hands, seed), &Seen::default())?.1)
}

fn run(mut plug: Plug, seed: u64, serving: Serving, first: Script) {
    let mut sessions = 1;
    let started = Instant::now();
    let mut world = World::for_a_referee(Setup::new(seed, first, FOR_EVER));
    world.keep_lines(false);
    let world = world.by_sight(Eyes::new(seed, true)).watched(Box::new(move |world| {
        world.go_on_with(|| {
            sessions += 1;
            // The first could be played, so can the next; a table that cannot stays idle.
            script(&serving, seed.wrapping_add(sessions << 32)).unwrap_or_default()
        });
        let due = Duration::from_secs_f64(world.now() as f64 / 1e6 / serving.speed);
        loop {
            plug.send(&world.take_arrived());
            let left = due.saturating_sub(started.elapsed());
            let heard = plug.hear(left.min(LOOK));
            if !heard.is_empty() {
                world.send_to_table(heard);
            }
            if left.is_zero() {
                return Onward::Go;
            }
        }
    }));
    let (_, ended) = desktop::run(world);
    if let Err(fault) = ended {
        eprintln!("host-sim: a table stopped: {fault}");
    }
}
