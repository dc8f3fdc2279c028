//! The fold: the only way recorded state changes.

use heapless::Deque;

use crate::event::Event;
use crate::game::SessionStart;
use crate::game::board::{Board, Stage, get, set};
use crate::game::few::Few;
use crate::game::flag::Sanction;
use crate::game::outcome::Ended;
use crate::game::play::Play;
use crate::game::sheet::Runs;
use crate::game::state::{InForce, Past, Phase, Posted, Session, State, Win};
use crate::place::Place;
use crate::rules::{Deal, Memory, Points, Seen, Source};
use crate::seat::Seat;
use crate::time::Span;

/// A session begins with nothing of the one before. Apart, so that what it makes lies on the stack only then, and part by part: a
/// whole state would take thirteen kilobytes of it. The parts are named, so that none is forgotten.
#[inline(never)]
fn begin(state: &mut State, start: &SessionStart) {
    let State {
        phase,
        session,
        board,
        past,
        memory,
        no_melds,
        wall_open,
        declared,
        proposed,
        settled,
    } = state;
    *phase = Phase::Between;
    *session = Some(Session {
        start: *start,
        deal: Deal::FIRST,
        ended: None,
        rows: Few::new(),
        totals: [Points(0); 4],
        penalties: Few::new(),
        played: Span(0),
        extra: Span(0),
        paused: false,
        noticed: false,
        time_up: false,
    });
    *board = Board::new(Seat::First, 0);
    past.clear();
    *memory = [Memory::default(); 4];
    *no_melds = [false; 4];
    *wall_open = false;
    (*declared, *proposed, *settled) = (Few::new(), Few::new(), false);
}

/// A hand begins with nothing of the one before. Apart for the same reason.
#[inline(never)]
fn start_hand(state: &mut State, deal: Deal, played: Span) {
    let tiles = state.book().map_or(0, |book| book.tile_set().tiles);
    if let Some(session) = &mut state.session {
        session.deal = deal;
        session.played = played;
        state.phase = Phase::Dealing;
        state.board = Board::new(deal.dealer, tiles);
        state.past.clear();
        state.memory = [Memory::default(); 4];
        state.no_melds = [false; 4];
        state.wall_open = false;
        (state.declared, state.proposed, state.settled) = (Few::new(), Few::new(), false);
    }
}

/// Folds one event into the state. Events that do not fit (a damaged record that was believed all the same)
/// change nothing: there is no state that an event can make inconsistent.
pub fn apply(state: &mut State, event: &Event) {
    match *event {
        // What a tracker or a boot tells is no part of the game.
        Event::Boot { .. }
        | Event::TilePlaced { .. }
        | Event::ForeignTag { .. }
        | Event::ReaderTrouble { .. }
        | Event::ReaderRecovered { .. }
        | Event::PartTrouble { .. }
        | Event::PartRecovered { .. }
        | Event::Census { .. }
        | Event::Flagged(_)
        | Event::Asked(_)
        | Event::RefereeCalled { .. }
        | Event::Ruled { .. }
        | Event::Appointed(_)
        | Event::TilesListed { .. }
        | Event::TwinTags { .. }
        | Event::Ordered(_)
        | Event::OrderTurned(_)
        | Event::Received(_)
        | Event::LinkLost
        | Event::LinkFound
        | Event::Called { .. }
        | Event::PageHealed
        | Event::JournalFills { .. }
        | Event::Faulty(_)
        | Event::FaultsCleared(_)
        | Event::Chip(_)
        | Event::Provisioned(_)
        | Event::Health(_) => {}
        Event::PickedUp { played, .. } => {
            if let Some(session) = &mut state.session {
                session.played = played;
            }
        }
        Event::SessionStarted(ref start, _) => begin(state, start),
        Event::HandStarted { deal, played } => start_hand(state, deal, played),
        Event::Dice { .. } => state.wall_open = true,
        Event::Dealt { hands } => {
            if state.phase == Phase::Dealing {
                state.board.deal(&hands);
                state.phase = Phase::Playing;
            }
        }
        Event::Play { play, sure } => play_on(state, &play, sure),
        Event::TakenBack { .. } => {
            let _ = state.board.take_back();
        }
        Event::Named { seat, tile } => {
            let _ = state.board.name(seat, tile);
        }
        Event::DiscardNamed { seat, tile } => {
            let _ = state.board.name_discard(seat, tile);
        }
        Event::Undone { plays } => undo(state, plays),
        Event::Corrected { tile, to, .. } => correct(state, tile, to),
        Event::ResultProposed(proposed) => {
            let _ = state.proposed.push(proposed);
            state.phase = Phase::Judging;
        }
        Event::ResultConfirmed { payments, .. } => confirm(state, &payments),
        Event::HuRefused { seat } => refuse(state, seat),
        Event::HandEnded { end, played } => {
            if let Some(session) = &mut state.session {
                session.played = played;
                session.ended = Some(end);
                if matches!(end, Ended::Drawn) {
                    let _ = session.rows.push([Points(0); 4]);
                }
                state.phase = Phase::Between;
                (state.declared, state.proposed, state.settled) = (Few::new(), Few::new(), false);
            }
        }
        Event::Clock { runs, .. } => {
            if let Some(session) = &mut state.session {
                match runs {
                    Runs::SessionNotice => session.noticed = true,
                    Runs::SessionOver => session.time_up = true,
                    Runs::Opening | Runs::Discard => {}
                }
            }
        }
        Event::Penalty { id, sanction } => {
            let Some(points) = state.penalty_points(&sanction) else {
                return;
            };
            post(state, id, &sanction, points);
        }
        Event::PenaltyRevoked { id } => {
            if let Some(session) = &mut state.session {
                let at = session.penalties.iter().position(|posted| posted.id == id);
                if let Some(posted) = at.and_then(|at| session.penalties.get_mut(at)) {
                    posted.revoked = true;
                }
            }
        }
        Event::Dead { seat, no_melds } => {
            set(&mut state.memory, seat, |memory| memory.dead = true);
            set(&mut state.no_melds, seat, |barred| *barred |= no_melds);
        }
        Event::Paused { played } => {
            if let Some(session) = &mut state.session {
                (session.paused, session.played) = (true, played);
            }
        }
        Event::Resumed => {
            if let Some(session) = &mut state.session {
                session.paused = false;
            }
        }
        Event::ExtraTime { span } => {
            if let Some(session) = &mut state.session {
                session.extra = crate::time::Span(session.extra.0.saturating_add(span.0));
            }
        }
        Event::SessionEnded(_) => state.phase = Phase::Over,
    }
}

