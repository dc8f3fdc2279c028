//! Every parameter of the error model. What each means, its range and where it comes from stand in
//! `presets/realistic.toml`, whose values are the defaults here.

use std::fs;
use std::path::Path;

use anyhow::{Context, bail, ensure};
use serde::{Deserialize, Serialize};

use crate::world::play::pace::Pace;

const NONE: &str = include_str!("../../presets/none.toml");
const REALISTIC: &str = include_str!("../../presets/realistic.toml");
const HARSH: &str = include_str!("../../presets/harsh.toml");

/// From and to, or mean and sigma; the parameter says which.
pub type Pair = [f64; 2];

/// What can go wrong between a tile and its sighting, and how often.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Errors {
    /// Inside one inventory.
    pub slot: SlotErrors,
    /// Link margins.
    pub position: Position,
    /// Second loops.
    pub crosstalk: CrossTalk,
    /// How tiles are handled.
    pub motion: Motion,
    /// Who stands in the way.
    pub people: People,
    /// Interference.
    pub burst: Burst,
    /// Reader and bus.
    pub reader: Readers,
    /// The set itself.
    pub tags: TagErrors,
    /// The cable to the referee's device, and the device.
    pub link: LinkErrors,
}

/// Probabilities for each answer of a tag.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct SlotErrors {
    /// Not heard.
    pub lost: f64,
    /// Heard with a CRC or protocol error.
    pub corrupt: f64,
    /// An empty slot looks like a collision without bytes.
    pub noise: f64,
    /// Of two tags that collide the stronger is read cleanly.
    pub capture: f64,
    /// A collision is reported at a wrong bit.
    pub wrong_bit: f64,
    /// A corrupt identifier passes its CRC; share of corrupt answers.
    pub undetected: f64,
    /// Jitter of the answer, in ticks of the carrier either way.
    pub t1_jitter_ticks: u32,
}

/// Link margins in dB, drawn when a tile is laid down.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Position {
    /// Mean and sigma: lying over a meld or river loop.
    pub flat_db: Pair,
    /// Mean and sigma: standing in the rack.
    pub standing_db: Pair,
    /// Mean and sigma: standing at the joint of the two loops or at an end.
    pub joint_db: Pair,
    /// Share of placements that lie tilted.
    pub tilted: f64,
    /// What tilting costs, between these.
    pub tilted_db: Pair,
    /// Magnets or steel near the tags.
    pub magnet_db: f64,
    /// Margins are cut at so many sigma: rack and table guide the tiles.
    pub cut_sigma: f64,
    /// What each of the two tiles beside it costs, between these.
    pub adjacent_db: Pair,
    /// Share of tiles beside it that help instead, and by how much.
    pub adjacent_gain: Pair,
    /// For each tag beyond ten in one loop.
    pub crowd_db: f64,
    /// A warm reader, from half an hour on.
    pub drift_db: f64,
}

/// Probabilities that a placement is seen by a second loop too, until the tile is moved.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct CrossTalk {
    /// Rack tile at the joint, by the other half.
    pub joint: f64,
    /// Other rack tile, by the other half.
    pub other_half: f64,
    /// Rack tile, by the seat's meld loop.
    pub own_meld: f64,
    /// Any tile, by a loop of a neighbouring seat.
    pub neighbour: f64,
    /// River tile, by the next seat's river loop.
    pub river_border: f64,
    /// The second loop's margin is less by something between these.
    pub weaker_db: Pair,
    /// Factor on the odds of a loss while neighbouring readers radiate.
    pub parallel: f64,
}

/// How people handle tiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Motion {
    /// 1 is ordinary, 2 twice as fast.
    speed: f64,
    /// 0 is careful, 1 ordinary.
    sloppiness: f64,
    /// Wrong discards corrected, per turn.
    corrected: f64,
    /// Discards pulled back and put down again, per turn.
    pulled_back: f64,
    /// Discards that rest on another field on their way, per turn.
    flashes: f64,
    /// Drawn tiles that go to the river without touching the hand.
    thrown_at_once: f64,
    /// Tiles lifted and put back per turn, early and later.
    sorting: Pair,
    /// Share of moves in which the tile slides.
    pub sliding: f64,
    /// A sliding tile is seen by its old loop for so long, in milliseconds.
    pub sliding_ms: Pair,
}

