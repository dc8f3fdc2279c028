//! The verifier, a ledger and a hall on long exports.

use std::time::Instant;

use anyhow::{Context, ensure};
use table_core::event::Event;
use table_core::record::{Chain, Seq};
use table_core::time::Tick;
use table_core::trust::{PublicKey, Purpose, SoftwareKey};

use super::{Row, growth, of_all_threads};
use crate::play::{self, Options};
use crate::referee::verify::{Known, Source, Verdict, Word, verify};

/// As many as are promised to be checked in ten seconds, and before them fewer: the time for one should stay the same.
const RECORDS: [usize; 3] = [25_000, 50_000, 100_000];
/// Hands of the played session that is written down again and again until there are so many.
const HANDS: u16 = 4;

/// What a table recorded of a played session.
fn session() -> anyhow::Result<Vec<Event>> {
    let options = Options::ordinary("mcr", 1);
    let (_, world) = play::session_in_its_world(&options, 0, HANDS)?;
    let ledger = world.referee().context("the session has no referee")?.ledger();
    ledger.records().iter().map(|record| Ok(record.read()?.event)).collect()
}

/// These events again and again, chained and signed.
fn signed(key: &SoftwareKey, events: Vec<Event>) -> anyhow::Result<Vec<Vec<u8>>> {
    let mut chain = Chain::genesis(&key.public());
    let mut records = vec![];
    let most = RECORDS[RECORDS.len() - 1];
    for (at, event) in (0..).zip(events.into_iter().cycle().take(most)) {
        let draft = chain.draft(Tick(at), event)?;
        let signature = key.sign(Purpose::Record, draft.bytes()).context("too long to sign")?;
        let sealed = draft.seal(&signature);
        chain.extend(&sealed, &sealed.read()?)?;
        records.push(sealed.bytes().to_vec());
    }
    Ok(records)
}

/// Verifies an export, and says how long that took: by the clock, and of all processors.
fn timed(table: PublicKey, records: &[Vec<u8>]) -> anyhow::Result<(Verdict, f64, f64)> {
    let anchor = Chain::genesis(&table);
    let newest = Seq(anchor.newest().0 + records.len() as u64);
    let source = Source { table, newest, anchor, records: records.to_vec() };
    let (started, used) = (Instant::now(), of_all_threads());
    let verdict = verify(&source, &Known { table: Some(table), head: None });
    let (passed, used) = (started.elapsed().as_secs_f64(), of_all_threads() - used);
    ensure!(verdict.word == Word::Good, "{:?}", verdict.reason);
    Ok((verdict, passed, used))
}

/// How long exports take: chain, numbers, every signature, every score, payment and sheet, on all processors.
pub fn verified() -> anyhow::Result<Vec<Row>> {
    let key = SoftwareKey::from_seed(&[1; 32]);
    let table = key.public();
    let records = signed(&key, session()?)?;
    let mut rows = vec![];
    for count in RECORDS {
        let (verdict, passed, used) = timed(table, &records[..count])?;
        let each = used * 1e6 / count as f64;
        rows.push(Row::new(format!("referee verify, {count} records: each"), each, "us"));
        if count == records.len() {
            let (checked, scores) = (verdict.records as f64, verdict.scores as f64);
            rows.extend([
                Row::new("referee verify, records of played hands", checked, "records"),
                Row::new("referee verify, scores worked out again", scores, "hands"),
                Row::new("referee verify, time that passed", passed * 1_000.0, "ms"),
                Row::new("referee verify, time of processors", used * 1_000.0, "ms"),
                Row::new("referee verify, throughput", checked / passed, "records/s"),
            ]);
        }
    }
    rows.extend(growth::of(table, &records)?);
    Ok(rows)
}
