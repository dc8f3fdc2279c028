//! The verifier, records per second of all processors.

use std::time::Instant;

use table_core::event::{Event, ResetCause};
use table_core::record::Chain;
use table_core::time::Tick;
use table_core::trust::{Purpose, SoftwareKey};

use super::Row;
use crate::referee::verify::{Known, Source, verify};

/// As many as are promised to be checked in ten seconds.
const RECORDS: u64 = 100_000;

/// How fast a long export is verified: chain, numbers and every signature, on all processors.
pub fn verified() -> Vec<Row> {
    let key = SoftwareKey::from_seed(&[1; 32]);
    let table = key.public();
    let mut chain = Chain::genesis(&table);
    let seal = |at| {
        let event = Event::Boot { cause: ResetCause::Power };
        let draft = chain.draft(Tick(at), event).ok()?;
        let signature = key.sign(Purpose::Record, draft.bytes())?;
        let sealed = draft.seal(&signature);
        chain.extend(&sealed, &sealed.read().ok()?).ok()?;
        Some(sealed.bytes().to_vec())
    };
    let records: Vec<Vec<u8>> = (0..RECORDS).map_while(seal).collect();
    let source = Source { table, newest: chain.newest(), anchor: Chain::genesis(&table), records };
    let started = Instant::now();
    let verdict = verify(&source, &Known { table: Some(table), head: None });
    let seconds = started.elapsed().as_secs_f64();
    let rate = verdict.records as f64 / seconds;
    vec![Row::new("referee verify, all processors", rate, "records/s")]
}