/// Who stands in the way.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct People {
    /// Somebody leans over a seat's fields so often.
    pub lean_per_minute: f64,
    /// For so long, in seconds.
    pub lean_s: Pair,
    /// What it costs every tile there.
    pub lean_db: f64,
    /// Share of placements over which a hand stays for a moment.
    pub hand_over: f64,
    /// For so long, in seconds.
    pub hand_over_s: Pair,
    /// What it costs.
    pub hand_over_db: Pair,
    /// Share of those hands with a ring or a metal watch.
    pub ring: f64,
    /// What that costs more.
    pub ring_db: Pair,
}

/// Interference at one reader: good or bad.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Burst {
    /// From good to bad, so often.
    pub per_hour: f64,
    /// For so long, in seconds.
    pub length_s: Pair,
    /// Answers lost while bad.
    pub lost: f64,
    /// Answers corrupt while bad.
    pub corrupt: f64,
    /// A phone in reader mode is laid near one reader.
    pub phone_per_hour: f64,
    /// For so long, in seconds.
    pub phone_s: Pair,
}

/// Faults of each reader and its bus, per reader-hour.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Readers {
    /// BUSY stays high until the reset.
    pub busy_stuck: f64,
    /// Brown-out: RF off, registers default.
    pub silent_reset: f64,
    /// One interrupt edge is lost.
    pub irq_lost: f64,
    /// One inventory fails.
    pub general_error: f64,
    /// The chip drops its field until it has cooled.
    pub over_temperature: f64,
    /// Which takes so long, in seconds.
    pub cooling_s: f64,
    /// Per byte on the bus.
    pub spi_bit_error: f64,
    /// The reader is gone for good.
    pub death: f64,
    /// Another one is in its place after so many seconds.
    pub exchange_s: f64,
}

/// What is wrong with tags.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct TagErrors {
    /// Share of a set's tags that are dead.
    pub dead: f64,
    /// A tile of another set comes to lie somewhere, so often an hour, for some seconds.
    pub foreign_per_hour: f64,
    /// Share of attempts to read a tag's blocks that fail.
    pub unread_block: f64,
}

/// What is wrong between table and referee.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct LinkErrors {
    /// Share of bytes that arrive wrong.
    pub byte_error: f64,
    /// The cable is cut, so often an hour.
    pub cut_per_hour: f64,
    /// For so long, in seconds.
    pub cut_s: Pair,
    /// The referee's device starts anew, so often an hour.
    pub restart_per_hour: f64,
}

impl Errors {
    /// A perfect channel.
    pub fn none() -> Errors {
        Errors::preset(NONE)
    }

    /// What the table is built for.
    pub fn realistic() -> Errors {
        Errors::preset(REALISTIC)
    }

    /// Towards the bad ends of all ranges at once.
    pub fn harsh() -> Errors {
        Errors::preset(HARSH)
    }

    fn preset(text: &str) -> Errors {
        // The presets are part of the program; a test reads each.
        toml::from_str(text).expect("a preset is a complete error model")
    }

    /// A preset by its name, or a file that changes the realistic one.
    pub fn named(name: &str) -> anyhow::Result<Errors> {
        match name {
            "none" => Ok(Errors::none()),
            "realistic" => Ok(Errors::realistic()),
            "harsh" => Ok(Errors::harsh()),
            file if Path::new(file).exists() => {
                let text = fs::read_to_string(file).with_context(|| file.to_owned())?;
                Errors::parse(&text).with_context(|| format!("error model {file}"))
            }
            other => bail!(
                "no error model {other:?}: say none, realistic, harsh, or name a file like \
                 host-sim/presets/realistic.toml"
            ),
        }
    }

