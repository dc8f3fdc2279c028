//! What JSON lines of all rule sets have in common: standing tiles, laid-out sets, winning tile.

use serde::Deserialize;
use table_core::hand::{Giver, Hand, HandError, Meld, MeldKind};

use super::notation::{self, NotationError, Typed};

/// A laid-out set in a JSON line.
#[derive(Debug, Deserialize)]
pub struct MeldLine {
    kind: MeldName,
    tile: String,
    #[serde(default)]
    from: u8,
    #[serde(default)]
    promoted: bool,
}

#[derive(Debug, Clone, Copy, Deserialize)]
#[serde(rename_all = "lowercase")]
enum MeldName {
    Chow,
    Pung,
    Kong,
    Ckong,
}

impl MeldLine {
    fn meld(&self) -> Result<Meld, NotationError> {
        let kind = match self.kind {
            MeldName::Chow => MeldKind::Chow,
            MeldName::Pung => MeldKind::Pung,
            MeldName::Kong => MeldKind::Kong,
            MeldName::Ckong => MeldKind::ConcealedKong,
        };
        let from = match self.from {
            0 => Giver::Nobody,
            1 => Giver::Left,
            2 => Giver::Opposite,
            3 => Giver::Right,
            other => return Err(NotationError::Giver(other.to_string())),
        };
        Ok(Meld { kind, face: notation::face(&self.tile)?, from, promoted: self.promoted })
    }
}

/// Standing tiles, sets and winning tile of a JSON line.
pub fn typed(concealed: &str, melds: &[MeldLine], win: &str) -> Result<Typed, NotationError> {
    let mut hand = Hand::default();
    let standing = notation::faces(concealed)?;
    let counted = standing.len() + 3 * melds.len();
    let too_many = |_| HandError::WrongCount { counted };
    hand.standing.extend_from_slice(&standing).map_err(too_many)?;
    for meld in melds {
        hand.melds.push(meld.meld()?).map_err(|_| HandError::WrongCount { counted })?;
    }
    Ok(Typed { hand, winning: notation::face(win)? })
}
