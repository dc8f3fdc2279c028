//! What the table can see going wrong, in words common to all books; each book says which of its fouls it
//! is, if any ([`super::RuleBook::foul`]).

/// Something that looks like a foul.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Breach {
    /// Somebody else than the dealer threw the dice.
    WrongDealer,
    /// A wrong tile was taken in the deal.
    WrongTileDealt,
    /// A hand began with a wrong number of tiles.
    WrongInitialCount,
    /// Discarded before the deal was complete.
    EarlyDiscard,
    /// Drew before the left player's discard lay in the floor.
    EarlyDraw,
    /// Drew a tile that was not the next.
    WrongWallTile {
        /// And put it among the standing tiles.
        mixed_in: bool,
    },
    /// Discarded without having drawn.
    NoDraw,
    /// Too many or too few tiles in play.
    WrongCount {
        /// Too many.
        over: bool,
    },
    /// A discard went back to its owner.
    DiscardTakenBack,
    /// An own tile was exposed.
    OwnTileExposed,
    /// Another player's tiles were exposed.
    OthersTilesExposed,
    /// Hand or wall was upset so that play cannot go on.
    Messed,
    /// A set was laid out without a call.
    Undeclared,
    /// A call was not followed by the set.
    EmptyCall,
    /// A hu was called and not shown.
    EmptyHu,
    /// One call was changed into another.
    ChangedCall,
    /// A call came too late.
    LateClaim,
    /// A set that is none was laid out.
    FalseMeld {
        /// It can still be put right.
        in_time: bool,
    },
    /// A claimed tile was not taken before the next discard.
    NotTaken,
    /// Reached out to draw, which gives up claims on the discard.
    ReachedOut,
    /// Claimed all the same after reaching out.
    ClaimedAfterReaching,
    /// Discarded what a claim just took, or its other end.
    ShiftingMeld {
        /// It can still be taken back.
        in_time: bool,
    },
    /// Took a kong's replacement before the kong lay open.
    EarlySupplement,
    /// Called hu on a kong's tile after its replacement was taken.
    LateRobbing,
    /// Showed the hand before saying hu.
    ShownFirst,
    /// Did not fetch the winning tile before counting.
    WinningTileLeft,
    /// Showed tiles when somebody else called hu.
    EarlyShow {
        /// That hu was valid.
        valid: bool,
    },
    /// Mixed tiles before the hu was confirmed.
    MixedEarly,
    /// A player who may not, claimed.
    DeadAction,
    /// Talked.
    Talk,
    /// Passed information.
    Information,
    /// Swapped, stole or hid tiles, or cheated otherwise.
    Cheating,
}

impl Breach {
    /// Every breach.
    pub const ALL: [Breach; 37] = [
        Breach::WrongDealer,
        Breach::WrongTileDealt,
        Breach::WrongInitialCount,
        Breach::EarlyDiscard,
        Breach::EarlyDraw,
        Breach::WrongWallTile { mixed_in: false },
        Breach::WrongWallTile { mixed_in: true },
        Breach::NoDraw,
        Breach::WrongCount { over: false },
        Breach::WrongCount { over: true },
        Breach::DiscardTakenBack,
        Breach::OwnTileExposed,
        Breach::OthersTilesExposed,
        Breach::Messed,
        Breach::Undeclared,
        Breach::EmptyCall,
        Breach::EmptyHu,
        Breach::ChangedCall,
        Breach::LateClaim,
        Breach::FalseMeld { in_time: false },
        Breach::FalseMeld { in_time: true },
        Breach::NotTaken,
        Breach::ReachedOut,
        Breach::ClaimedAfterReaching,
        Breach::ShiftingMeld { in_time: false },
        Breach::ShiftingMeld { in_time: true },
        Breach::EarlySupplement,
        Breach::LateRobbing,
        Breach::ShownFirst,
        Breach::WinningTileLeft,
        Breach::EarlyShow { valid: false },
        Breach::EarlyShow { valid: true },
        Breach::MixedEarly,
        Breach::DeadAction,
        Breach::Talk,
        Breach::Information,
        Breach::Cheating,
    ];
}
