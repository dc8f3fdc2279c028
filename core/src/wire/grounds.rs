//! What an order is about: a correction names the record that it corrects, and every order says why it is given (trust B7).

use serde::{Deserialize, Serialize};

use crate::game::{Command, RuleId};
use crate::record::Seq;

/// Why an order is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Why {
    /// Who gives it has looked: so it is at the table.
    #[default]
    Seen,
    /// The players say so, all four.
    Agreed,
    /// By this rule.
    Rule(RuleId),
}

/// What an order is about, and why it is given.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Grounds {
    /// The record that it corrects: the act, the result, the penalty or the hand that does not stand as it was recorded; for a
    /// tile that lies elsewhere the newest record, after which it was believed in the wrong place.
    pub about: Option<Seq>,
    /// Why.
    pub why: Why,
}

/// Whether an order takes something back that is on record. Such an order must name it.
pub const fn corrects(command: &Command) -> bool {
    matches!(
        command,
        Command::Correct { .. }
            | Command::Undo { .. }
            | Command::OverruleResult { .. }
            | Command::RefuseHu { .. }
            | Command::VoidHand { .. }
            | Command::Revoke(_)
    )
}
