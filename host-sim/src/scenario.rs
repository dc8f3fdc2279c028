//! Scenario files: what happens at the table, and what must be on record afterwards.
//!
//! The vocabulary is documented in `tests/scenarios/README.md`.

use std::collections::BTreeMap;

use serde::Deserialize;
use table_core::enrolment::TagUid;
use table_core::event::{Event, Part};
use table_core::game::Call;
use table_core::place::{Antenna, Place, Zone};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};
use table_core::wire::Ask;
use thiserror::Error;

use crate::chips::pn5180::Fault;
use crate::world::{Act, Setup, World, tag_of};

/// Why a scenario file cannot be run.
#[derive(Debug, Error)]
pub enum ScenarioError {
    /// Not TOML, or words that are not in the vocabulary.
    #[error("{0}")]
    Form(#[from] toml::de::Error),
    /// A step that does not say exactly one thing.
    #[error(
        "step {0}: say one of lay, lay_copy, lift, reader, damage, cable, press, key, plug or sensors"
    )]
    NotOneThing(usize),
    /// A tile that does not exist.
    #[error(
        "step {step}: no tile {text:?}: write a face and a copy, such as 5p.2, a flower such as 3f, or a tag such as E004..."
    )]
    NoTile {
        /// Counted from 1.
        step: usize,
        /// As written.
        text: String,
    },
    /// A seat that does not exist.
    #[error("step {0}: seats are numbered 1 to 4")]
    NoSeat(usize),
    /// Steps out of order.
    #[error("step {0} happens before the one above it")]
    OutOfOrder(usize),
}

/// A scenario.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Scenario {
    /// The behaviour it pins.
    pub name: String,
    /// Seed of the simulated table: its key.
    #[serde(default)]
    pub seed: u64,
    /// Milliseconds after which the run ends.
    pub until_ms: u64,
    /// What happens.
    #[serde(default)]
    step: Vec<Step>,
    /// What must be on record.
    pub expect: Expect,
}

