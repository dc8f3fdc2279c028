//! Hong Kong hands as JSON lines: what goes in and what comes out.

use std::collections::BTreeMap;

use serde::Deserialize;
use serde_json::{Value, json};
use table_core::rules::gghk::{self, Judgement, Rulings};
use table_core::rules::shape::FaceSet;
use table_core::rules::{Declared, Impossible, Payment, Source, TooManyPoints};
use table_core::seat::{Seat, Wind};
use thiserror::Error;

use super::line::{MeldLine, typed};
use super::notation::{self, NotationError, Typed};

/// One hand; other fields than these are ignored.
#[derive(Debug, Deserialize)]
pub struct GghkLine {
    concealed: String,
    #[serde(default)]
    melds: Vec<MeldLine>,
    win: String,
    #[serde(flatten)]
    facts: GghkFacts,
}

/// How the hand was won.
#[derive(Debug, Clone, Deserialize)]
#[serde(default)]
pub struct GghkFacts {
    /// From the wall.
    pub self_draw: bool,
    /// Who discarded the winning tile or was robbed of it, by wind.
    pub discarder: Option<String>,
    /// `after_kong`, `consecutive_kong`, `robbing_kong`, `robbing_concealed_kong`, `last_wall_tile`, `heaven`, `earth`.
    pub flags: Vec<String>,
    /// Wind of the winner; East deals.
    pub seat: String,
    /// Prevalent wind.
    pub round: String,
}

impl Default for GghkFacts {
    fn default() -> GghkFacts {
        let east = || "E".to_owned();
        GghkFacts { self_draw: false, discarder: None, flags: vec![], seat: east(), round: east() }
    }
}

