//! What the page and the terminal are told: plain values, ready to be shown. Nothing hidden is in what everybody may read.

use serde::Serialize;
use table_core::game::board::Stage;
use table_core::game::{Case, Phase, Receives, Sanction, State};
use table_core::hand::MeldKind;
use table_core::place::Place;
use table_core::rules::shape::meld_faces;
use table_core::seat::{Seat, Wind};
use table_core::tile::Tile;
use table_core::time::Span;
use table_core::view::{Attention, Clock, Screen, View};

use super::awaited::awaited;
use super::held::Held;
use super::post::Post;
use super::result::{ResultView, result_view};
use super::story::{LogLine, Report};
use crate::paper::Roster;
use crate::tell::{evidence, number, ruling, words_of};

/// A clock in whole seconds.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default, Serialize)]
pub struct ClockView {
    /// Left, or passed where there is no limit.
    pub seconds: u32,
    /// They are left.
    pub left: bool,
    /// The limit has passed.
    pub over: bool,
    /// It runs.
    pub runs: bool,
}

impl ClockView {
    fn new(clock: Clock, runs: bool) -> ClockView {
        let (seconds, left, over) = match clock {
            Clock::Left(seconds) => (seconds, true, false),
            Clock::Over(seconds) => (seconds, false, true),
            Clock::Up(seconds) => (seconds, false, false),
        };
        ClockView { seconds, left, over, runs }
    }
}

/// How a table is, in one word; the worst comes first.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize)]
#[serde(rename_all = "lowercase")]
#[allow(missing_docs)]
pub enum Word {
    Alarm,
    Lost,
    Asks,
    Report,
    Result,
    Stopped,
    Playing,
    Break,
    Over,
    Idle,
}

/// One table in the hall: nothing that a player may not see.
#[derive(Debug, Clone, Serialize)]
pub struct HallRow {
    /// Its number.
    pub table: u16,
    /// How it is.
    pub word: Word,
    /// Who is awaited, or what is wrong.
    pub waits: String,
    /// Number of the session.
    pub session: u16,
    /// Number of the hand.
    pub hand: u16,
    /// Hands to be played.
    pub hands: u16,
    /// The line is up.
    pub link: bool,
    /// For so long.
    pub link_seconds: u64,
    /// By player A to D.
    pub points: [i32; 4],
    /// Reports that nobody ruled on.
    pub reports: usize,
    /// Session clock.
    pub clock: ClockView,
    /// Records held.
    pub records: usize,
}

/// The hall.
#[derive(Debug, Serialize)]
pub struct HallView {
    version: u64,
    tables: Vec<HallRow>,
}

impl HallView {
    /// All tables, worst first.
    pub fn new<'a>(version: u64, posts: impl Iterator<Item = &'a Post>) -> HallView {
        let mut tables: Vec<HallRow> = posts
            .map(|post| {
                let mut held = post.held();
                let view = held.view(Span(0));
                row(post.number, &held, &view)
            })
            .collect();
        tables.sort_by_key(|row| (row.word, row.table));
        HallView { version, tables }
    }
}

/// One seat.
#[derive(Debug, Clone, Serialize)]
pub struct SeatView {
    /// 1 to 4.
    pub seat: usize,
    /// Wind in this hand; empty without a session.
    pub wind: &'static str,
    /// A to D.
    pub player: char,
    /// With the organiser.
    pub number: u32,
    /// By the list of players.
    pub name: String,
    /// With penalties.
    pub points: i32,
    /// Penalties among them.
    pub penalties: i32,
    /// Cards.
    pub yellow: u8,
    /// Cards.
    pub red: u8,
    /// It is this seat's turn.
    pub turn: bool,
    /// By a ruling.
    pub may_not_win: bool,
    /// Tiles that count as the hand.
    pub tiles: u8,
    /// Standing.
    pub hand: Vec<String>,
    /// Laid out, by sets; flowers last.
    pub melds: Vec<Vec<String>>,
    /// Discards in order.
    pub river: Vec<String>,
}

