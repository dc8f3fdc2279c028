//! Whether work grows as what it is done for: the time for one record or one table, of few and of many.

use std::hint::black_box;
use std::time::Instant;

use table_core::trust::{PublicKey, Role};

use super::{Row, processor_seconds};
use crate::console::{Address, HallView, Held, Post, Where};
use crate::referee::{Ledger, Office};

/// Records in a ledger: each four times as many as before.
const RECORDS: [usize; 3] = [2_500, 10_000, 40_000];
/// Tables in a hall.
const TABLES: [u16; 4] = [1, 4, 16, 64];
/// Records that each of them has sent: some hands.
const SENT: usize = 600;
/// Looks at a hall, so that there is something to measure.
const LOOKS: u32 = 50;

/// A ledger that takes so many of these records, and a hall that shows so many tables.
pub fn of(table: PublicKey, records: &[Vec<u8>]) -> anyhow::Result<Vec<Row>> {
    let mut rows = vec![];
    for count in RECORDS {
        let started = processor_seconds();
        black_box(ledger(table, &records[..count])?);
        let each = (processor_seconds() - started) * 1e6 / count as f64;
        rows.push(Row::new(format!("a ledger takes {count} records: each"), each, "us"));
    }
    for tables in TABLES {
        let posts = (1..=tables).map(|number| post(number, table, &records[..SENT]));
        let posts: Vec<Post> = posts.collect::<anyhow::Result<_>>()?;
        let started = processor_seconds();
        for look in 0..LOOKS {
            black_box(HallView::new(u64::from(look), posts.iter()));
        }
        let looks = f64::from(LOOKS) * f64::from(tables);
        let each = (processor_seconds() - started) * 1e6 / looks;
        rows.push(Row::new(format!("a hall of {tables} tables is shown: each"), each, "us"));
    }
    Ok(rows)
}

fn ledger(table: PublicKey, records: &[Vec<u8>]) -> anyhow::Result<Ledger> {
    let mut ledger = Ledger::new(table);
    for record in records {
        ledger.take(record)?;
    }
    Ok(ledger)
}

fn post(number: u16, table: PublicKey, records: &[Vec<u8>]) -> anyhow::Result<Post> {
    let office = Office::simulated(Role::HeadReferee);
    let mut held = Held::new(office, ledger(table, records)?);
    held.link = (true, Instant::now());
    Ok(Post::new(number, Where { address: Address::Port("line".into()), table }, held))
}
