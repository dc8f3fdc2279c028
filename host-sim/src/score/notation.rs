//! How people write hands.
//!
//! `123m 456m 789m EE +E` is a hand without melds: standing tiles in any grouping, spaces as you like, and the winning
//! tile behind a plus sign. `[456p]` is a laid-out set and `{NNNN}` a concealed kong. A set from another player than
//! the left one says so: `[555p:2]` from opposite, `[555p:3]` from the right; `[5555p:3+]` was promoted from a pung.

use table_core::hand::{Giver, Hand, HandError, Meld, MeldKind};
use table_core::seat::Wind;
use table_core::tile::{Face, Suit};
use thiserror::Error;

/// Why a text is no hand.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum NotationError {
    /// A sign that means nothing.
    #[error(
        "{0:?} is no tile: use 1-9 followed by m, p or s, the winds E S W N, the dragons C F P"
    )]
    Sign(char),
    /// Numbers without a suit behind them.
    #[error("the numbers {0:?} have no suit behind them: m, p or s")]
    NoSuit(String),
    /// A bracket that is not closed, or closed without being opened.
    #[error("a bracket is not closed: [123m] is a laid-out set, {{5555p}} a concealed kong")]
    Bracket,
    /// A group in brackets that is no set.
    #[error("{0} is no set: three or four alike, or three in a row of one suit")]
    NotASet(String),
    /// A giver that does not exist.
    #[error("{0:?} is no giver: :1 is the left player, :2 opposite, :3 the right")]
    Giver(String),
    /// No winning tile, or more than one.
    #[error("name one winning tile behind a plus sign, as in 123m 55p +5p")]
    Winning,
    /// More tiles or sets than a hand can have.
    #[error(transparent)]
    Hand(#[from] HandError),
    /// Not a wind.
    #[error("{0:?} is no wind: use E, S, W or N")]
    Wind(String),
}

/// A hand and its winning tile.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Typed {
    /// Standing tiles without the winning one, and sets in the order written.
    pub hand: Hand,
    /// The winning tile.
    pub winning: Face,
}

/// Reads a hand as people write it.
pub fn hand(text: &str) -> Result<Typed, NotationError> {
    // A promoted kong has a plus sign of its own, inside its brackets; the winning tile's is the last one.
    let (tiles, winning) = text.rsplit_once('+').ok_or(NotationError::Winning)?;
    let mut winning = faces(winning)?;
    let (Some(winning), true) = (winning.pop(), winning.is_empty()) else {
        return Err(NotationError::Winning);
    };
    let mut hand = Hand::default();
    let mut rest = tiles;
    while let Some(open) = rest.find(['[', '{', ']', '}']) {
        stand(&mut hand, &faces(&rest[..open])?)?;
        let close = match &rest[open..=open] {
            "[" => ']',
            "{" => '}',
            _ => return Err(NotationError::Bracket),
        };
        let end = rest.find(close).ok_or(NotationError::Bracket)?;
        let meld = meld(&rest[open + 1..end], close == '}')?;
        let most = HandError::WrongCount { counted: 15 };
        hand.melds.push(meld).map_err(|_| most)?;
        rest = &rest[end + 1..];
    }
    stand(&mut hand, &faces(rest)?)?;
    Ok(Typed { hand, winning })
}

fn stand(hand: &mut Hand, faces: &[Face]) -> Result<(), HandError> {
    let counted = hand.standing.len() + faces.len();
    hand.standing.extend_from_slice(faces).map_err(|_| HandError::WrongCount { counted })
}

fn meld(text: &str, concealed: bool) -> Result<Meld, NotationError> {
    let (tiles, giver) = text.split_once(':').unwrap_or((text, if concealed { "0" } else { "1" }));
    let promoted = giver.ends_with('+');
    let from = match giver.trim_end_matches('+') {
        "0" if concealed => Giver::Nobody,
        "1" => Giver::Left,
        "2" => Giver::Opposite,
        "3" => Giver::Right,
        other => return Err(NotationError::Giver(other.into())),
    };
    let mut set = faces(tiles)?;
    set.sort_unstable();
    let indices: Vec<usize> = set.iter().map(|face| face.index()).collect();
    let kind = match indices[..] {
        [a, b, c, d] if concealed && [b, c, d] == [a; 3] => MeldKind::ConcealedKong,
        [a, b, c, d] if !concealed && [b, c, d] == [a; 3] => MeldKind::Kong,
        [a, b, c] if !concealed && [b, c] == [a; 2] => MeldKind::Pung,
        [a, b, c] if !concealed && [b, c] == [a + 1, a + 2] => MeldKind::Chow,
        _ => return Err(NotationError::NotASet(text.into())),
    };
    Ok(Meld { kind, face: set[0], from, promoted })
}