    /// The realistic model with the lines of `text` instead of its own.
    pub fn parse(text: &str) -> anyhow::Result<Errors> {
        let mut model: toml::Table = toml::from_str(REALISTIC)?;
        let changes: toml::Table = toml::from_str(text)?;
        for (section, lines) in changes {
            let known = model.get_mut(&section).and_then(toml::Value::as_table_mut);
            match (known, lines) {
                (Some(known), toml::Value::Table(lines)) => known.extend(lines),
                _ => bail!("no section [{section}]"),
            }
        }
        let errors: Errors = model.try_into()?;
        errors.check()?;
        Ok(errors)
    }

    /// Shares are between 0 and 1, and nothing takes a negative time.
    fn check(&self) -> anyhow::Result<()> {
        let Errors { slot, position, crosstalk, motion, people, burst, reader, tags, link } = self;
        let shares = [
            ("slot.lost", slot.lost),
            ("slot.corrupt", slot.corrupt),
            ("slot.noise", slot.noise),
            ("slot.capture", slot.capture),
            ("slot.wrong_bit", slot.wrong_bit),
            ("slot.undetected", slot.undetected),
            ("position.tilted", position.tilted),
            ("crosstalk.joint", crosstalk.joint),
            ("crosstalk.other_half", crosstalk.other_half),
            ("crosstalk.own_meld", crosstalk.own_meld),
            ("crosstalk.neighbour", crosstalk.neighbour),
            ("crosstalk.river_border", crosstalk.river_border),
            ("motion.corrected", motion.corrected),
            ("motion.pulled_back", motion.pulled_back),
            ("motion.flashes", motion.flashes),
            ("motion.thrown_at_once", motion.thrown_at_once),
            ("motion.sliding", motion.sliding),
            ("people.hand_over", people.hand_over),
            ("people.ring", people.ring),
            ("burst.lost", burst.lost),
            ("burst.corrupt", burst.corrupt),
            ("reader.spi_bit_error", reader.spi_bit_error),
            ("position.adjacent_gain", position.adjacent_gain[0]),
            ("tags.dead", tags.dead),
            ("tags.unread_block", tags.unread_block),
            ("link.byte_error", link.byte_error),
        ];
        for (name, share) in shares {
            ensure!((0.0..=1.0).contains(&share), "{name} is {share}; it is a share, 0 to 1");
        }
        ensure!(motion.speed > 0.0, "motion.speed is {}; 1 is ordinary", motion.speed);
        Ok(())
    }

    /// The people of this model, at a table with or without river loops.
    pub fn pace(&self, rivers: bool) -> Pace {
        let Motion { speed, sloppiness, corrected, pulled_back, flashes, .. } = self.motion;
        Pace {
            speed,
            sloppiness,
            corrected,
            pulled_back,
            flashes,
            thrown_at_once: self.motion.thrown_at_once,
            sorting: self.motion.sorting,
            no_river: !rivers,
            ..Pace::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn presets_are_complete_and_ordered() {
        let [none, realistic, harsh] = [Errors::none(), Errors::realistic(), Errors::harsh()];
        for preset in [&none, &realistic, &harsh] {
            preset.check().unwrap();
        }
        assert!(none.slot.lost < realistic.slot.lost && realistic.slot.lost < harsh.slot.lost);
        assert_eq!(none.pace(true), Pace::default(), "nothing but the channel is made perfect");
        assert_eq!(realistic.pace(true), Pace::default());
    }

    #[test]
    fn a_file_changes_what_it_names_and_nothing_else() {
        let changed = Errors::parse("[slot]\nlost = 0.02").unwrap();
        let realistic = Errors::realistic();
        assert_eq!(changed.slot.lost, 0.02);
        assert_eq!(changed.slot.corrupt, realistic.slot.corrupt);
        assert_eq!(changed.crosstalk, realistic.crosstalk);
    }

    #[test]
    fn mistakes_in_a_file_are_named() {
        for (text, says) in [
            ("[slot]\nlots = 1", "lots"),
            ("[slots]\nlost = 0", "[slots]"),
            ("[slot]\nlost = 3.0", "slot.lost is 3"),
        ] {
            let error = format!("{:#}", Errors::parse(text).unwrap_err());
            assert!(error.contains(says), "{error}");
        }
    }
}
