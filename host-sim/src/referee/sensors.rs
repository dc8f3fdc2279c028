//! How well a table sees, in a terminal.

use std::fmt;

use table_core::diagnostics::{Reads, Sensors};
use table_core::place::Zone;

/// Tiles shown by name: the worst are first.
const NAMED: usize = 12;

/// A report for people.
pub struct Shown<'a>(pub &'a Sensors);

/// How far above being read every second time, in the error model's decibels: misses are `1 / (1 + e^m)`. A tile that was never
/// missed has at least the margin of one more scan that would.
pub fn margin_db(reads: Reads) -> Option<f64> {
    let (read, scans) = (f64::from(reads.read), f64::from(reads.scans));
    (scans > 0.0).then(|| ((read + 0.5) / (scans - read + 0.5)).ln())
}

fn rate(reads: Reads) -> String {
    match margin_db(reads) {
        Some(margin) => format!("{:5.1} % {margin:+5.1} dB", f64::from(reads.permille()) / 10.0),
        None => format!("{:>16}", "-"),
    }
}

fn name(zone: Zone) -> &'static str {
    match zone {
        Zone::HandLeft => "hand left",
        Zone::HandRight => "hand right",
        Zone::Meld => "meld",
        Zone::River => "river",
    }
}

impl fmt::Display for Shown<'_> {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Sensors { seat, trouble, resets, loops, tiles } = self.0;
        let state = trouble.map_or("well".into(), |trouble| format!("in trouble: {trouble:?}"));
        writeln!(out, "seat {}: reader {state}, {resets} resets", seat.index() + 1)?;
        writeln!(
            out,
            "  {:<11}{:>6}{:>18}{:>18}{:>9}{:>8}{:>10}",
            "loop", "tiles", "all read", "worst read", "noise", "scans", "slowest"
        )?;
        for (zone, it) in Zone::ALL.into_iter().zip(loops) {
            let noise = f64::from(it.disturbed) * 100.0 / f64::from(it.scans.max(1));
            writeln!(
                out,
                "  {:<11}{:>6}{:>18}{:>18}{noise:>7.1} %{:>8}{:>7} ms",
                name(zone),
                it.tiles,
                rate(it.reads),
                rate(it.weakest),
                it.scans,
                it.slowest.0 / 1_000,
            )?;
        }
        for it in tiles.iter().take(NAMED) {
            let tile = it.tile.to_string();
            writeln!(out, "  {tile:<5} on {:<11}{:>18}", name(it.zone), rate(it.reads))?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table_core::diagnostics::Diagnostics;
    use table_core::enrolment::TagUid;
    use table_core::place::Antenna;
    use table_core::seat::Seat;
    use table_core::tile::Tile;
    use table_core::time::Tick;
    use table_core::tracking::{Observation, Sighting};

    #[test]
    fn a_margin_is_that_of_the_error_model() {
        // Missed 18 times in 1000: 1 / (1 + e^4).
        let margin = margin_db(Reads { scans: 1_000, read: 982 }).unwrap();
        assert!((margin - 4.0).abs() < 0.05, "{margin}");
        assert_eq!(margin_db(Reads::default()), None);
    }

    #[test]
    fn a_report_reads_like_a_table() {
        let mut seen = Diagnostics::new();
        let antenna = Antenna { seat: Seat::First, zone: Zone::River };
        for number in 0..4 {
            let at = Tick(number * 200_000);
            let sighting = |observation| Sighting { antenna, at, observation };
            seen.step(&sighting(Observation::Tag(TagUid(1))), Tile::new(0));
            seen.step(&sighting(Observation::Swept), None);
        }
        let text = Shown(&seen.report(Seat::First, 2, true)).to_string();
        let lines: Vec<&str> = text.lines().collect();
        assert_eq!(lines[0], "seat 1: reader well, 2 resets");
        assert_eq!(lines[5].split_whitespace().collect::<Vec<_>>().join(" "), {
            "river 1 100.0 % +2.2 dB 100.0 % +2.2 dB 0.0 % 4 200 ms"
        });
        assert!(lines[6].starts_with("  1m.1  on river"), "{:?}", lines[6]);
    }
}
