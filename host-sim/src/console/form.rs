//! Orders as the page sends them: plain words and numbers, checked here before they are an order.

use serde::Deserialize;
use table_core::game::{
    Command, Few, PenaltyId, PlayerId, Receives, RuleId, RuleSet, Sanction, SessionStart, Way,
};
use table_core::place::Place;
use table_core::rules::{Points, Rulings};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::Span;
use table_core::view::Language;
use thiserror::Error;

/// Why a form is no order.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum FormError {
    /// A seat that does not exist.
    #[error("seats are numbered 1 to 4")]
    Seat,
    /// A tile that does not exist.
    #[error("no tile {0:?}: write a face and a copy, such as 5p.2, or a flower such as 3f")]
    Tile(String),
    /// No such rule set.
    #[error("no rule set {0:?}")]
    Rules(String),
    /// A rule that cannot be cited.
    #[error("a rule is cited in at most 20 plain letters, such as MCR 3.11.2.2")]
    Rule,
    /// Too many or too few dice.
    #[error("one or two throws of the dice")]
    Dice,
    /// This machine gives no randomness.
    #[error("this machine gives no randomness: a session cannot be told from a repetition")]
    NoRandomness,
    /// A number out of all proportion.
    #[error("{0}")]
    Number(&'static str),
}

/// Where a tile is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Spot {
    /// Standing.
    Hand,
    /// Laid out.
    Meld,
    /// Discarded.
    River,
    /// In the wall.
    Wall,
}

/// Who receives a penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
pub enum To {
    /// Nobody.
    #[serde(rename = "nobody")]
    Nobody,
    /// Each of the other three.
    #[serde(rename = "each")]
    Each,
    /// One seat.
    #[serde(rename = "1")]
    First,
    /// One seat.
    #[serde(rename = "2")]
    Second,
    /// One seat.
    #[serde(rename = "3")]
    Third,
    /// One seat.
    #[serde(rename = "4")]
    Fourth,
}

impl From<To> for Receives {
    fn from(to: To) -> Receives {
        match to {
            To::Nobody => Receives::Nobody,
            To::Each => Receives::EachOther,
            To::First => Receives::Seat(Seat::First),
            To::Second => Receives::Seat(Seat::Second),
            To::Third => Receives::Seat(Seat::Third),
            To::Fourth => Receives::Seat(Seat::Fourth),
        }
    }
}

/// What a penalty keeps a seat from for the rest of the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Bars {
    /// Nothing.
    Nothing,
    /// Winning.
    Win,
    /// Melding and winning.
    MeldAndWin,
}

/// How a win came about.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Won {
    /// From the wall.
    SelfDrawn,
    /// On a discard.
    Discard,
    /// On a kong's tile.
    Robbing,
}

/// An order as a form. Orders that take nothing are written with empty braces: only so are superfluous fields refused there, too.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
#[serde(tag = "order", rename_all = "kebab-case", deny_unknown_fields)]
#[allow(missing_docs)]
pub enum Form {
    StartSession {
        session: u16,
        table: u16,
        rules: String,
        players: [u32; 4],
        hands: u16,
        rivers: bool,
        buttons_declare: bool,
        language: u8,
    },
    StartHand {},
    Dice {
        throws: Vec<u8>,
    },
    Pause {},
    Resume {},
    ExtraTime {
        seconds: u32,
    },
    Rule {
        rule: String,
        seat: Option<u8>,
    },
    Penalise {
        seat: u8,
        rule: String,
        points: i32,
        to: To,
        yellow: u8,
        red: u8,
        bars: Bars,
    },
    Revoke {
        penalty: u16,
    },
    Correct {
        tile: String,
        spot: Spot,
        seat: u8,
    },
    Undo {
        plays: u8,
    },
    Hu {
        seat: u8,
        tile: String,
        won: Won,
        from: u8,
    },
    Confirm {},
    Overrule {
        declared: u16,
        payments: [i32; 4],
    },
    RefuseHu {
        seat: u8,
    },
    Drawn {},
    Void {
        again: bool,
    },
    EndSession {},
    ClearFaults {},
}

/// Longest rule that a record can cite.
const LONGEST_RULE: usize = 20;
/// Extra time is given in minutes, not in days.
const MOST_EXTRA: u32 = 7_200;

fn seat(number: u8) -> Result<Seat, FormError> {
    let at = usize::from(number).checked_sub(1);
    at.and_then(|at| Seat::ALL.get(at).copied()).ok_or(FormError::Seat)
}

fn tile(name: &str) -> Result<Tile, FormError> {
    let found = Tile::all().find(|tile| tile.to_string() == name);
    found.ok_or_else(|| FormError::Tile(name.chars().take(20).collect()))
}

fn rule(name: &str) -> Result<RuleId, FormError> {
    let plain = name.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ');
    let fits = (1..=LONGEST_RULE).contains(&name.len());
    if plain && fits { Ok(RuleId::new(name)) } else { Err(FormError::Rule) }
}

/// What makes a session unlike every other.
pub(super) fn nonce() -> Option<[u8; 16]> {
    let mut nonce = [0; 16];
    getrandom::fill(&mut nonce).ok().map(|()| nonce)
}