/// One report.
#[derive(Debug, Clone, Serialize)]
pub struct ReportView {
    /// Number of the record.
    pub seq: u64,
    /// The rule it touches.
    pub rule: String,
    /// What was noticed.
    pub kind: String,
    /// About whom, 1 to 4.
    pub seat: Option<usize>,
    /// The tiles that show it.
    pub evidence: String,
    /// The referee has ruled by this rule since.
    pub ruled: bool,
    /// What the book proposes.
    pub proposal: Option<ProposalView>,
}

/// A penalty that the book proposes, as the form sends it.
#[derive(Debug, Clone, Serialize)]
pub struct ProposalView {
    /// In words.
    pub words: String,
    /// For whom.
    pub seat: usize,
    /// Points.
    pub points: i32,
    /// To whom: nobody, each, or a seat's number.
    pub to: String,
    /// Cards.
    pub yellow: u8,
    /// Cards.
    pub red: u8,
    /// What the seat may not do: nothing, win, meld-and-win.
    pub bars: &'static str,
}

/// One penalty.
#[derive(Debug, Clone, Serialize)]
pub struct PenaltyView {
    /// Its number.
    pub penalty: u16,
    /// In which hand.
    pub hand: u16,
    /// What.
    pub words: String,
    /// It was taken back.
    pub revoked: bool,
}

/// One table, for whoever has signed in.
#[derive(Debug, Serialize)]
#[allow(missing_docs)]
pub struct TableView {
    pub version: u64,
    pub row: HallRow,
    pub rules: &'static str,
    pub rules_name: &'static str,
    pub round: String,
    pub wall: Option<u8>,
    pub turn_clock: Option<ClockView>,
    pub awaited: Option<usize>,
    pub seats: Vec<SeatView>,
    pub sum_of_hands: i32,
    pub unassigned: i32,
    pub balanced: bool,
    pub result: Option<ResultView>,
    pub reports: Vec<ReportView>,
    pub asks: Vec<String>,
    pub troubles: Vec<String>,
    pub penalties: Vec<PenaltyView>,
    /// The order that comes next in the ordinary course of a session.
    pub next: &'static str,
    pub log: Vec<LogLine>,
    pub identity: String,
    pub address: String,
    pub head: String,
    pub image: String,
    pub pending: usize,
    pub answered: String,
    pub alarm: Option<String>,
}

impl TableView {
    /// Of one table.
    pub fn new(version: u64, post: &Post, roster: &Roster) -> TableView {
        let mut held = post.held();
        let view = held.view(Span(0));
        let result = result_view(&mut held);
        let held = &*held;
        let state = held.game.state();
        let session = state.session.as_ref();
        let book = state.book();
        let sum_of_hands = session.map_or(0, |it| it.totals.iter().map(|it| it.0).sum());
        let unassigned = state.sheet().map_or(0, |sheet| sheet.unassigned.0);
        let everything: i32 = points(&view).iter().sum();
        let playing = match &view.screen {
            Screen::Playing(playing) => Some(playing),
            _ => None,
        };
        let posted = session.map(|it| it.penalties.iter().collect::<Vec<_>>());
        TableView {
            version,
            row: row(post.number, held, &view),
            rules: book.map_or("", |book| book.id()),
            rules_name: book.map_or("", |book| book.name().english),
            round: session.map_or_else(String::new, |it| format!("{:?}", it.deal.round)),
            wall: playing.and_then(|playing| playing.wall),
            turn_clock: playing.and_then(|it| it.clock).map(|it| ClockView::new(it, held.link.0)),
            awaited: awaited(&view.screen).0.map(number),
            seats: Seat::ALL.map(|seat| seat_view(held, &view, seat, roster)).to_vec(),
            sum_of_hands,
            unassigned,
            balanced: session.is_none_or(|it| it.balanced()) && everything == unassigned,
            result,
            reports: held.story.reports.iter().map(|it| report_view(state, it)).collect(),
            asks: held.story.open.clone(),
            troubles: view.attention.iter().filter_map(trouble).collect(),
            penalties: posted
                .unwrap_or_default()
                .iter()
                .map(|posted| PenaltyView {
                    penalty: posted.id.0,
                    hand: posted.hand,
                    words: ruling(&posted.sanction),
                    revoked: posted.revoked,
                })
                .collect(),
            next: next(state),
            log: held.story.log.iter().cloned().collect(),
            identity: post.place.table.fingerprint().to_string(),
            address: post.place.address.to_string(),
            head: held
                .ledger()
                .records()
                .last()
                .map_or_else(String::new, |sealed| crate::referee::digits(&sealed.hash().0[..8])),
            image: held.image(),
            pending: held.pending(),
            answered: held.answered.clone(),
            alarm: held.alarm.clone(),
        }
    }
}

