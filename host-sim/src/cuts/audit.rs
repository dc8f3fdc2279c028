//! What is really on a storage chip, and whether it is what must be there.

use firmware::boot::JOURNAL_BYTES;
use table_core::event::Event;
use table_core::journal::{JournalError, Recovered, Recovery};
use table_core::record::{Chain, Record, RecordError, Sealed, Seq};
use table_core::trust::PublicKey;
use thiserror::Error;

use crate::world::World;

/// Why the records on a chip cannot be read.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Error)]
pub enum Unreadable {
    /// The journal is not whole.
    #[error("{0}")]
    Journal(#[from] JournalError),
    /// A record is not.
    #[error("{0}")]
    Record(#[from] RecordError),
}

/// Every record on the chip, its signature, number and chain checked.
pub fn records_on(chip: &[u8], table: &PublicKey) -> Result<Vec<(Sealed, Record)>, Unreadable> {
    let mut chain = Chain::genesis(table);
    let mut recovery = Recovery::new(JOURNAL_BYTES, chain);
    let mut records = vec![];
    while let Some(read) = recovery.wants() {
        let at = read.address.0 as usize;
        match recovery.feed(&chip[at..at + read.length])? {
            Recovered::More => {}
            Recovered::From(anchor) => chain = anchor,
            Recovered::Entry(payload) => {
                let sealed = Sealed::from_bytes(payload)?;
                let record = sealed.verify(table)?;
                chain.extend(&sealed, &record)?;
                records.push((sealed, record));
            }
            Recovered::Blank | Recovered::Whole(_) => break,
        }
    }
    Ok(records)
}

/// What an audit found wrong.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Bad {
    /// Something that was durable is gone or changed.
    Lost(String),
    /// Something is there that nobody made.
    Invented(String),
}

/// Compares what is on the chip after a cut with what was there before, with what the application said, and with what the
/// referee holds.
pub fn compare(before: &[Sealed], after: &[(Sealed, Record)], world: &World) -> Vec<Bad> {
    let mut bad = vec![];
    let changed = before.iter().zip(after).find(|(before, (after, _))| *before != after);
    if let Some((_, (_, record))) = changed {
        bad.push(Bad::Lost(format!("record {} was changed", record.seq)));
    }
    let newest = after.last().map_or(Seq(0), |(_, record)| record.seq);
    if newest < world.promises().durable() {
        let durable = world.promises().durable();
        bad.push(Bad::Lost(format!("{durable} was durable, the chip ends at {newest}")));
    }
    if newest > world.promises().durable().next() {
        let durable = world.promises().durable();
        bad.push(Bad::Invented(format!("{durable} was durable, the chip goes on to {newest}")));
    }
    // What the game concluded, in its order; the journal's own remarks come between.
    let mut happened = world.promises().happened().iter();
    for (_, record) in after.iter().skip(before.len()) {
        if !own_remark(&record.event) && happened.next() != Some(&record.event) {
            let (seq, event) = (record.seq, &record.event);
            bad.push(Bad::Invented(format!("{seq} says what was not concluded: {event}")));
            break;
        }
    }
    if let Some(referee) = world.referee() {
        let held = referee.ledger().records();
        let differs = held.iter().zip(after).any(|(held, (sealed, _))| held != sealed);
        if differs || held.len() > after.len() {
            bad.push(Bad::Invented("the referee holds what is not on the chip".into()));
        }
    }
    bad
}

/// What the journal says about itself.
fn own_remark(event: &Event) -> bool {
    matches!(
        event,
        Event::Boot { .. }
            | Event::PageHealed
            | Event::JournalFills { .. }
            | Event::Faulty(_)
            | Event::Chip(_)
            | Event::Provisioned(_)
            | Event::Health(_)
    )
}
