//! The table: placements, presses and orders in; events out.
//!
//! The belief in [`State`] is what is recorded. Ahead of it runs the best explanation of what is seen, which
//! clocks and displays follow and which may be revised silently until it is certain ([`super::commit`]).

use crate::event::Event;
use crate::game::board::{Board, Stage, set};
use crate::game::clocks::Clocks;
use crate::game::command::{Command, Preview, Refused};
use crate::game::commit;
use crate::game::explain::{Calls, Explanation, Search, button};
use crate::game::few::Few;
use crate::game::flag::{Flag, FlagKind, RuleId};
use crate::game::fold::apply;
use crate::game::fouls;
use crate::game::hu::HuCall;
use crate::game::input::{Call, Input, Storage};
use crate::game::judging::has_shown;
use crate::game::orders::{self, Desk, Orders};
use crate::game::outcome::{Proposed, Standing};
use crate::game::play::Play;
use crate::game::sight::Sights;
use crate::game::state::{Phase, State};
use crate::game::watch::Watch;
use crate::journal::{Faults, Kept};
use crate::place::Place;
use crate::rules::Seats;
use crate::seat::Seat;
use crate::tile::{TILES, Tile};
use crate::time::{Span, Tick};
use crate::trust::Identity;

/// What the table does.
#[derive(Debug, Clone, Copy, PartialEq)]
pub enum Effect {
    /// The best explanation of what is seen has changed; displays and clocks follow it.
    Provisional(Explanation),
    /// To be made permanent. The table's state has already followed.
    Commit(Event),
    /// The order was refused and changed nothing.
    Refused(Refused),
}

/// The table's game.
pub struct Table {
    pub(super) state: State,
    pub(super) sights: Sights,
    /// Where each tile really is; [`Sights`] stop following some of them while a win is judged.
    pub(super) live: [Place; TILES],
    pub(super) search: Search,
    pub(super) calls: Calls,
    pub(super) best: Explanation,
    pub(super) looked: Tick,
    pub(super) hu: Option<HuCall>,
    pub(super) clocks: Clocks,
    pub(super) watch: Watch,
    pub(super) agreed: [bool; 4],
    pub(super) foreign: u8,
    /// Seats whose readers fail.
    pub(super) blind: [bool; 4],
    /// The clocks as they stood at the cut, while the tiles are being looked over.
    pub(super) kept: Option<Kept>,
    /// When this hand went on after a power cut.
    pub(super) picked_up: Option<Tick>,
    /// The last tile of each seat of which it was said only later that it holds it.
    pub(super) named: [Option<Tile>; 4],
    /// Whose sets and flowers of this hand were recorded as the likeliest of several, taken back, or never explained.
    pub(super) doubtful: Seats,
    storage: Storage,
    identity: Identity,
}

impl Default for Table {
    fn default() -> Table {
        Table::new()
    }
}

impl Table {
    /// A table that goes on from replayed records.
    pub fn resume(state: State) -> Table {
        Table { state, ..Table::new() }
    }

    /// A table at which nothing has happened. Not one that goes on from no records: their state would lie on the stack beside it.
    pub const fn new() -> Table {
        Table {
            state: State::new(),
            sights: Sights::new(),
            live: [Place::Away; TILES],
            search: Search::new(),
            calls: Calls::NONE,
            best: Explanation::nothing(),
            looked: Tick(0),
            hu: None,
            clocks: Clocks::STOPPED,
            watch: Watch::new(),
            agreed: [false; 4],
            foreign: 0,
            blind: [false; 4],
            kept: None,
            picked_up: None,
            named: [None; 4],
            doubtful: Seats::NONE,
            storage: Storage::SOUND,
            identity: Identity::NOBODY,
        }
    }

    /// Says who this is, for the records of sessions to come.
    pub const fn identify(&mut self, identity: Identity) {
        self.identity = identity;
    }

    /// What is recorded.
    pub const fn state(&self) -> &State {
        &self.state
    }

    /// The best explanation of what is seen beyond it.
    pub const fn provisional(&self) -> &Explanation {
        &self.best
    }

    /// The game as clocks and displays should show it: recorded and provisional together.
    pub fn shown(&self) -> Board {
        self.best.after(&self.state.board)
    }

    /// Who called hu and waits for an answer.
    pub fn callers(&self) -> Seats {
        self.hu.map_or(Seats::NONE, |call| call.callers())
    }

    /// Since when the player in turn has been thinking.
    pub fn thinking(&self) -> Option<(Seat, Tick)> {
        self.clocks.thinking()
    }

