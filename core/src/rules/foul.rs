//! Fouls as data: which rule, what is proposed, who receives. The table proposes, the referee decides.

use crate::rules::settlement::Points;

/// What is proposed against the offender.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Penalty {
    /// Nothing beyond what the other fields say.
    Nothing,
    /// A warning.
    Warning,
    /// By the ladder: first a warning, then rising points ([`super::RuleBook::ladder`]).
    Ladder,
    /// These points, lost once (to each recipient, where there are recipients).
    Points(Points),
    /// By gravity, one of these amounts.
    ByGravity(&'static [i32]),
    /// Cards.
    Cards {
        /// Yellow ones.
        yellow: u8,
        /// Red ones.
        red: u8,
    },
    /// Cards and points for each tile too many from the second on (HK MN-3).
    CardsAndPerTile {
        /// Yellow ones.
        yellow: u8,
        /// For each further tile.
        points: Points,
    },
    /// The session counts as nothing.
    SessionForfeit,
    /// Exclusion.
    Exclusion,
    /// The referee finds a fitting one.
    Referee,
}

/// Who receives the points.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Recipient {
    /// Nobody: they leave the table.
    Nobody,
    /// Each of the other three.
    EachOther,
    /// The player who was harmed.
    Harmed,
}

/// What the offender may not do in this hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Bar {
    /// Nothing is barred.
    None,
    /// May not win, plays on: 停和陪打 (MCR 3.11.3).
    Win,
    /// May neither meld nor win: hu forbiddance (HK FP-3).
    MeldAndWin,
    /// As the referee decides.
    Referee,
}

/// What becomes of the hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Goes {
    /// It goes on.
    On,
    /// It is played again by the same dealer.
    Again,
    /// The referee decides.
    Referee,
}

/// When it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Judged {
    /// As soon as it is seen.
    AtOnce,
    /// When a player complains; until then only the referee hears of it (HK GR-3, MN-1).
    OnComplaint,
}

/// A foul and what the book proposes for it.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Foul {
    /// The rule, as cited everywhere.
    pub rule: &'static str,
    /// What was done.
    pub what: &'static str,
    /// What it costs.
    pub penalty: Penalty,
    /// Who receives it.
    pub to: Recipient,
    /// What is barred.
    pub bars: Bar,
    /// What becomes of the hand.
    pub goes: Goes,
    /// When it is judged.
    pub judged: Judged,
}

impl Foul {
    /// A foul that costs this and nothing else.
    pub(super) const fn new(rule: &'static str, what: &'static str, penalty: Penalty) -> Foul {
        Foul {
            rule,
            what,
            penalty,
            to: Recipient::Nobody,
            bars: Bar::None,
            goes: Goes::On,
            judged: Judged::AtOnce,
        }
    }

    pub(super) const fn to(self, to: Recipient) -> Foul {
        Foul { to, ..self }
    }

    pub(super) const fn bars(self, bars: Bar) -> Foul {
        Foul { bars, ..self }
    }

    pub(super) const fn goes(self, goes: Goes) -> Foul {
        Foul { goes, ..self }
    }

    pub(super) const fn on_complaint(self) -> Foul {
        Foul { judged: Judged::OnComplaint, ..self }
    }
}

/// One step of a ladder.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Step {
    /// A warning.
    Warning,
    /// These points are lost.
    Points(Points),
}
