//! What a referee remembers of a table beyond its state: the log, the reports of this hand and what became of them, open questions.

use std::collections::VecDeque;

use serde::Serialize;
use table_core::event::Event;
use table_core::game::{Flag, Play, RuleId};
use table_core::record::Record;
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Tick;
use table_core::view::Viewer;

use crate::chips::Micros;
use crate::tell::tell;

/// Lines of the log that the page is told.
const LINES: usize = 80;

/// One line of the log.
#[derive(Debug, Clone, Serialize)]
pub struct LogLine {
    /// Number of the record.
    pub seq: u64,
    /// What it says.
    pub words: String,
}

/// One report of this hand.
#[derive(Debug, Clone)]
pub struct Report {
    /// Number of the record.
    pub seq: u64,
    /// What was noticed.
    pub flag: Flag,
    /// The referee has ruled by that rule since.
    pub ruled: bool,
}

/// What the fold does not keep of a table's records.
#[derive(Debug, Default)]
pub struct Story {
    /// The newest records in words.
    pub log: VecDeque<LogLine>,
    /// Reports of this hand.
    pub reports: Vec<Report>,
    /// What the table or a player wants to know.
    pub open: Vec<String>,
    /// Discards of this hand in order.
    pub discards: Vec<(Seat, Tile)>,
    /// What the table's own displays would remember.
    pub viewer: Viewer,
    /// When somebody last acted, by the console's time.
    pub acted: Micros,
}

impl Story {
    /// Whether the table waits for a word.
    pub fn asks(&self) -> bool {
        !self.open.is_empty()
    }

    /// Reports that nobody has ruled on.
    pub fn unruled(&self) -> usize {
        self.reports.iter().filter(|report| !report.ruled).count()
    }

    /// A record has come.
    pub fn read(&mut self, now: Micros, record: &Record) {
        let (seq, event) = (record.seq.0, &record.event);
        self.viewer.follow(Tick(now), event);
        self.log.push_back(LogLine { seq, words: tell(event) });
        if self.log.len() > LINES {
            self.log.pop_front();
        }
        match event {
            Event::HandStarted { .. } => {
                self.reports.clear();
                self.open.clear();
                self.discards.clear();
            }
            Event::Flagged(flag) => self.reports.push(Report { seq, flag: *flag, ruled: false }),
            Event::Asked(_) | Event::RefereeCalled { .. } => self.open.push(tell(event)),
            Event::Dealt { .. } => self.acted = now,
            Event::Play { play, .. } => {
                self.acted = now;
                if let Play::Discard { seat, tile: Some(tile) } = play {
                    self.discards.push((*seat, *tile));
                }
            }
            Event::Ruled { rule, seat } => self.rule(*rule, *seat),
            Event::Penalty { sanction, .. } => self.rule(sanction.rule, Some(sanction.seat)),
            Event::ResultProposed(_)
            | Event::Corrected { .. }
            | Event::Undone { .. }
            | Event::HuRefused { .. }
            | Event::HandEnded { .. } => self.open.clear(),
            _ => {}
        }
    }

    /// The referee has come to the table and ruled; questions of the table itself stay open.
    fn rule(&mut self, rule: RuleId, seat: Option<Seat>) {
        self.open.retain(|words| words.starts_with("asks"));
        for report in &mut self.reports {
            let about = seat.is_none() || report.flag.seat.is_none() || report.flag.seat == seat;
            report.ruled |= report.flag.rule == rule && about;
        }
    }
}
