//! Calls and acts the rules mind at once: late, changed, out of order.

use crate::game::board::{Board, Stage, get, set};
use crate::game::explain::{Step, button};
use crate::game::few::Few;
use crate::game::flag::{Evidence, Flag, FlagKind};
use crate::game::fouls;
use crate::game::input::Call;
use crate::game::judging::most;
use crate::game::play::{KongKind, Play, Source};
use crate::game::sight::Sights;
use crate::game::state::State;
use crate::game::told::first;
use crate::game::watch::{CLEARLY, EMPTY, MOST_AT_ONCE, Pending, Watch};
use crate::hand::{MOST_MELDS, Meld, MeldKind};
use crate::place::Place;
use crate::rules::{Claim, Timely};
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// A call belongs to what was laid within this time of it.
const CALLED: Span = Span::secs(12);
/// Tiles that fall together with the word are not seen lying for this long.
const SHOWN_FIRST: Span = Span::millis(400);
/// A claim that came late for the newest discard known is reported when its set takes that discard, or after this: by then a
/// newer discard, made before the claim but not yet seen, would be known.
const DISCARD_SHOWS: Span = Span::millis(3_000);
/// The same, when the next player already had a tile to discard.
const SHOWS_AFTER_A_DRAW: Span = Span::millis(6_000);
/// A drawn tile that has stood for this long is mixed in (HK DD-5).
const MIXED_IN: Span = Span::millis(1_000);

impl Watch {
    /// A hu was called.
    pub fn hu_called(
        &mut self,
        now: Tick,
        state: &State,
        board: &Board,
        sights: &Sights,
        seat: Seat,
    ) -> Few<Flag, MOST_AT_ONCE> {
        let mut flags = Few::new();
        set(&mut self.hu_at, seat, |at| *at = Some(now));
        let own_turn = matches!(board.stage, Stage::Act { seat: acting, .. } if acting == seat);
        if let Some(held) = get(&self.pending, seat) {
            let set = matches!(held.call, Call::Chow | Call::Pung | Call::Kong);
            if set && now.since(held.at) < EMPTY && !own_turn {
                let _ =
                    flags.push(Watch::flag(state, FlagKind::ChangedCall, Some(seat), Few::new()));
                self.drop_call(seat);
            }
        }
        let standing = board.at(Place::Hand(seat)).count();
        let open = board
            .at(Place::Hand(seat))
            .filter(|tile| sights.rests(now, *tile, Place::Meld(seat), SHOWN_FIRST));
        if open.count() >= most(standing) {
            let _ = flags.push(Watch::flag(state, FlagKind::ShownFirst, Some(seat), Few::new()));
        }
        flags
    }

    /// Keeps a call, whatever stage the hand is in.
    pub fn heard(&mut self, now: Tick, seat: Seat, call: Call) {
        self.said.press(now, seat, call);
        if call == Call::Kong {
            set(&mut self.kongs_said, seat, |said| {
                if said.len() >= MOST_MELDS {
                    let _ = said.pop_front();
                }
                let _ = said.push(now);
            });
        }
        if let (Call::Flower, Some(said)) = (call, &mut self.flowers_said) {
            set(said, seat, |said| *said = said.saturating_add(1));
        }
    }

    /// A button for an act was pressed. What is wrong with it is told when it is clear which discard it is about.
    pub fn pressed(
        &mut self,
        now: Tick,
        state: &State,
        board: &Board,
        sights: &Sights,
        seat: Seat,
        call: Call,
    ) {
        let (Some(book), Some(session)) = (state.book(), state.session.as_ref()) else {
            return;
        };
        let next = board.turn() == Some(seat);
        let claim = match call {
            Call::Pung => Some(Claim::Pung),
            // The next player may have drawn, unseen so far, and declare an own kong.
            Call::Kong if !next => Some(Claim::Kong),
            _ => None,
        };
        let lies = match (board.stage, board.last) {
            (Stage::Offer { from }, Some(last)) if from != seat => {
                last.tile.filter(|tile| sights.of(*tile).place == Place::River(from))
            }
            // The next player has drawn meanwhile.
            (Stage::Act { seat: acting, claimed: false }, Some(last))
                if acting != seat && last.seat != seat && acting == last.seat.next() =>
            {
                last.tile.filter(|tile| sights.of(*tile).place == Place::River(last.seat))
            }
            _ => None,
        };
        if let (Some(claim), Some(tile)) = (claim, lies) {
            let after = now.since(self.goes_on().max(sights.laid(tile)));
            let drawn = matches!(board.stage, Stage::Act { .. });
            let timely = book.timely(claim, after, &session.start.rulings);
            if timely != Timely::InTime || mixed_in(now, board, sights) {
                // A discard that is not seen yet may be what it is about, the more so when somebody holds a drawn tile.
                let wait = if drawn { SHOWS_AFTER_A_DRAW } else { DISCARD_SHOWS };
                self.report_later(now + wait, seat, FlagKind::LateClaim, Some(tile), board);
            }
        }
        let before = get(&self.pending, seat);
        let changed = before.is_some_and(|held| {
            held.call != call
                && held.discards == board.discards
                && call != Call::Flower
                && held.call != Call::Flower
        });
        // MCR minds a change to hu only (3.11.6.11(3)), Hong Kong any (HK FM-3).
        let minded = book.changed_call(Claim::Pung, Claim::Kong, false).map(|foul| foul.rule);
        if changed && minded == Some(fouls::rule(book, FlagKind::ChangedCall)) {
            self.report_later(now + DISCARD_SHOWS, seat, FlagKind::ChangedCall, lies, board);
        }
        set(&mut self.pending, seat, |held| {
            *held = Some(Pending { call, at: now, discards: board.discards, in_time: true });
        });
    }

