//! Cards and the fouls that are counted out in them (HK FP-5, FP-6, FD-5, FD-6).

use super::fouls::{EXPOSED_HALF, EXPOSED_ONE, EXPOSED_THREE, EXPOSED_TWO, FLIPPED_WALL};
use super::rulings::Rulings;
use crate::rules::foul::Foul;
use crate::rules::settlement::Points;

/// What a yellow card, a red card and a false win cost.
pub const CARDS_COST: [Points; 3] = [Points(24), Points(96), Points(512)];

/// Cards a player holds: yellow ones of this match, red ones of this day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Cards {
    /// Yellow.
    pub yellow: u8,
    /// Red.
    pub red: u8,
}

impl Cards {
    /// What they cost in all. Two yellow make a red, two red count as a false win; whether the game is
    /// then played again is the referee's to say.
    pub fn cost(self, rulings: &Rulings) -> Points {
        let [yellow, red, false_win] = CARDS_COST.map(|points| points.0);
        let reds = u16::from(self.red) + u16::from(self.yellow / 2);
        let false_wins = reds / 2;
        let (paid_yellow, paid_red) = if rulings.dearer_card_replaces {
            (u16::from(self.yellow % 2), reds % 2)
        } else {
            (u16::from(self.yellow), reds)
        };
        let cost = |cards: u16, points: i32| i32::from(cards) * points;
        Points(cost(paid_yellow, yellow) + cost(paid_red, red) + cost(false_wins, false_win))
    }
}

/// Own tiles exposed against the rules (HK FD-6): how many, out of how many concealed ones.
pub fn exposure(exposed: u8, concealed: u8) -> Option<&'static Foul> {
    match exposed {
        0 => None,
        _ if exposed.saturating_mul(2) >= concealed => Some(&EXPOSED_HALF),
        1 => Some(&EXPOSED_ONE),
        2 => Some(&EXPOSED_TWO),
        _ => Some(&EXPOSED_THREE),
    }
}

/// Wall tiles turned (HK FD-5): how many now, and how often before in the match.
pub fn flipped_wall(tiles: u8, before: u8, rulings: &Rulings) -> Option<&'static Foul> {
    let again = before > 0 && rulings.second_flip_is_yellow;
    (tiles > 1 || (tiles == 1 && again)).then_some(&FLIPPED_WALL)
}
