//! How well the table sees, for whoever looks after it: each loop and each tile on it, counted from the same sightings that
//! tracking lives on.
//!
//! A tile's read rate is counted where it lies: complete scans of that loop, and those of them that read it. Silence that ends in its
//! absence does not count against it. Constant memory: 144 tiles and 16 loops of a few bytes. A sighting of a tag costs one look-up,
//! the end of a scan goes once over the tiles.

use serde::{Deserialize, Serialize};

use crate::event::ReaderTrouble;
use crate::game::Few;
use crate::place::{Antenna, Zone};
use crate::seat::Seat;
use crate::tile::{TILES, Tile};
use crate::time::{Span, Tick};
use crate::tracking::{Observation, Sighting};

/// Silent scans in a row after which a tile is gone from its loop.
const GONE: u8 = 6;
/// Counts are halved here, so that they follow a table that changes.
const MOST_COUNTED: u16 = 4_096;
/// Tiles in one report: what fits a frame, the worst read first.
pub const MOST_REPORTED: usize = 40;

/// How often something was read of how many times it could have been.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct Reads {
    /// Complete scans.
    pub scans: u16,
    /// Those that read it.
    pub read: u16,
}

impl Reads {
    fn count(&mut self, read: bool) {
        if self.scans >= MOST_COUNTED {
            *self = Reads { scans: self.scans / 2, read: self.read / 2 };
        }
        self.scans = self.scans.saturating_add(1);
        self.read = self.read.saturating_add(u16::from(read));
    }

    /// Share of scans that read it, in thousandths.
    pub fn permille(self) -> u16 {
        let share = (u32::from(self.read) * 1_000).checked_div(u32::from(self.scans));
        u16::try_from(share.unwrap_or(0)).unwrap_or(u16::MAX)
    }
}

/// One loop.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize, Deserialize)]
pub struct LoopReport {
    /// Scans since the table started.
    pub scans: u32,
    /// Those of them in which something answered that could not be read: noise.
    pub disturbed: u32,
    /// Tiles that lie there now.
    pub tiles: u8,
    /// All of them together.
    pub reads: Reads,
    /// The one that is read worst.
    pub weakest: Reads,
    /// Longest time between two scans, troubles of the reader included.
    pub slowest: Span,
}

/// One tile where it lies.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct TileReport {
    /// Which.
    pub tile: Tile,
    /// Over which loop of the seat.
    pub zone: Zone,
    /// How well it is read there.
    pub reads: Reads,
}

/// One seat's reader and its loops.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Sensors {
    /// Whose.
    pub seat: Seat,
    /// What is wrong with it now.
    pub trouble: Option<ReaderTrouble>,
    /// How often it had to be started again since the table started.
    pub resets: u16,
    /// In the order of [`Zone::ALL`].
    pub loops: [LoopReport; Zone::ALL.len()],
    /// Tile by tile, the worst read first; nothing while a hand is played, since this goes over a wire.
    pub tiles: Few<TileReport, MOST_REPORTED>,
}

#[derive(Debug, Clone, Copy)]
struct LoopCount {
    scans: u32,
    disturbed: u32,
    last: Option<Tick>,
    slowest: Span,
}

#[derive(Debug, Clone, Copy)]
struct TileCount {
    home: Option<Antenna>,
    reads: Reads,
    silent: u8,
    fresh: bool,
}

/// Counts what is seen.
#[derive(Debug, Clone)]
pub struct Diagnostics {
    loops: [LoopCount; Antenna::COUNT],
    tiles: [TileCount; TILES],
    troubles: [Option<ReaderTrouble>; 4],
}

impl Default for Diagnostics {
    fn default() -> Diagnostics {
        Diagnostics::new()
    }
}

impl Diagnostics {
    /// Nothing seen.
    pub const fn new() -> Diagnostics {
        let count = LoopCount { scans: 0, disturbed: 0, last: None, slowest: Span(0) };
        let reads = Reads { scans: 0, read: 0 };
        let tile = TileCount { home: None, reads, silent: 0, fresh: false };
        Diagnostics { loops: [count; Antenna::COUNT], tiles: [tile; TILES], troubles: [None; 4] }
    }

    /// A reader got into trouble, or is well again.
    pub fn reader(&mut self, seat: Seat, trouble: Option<ReaderTrouble>) {
        if let Some(held) = self.troubles.get_mut(seat.index()) {
            *held = trouble;
        }
    }

