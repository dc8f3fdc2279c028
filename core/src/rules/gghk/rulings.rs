//! What the book leaves open, decided once for a table before a session and kept with its records.
//!
//! Each field says what the book says and what the default is; tests show both sides of each. What the
//! book does not treat at all (ting, length of a match, ranking) is no field: the table refuses it by
//! name ([`crate::rules::NotDefinedByTheBook`]).

use serde::{Deserialize, Serialize};

use crate::time::Span;

/// The corner in which melds are laid.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MeldCorner {
    /// As the classical chapter says (HK MP-1).
    Left,
    /// As the general chapter says (HK AR-4.1).
    Right,
}

/// How the book is read where it can be read in two ways.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rulings {
    /// A closed hand (HK FA-1.2) earns its faan on a discard too. The item does not speak of the way of
    /// winning. Default: it does.
    pub closed_hand_on_a_discard: bool,
    /// A robbed kong earns the self-drawn faan. HK RC-2 is headed as counted like self-drawn, yet the
    /// winner drew nothing (HK FA-1.3). Default: it does not.
    pub robbing_earns_self_drawn: bool,
    /// The blessing of heaven (HK FA-6.7) earns the self-drawn faan besides. It is paid as self-drawn;
    /// the faan is not mentioned. Default: it does.
    pub heaven_earns_self_drawn: bool,
    /// Who gave the third dragon stays liable when a concealed kong becomes the fourth meld. HK PR-2 says
    /// that nobody is liable for such a meld and not what becomes of the others. Default: stays liable.
    pub concealed_fourth_keeps_liability: bool,
    /// One's own discard belongs to the round it opens, so that discarding a tile one waits for bars that
    /// kind (HK HU-6.1, DD turn 3). Where a discard belongs is not said. Default: it opens the round.
    pub own_discard_opens_the_round: bool,
    /// Robbing a kong counts as winning by chuck under HK HU-6.1. Default: it does.
    pub robbing_is_a_chuck: bool,
    /// A hu called after the kong's supplement was taken still stands, at the price of a card. HK RK-3
    /// asks for a call before it, HK FM-7 names only the card. Default: it stands.
    pub late_robbing_stands: bool,
    /// The dealer stays when among the winners. HK SI-D-5 rotates except in special cases such as a dealer
    /// win, HK DC-2 rotates. Default: stays.
    pub dealer_stays_on_win: bool,
    /// A second yellow card turns both into one red, a second red both into a false win, and only the
    /// dearer is paid (HK FP-5, 6). Whether the first is paid besides is not said. Default: replaced.
    pub dearer_card_replaces: bool,
    /// Turning a single wall tile is free the first time only (HK FD-5). The book lets the first one go
    /// and does not name the next. Default: a yellow card from the second on.
    pub second_flip_is_yellow: bool,
    /// Where melds lie. Default: [`MeldCorner::Left`].
    pub meld_corner: MeldCorner,
    /// Kong supplements come from the tail of the wall. Only flowers are said to (HK SI-H-3.1), and this
    /// style has none. Default: from the tail.
    pub supplement_from_the_tail: bool,
    /// The discard after the last tile can only be won. HK ST-G-3 opens the settlement after the last
    /// discard; melding it is not mentioned. Default: only won.
    pub last_discard_only_won: bool,
    /// No kong when no supplement is left. The book is silent. Default: none.
    pub kong_needs_a_supplement: bool,
    /// Advice on how long a reaction takes (HK RT gives no number). Default: 2.0 s.
    pub reaction: Span,
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings {
            closed_hand_on_a_discard: true,
            robbing_earns_self_drawn: false,
            heaven_earns_self_drawn: true,
            concealed_fourth_keeps_liability: true,
            own_discard_opens_the_round: true,
            robbing_is_a_chuck: true,
            late_robbing_stands: true,
            dealer_stays_on_win: true,
            dearer_card_replaces: true,
            second_flip_is_yellow: true,
            meld_corner: MeldCorner::Left,
            supplement_from_the_tail: true,
            last_discard_only_won: true,
            kong_needs_a_supplement: true,
            reaction: Span::millis(2_000),
        }
    }
}
