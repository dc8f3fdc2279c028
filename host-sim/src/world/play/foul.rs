//! Fouls on request: what people do wrong, and what the rules make of it.
//!
//! A foul is staged, the table has [`Pace::grace`](super::pace::Pace::grace) to notice it, the referee puts it right
//! by hand and play goes on with the consequence named here. So the tiles always end where the truth says they are.

use table_core::game::Play;
use table_core::rules::{Goes, RuleBook};
use table_core::seat::Seat;
use table_core::tile::Tile;

/// Names each foul once: its documentation, the rule it breaks in each book, and other rules under which it may
/// rightly be brought, since what shows on the table fits more than one. A book that does not know it has no rule.
macro_rules! fouls {
    ($($(#[doc = $doc:literal])+ $kind:ident: [$($mcr:literal),*], [$($gghk:literal),*];)+) => {
        /// What is done wrong.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
        pub enum FoulKind {
            $($(#[doc = $doc])+ $kind,)+
        }

        impl FoulKind {
            /// All of them.
            pub const ALL: &[FoulKind] = &[$(FoulKind::$kind),+];

            /// The rules of a book under which it may be brought, the one that it breaks first.
            pub fn rules(self, book: &dyn RuleBook) -> &'static [&'static str] {
                let (mcr, gghk): (&[&str], &[&str]) = match self {
                    $(FoulKind::$kind => (&[$($mcr),*], &[$($gghk),*]),)+
                };
                if book.id() == "mcr" { mcr } else { gghk }
            }
        }
    };
}

fouls! {
    /// A tile lies in the river before the deal is complete.
    EarlyDiscard: ["MCR 3.11.2.2"], ["HK FI-4"];
    /// A tile too many is taken in the deal.
    WrongCount: ["MCR 3.11.6.8", "MCR 3.11.6.4"], ["HK FI-3", "HK MN-3", "HK FI-2"];
    /// A tile of another set lies among the standing tiles.
    ForeignTile: ["MCR 3.11.2.2"], ["HK FI-2"];
    /// The flowers of the deal are laid in the wrong order.
    FlowerOrder: ["MCR 3.5.7.6", "MCR 3.11.1"], [];
    /// The dealer thinks for more than twenty seconds before the first discard.
    SlowOpening: ["MCR 3.5.7.6", "MCR 3.11.1"], [];
    /// A player thinks for more than ten seconds.
    SlowDiscard: ["MCR 3.6.4", "MCR 3.11.1"], [];
    /// The player at turn draws a second tile.
    ExtraDraw: ["MCR 3.11.6.8", "MCR 3.11.6.4"], ["HK MN-3", "HK FD-4"];
    /// The next player draws before the discard is in the floor.
    EarlyDraw: ["MCR 3.11.6.4"], ["HK FD-2"];
    /// Somebody draws who is not the next.
    WrongDraw: ["MCR 3.11.6.4"], ["HK FD-4"];
    /// The discard comes before the draw. MCR has no clause of its own: for that moment the hand has a tile too few.
    DiscardWithoutDraw: ["MCR 3.11.6.8", "MCR 3.11.2.2"], ["HK FD-3", "HK MN-2"];
    /// A flower is laid, and a tile discarded before the flower is replaced.
    FlowerNotReplaced: ["MCR 3.11.6.2", "MCR 3.11.6.8"], [];
    /// A laid flower is discarded.
    FlowerDiscarded: ["MCR 3.11.6.2"], [];
    /// A discard is taken back into the hand.
    DiscardTakenBack: ["MCR 3.11.2.2"], ["HK DD-9"];
    /// A tile goes from one player's hand to another's.
    HandToHand: ["MCR 3.11.6.1", "MCR 3.11.6.8"], ["HK FO-4", "HK MN-2", "HK MN-3"];
    /// A standing tile leaves the table.
    MissingTile: ["MCR 3.11.6.8", "MCR 3.11.6.1"], ["HK MN-2", "HK FO-4"];
    /// Hands and rivers are pushed together in the middle of play.
    Messed: ["MCR 3.11.6.7(2)"], ["HK FD-7"];
    /// An own standing tile lies face up.
    OwnTileExposed: ["MCR 3.11.6.7(1)"], ["HK FD-6", "HK FM-6"];
    /// An exposed tile is not the next discard.
    ExposedTileKept: ["MCR 3.11.6.7(1)"], [];
    /// Three tiles that make no set are laid out with a claimed tile.
    IllegalMeld: ["MCR 3.11.6.2"], ["HK FM-1", "HK FM-9"];
    /// Such a set lies until the next player has drawn.
    WrongSetLeft: [], ["HK FM-9", "HK FM-1"];
    /// A chow with the discard of a player who is not the left one.
    ChowFromWrongSeat: ["MCR 3.11.6.2"], ["HK FM-1", "HK FM-9"];
    /// A kong in a turn that began with a claim.
    KongAfterClaim: ["MCR 3.11.6.2"], ["HK FM-1"];
    /// What was claimed is discarded, or the other end of its sequence; it is taken back and another tile discarded.
    ShiftingMeld: [], ["HK FM-2", "HK DD-9"];
    /// A set is laid out without a word.
    SilentClaim: ["MCR 3.11.2.2"], ["HK FM-4"];
    /// A tile is added to a pung without a word.
    SilentKong: [], ["HK ME-12", "HK FM-4"];
    /// A kong's supplement is drawn before the kong lies.
    EarlySupplement: [], ["HK ME-16", "HK MN-3"];
    /// The own tiles of a set are laid and the claimed one is left in the floor.
    ClaimedTileLeft: ["MCR 3.11.6.11(1)"], [];
    /// A chow is laid although another has called pung.
    ChowOverPung: ["MCR 3.6.7", "MCR 3.11.1"], ["HK PM-2", "HK FM-1"];
    /// Pung is called more than three seconds after the discard. HK RT gives no number; the advisory limit makes it a
    /// claim not executed.
    LatePung: ["MCR 3.11.6.5"], ["HK FM-8"];
    /// Pung is called after the next player has mixed in the drawn tile.
    PungAfterDraw: ["MCR 3.11.6.5", "MCR 3.11.6.3"], ["HK FM-8"];
    /// A call, and nothing is claimed.
    EmptyCall: ["MCR 3.11.6.3"], ["HK FM-8"];
    /// Pung is called and changed to hu, which is not shown.
    ChangedCall: ["MCR 3.11.6.11(3)", "MCR 3.11.6.6(1)", "MCR 3.11.6.6(2)"], ["HK FM-3", "HK FM-11"];
    /// Hu below the minimum, or by a waiting hand on a wrong tile.
    FalseHuA: ["MCR 3.11.6.6(1)"], ["HK FM-10"];
    /// Hu by a hand that does not wait.
    FalseHuB: ["MCR 3.11.6.6(2)"], ["HK FM-10"];
    /// Hu by a player who may not win in this hand.
    DeadHu: ["MCR 3.11.2.2"], ["HK FM-10", "HK FP-3"];
    /// Hu on a kind that was let go in the same round.
    PassedWin: [], ["HK FM-10"];
    /// Hu on a kong's tile after the supplement was drawn.
    LateRobbing: [], ["HK FM-7"];
    /// Hu is called and no hand is shown.
    HuNotShown: [], ["HK FM-11"];
    /// The tiles are shown and only then is hu called.
    ShownBeforeHu: ["MCR 3.11.6.11(4)"], ["HK FM-4", "HK FD-6", "HK FM-10"];
    /// The winning discard stays in the floor.
    WinningTileLeft: ["MCR 3.11.6.11(2)"], [];
    /// The winning tile goes among the tiles that count the points.
    WinningTileMixed: ["MCR 3.11.6.11(6)"], [];
    /// Another player lays the own hand open before the hu is confirmed.
    ShownByOthers: ["MCR 3.11.6.7(2)"], [];
    /// Tiles are pushed together before the hu is confirmed.
    MixingEarly: ["MCR 3.11.6.7(2)", "MCR 3.11.6.11(6)", "MCR 3.11.6.11(8)"], ["HK FM-12", "HK FM-10"];
}

impl FoulKind {
    /// Whether the book knows it.
    pub fn is_foul(self, book: &dyn RuleBook) -> bool {
        !self.rules(book).is_empty()
    }

    /// The fouls of a book.
    pub fn of(book: &dyn RuleBook) -> impl Iterator<Item = FoulKind> {
        FoulKind::ALL.iter().copied().filter(|kind| kind.is_foul(book))
    }

    /// What the referee rules in the simulated world: whether the offender may still win in this hand.
    pub fn is_dead(self, book: &dyn RuleBook) -> bool {
        let mcr = book.id() == "mcr";
        match self {
            // The silent claim is void (HK FM-4): nobody wins with the shown tiles in this hand.
            FoulKind::ExtraDraw
            | FoulKind::MissingTile
            | FoulKind::ShownBeforeHu
            | FoulKind::FlowerNotReplaced
            | FoulKind::FlowerDiscarded
            | FoulKind::ClaimedTileLeft
            | FoulKind::WrongSetLeft
            | FoulKind::HuNotShown
            | FoulKind::DeadHu => true,
            FoulKind::WrongCount
            | FoulKind::DiscardWithoutDraw
            | FoulKind::IllegalMeld
            | FoulKind::ChowFromWrongSeat
            | FoulKind::KongAfterClaim
            | FoulKind::ChangedCall
            | FoulKind::FalseHuA
            | FoulKind::FalseHuB => mcr,
            _ => false,
        }
    }

    /// Whether the hand is played again (HK FM-10: the dealer stays).
    pub fn ends_hand(self, book: &dyn RuleBook) -> bool {
        let goes = |goes: Goes| {
            let rule = self.rules(book).first();
            rule.is_some_and(|rule| book.fouls_of(rule).iter().any(|foul| foul.goes == goes))
        };
        match self {
            FoulKind::Messed => true,
            FoulKind::FalseHuA | FoulKind::FalseHuB | FoulKind::PassedWin | FoulKind::DeadHu => {
                goes(Goes::Again)
            }
            _ => false,
        }
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
    /// The rules under which a table or a referee may rightly bring it, the one that it breaks first.
    pub rules: &'static [&'static str],
    /// The declaration the table may record, though it is no win: a false hu is a hu that was called.
    pub declares: Option<Play>,
    /// The offender may not win in this hand any more.
    pub dead: bool,
    /// The hand is played again.
    pub again: bool,
}

impl Slip {
    /// The rule that it breaks.
    pub fn rule(&self) -> &'static str {
        self.rules.first().copied().unwrap_or_default()
    }

    /// Whether this rule is one under which the foul may be brought.
    pub fn fits(&self, rule: &str) -> bool {
        self.rules.contains(&rule)
    }
}
