//! Fouls on request: what people do wrong, and what the rules make of it.
//!
//! A foul is staged, the table has [`Pace::grace`](super::pace::Pace::grace) to notice it, the referee puts it right
//! by hand and play goes on with the consequence named here. So the tiles always end where the truth says they are.

use table_core::game::Play;
use table_core::rules::{Goes, RuleBook};
use table_core::seat::Seat;
use table_core::tile::Tile;

/// What is done wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum FoulKind {
    /// The player at turn draws a second tile.
    ExtraDraw,
    /// The next player draws before the discard is in the floor.
    EarlyDraw,
    /// Three tiles that make no set are laid out with a claimed tile.
    IllegalMeld,
    /// A chow with the discard of a player who is not the left one.
    ChowFromWrongSeat,
    /// An own standing tile lies face up.
    OwnTileExposed,
    /// A tile goes from one player's hand to another's.
    HandToHand,
    /// A standing tile leaves the table.
    MissingTile,
    /// The discard comes before the draw.
    DiscardWithoutDraw,
    /// A tile too many is taken in the deal.
    WrongCount,
    /// Pung is called more than three seconds after the discard.
    LatePung,
    /// A call, and nothing is claimed.
    EmptyCall,
    /// Pung is called and changed to hu.
    ChangedCall,
    /// Hu below the minimum, or by a waiting hand on a wrong tile.
    FalseHuA,
    /// Hu by a hand that does not wait.
    FalseHuB,
    /// The tiles are shown and only then is hu called.
    ShownBeforeHu,
    /// Tiles are pushed together before the hu is confirmed.
    MixingEarly,
    /// A tile of another set lies among the standing tiles.
    ForeignTile,
}

impl FoulKind {
    /// All of them.
    pub const ALL: [FoulKind; 17] = [
        FoulKind::ExtraDraw,
        FoulKind::EarlyDraw,
        FoulKind::IllegalMeld,
        FoulKind::ChowFromWrongSeat,
        FoulKind::OwnTileExposed,
        FoulKind::HandToHand,
        FoulKind::MissingTile,
        FoulKind::DiscardWithoutDraw,
        FoulKind::WrongCount,
        FoulKind::LatePung,
        FoulKind::EmptyCall,
        FoulKind::ChangedCall,
        FoulKind::FalseHuA,
        FoulKind::FalseHuB,
        FoulKind::ShownBeforeHu,
        FoulKind::MixingEarly,
        FoulKind::ForeignTile,
    ];