    /// Since when the dealer has had his tiles and may open the play.
    pub fn opening(&self) -> Option<Tick> {
        self.clocks.opening()
    }

    /// Who agreed to the proposed result.
    pub const fn agreed(&self) -> [bool; 4] {
        self.agreed
    }

    /// Who called hu first and waits for an answer.
    pub fn called_hu(&self) -> Option<Seat> {
        self.hu.and_then(|call| call.seats.first())
    }

    /// Where each tile lies, whatever is believed of it.
    pub const fn lying(&self) -> &[Place; TILES] {
        &self.live
    }

    /// Playing time used.
    pub fn played(&self, now: Tick) -> Span {
        self.clocks.played(now, &self.state)
    }

    /// Nodes the last search expanded.
    pub const fn effort(&self) -> u16 {
        self.search.expanded()
    }

    /// What an order would change.
    pub fn preview(&mut self, now: Tick, command: &Command) -> Result<Preview, Refused> {
        if let Command::Hu { seat, tile, way } = *command {
            return self.preview_hu(now, seat, tile, way);
        }
        let made = self.desk(now).answer(command)?;
        Ok(Preview {
            first: made.first(),
            records: u8::try_from(made.len()).unwrap_or(u8::MAX),
            points: orders::points_of(&self.state, &made),
        })
    }

    /// Takes one input and says what is to be done.
    pub fn step(&mut self, now: Tick, input: Input, out: &mut impl FnMut(Effect)) {
        match input {
            Input::Placed { tile, place } if self.is_strange(tile) => {
                if let Some(seat) = place.seat() {
                    self.foreign(seat, out);
                }
            }
            Input::Placed { tile, place } => self.placed(now, tile, place),
            Input::Either { tile, .. } if self.is_strange(tile) => {}
            Input::Either { tile, places } => {
                let place = self.likelier(tile, places);
                self.placed(now, tile, place);
                for place in places {
                    self.sights.also(now, tile, place);
                }
            }
            Input::BlindSpots(there) => self.sights.blind_spots(there),
            Input::Reader { seat, sees } => set(&mut self.blind, seat, |blind| *blind = !sees),
            Input::Foreign { antenna, .. } => self.foreign(antenna.seat, out),
            Input::Called { seat, call } => self.called(now, seat, call, out),
            Input::Ordered(_) if self.picking_up() => out(Effect::Refused(Refused::PickingUp)),
            Input::Ordered(command) => self.ordered(now, &command, out),
            Input::Censused => self.pick_up(now, out),
            Input::Storage(storage) => self.storage = storage,
            Input::Tick => {}
        }
        if self.picking_up() {
            return;
        }
        match self.state.phase {
            Phase::Dealing => self.look_for_the_deal(now, out),
            Phase::Playing if self.hu.is_some() => self.look_at_the_call(now, out),
            Phase::Playing => self.look(now, out),
            Phase::Judging => self.look_at_the_result(now, out),
            _ => {}
        }
        self.clock(now, out);
    }

    /// A tile that the session is not played with: by the Hong Kong book a flower is a tile of another set (HK FT-1).
    fn is_strange(&self, tile: Tile) -> bool {
        self.state.book().is_some_and(|book| !book.tile_set().has(tile))
    }

    fn foreign(&mut self, seat: Seat, out: &mut impl FnMut(Effect)) {
        self.foreign = self.foreign.saturating_add(1);
        if self.state.session.is_some() {
            self.notice(FlagKind::TileSet, Some(seat), out);
        }
    }

