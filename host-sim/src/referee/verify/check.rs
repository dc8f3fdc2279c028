//! Signatures, on all processors: they are nearly all of the work and do not depend on each other.

use std::thread;

use table_core::record::{Record, RecordError, Sealed};
use table_core::trust::PublicKey;

type Checked = Result<(Sealed, Record), RecordError>;

/// Each record on its own: form and signature. In order.
pub fn signatures(table: &PublicKey, records: &[Vec<u8>]) -> Vec<Checked> {
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = records.len().div_ceil(workers).max(1);
    thread::scope(|scope| {
        let shares: Vec<_> = records
            .chunks(share)
            .map(|records| scope.spawn(move || each(table, records)))
            .collect();
        shares.into_iter().flat_map(|share| share.join().unwrap_or_default()).collect()
    })
}

fn each(table: &PublicKey, records: &[Vec<u8>]) -> Vec<Checked> {
    let check = |bytes: &Vec<u8>| {
        let sealed = Sealed::from_bytes(bytes)?;
        let record = sealed.verify(table)?;
        Ok((sealed, record))
    };
    records.iter().map(check).collect()
}