    /// The rule it breaks, as the book cites it.
    pub fn rule(self, book: &dyn RuleBook) -> &'static str {
        let (mcr, gghk) = match self {
            FoulKind::ExtraDraw => ("MCR 3.11.6.8", "HK MN-3"),
            FoulKind::EarlyDraw => ("MCR 3.11.6.4", "HK FD-2"),
            FoulKind::IllegalMeld => ("MCR 3.11.6.2", "HK FM-1"),
            FoulKind::ChowFromWrongSeat => ("MCR 3.11.6.2", "HK FM-1"),
            FoulKind::OwnTileExposed => ("MCR 3.11.6.7(1)", "HK FD-6"),
            FoulKind::HandToHand => ("MCR 3.11.6.1", "HK FO-4"),
            FoulKind::MissingTile => ("MCR 3.11.6.8", "HK MN-2"),
            // No clause of its own: for that moment the hand has a tile too few.
            FoulKind::DiscardWithoutDraw => ("MCR 3.11.6.8", "HK FD-3"),
            FoulKind::WrongCount => ("MCR 3.11.6.8", "HK FI-3"),
            // HK RT gives no number; the advisory limit makes it a claim not executed.
            FoulKind::LatePung => ("MCR 3.11.6.5", "HK FM-8"),
            FoulKind::EmptyCall => ("MCR 3.11.6.3", "HK FM-8"),
            FoulKind::ChangedCall => ("MCR 3.11.6.11(3)", "HK FM-3"),
            FoulKind::FalseHuA => ("MCR 3.11.6.6(1)", "HK FM-10"),
            FoulKind::FalseHuB => ("MCR 3.11.6.6(2)", "HK FM-10"),
            FoulKind::ShownBeforeHu => ("MCR 3.11.6.11(4)", "HK FM-4"),
            FoulKind::MixingEarly => ("MCR 3.11.6.7(2)", "HK FM-12"),
            FoulKind::ForeignTile => ("MCR 3.11.2.2", "HK FI-2"),
        };
        if book.id() == "mcr" { mcr } else { gghk }
    }

    /// Other rules under which it may rightly be brought: what shows on the table fits more than one.
    pub fn also(self, book: &dyn RuleBook) -> &'static [&'static str] {
        let (mcr, gghk): (&[&str], &[&str]) = match self {
            FoulKind::ExtraDraw => (&["MCR 3.11.6.4"], &["HK FD-4"]),
            FoulKind::IllegalMeld | FoulKind::ChowFromWrongSeat => (&[], &["HK FM-9"]),
            FoulKind::OwnTileExposed => (&[], &["HK FM-6"]),
            FoulKind::HandToHand => (&["MCR 3.11.6.8"], &["HK MN-2", "HK MN-3"]),
            FoulKind::MissingTile => (&["MCR 3.11.6.1"], &["HK FO-4"]),
            FoulKind::DiscardWithoutDraw => (&["MCR 3.11.2.2"], &["HK MN-2"]),
            FoulKind::WrongCount => (&["MCR 3.11.6.4"], &["HK MN-3", "HK FI-2"]),
            // A hu that is called and not shown.
            FoulKind::ChangedCall => (&["MCR 3.11.6.6(1)", "MCR 3.11.6.6(2)"], &["HK FM-11"]),
            FoulKind::ShownBeforeHu => (&[], &["HK FD-6", "HK FM-10"]),
            FoulKind::MixingEarly => (&["MCR 3.11.6.11(6)", "MCR 3.11.6.11(8)"], &["HK FM-10"]),
            _ => (&[], &[]),
        };
        if book.id() == "mcr" { mcr } else { gghk }
    }

    /// What the referee rules in the simulated world: whether the offender may still win in this hand.
    pub fn is_dead(self, book: &dyn RuleBook) -> bool {
        let mcr = book.id() == "mcr";
        match self {
            // The silent claim is void (HK FM-4): nobody wins with the shown tiles in this hand.
            FoulKind::ExtraDraw | FoulKind::MissingTile | FoulKind::ShownBeforeHu => true,
            FoulKind::WrongCount
            | FoulKind::DiscardWithoutDraw
            | FoulKind::IllegalMeld
            | FoulKind::ChowFromWrongSeat
            | FoulKind::ChangedCall
            | FoulKind::FalseHuA
            | FoulKind::FalseHuB => mcr,
            _ => false,
        }
    }

    /// Whether the hand is played again (HK FM-10: the dealer stays).
    pub fn ends_hand(self, book: &dyn RuleBook) -> bool {
        let fouls = book.fouls_of(self.rule(book));
        matches!(self, FoulKind::FalseHuA | FoulKind::FalseHuB)
            && fouls.iter().all(|foul| foul.goes == Goes::Again)
    }
}

/// A request: this foul at the first moment from this turn on at which it can be done.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Staged {
    /// What.
    pub kind: FoulKind,
    /// Not before so many discards.
    pub turn: usize,
}

/// A foul that was done.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Slip {
    /// What.
    pub kind: FoulKind,
    /// By whom.
    pub seat: Seat,
    /// The other player in it: who lost a tile, or whose discard it was.
    pub other: Option<Seat>,
    /// The tiles in it: laid out, handed over, drawn too early, or discarded too early.
    pub tiles: Vec<Tile>,
    /// The rule it breaks.
    pub rule: &'static str,
    /// Other rules under which a table or a referee may rightly bring it.
    pub also: &'static [&'static str],
    /// The declaration the table may record, though it is no win: a false hu is a hu that was called.
    pub declares: Option<Play>,
    /// The offender may not win in this hand any more.
    pub dead: bool,
    /// The hand is played again.
    pub again: bool,
}

impl Slip {
    /// Whether this rule is one under which the foul may be brought.
    pub fn fits(&self, rule: &str) -> bool {
        self.rule == rule || self.also.contains(&rule)
    }
}
