//! The session's score sheet (MCR A5) as people read it, made from nothing but verified records.

use std::fmt;

use table_core::game::{State, apply};

use crate::referee::Ledger;

/// A sheet.
pub struct ScoreSheet(State);

impl ScoreSheet {
    /// From what a referee holds.
    pub fn new(ledger: &Ledger) -> ScoreSheet {
        let mut state = State::new();
        let records = ledger.records().iter().filter_map(|record| record.read().ok());
        records.for_each(|record| apply(&mut state, &record.event));
        ScoreSheet(state)
    }
}

impl fmt::Display for ScoreSheet {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (Some(session), Some(sheet)) = (&self.0.session, self.0.sheet()) else {
            return write!(out, "no session on record");
        };
        let row = |out: &mut fmt::Formatter<'_>, name: &str, cells: [String; 4]| {
            let [a, b, c, d] = cells;
            writeln!(out, "{name:<10}{a:>14}{b:>14}{c:>14}{d:>14}")
        };
        row(out, "hand", ["A", "B", "C", "D"].map(|name| format!("player {name}")))?;
        for (number, line) in (1..).zip(session.sheet_rows().iter()) {
            let cells = [0, 1, 2, 3]
                .map(|player| format!("{:+} {:>6}", line.points[player].0, line.running[player].0));
            row(out, &number.to_string(), cells)?;
        }
        row(out, "penalties", sheet.penalties.map(|points| points.0.to_string()))?;
        row(out, "points", sheet.totals.map(|points| points.0.to_string()))?;
        if sheet.places.iter().any(|place| *place > 0) {
            let table_points = sheet.twelfths.map(|twelfths| {
                if twelfths % 12 == 0 {
                    (twelfths / 12).to_string()
                } else {
                    format!("{twelfths}/12")
                }
            });
            row(out, "table", table_points)?;
        }
        let sum: i32 = sheet.totals.iter().map(|points| points.0).sum();
        write!(out, "the points of all hands add up to {sum}")
    }
}
