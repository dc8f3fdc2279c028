//! MCR hands as JSON lines: what goes in and what comes out.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use table_core::rules::mcr::{self, Rulings, Win};

use super::line::{MeldLine, typed};
use super::notation::{self, NotationError, Typed};

/// One hand; other fields than these are ignored.
#[derive(Debug, Deserialize)]
pub struct McrLine {
    concealed: String,
    #[serde(default)]
    melds: Vec<MeldLine>,
    win: String,
    #[serde(flatten)]
    facts: McrFacts,
}

/// How the hand was won.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct McrFacts {
    /// From the wall.
    pub self_draw: bool,
    /// The other three lie face up on the table.
    pub last_of_kind: bool,
    /// Last tile of the wall, or the discard after it.
    pub last_tile: bool,
    /// On a kong's replacement, or by robbing a kong.
    pub kong: bool,
    /// Flowers laid.
    pub flowers: u8,
    /// Wind of the winner.
    pub seat: String,
    /// Prevalent wind.
    pub round: String,
}

impl Default for McrFacts {
    fn default() -> McrFacts {
        McrFacts {
            self_draw: false,
            last_of_kind: false,
            last_tile: false,
            kong: false,
            flowers: 0,
            seat: "E".into(),
            round: "E".into(),
        }
    }
}

impl McrFacts {
    /// The win, complete.
    pub fn win(&self, Typed { hand, winning }: Typed) -> Result<Win, NotationError> {
        Ok(Win {
            hand,
            winning,
            self_drawn: self.self_draw,
            last_of_kind: self.last_of_kind,
            last_tile: self.last_tile,
            kong: self.kong,
            flowers: self.flowers,
            seat: notation::wind(&self.seat)?,
            round: notation::wind(&self.round)?,
        })
    }
}

impl McrLine {
    /// The answer to one line of input.
    pub fn answer(line: &str, rulings: &Rulings) -> Value {
        McrLine::score(line, rulings).unwrap_or_else(|error| json!({ "error": error.to_string() }))
    }

    /// The win that a line of input describes.
    pub fn win(line: &str) -> anyhow::Result<Win> {
        let line: McrLine = serde_json::from_str(line)?;
        Ok(line.facts.win(typed(&line.concealed, &line.melds, &line.win)?)?)
    }

    fn score(line: &str, rulings: &Rulings) -> anyhow::Result<Value> {
        let win = McrLine::win(line)?;
        let score = mcr::score(&win, rulings)?;
        let fans: BTreeMap<&str, u8> =
            score.fans().map(|scored| (scored.fan.english(), scored.count)).collect();
        Ok(json!({
            "fans": fans,
            "points": score.points(),
            "points_without_flowers": score.points_without_flowers(),
        }))
    }
}
