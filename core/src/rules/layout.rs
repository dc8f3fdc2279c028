//! How tiles lie on the table, as far as a book minds.

/// Where laid-out sets lie.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum MeldPlace {
    /// Before the standing tiles.
    BeforeRack,
    /// In the player's left corner.
    LeftCorner,
    /// In the player's right corner.
    RightCorner,
}

/// How tiles are laid out.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Layout {
    /// Where sets lie.
    pub melds: MeldPlace,
    /// The claimed tile is turned and its place tells the giver (MCR 3.6.5).
    pub claimed_tile_turned: bool,
    /// Places from the left, counted from 1, at which a kong from the opposite player may have its turned
    /// tile.
    pub kong_turned_at: &'static [u8],
    /// Discards in one row of the floor, where the book counts them.
    pub discards_in_a_row: Option<u8>,
    /// Replacements come from the tail of the wall.
    pub supplement_from_the_tail: bool,
}
