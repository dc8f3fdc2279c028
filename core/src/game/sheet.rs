//! The score sheet and the foul record as data (MCR A5, A6).

use serde::{Deserialize, Serialize};

use crate::game::few::Few;
use crate::game::state::{MOST_HANDS, Posted, Session, State};
use crate::rules::{Player, Points};
use crate::tile::Tile;

/// Tiles named in a census at most.
pub const MOST_LYING: usize = 16;

/// What a clock tells.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Runs {
    /// The opening took too long (MCR 3.5.7.6).
    Opening,
    /// A discard took too long (MCR 3.6.4).
    Discard,
    /// The session ends soon (MCR 3.5.6).
    SessionNotice,
    /// The session's time is up (MCR 3.5.6).
    SessionOver,
}

/// What the table cannot know by itself.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Asks {
    /// On which tile and how this seat won: more than one reading is possible, or none.
    Win {
        /// Who called.
        seat: crate::seat::Seat,
        /// The tiles it could be on.
        tiles: Few<Tile, 4>,
    },
    /// What became of these tiles.
    Tiles {
        /// Which.
        tiles: Few<Tile, 8>,
    },
    /// What follows this hand: the book does not say (HK, match length).
    NextHand,
    /// How the players rank: the book does not say.
    Ranking,
}

/// The end of a session, by player A to D.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub struct Sheet {
    /// Hands that count.
    pub hands: u8,
    /// Sum of the hands.
    pub totals: [Points; 4],
    /// Sum of the penalties, in their own column.
    pub penalties: [Points; 4],
    /// What the cards cost after the match (HK FP-5, 6).
    pub cards: [Points; 4],
    /// What all four lost to nobody.
    pub unassigned: Points,
    /// Places from 1; zero where the book does not rank.
    pub places: [u8; 4],
    /// Table points in twelfths (MCR 3.9.2.2).
    pub twelfths: [u8; 4],
    /// Somebody shares a place: marked for the referee.
    pub tied: bool,
}

/// One row of the session sheet (MCR A5).
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Row {
    /// What the hand brought, by player.
    pub points: [Points; 4],
    /// The sums so far.
    pub running: [Points; 4],
}

impl Session {
    /// The rows of the sheet.
    pub fn sheet_rows(&self) -> Few<Row, MOST_HANDS> {
        let mut running = [Points(0); 4];
        Few::from_some(self.rows.iter().map(|points| {
            for (sum, change) in running.iter_mut().zip(points) {
                sum.0 = sum.0.saturating_add(change.0);
            }
            Row { points, running }
        }))
    }

    /// The foul record (MCR A6): penalties that stand.
    pub fn fouls(&self) -> impl Iterator<Item = Posted> + '_ {
        self.penalties.iter().filter(|posted| !posted.revoked)
    }

    /// Sum of the penalties that stand, by player.
    pub fn penalty_sums(&self) -> [Points; 4] {
        let mut sums = [Points(0); 4];
        for posted in self.fouls() {
            for (sum, change) in sums.iter_mut().zip(posted.points) {
                sum.0 = sum.0.saturating_add(change.0);
            }
        }
        sums
    }

    /// Hands add up to nothing, and everything to what was lost to nobody (MCR A5).
    pub fn balanced(&self) -> bool {
        let sum = |points: &[Points; 4]| points.iter().map(|it| i64::from(it.0)).sum::<i64>();
        self.rows.iter().all(|row| sum(&row) == 0) && sum(&self.totals) == 0
    }
}

impl State {
    /// The sheet as it stands now.
    pub fn sheet(&self) -> Option<Sheet> {
        let session = self.session.as_ref()?;
        let penalties = session.penalty_sums();
        let (book, rulings) = (self.book()?, &session.start.rulings);
        let cards = Player::ALL.map(|player| {
            let (yellow, red) = self.cards(player);
            Points(book.cards(yellow, red, rulings).0.saturating_neg())
        });
        let mut finals = session.totals;
        for (total, (penalty, card)) in finals.iter_mut().zip(penalties.iter().zip(&cards)) {
            total.0 = total.0.saturating_add(penalty.0).saturating_add(card.0);
        }
        let standings = book.session(&finals, rulings).unwrap_or_default();
        let lost = penalties.iter().chain(&cards);
        let unassigned = lost.fold(0i32, |sum, it| sum.saturating_add(it.0));
        Some(Sheet {
            hands: u8::try_from(session.rows.len()).unwrap_or(u8::MAX),
            totals: session.totals,
            penalties,
            cards,
            unassigned: Points(unassigned),
            places: standings.map(|standing| standing.place),
            twelfths: standings.map(|standing| standing.twelfths),
            tied: standings.iter().any(|standing| standing.tied),
        })
    }

    /// The yellow and red cards a player holds (HK FP-5, 6).
    pub fn cards(&self, player: Player) -> (u8, u8) {
        let Some(session) = self.session.as_ref() else {
            return (0, 0);
        };
        let own = session.fouls().filter(|posted| posted.player == player);
        own.fold((0, 0), |(yellow, red), posted| {
            (posted.sanction.yellow.saturating_add(yellow), posted.sanction.red.saturating_add(red))
        })
    }
}