/// Reads tiles: `123m`, `1m2m3m` and `EE` alike.
pub fn faces(text: &str) -> Result<Vec<Face>, NotationError> {
    let mut faces = vec![];
    let mut numbers = String::new();
    for sign in text.chars().filter(|sign| !sign.is_whitespace()) {
        let suit = match sign {
            '1'..='9' => {
                numbers.push(sign);
                continue;
            }
            'm' => Some(Suit::Characters),
            'p' => Some(Suit::Dots),
            's' => Some(Suit::Bamboo),
            _ => None,
        };
        match suit {
            Some(suit) if !numbers.is_empty() => {
                let ranks = numbers.bytes().map(|digit| digit - b'0');
                faces.extend(ranks.filter_map(|rank| Face::numbered(suit, rank)));
                numbers.clear();
            }
            Some(_) => return Err(NotationError::Sign(sign)),
            None if numbers.is_empty() => {
                let honour = sign.to_string().parse::<Face>();
                faces.push(honour.map_err(|_| NotationError::Sign(sign))?);
            }
            None => return Err(NotationError::NoSuit(numbers)),
        }
    }
    if numbers.is_empty() { Ok(faces) } else { Err(NotationError::NoSuit(numbers)) }
}

/// Reads one tile.
pub fn face(text: &str) -> Result<Face, NotationError> {
    match faces(text)?[..] {
        [face] => Ok(face),
        _ => Err(NotationError::Winning),
    }
}

/// Reads a wind.
pub fn wind(text: &str) -> Result<Wind, NotationError> {
    let wind = Wind::ALL.into_iter().find(|wind| wind.face().to_string() == text);
    wind.ok_or_else(|| NotationError::Wind(text.into()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn melds(text: &str) -> Vec<Meld> {
        hand(text).unwrap().hand.melds.to_vec()
    }

    #[test]
    fn grouping_and_spaces_do_not_matter() {
        assert_eq!(hand("123m EE +E"), hand("1m2m 3mE E+E"));
        assert_eq!(hand("1m2m3mEE+E").unwrap().hand.standing.len(), 5);
    }

    #[test]
    fn sets_say_what_they_are_and_who_gave() {
        let written = melds("[456p] [555s:2] [9999m:3+] {NNNN} 5p +5p");
        let kinds: Vec<_> =
            written.iter().map(|meld| (meld.kind, meld.from, meld.promoted)).collect();
        assert_eq!(
            kinds,
            [
                (MeldKind::Chow, Giver::Left, false),
                (MeldKind::Pung, Giver::Opposite, false),
                (MeldKind::Kong, Giver::Right, true),
                (MeldKind::ConcealedKong, Giver::Nobody, false),
            ]
        );
        assert_eq!(hand("[9999m:1+] 5p +5p").unwrap().hand.standing.len(), 1);
    }

    #[test]
    fn errors_say_what_to_write_instead() {
        let error = |text: &str| hand(text).unwrap_err();
        assert_eq!(error("123m"), NotationError::Winning);
        assert_eq!(error("123m +55p"), NotationError::Winning);
        assert_eq!(error("12 +5p"), NotationError::NoSuit("12".into()));
        assert_eq!(error("1x +5p"), NotationError::NoSuit("1".into()));
        assert_eq!(error("X +5p"), NotationError::Sign('X'));
        assert_eq!(error("[124m] +5p"), NotationError::NotASet("124m".into()));
        assert_eq!(error("[123m +5p"), NotationError::Bracket);
        assert_eq!(error("123m] +5p"), NotationError::Bracket);
        assert_eq!(error("[555p:4] +5p"), NotationError::Giver("4".into()));
        assert!(matches!(error("123456789m 123456p +1s"), NotationError::Hand(_)));
    }
}
