//! The rule books: one folder per rule set, what they share, and the one interface a table asks.
//!
//! A third rule set is a new folder and one line in [`BOOKS`].

mod book;
mod claim;
mod declared;
mod foul;
pub mod gghk;
mod limit;
pub mod mcr;
mod rotation;
mod settlement;
pub mod shape;
mod verdict;

pub use book::{Name, RuleBook, TileSet, book};
pub use claim::{
    Began, Claim, Claims, Memory, Offer, OwnKongs, OwnTurn, Resolution, Seats, Seen, Winners,
    resolve,
};
pub use declared::{Contradiction, Declared, Impossible, Source, Tiles, count_hand};
pub use foul::{Bar, Foul, Goes, Judged, Penalty, Recipient, Step};
pub use limit::{Interval, Limit, Timely};
pub use rotation::{
    Break, Deal, HandEnd, Next, NoBreak, NotDefinedByTheBook, Player, Standing, share_places,
};
pub use settlement::{Liability, Payer, Payment, Points, Settlement, TooManyPoints};
pub use verdict::{Counted, Line, Removed, Verdict, WhyFalse};

macro_rules! books {
    ($($name:ident: $rulings:ty => $book:expr;)*) => {
        /// What every book leaves open, decided before a session and kept in its first record.
        #[derive(
            Debug, Clone, Copy, PartialEq, Eq, Hash, Default, serde::Serialize, serde::Deserialize,
        )]
        #[cfg_attr(feature = "defmt", derive(defmt::Format))]
        pub struct Rulings {
            $(#[doc = concat!("For the book `", stringify!($name), "`.")] pub $name: $rulings,)*
        }

        /// The books a table can be given.
        pub static BOOKS: &[&dyn RuleBook] = &[$(&$book),*];
    };
}

books! {
    mcr: mcr::BookRulings => mcr::Mcr;
    gghk: gghk::Rulings => gghk::Gghk;
}
