//! Plays one hand by the book: deal, flowers, turns, claims, kongs, wins. Players decide; the book allows.

use table_core::game::{KongKind, Play, Source as Drawn, Way};
use table_core::hand::{HandError, MeldKind};
use table_core::rules::{
    Began, Claim, Claims, Deal, HandEnd, Impossible, Resolution, RuleBook, Rulings, Seen,
    Settlement, Source, TooManyPoints,
};
use table_core::seat::Seat;
use table_core::tile::{Face, Tile};
use thiserror::Error;

use super::foul::{FoulKind, Staged};
use super::options::{Choice, Options};
use super::random::Random;
use super::table::{LastDraw, Table, four, robbable};
use super::truth::{HandTruth, Outcome, Step};
use super::wall::{Opening, Wall, Wish, deal_order};

/// Why a hand could not be played to its end: a mistake in the world, never in the table.
#[derive(Debug, Clone, PartialEq, Eq, Error)]
pub enum Broken {
    /// The book says these tiles cannot be.
    #[error("{0}")]
    Impossible(Impossible),
    /// The book says this hand cannot be.
    #[error("{0}")]
    Hand(HandError),
    /// A payment too large.
    #[error("{0}")]
    Points(TooManyPoints),
    /// A player chose what the book does not allow.
    #[error("seat {0:?} chose {1:?}, which the book does not allow")]
    NotAllowed(Seat, Choice),
    /// Nothing was left to draw where something had to be.
    #[error("the wall is empty")]
    NoTile,
}

impl From<Impossible> for Broken {
    fn from(error: Impossible) -> Broken {
        Broken::Impossible(error)
    }
}

impl From<HandError> for Broken {
    fn from(error: HandError) -> Broken {
        Broken::Hand(error)
    }
}

impl From<TooManyPoints> for Broken {
    fn from(error: TooManyPoints) -> Broken {
        Broken::Points(error)
    }
}

/// Why a tile is drawn, for players whose wall is arranged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Need {
    /// The deal.
    Deal,
    /// An ordinary draw or a replacement.
    Draw(Drawn),
}

/// The four players.
pub trait Players {
    /// What the next tile for `seat` should be; heard only by an arranged wall.
    fn wish(&mut self, table: &Table<'_>, seat: Seat, need: Need) -> Wish;

    /// The own turn: what to do. `options` says what the book allows.
    fn act(&mut self, table: &Table<'_>, seat: Seat, options: &Options) -> Choice;

    /// Whether to call on a tile another player offers; `claims` is never empty.
    fn call(
        &mut self,
        table: &Table<'_>,
        seat: Seat,
        tile: Tile,
        source: Source,
        claims: &Claims,
    ) -> Option<Claim>;
}

/// What a hand is played with.
pub struct Setup<'a> {
    /// By whose rules.
    pub book: &'a dyn RuleBook,
    /// What the book leaves open.
    pub rulings: &'a Rulings,
    /// Which hand.
    pub deal: Deal,
    /// The wall.
    pub wall: Wall,
    /// A foul on request.
    pub staged: Option<Staged>,
}

/// Plays a hand to its end.
pub fn play_hand(
    setup: Setup<'_>,
    players: &mut dyn Players,
    random: &mut Random,
) -> Result<HandTruth, Broken> {
    let Setup { book, rulings, deal, wall, staged } = setup;
    let opening = Opening::throw(book, deal.dealer, rulings, random);
    let mut engine = Engine {
        table: Table::new(book, rulings, deal, wall),
        players,
        steps: vec![],
        staged,
        quiet: false,
        early: None,
        forced: [None; 4],
        passed: None,
    };
    let dealt = engine.deal()?;
    let outcome = engine.play()?;
    Ok(HandTruth {
        book: book.id(),
        deal,
        opening,
        row: engine.table.wall.built_row(),
        dealt,
        steps: engine.steps,
        outcome,
    })
}

/// A hand in progress.
pub(super) struct Engine<'a, 'p> {
    pub(super) table: Table<'a>,
    pub(super) players: &'p mut dyn Players,
    pub(super) steps: Vec<Step>,
    pub(super) staged: Option<Staged>,
    /// Nobody calls on the next discard: a staged foul needs it to pass.
    pub(super) quiet: bool,
    /// A slip whose tile is the next one drawn.
    pub(super) early: Option<usize>,
    /// Tiles that must be discarded at the owner's next turn (MCR 3.11.6.7(1)).
    pub(super) forced: [Option<Tile>; 4],
    /// Who let a winning tile of this kind go, to call on the next one (HK HU-6.1).
    pub(super) passed: Option<(Seat, Face)>,
}

/// Who acts next.
pub(super) enum Then {
    Turn(Seat, Began),
    Over(Outcome),
}

impl Engine<'_, '_> {
    fn deal(&mut self) -> Result<[Vec<Tile>; 4], Broken> {
        let mut dealt: [Vec<Tile>; 4] = Default::default();
        for seat in deal_order(self.table.deal.dealer) {
            let wish = self.players.wish(&self.table, seat, Need::Deal);
            let tile = self.table.wall.take_head(&wish).ok_or(Broken::NoTile)?;
            self.table.of_mut(seat).standing.push(tile);
            dealt[seat.index()].push(tile);
        }
        let dealer = self.table.deal.dealer;
        self.slip_before_deal();
        self.push(Play::Deal { dealer });
        self.slip_at_deal();
        // Flowers: the dealer first, then the others in order, each until none is held (MCR 3.5.7.6).
        for steps in 0..4 {
            let seat = dealer.after(steps);
            while let Some(flower) = self.table.of(seat).flower() {
                self.lay_flower(seat, flower)?;
            }
        }
        let last = self.table.of(dealer).standing.last().copied();
        self.table.last_draw = last.map(|tile| LastDraw { tile, source: Drawn::Head, kongs: 0 });
        Ok(dealt)
    }