    /// Takes a sighting; `tile` is the one that its tag sits in.
    pub fn step(&mut self, sighting: &Sighting, tile: Option<Tile>) {
        let Sighting { antenna, at, observation } = *sighting;
        if let Observation::Tag(_) = observation {
            if let Some(count) = tile.and_then(|tile| self.tiles.get_mut(usize::from(tile.id()))) {
                count.seen(antenna);
            }
            return;
        }
        let complete = observation == Observation::Swept;
        if let Some(count) = self.loops.get_mut(antenna.number()) {
            count.scans = count.scans.saturating_add(1);
            count.disturbed = count.disturbed.saturating_add(u32::from(!complete));
            if let Some(last) = count.last.replace(at) {
                count.slowest = count.slowest.max(at.since(last));
            }
        }
        for count in self.tiles.iter_mut().filter(|count| count.home == Some(antenna)) {
            count.swept(complete);
        }
    }

    /// Of a seat; `open` if tiles may be named.
    pub fn report(&self, seat: Seat, resets: u16, open: bool) -> Sensors {
        let here = |zone| self.here(Antenna { seat, zone });
        let loops = Zone::ALL.map(|zone| {
            let count = self.loops.get(Antenna { seat, zone }.number());
            let mut report = LoopReport {
                scans: count.map_or(0, |count| count.scans),
                disturbed: count.map_or(0, |count| count.disturbed),
                slowest: count.map_or(Span(0), |count| count.slowest),
                ..LoopReport::default()
            };
            let mut all = (0u32, 0u32);
            for (_, reads) in here(zone) {
                report.tiles = report.tiles.saturating_add(1);
                all = (all.0 + u32::from(reads.scans), all.1 + u32::from(reads.read));
                if report.tiles == 1 || reads.permille() < report.weakest.permille() {
                    report.weakest = reads;
                }
            }
            // The same share of fewer scans, so that it fits.
            let many = all.0.div_ceil(u32::from(u16::MAX)).max(1);
            let [scans, read] = [all.0, all.1].map(|it| u16::try_from(it / many).unwrap_or(0));
            report.reads = Reads { scans, read };
            report
        });
        let mut tiles: Few<TileReport, MOST_REPORTED> = Few::new();
        if open {
            let all = || {
                let lying = Zone::ALL.into_iter().flat_map(|zone| {
                    here(zone).map(move |(tile, reads)| TileReport { tile, zone, reads })
                });
                lying.map(|report| ((report.reads.permille(), report.tile.id()), report))
            };
            let mut after = None;
            while let Some((key, report)) = all()
                .filter(|(key, _)| after.is_none_or(|after| *key > after))
                .min_by_key(|it| it.0)
            {
                after = Some(key);
                if tiles.push(report).is_err() {
                    break;
                }
            }
        }
        let trouble = self.troubles.get(seat.index()).copied().flatten();
        Sensors { seat, trouble, resets, loops, tiles }
    }

    /// Tiles that lie over a loop.
    fn here(&self, antenna: Antenna) -> impl Iterator<Item = (Tile, Reads)> {
        let lying = Tile::all().zip(&self.tiles);
        let here = lying.filter(move |(_, count)| count.home == Some(antenna));
        here.map(|(tile, count)| (tile, count.reads))
    }
}

impl TileCount {
    fn seen(&mut self, antenna: Antenna) {
        match self.home {
            Some(home) if home == antenna => self.fresh = true,
            // Its own loop still hears it: cross-talk.
            Some(_) if self.silent == 0 => {}
            _ => {
                let reads = Reads::default();
                *self = TileCount { home: Some(antenna), reads, silent: 0, fresh: true };
            }
        }
    }

