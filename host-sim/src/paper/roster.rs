//! The organiser's list of players: the table knows numbers, paper wants names.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};
use table_core::game::PlayerId;
use thiserror::Error;

/// A player of the tournament.
#[derive(Debug, Clone, PartialEq, Eq, Default, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Entrant {
    /// Number with the organiser.
    pub number: u32,
    /// Name.
    pub name: String,
    /// Team; empty without one.
    #[serde(default)]
    pub team: String,
}

/// Why a list is no list.
#[derive(Debug, Error)]
pub enum RosterError {
    /// Not the form.
    #[error("the list of players: {0}; its first line is number,name,team")]
    Form(#[from] ::csv::Error),
    /// One number, two players.
    #[error("the list of players has number {0} twice")]
    Twice(u32),
}

/// Players by their number.
#[derive(Debug, Clone, Default)]
pub struct Roster(BTreeMap<u32, Entrant>);

impl Roster {
    /// Reads a CSV file with the columns number, name and team.
    pub fn parse(text: &str) -> Result<Roster, RosterError> {
        let mut players = BTreeMap::new();
        for entrant in ::csv::Reader::from_reader(text.as_bytes()).into_deserialize() {
            let entrant: Entrant = entrant?;
            let number = entrant.number;
            if players.insert(number, entrant).is_some() {
                return Err(RosterError::Twice(number));
            }
        }
        Ok(Roster(players))
    }

    /// Who has this number; without a name if the list lacks it.
    pub fn of(&self, player: PlayerId) -> Entrant {
        let unnamed = || Entrant { number: player.0, ..Entrant::default() };
        self.0.get(&player.0).cloned().unwrap_or_else(unnamed)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_list_gives_names_and_says_what_is_wrong_with_it() {
        let roster = Roster::parse("number,name,team\n7,\"Li, Na\",Red\n8,Otto,\n").unwrap();
        assert_eq!(roster.of(PlayerId(7)).name, "Li, Na");
        assert_eq!(roster.of(PlayerId(9)), Entrant { number: 9, ..Entrant::default() });
        let twice = Roster::parse("number,name,team\n7,A,\n7,B,\n").unwrap_err();
        assert_eq!(twice.to_string(), "the list of players has number 7 twice");
        let form = Roster::parse("name\nA\n").unwrap_err().to_string();
        assert!(form.contains("its first line is number,name,team"), "{form}");
    }
}