impl Form {
    /// The order.
    pub fn command(&self) -> Result<Command, FormError> {
        Ok(match self {
            Form::StartSession {
                session,
                table,
                rules,
                players,
                hands,
                rivers,
                buttons_declare,
                language,
            } => {
                let rulings = Rulings::default();
                let unknown = || FormError::Rules(rules.chars().take(20).collect());
                Command::StartSession(SessionStart {
                    session: *session,
                    table: *table,
                    rules: RuleSet::named(rules).ok_or_else(unknown)?,
                    rulings,
                    digest: rulings.digest().map_err(|_| unknown())?,
                    players: players.map(PlayerId),
                    hands: *hands,
                    rivers: *rivers,
                    nonce: nonce().ok_or(FormError::NoRandomness)?,
                    language: Language(*language),
                    buttons_declare: *buttons_declare,
                })
            }
            Form::StartHand {} => Command::StartHand,
            Form::Dice { throws } => match throws.as_slice() {
                [_] | [_, _] => Command::Dice(Few::from_some(throws.iter().copied())),
                _ => return Err(FormError::Dice),
            },
            Form::Pause {} => Command::Pause,
            Form::Resume {} => Command::Resume,
            Form::ExtraTime { seconds: seconds @ 1..=MOST_EXTRA } => {
                Command::ExtraTime(Span::secs(u64::from(*seconds)))
            }
            Form::ExtraTime { .. } => {
                return Err(FormError::Number("between a second and two hours of extra time"));
            }
            Form::Rule { rule: name, seat: about } => {
                Command::Rule { rule: rule(name)?, seat: about.map(seat).transpose()? }
            }
            Form::Penalise { seat: whom, rule: name, points, to, yellow, red, bars } => {
                Command::Penalise(Sanction {
                    rule: rule(name)?,
                    points: Points(*points),
                    to: Receives::from(*to),
                    yellow: *yellow,
                    red: *red,
                    dead: *bars != Bars::Nothing,
                    no_melds: *bars == Bars::MeldAndWin,
                    ..Sanction::warning(seat(*whom)?, "")
                })
            }
            Form::Revoke { penalty } => Command::Revoke(PenaltyId(*penalty)),
            Form::Correct { tile: name, spot, seat: whose } => {
                let whose = seat(*whose)?;
                let place = match spot {
                    Spot::Hand => Place::Hand(whose),
                    Spot::Meld => Place::Meld(whose),
                    Spot::River => Place::River(whose),
                    Spot::Wall => Place::Away,
                };
                Command::Correct { tile: tile(name)?, place }
            }
            Form::Undo { plays } => Command::Undo { plays: *plays },
            Form::Hu { seat: who, tile: name, won, from } => {
                let way = match won {
                    Won::SelfDrawn => Way::SelfDrawn,
                    Won::Discard => Way::Discard { from: seat(*from)? },
                    Won::Robbing => Way::Robbing { from: seat(*from)? },
                };
                Command::Hu { seat: seat(*who)?, tile: tile(name)?, way }
            }
            Form::Confirm {} => Command::ConfirmResult { declared: None },
            Form::Overrule { declared, payments } => {
                Command::OverruleResult { declared: *declared, payments: payments.map(Points) }
            }
            Form::RefuseHu { seat: who } => Command::RefuseHu { seat: seat(*who)? },
            Form::Drawn {} => Command::DrawnHand,
            Form::Void { again } => Command::VoidHand { again: *again },
            Form::EndSession {} => Command::EndSession,
            Form::ClearFaults {} => Command::ClearFaults,
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(text: &str) -> Result<Command, String> {
        let form: Form = serde_json::from_str(text).map_err(|error| error.to_string())?;
        form.command().map_err(|error| error.to_string())
    }

    #[test]
    fn forms_are_orders_or_say_what_is_wrong_with_them() {
        assert_eq!(read(r#"{"order":"pause"}"#), Ok(Command::Pause));
        let corrected = read(r#"{"order":"correct","tile":"5p.2","spot":"river","seat":3}"#);
        let tile = Tile::all().find(|tile| tile.to_string() == "5p.2").unwrap();
        assert_eq!(corrected, Ok(Command::Correct { tile, place: Place::River(Seat::Third) }));
        let wrong = [
            r#"{"order":"correct","tile":"5x.2","spot":"river","seat":3}"#,
            r#"{"order":"correct","tile":"5p.2","spot":"river","seat":5}"#,
            r#"{"order":"correct","tile":"5p.2","spot":"box","seat":1}"#,
            r#"{"order":"extra-time","seconds":0}"#,
            r#"{"order":"extra-time","seconds":4000000000}"#,
            r#"{"order":"dice","throws":[]}"#,
            r#"{"order":"rule","rule":"<script>alert(1)</script>","seat":1}"#,
            r#"{"order":"shred"}"#,
            r#"{"order":"pause","also":1}"#,
            r#"{}"#,
        ];
        for text in wrong {
            assert!(read(text).is_err(), "{text}");
        }
    }
}
