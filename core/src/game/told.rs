//! What was told in this hand: some things once, however long they last.

/// What is told only once in a hand.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Told {
    pub(super) messed: bool,
    pub(super) short: bool,
    pub(super) flower_order: bool,
    /// Discarded before the deal was complete.
    pub(super) thrown: [bool; 4],
    /// Showed the hand while another's win was judged.
    pub(super) shown: [bool; 4],
    pub(super) mixed: bool,
    /// Called hu and showed nothing.
    pub(super) cancelled: [bool; 4],
    /// Called hu and showed the hand.
    pub(super) opened: [bool; 4],
    /// Left the winning tile where it lay.
    pub(super) not_fetched: [bool; 4],
    /// The winning tile was seen with the winner.
    pub(super) fetched: [bool; 4],
    pub(super) winning_mixed: bool,
}

impl Told {
    /// Nothing.
    pub const NOTHING: Told = Told {
        messed: false,
        short: false,
        flower_order: false,
        thrown: [false; 4],
        shown: [false; 4],
        mixed: false,
        cancelled: [false; 4],
        opened: [false; 4],
        not_fetched: [false; 4],
        fetched: [false; 4],
        winning_mixed: false,
    };
}

/// True the first time.
pub(super) fn first(told: &mut bool) -> bool {
    !core::mem::replace(told, true)
}
