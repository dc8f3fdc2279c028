//! A run on paper: everything that was done to a table, line by line, and the records that came of it. Replayed, the same inputs give the
//! same record bytes, or it is said where the runs part.
//!
//! ```text
//! run 1
//! seed 7
//! seen by sight
//! faults none
//! until 61500000
//! at 2000000 lay 5p.2 seat 1 hand-left
//! at 2500000 lift 5p.2
//! at 3000000 act {"Press":["First","Hu"]}
//! record 1 b94d27b9934d3e08a52e52d7da7dabfac484efe37a5380ee9088f7ace2efcde9 boot (Power)
//! ```
//!
//! Times are microseconds since power-up. Tiles are written as in scenario files, other tags as sixteen digits; what is neither laying nor
//! lifting is an act in JSON. Lines that start with `#` and empty lines are remarks.

use std::fmt::Write;

use table_core::enrolment::TagUid;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;
use table_core::tile::Tile;
use thiserror::Error;

use crate::air::Errors;
use crate::chips::Micros;
use crate::home::Home;
use crate::play::{Detail, Eyes, Seen};
use crate::world::{Act, Setup, World, tag_of};

/// Version of the file's form.
const VERSION: &str = "run 1";

/// The ways of seeing, as the file names them.
const WAYS: [(Detail, bool, &str); 3] = [
    (Detail::Bytes, true, "bytes"),
    (Detail::Sightings, true, "sight"),
    (Detail::Sightings, false, "sight without rivers"),
];

/// A record as the file has it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Kept {
    /// SHA-256 of its bytes, signature included.
    pub hash: String,
    /// What it says.
    pub words: String,
}

/// A run: its inputs and its records.
#[derive(Debug, Clone, PartialEq)]
pub struct Run {
    /// Seed of the table's key.
    pub seed: u64,
    /// How the table saw.
    pub seen: Seen,
    /// When it ended.
    pub until: Micros,
    /// What was done.
    pub acts: Vec<(Micros, Act)>,
    /// What was recorded.
    pub records: Vec<Kept>,
}

/// Why a file is no run.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("line {line}: {what}")]
pub struct NotARun {
    /// Counted from 1.
    pub line: usize,
    /// What is wrong.
    pub what: String,
}

/// Where two runs part.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
#[error("the runs part at record #{number}\n  recorded: {recorded}\n  replayed: {replayed}")]
pub struct Parting {
    /// The first record that differs.
    pub number: usize,
    /// What the file has.
    pub recorded: String,
    /// What the replay gave.
    pub replayed: String,
}

impl Run {
    /// What took place in a world.
    pub fn of(world: &World, seen: &Seen) -> Run {
        let held = world.referee().map(|referee| referee.ledger().records()).unwrap_or_default();
        let records = held.iter().map(|sealed| Kept {
            hash: crate::referee::digits(&sealed.hash().0),
            words: sealed.read().map_or_else(|error| error.to_string(), |it| it.event.to_string()),
        });
        // What befalls readers follows from the faults and the seed; it happens again by itself.
        let acts = world.done().iter().filter(|(_, act)| !matches!(act, Act::Befalls(..)));
        let (acts, records) = (acts.cloned().collect(), records.collect());
        // Pictures of a run are no part of it.
        let seen = Seen { panel: None, ..seen.clone() };
        Run { seed: world.seed(), seen, until: world.until(), acts, records }
    }

    /// Lets the same things happen again.
    pub fn replay(&self) -> anyhow::Result<Run> {
        let setup = Setup::new(self.seed, self.acts.clone(), self.until);
        let mut world = World::new(Setup { errors: self.seen.errors.clone(), ..setup });
        world.keep_lines(false);
        if let Detail::Sightings = self.seen.detail {
            world = world.by_sight(Eyes::new(self.seed, self.seen.rivers));
        }
        Ok(Run::of(&Home::Desktop.run(world)?, &self.seen))
    }

    /// Where another run's records part from this one's, if they do.
    pub fn compare(&self, replayed: &Run) -> Result<(), Parting> {
        let longer = self.records.len().max(replayed.records.len());
        let said = |run: &Run, at: usize| match run.records.get(at) {
            None => "nothing more".to_owned(),
            Some(kept) => format!("{} ({})", kept.words, &kept.hash[..16.min(kept.hash.len())]),
        };
        let parts = (0..longer).find(|at| self.records.get(*at) != replayed.records.get(*at));
        parts.map_or(Ok(()), |at| {
            let (recorded, replayed) = (said(self, at), said(replayed, at));
            Err(Parting { number: at + 1, recorded, replayed })
        })
    }

    /// The file's text.
    pub fn to_text(&self) -> String {
        let mut text = format!("{VERSION}\nseed {}\n", self.seed);
        let Seen { rivers, detail, ref errors, .. } = self.seen;
        let way = WAYS.iter().find(|(how, with, _)| *how == detail && (*with == rivers));
        let way = way.map_or("bytes", |(_, _, words)| words);
        // Writing into a string cannot fail.
        let _ = writeln!(text, "seen by {way}\nfaults {}\nuntil {}", faults(errors), self.until);
        for (at, act) in &self.acts {
            let _ = match act {
                Act::Lay(tag, antenna) => writeln!(text, "at {at} lay {} {antenna}", tile(*tag)),
                Act::Lift(tag) => writeln!(text, "at {at} lift {}", tile(*tag)),
                act => writeln!(text, "at {at} act {}", json(act)),
            };
        }
        for (number, Kept { hash, words }) in (1..).zip(&self.records) {
            let _ = writeln!(text, "record {number} {hash} {words}");
        }
        text
    }