    /// Something recorded that the rules mind. `before` is the belief before it.
    pub fn taken(
        &mut self,
        state: &State,
        before: &Board,
        step: &Step,
        sights: &Sights,
    ) -> Few<Flag, MOST_AT_ONCE> {
        let mut flags = match step {
            Step::Play(play) => self.compare_calls(state, before, play, sights),
            Step::TakeBack | Step::Name { .. } => Few::new(),
        };
        let mut raise = |kind, seat, tile: Option<Tile>| {
            let evidence = Few::from_some(tile.map(|tile| Evidence {
                tile,
                believed: before.place(tile),
                seen: sights.of(tile).place,
            }));
            let _ = flags.push(Watch::flag(state, kind, Some(seat), evidence));
        };
        let play = match step {
            Step::Play(play) => play,
            Step::TakeBack => {
                // A discard clearly in the river stays there (HK DD-8); MCR has no clause of its own.
                if let Some(last) = before.last {
                    raise(FlagKind::DiscardRetracted, last.seat, last.tile);
                }
                return flags;
            }
            Step::Name { .. } => return flags,
        };
        let arrived = |tile: Tile| sights.of(tile).since;
        if let Some((seat, _)) = button(play)
            && !self.declared(state, play, sights)
        {
            // Without a word a tile added to a pung may have been meant as a discard (HK ME-12, RK-4).
            let added = matches!(play, Play::Kong { kind: KongKind::Promoted { .. }, .. });
            let unclear = added && fouls::minds(state, FlagKind::UnclearAct);
            let kind = if unclear { FlagKind::UnclearAct } else { FlagKind::Undeclared };
            raise(kind, seat, play.tiles().next());
        }
        if let (Play::Flower { .. }, Some((seat, tile))) = (play, out_of_order(state, sights))
            && first(&mut self.told.flower_order)
        {
            raise(FlagKind::FlowerOrder, seat, Some(tile));
        }
        self.answered(play);
        match *play {
            Play::Draw { seat, tile: Some(tile), source } => {
                // A tile that was put back and drawn again has been seen before: its present rest counts.
                let sight = sights.of(tile);
                let too_early =
                    |due: Tick| sight.place == Place::Hand(seat) && sight.since + CLEARLY < due;
                match (source, before.last.and_then(|last| last.tile)) {
                    (Source::Head, Some(discard)) => {
                        let lies = matches!(sights.of(discard).place, Place::River(_));
                        let thrown = self.thrown.filter(|(tile, _)| *tile == discard);
                        let thrown = thrown.map_or(Tick(0), |(_, at)| at);
                        if lies && too_early(thrown) {
                            raise(FlagKind::EarlyDraw, seat, Some(tile));
                        }
                    }
                    (Source::KongReplacement, _)
                        if fouls::minds(state, FlagKind::EarlySupplement) =>
                    {
                        // Of several kongs the newest came last. One tile of four may be seen late: it lay when the first did.
                        let came = |meld: Meld| {
                            let tiles = before.at(Place::Meld(seat));
                            let lie = tiles.filter(|tile| tile.face() == meld.face).map(arrived);
                            if meld.promoted { lie.max() } else { lie.min() }
                        };
                        let melds = before.melds(seat);
                        let kongs = melds.iter().filter(|meld| is_kong(meld.kind));
                        let laid = kongs.filter_map(came).max();
                        // It may have gone on since: when it first stood there counts.
                        let stood = sight.first.filter(|_| sight.home == Some(seat));
                        let early = |due| stood.is_some_and(|stood| stood + CLEARLY < due);
                        if laid.is_some_and(early) {
                            raise(FlagKind::EarlySupplement, seat, Some(tile));
                        }
                    }
                    _ => {}
                }
            }
            Play::Discard { seat, tile: Some(tile) } => {
                // On a blind spot of the river it is seen late: then it counts when it left the hand.
                let late = sights.has_blind_spots();
                let sight = sights.of(tile);
                let thrown = if late { sight.left() } else { sight.since };
                let known = !sight.found_again() && !self.was_dark(thrown);
                self.thrown = known.then_some((tile, thrown));
                if let (Some((claimer, meld, claimed)), true, Some(book)) =
                    (self.claim, before.by_claim, state.book())
                {
                    let shifts = book.discard_after_claim(&meld, claimed, tile.face());
                    if claimer == seat && shifts.is_some() {
                        raise(FlagKind::ShiftingMeld, seat, Some(tile));
                    }
                }
                if let Some(due) = get(&self.exposed, seat) {
                    if due != tile {
                        raise(FlagKind::PenaltyTileKept, seat, Some(due));
                    }
                    set(&mut self.exposed, seat, |held| *held = None);
                }
            }
            Play::Chow { seat, claimed, .. }
            | Play::Pung { seat, claimed, .. }
            | Play::Kong { seat, kind: KongKind::Claimed { tile: claimed, .. }, .. } => {
                let laid = state.board.melds(seat).last();
                self.claim = laid.map(|meld| (seat, meld, claimed.face()));
                if get(&state.no_melds, seat) {
                    raise(FlagKind::DeadAction, seat, Some(claimed));
                }
            }
            _ => {}
        }
        flags
    }

