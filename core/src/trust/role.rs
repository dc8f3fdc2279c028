//! What each role may order.
//!
//! | Order | Referee | Head referee | Organiser | Technician |
//! |---|---|---|---|---|
//! | start and end a session, give time back | | yes | yes | |
//! | start a hand, dice, pause, resume | yes | yes | | |
//! | keep a ruling, penalise, refuse a hu, read a hu | yes | yes | | |
//! | put a tile right, undo acts | yes | yes | | |
//! | confirm a result, call the hand drawn | yes | yes | | |
//! | overrule a result, void a hand, take a penalty back | | yes | | |
//! | clear error conditions | yes | yes | | yes |
//! | ask for records and state | anybody: nothing secret crosses the wire | | | |

use core::fmt;

use serde::{Deserialize, Serialize};

use crate::game::Command;

/// What somebody is at an event.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Role {
    /// Looks after some tables.
    Referee,
    /// Decides what a referee may not.
    HeadReferee,
    /// Runs the event: sessions, lists, time. Does not rule on play.
    Organiser,
    /// Looks after the table itself: may read everything and clear error conditions, and has no say in play.
    Technician,
}

impl fmt::Display for Role {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            Role::Referee => "referee",
            Role::HeadReferee => "head referee",
            Role::Organiser => "organiser",
            Role::Technician => "technician",
        })
    }
}

const REFEREES: &[Role] = &[Role::Referee, Role::HeadReferee];
const HEAD: &[Role] = &[Role::HeadReferee];
const CONDUCT: &[Role] = &[Role::HeadReferee, Role::Organiser];

const CARE: &[Role] = &[Role::Referee, Role::HeadReferee, Role::Technician];

/// Who may give this order.
pub const fn entitled(command: &Command) -> &'static [Role] {
    match command {
        Command::StartSession(_) | Command::EndSession | Command::ExtraTime(_) => CONDUCT,
        Command::StartHand | Command::Dice(_) | Command::Pause | Command::Resume => REFEREES,
        Command::Rule { .. } | Command::Penalise(_) => REFEREES,
        Command::Correct { .. } | Command::Undo { .. } | Command::Hu { .. } => REFEREES,
        Command::ConfirmResult { .. } | Command::RefuseHu { .. } | Command::DrawnHand => REFEREES,
        Command::ClearFaults => CARE,
        Command::OverruleResult { .. } | Command::VoidHand { .. } | Command::Revoke(_) => HEAD,
    }
}
