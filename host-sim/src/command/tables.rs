//! `host-sim watch` and `host-sim serve`: tables in people's time.

use std::io::{self, Write};
use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::{Context, Result, ensure};

use super::{Rules, seen_by_bytes, write_run};
use crate::home::Home;
use crate::play::{self, ScoreSheet};
use crate::referee::digits;
use crate::serve::{Plug, Serving, serve};
use crate::watch::{self, Watched};
use crate::world::play::session::SessionPlan;

/// Which session, and how fast.
#[derive(clap::Args)]
pub struct WatchArguments {
    /// The rule book.
    #[arg(long, default_value = "mcr")]
    rules: Rules,
    /// Hands to be played.
    #[arg(long, default_value_t = play::HANDS_PER_SESSION)]
    hands: u16,
    /// Everything follows from it, but for what the keyboard adds.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Table time for one second of yours; 0 for as fast as it goes.
    #[arg(long, default_value_t = 8.0)]
    speed: f64,
    /// Write what was done to the table, faults and orders included, to this file, for `host-sim replay`.
    #[arg(long)]
    record: Option<PathBuf>,
}

impl WatchArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let plan = SessionPlan::new(self.rules.book()?, self.hands, self.seed);
        // Through the chip models, so that a broken reader is one.
        let (_, world) = play::planned(&plan, &seen_by_bytes())?;
        let run = |world| Home::Desktop.run(world);
        let world = if watch::has_a_screen() {
            let speed = (self.speed > 0.0).then_some(self.speed);
            watch::watch(world, Watched::new(plan.seed, speed), run)?
        } else {
            run(watch::plain(world))?
        };
        if let Some(record) = &self.record {
            write_run(&world, record)?;
        }
        let referee = world.referee().context("a session without a referee")?;
        println!("{}", ScoreSheet::new(referee.ledger()));
        Ok(ExitCode::SUCCESS)
    }
}

/// Which tables, and what is played at them.
#[derive(clap::Args)]
pub struct ServeArguments {
    /// So many tables.
    #[arg(long, default_value_t = 1)]
    tables: u16,
    /// Port of the first; the others follow. 0 takes any that are free.
    #[arg(long, default_value_t = 4000)]
    port: u16,
    /// Pseudo-terminals instead of ports.
    #[arg(long, conflicts_with = "port")]
    pty: bool,
    /// The rule book that the players play by.
    #[arg(long, default_value = "mcr")]
    rules: Rules,
    /// Hands of each session.
    #[arg(long, default_value_t = play::HANDS_PER_SESSION)]
    hands: u16,
    /// Everything follows from it, but for what the referee does.
    #[arg(long, default_value_t = 1)]
    seed: u64,
    /// Table time for one second of yours.
    #[arg(long, default_value_t = 1.0)]
    speed: f64,
    /// Write the tables' lines and identities to this file, for `referee serve --list`.
    #[arg(long)]
    list: Option<PathBuf>,
}

impl ServeArguments {
    pub(super) fn run(&self) -> Result<ExitCode> {
        let serving = Serving { book: self.rules.book()?, hands: self.hands, speed: self.speed };
        ensure!(serving.speed > 0.0, "the speed is above zero");
        let mut lines = String::new();
        for table in 0..self.tables {
            let (plug, name) = self.plug(table)?;
            let identity = serve(plug, self.seed.wrapping_add(u64::from(table)), serving)?;
            lines += &format!("{name}={}\n", digits(&identity.0));
        }
        if let Some(list) = &self.list {
            super::write(list, lines.as_bytes())?;
        }
        print!("{lines}");
        io::stdout().flush()?;
        loop {
            std::thread::park();
        }
    }

    /// Where this table is plugged in, and what that is called.
    fn plug(&self, table: u16) -> Result<(Plug, String)> {
        if self.pty {
            return Plug::pty().context("no pseudo-terminal");
        }
        let port = match self.port {
            0 => 0,
            first => first.checked_add(table).context("no such port")?,
        };
        Plug::tcp(port).with_context(|| format!("port {port}"))
    }
}