    /// Whether an act was called, as far as the organiser takes a button for a word.
    fn declared(&self, state: &State, play: &Play, sights: &Sights) -> bool {
        let (Some(session), Some((seat, call))) = (state.session.as_ref(), button(play)) else {
            return true;
        };
        if !session.start.buttons_declare {
            return true;
        }
        // On a blind spot a tile shows late: the first of them that lies there tells when.
        let there = play.tiles().filter(|tile| sights.of(*tile).place == Place::Meld(seat));
        let laid = there.map(|tile| sights.of(tile).since).min();
        // While its reader was blind it may have been laid at any time.
        let in_the_dark = laid.is_some_and(|laid| self.was_dark(laid));
        let near = |said: Tick| {
            in_the_dark || laid.is_none_or(|laid| laid.since(said).max(said.since(laid)) <= CALLED)
        };
        if call == Call::Kong {
            // One may follow on the other's replacement before the first is on record.
            return get(&self.kongs_said, seat).iter().any(near);
        }
        if call == Call::Flower {
            // Several may be laid at once: they are counted.
            let laid = state.board.flowers(seat);
            return self.flowers_said.is_none_or(|said| get(&said, seat) >= laid);
        }
        self.said.pressed(seat, call).is_some_and(near)
    }

    /// Whether a seat has said more flowers or kongs than it has laid, as far as anybody has seen.
    pub fn said_more(&self, board: &Board, seat: Seat) -> bool {
        let melds = board.melds(seat);
        let kongs = melds.iter().filter(|meld| is_kong(meld.kind)).count();
        self.flowers_said.is_some_and(|said| get(&said, seat) > board.flowers(seat))
            || get(&self.kongs_said, seat).len() > kongs
    }

    /// An act answers the call that announced it.
    pub(super) fn answered(&mut self, play: &Play) {
        if let Some((seat, call)) = button(play) {
            set(&mut self.pending, seat, |held| {
                if held.is_some_and(|held| held.call == call) {
                    *held = None;
                }
            });
        }
    }
}

/// The next player has drawn, and the tile has stood among the others for a while (HK DD-5, MG-3).
fn mixed_in(now: Tick, board: &Board, sights: &Sights) -> bool {
    let Stage::Act { seat, claimed: false } = board.stage else {
        return false;
    };
    let drawn = get(&board.drawn, seat);
    drawn.is_some_and(|tile| sights.rests(now, tile, Place::Hand(seat), MIXED_IN))
}

fn is_kong(kind: MeldKind) -> bool {
    matches!(kind, MeldKind::Kong | MeldKind::ConcealedKong)
}

/// Somebody else has added a tile to a pung and already holds its replacement (HK FM-7).
pub(super) fn robs_late(board: &Board, seat: Seat) -> bool {
    let Stage::Act { seat: acting, .. } = board.stage else {
        return false;
    };
    acting != seat
        && board.kongs_in_a_row > 0
        && board.owes(acting).is_empty()
        && get(&board.source, acting) == Source::KongReplacement
        && board.melds(acting).iter().any(|meld| meld.promoted)
}

/// A flower of the deal that clearly came before one of a player whose turn was first (MCR 3.5.7.6: the dealer
/// until none is left, then the others in order).
fn out_of_order(state: &State, sights: &Sights) -> Option<(Seat, Tile)> {
    let board = &state.board;
    if board.discards > 0 || !fouls::minds(state, FlagKind::FlowerOrder) {
        return None;
    }
    let laid = |seat: Seat| board.at(Place::Meld(seat)).filter(|tile| tile.face().is_flower());
    let arrived = |tile: Tile| sights.of(tile).since;
    // On a bad spot it is seen late: it was laid when it left the hand.
    let left =
        |tile: Tile| Some(sights.of(tile)).filter(|it| !it.found_again()).map(|it| it.left());
    for steps in 1..4 {
        let seat = board.dealer.after(steps);
        let last_before =
            (0..steps).flat_map(|earlier| laid(board.dealer.after(earlier)).filter_map(left)).max();
        let hasty =
            laid(seat).find(|tile| last_before.is_some_and(|last| arrived(*tile) + CLEARLY < last));
        if let Some(tile) = hasty {
            return Some((seat, tile));
        }
    }
    None
}
