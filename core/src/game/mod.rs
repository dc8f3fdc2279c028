//! The game: what players do with tiles, in the words of the rules.
//!
//! Placements and presses go in, events come out ([`Table::step`]). Between them: what is seen
//! ([`sight`]), what is believed ([`board`]), the search for the acts that lead from one to the other
//! ([`explain`]), and the fold of what was committed ([`apply`]).

mod acts;
pub mod board;
mod clocks;
mod command;
mod commit;
mod conduct;
mod deal;
mod doubt;
pub mod explain;
mod few;
mod flag;
mod fold;
mod fouls;
mod hu;
mod input;
mod judging;
mod lasting;
mod look;
mod orders;
mod outcome;
mod pick_up;
mod play;
mod rank;
mod residue;
mod settlement;
mod sheet;
pub mod sight;
mod state;
mod table;
mod timing;
mod told;
mod watch;
mod winning;

pub use command::{Command, PlayerId, Preview, Refused, RuleSet, SessionStart};
pub use explain::Explanation;
pub use few::{Few, Full};
pub use flag::{Evidence, Flag, FlagKind, MOST_EVIDENCE, PenaltyId, Receives, RuleId, Sanction};
pub use fold::apply;
pub use fouls::{Case, Within};
pub use input::{Call, Input, Storage};
pub use outcome::{Agreed, Ended, Entry, False, MOST_ENTRIES, Proposed, Standing, Winners};
pub use play::{KongKind, Play, Source, Way};
pub use sheet::{Asks, MOST_LYING, Row, Runs, Sheet};
pub use state::{
    MOST_HANDS, MOST_PENALTIES, MOST_UNDONE, Past, Phase, Posted, Session, State, Win,
};
pub use table::{Effect, Table};

#[cfg(test)]
mod tests;