    /// Reads a file's text.
    pub fn parse(text: &str) -> Result<Run, NotARun> {
        let mut lines = (1..)
            .zip(text.lines())
            .filter(|(_, line)| !line.trim().is_empty() && !line.starts_with('#'));
        let mut head = |wanted: &str| {
            let (line, words) = lines.next().unwrap_or((text.lines().count() + 1, ""));
            words.strip_prefix(wanted).map(str::trim).map(|rest| (line, rest)).ok_or_else(|| {
                NotARun { line, what: format!("{wanted:?} expected, {words:?} found") }
            })
        };
        head(VERSION)?;
        let number = |(line, words): (usize, &str)| {
            words.parse().map_err(|_| NotARun { line, what: format!("{words:?} is no number") })
        };
        let seed = number(head("seed")?)?;
        let (line, words) = head("seen by")?;
        let way = WAYS.iter().find(|(_, _, way)| *way == words);
        let what = format!("the table cannot have seen by {words}");
        let (detail, rivers, _) = *way.ok_or(NotARun { line, what })?;
        let (line, words) = head("faults")?;
        let errors = read_faults(words).map_err(|what| NotARun { line, what })?;
        let seen = Seen { rivers, errors, detail, panel: None };
        let until = number(head("until")?)?;
        let mut run = Run { seed, seen, until, acts: vec![], records: vec![] };
        for (line, words) in lines {
            run.line(words).map_err(|what| NotARun { line, what })?;
        }
        Ok(run)
    }

    fn line(&mut self, line: &str) -> Result<(), String> {
        let mut words = line.splitn(3, ' ');
        let (kind, number, rest) = (words.next(), words.next(), words.next().unwrap_or_default());
        let number: u64 = number
            .and_then(|number| number.parse().ok())
            .ok_or_else(|| format!("{line:?} does not say when, or which record"))?;
        match kind {
            Some("at") => {
                if self.acts.last().is_some_and(|(before, _)| *before > number) {
                    return Err("this happens before the line above it".into());
                }
                self.acts.push((number, act(rest)?));
            }
            Some("record") if number == self.records.len() as u64 + 1 => {
                let (hash, words) = rest.split_once(' ').unwrap_or((rest, ""));
                self.records.push(Kept { hash: hash.into(), words: words.into() });
            }
            Some("record") => {
                return Err(format!("record {} expected", self.records.len() + 1));
            }
            _ => return Err(format!("{line:?} starts with neither at nor record")),
        }
        Ok(())
    }
}

/// The presets by their names.
fn presets() -> [(&'static str, Errors); 3] {
    [("none", Errors::none()), ("realistic", Errors::realistic()), ("harsh", Errors::harsh())]
}

fn faults(errors: &Errors) -> String {
    let preset = presets().into_iter().find(|(_, preset)| preset == errors);
    // Parameters are numbers, which JSON can say.
    preset
        .map_or_else(|| serde_json::to_string(errors).unwrap_or_default(), |(name, _)| name.into())
}

fn read_faults(words: &str) -> Result<Errors, String> {
    match presets().into_iter().find(|(name, _)| *name == words) {
        Some((_, preset)) => Ok(preset),
        None => serde_json::from_str(words).map_err(|error| error.to_string()),
    }
}

fn json(act: &Act) -> String {
    // Acts hold nothing that JSON cannot say.
    serde_json::to_string(act).unwrap_or_default()
}

/// A tile of the set by its name, any other tag by its digits.
fn tile(tag: TagUid) -> String {
    let tile = Tile::all().find(|tile| tag_of(*tile) == tag);
    tile.map_or_else(|| tag.to_string(), |tile| tile.to_string())
}

fn tag(words: &str) -> Result<TagUid, String> {
    let tile = Tile::all().find(|tile| tile.to_string() == words);
    let digits = || u64::from_str_radix(words, 16).ok().filter(|_| words.len() == 16).map(TagUid);
    tile.map(tag_of).or_else(digits).ok_or_else(|| format!("no tile and no tag: {words:?}"))
}

fn act(words: &str) -> Result<Act, String> {
    let (verb, rest) = words.split_once(' ').unwrap_or((words, ""));
    match verb {
        "lay" => {
            let (tile, place) = rest.split_once(' ').unwrap_or((rest, ""));
            let antennas =
                Seat::ALL.into_iter().flat_map(|seat| Zone::ALL.map(|zone| Antenna { seat, zone }));
            let antenna = antennas.into_iter().find(|antenna| antenna.to_string() == place);
            let antenna = antenna.ok_or_else(|| format!("no antenna {place:?}"))?;
            Ok(Act::Lay(tag(tile)?, antenna))
        }
        "lift" => Ok(Act::Lift(tag(rest)?)),
        "act" => serde_json::from_str(rest).map_err(|error| error.to_string()),
        _ => Err(format!("{verb:?} is neither lay, lift nor act")),
    }
}
