//! The referee's orders in a played scenario, in the words of its file.

use serde::Deserialize;
use table_core::game::{Call, Command, PenaltyId, Receives, RuleId, Sanction};
use table_core::place::Place;
use table_core::rules::Points;
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};
use table_core::time::Span;
use thiserror::Error;

use crate::scenario::FaultName;
use crate::world::Act;
use crate::world::play::session::Ordered;

/// Why an order cannot be given.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum OrderError {
    /// A seat that does not exist.
    #[error("no seat {0}: seats are numbered 1 to 4")]
    NoSeat(u8),
    /// No such piece.
    #[error("no tile {0:?}: write a face and which of its pieces, as in 5p.2")]
    NoTile(String),
}

/// An order and its moment.
#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct OrderAt {
    /// In which hand, counted from 1.
    #[serde(default = "one")]
    hand: u16,
    /// After so many discards; left out, after the last act of the hand.
    turn: Option<usize>,
    /// So many milliseconds later.
    #[serde(default)]
    after_ms: u64,
    order: Order,
}

const fn one() -> u16 {
    1
}

#[derive(Debug, Clone, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Order {
    /// No order, but what befalls a reader.
    Reader {
        seat: u8,
        fault: FaultName,
    },
    Pause,
    Resume,
    ExtraTime {
        minutes: u64,
    },
    Rule {
        rule: String,
        seat: Option<u8>,
    },
    Penalise(Penalty),
    Revoke {
        number: u16,
    },
    Correct {
        tile: String,
        at: At,
    },
    Undo {
        plays: u8,
    },
    RefuseHu {
        seat: u8,
    },
    Confirm {
        declared: Option<u16>,
    },
    Overrule {
        declared: u16,
        payments: [i32; 4],
    },
    Drawn,
    Void {
        again: bool,
    },
    EndSession,
    /// A player's: the button that calls the referee.
    CallReferee {
        seat: u8,
    },
}

#[derive(Debug, Clone, Deserialize)]
#[serde(deny_unknown_fields)]
struct Penalty {
    seat: u8,
    rule: String,
    #[serde(default)]
    points: i32,
    #[serde(default)]
    to: To,
    #[serde(default)]
    yellow: u8,
    #[serde(default)]
    red: u8,
    #[serde(default)]
    dead: bool,
}

#[derive(Debug, Clone, Copy, Default, Deserialize)]
#[serde(rename_all = "snake_case")]
enum To {
    #[default]
    Nobody,
    EachOther,
    Seat(u8),
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "snake_case")]
enum At {
    Hand(u8),
    Meld(u8),
    River(u8),
    Away,
}

fn seat(number: u8) -> Result<Seat, OrderError> {
    let index = usize::from(number).checked_sub(1);
    let seat = index.and_then(|index| Seat::ALL.get(index));
    seat.copied().ok_or(OrderError::NoSeat(number))
}

fn tile(text: &str) -> Result<Tile, OrderError> {
    let none = || OrderError::NoTile(text.to_owned());
    let (face, piece) = text.split_once('.').ok_or_else(none)?;
    let face: Face = face.parse().map_err(|_| none())?;
    let piece: usize = piece.parse().map_err(|_| none())?;
    let mut alike = Tile::all().filter(|tile| tile.face() == face);
    piece.checked_sub(1).and_then(|at| alike.nth(at)).ok_or_else(none)
}

impl OrderAt {
    /// Something befalls a reader: it needs a chip.
    pub fn befalls_a_reader(&self) -> bool {
        matches!(self.order, Order::Reader { .. })
    }

    /// For the world.
    pub fn ordered(&self) -> Result<Ordered, OrderError> {
        let after = Span::millis(self.after_ms);
        Ok(Ordered { hand: self.hand, discards: self.turn, after, act: self.order.act()? })
    }
}

impl Order {
    fn act(&self) -> Result<Act, OrderError> {
        let command = match self {
            Order::CallReferee { seat: number } => {
                return Ok(Act::Press(seat(*number)?, Call::Referee));
            }
            Order::Reader { seat: number, fault } => {
                return Ok(Act::Reader(seat(*number)?, (*fault).into()));
            }
            Order::Pause => Command::Pause,
            Order::Resume => Command::Resume,
            Order::ExtraTime { minutes } => Command::ExtraTime(Span::secs(minutes * 60)),
            Order::Rule { rule, seat: about } => {
                Command::Rule { rule: RuleId::new(rule), seat: about.map(seat).transpose()? }
            }
            Order::Penalise(penalty) => Command::Penalise(Sanction {
                points: Points(penalty.points),
                to: match penalty.to {
                    To::Nobody => Receives::Nobody,
                    To::EachOther => Receives::EachOther,
                    To::Seat(number) => Receives::Seat(seat(number)?),
                },
                yellow: penalty.yellow,
                red: penalty.red,
                dead: penalty.dead,
                ..Sanction::warning(seat(penalty.seat)?, &penalty.rule)
            }),
            Order::Revoke { number } => Command::Revoke(PenaltyId(*number)),
            Order::Correct { tile: text, at } => Command::Correct {
                tile: tile(text)?,
                place: match at {
                    At::Hand(number) => Place::Hand(seat(*number)?),
                    At::Meld(number) => Place::Meld(seat(*number)?),
                    At::River(number) => Place::River(seat(*number)?),
                    At::Away => Place::Away,
                },
            },
            Order::Undo { plays } => Command::Undo { plays: *plays },
            Order::RefuseHu { seat: number } => Command::RefuseHu { seat: seat(*number)? },
            Order::Confirm { declared } => Command::ConfirmResult { declared: *declared },
            Order::Overrule { declared, payments } => {
                Command::OverruleResult { declared: *declared, payments: payments.map(Points) }
            }
            Order::Drawn => Command::DrawnHand,
            Order::Void { again } => Command::VoidHand { again: *again },
            Order::EndSession => Command::EndSession,
        };
        Ok(Act::Order(command))
    }
}
