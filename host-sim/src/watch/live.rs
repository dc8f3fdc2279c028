//! The loop: the world's time against ours, keys in between.

use std::io::IsTerminal;
use std::time::{Duration, Instant};

use anyhow::{Context, Result};
use ratatui::DefaultTerminal;
use ratatui::crossterm::event::{self, Event, KeyEventKind};
use table_core::event::Part;

use super::picture::Painter;
use super::{Keys, Status, Wish, draw};
use crate::chips::Micros;
use crate::chips::pn5180::Fault;
use crate::paper::{Identity, verified};
use crate::referee::export;
use crate::tell::number;
use crate::world::{Act, Onward, World};

/// The screen is drawn at most this often.
const FRAME: Duration = Duration::from_millis(50);
/// Slowest and fastest that keys reach.
const SPEEDS: [f64; 2] = [0.125, 1024.0];

/// Whether there is a terminal to show a screen on.
pub fn has_a_screen() -> bool {
    std::io::stdout().is_terminal() && std::io::stdin().is_terminal()
}

/// Somebody at a terminal who watches the world.
pub struct Watched {
    painter: Painter,
    keys: Keys,
    status: Status,
    /// A moment of ours and the world's time at it.
    since: (Instant, Micros),
    drawn: Instant,
    /// Stop at the next record.
    stepping: bool,
}

impl Watched {
    /// Watches from the beginning.
    pub fn new(seed: u64, speed: Option<f64>) -> Watched {
        let status = Status { seed, speed, ..Status::default() };
        let now = Instant::now();
        let (painter, keys) = (Painter::default(), Keys::default());
        Watched { painter, keys, status, since: (now, 0), drawn: now, stepping: false }
    }

    /// The world has moved on: shows it and waits until it is due. False when the watcher leaves.
    fn moment(&mut self, world: &mut World, terminal: &mut DefaultTerminal) -> Result<bool> {
        if self.painter.follow(world) && std::mem::take(&mut self.stepping) {
            self.status.paused = true;
        }
        loop {
            let left = self.left(world);
            if self.drawn.elapsed() >= FRAME || !left.is_zero() {
                let picture = self.painter.paint(world, self.status.clone());
                terminal.draw(|frame| draw(frame, &picture, &self.keys))?;
                self.drawn = Instant::now();
                if event::poll(left.min(FRAME))?
                    && let Event::Key(key) = event::read()?
                    && key.kind == KeyEventKind::Press
                {
                    for wish in self.keys.press(key.code) {
                        if wish == Wish::Quit {
                            return Ok(false);
                        }
                        self.grant(wish, world);
                    }
                }
            }
            if self.left(world).is_zero() {
                return Ok(true);
            }
        }
    }

    /// How long the world is ahead of its time.
    fn left(&self, world: &World) -> Duration {
        match self.status {
            Status { paused: true, .. } => Duration::MAX,
            Status { speed: None, .. } => Duration::ZERO,
            Status { speed: Some(speed), .. } => {
                let passed = (world.now() - self.since.1) as f64 / 1e6 / speed;
                Duration::from_secs_f64(passed).saturating_sub(self.since.0.elapsed())
            }
        }
    }

    fn grant(&mut self, wish: Wish, world: &mut World) {
        let status = &mut self.status;
        status.said.clear();
        match wish {
            Wish::Pause => status.paused = !status.paused,
            Wish::Step => (status.paused, self.stepping) = (false, true),
            Wish::Faster | Wish::Slower => {
                let factor = if wish == Wish::Faster { 2.0 } else { 0.5 };
                let speed = status.speed.unwrap_or(SPEEDS[1]) * factor;
                status.speed = Some(speed.clamp(SPEEDS[0], SPEEDS[1]));
            }
            Wish::Fault(act) => {
                note(&mut status.faults, &act);
                world.inject(act);
            }
            Wish::Order(command) => {
                status.said = format!("ordered: {command:?}");
                world.inject(Act::Order(command));
            }
            Wish::Verify => status.said = verdict(world),
            Wish::Quit => {}
        }
        self.since = (Instant::now(), world.now());
    }
}

/// Keeps the list of faults that last: what is concerned, and how.
fn note(faults: &mut Vec<String>, act: &Act) {
    let (who, how) = match act {
        Act::Reader(seat, fault) => {
            let how = match fault {
                Fault::Absent => Some("absent"),
                Fault::BusyStuck => Some("busy-stuck"),
                Fault::TooHot => Some("too hot"),
                Fault::Babbles(_) => Some("babbling"),
                // Passes by itself.
                Fault::None
                | Fault::Hangs
                | Fault::SilentReset
                | Fault::IrqLost
                | Fault::GeneralError => None,
            };
            (format!("reader {} ", number(*seat)), how)
        }
        Act::Cable { pulled } => ("cable ".to_owned(), pulled.then_some("pulled")),
        Act::Plug(Part::Screen, there) => ("screen ".to_owned(), (!there).then_some("unplugged")),
        _ => return,
    };
    faults.retain(|fault| !fault.starts_with(&who));
    faults.extend(how.map(|how| who + how));
}

/// Every record held is checked once more, from the bytes of its export.
fn verdict(world: &World) -> String {
    let Some(referee) = world.referee() else {
        return "no referee".into();
    };
    let known = [Identity::Key(referee.ledger().table())];
    match verified(&export(referee.ledger()), &known) {
        Ok(checked) => format!("verified: {} records hold", checked.records.len()),
        Err(error) => format!("BAD: {error}"),
    }
}

/// Shows a world on the terminal while `home` runs it; whoever watches may leave early.
pub fn watch(
    world: World,
    watched: Watched,
    home: impl FnOnce(World) -> Result<World>,
) -> Result<World> {
    let mut terminal = ratatui::try_init().context("the terminal cannot be used for a screen")?;
    let mut watched = watched;
    let trouble = std::sync::Arc::new(std::sync::Mutex::new(None));
    let told = trouble.clone();
    let world = world.watched(Box::new(move |world| match watched.moment(world, &mut terminal) {
        Ok(true) => Onward::Go,
        Ok(false) => Onward::Stop,
        Err(error) => {
            // The run ends and the terminal is put back before anybody is told.
            if let Ok(mut told) = told.lock() {
                *told = Some(error);
            }
            Onward::Stop
        }
    }));
    let done = home(world);
    ratatui::restore();
    match trouble.lock().ok().and_then(|mut trouble| trouble.take()) {
        Some(error) => Err(error),
        None => done,
    }
}

/// Tells a world line by line, for logs and pipes.
pub fn plain(world: World) -> World {
    let mut painter = Painter::default();
    let mut told = 0;
    world.watched(Box::new(move |world| {
        if painter.follow(world) {
            let (seconds, millis) = (world.now() / 1_000_000, world.now() / 1_000 % 1_000);
            for (number, words) in &painter.log()[told..] {
                println!("{seconds:>5}.{millis:03} s  #{number:<5} {words}");
            }
            told = painter.log().len();
        }
        Onward::Go
    }))
}
