//! From state, clocks and the condition of the table's parts to one view.

use crate::event::{Event, PartTrouble, ReaderTrouble};
use crate::game::board::{Board, Stage, get};
use crate::game::{
    Agreed, Ended, Few, MOST_LYING, Phase, Refused, Session, Standing, State, Table,
};
use crate::place::Place;
use crate::rules::{Interval, Points};
use crate::seat::{Seat, Wind};
use crate::tile::{TILES, Tile};
use crate::time::{Span, Tick};
use crate::trust::Fingerprint;
use crate::view::notices::Notices;
use crate::view::screen::{
    Agreement, Attention, Census, Clock, Dice, End, Fault, Final, Head, MOST_THROWS, Playing,
    Ready, Result, Screen, SeatView, SensorTest, Sessions, Throw, View, Waits,
};
use crate::view::winning;

/// A result of several pages turns one so often.
pub const PAGE_TURNS: Span = Span::secs(6);
/// A refused start of a hand shows the tiles that lie for so long.
const CENSUS_STAYS: Span = Span::secs(20);
/// What was noticed and not ruled on steps back after so long; it stays on record and on the referee's device.
const FLAG_STAYS: Span = Span::secs(60);

/// How the table's parts are; what only the home and its tasks know.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Apparatus {
    /// Whose table it is.
    pub fingerprint: Fingerprint,
    /// Tiles with a known tag.
    pub enrolled: u8,
    /// The referee's device answers.
    pub link: bool,
    /// The supply holds.
    pub power: bool,
    /// Records are made permanent.
    pub recording: bool,
    /// What is shown without a session.
    pub page: Page,
    /// The table cannot work.
    pub fault: Option<Fault>,
    /// Dice thrown by the table and not yet on record.
    pub throws: Few<Throw, MOST_THROWS>,
}

/// What is shown without a session; Confirm turns the page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
#[allow(missing_docs)]
pub enum Page {
    #[default]
    Ready,
    SensorTest,
    Sessions,
}

impl Page {
    /// The one after it.
    pub const fn next(self) -> Page {
        match self {
            Page::Ready => Page::SensorTest,
            Page::SensorTest => Page::Sessions,
            Page::Sessions => Page::Ready,
        }
    }
}

/// What the game shows of itself at one moment.
#[derive(Clone, Copy)]
pub struct Seen<'a> {
    /// Now.
    pub now: Tick,
    /// What is recorded.
    pub state: &'a State,
    /// With what is provisional.
    pub board: &'a Board,
    /// Who thinks, since when.
    pub thinking: Option<(Seat, Tick)>,
    /// Since when the dealer may discard.
    pub opening: Option<Tick>,
    /// Playing time used.
    pub played: Span,
    /// Who agreed to the result.
    pub agreed: [bool; 4],
    /// Who called hu and waits for an answer.
    pub called_hu: Option<Seat>,
    /// Where tiles lie.
    pub lying: &'a [Place; TILES],
}

/// Remembers what displays need and makes views.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Viewer {
    notices: Notices,
    /// The newest discard by its number, and since when it is known.
    offered: (u8, Tick),
    flagged: Tick,
    census: Option<Tick>,
}

impl Default for Viewer {
    fn default() -> Viewer {
        Viewer::new()
    }
}

impl Viewer {
    /// Before anything happened.
    pub const fn new() -> Viewer {
        Viewer { notices: Notices::new(), offered: (0, Tick(0)), flagged: Tick(0), census: None }
    }

    /// Follows an event that happened now, or long ago.
    pub fn follow(&mut self, now: Tick, event: &Event) {
        self.notices.follow(event);
        match event {
            Event::Flagged(_) => self.flagged = now,
            Event::HandStarted { .. } => self.census = None,
            _ => {}
        }
    }

    /// An order was refused.
    pub fn refused(&mut self, now: Tick, why: Refused) {
        if why == Refused::TilesLying {
            self.census = Some(now);
        }
    }

    /// What may be shown now.
    pub fn view(&mut self, seen: &Seen<'_>, apparatus: &Apparatus) -> View {
        if self.offered.0 != seen.board.discards {
            self.offered = (seen.board.discards, seen.now);
        }
        View {
            language: self.notices.language,
            attention: self.attention(seen, apparatus),
            head: seen.state.session.as_ref().map(|session| head(seen, session, apparatus)),
            screen: self.screen(seen, apparatus),
        }
    }

