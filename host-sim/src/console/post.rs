//! One table's post at the console: the line to it, what is held of it, and the orders on their way.

use std::str::FromStr;
use std::sync::{Mutex, MutexGuard};
use std::thread;
use std::time::{Duration, Instant};

use table_core::game::{Command, Preview, Refused};
use table_core::trust::PublicKey;

use super::conduct::Conductor;
use super::held::Held;
use super::{Address, Hall, Line};
use crate::paper::Identity;
use crate::referee::export;

/// The line is looked at this often, so that an order leaves at once.
const LOOK: Duration = Duration::from_millis(20);
/// A line that does not come about is tried again after this.
const AGAIN: Duration = Duration::from_millis(500);

/// Where a table is and who it must be.
#[derive(Debug, Clone)]
pub struct Where {
    /// Where its line ends.
    pub address: Address,
    /// Its identity, from the organiser's list.
    pub table: PublicKey,
}

impl FromStr for Where {
    type Err = String;

    fn from_str(text: &str) -> Result<Where, String> {
        let wanted = "LINE=IDENTITY: tcp:ADDRESS:PORT or a serial port, and 64 hexadecimal digits";
        let (address, identity) = text.rsplit_once('=').ok_or(wanted)?;
        match identity.parse() {
            Ok(Identity::Key(table)) => Ok(Where { address: address.parse()?, table }),
            _ => Err(wanted.into()),
        }
    }
}

/// A table's post.
pub struct Post {
    /// The table's number with the organiser.
    pub number: u16,
    /// Where the table is.
    pub place: Where,
    held: Mutex<Held>,
}

impl Post {
    /// Of this table, with what is held of it.
    pub fn new(number: u16, place: Where, held: Held) -> Post {
        Post { number, place, held: Mutex::new(held) }
    }

    /// What is held. A reader that panicked has changed nothing.
    pub fn held(&self) -> MutexGuard<'_, Held> {
        self.held.lock().unwrap_or_else(|poisoned| poisoned.into_inner())
    }

    /// What an order would change, by what is on record.
    pub fn preview(&self, command: &Command) -> Result<Preview, Refused> {
        self.held().preview(command)
    }

    /// Gives an order; it goes out with the next look at the line.
    pub fn order(&self, command: Command) {
        self.held().order(command);
    }

    /// Everything held, as a file for the verifier.
    pub fn export(&self) -> Vec<u8> {
        export(self.held().ledger())
    }

    /// Looks after the line for ever.
    pub fn attend(&self, hall: &Hall, mut conductor: Option<Conductor>) {
        let started = Instant::now();
        loop {
            // Why it broke off is of no use to anybody who is not at the cable: it is down, and it is tried again.
            let _ = self.talk(hall, started, conductor.as_mut());
            self.link_is_down(hall);
            thread::sleep(AGAIN);
        }
    }

    fn link_is_down(&self, hall: &Hall) {
        let mut held = self.held();
        if held.link.0 {
            held.link = (false, Instant::now());
            drop(held);
            hall.touch();
        }
    }

    fn talk(
        &self,
        hall: &Hall,
        started: Instant,
        mut conductor: Option<&mut Conductor>,
    ) -> std::io::Result<()> {
        let mut line = Line::open(&self.place.address)?;
        let mut buffer = [0; 1024];
        loop {
            let bytes = line.hear(&mut buffer, LOOK)?;
            let now = (started.elapsed().as_secs_f64() * 1e6 * hall.speed()) as u64;
            let mut held = self.held();
            if let Some(conductor) = conductor.as_deref_mut()
                && held.link.0
                && held.pending() == 0
            {
                let order = conductor.routine(held.game.state(), held.story.asks());
                order.into_iter().for_each(|order| held.order(order));
            }
            let (answer, changed) = held.hear(now, bytes);
            drop(held);
            if changed {
                hall.touch();
            }
            line.say(&answer)?;
        }
    }
}
