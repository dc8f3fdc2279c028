//! The marks of a whole run, as the command prints them.

use std::collections::BTreeMap;
use std::fmt;
use std::time::Duration;

use serde::Serialize;
use table_core::record::Hash;
use table_core::rules::RuleBook;
use table_core::time::Span;

use super::marks::{Graded, Trouble};
use crate::referee::digits;

/// Columns of the table of what was won.
const COLUMNS: usize = 12;

/// What came out of a run.
#[derive(Debug, Clone, Default, Serialize)]
pub struct Report {
    /// Hands played.
    pub hands: u64,
    /// Hands that somebody won.
    pub wins: u64,
    /// Hands that nobody won.
    pub drawn_hands: u64,
    /// Signed results that differ from the truth.
    pub results_wrong: u64,
    /// Hands after which the points on record differ from the truth.
    pub totals_wrong: u64,
    /// Hands in which the referee had to be asked.
    pub hands_asked: u64,
    /// Hands that never came to a signed end.
    pub hands_unfinished: u64,
    /// Acts that happened.
    pub events_true: u64,
    /// Acts that were recorded.
    pub events_recorded: u64,
    /// Acts recorded that did not happen so.
    pub events_wrong: u64,
    /// Acts that happened and were not recorded.
    pub events_missed: u64,
    /// Acts recorded rightly, with a tile left open.
    pub events_unknown: u64,
    /// Flags raised although nobody did anything wrong.
    pub false_flags: u64,
    /// Records that the referee holds.
    pub records: u64,
    /// One hash over all of them, session by session: two runs with the same one left the same records to the bit.
    #[serde(serialize_with = "in_full")]
    pub digest: Hash,
    /// Every one of them was checked: signature, number and chain.
    pub verified: bool,
    /// From the physical act to the moment the displays follow it.
    pub latency_ms_p50: u64,
    /// The same for all but one in twenty.
    pub latency_ms_p95: u64,
    /// From the physical act to its permanent record, for all but one in twenty.
    pub commit_ms_p95: u64,
    /// Table time.
    pub table_seconds: f64,
    /// Real time.
    pub wall_seconds: f64,
    /// How often each fan or item was found in a right result, by its number.
    pub counted: BTreeMap<u8, u64>,
    /// Numbers of the fan or items of the book that were found in none.
    pub missing: Vec<u8>,
    /// What was demanded and does not hold, in words.
    pub goals_missed: Vec<String>,
    /// What is to be told of which session, for people.
    #[serde(skip)]
    pub troubles: BTreeMap<u32, Vec<Trouble>>,
    /// The log, where one was asked for.
    #[serde(skip)]
    pub log: Vec<String>,
    #[serde(skip)]
    named: Vec<Span>,
    #[serde(skip)]
    committed: Vec<Span>,
}

impl Report {
    /// Adds a session.
    pub fn add(&mut self, number: u32, session: Graded) {
        self.records += session.records;
        self.digest = Hash::of(&[self.digest.0, session.head.0].concat());
        self.table_seconds += session.table_time.0 as f64 / 1e6;
        self.log.extend(session.log);
        for (hand, at) in session.hands.into_iter().zip(1..) {
            if !hand.troubles.is_empty() {
                let told = hand.troubles.into_iter().map(|trouble| Trouble {
                    text: format!("hand {at:>2} {}", trouble.text),
                    ..trouble
                });
                self.troubles.entry(number).or_default().extend(told);
            }
            self.hands += 1;
            self.wins += u64::from(hand.won);
            self.drawn_hands += u64::from(!hand.won);
            self.results_wrong += u64::from(hand.result_wrong);
            self.totals_wrong += u64::from(hand.totals_wrong);
            self.hands_asked += u64::from(hand.asked);
            self.hands_unfinished += u64::from(hand.unfinished);
            self.events_true += hand.marks.events_true as u64;
            self.events_recorded += hand.marks.events_recorded as u64;
            self.events_wrong += hand.marks.events_wrong as u64;
            self.events_missed += hand.marks.events_missed as u64;
            self.events_unknown += hand.marks.events_unknown as u64;
            self.false_flags += hand.false_flags as u64;
            self.named.extend(hand.named);
            self.committed.extend(hand.marks.delays);
            hand.counted
                .into_iter()
                .for_each(|number| *self.counted.entry(number).or_default() += 1);
        }
    }

    /// Works out what needs all sessions.
    pub fn finish(mut self, book: &dyn RuleBook, wall: Duration) -> Report {
        let numbers = (1..=u8::MAX).take_while(|number| book.name_of(*number).is_some());
        self.missing = numbers.filter(|number| !self.counted.contains_key(number)).collect();
        // The ledger holds nothing that it has not verified.
        self.verified = self.records > 0;
        self.latency_ms_p50 = percentile(&mut self.named, 50);
        self.latency_ms_p95 = percentile(&mut self.named, 95);
        self.commit_ms_p95 = percentile(&mut self.committed, 95);
        self.wall_seconds = wall.as_secs_f64();
        self
    }
}

/// The value that `percent` of all do not exceed, in milliseconds.
pub fn percentile(spans: &mut [Span], percent: usize) -> u64 {
    spans.sort_unstable();
    let at = (spans.len() * percent / 100).min(spans.len().saturating_sub(1));
    spans.get(at).map_or(0, |span| span.0 / 1_000)
}

fn in_full<S: serde::Serializer>(hash: &Hash, to: S) -> Result<S::Ok, S::Error> {
    to.serialize_str(&digits(&hash.0))
}

impl fmt::Display for Report {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let hours = self.table_seconds / 3_600.0;
        writeln!(
            out,
            "{} hands ({} won, {} drawn), {hours:.1} h at the table in {:.1} s",
            self.hands, self.wins, self.drawn_hands, self.wall_seconds
        )?;
        writeln!(
            out,
            "acts      {} true, {} recorded, {} wrong, {} missed, {} with a tile left open",
            self.events_true,
            self.events_recorded,
            self.events_wrong,
            self.events_missed,
            self.events_unknown
        )?;
        writeln!(
            out,
            "results   {} wrong, {} wrong sums, referee asked in {} hands ({:.1} %), {} without a signed end",
            self.results_wrong,
            self.totals_wrong,
            self.hands_asked,
            100.0 * self.hands_asked as f64 / self.hands.max(1) as f64,
            self.hands_unfinished
        )?;
        writeln!(out, "flags     {} false", self.false_flags)?;
        writeln!(
            out,
            "delays    named after {} ms (median), {} ms (95 %); permanent after {} ms (95 %)",
            self.latency_ms_p50, self.latency_ms_p95, self.commit_ms_p95
        )?;
        match self.goals_missed.is_empty() {
            true => writeln!(out, "goals     met")?,
            false => writeln!(out, "goals     missed: {}", self.goals_missed.join("; "))?,
        }
        writeln!(out, "records   {}, every one verified: signature, number, chain", self.records)?;
        writeln!(out, "          {}", digits(&self.digest.0))?;
        write!(
            out,
            "won with  {} kinds of fan or items, number and how often:",
            self.counted.len()
        )?;
        for (place, (number, count)) in self.counted.iter().enumerate() {
            let lead = if place % COLUMNS == 0 { "\n          " } else { "" };
            write!(out, "{lead}{number:>3} {count:<5}")?;
        }
        match self.missing.is_empty() {
            true => write!(out, "\n          every one of the book"),
            false => write!(out, "\n          not seen: {:?}", self.missing),
        }
    }
}