    fn screen(&self, seen: &Seen<'_>, apparatus: &Apparatus) -> Screen {
        if let Some(fault) = apparatus.fault {
            return Screen::Fault(fault);
        }
        let notices = &self.notices;
        match (seen.state.phase, seen.state.session.as_ref()) {
            (Phase::Over, Some(session)) => match seen.state.sheet() {
                Some(sheet) => Screen::Final(Final {
                    session: session.start.session,
                    hands: sheet.hands,
                    numbers: session.start.players,
                    totals: sheet.totals,
                    penalties: sheet.penalties,
                    places: sheet.places,
                    twelfths: sheet.twelfths,
                }),
                None => self.playing(seen, apparatus),
            },
            (Phase::Between, Some(_))
                if self.census.is_some_and(|since| seen.now.since(since) < CENSUS_STAYS) =>
            {
                census(seen, notices.foreign)
            }
            (Phase::Between | Phase::Judging, Some(session)) => {
                match result(seen, session, notices) {
                    Some(result) => Screen::Result(result),
                    None => self.playing(seen, apparatus),
                }
            }
            (Phase::Dealing | Phase::Playing, Some(_)) => self.playing(seen, apparatus),
            (_, None) | (Phase::Idle, _) => match apparatus.page {
                Page::Ready => Screen::Ready(Ready {
                    fingerprint: apparatus.fingerprint,
                    enrolled: apparatus.enrolled,
                    readers: notices.readers,
                    pads: notices.pads.map(|pad| pad != Some(PartTrouble::Absent)),
                    digits: notices.digits.is_none(),
                    link: apparatus.link,
                }),
                Page::SensorTest => sensor_test(seen, notices),
                Page::Sessions => {
                    Screen::Sessions(Sessions { past: Few::from_some(notices.past.iter().rev()) })
                }
            },
        }
    }

    fn playing(&self, seen: &Seen<'_>, apparatus: &Apparatus) -> Screen {
        let dealt = matches!(seen.state.phase, Phase::Playing | Phase::Judging);
        let dice = match (self.notices.dice.opened, apparatus.throws.is_empty()) {
            // The faces are known only to whoever threw them.
            (Some(_), false) => Dice { throws: apparatus.throws, ..self.notices.dice },
            (Some(_), true) => self.notices.dice,
            (None, _) => Dice { throws: apparatus.throws, opened: None },
        };
        Screen::Playing(Playing {
            turn: if dealt { seen.board.turn() } else { None },
            clock: if dealt { self.turn_clock(seen) } else { None },
            wall: dealt.then(|| seen.board.wall()),
            waits: self.waits(seen, &dice),
            dice,
        })
    }

    fn waits(&self, seen: &Seen<'_>, dice: &Dice) -> Waits {
        let state = seen.state;
        if state.session.as_ref().is_some_and(|session| session.paused) {
            return Waits::Resume;
        }
        match state.phase {
            Phase::Between if state.next_deal() == Ok(None) => Waits::EndSession,
            Phase::Idle | Phase::Between | Phase::Over => Waits::NextHand,
            Phase::Dealing if !state.wall_open => Waits::Dice(thrower(state, &dice.throws)),
            Phase::Dealing => Waits::Deal,
            Phase::Playing | Phase::Judging if self.notices.asked => Waits::Answer,
            Phase::Judging => match state.proposed.first() {
                Some(win) => Waits::Check(win.seat),
                None => Waits::DrawnHand,
            },
            Phase::Playing => match (seen.called_hu, seen.board.stage) {
                (Some(seat), _) => Waits::Hu(seat),
                (None, Stage::Act { seat, .. }) if !seen.board.owes(seat).is_empty() => {
                    Waits::Replacement(seat)
                }
                (None, Stage::Act { seat, .. }) => Waits::Discard(seat),
                (None, Stage::Offer { from }) => Waits::ClaimOrDraw(from.next()),
                (None, Stage::Dealing) => Waits::Deal,
                (None, Stage::Won) => Waits::Answer,
                (None, Stage::Drawn) => Waits::DrawnHand,
            },
        }
    }

