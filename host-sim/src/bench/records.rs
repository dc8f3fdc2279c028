//! The verifier on a long export.

use std::time::Instant;

use anyhow::{Context, ensure};
use table_core::event::Event;
use table_core::record::Chain;
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

use super::{Row, of_all_threads};
use crate::play::{self, Options};
use crate::referee::verify::{Known, Source, Word, verify};

/// As many as are promised to be checked in ten seconds.
const RECORDS: usize = 100_000;
/// Hands of the played session that is written down again and again until there are so many.
const HANDS: u16 = 4;

/// What a table recorded of a played session.
fn session() -> anyhow::Result<Vec<Event>> {
    let options = Options::ordinary("mcr", 1);
    let (_, world) = play::session_in_its_world(&options, 0, HANDS)?;
    let ledger = world.referee().context("the session has no referee")?.ledger();
    ledger.records().iter().map(|record| Ok(record.read()?.event)).collect()
}

/// How long an export of 100,000 records takes: chain, numbers, every signature, every score, payment and sheet, on all processors.
pub fn verified() -> anyhow::Result<Vec<Row>> {
    let key = SoftwareKey::from_seed(&[1; 32]);
    let table = key.public();
    let mut chain = Chain::genesis(&table);
    let mut records = vec![];
    for (at, event) in (0..).zip(session()?.into_iter().cycle().take(RECORDS)) {
        let draft = chain.draft(Tick(at), event)?;
        let signature = key.sign(Purpose::Record, draft.bytes()).context("too long to sign")?;
        let sealed = draft.seal(&signature);
        chain.extend(&sealed, &sealed.read()?)?;
        records.push(sealed.bytes().to_vec());
    }
    let source = Source { table, newest: chain.newest(), anchor: Chain::genesis(&table), records };
    let (started, used) = (Instant::now(), of_all_threads());
    let verdict = verify(&source, &Known { table: Some(table), head: None });
    let (passed, used) = (started.elapsed().as_secs_f64(), of_all_threads() - used);
    ensure!(verdict.word == Word::Good, "{:?}", verdict.reason);
    Ok(vec![
        Row::new("referee verify, records of played hands", verdict.records as f64, "records"),
        Row::new("referee verify, scores worked out again", verdict.scores as f64, "hands"),
        Row::new("referee verify, time that passed", passed * 1_000.0, "ms"),
        Row::new("referee verify, time of processors", used * 1_000.0, "ms"),
    ])
}