fn play_on(state: &mut State, play: &Play, sure: bool) {
    if !matches!(state.phase, Phase::Playing | Phase::Judging) {
        return;
    }
    let before = Past { board: state.board, memory: state.memory };
    let rules = state.rules();
    if !advance(rules, &mut state.board, &mut state.memory, play, sure) {
        return;
    }
    keep(&mut state.past, before);
    match *play {
        Play::Hu { seat, tile, way } => {
            state.phase = Phase::Judging;
            if let Some(tile) = tile {
                let _ = state.declared.push(Win { seat, tile, way });
            }
        }
        Play::DrawnHand => state.phase = Phase::Judging,
        _ => {}
    }
}

/// What an act does to the belief and to what each seat has let go; whether it can happen.
#[inline(never)] // Also asked of acts that are not on record yet: in one place.
pub(super) fn advance(
    rules: Option<InForce>,
    board: &mut Board,
    memory: &mut [Memory; 4],
    play: &Play,
    sure: bool,
) -> bool {
    let before = *board;
    // A second winner on the same tile finds the hand already won (HK HU-3.3).
    let again = matches!((before.stage, play), (Stage::Won, Play::Hu { .. }));
    if !again && board.play(play).is_err() {
        return false;
    }
    if let (false, Play::Pung { seat, .. } | Play::Kong { seat, .. }) = (sure, play) {
        board.doubt_newest_set(*seat);
    }
    if let Some(rules) = rules {
        remember(rules, memory, (&before, board), play);
    }
    true
}

fn keep<const N: usize>(past: &mut Deque<Past, N>, before: Past) {
    if past.is_full() {
        past.pop_front();
    }
    let _ = past.push_back(before);
}

