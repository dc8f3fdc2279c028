//! What has been recorded, folded up: the same records give the same state.

use serde::{Deserialize, Serialize};

use crate::game::board::{Board, get};
use crate::game::command::SessionStart;
use crate::game::few::Few;
use crate::game::flag::{PenaltyId, Receives, Sanction};
use crate::game::outcome::{Ended, Proposed};
use crate::game::play::Way;
use crate::rules::{BOOKS, Deal, HandEnd, Memory, Next, Player, Points, RuleBook, Rulings};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Span;

/// Acts that can be undone by a correction: the newest of them.
pub const MOST_UNDONE: usize = 6;
/// Hands a sheet has rows for (MCR A5 has 16; a match by the Hong Kong book may take more).
pub const MOST_HANDS: usize = 32;
/// Penalties of a session.
pub const MOST_PENALTIES: usize = 48;

/// Where the session stands.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Phase {
    /// No session.
    Idle,
    /// Between hands.
    Between,
    /// A hand has begun: dice, wall, deal.
    Dealing,
    /// A hand is played.
    Playing,
    /// A win was declared and its result waits for agreement.
    Judging,
    /// The session is over; its sheet stands.
    Over,
}

impl Phase {
    /// A hand is on the table, with tiles that not everybody may know.
    pub const fn is_played(self) -> bool {
        matches!(self, Phase::Dealing | Phase::Playing | Phase::Judging)
    }
}

/// What an undone act leads back to.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Past {
    /// The belief.
    pub board: Board,
    /// What each seat had let go.
    pub memory: [Memory; 4],
}

/// The rules that a session is played by.
#[derive(Clone, Copy)]
pub(super) struct InForce {
    pub book: &'static dyn RuleBook,
    pub rulings: Rulings,
}

/// A posted penalty.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Posted {
    /// Its number.
    pub id: PenaltyId,
    /// What.
    pub sanction: Sanction,
    /// In which hand.
    pub hand: u16,
    /// Against which player.
    pub player: Player,
    /// What it took from and gave to each player.
    pub points: [Points; 4],
    /// Taken back.
    pub revoked: bool,
}

/// A session.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Session {
    /// What was decided before it.
    pub start: SessionStart,
    /// The hand being played, or the last one.
    pub deal: Deal,
    /// How the last hand ended; nothing before the first.
    pub ended: Option<Ended>,
    /// What each hand brought, by player.
    pub rows: Few<[Points; 4], MOST_HANDS>,
    /// Sums of the rows, by player.
    pub totals: [Points; 4],
    /// Penalties and what they moved, by player; apart from the hands (MCR A5).
    pub penalties: Few<Posted, MOST_PENALTIES>,
    /// Playing time used when it was last recorded.
    pub played: Span,
    /// Time the referee gave back.
    pub extra: Span,
    /// The clock stands.
    pub paused: bool,
    /// The fifteen-minute notice was given.
    pub noticed: bool,
    /// Time has run out.
    pub time_up: bool,
}

/// Everything recorded, folded up.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct State {
    /// Where the session stands.
    pub phase: Phase,
    /// The session.
    pub session: Option<Session>,
    /// What is believed about the hand.
    pub board: Board,
    /// What was known before each of the newest acts, newest last.
    pub past: heapless::Deque<Past, MOST_UNDONE>,
    /// What each seat has done and let go (HK HU-6.1, MR).
    pub memory: [Memory; 4],
    /// Seats that may not meld (HK FP-3).
    pub no_melds: [bool; 4],
    /// The wall is open.
    pub wall_open: bool,
    /// Wins declared on the newest tile, in the order of play.
    pub declared: Few<Win, 3>,
    /// Declared wins that wait for agreement.
    pub proposed: Few<Proposed, 3>,
    /// They are agreed and on the sheet; the hand is about to end.
    pub settled: bool,
}

/// A declared win before it is judged.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Win {
    /// Who.
    pub seat: Seat,
    /// On which tile.
    pub tile: Tile,
    /// How.
    pub way: Way,
}

