//! What the screen shows, as data: the truth of the simulated world and what the table has recorded of it.

use std::collections::BTreeMap;

use table_core::enrolment::TagUid;
use table_core::event::Event;
use table_core::game::{Phase, State, apply};
use table_core::place::{Antenna, Zone};
use table_core::rules::Player;
use table_core::seat::{Seat, Wind};
use table_core::tile::Tile;
use table_core::time::Span;

use crate::chips::Micros;
use crate::tell::tell;
use crate::world::{World, tag_of};

/// One seat.
#[derive(Debug, Clone, Default)]
pub struct SeatPicture {
    /// Its wind in this hand; empty before the first.
    pub wind: &'static str,
    /// A to D.
    pub player: char,
    /// Points of the hands and penalties on record.
    pub points: i32,
    /// Penalties among them.
    pub penalties: i32,
    /// Standing tiles, as they really lie.
    pub hand: Vec<Tile>,
    /// Laid-out sets and flowers.
    pub melds: Vec<Tile>,
    /// Discards in order.
    pub river: Vec<Tile>,
    /// The table waits for this seat, for so long now.
    pub thinks: Option<Span>,
}

/// How the run stands.
#[derive(Debug, Clone, Default)]
pub struct Status {
    /// Everything follows from it.
    pub seed: u64,
    /// World time for one second of ours; none for as fast as it goes.
    pub speed: Option<f64>,
    /// Time stands still.
    pub paused: bool,
    /// Faults that were injected and last.
    pub faults: Vec<String>,
    /// The last answer to a key.
    pub said: String,
}

/// Everything on the screen.
#[derive(Debug, Clone, Default)]
pub struct Picture {
    /// World time.
    pub now: Micros,
    /// The first line.
    pub title: String,
    /// By seat.
    pub seats: [SeatPicture; 4],
    /// Tiles in the wall by the records.
    pub wall: u8,
    /// Playing time of the session.
    pub played: Option<Span>,
    /// Records, oldest first: number and words.
    pub log: Vec<(u64, String)>,
    /// Records that the referee holds.
    pub held: usize,
    /// How the link stands.
    pub link: &'static str,
    /// How the run stands.
    pub status: Status,
}

/// Follows a world and pictures it.
pub struct Painter {
    tiles: BTreeMap<TagUid, Tile>,
    state: State,
    read: usize,
    log: Vec<(u64, String)>,
    /// When playing time was last on record.
    played_at: Micros,
}

impl Default for Painter {
    fn default() -> Painter {
        let tiles = Tile::all().map(|tile| (tag_of(tile), tile)).collect();
        Painter { tiles, state: State::new(), read: 0, log: vec![], played_at: 0 }
    }
}

impl Painter {
    /// Every record read so far: number and words.
    pub fn log(&self) -> &[(u64, String)] {
        &self.log
    }

    /// Reads the records that are new; whether there were any.
    pub fn follow(&mut self, world: &World) -> bool {
        let held = world.referee().map(|referee| referee.ledger().records()).unwrap_or_default();
        let new = held.get(self.read..).unwrap_or_default();
        for record in new.iter().filter_map(|sealed| sealed.read().ok()) {
            apply(&mut self.state, &record.event);
            if let Event::HandStarted { .. } | Event::Paused { .. } | Event::Resumed = record.event
            {
                self.played_at = record.at.0;
            }
            self.log.push((record.seq.0, tell(&record.event)));
        }
        self.read = held.len();
        !new.is_empty()
    }

    /// The picture of this moment.
    pub fn paint(&self, world: &World, status: Status) -> Picture {
        let state = &self.state;
        let session = state.session.as_ref();
        let title = session.map_or_else(
            || "no session".into(),
            |session| {
                let book = session.start.rules.book().map_or("", |book| book.id());
                let (start, deal) = (&session.start, &session.deal);
                format!(
                    "table {}, session {}, {book}: hand {} of {}, {:?} round",
                    start.table, start.session, deal.number, start.hands, deal.round
                )
            },
        );
        let running = matches!(state.phase, Phase::Dealing | Phase::Playing | Phase::Judging);
        let played = session.map(|session| {
            let since = if running && !session.paused { world.now() - self.played_at } else { 0 };
            Span(session.played.0 + since)
        });
        Picture {
            now: world.now(),
            title,
            seats: Seat::ALL.map(|seat| self.seat(world, seat)),
            wall: state.board.wall(),
            played,
            log: self.log.clone(),
            held: self.read,
            link: if self.read == 0 { "waiting" } else { "verified" },
            status,
        }
    }

    fn seat(&self, world: &World, seat: Seat) -> SeatPicture {
        let lying = |zone| {
            let tags = world.lying(Antenna { seat, zone }).iter();
            tags.filter_map(|tag| self.tiles.get(tag).copied()).collect::<Vec<Tile>>()
        };
        let mut hand = [lying(Zone::HandLeft), lying(Zone::HandRight)].concat();
        hand.sort();
        let state = &self.state;
        let player = state.player(seat);
        let of = |points: [table_core::rules::Points; 4]| points[player as usize].0;
        let session = state.session.as_ref();
        let (totals, penalties) =
            session.map_or((0, 0), |it| (of(it.totals), of(it.penalty_sums())));
        let turn = state.phase == Phase::Playing && state.board.turn() == Some(seat);
        let newest = world.named().keys().next_back().map_or(0, |(at, _)| *at);
        SeatPicture {
            wind: session.map_or("", |session| wind(session.deal.dealer.steps_to(seat))),
            player: ['A', 'B', 'C', 'D'][player as usize % Player::ALL.len()],
            points: totals + penalties,
            penalties,
            hand,
            melds: lying(Zone::Meld),
            river: lying(Zone::River),
            thinks: turn.then(|| Span(world.now() - newest)),
        }
    }
}

fn wind(steps: usize) -> &'static str {
    match Wind::ALL.get(steps) {
        Some(Wind::East) => "East",
        Some(Wind::South) => "South",
        Some(Wind::West) => "West",
        _ => "North",
    }
}
