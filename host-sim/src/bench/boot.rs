//! From power to play: when every reader sees and the start is on record.
//!
//! The simulator knows how long chips and buses keep the table waiting, QEMU how many instructions its work takes; one after the
//! other they are the longest that it can last.

use firmware::trace::Trace;
use table_core::seat::Seat;

use super::Row;
use crate::home::Home;
use crate::qemu::QemuError;
use crate::world::{Logged, Setup, World};

const SEED: u64 = 1;
/// In microseconds; whoever is not ready then never will be.
const PATIENCE: u64 = 5_000_000;

/// Both starts, from what their parts take.
pub fn to_ready(parts: &[Row]) -> Result<[Row; 3], QemuError> {
    let part = |name: &str| {
        let row = parts.iter().find(|row| row.name == name);
        row.map(|row| row.value).ok_or(QemuError::Silent)
    };
    let waits = waits().ok_or(QemuError::Silent)?;
    let blank = waits
        + part("measure the image: full flash at 168 MHz")?
        + part("sign and commit a result on the chip: at 168 MHz")?;
    let full = blank + part("replay a full journal: at 168 MHz, bus included")?;
    Ok([
        Row::new("boot to ready: waits for chips and buses", waits, "ms"),
        Row::new("boot to ready: blank journal, full flash, at 168 MHz", blank, "ms"),
        Row::new("boot to ready: full journal, full flash, at 168 MHz", full, "ms"),
    ])
}

/// Milliseconds until four readers are ready and the first record is durable, if work took no time.
fn waits() -> Option<f64> {
    let world = World::new(Setup::new(SEED, vec![], PATIENCE));
    let world = Home::Desktop.run(world).ok()?;
    let when = |such: &dyn Fn(&Trace) -> bool| {
        let mut lines = world.lines().iter();
        let line = lines.find(|line| matches!(&line.what, Logged::Table(trace) if such(trace)))?;
        Some(line.at)
    };
    let mut last = when(&|trace| matches!(trace, Trace::Durable(_)))?;
    for reader in Seat::ALL {
        let its =
            |trace: &Trace| matches!(trace, Trace::ReaderReady { seat, .. } if *seat == reader);
        last = last.max(when(&its)?);
    }
    Some(last as f64 / 1e3)
}