    /// The clock of whoever acts, or of everybody who may claim.
    fn turn_clock(&self, seen: &Seen<'_>) -> Option<Clock> {
        let session = seen.state.session.as_ref()?;
        if session.paused || seen.called_hu.is_some() || seen.state.phase != Phase::Playing {
            return None;
        }
        let limit = |interval| {
            let limit = seen.state.book()?.limit(interval, &session.start.rulings)?;
            Some(limit.span)
        };
        match seen.board.stage {
            Stage::Act { .. } if seen.board.discards == 0 => {
                Some(clock(seen.now.since(seen.opening?), limit(Interval::Opening)))
            }
            Stage::Act { seat, .. } => {
                let (thinker, since) = seen.thinking?;
                (thinker == seat).then(|| clock(seen.now.since(since), limit(Interval::Discard)))
            }
            Stage::Offer { .. } => {
                let most = limit(Interval::Claim).or_else(|| limit(Interval::Reaction))?;
                let gone = seen.now.since(self.offered.1);
                (gone < most).then(|| clock(gone, Some(most)))
            }
            _ => None,
        }
    }

    /// The most urgent first. What happened while a hand is played and is not for players is not in [`Notices`] at all.
    fn attention(
        &self,
        seen: &Seen<'_>,
        apparatus: &Apparatus,
    ) -> Few<Attention, { crate::view::screen::MOST_ATTENTION }> {
        let notices = &self.notices;
        let seats = || Seat::ALL.into_iter();
        let session = seen.state.session.as_ref();
        let running = session.is_some() && seen.state.phase != Phase::Over;
        let flag = notices.flag.filter(|_| seen.now.since(self.flagged) < FLAG_STAYS);
        let time = session.filter(|_| running).and_then(|session| {
            let up = session.time_up.then_some(Attention::TimeUp);
            up.or(notices.soon.then_some(Attention::TimeSoon))
        });
        let readers = seats().filter_map(|seat| {
            let trouble: ReaderTrouble = get(&notices.readers, seat)?;
            running.then_some(Attention::Reader(seat, trouble))
        });
        let pads = seats().filter_map(|seat| match get(&notices.pads, seat)? {
            PartTrouble::Absent => Some(Attention::PadAbsent(seat)),
            PartTrouble::Stuck => Some(Attention::KeyStuck(seat)),
        });
        Few::from_some(
            (!apparatus.power)
                .then_some(Attention::Power)
                .into_iter()
                .chain((!apparatus.recording).then_some(Attention::NotRecording))
                .chain(seats().filter(|seat| get(&notices.called, *seat)).map(Attention::Called))
                .chain(notices.asked.then_some(Attention::Asked))
                .chain(flag.map(Attention::Flag))
                .chain((notices.foreign > 0 && running).then_some(Attention::Foreign))
                .chain(readers)
                .chain(time)
                .chain(pads)
                .chain(notices.digits.map(|_| Attention::DigitsAbsent)),
        )
    }
}

impl Table {
    /// What the game shows of itself now; `board` is [`Table::shown`].
    pub fn seen<'a>(&'a self, now: Tick, board: &'a Board) -> Seen<'a> {
        Seen {
            now,
            state: self.state(),
            board,
            thinking: self.thinking(),
            opening: self.opening(),
            played: self.played(now),
            agreed: self.agreed(),
            called_hu: self.called_hu(),
            lying: self.lying(),
        }
    }
}

/// Who throws after these throws: the dealer, then whom the first sum names, counted anticlockwise from the dealer, who is 1
/// (MCR 3.5.7.5, HK SI-P).
pub fn thrower(state: &State, throws: &Few<Throw, MOST_THROWS>) -> Seat {
    let dealer = state.board.dealer;
    let named = |throw: Throw| dealer.after(usize::from(throw.sum).saturating_add(3));
    throws.first().map_or(dealer, named)
}

fn clock(gone: Span, limit: Option<Span>) -> Clock {
    let seconds = |micros: u64| u32::try_from(micros / 1_000_000).unwrap_or(u32::MAX);
    match limit {
        None => Clock::Up(seconds(gone.0)),
        // A second that has begun still counts: the limit is reached when the display says 0.
        Some(limit) if gone.0 < limit.0 => {
            Clock::Left(seconds(limit.0.saturating_sub(gone.0).saturating_add(999_999)))
        }
        Some(limit) => Clock::Over(seconds(gone.0.saturating_sub(limit.0))),
    }
}

