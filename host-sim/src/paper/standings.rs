//! The standings of a tournament: the sum of table points, then of game points (MCR 3.10.1), from verified exports only.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use serde::{Serialize, Serializer};
use thiserror::Error;

use super::{Entrant, SessionPaper};

/// Why there are no standings.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum StandingsError {
    /// Nothing to count.
    #[error("no session in these files")]
    Nothing,
    /// A session that is not over.
    #[error("session {session} of table {table} has not ended: end it, or leave its file out")]
    NotEnded {
        /// Number of the session.
        session: u16,
        /// Number of the table.
        table: u16,
    },
    /// A sheet that does not balance.
    #[error("the sheet of session {session} at table {table} does not balance")]
    NotBalanced {
        /// Number of the session.
        session: u16,
        /// Number of the table.
        table: u16,
    },
    /// A book that does not rank.
    #[error("the rules {0} do not say how players rank: no standings can be made of them")]
    NotRanked(String),
    /// Two rule sets.
    #[error("sessions by {0} and by {1}: standings are of one rule set")]
    TwoRules(String, String),
    /// A session that was given twice, or a player at two tables at once.
    #[error("player {number} played session {session} twice: give each session's file once")]
    Twice {
        /// Number of the player.
        number: u32,
        /// Number of the session.
        session: u16,
    },
    /// A player without a number.
    #[error("session {session} at table {table} has a player without a number")]
    Nameless {
        /// Number of the session.
        session: u16,
        /// Number of the table.
        table: u16,
    },
}

/// Table points in twelfths, so that shared places have no rest.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub struct TablePoints(pub u32);

impl fmt::Display for TablePoints {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (whole, rest) = (self.0 / 12, self.0 % 12);
        let (over, under) = match rest {
            0 => return write!(out, "{whole}"),
            6 => (1, 2),
            4 | 8 => (rest / 4, 3),
            3 | 9 => (rest / 3, 4),
            2 | 10 => (rest / 2, 6),
            _ => (rest, 12),
        };
        match whole {
            0 => write!(out, "{over}/{under}"),
            _ => write!(out, "{whole} {over}/{under}"),
        }
    }
}

impl Serialize for TablePoints {
    fn serialize<S: Serializer>(&self, to: S) -> Result<S::Ok, S::Error> {
        to.collect_str(self)
    }
}

/// One player's line.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Line {
    /// From 1; players who cannot be told apart share it.
    pub rank: usize,
    /// Number, name and team.
    #[serde(flatten)]
    pub entrant: Entrant,
    /// Sum of table points.
    pub table_points: TablePoints,
    /// The same in twelfths.
    pub twelfths: u32,
    /// Sum of game points.
    pub game_points: i64,
    /// Twelfths and game points of each session.
    pub sessions: BTreeMap<u16, (u32, i64)>,
}

/// The standings.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Standings {
    /// The sessions that count.
    pub sessions: BTreeSet<u16>,
    /// Best first.
    pub lines: Vec<Line>,
}

/// Twelfths of table points and game points of a player, by session.
type Gained = BTreeMap<u16, (u32, i64)>;

/// Ranks the players of these sessions.
pub fn standings(papers: &[SessionPaper]) -> Result<Standings, StandingsError> {
    let rules = &papers.first().ok_or(StandingsError::Nothing)?.rules;
    let mut players: BTreeMap<u32, (Entrant, Gained)> = BTreeMap::new();
    for paper in papers {
        let SessionPaper { session, table, .. } = *paper;
        if paper.rules != *rules {
            return Err(StandingsError::TwoRules(rules.clone(), paper.rules.clone()));
        }
        if !paper.ended {
            return Err(StandingsError::NotEnded { session, table });
        }
        if !paper.balanced {
            return Err(StandingsError::NotBalanced { session, table });
        }
        if paper.places.contains(&0) {
            return Err(StandingsError::NotRanked(paper.rules_name.clone()));
        }
        for (at, player) in paper.players.iter().enumerate() {
            let number = player.entrant.number;
            if number == 0 {
                return Err(StandingsError::Nameless { session, table });
            }
            let (_, sessions) =
                players.entry(number).or_insert_with(|| (player.entrant.clone(), BTreeMap::new()));
            let gained = (u32::from(paper.twelfths[at]), i64::from(paper.game_points[at]));
            if sessions.insert(session, gained).is_some() {
                return Err(StandingsError::Twice { number, session });
            }
        }
    }
    let mut lines: Vec<Line> = players
        .into_values()
        .map(|(entrant, sessions)| {
            let twelfths = sessions.values().map(|(twelfths, _)| twelfths).sum();
            let game_points = sessions.values().map(|(_, points)| points).sum();
            let table_points = TablePoints(twelfths);
            Line { rank: 0, entrant, table_points, twelfths, game_points, sessions }
        })
        .collect();
    let key = |line: &Line| std::cmp::Reverse((line.twelfths, line.game_points));
    lines.sort_by_key(key);
    let keys: Vec<_> = lines.iter().map(key).collect();
    for line in &mut lines {
        line.rank = keys.iter().position(|other| *other == key(line)).unwrap_or(0) + 1;
    }
    Ok(Standings { sessions: papers.iter().map(|paper| paper.session).collect(), lines })
}

impl fmt::Display for Standings {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(out, "rank  number  table points  game points  sessions  name")?;
        for line in &self.lines {
            let Line { rank, entrant, table_points, game_points, sessions, .. } = line;
            let (number, name, count) = (entrant.number, &entrant.name, sessions.len());
            let points = table_points.to_string();
            let row = format!(
                "{rank:>4}  {number:>6}  {points:>12}  {game_points:>11}  {count:>8}  {name}"
            );
            writeln!(out, "{}", row.trim_end())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shared_places_are_written_as_fractions() {
        let written = [0, 12, 28, 18, 3, 40, 21, 14].map(|it| TablePoints(it).to_string());
        assert_eq!(written, ["0", "1", "2 1/3", "1 1/2", "1/4", "3 1/3", "1 3/4", "1 1/6"]);
    }
}
