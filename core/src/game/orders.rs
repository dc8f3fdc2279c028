//! What an order makes: the events it stands for, or why it is refused. Nothing changes here, so that a
//! preview and the order itself cannot differ.

use crate::event::Event;
use crate::game::board::Stage;
use crate::game::command::{Command, Refused};
use crate::game::few::Few;
use crate::game::flag::{PenaltyId, Receives};
use crate::game::input::Storage;
use crate::game::outcome::{Agreed, Ended, Winners};
use crate::game::play::Play;
use crate::game::settlement;
use crate::game::sheet::MOST_LYING;
use crate::game::sight::Sights;
use crate::game::state::{MOST_PENALTIES, Phase, State};
use crate::journal::{Faults, Room};
use crate::place::Place;
use crate::rules::{NoBreak, Points, Seats};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::Span;
use crate::trust::Identity;

/// Most events one order makes.
pub(crate) const MOST_EVENTS: usize = 4;

/// Events of one order.
pub(crate) type Orders = Few<Event, MOST_EVENTS>;

/// What the table knows besides its records when an order comes.
pub(crate) struct Desk<'a> {
    pub state: &'a State,
    pub sights: &'a Sights,
    /// Playing time used.
    pub played: Span,
    /// Tags of no known tile since the last hand.
    pub foreign: u8,
    /// Who called hu and waits for an answer.
    pub callers: Seats,
    /// How the journal is.
    pub storage: Storage,
    /// What plays.
    pub identity: &'a Identity,
}