/// What must be true at the end.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Expect {
    /// Every record that the referee holds, in order, in the words of the log; left out, they are not compared.
    pub records: Option<Vec<String>>,
    /// Where tiles lie by the records, place by place; places not named are not compared.
    #[serde(default)]
    pub places: Vec<String>,
    /// Words that must occur in the log, in this order.
    #[serde(default)]
    pub log: Vec<String>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Step {
    at_ms: u64,
    lay: Option<Lay>,
    lift: Option<String>,
    reader: Option<Reader>,
    damage: Option<Damage>,
    cable: Option<CableName>,
    press: Option<Keyed>,
    key: Option<Keyed>,
    plug: Option<Plug>,
    /// The sensors of a seat are asked for.
    sensors: Option<u8>,
    lay_copy: Option<Lay>,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Keyed {
    seat: u8,
    call: CallName,
    /// Of a key that sticks: whether it is down.
    down: Option<bool>,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CallName {
    Chi,
    Pung,
    Kong,
    Hua,
    Hu,
    Referee,
    Confirm,
}

impl From<CallName> for Call {
    fn from(name: CallName) -> Call {
        match name {
            CallName::Chi => Call::Chow,
            CallName::Pung => Call::Pung,
            CallName::Kong => Call::Kong,
            CallName::Hua => Call::Flower,
            CallName::Hu => Call::Hu,
            CallName::Referee => Call::Referee,
            CallName::Confirm => Call::Confirm,
        }
    }
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Plug {
    part: PartName,
    /// Of a call pad.
    seat: Option<u8>,
    there: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PartName {
    Screen,
    SeatDisplays,
    Pad,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Lay {
    tile: Option<String>,
    tiles: Option<String>,
    seat: u8,
    zone: ZoneName,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum ZoneName {
    HandLeft,
    HandRight,
    Meld,
    River,
}

#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Reader {
    seat: u8,
    fault: FaultName,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub(crate) enum FaultName {
    None,
    Absent,
    BusyStuck,
    Hangs,
    SilentReset,
    IrqLost,
    GeneralError,
    TooHot,
    Babbles,
}

/// Which of its nonsense a chip talks in scenarios: a wrong answer in one of 512 frames, wrong lines less often.
const BABBLE: u64 = 2;

impl From<FaultName> for Fault {
    fn from(name: FaultName) -> Fault {
        match name {
            FaultName::None => Fault::None,
            FaultName::Absent => Fault::Absent,
            FaultName::BusyStuck => Fault::BusyStuck,
            FaultName::Hangs => Fault::Hangs,
            FaultName::SilentReset => Fault::SilentReset,
            FaultName::IrqLost => Fault::IrqLost,
            FaultName::GeneralError => Fault::GeneralError,
            FaultName::TooHot => Fault::TooHot,
            FaultName::Babbles => Fault::Babbles(BABBLE),
        }
    }
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum Damage {
    NextFrame,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "kebab-case")]
enum CableName {
    Pulled,
    Plugged,
}

/// What did not come out as expected.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Mismatch {
    /// Tiles lie elsewhere than expected.
    #[error("expected {expected:?}, but by the records {found:?}")]
    Places {
        /// From the file.
        expected: String,
        /// From the ledger.
        found: Vec<String>,
    },
    /// Other records than expected.
    #[error("records differ\n  expected: {expected:#?}\n  recorded: {recorded:#?}")]
    Records {
        /// From the file.
        expected: Vec<String>,
        /// From the ledger.
        recorded: Vec<String>,
    },
    /// Words that the log lacks.
    #[error("the log nowhere says, in this order, {0:?}")]
    Log(String),
    /// A data sheet was violated.
    #[error("{0}")]
    Violation(String),
}

impl Scenario {
    /// Reads a file's text.
    pub fn parse(text: &str) -> Result<Scenario, ScenarioError> {
        Ok(toml::from_str(text)?)
    }

    /// The world in which it happens.
    pub fn setup(&self) -> Result<Setup, ScenarioError> {
        let mut script: Vec<(u64, Act)> = vec![];
        for (number, step) in (1..).zip(&self.step) {
            let at = step.at_ms * 1_000;
            if script.last().is_some_and(|(before, _)| *before > at) {
                return Err(ScenarioError::OutOfOrder(number));
            }
            script.extend(step.acts(number)?.into_iter().map(|act| (at, act)));
        }
        Ok(Setup::new(self.seed, script, self.until_ms * 1_000))
    }

    /// Compares what happened in `world` with what was expected.
    pub fn check(&self, world: &World) -> Result<(), Mismatch> {
        if let Some(violation) = world.violations().first() {
            return Err(Mismatch::Violation(violation.to_string()));
        }
        let held = world.referee().map(|referee| referee.ledger().records()).unwrap_or_default();
        let events: Vec<Event> = held
            .iter()
            .filter_map(|record| record.read().ok())
            .map(|record| record.event)
            .collect();
        let recorded: Vec<String> = events.iter().map(ToString::to_string).collect();
        if let Some(expected) = &self.expect.records
            && *expected != recorded
        {
            return Err(Mismatch::Records { expected: expected.clone(), recorded });
        }
        let found = places(&events);
        if let Some(expected) = self.expect.places.iter().find(|place| !found.contains(place)) {
            return Err(Mismatch::Places { expected: expected.clone(), found });
        }
        let mut lines = world.lines().iter().map(ToString::to_string);
        match self.expect.log.iter().find(|words| !lines.any(|line| line.contains(words.as_str())))
        {
            Some(words) => Err(Mismatch::Log(words.clone())),
            None => Ok(()),
        }
    }
}

/// Where tiles lie after these events, one line a place, tiles in order.
fn places(events: &[Event]) -> Vec<String> {
    let mut lying: BTreeMap<Tile, Place> = BTreeMap::new();
    for event in events {
        if let Event::TilePlaced { tile, place } = event {
            lying.insert(*tile, *place);
        }
    }
    let mut lines: BTreeMap<String, String> = BTreeMap::new();
    for (tile, place) in lying {
        let line = lines.entry(place.to_string()).or_insert_with(|| format!("{place}:"));
        line.push_str(&format!(" {tile}"));
    }
    lines.into_values().collect()
}

impl Step {
    fn acts(&self, number: usize) -> Result<Vec<Act>, ScenarioError> {
        if let Some(act) = self.at_the_front(number)? {
            return Ok(vec![act]);
        }
        let copy = self.lay_copy.as_ref();
        if copy.is_some() && self.lay.is_some() {
            return Err(ScenarioError::NotOneThing(number));
        }
        let laid = self.lay.as_ref().or(copy);
        match (laid, &self.lift, &self.reader, &self.damage, &self.cable) {
            (Some(lay), None, None, None, None) => {
                let zone = match lay.zone {
                    ZoneName::HandLeft => Zone::HandLeft,
                    ZoneName::HandRight => Zone::HandRight,
                    ZoneName::Meld => Zone::Meld,
                    ZoneName::River => Zone::River,
                };
                let antenna = Antenna { seat: seat(lay.seat, number)?, zone };
                let act = if copy.is_some() { Act::LayCopy } else { Act::Lay };
                let tiles =
                    lay.tile.iter().chain(&lay.tiles).flat_map(|tiles| tiles.split_whitespace());
                tiles.map(|tile| Ok(act(tag(tile, number)?, antenna))).collect()
            }
            (None, Some(tiles), None, None, None) => {
                tiles.split_whitespace().map(|tile| Ok(Act::Lift(tag(tile, number)?))).collect()
            }
            (None, None, Some(reader), None, None) => {
                Ok(vec![Act::Reader(seat(reader.seat, number)?, reader.fault.into())])
            }
            (None, None, None, Some(Damage::NextFrame), None) => Ok(vec![Act::DamageFrame]),
            (None, None, None, None, Some(cable)) => {
                let pulled = matches!(cable, CableName::Pulled);
                Ok(vec![Act::Cable { pulled }])
            }
            _ => Err(ScenarioError::NotOneThing(number)),
        }
    }
}

impl Step {
    /// What is done to keys and plugs, if that is all the step says.
    fn at_the_front(&self, number: usize) -> Result<Option<Act>, ScenarioError> {
        let others = self.lay.is_some() || self.lift.is_some() || self.reader.is_some();
        let act = match (&self.press, &self.key, &self.plug) {
            (None, None, None) => match self.sensors {
                Some(asked) => Act::Ask(Ask::Sensors(seat(asked, number)?)),
                None => return Ok(None),
            },
            (Some(key), None, None) => Act::Press(seat(key.seat, number)?, key.call.into()),
            (None, Some(key), None) => {
                Act::Key(seat(key.seat, number)?, key.call.into(), key.down.unwrap_or(true))
            }
            (None, None, Some(plug)) => {
                let part = match plug.part {
                    PartName::Screen => Part::Screen,
                    PartName::SeatDisplays => Part::SeatDisplays,
                    PartName::Pad => Part::Pad(seat(plug.seat.unwrap_or(0), number)?),
                };
                Act::Plug(part, plug.there)
            }
            _ => return Err(ScenarioError::NotOneThing(number)),
        };
        let said = [self.press.is_some(), self.key.is_some(), self.plug.is_some()];
        let twice = self.sensors.is_some() && said.contains(&true);
        if others || twice || self.damage.is_some() || self.cable.is_some() {
            return Err(ScenarioError::NotOneThing(number));
        }
        Ok(Some(act))
    }
}

fn seat(number: u8, step: usize) -> Result<Seat, ScenarioError> {
    let index = usize::from(number).checked_sub(1);
    index.and_then(|at| Seat::ALL.get(at).copied()).ok_or(ScenarioError::NoSeat(step))
}

/// A tile of the set (`5p.2`, `3f`), or any tag by its sixteen digits.
fn tag(text: &str, step: usize) -> Result<TagUid, ScenarioError> {
    if text.len() == 16
        && let Ok(uid) = u64::from_str_radix(text, 16)
    {
        return Ok(TagUid(uid));
    }
    let found = Tile::all().find(|tile| tile.to_string() == text);
    let bare = text.parse::<Face>().ok().filter(|face| face.is_flower());
    let tile = found.or_else(|| Tile::all().find(|tile| Some(tile.face()) == bare));
    tile.map(tag_of).ok_or(ScenarioError::NoTile { step, text: text.into() })
}