impl Default for State {
    fn default() -> State {
        State::new()
    }
}

impl State {
    /// Nothing recorded.
    pub const fn new() -> State {
        State {
            phase: Phase::Idle,
            session: None,
            board: Board::new(Seat::First, 0),
            past: heapless::Deque::new(),
            memory: [NOTHING_DONE; 4],
            no_melds: [false; 4],
            wall_open: false,
            declared: Few::new(),
            proposed: Few::new(),
            settled: false,
        }
    }

    /// The rule book of the session.
    pub fn book(&self) -> Option<&'static dyn RuleBook> {
        let rules = self.session.as_ref()?.start.rules;
        BOOKS.get(usize::from(rules.0)).copied()
    }

    /// The rule book of the session and how it is read.
    pub(super) fn rules(&self) -> Option<InForce> {
        Some(InForce { book: self.book()?, rulings: self.session.as_ref()?.start.rulings })
    }

    /// The hand to be dealt next; nothing when the session is over.
    pub fn next_deal(&self) -> Result<Option<Deal>, crate::rules::NotDefinedByTheBook> {
        let (Some(session), Some(book)) = (self.session.as_ref(), self.book()) else {
            return Ok(None);
        };
        let end = match session.ended {
            None => return Ok(Some(session.deal)),
            Some(Ended::Won(winners)) => HandEnd::Won(winners.seats()),
            Some(Ended::Drawn) => HandEnd::Drawn,
            Some(Ended::Again) => HandEnd::PlayedAgain,
            Some(Ended::Void) if session.time_up => return Ok(None),
            // Void and not again: the deal moves on as after a drawn hand.
            Some(Ended::Void) => HandEnd::Drawn,
        };
        if session.time_up {
            return Ok(None);
        }
        match book.next(&session.deal, end, &session.start.rulings)? {
            Next::Hand(deal) if deal.number <= session.start.hands => Ok(Some(deal)),
            Next::Hand(_) | Next::SessionOver => Ok(None),
        }
    }

    /// Who sits at a seat in this hand.
    pub fn player(&self, seat: Seat) -> Player {
        let players = self.session.as_ref().map_or(Player::ALL, |it| it.deal.players);
        get(&players, seat)
    }

    /// What a penalty moves, by player.
    pub fn penalty_points(&self, sanction: &Sanction) -> Option<[Points; 4]> {
        let mut by_seat = [Points(0); 4];
        let pay = |by_seat: &mut [Points; 4], seat: Seat, change: i32| {
            let held = by_seat.get_mut(seat.index())?;
            held.0 = held.0.checked_add(change)?;
            Some(())
        };
        let points = sanction.points.0;
        match sanction.to {
            Receives::Nobody => pay(&mut by_seat, sanction.seat, points.checked_neg()?)?,
            Receives::Seat(to) => {
                pay(&mut by_seat, sanction.seat, points.checked_neg()?)?;
                pay(&mut by_seat, to, points)?;
            }
            Receives::EachOther => {
                for to in Seat::ALL.into_iter().filter(|to| *to != sanction.seat) {
                    pay(&mut by_seat, sanction.seat, points.checked_neg()?)?;
                    pay(&mut by_seat, to, points)?;
                }
            }
        }
        Some(self.by_player(&by_seat))
    }

    /// Points by seat, ordered by player A to D.
    pub fn by_player(&self, by_seat: &[Points; 4]) -> [Points; 4] {
        Player::ALL.map(|player| {
            let seat = Seat::ALL.into_iter().find(|seat| self.player(*seat) == player);
            seat.map_or(Points(0), |seat| get(by_seat, seat))
        })
    }
}

/// [`Memory::default`], for a constant.
const NOTHING_DONE: Memory = Memory {
    dead: false,
    barred: crate::rules::shape::FaceSet::EMPTY,
    passed_pungs: crate::rules::shape::FaceSet::EMPTY,
    own_discards: crate::rules::shape::FaceSet::EMPTY,
};
