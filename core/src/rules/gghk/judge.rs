//! What a declared hu is: a legal win, or why it is none (HK HU, RC, FM-10).

use super::hand::Shape;
use super::rulings::Rulings;
use super::score::{Score, score};
use crate::rules::declared::{Declared, Impossible, Source};
use crate::rules::shape::FaceSet;

/// Why a hu is not legal.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Reason {
    /// Neither four sets and a pair nor thirteen orphans (HK HU-1).
    NoPattern,
    /// A concealed kong yields to thirteen orphans only (HK RC-1).
    NotRobbable,
    /// The kind was let go earlier in the round (HK HU-6.1).
    PassedWin,
    /// Fewer than three faan (HK HU-5).
    BelowMinimum,
}

impl Reason {
    /// Name in data exchanged with others.
    pub const fn key(self) -> &'static str {
        match self {
            Reason::NoPattern => "no_pattern",
            Reason::NotRobbable => "not_robbable",
            Reason::PassedWin => "passed_win",
            Reason::BelowMinimum => "below_minimum",
        }
    }
}

/// A declared hu, judged. Where the tiles make a pattern that may be won, its score is there whether it
/// suffices or not.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Judgement {
    /// Three faan or more, and nothing against it.
    Legal(Score),
    /// A pattern worth less than three faan.
    BelowMinimum(Score),
    /// A pattern on a tile that may not be won in this round.
    PassedWin(Score),
    /// A pattern on a tile that may not be robbed.
    NotRobbable,
    /// No pattern.
    NoPattern,
}

impl Judgement {
    /// Why it is not legal; nothing if it is.
    pub const fn reason(&self) -> Option<Reason> {
        match self {
            Judgement::Legal(_) => None,
            Judgement::BelowMinimum(_) => Some(Reason::BelowMinimum),
            Judgement::PassedWin(_) => Some(Reason::PassedWin),
            Judgement::NotRobbable => Some(Reason::NotRobbable),
            Judgement::NoPattern => Some(Reason::NoPattern),
        }
    }

    /// The score, legal or not.
    pub const fn score(&self) -> Option<&Score> {
        match self {
            Judgement::Legal(score)
            | Judgement::BelowMinimum(score)
            | Judgement::PassedWin(score) => Some(score),
            Judgement::NotRobbable | Judgement::NoPattern => None,
        }
    }
}

/// Judges a declared hu. `barred` are the kinds the winner may not win by chuck ([`super::Passed`]).
///
/// Several objections can hold at once; the first is named: no pattern, not robbable, passed, too small.
pub fn judge(win: &Declared, barred: FaceSet, rulings: &Rulings) -> Result<Judgement, Impossible> {
    let Some(score) = score(win, rulings)? else {
        return Ok(Judgement::NoPattern);
    };
    let face_down = matches!(win.source, Source::ConcealedKong(_));
    if face_down && score.shape != Shape::ThirteenOrphans {
        return Ok(Judgement::NotRobbable);
    }
    let by_chuck = match win.source {
        Source::Wall | Source::Supplement { .. } => false,
        Source::Discard(_) => true,
        Source::PromotedKong(_) | Source::ConcealedKong(_) => rulings.robbing_is_a_chuck,
    };
    if by_chuck && barred.contains(win.winning) {
        return Ok(Judgement::PassedWin(score));
    }
    Ok(if score.reaches_minimum() {
        Judgement::Legal(score)
    } else {
        Judgement::BelowMinimum(score)
    })
}