impl Desk<'_> {
    /// The events of an order. [`Command::Hu`] is not among them: it needs the search.
    pub fn answer(&self, command: &Command) -> Result<Orders, Refused> {
        let state = self.state;
        let mut made = Orders::new();
        let mut add = |event| {
            let _ = made.push(event);
        };
        match *command {
            Command::StartSession(start) => {
                if !matches!(state.phase, Phase::Idle | Phase::Over) {
                    return Err(Refused::SessionRuns);
                }
                start.rules.book().ok_or(Refused::UnknownRules)?;
                if start.rulings.digest() != Ok(start.digest) {
                    return Err(Refused::WrongDigest);
                }
                if start.hands == 0 {
                    return Err(Refused::NoHands);
                }
                add(Event::SessionStarted(start, *self.identity));
            }
            Command::StartHand => {
                self.between()?;
                if self.storage.faults != Faults::NONE {
                    return Err(Refused::Faulty);
                }
                if self.storage.room == Room::Reserve {
                    return Err(Refused::JournalFull);
                }
                let lying: Few<Tile, MOST_LYING> = Few::from_some(
                    Tile::all().filter(|tile| self.sights.of(*tile).place != Place::Away),
                );
                if !lying.is_empty() {
                    return Err(Refused::TilesLying);
                }
                let deal = state.next_deal().map_err(Refused::NotDefined)?;
                add(Event::HandStarted {
                    deal: deal.ok_or(Refused::SessionOver)?,
                    played: self.played,
                });
                add(Event::Census { lying, foreign: self.foreign });
            }
            Command::Dice(throws) => {
                self.session()?;
                if state.phase != Phase::Dealing {
                    return Err(Refused::NoHand);
                }
                if state.wall_open {
                    return Err(Refused::WallOpen);
                }
                add(self.dice(&throws)?);
            }
            Command::Pause => {
                if self.session()?.paused {
                    return Err(Refused::ClockAsIs);
                }
                add(Event::Paused { played: self.played });
            }
            Command::Resume => {
                if !self.session()?.paused {
                    return Err(Refused::ClockAsIs);
                }
                add(Event::Resumed);
            }
            Command::ExtraTime(span) => {
                self.session()?;
                add(Event::ExtraTime { span });
            }
            Command::Rule { rule, seat } => {
                self.session()?;
                add(Event::Ruled { rule, seat });
            }
            Command::Penalise(sanction) => {
                let session = self.session()?;
                if sanction.points < Points(0) {
                    return Err(Refused::NegativePenalty);
                }
                if sanction.to == Receives::Seat(sanction.seat) {
                    return Err(Refused::OwnRecipient);
                }
                if session.penalties.len() >= MOST_PENALTIES {
                    return Err(Refused::TooManyPenalties);
                }
                let moved = state.penalty_points(&sanction).ok_or(Refused::TooManyPoints)?;
                for (held, change) in session.penalty_sums().iter().zip(moved) {
                    held.plus(change).map_err(|_| Refused::TooManyPoints)?;
                }
                let number = u16::try_from(session.penalties.len()).unwrap_or(u16::MAX);
                add(Event::Penalty { id: PenaltyId(number.saturating_add(1)), sanction });
            }
            Command::Revoke(id) => {
                let mut fouls = self.session()?.fouls();
                if !fouls.any(|posted| posted.id == id) {
                    return Err(Refused::UnknownPenalty);
                }
                add(Event::PenaltyRevoked { id });
            }
            Command::Correct { tile, place } => {
                self.playing()?;
                let from = state.board.place(tile);
                let set = state.book().map(|book| book.tile_set());
                if from == place || set.is_none_or(|set| !set.has(tile)) {
                    return Err(Refused::NothingToCorrect);
                }
                add(Event::Corrected { tile, from, to: place });
            }
            Command::Undo { plays } => {
                self.playing()?;
                if plays == 0 || usize::from(plays) > state.past.len() {
                    return Err(Refused::CannotUndo);
                }
                add(Event::Undone { plays });
            }
            Command::Hu { .. } => return Err(Refused::CannotWin),
            // The wall is empty and nobody called: a drawn hand needs no points.
            Command::ConfirmResult { .. } if self.exhausted() => {
                for event in drawn(self.played).iter() {
                    add(event);
                }
            }
            Command::ConfirmResult { declared } => {
                let payments = self.result()?;
                self.close(&mut add, Agreed::Referee, declared, payments);
            }
            Command::OverruleResult { declared, payments } => {
                self.result()?;
                let sum: i64 = payments.iter().map(|points| i64::from(points.0)).sum();
                if sum != 0 {
                    return Err(Refused::NotBalanced);
                }
                self.fits(&payments)?;
                self.close(&mut add, Agreed::Referee, Some(declared), payments);
            }
            Command::RefuseHu { seat } => {
                let proposed = state.proposed.iter().any(|win| win.seat == seat);
                if !proposed && !self.callers.contains(seat) {
                    return Err(Refused::NoResult);
                }
                add(Event::HuRefused { seat });
            }
            Command::DrawnHand => {
                self.playing()?;
                add(Event::HandEnded { end: Ended::Drawn, played: self.played });
            }
            Command::VoidHand { again } => {
                self.session()?;
                if !matches!(state.phase, Phase::Dealing | Phase::Playing | Phase::Judging) {
                    return Err(Refused::NoHand);
                }
                add(Event::HandEnded {
                    end: if again { Ended::Again } else { Ended::Void },
                    played: self.played,
                });
            }
            Command::EndSession => {
                self.between()?;
                let sheet = state.sheet().ok_or(Refused::NoSession)?;
                add(Event::SessionEnded(sheet));
            }
            Command::ClearFaults => {
                if self.storage.faults == Faults::NONE {
                    return Err(Refused::NoFaults);
                }
                add(Event::FaultsCleared(self.storage.faults));
            }
        }
        Ok(made)
    }

    /// The four seats agreed.
    pub fn agreed(&self) -> Result<Orders, Refused> {
        let mut made = Orders::new();
        let payments = self.result()?;
        let mut add = |event| {
            let _ = made.push(event);
        };
        self.close(&mut add, Agreed::Seats, None, payments);
        Ok(made)
    }

    fn close(
        &self,
        add: &mut impl FnMut(Event),
        by: Agreed,
        declared: Option<u16>,
        payments: [Points; 4],
    ) {
        let computed = self.state.proposed.iter().map(|win| win.worth).max().unwrap_or(0);
        add(Event::ResultConfirmed { by, declared, computed, payments });
        add(self.won());
    }

    /// The end of a hand whose result is agreed.
    pub fn won(&self) -> Event {
        let mut winners = Winners::default();
        for win in self.state.proposed.iter() {
            crate::game::board::set(&mut winners.0, win.seat, |won| *won = true);
        }
        Event::HandEnded { end: Ended::Won(winners), played: self.played }
    }

    fn session(&self) -> Result<&crate::game::state::Session, Refused> {
        match (&self.state.session, self.state.phase) {
            (_, Phase::Idle | Phase::Over) | (None, _) => Err(Refused::NoSession),
            (Some(session), _) => Ok(session),
        }
    }

    fn between(&self) -> Result<(), Refused> {
        self.session()?;
        match self.state.phase {
            Phase::Between => Ok(()),
            _ => Err(Refused::HandRuns),
        }
    }

    fn playing(&self) -> Result<(), Refused> {
        self.session()?;
        match self.state.phase {
            Phase::Playing | Phase::Judging => Ok(()),
            _ => Err(Refused::NoHand),
        }
    }

    fn result(&self) -> Result<[Points; 4], Refused> {
        let state = self.state;
        if state.phase != Phase::Judging || state.proposed.is_empty() || state.settled {
            return Err(Refused::NoResult);
        }
        let payments = settlement::together(state).ok_or(Refused::TooManyPoints)?;
        self.fits(&payments)?;
        Ok(payments)
    }

    /// The sheet can hold the sums.
    fn fits(&self, payments: &[Points; 4]) -> Result<(), Refused> {
        let totals = self.session()?.totals;
        for (total, change) in totals.iter().zip(self.state.by_player(payments)) {
            total.plus(change).map_err(|_| Refused::TooManyPoints)?;
        }
        Ok(())
    }

    fn exhausted(&self) -> bool {
        let board = &self.state.board;
        self.state.phase == Phase::Playing
            && matches!(board.stage, Stage::Offer { .. })
            && board.wall() == 0
    }

    fn dice(&self, throws: &Few<u8, 2>) -> Result<Event, Refused> {
        let (Some(book), session) = (self.state.book(), self.session()?) else {
            return Err(Refused::NoSession);
        };
        let mut sums = [0u8; 2];
        for (place, sum) in sums.iter_mut().zip(throws.iter()) {
            *place = sum;
        }
        let sums = sums.get(..throws.len()).unwrap_or(&[]);
        let found = book.wall_break(session.deal.dealer, sums, &session.start.rulings);
        let opened = found.map_err(|why| match why {
            NoBreak::WrongThrow => Refused::WrongThrow,
            NoBreak::Undefined(what) => Refused::NotDefined(what),
        })?;
        Ok(Event::Dice { throws: *throws, wall: opened.wall, stacks: opened.stacks })
    }
}

/// What events would bring each seat at once.
pub(crate) fn points_of(state: &State, events: &Orders) -> [Points; 4] {
    let mut sums = [Points(0); 4];
    for event in events.iter() {
        let change = match event {
            Event::ResultConfirmed { payments, .. } => payments,
            Event::Penalty { sanction, .. } => {
                let by_player = state.penalty_points(&sanction).unwrap_or([Points(0); 4]);
                Seat::ALL.map(|seat| {
                    let players = crate::rules::Player::ALL.into_iter().zip(by_player);
                    let own = players.filter(|(player, _)| *player == state.player(seat));
                    own.map(|(_, points)| points).next().unwrap_or_default()
                })
            }
            _ => continue,
        };
        for (sum, change) in sums.iter_mut().zip(change) {
            sum.0 = sum.0.saturating_add(change.0);
        }
    }
    sums
}

/// A drawn hand in two events.
pub(crate) fn drawn(played: Span) -> Orders {
    Few::from_some([
        Event::Play { play: Play::DrawnHand, sure: true },
        Event::HandEnded { end: Ended::Drawn, played },
    ])
}