    fn play(&mut self) -> Result<Outcome, Broken> {
        let dealer = self.table.deal.dealer;
        let mut then = Then::Turn(dealer, self.began());
        loop {
            then = match then {
                Then::Turn(seat, began) => self.turn(seat, began)?,
                Then::Over(outcome) => return Ok(outcome),
            };
        }
    }

    /// The turn began with the last tile drawn.
    pub(super) fn began(&self) -> Began {
        let face = self.table.last_draw.map(|draw| draw.tile.face());
        Began::Draw(face.unwrap_or(Face::EAST))
    }

    pub(super) fn push(&mut self, play: Play) {
        let calls = vec![];
        self.steps.push(Step::Act { play, calls });
    }

    fn lay_flower(&mut self, seat: Seat, tile: Tile) -> Result<(), Broken> {
        self.table.of_mut(seat).remove(tile);
        self.table.of_mut(seat).flowers.push(tile);
        self.push(Play::Flower { seat, tile });
        self.draw(seat, Drawn::FlowerReplacement, 0)
    }

    fn draw(&mut self, seat: Seat, source: Drawn, kongs: u8) -> Result<(), Broken> {
        let wish = self.players.wish(&self.table, seat, Need::Draw(source));
        let tile = match source {
            Drawn::Head => self.table.wall.take_head(&wish),
            Drawn::KongReplacement | Drawn::FlowerReplacement => self.table.wall.take_tail(&wish),
        };
        let tile = tile.ok_or(Broken::NoTile)?;
        self.table.of_mut(seat).standing.push(tile);
        self.table.last_draw = Some(LastDraw { tile, source, kongs });
        self.push(Play::Draw { seat, tile: Some(tile), source });
        self.bind_early(tile);
        Ok(())
    }

    /// One turn, from the drawn or claimed tile to what follows the discard.
    fn turn(&mut self, seat: Seat, mut began: Began) -> Result<Then, Broken> {
        self.slip_in_turn(seat, began);
        loop {
            let options = self.options(seat, began)?;
            let mut choice = self.players.act(&self.table, seat, &options);
            if let Some(forced) = self.forced[seat.index()]
                && matches!(choice, Choice::Discard(_))
                && options.discards.contains(&forced)
            {
                choice = Choice::Discard(forced);
            }
            if !options.allows(&self.table, seat, choice) {
                return Err(Broken::NotAllowed(seat, choice));
            }
            match choice {
                Choice::Flower(tile) => self.lay_flower(seat, tile)?,
                Choice::Hu => {
                    if self.slip_instead_of_hu(seat, None) {
                        continue;
                    }
                    return self.win_by_draw(seat).map(Then::Over);
                }
                Choice::Concealed(face) => {
                    let own: Vec<Tile> = self.table.of(seat).of_face(face).collect();
                    self.table.lay(seat, MeldKind::ConcealedKong, &own, None);
                    let tiles = four(&own).ok_or(Broken::NotAllowed(seat, choice))?;
                    if let Some(outcome) = self.kong(seat, KongKind::Concealed, tiles)? {
                        return Ok(Then::Over(outcome));
                    }
                }
                Choice::Promoted(tile) => {
                    let promoted = self.table.promote(seat, tile);
                    let tiles = promoted.ok_or(Broken::NotAllowed(seat, choice))?;
                    if let Some(outcome) = self.kong(seat, KongKind::Promoted { tile }, tiles)? {
                        return Ok(Then::Over(outcome));
                    }
                }
                Choice::Discard(tile) => {
                    self.forced[seat.index()] =
                        self.forced[seat.index()].filter(|due| *due != tile);
                    return self.discard(seat, tile);
                }
            }
            began = self.began();
        }
    }