/// What the seats let go when the next turn begins, and what they discard (HK HU-6.1, MR-1, MR-2).
fn remember(
    InForce { book, rulings }: InForce,
    memory: &mut [Memory; 4],
    (before, after): (&Board, &Board),
    play: &Play,
) {
    let tell = |memory: &mut [Memory; 4], board: &Board, seat: Seat, seen: Seen| {
        let hand = board.hand(seat, None);
        let mut told = get(memory, seat);
        // A hand of the wrong size waits for nothing; its memory stays.
        if book.remember(&mut told, seen, &hand, &rulings).is_ok() {
            set(memory, seat, |held| *held = told);
        }
    };
    match play {
        Play::Discard { seat, tile: Some(tile) } => {
            tell(memory, after, *seat, Seen::OwnDiscard(tile.face()));
        }
        // A new round begins for the seat all the same; what it may have barred is in doubt.
        Play::Discard { seat, tile: None } => set(memory, *seat, |memory| {
            *memory = Memory { dead: memory.dead, ..Memory::default() };
        }),
        _ => {}
    }
    let let_go = match (before.last, before.robbable, play) {
        (Some(last), _, _) if play.begins_a_turn() => {
            last.tile.map(|tile| (tile, Source::Discard(last.seat), last.seat))
        }
        (_, Some(robbable), Play::Draw { seat, .. })
            if *seat == robbable.seat && !robbable.concealed =>
        {
            let source = Source::PromotedKong(robbable.seat);
            Some((robbable.tile, source, robbable.seat))
        }
        _ => None,
    };
    if let Some((tile, source, giver)) = let_go {
        let seen = Seen::LetGo(tile.face(), source);
        let others =
            Seat::ALL.into_iter().filter(|seat| *seat != giver && Some(*seat) != play.seat());
        for seat in others {
            tell(memory, after, seat, seen);
        }
        // The next player let it go too by drawing; the drawn tile is not yet part of the thirteen.
        if let (Some(seat), true) = (play.seat(), matches!(play, Play::Draw { .. }))
            && seat != giver
        {
            tell(memory, before, seat, seen);
        }
    }
}

/// The newest act did not happen: nobody let its tile go either (HK HU-6.1). Who was ruled dead stays dead.
fn go_back(state: &mut State) -> bool {
    let Some(before) = state.past.pop_back() else {
        return false;
    };
    state.board = before.board;
    for (held, earlier) in state.memory.iter_mut().zip(before.memory) {
        *held = Memory { dead: held.dead, ..earlier };
    }
    true
}

fn undo(state: &mut State, plays: u8) {
    for _ in 0..plays {
        if !go_back(state) {
            return;
        }
    }
    if matches!(state.board.stage, Stage::Act { .. } | Stage::Offer { .. }) {
        state.phase = Phase::Playing;
        (state.declared, state.proposed) = (Few::new(), Few::new());
    }
}

fn correct(state: &mut State, tile: crate::tile::Tile, to: Place) {
    let board = &mut state.board;
    if let Some(last) = &mut board.last
        && last.tile == Some(tile)
        && to != Place::River(last.seat)
    {
        last.tile = None;
    }
    for drawn in &mut board.drawn {
        if *drawn == Some(tile) {
            *drawn = None;
        }
    }
    // A tile that somebody was known to hold unseen has been found.
    if let (Place::Away, Place::Hand(seat)) = (board.place(tile), to)
        && board.name(seat, tile).is_ok()
    {
        return;
    }
    board.put(tile, to);
}

fn confirm(state: &mut State, payments: &[Points; 4]) {
    let by_player = state.by_player(payments);
    if let Some(session) = &mut state.session {
        let mut totals = session.totals;
        for (total, change) in totals.iter_mut().zip(by_player) {
            match total.plus(change) {
                Ok(sum) => *total = sum,
                Err(_) => return,
            }
        }
        session.totals = totals;
        let _ = session.rows.push(by_player);
        state.settled = true;
    }
}

/// Play goes on as it was before the call (MCR 3.11.6.6: the caller plays on, dead).
fn refuse(state: &mut State, seat: Seat) {
    let kept = state.proposed.iter().filter(|proposed| proposed.seat != seat);
    state.proposed = Few::from_some(kept);
    let kept = state.declared.iter().filter(|declared| declared.seat != seat);
    state.declared = Few::from_some(kept);
    if !state.proposed.is_empty() || state.phase != Phase::Judging {
        return;
    }
    while state.board.stage == Stage::Won {
        if !go_back(state) {
            return;
        }
    }
    state.phase = match state.board.stage {
        Stage::Dealing => Phase::Dealing,
        _ => Phase::Playing,
    };
}

fn post(
    state: &mut State,
    id: crate::game::flag::PenaltyId,
    sanction: &Sanction,
    points: [Points; 4],
) {
    let player = state.player(sanction.seat);
    if sanction.dead || sanction.no_melds {
        set(&mut state.memory, sanction.seat, |memory| memory.dead = true);
        set(&mut state.no_melds, sanction.seat, |barred| {
            *barred |= sanction.no_melds;
        });
    }
    if let Some(session) = &mut state.session {
        let hand = session.deal.number;
        let _ = session.penalties.push(Posted {
            id,
            sanction: *sanction,
            hand,
            player,
            points,
            revoked: false,
        });
    }
}
