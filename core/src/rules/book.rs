//! What a rule set must answer. A table is given one book for a session and asks it, and nobody else.

use sha2::{Digest, Sha256};

use crate::hand::{Hand, HandError, Meld};
use crate::rules::breach::Breach;
use crate::rules::claim::{
    Claim, Claims, Memory, Offer, OwnKongs, OwnTurn, Resolution, Seen, Winners, resolve,
};
use crate::rules::declared::{Declared, Impossible};
use crate::rules::foul::{Foul, Step};
use crate::rules::layout::Layout;
use crate::rules::limit::{Interval, Limit, SessionClock, Timely};
use crate::rules::rotation::{Break, Deal, HandEnd, Next, NoBreak, NotDefinedByTheBook, Standing};
use crate::rules::settlement::{Payment, Points, TooManyPoints};
use crate::rules::shape::FaceSet;
use crate::rules::verdict::{Counted, Verdict};
use crate::rules::{BOOKS, Rulings};
use crate::seat::Seat;
use crate::tile::{Face, Tile};
use crate::time::Span;

/// Something's names.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Name {
    /// In English.
    pub english: &'static str,
    /// In Chinese.
    pub chinese: &'static str,
}

/// The tiles a book plays with.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct TileSet {
    /// Pieces.
    pub tiles: u8,
    /// Flowers among them.
    pub flowers: u8,
    /// Stacks of two before each player.
    pub stacks: u8,
}

impl TileSet {
    /// Whether this piece is played with.
    pub const fn has(&self, tile: Tile) -> bool {
        !tile.face().is_flower() || self.flowers > 0
    }
}

/// A rule set.
///
/// Every answer is a pure function of its arguments. Where the book is open, [`Rulings`] decide; where it
/// says nothing at all, the answer is [`NotDefinedByTheBook`]. Hidden tiles go in, so nothing that comes
/// out may be shown to players before the hand is over.
pub trait RuleBook: core::fmt::Debug + Sync {
    /// Short name for settings and records.
    fn id(&self) -> &'static str;

    /// Its names.
    fn name(&self) -> Name;

    /// The tiles it is played with.
    fn tile_set(&self) -> TileSet;

    /// The names of a fan or item by its number in a [`Counted`].
    fn name_of(&self, number: u8) -> Option<Name>;

    /// The entry that flowers make by themselves, where they count.
    fn flowers(&self) -> Option<u8> {
        None
    }

    /// What it does not define.
    fn undefined(&self) -> &'static [NotDefinedByTheBook];

    /// What a seat may call on an offered tile.
    fn claims(&self, offer: &Offer<'_>, rulings: &Rulings) -> Result<Claims, Impossible>;

    /// The kongs a player may declare in the own turn.
    fn own_kongs(&self, turn: &OwnTurn<'_>, rulings: &Rulings) -> OwnKongs;

    /// The foul, if any, of discarding this tile in a turn that began by claiming `claimed` for `meld`.
    fn discard_after_claim(
        &self,
        meld: &Meld,
        claimed: Face,
        discard: Face,
    ) -> Option<&'static Foul>;

    /// Keeps what a seat did or let go, where the book minds. `hand` are its thirteen tiles.
    fn remember(
        &self,
        memory: &mut Memory,
        seen: Seen,
        hand: &Hand,
        rulings: &Rulings,
    ) -> Result<(), HandError>;

    /// Whether several may win on one tile.
    fn winners(&self) -> Winners;

    /// Who gets the tile of `giver`; the calls are legal ones.
    fn resolve(&self, giver: Seat, calls: &[Option<Claim>; 4]) -> Resolution {
        resolve(giver, calls, self.winners())
    }

    /// The kinds a hand of thirteen waits for.
    fn waits(&self, hand: &Hand, rulings: &Rulings) -> Result<FaceSet, HandError>;

    /// Judges a declared win.
    fn judge(
        &self,
        win: &Declared,
        memory: &Memory,
        rulings: &Rulings,
    ) -> Result<Verdict, Impossible>;

    /// The payments for a legal win. Several winners' payments are added up.
    fn settle(
        &self,
        win: &Declared,
        counted: &Counted,
        rulings: &Rulings,
    ) -> Result<Payment, TooManyPoints>;

    /// A time limit, where there is one.
    fn limit(&self, interval: Interval, rulings: &Rulings) -> Option<Limit>;

    /// How the session clock treats what the book does not say; none without a session clock.
    fn session_clock(&self, rulings: &Rulings) -> Option<SessionClock>;

    /// How tiles are laid out.
    fn layout(&self, rulings: &Rulings) -> Layout;

    /// Whether a call made so long after the tile lay open is in time.
    fn timely(&self, claim: Claim, after: Span, rulings: &Rulings) -> Timely;

    /// Every foul it names.
    fn fouls(&self) -> &'static [Foul];

    /// The fouls of one rule.
    fn fouls_of(&self, rule: &str) -> &'static [Foul] {
        let fouls = self.fouls();
        let first = fouls.iter().position(|foul| foul.rule == rule);
        let (Some(first), count) = (first, fouls.iter().filter(|foul| foul.rule == rule).count())
        else {
            return &[];
        };
        fouls.get(first..first.saturating_add(count)).unwrap_or(&[])
    }

    /// Which foul a breach is; none where it is legal or costs nothing.
    fn foul(&self, breach: Breach) -> Option<&'static Foul>;

    /// Which foul it is to change one call on a tile into another. `beaten` says that somebody else's call
    /// had taken the tile in between.
    fn changed_call(&self, from: Claim, to: Claim, beaten: bool) -> Option<&'static Foul>;

    /// What the `nth` breach of one clause in a hand costs, where fouls climb a ladder.
    fn ladder(&self, nth: u8, rulings: &Rulings) -> Option<Result<Step, NotDefinedByTheBook>>;

    /// What a player's cards cost after the match; nothing in a book without cards.
    fn cards(&self, _yellow: u8, _red: u8, _rulings: &Rulings) -> Points {
        Points(0)
    }

    /// How many dice each throw before a hand has.
    fn dice(&self) -> &'static [u8];

    /// Where the wall is opened. `throws` are the sums of the dice, in order.
    fn wall_break(&self, dealer: Seat, throws: &[u8], rulings: &Rulings) -> Result<Break, NoBreak>;

    /// What follows a hand.
    fn next(
        &self,
        deal: &Deal,
        end: HandEnd,
        rulings: &Rulings,
    ) -> Result<Next, NotDefinedByTheBook>;

    /// What a session comes to, from each player's sum of points.
    fn session(
        &self,
        totals: &[Points; 4],
        rulings: &Rulings,
    ) -> Result<[Standing; 4], NotDefinedByTheBook>;
}

/// The book with this short name.
pub fn book(id: &str) -> Option<&'static dyn RuleBook> {
    BOOKS.iter().copied().find(|book| book.id() == id)
}

impl Rulings {
    /// SHA-256 of all rulings in their stored form, for the first record of a session. The error is for
    /// whoever adds more rulings than the buffer holds: a test shows that these fit.
    pub fn digest(&self) -> Result<[u8; 32], postcard::Error> {
        let mut bytes = [0u8; 128];
        let used = postcard::to_slice(self, &mut bytes)?;
        Ok(Sha256::digest(used).into())
    }
}
