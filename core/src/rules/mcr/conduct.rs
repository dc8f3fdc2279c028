//! What the rule book leaves open outside scoring, decided once for a table and kept with its records.

use serde::{Deserialize, Serialize};

use super::rulings::Rulings;

/// All rulings of this book.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct BookRulings {
    /// On scoring (3.7-3.9 and appendix 1).
    pub scoring: Rulings,
    /// On everything else.
    pub conduct: Conduct,
}

/// How tied players are ranked.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum RankTies {
    /// They share the table points of their places equally, and the record is marked.
    Share,
    /// The referee decides: the table refuses to rank them.
    Referee,
}

/// How the ladder goes on after its last named step (MCR 3.11.6.3).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum LadderTop {
    /// Along the permitted amounts: 30, 40, 50, 60, and then 60 again (MCR 3.11.2.2).
    GoesOn,
    /// Twenty each time.
    Stays,
    /// The referee decides.
    Referee,
}

/// From when the seconds of a claim are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ClaimClock {
    /// From the tile lying face up in the floor.
    Floor,
    /// From its being shown before the standing tiles.
    Shown,
}

/// How the text is read, or completed, outside scoring.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Conduct {
    /// Table points of tied players (3.9.2.2). No text says how. Default: shared, marked.
    pub rank_ties: RankTies,
    /// The ladder of 3.11.6.3 to 3.11.6.5 names four steps "and so on". Default: it goes on to sixty.
    pub ladder_top: LadderTop,
    /// The three seconds of 3.11.6.5 hold for a kong too; the text names the pung. Default: they do.
    pub late_kong_is_late: bool,
    /// A pung called too late is granted all the same. Only the penalty is named. Default: it is not.
    pub late_claim_granted: bool,
    /// From when the three seconds run. No text says. Default: [`ClaimClock::Floor`].
    pub claim_clock: ClaimClock,
    /// A pung may be promoted with a tile held since an earlier turn; 3.6.8 speaks of a tile drawn in.
    /// Default: on any own turn that began with a draw.
    pub promote_with_held_tile: bool,
    /// The discard after the last tile can only be won (3.4.30 speaks of winning it). Default: only won.
    pub last_discard_only_won: bool,
    /// No kong when no replacement is left. No text says. Default: none.
    pub kong_needs_a_replacement: bool,
    /// A break number above 18 is counted on into the next wall clockwise (3.5.7.5). No text says.
    /// Default: it is; otherwise the table asks the referee.
    pub break_counts_on: bool,
    /// A false hu on a self-drawn tile is judged like one on a discard; 3.11.6.6 describes discards.
    /// Default: alike; otherwise by gravity (3.11.2.2).
    pub self_drawn_false_hu_alike: bool,
    /// The session clock stands still in the break (3.5.6 does not say). Default: paused by the referee.
    pub break_stops_the_clock: bool,
    /// A hu called before the session's time ran out is settled, though the hand stops at once (3.5.6).
    /// Default: settled.
    pub hu_before_time_is_settled: bool,
    /// A kong claimed from the opposite player may have its turned tile in either inner place (3.6.5 names
    /// none). Default: either; otherwise the second from the left.
    pub kong_turned_in_either_place: bool,
}

impl Default for Conduct {
    fn default() -> Conduct {
        Conduct {
            rank_ties: RankTies::Share,
            ladder_top: LadderTop::GoesOn,
            late_kong_is_late: true,
            late_claim_granted: false,
            claim_clock: ClaimClock::Floor,
            promote_with_held_tile: true,
            last_discard_only_won: true,
            kong_needs_a_replacement: true,
            break_counts_on: true,
            self_drawn_false_hu_alike: true,
            break_stops_the_clock: true,
            hu_before_time_is_settled: true,
            kong_turned_in_either_place: true,
        }
    }
}
