//! The verifier: every number, link, signature and score of a table's records, worked out again from the records alone.
//!
//! It shares types and rule books with the table and nothing else: chain, signatures, scores, payments, deals and
//! the sheet are computed here again and compared (trust B4 to B6, G3).

mod audit;
mod check;
mod source;

use std::fmt;

use table_core::record::{Hash, Seq};
use table_core::trust::PublicKey;

pub use source::{Source, SourceError};

use audit::Audit;

/// What is known besides the file.
#[derive(Debug, Clone, Copy, Default)]
pub struct Known {
    /// The identity that the table must have.
    pub table: Option<PublicKey>,
    /// A record that must be there, by its hash.
    pub head: Option<(Seq, Hash)>,
}

/// How good the records are.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Word {
    /// Nothing to say against them.
    Good,
    /// They hold, and somebody should read the remarks.
    Remarks,
    /// They do not hold.
    Bad,
}

impl Word {
    /// As a program's exit code.
    pub fn code(self) -> u8 {
        self as u8
    }
}

impl fmt::Display for Word {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Word::Good => "good",
            Word::Remarks => "good with remarks",
            Word::Bad => "bad",
        })
    }
}

/// The verifier's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// In a word.
    pub word: Word,
    /// Records that hold, from the first on.
    pub records: u64,
    /// The first that does not.
    pub first_bad: Option<u64>,
    /// Why it does not, or the first remark.
    pub reason: Option<String>,
    /// Everything to be read.
    pub remarks: Vec<String>,
    /// Hands whose score was worked out again.
    pub scores: u64,
}

impl Verdict {
    fn bad(records: u64, first_bad: Option<u64>, reason: String) -> Verdict {
        let remarks = vec![];
        Verdict { word: Word::Bad, records, first_bad, reason: Some(reason), remarks, scores: 0 }
    }

    /// What could not even be read.
    pub fn unreadable(error: &SourceError) -> Verdict {
        Verdict::bad(0, error.first_bad(), error.to_string())
    }
}

/// Works everything out again.
pub fn verify(source: &Source, known: &Known) -> Verdict {
    if let Some(table) = known.table
        && table != source.table
    {
        let who = source.table.fingerprint();
        return Verdict::bad(0, None, format!("these are the records of table {who}"));
    }
    let checked = check::signatures(&source.table, &source.records);
    let mut chain = source.anchor;
    let first = chain.next().0;
    let mut audit = Audit::default();
    if first > 1 {
        audit.remark(format!("records before {first} are not here: the journal has gone round"));
    }
    for (number, checked) in (first..).zip(checked) {
        let bad = |reason: String| Verdict::bad(number - first, Some(number), reason);
        let (sealed, record) = match checked {
            Ok(checked) => checked,
            Err(error) => return bad(error.to_string()),
        };
        let signatures = chain.signatures();
        if let Err(error) = chain.extend(&sealed, &record) {
            return bad(error.to_string());
        }
        let skipped = record.signatures.saturating_sub(signatures).saturating_sub(1);
        if skipped > 0 {
            audit.remark(format!(
                "before record {number} the table made {skipped} signatures that are not here"
            ));
        }
        if let Some((seq, hash)) = known.head
            && seq == record.seq
            && hash != sealed.hash()
        {
            return bad(format!("record {seq} is not the one that is known: another chain"));
        }
        if let Err(reason) = audit.follow(number, &record.event) {
            return bad(reason);
        }
    }
    let records = source.records.len() as u64;
    let newest = known.head.map_or(source.newest, |(seq, _)| source.newest.max(seq));
    if chain.newest() < newest {
        let reason = format!("the records end here, but the table had {}", newest.0);
        return Verdict::bad(records, Some(chain.next().0), reason);
    }
    if known.table.is_none() {
        let who = source.table.fingerprint();
        audit.remark(format!(
            "the table says it is {who}; compare that with its display, or give --table"
        ));
    }
    let (remarks, scores) = audit.finish();
    let word = if remarks.is_empty() { Word::Good } else { Word::Remarks };
    let reason = remarks.first().cloned();
    Verdict { word, records, first_bad: None, reason, remarks, scores }
}