/// By player A to D, penalties included.
fn points(view: &View) -> [i32; 4] {
    let mut points = [0; 4];
    for seat in view.head.iter().flat_map(|head| head.seats) {
        if let Some(sum) = points.get_mut(seat.player as usize) {
            *sum = seat.points.0;
        }
    }
    points
}

fn row(table: u16, held: &Held, view: &View) -> HallRow {
    let (state, story) = (held.game.state(), &held.story);
    let session = state.session.as_ref();
    let paused = session.is_some_and(|session| session.paused);
    let word = match state.phase {
        _ if held.alarm.is_some() => Word::Alarm,
        _ if !held.link.0 => Word::Lost,
        _ if story.asks() => Word::Asks,
        _ if story.unruled() > 0 => Word::Report,
        Phase::Judging => Word::Result,
        Phase::Idle => Word::Idle,
        Phase::Over => Word::Over,
        _ if paused => Word::Stopped,
        Phase::Dealing | Phase::Playing => Word::Playing,
        Phase::Between => Word::Break,
    };
    let waits = match word {
        Word::Alarm => held.alarm.clone().unwrap_or_default(),
        Word::Lost => "the line to the table is lost".into(),
        Word::Asks => story.open.join("; "),
        Word::Break if next(state) == "end-session" => "the referee ends the session".into(),
        _ => awaited(&view.screen).1,
    };
    HallRow {
        table,
        word,
        waits,
        session: session.map_or(0, |it| it.start.session),
        hand: session.map_or(0, |it| it.deal.number),
        hands: session.map_or(0, |it| it.start.hands),
        link: held.link.0,
        link_seconds: held.link.1.elapsed().as_secs(),
        points: points(view),
        reports: story.unruled(),
        clock: view
            .head
            .map_or_else(ClockView::default, |head| ClockView::new(head.clock, held.runs())),
        records: held.ledger().records().len(),
    }
}

/// The form that the referee will want next.
fn next(state: &State) -> &'static str {
    let paused = state.session.as_ref().is_some_and(|session| session.paused);
    match state.phase {
        Phase::Idle | Phase::Over => "start-session",
        _ if paused => "resume",
        Phase::Between if state.next_deal() == Ok(None) => "end-session",
        Phase::Between => "start-hand",
        Phase::Dealing if !state.wall_open => "dice",
        Phase::Judging => "confirm",
        Phase::Playing if state.board.stage == Stage::Drawn => "drawn",
        Phase::Dealing | Phase::Playing => "",
    }
}

/// What is wrong with the table itself.
fn trouble(attention: Attention) -> Option<String> {
    Some(match attention {
        Attention::Power => "the power fails".into(),
        Attention::NotRecording => "the table does not record".into(),
        Attention::Foreign => "a tag of no known tile is on the table".into(),
        Attention::Reader(seat, trouble) => {
            let trouble = words_of(&format!("{trouble:?}"));
            format!("the reader of seat {} is {trouble}: the seat is blind", number(seat))
        }
        Attention::PadAbsent(seat) => format!("the call pad of seat {} is gone", number(seat)),
        Attention::KeyStuck(seat) => format!("a key of seat {} is stuck", number(seat)),
        Attention::DigitsAbsent => "the seat displays are gone".into(),
        Attention::TimeUp => "the session's time is up".into(),
        Attention::TimeSoon => "the session's time is up soon".into(),
        // Told elsewhere, in more words.
        Attention::Called(_) | Attention::Asked | Attention::Flag(_) => return None,
    })
}