    /// A kong has been laid: it may be robbed, then it is replaced.
    pub(super) fn kong(
        &mut self,
        seat: Seat,
        kind: KongKind,
        tiles: [Tile; 4],
    ) -> Result<Option<Outcome>, Broken> {
        self.slip_at_kong(seat, kind);
        self.push(Play::Kong { seat, kind, tiles });
        self.table.kongs += 1;
        if let Some((tile, source)) = robbable(seat, kind, tiles) {
            let calls = self.calls(seat, tile, source)?;
            if let Resolution::Hu(seats) = self.table.book.resolve(seat, &calls) {
                self.hear(&calls, |caller, _| seats.contains(caller));
                let way = Way::Robbing { from: seat };
                return self.win_on(seat, tile, source, seats, way).map(Some);
            }
            self.let_go(seat, tile, source)?;
        }
        let in_a_row = match self.table.last_draw {
            Some(draw) if draw.source == Drawn::KongReplacement => draw.kongs,
            _ => 0,
        };
        self.draw(seat, Drawn::KongReplacement, in_a_row + 1)?;
        self.slip_after_supplement(seat, kind);
        Ok(None)
    }

    fn discard(&mut self, seat: Seat, tile: Tile) -> Result<Then, Broken> {
        self.slip_before_discard(seat, tile);
        self.table.of_mut(seat).remove(tile);
        self.table.of_mut(seat).river.push(tile);
        self.table.discards += 1;
        self.table.last_draw = None;
        self.push(Play::Discard { seat, tile: Some(tile) });
        self.remember(seat, Seen::OwnDiscard(tile.face()))?;
        let source = Source::Discard(seat);
        let mut calls = if std::mem::take(&mut self.quiet) {
            [None; 4]
        } else {
            self.calls(seat, tile, source)?
        };
        if self.slip_after_passing(seat, tile) {
            return Ok(Then::Over(Outcome {
                end: HandEnd::PlayedAgain,
                wins: vec![],
                settlement: Settlement::NOTHING,
            }));
        }
        if self.slip_by_passing(seat, tile, &calls) {
            calls = [None; 4];
        }
        for (call, caller) in calls.iter_mut().zip(Seat::ALL) {
            if *call == Some(Claim::Hu) && self.slip_instead_of_hu(caller, Some(seat)) {
                *call = None;
            }
        }
        if calls.iter().all(Option::is_none) && self.slip_on_offer(seat, tile)? {
            return Ok(Then::Over(Outcome {
                end: HandEnd::PlayedAgain,
                wins: vec![],
                settlement: Settlement::NOTHING,
            }));
        }
        match self.table.book.resolve(seat, &calls) {
            Resolution::Hu(seats) => {
                self.hear(&calls, |caller, _| seats.contains(caller));
                let way = Way::Discard { from: seat };
                self.win_on(seat, tile, source, seats, way).map(Then::Over)
            }
            Resolution::Set(caller, claim) => {
                self.hear(&calls, |other, called| other == caller && called == claim);
                self.let_go_except(seat, Some(caller), tile, source)?;
                self.claim(caller, claim, tile, seat)
            }
            Resolution::Nobody => {
                self.let_go(seat, tile, source)?;
                if self.table.wall.left() == 0 {
                    self.push(Play::DrawnHand);
                    return Ok(Then::Over(Outcome {
                        end: HandEnd::Drawn,
                        wins: vec![],
                        settlement: Settlement::NOTHING,
                    }));
                }
                self.draw(seat.next(), Drawn::Head, 0)?;
                Ok(Then::Turn(seat.next(), self.began()))
            }
        }
    }

    /// The foul that is due now, if its turn has come.
    pub(super) fn due(&self, kinds: &[FoulKind]) -> Option<FoulKind> {
        let staged = self.staged?;
        (kinds.contains(&staged.kind) && self.table.discards >= staged.turn).then_some(staged.kind)
    }
}