    fn swept(&mut self, complete: bool) {
        if core::mem::take(&mut self.fresh) {
            // What was missed before it was seen again was missed while it lay there.
            for _ in 0..core::mem::take(&mut self.silent) {
                self.reads.count(false);
            }
            self.reads.count(true);
        } else if complete {
            self.silent = self.silent.saturating_add(1);
            if self.silent >= GONE {
                self.home = None;
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enrolment::TagUid;

    const HERE: Antenna = Antenna { seat: Seat::Second, zone: Zone::HandLeft };
    const BESIDE: Antenna = Antenna { seat: Seat::Second, zone: Zone::HandRight };

    fn tile(id: u8) -> Tile {
        Tile::new(id).unwrap()
    }

    /// A scan a tenth of a second after the one before that sees these tiles.
    fn scan(
        diagnostics: &mut Diagnostics,
        number: u64,
        antenna: Antenna,
        tiles: &[u8],
        end: Observation,
    ) {
        let at = Tick(number * 100_000);
        let sighting = |observation| Sighting { antenna, at, observation };
        for &id in tiles {
            diagnostics.step(&sighting(Observation::Tag(TagUid(u64::from(id)))), Some(tile(id)));
        }
        diagnostics.step(&sighting(end), None);
    }

    #[test]
    fn a_tile_is_counted_where_it_lies_and_not_after_it_has_left() {
        let mut seen = Diagnostics::new();
        for number in 0..100 {
            // Tile 7 is missed every fifth time, tile 9 never.
            let tiles: &[u8] = if number % 5 == 4 { &[9] } else { &[7, 9] };
            scan(&mut seen, number, HERE, tiles, Observation::Swept);
        }
        for number in 100..120 {
            scan(&mut seen, number, HERE, &[9], Observation::Swept);
        }
        let report = seen.report(Seat::Second, 3, true);
        let [left, right, ..] = report.loops;
        assert_eq!((left.scans, left.disturbed, left.tiles, right.tiles), (120, 0, 1, 0));
        assert_eq!(left.slowest, Span::millis(100));
        assert_eq!(report.tiles.len(), 1);
        assert_eq!(report.resets, 3);
        // Before it left: 80 of 99, the last miss being the first of its absence.
        let mut before = Diagnostics::new();
        for number in 0..99 {
            let tiles: &[u8] = if number % 5 == 4 { &[9] } else { &[7, 9] };
            scan(&mut before, number, HERE, tiles, Observation::Swept);
        }
        let report = before.report(Seat::Second, 0, true);
        let worst = report.tiles.first().unwrap();
        assert_eq!((worst.tile, worst.zone), (tile(7), Zone::HandLeft));
        assert_eq!(worst.reads, Reads { scans: 99, read: 80 });
        assert_eq!(report.loops[0].weakest, worst.reads);
        assert_eq!(report.loops[0].reads, Reads { scans: 198, read: 179 });
    }

    #[test]
    fn noise_is_no_silence_and_cross_talk_moves_nothing() {
        let mut seen = Diagnostics::new();
        for number in 0..50 {
            let noisy = number % 2 == 1;
            let (tiles, end): (&[u8], _) =
                if noisy { (&[], Observation::Disturbed) } else { (&[3], Observation::Swept) };
            scan(&mut seen, number, HERE, tiles, end);
            scan(&mut seen, number, BESIDE, &[3], Observation::Swept);
        }
        let report = seen.report(Seat::Second, 0, true);
        assert_eq!(report.loops[0].disturbed, 25);
        assert_eq!(report.tiles.first().unwrap().reads, Reads { scans: 25, read: 25 });
        assert_eq!(report.loops[1].tiles, 0);
    }

    #[test]
    fn nothing_is_named_while_a_hand_is_played_and_troubles_are_told() {
        let mut seen = Diagnostics::new();
        scan(&mut seen, 0, HERE, &[3, 4], Observation::Swept);
        seen.reader(Seat::Second, Some(ReaderTrouble::NoField));
        let report = seen.report(Seat::Second, 0, false);
        assert_eq!((report.tiles.len(), report.loops[0].tiles), (0, 2));
        assert_eq!(report.trouble, Some(ReaderTrouble::NoField));
        seen.reader(Seat::Second, None);
        assert_eq!(seen.report(Seat::Second, 0, true).trouble, None);
    }

    #[test]
    fn the_longest_report_fits_a_frame() {
        let mut seen = Diagnostics::new();
        let most = u32::MAX;
        let count = LoopCount { scans: most, disturbed: most, last: None, slowest: Span(u64::MAX) };
        seen.loops = [count; Antenna::COUNT];
        for (zone, count) in Zone::ALL.into_iter().cycle().zip(&mut seen.tiles) {
            count.home = Some(Antenna { seat: Seat::Second, zone });
            count.reads = Reads { scans: MOST_COUNTED, read: MOST_COUNTED };
        }
        seen.reader(Seat::Second, Some(ReaderTrouble::NoField));
        let report = seen.report(Seat::Second, u16::MAX, true);
        assert_eq!(report.tiles.len(), MOST_REPORTED);
        assert!(crate::wire::FromTable::Sensors(report).encode().is_ok());
    }
}