fn report_view(state: &State, report: &Report) -> ReportView {
    let Report { seq, flag, ruled } = report;
    let proposed = Case::reported(flag).and_then(|case| state.proposals(case).next());
    ReportView {
        seq: *seq,
        rule: flag.rule.to_string(),
        kind: words_of(&format!("{:?}", flag.kind)),
        seat: flag.seat.map(number),
        evidence: evidence(flag),
        ruled: *ruled,
        proposal: proposed.map(|(_, sanction)| proposal_view(&sanction)),
    }
}

fn proposal_view(sanction: &Sanction) -> ProposalView {
    ProposalView {
        words: ruling(sanction),
        seat: number(sanction.seat),
        points: sanction.points.0,
        to: match sanction.to {
            Receives::Nobody => "nobody".into(),
            Receives::EachOther => "each".into(),
            Receives::Seat(seat) => number(seat).to_string(),
        },
        yellow: sanction.yellow,
        red: sanction.red,
        bars: match (sanction.dead, sanction.no_melds) {
            (_, true) => "meld-and-win",
            (true, false) => "win",
            (false, false) => "nothing",
        },
    }
}

fn seat_view(held: &Held, view: &View, seat: Seat, roster: &Roster) -> SeatView {
    let state = held.game.state();
    let board = &state.board;
    let head = view.head.map(|head| head.seats[seat.index()]);
    let session = state.session.as_ref();
    let mut hand: Vec<Tile> = board.at(Place::Hand(seat)).collect();
    hand.sort();
    let lies = |tile: &Tile| board.place(*tile) == Place::River(seat);
    let river = held.story.discards.iter().filter(|(who, tile)| *who == seat && lies(tile));
    let player = state.player(seat) as usize;
    SeatView {
        seat: number(seat),
        wind: match head.map(|head| head.wind) {
            None => "",
            Some(Wind::East) => "East",
            Some(Wind::South) => "South",
            Some(Wind::West) => "West",
            Some(Wind::North) => "North",
        },
        player: ['A', 'B', 'C', 'D'][player],
        number: head.map_or(0, |head| head.number.0),
        name: head.map_or_else(String::new, |head| roster.of(head.number).name),
        points: head.map_or(0, |head| head.points.0),
        penalties: session.map_or(0, |it| it.penalty_sums()[player].0),
        yellow: head.map_or(0, |head| head.cards.0),
        red: head.map_or(0, |head| head.cards.1),
        turn: state.phase == Phase::Playing && board.turn() == Some(seat),
        may_not_win: head.is_some_and(|head| head.dead),
        tiles: if session.is_some() { board.count(seat) } else { 0 },
        hand: hand.iter().map(Tile::to_string).collect(),
        melds: melds(state, seat),
        river: river.map(|(_, tile)| tile.to_string()).collect(),
    }
}

/// Laid-out tiles by their sets, flowers and what belongs to no set at the end.
fn melds(state: &State, seat: Seat) -> Vec<Vec<String>> {
    let board = &state.board;
    let mut left: Vec<Tile> = board.at(Place::Meld(seat)).collect();
    left.sort();
    let mut sets: Vec<Vec<String>> = vec![];
    for meld in board.melds(seat).iter() {
        let each = match meld.kind {
            MeldKind::Chow => 1,
            MeldKind::Pung => 3,
            MeldKind::Kong | MeldKind::ConcealedKong => 4,
        };
        let faces = meld_faces(&meld).flat_map(|face| std::iter::repeat_n(face, each));
        let tiles = faces.filter_map(|face| {
            let at = left.iter().position(|tile| tile.face() == face)?;
            Some(left.remove(at).to_string())
        });
        sets.push(tiles.collect());
    }
    let (flowers, loose): (Vec<Tile>, Vec<Tile>) =
        left.into_iter().partition(|tile| tile.face().is_flower());
    sets.extend([loose, flowers].map(|tiles| tiles.iter().map(Tile::to_string).collect()));
    sets.retain(|set: &Vec<String>| !set.is_empty());
    sets
}