fn head(seen: &Seen<'_>, session: &Session, apparatus: &Apparatus) -> Head {
    let state = seen.state;
    let limit = state.book().and_then(|book| {
        let limit = book.limit(Interval::Session, &session.start.rulings)?;
        Some(Span(limit.span.0.saturating_add(session.extra.0)))
    });
    let points = points_now(session);
    Head {
        rules: session.start.rules,
        round: session.deal.round,
        hand: session.deal.number,
        hands: session.start.hands,
        clock: clock(seen.played, limit),
        paused: session.paused,
        link: apparatus.link,
        seats: Seat::ALL.map(|seat| {
            let player = state.player(seat);
            let at = player as usize;
            SeatView {
                wind: Wind::of(seat, session.deal.dealer),
                player,
                number: session.start.players.get(at).copied().unwrap_or_default(),
                points: points.get(at).copied().unwrap_or_default(),
                dead: get(&state.memory, seat).dead,
                cards: state.cards(player),
            }
        }),
    }
}

/// Hands and penalties together, by player.
fn points_now(session: &Session) -> [Points; 4] {
    let mut points = session.totals;
    for (sum, change) in points.iter_mut().zip(session.penalty_sums()) {
        sum.0 = sum.0.saturating_add(change.0);
    }
    points
}

/// The hand's result: proposed while it is judged, settled until the next hand begins.
fn result(seen: &Seen<'_>, session: &Session, notices: &Notices) -> Option<Result> {
    let state = seen.state;
    let judging = state.phase == Phase::Judging;
    let legal = |standing| standing == Standing::Legal;
    if judging && !state.proposed.iter().all(|win| legal(win.standing_as)) {
        return None;
    }
    let settled = notices.settled.map(|(_, points)| points);
    let page = seen.now.0.checked_div(PAGE_TURNS.0)?;
    let end = match (judging, notices.ended) {
        (true, _) => End::Won(winning::page(state, &state.proposed, None, page)?),
        (false, Some(Ended::Won(_))) => {
            End::Won(winning::page(state, &notices.wins, settled, page)?)
        }
        (false, Some(Ended::Drawn)) => End::Drawn,
        (false, Some(Ended::Void)) => End::Void,
        (false, Some(Ended::Again)) => End::Again,
        (false, None) => return None,
    };
    let mut change = settled.unwrap_or_default();
    if judging {
        for win in state.proposed.iter() {
            for (sum, points) in change.iter_mut().zip(win.payments) {
                sum.0 = sum.0.saturating_add(points.0);
            }
        }
    }
    let points = points_now(session);
    let totals = Seat::ALL.map(|seat| {
        let now = points.get(state.player(seat) as usize).copied().unwrap_or_default();
        let coming = if judging { get(&change, seat).0 } else { 0 };
        Points(now.0.saturating_add(coming))
    });
    let agreement = match (judging, notices.settled) {
        (true, _) => Agreement::Waits(seen.agreed),
        (false, Some((Agreed::Seats, _))) => Agreement::Seats,
        (false, _) => Agreement::Referee,
    };
    Some(Result { end, change, totals, agreement })
}

fn on_the_table<'a>(seen: &'a Seen<'_>) -> impl Iterator<Item = (Tile, Place)> + 'a {
    Tile::all().zip(*seen.lying).filter(|(_, place)| *place != Place::Away)
}

fn census(seen: &Seen<'_>, foreign: u8) -> Screen {
    Screen::Census(Census {
        tiles: seen.state.book().map_or(0, |book| book.tile_set().tiles),
        lying: u8::try_from(on_the_table(seen).count()).unwrap_or(u8::MAX),
        faces: Few::from_some(on_the_table(seen).take(MOST_LYING).map(|(tile, _)| tile.face())),
        foreign,
    })
}

fn sensor_test(seen: &Seen<'_>, notices: &Notices) -> Screen {
    let count = |place: Place| {
        u8::try_from(on_the_table(seen).filter(|(_, lies)| *lies == place).count()).unwrap_or(0)
    };
    Screen::SensorTest(SensorTest {
        counts: Seat::ALL
            .map(|seat| [Place::Hand(seat), Place::Meld(seat), Place::River(seat)].map(count)),
        readers: notices.readers,
        newest: notices.newest,
        foreign: notices.foreign,
    })
}