    pub(super) fn desk(&self, now: Tick) -> Desk<'_> {
        Desk {
            state: &self.state,
            sights: &self.sights,
            played: self.clocks.played(now, &self.state),
            foreign: self.foreign,
            callers: self.callers(),
            storage: self.storage,
            identity: &self.identity,
        }
    }

    pub(super) fn commit(&mut self, event: Event, out: &mut impl FnMut(Effect)) {
        apply(&mut self.state, &event);
        self.doubt(&event);
        if let Event::Play { .. } = event {
            self.agreed = [false; 4];
        }
        out(Effect::Commit(event));
    }

    /// Whether what is recorded leaves the hand in doubt.
    pub(super) fn doubt(&mut self, event: &Event) {
        let whose = match event {
            Event::HandStarted { .. } => {
                self.doubtful = Seats::NONE;
                return;
            }
            Event::Play { play, sure: false } if button(play).is_some() => play.seat(),
            Event::Flagged(flag) if flag.kind.leaves_doubt() => flag.seat,
            Event::Undone { .. } => None,
            _ => return,
        };
        self.doubtful = match whose {
            Some(seat) => self.doubtful.and(seat),
            None => Seat::ALL.into_iter().fold(Seats::NONE, Seats::and),
        };
    }

    #[inline(never)] // Asked in many places, and the image has room for one copy.
    pub(super) fn report(&mut self, flag: Flag, out: &mut impl FnMut(Effect)) {
        self.commit(Event::Flagged(flag), out);
    }

    pub(super) fn flag(
        &mut self,
        kind: FlagKind,
        rule: &str,
        seat: Option<Seat>,
        out: &mut impl FnMut(Effect),
    ) {
        let flag = Flag {
            kind,
            rule: RuleId::new(rule),
            seat,
            evidence: Few::new(),
            silent: fouls::silent(&self.state, rule),
        };
        self.report(flag, out);
    }

    pub(super) fn notice(
        &mut self,
        kind: FlagKind,
        seat: Option<Seat>,
        out: &mut impl FnMut(Effect),
    ) {
        let flag = Watch::flag(&self.state, kind, seat, Few::new());
        self.report(flag, out);
    }

    /// Of two places the one that is already explained, else the one of the seat whose turn comes first. A standing tile that may be
    /// gone or merely out of sight is gone if its player has to discard.
    fn likelier(&self, tile: Tile, places: [Place; 2]) -> Place {
        let [first, second] = places;
        // Turns that nobody has seen may be told only because of where this tile was seen first: what is on record decides.
        let guessed = commit::has_unseen_turns(&self.best);
        let shown = if guessed { self.state.board } else { self.shown() };
        if first == Place::Away {
            let discards =
                matches!(shown.stage, Stage::Act { seat, .. } if second == Place::Hand(seat));
            return if discards || self.is_the_hidden_discard(second) { first } else { second };
        }
        if let Some(explained) = places.into_iter().find(|place| shown.place(tile) == *place) {
            return explained;
        }
        let Some(turn) = shown.turn() else {
            // What is dealt stands.
            let stands = |place: &Place| matches!(place, Place::Hand(_));
            return places.into_iter().find(stands).unwrap_or(first);
        };
        let until = |place: Place| match place {
            Place::Hand(seat) | Place::Meld(seat) | Place::River(seat) => turn.steps_to(seat),
            Place::Away => usize::MAX,
        };
        if until(second) < until(first) { second } else { first }
    }

    /// A discard that nobody saw is all there is to tell of a seat's turn, and what it drew stands there unexplained: what may be gone
    /// from its rack was thrown.
    fn is_the_hidden_discard(&self, from: Place) -> bool {
        let hidden = |play: Play| match play {
            Play::Discard { seat, tile: None } => from == Place::Hand(seat),
            _ => false,
        };
        self.best.residue.hard > 0 && self.best.plays().any(hidden)
    }

    fn placed(&mut self, now: Tick, tile: Tile, place: Place) {
        if let Some(live) = self.live.get_mut(usize::from(tile.id())) {
            *live = place;
        }
        let judged = self.state.phase == Phase::Judging;
        let followed = match &self.hu {
            Some(call) => {
                let board = self.best.after(&self.state.board);
                call.follows(now, &board, &self.sights, tile, place)
            }
            None => !judged,
        };
        if followed {
            self.sights.placed(now, tile, place);
        }
    }

    /// Follows every tile again after a call was answered or refused.
    pub(super) fn catch_up(&mut self, now: Tick) {
        for (tile, place) in Tile::all().zip(self.live) {
            self.sights.placed(now, tile, place);
        }
    }

    fn called(&mut self, now: Tick, seat: Seat, call: Call, out: &mut impl FnMut(Effect)) {
        // On record before it has any effect: after a power cut the call still stands.
        let heard = match (call, self.state.phase) {
            (Call::Referee, _) => false,
            (Call::Confirm, phase) => phase == Phase::Judging || self.may_be_over(),
            (_, phase) => matches!(phase, Phase::Dealing | Phase::Playing),
        };
        if heard {
            self.commit(Event::Called { seat, call }, out);
        }
        match call {
            Call::Referee => self.commit(Event::RefereeCalled { seat }, out),
            Call::Hu if matches!(self.state.phase, Phase::Dealing | Phase::Playing) => {
                let board = self.shown();
                match &mut self.hu {
                    Some(held) => held.join(seat),
                    None => {
                        // On a discard that lies there nobody robs a kong, however soon it is fetched.
                        let looked_over = matches!(board.stage, Stage::Offer { .. });
                        self.hu = Some(HuCall { looked_over, ..HuCall::new(now, seat) });
                    }
                }
                let flags = self.watch.hu_called(now, &self.state, &board, &self.sights, seat);
                flags.iter().for_each(|flag| self.report(flag, out));
            }
            Call::Confirm if self.state.phase == Phase::Judging => {
                set(&mut self.agreed, seat, |agreed| *agreed = true);
                let legal = |win: Proposed| win.standing_as == Standing::Legal;
                let all = self.agreed == [true; 4];
                if all
                    && self.state.proposed.iter().all(legal)
                    && let Ok(made) = self.desk(now).agreed()
                {
                    self.carry_out(now, &made, out);
                }
            }
            Call::Confirm if self.may_be_over() => {
                set(&mut self.agreed, seat, |agreed| *agreed = true);
                if self.agreed == [true; 4] {
                    self.end_with_an_unseen_turn(now, out);
                }
            }
            Call::Hu | Call::Confirm => {}
            Call::Chow | Call::Pung | Call::Kong | Call::Flower => {
                self.calls.press(now, seat, call);
                self.watch.heard(now, seat, call);
                if call == Call::Flower {
                    self.sights.says_flower(seat, &self.state.board);
                }
                let board = self.shown();
                if self.state.phase == Phase::Playing {
                    self.watch.pressed(now, &self.state, &board, &self.sights, seat, call);
                }
            }
        }
    }

    fn ordered(&mut self, now: Tick, command: &Command, out: &mut impl FnMut(Effect)) {
        if let Command::Hu { seat, tile, way } = *command {
            match self.order_hu(now, seat, tile, way, out) {
                Ok(()) => {}
                Err(why) => out(Effect::Refused(why)),
            }
            return;
        }
        match self.desk(now).answer(command) {
            Ok(made) => self.carry_out(now, &made, out),
            Err(why) => out(Effect::Refused(why)),
        }
    }

    pub(super) fn carry_out(&mut self, now: Tick, made: &Orders, out: &mut impl FnMut(Effect)) {
        for event in made.iter() {
            if let Event::ResultConfirmed { .. } = event
                && let Some(flag) =
                    self.watch.closing(&self.state, |tile| place_of(&self.live, tile))
            {
                self.report(flag, out);
            }
            self.commit(event, out);
            match event {
                Event::SessionStarted(..) => {
                    self.clocks = Clocks::STOPPED;
                    self.watch = Watch::new();
                }
                Event::HandStarted { .. } => {
                    self.clocks.recorded(now);
                    self.clocks.run(now);
                    (self.hu, self.picked_up) = (None, None);
                    self.foreign = 0;
                    self.agreed = [false; 4];
                    self.named = [None; 4];
                    self.best = Explanation::nothing();
                    self.calls = Calls::NONE;
                    self.watch.hand_started();
                    self.catch_up(now);
                    self.sights.forget();
                }
                Event::Paused { .. } => {
                    self.clocks.stop(now);
                }
                Event::Resumed => {
                    self.clocks.run(now);
                    self.clocks.forgive(now);
                }
                Event::HandEnded { .. } => {
                    self.clocks.recorded(now);
                    self.hu = None;
                    self.best = Explanation::nothing();
                    self.catch_up(now);
                }
                Event::HuRefused { seat } => {
                    let others = self.hu.and_then(|call| call.without(seat));
                    if let Some(call) = others {
                        self.hu = Some(HuCall { asked: false, ..call });
                    } else if self.state.phase != Phase::Judging {
                        self.hu = None;
                        self.agreed = [false; 4];
                        self.catch_up(now);
                        self.clocks.forgive(now);
                    }
                }
                Event::Corrected { tile, .. } => self.sights.believed(tile),
                Event::SessionEnded(sheet) => {
                    self.clocks.stop(now);
                    if sheet.tied {
                        self.flag(FlagKind::RankTie, "MCR 3.9.2.2", None, out);
                    }
                }
                Event::FaultsCleared(_) => self.storage.faults = Faults::NONE,
                _ => {}
            }
        }
    }

    /// Whether most of a caller's tiles lie open.
    pub(super) fn has_shown(&self, seat: Seat) -> bool {
        has_shown(&self.state, seat, &|tile| place_of(&self.live, tile))
    }

    pub(super) fn rivers(&self) -> bool {
        self.state.session.as_ref().is_some_and(|it| it.start.rivers)
    }
}

/// Where a tile really is.
pub(super) fn place_of(live: &[Place; TILES], tile: Tile) -> Place {
    live.get(usize::from(tile.id())).copied().unwrap_or(Place::Away)
}
