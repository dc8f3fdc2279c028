//! Paper: the score sheet and the foul record of a session (MCR A5, A6) and the standings of a tournament (MCR A7), made from nothing
//! but verified records; as PDF for signatures, as CSV for spreadsheets and as JSON for programs.

mod command;
mod csv;
mod fouls;
mod page;
mod roster;
mod session;
mod sheet;
mod standings;
mod verified;

pub use command::{PaperArguments, StandingsArguments};
pub use csv::{fouls_csv, sheet_csv, standings_csv};
pub use fouls::fouls_pdf;
pub use roster::{Entrant, Roster, RosterError};
pub use session::{FoulRow, HandRow, Participant, SessionPaper, sessions};
pub use sheet::sheet_pdf;
pub use standings::{Line, Standings, StandingsError, TablePoints, standings};
pub use verified::{Identity, NotVerified, Verified, verified};
