//! What the rule book leaves open about scoring, decided once for a table and kept with its records.
//!
//! Each field says what the book says and what the default is; a test scores one hand both ways.

use serde::{Deserialize, Serialize};

/// How the text is read where it can be read in two ways (MCR 3.7-3.9 and appendix 1).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Rulings {
    /// Seven pairs earn All Terminals (8), All Honours (11) or All Terminals and Honours (18) when their
    /// tiles fit. The Chinese text defines the three as pungs and a pair, the English says "pair(s)".
    /// Default: they do (MCR P4).
    pub pair_hands_earn_8_11_18: bool,
    /// What concealed kongs add to Three Kongs (17) and Four Kongs (5). The text says that they add, and
    /// not how. Default: [`ConcealedKongs::Highest`].
    pub concealed_kongs: ConcealedKongs,
    /// A kind of which the player owns all four copies counts as a wait. The text asks for a single
    /// waited tile (77-79) and does not say whether it must be obtainable. Default: no wait.
    pub own_four_is_a_wait: bool,
    /// A kind counts as a wait only if winning on it would reach eight points. The text does not link
    /// waits and minimum. Default: the minimum is ignored.
    pub waits_need_the_minimum: bool,
    /// With a Knitted Straight (35) a wait on the ordinary chow or the pair counts even if the straight
    /// holds the same tile. The text is silent. Default: it counts.
    pub straight_tile_keeps_its_wait: bool,
    /// A reading of the tiles in which nothing scores is a Chicken Hand (43), though another reading
    /// would score something. The text speaks of the hand. Default: each reading by itself (MCR P4).
    /// No hand is known in which it matters: a Chicken Hand needs an honour, which can only be the pair, and
    /// then its sets can be read in one way or make three equal chows.
    pub chicken_per_reading: bool,
}

/// What concealed kongs add to Three Kongs (17) and Four Kongs (5).
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum ConcealedKongs {
    /// One concealed kong adds 67, two add 48; three or four show as 33 or 12 and no kong fan besides.
    Highest,
    /// As above, and three or four concealed kongs add 48 besides 33 or 12.
    Besides,
    /// No kong fan beside 17 or 5; concealed pungs (66, 33, 12) count as always.
    Nothing,
}

impl Default for Rulings {
    fn default() -> Rulings {
        Rulings {
            pair_hands_earn_8_11_18: true,
            concealed_kongs: ConcealedKongs::Highest,
            own_four_is_a_wait: false,
            waits_need_the_minimum: false,
            straight_tile_keeps_its_wait: true,
            chicken_per_reading: true,
        }
    }
}