/// Why a line is no declared win.
#[derive(Debug, Error)]
pub enum GghkError {
    /// Tiles or winds that cannot be read.
    #[error(transparent)]
    Notation(#[from] NotationError),
    /// A flag that does not exist.
    #[error("{0:?} is no flag: use {FLAG_NAMES}")]
    Flag(String),
    /// A self-drawn win has no giver, any other has one.
    #[error("a self-drawn win names no discarder, any other names one")]
    Discarder,
    /// Two flags that cannot both be true, or one that does not go with the way of winning.
    #[error("{0} does not go with the rest: a kong's replacement is drawn, a robbed tile is not")]
    Way(&'static str),
    /// Heaven is the dealer's own win, earth another's on the dealer's discard.
    #[error(
        "{0}: heaven is the dealer's self-drawn win, earth another player's on the dealer's discard"
    )]
    Opening(&'static str),
    /// Cannot have happened.
    #[error(transparent)]
    Impossible(#[from] Impossible),
    /// Does not fit on a sheet.
    #[error(transparent)]
    Points(#[from] TooManyPoints),
}

const FLAGS: [&str; 7] = [
    "after_kong",
    "consecutive_kong",
    "robbing_kong",
    "robbing_concealed_kong",
    "last_wall_tile",
    "heaven",
    "earth",
];
const FLAG_NAMES: &str = "after_kong, consecutive_kong, robbing_kong, robbing_concealed_kong, last_wall_tile, heaven or earth";

/// Seat winds are seats when East deals from the first one.
fn seat(text: &str) -> Result<Seat, NotationError> {
    let wind = notation::wind(text)?;
    Ok(Seat::First.after(wind.index()))
}

impl GghkFacts {
    /// The declared win, complete.
    pub fn declared(&self, Typed { hand, winning }: Typed) -> Result<Declared, GghkError> {
        if let Some(unknown) = self.flags.iter().find(|flag| !FLAGS.contains(&flag.as_str())) {
            return Err(GghkError::Flag(unknown.clone()));
        }
        let winner = seat(&self.seat)?;
        Ok(Declared {
            seat: winner,
            dealer: Seat::First,
            round: Wind::ALL[seat(&self.round)?.index()],
            hand,
            winning,
            source: self.source()?,
            last_tile: self.has("last_wall_tile"),
            last_of_kind: false,
            opening: self.opening(winner)?,
            flowers: 0,
        })
    }

    fn has(&self, flag: &str) -> bool {
        self.flags.iter().any(|one| one == flag)
    }

    fn source(&self) -> Result<Source, GghkError> {
        let giver = self.discarder.as_deref().map(seat).transpose()?;
        let replaced = ["consecutive_kong", "after_kong"].into_iter().find(|flag| self.has(flag));
        let robbed =
            ["robbing_kong", "robbing_concealed_kong"].into_iter().find(|flag| self.has(flag));
        match (self.self_draw, giver, replaced, robbed) {
            (true, None, None, None) => Ok(Source::Wall),
            (true, None, Some(flag), None) => {
                Ok(Source::Supplement { in_a_row: flag == "consecutive_kong" })
            }
            (false, Some(from), None, None) => Ok(Source::Discard(from)),
            (false, Some(from), None, Some("robbing_kong")) => Ok(Source::PromotedKong(from)),
            (false, Some(from), None, Some(_)) => Ok(Source::ConcealedKong(from)),
            (true, _, _, Some(flag)) | (false, _, Some(flag), _) => Err(GghkError::Way(flag)),
            (true, Some(_), ..) | (false, None, ..) => Err(GghkError::Discarder),
        }
    }

    /// Heaven and earth are two sides of one fact: the hand was won before anybody had played.
    fn opening(&self, winner: Seat) -> Result<bool, GghkError> {
        match (self.has("heaven"), self.has("earth")) {
            (true, false) if self.self_draw && winner == Seat::First => Ok(true),
            (false, true) if !self.self_draw && winner != Seat::First => Ok(true),
            (false, false) => Ok(false),
            (true, _) => Err(GghkError::Opening("heaven")),
            (_, true) => Err(GghkError::Opening("earth")),
        }
    }
}

/// A hand judged and, if legal, paid.
pub struct Judged {
    /// What it is.
    pub judgement: Judgement,
    /// Who pays whom.
    pub payment: Option<Payment>,
}

/// Judges and settles.
pub fn judge(win: &Declared, rulings: &Rulings) -> Result<Judged, GghkError> {
    let judgement = gghk::judge(win, FaceSet::EMPTY, rulings)?;
    let payment = match &judgement {
        Judgement::Legal(score) => gghk::pay(win, score.faan(), rulings)?,
        _ => None,
    };
    Ok(Judged { judgement, payment })
}

impl GghkLine {
    /// The answer to one line of input.
    pub fn answer(line: &str, rulings: &Rulings) -> Value {
        GghkLine::judge(line, rulings).unwrap_or_else(|error| json!({ "error": error.to_string() }))
    }

    fn judge(line: &str, rulings: &Rulings) -> anyhow::Result<Value> {
        let line: GghkLine = serde_json::from_str(line)?;
        let win = line.facts.declared(typed(&line.concealed, &line.melds, &line.win)?)?;
        let Judged { judgement, payment } = judge(&win, rulings)?;
        let score = judgement.score();
        let made = score.iter().flat_map(|score| score.made.iter());
        let items: BTreeMap<&str, u8> = made.map(|made| (made.item.key(), made.faan())).collect();
        let payments = payment.map(|payment| {
            let [east, south, west, north] = payment.settlement.by_seat().map(|points| points.0);
            json!({ "E": east, "S": south, "W": west, "N": north })
        });
        let mut answer = json!({
            "legal": judgement.reason().is_none(),
            "items": items,
            "faan": score.map_or(0, |score| score.faan()),
            "raw": score.map_or(0, |score| score.raw),
            "payments": payments,
        });
        if let Some(reason) = judgement.reason() {
            answer["reason"] = reason.key().into();
        }
        Ok(answer)
    }
}
