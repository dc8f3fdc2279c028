//! Writes the table of chow combinations: for every group of up to four chows the best selection of fan
//! under the five counting principles, found by trying all of them (`src/rules/mcr/chow_rule.rs`).

use std::fmt::Write as _;
use std::path::Path;

#[allow(dead_code)]
#[path = "../src/rules/mcr/chow_rule.rs"]
mod chow_rule;

use chow_rule::{GROUPS, NO_CHOW, Selection, best_selection, place_of};

/// Writes `chow_table.rs`.
pub fn write(folder: &Path) {
    let mut selections: Vec<Selection> = vec![Selection::default()];
    let mut table = vec![0u8; GROUPS];
    for d in 0..=NO_CHOW {
        for c in 0..=d {
            for b in 0..=c {
                for a in 0..=b {
                    let group = [a, b, c, d];
                    let best = best_selection(group);
                    let known = selections.iter().position(|selection| *selection == best);
                    let number = known.unwrap_or_else(|| {
                        selections.push(best);
                        selections.len() - 1
                    });
                    table[place_of(group)] = u8::try_from(number).expect("at most 256 selections");
                }
            }
        }
    }

    let mut text = String::new();
    writeln!(text, "static SELECTIONS: [Selection; {}] = [", selections.len()).unwrap();
    for Selection { points, joins } in &selections {
        let joins =
            joins.map(|join| format!("ChowJoin {{ fan: {}, chows: {} }}", join.fan, join.chows));
        writeln!(text, "    Selection {{ points: {points}, joins: [{}] }},", joins.join(", "))
            .unwrap();
    }
    writeln!(text, "];\nstatic BEST: [u8; {GROUPS}] = {table:?};").unwrap();
    std::fs::write(folder.join("chow_table.rs"), text).unwrap();
}
