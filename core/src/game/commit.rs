//! Which step of an explanation is certain enough to be recorded.

use crate::game::board::{Board, Owed, Stage, get};
use crate::game::explain::{Explanation, Explanations, Question, Step, aside};
use crate::game::play::{KongKind, Play, Source};
use crate::game::sight::Sights;
use crate::place::Place;
use crate::rules::Seats;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// A tile must have lain where it belongs for this long.
const AT_REST: Span = Span::millis(600);
/// A later turn counts as begun when its tile has lain for this long.
const BEGUN: Span = Span::millis(300);
/// A discard that lies this long is a discard, though nobody has acted on it.
const DISCARD_LIES: Span = Span::millis(3_500);
/// One that lies in a neighbour's river may be his after all, and what is this player's not seen yet: for so long.
const ELSEWHERE_LIES: Span = Span::millis(6_000);
/// A tile gone this long, and play gone on, is a discard: without river loops, or on a blind spot of one.
const GONE: Span = Span::millis(3_000);
/// The same with an empty wall, after which few play on or nobody.
const LAST_GONE: Span = Span::millis(5_000);
/// The same while another tile of that hand is not seen either: which of the two was thrown shows when one comes back.
const ONE_OF_TWO_GONE: Span = Span::secs(12);
/// A flower may be seen to lie so much later than the tile that replaces it is seen to stand.
const LAY: Span = Span::millis(500);
/// A tile that shows where one is unseen is that one if nobody has moved for so long.
const NAMED: Span = Span::millis(4_000);
/// A tile that shows in a river where a discard was not seen is that one if it has lain there for so long.
const FOUND: Span = Span::secs(8);
/// A discard that nobody sees is waited for while so little time has passed since the turns after it.
const HIDDEN: Span = Span::secs(4);
/// No tracking lag is as long as this.
const LATE: Span = Span::millis(1_500);
/// After so many more turns the best of several explanations is taken and marked.
const TURNS_TO_SETTLE: usize = 2;

/// Who has played on for so many turns after a tile astray was reported takes no notice of it, and the record goes on without it.
const TURNS_IN_SPITE: usize = 3;

/// A step of the best explanation that can be recorded now, and whether it is the only possible one: the first, or one before which
/// only names of other tiles are in doubt, or where several seats lay flowers at the same time the first of another seat. A tile that
/// nothing explains holds up all of them until it is `reported`.
pub(crate) fn ready(
    question: &Question<'_>,
    near: &Explanations,
    reported: bool,
) -> Option<(Step, bool)> {
    let best = near.first()?;
    let explained = best.residue.hard == 0;
    let end = best.after(question.belief);
    let turns = || best.steps.iter().filter(|step| begun(question, &end, step, BEGUN)).count();
    let in_spite = || reported && turns() >= TURNS_IN_SPITE;
    if !(explained || in_spite()) {
        return None;
    }
    // Who has laid a flower or replaced one before, and whether only names of unseen tiles came before.
    let (mut before, mut names_only) = (Seats::NONE, true);
    for (at, step) in best.steps.iter().enumerate() {
        let seat = aside(question.belief, &step);
        let its_first = seat.is_some_and(|seat| !before.contains(seat));
        let named = |tile: Tile| {
            best.steps
                .iter()
                .take(at)
                .any(|held| matches!(held, Step::Name { tile: it, .. } if it == tile))
        };
        let moves_named = Tile::all().any(|tile| step.moves(tile) && named(tile));
        if (names_only || its_first) && !moves_named {
            let ready = is_ready(question, near, &best, at);
            if let Some((step, sure)) = ready {
                return Some((step, sure && explained));
            }
        }
        if !matches!(step, Step::Name { .. }) {
            names_only = false;
            before = before.and(seat?);
        }
    }
    None
}

/// The same about the step at this place of the best explanation.
fn is_ready(
    question: &Question<'_>,
    near: &Explanations,
    best: &Explanation,
    at: usize,
) -> Option<(Step, bool)> {
    let first = best.steps.get(at)?;
    let end = best.after(question.belief);
    let later = || best.steps.iter().skip(at.saturating_add(1));
    let moved_later = |tile: Tile| later().any(|step| step.moves(tile));
    let begun_for = |span: Span| later().filter(|step| begun(question, &end, step, span)).count();
    let turns = begun_for(BEGUN);
    // A discard or a set on a blind spot: its tile is gone, and others have taken their turns. With an empty wall there are fewer of them,
    // and what was thrown before the last one may be seen to lie only after it.
    let gone_for = match turns {
        TURNS_TO_SETTLE.. => Some(GONE),
        _ => {
            let late = begun_for(LATE) < begun_for(Span(0));
            (end.wall() == 0 && !late).then_some(LAST_GONE)
        }
    };
    let laid_unseen = |tile: Tile| {
        let gone = |span| question.sights.rests(question.now, tile, Place::Away, span);
        matches!(end.place(tile), Place::River(_) | Place::Meld(_))
            && gone_for.is_some_and(gone)
            && (gone(ONE_OF_TWO_GONE) || !another_is_gone(question.sights, &end, tile))
    };
    let lies = Tile::all()
        .filter(|tile| first.moves(*tile))
        .all(|tile| moved_later(tile) || rests(question, &end, tile, AT_REST) || laid_unseen(tile));
    if !lies || leaves_a_draw_open(question.sights, &end, &first) {
        return None;
    }
    let still = |step: &Step| match step {
        // Without river loops only the end of the wall says that nobody will act on it.
        Step::Play(Play::Discard { tile: Some(tile), .. }) => {
            ((question.rivers || end.wall() == 0) && rests(question, &end, *tile, DISCARD_LIES))
                || (question.rivers && laid_unseen(*tile))
        }
        // Flowers of the deal: nobody's turn comes until all are laid.
        Step::Play(Play::Flower { tile, .. } | Play::Draw { tile: Some(tile), .. }) => {
            question.belief.discards == 0 && rests(question, &end, *tile, DISCARD_LIES)
        }
        _ => false,
    };
    // With an empty wall there may be no more turns, but all is at rest, or the last discard is.
    let quiet = question.now.since(question.sights.changed()) >= LAST_GONE;
    let last = end.last.and_then(|last| last.tile);
    let let_go = matches!(end.stage, Stage::Offer { .. })
        && last.is_some_and(|tile| rests(question, &end, tile, LAST_GONE));
    let over = question.rivers && end.wall() == 0 && (quiet || let_go);
    let settled = match first {
        // It may have been thrown just now, in a turn that nobody has noticed yet.
        Step::Name { tile, thrown: true, .. } => rests(question, &end, tile, FOUND),
        // A turn of which nobody saw anything: those after it must leave no other way, and a quick player's tile may still come.
        Step::Play(Play::Discard { tile: None, .. }) if question.rivers => {
            over || later().filter(|step| begun(question, &end, step, HIDDEN)).count()
                >= TURNS_TO_SETTLE
        }
        // What shows in a rack may be drawn already, and the discard before it not seen yet.
        Step::Name { seat, tile, .. } if question.rivers => {
            !is_due(question, &end, seat, tile)
                && (turns > 0 || question.sights.rests(question.now, tile, end.place(tile), NAMED))
        }
        Step::Name { .. } => true,
        Step::TakeBack => {
            let back = question.belief.last.and_then(|last| last.tile);
            back.is_none_or(|tile| rests(question, &end, tile, DISCARD_LIES)) || turns > 0
        }
        Step::Play(_) => turns > 0 || best.steps.iter().any(|step| still(&step)),
    };
    if !settled {
        return None;
    }
    let unseen = matches!(first, Step::Play(Play::Draw { tile: None, .. }));
    let common = near.iter().all(|other| other.steps.contains(first)) && !unseen;
    if common {
        return Some((first, true));
    }
    // That somebody drew is certain, though not which of the tiles that show.
    if let Step::Play(Play::Draw { seat, tile: Some(_), source }) = first
        && question.rivers
        && near.iter().all(|other| draws(&other, seat, source))
    {
        return Some((Step::Play(Play::Draw { seat, tile: None, source }), true));
    }
    let hidden = matches!(first, Step::Play(Play::Discard { tile: None, .. })) && question.rivers;
    ((over || turns >= TURNS_TO_SETTLE) && !hidden).then_some((first, unseen))
}

/// Another tile came to the seat that draws, and is gone: it may be what was drawn, a flower that shows late among the melds.
fn leaves_a_draw_open(sights: &Sights, end: &Board, step: &Step) -> bool {
    let Step::Play(Play::Draw { seat, tile: Some(_), .. }) = *step else {
        return false;
    };
    Tile::all().any(|tile| {
        let (sight, in_the_wall) = (sights.of(tile), end.place(tile) == Place::Away);
        in_the_wall && sight.place == Place::Away && sight.visited(Place::Hand(seat))
    })
}

/// Whether a seat draws a tile in an explanation.
fn draws(explanation: &Explanation, seat: Seat, source: Source) -> bool {
    explanation.plays().any(|play| {
        matches!(play, Play::Draw { seat: by, source: from, .. } if by == seat && from == source)
    })
}

/// Whether a set is told from what was not seen: without river loops, or on blind spots, a tile seen with nobody may have been
/// discarded by any other player, and the fourth of a kong that never stood with its owner may have been drawn or claimed.
pub(crate) fn guesses(belief: &Board, sights: &Sights, rivers: bool, step: &Step) -> bool {
    let Step::Play(play) = step else {
        return false;
    };
    let nobody_saw = belief.last.is_some_and(|last| last.tile.is_none());
    let stood = |seat: Seat, tile: Tile| sights.of(tile).home == Some(seat);
    (!rivers || sights.has_blind_spots())
        && match play {
            Play::Pung { .. } | Play::Kong { kind: KongKind::Claimed { .. }, .. } => nobody_saw,
            Play::Kong { seat, kind: KongKind::Concealed, tiles } => {
                !tiles.iter().all(|tile| stood(*seat, *tile))
            }
            _ => false,
        }
}

/// Nobody can say which tile a seat drew: of one that it holds nobody knows which it is, and what shows now may be that one.
/// Or a replacement at the deal, when another tile of the hand, taken for a dealt one, came after the flower lay as well: on a
/// blind spot a dealt tile shows late.
pub(crate) fn is_one_of_several(belief: &Board, sights: &Sights, step: &Step) -> bool {
    let Step::Play(Play::Draw { seat, tile: Some(drawn), source }) = *step else {
        return false;
    };
    if get(&belief.unseen, seat) > 0 {
        return true;
    }
    if source != Source::FlowerReplacement || get(&belief.begun, seat) {
        return false;
    }
    let flowers = belief.at(Place::Meld(seat)).filter(|tile| tile.face().is_flower());
    let Some(laid) = flowers.map(|tile| sights.of(tile).since).min() else {
        return false;
    };
    let after = |tile: Tile| sights.of(tile).first.is_some_and(|first| first + LAY >= laid);
    // Replacements that are on record came after it, too.
    let replaced = usize::from(belief.flowers(seat)).saturating_sub(belief.owes(seat).len());
    let late = belief.at(Place::Hand(seat)).filter(|tile| *tile != drawn && after(*tile));
    late.count() > replaced
}

/// A tile that was `named` showed only after its player's last discard: it may be the one that was drawn then, and what is drawn now
/// by all appearances the one that was there before.
pub(crate) fn may_be_another(
    belief: &Board,
    sights: &Sights,
    seat: Seat,
    named: Option<Tile>,
) -> bool {
    let discarded = belief.at(Place::River(seat)).map(|tile| sights.of(tile).since).max();
    let shows = named.and_then(|tile| sights.of(tile).first);
    shows.is_some_and(|shows| discarded.is_none_or(|discarded| shows > discarded))
}

/// A drawn tile shows only after its player has discarded or laid a kong, where there are blind spots, or the replacement of a
/// flower when anybody has discarded, though the discard may be seen to lie a moment later: it may be that of a later draw.
pub(crate) fn shows_late(sights: &Sights, best: &Explanation, step: &Step) -> bool {
    let Step::Play(Play::Draw { seat, tile: Some(drawn), source }) = *step else {
        return false;
    };
    let replaces = source == Source::FlowerReplacement;
    if !sights.has_blind_spots() && !replaces {
        return false;
    }
    let discard = best.plays().find_map(|play| match play {
        Play::Discard { seat: by, tile: Some(tile) } if by == seat || replaces => Some(tile),
        _ => None,
    });
    let Some(shows) = sights.of(drawn).first else {
        return false;
    };
    let after = |tile: Tile| shows > sights.of(tile).since;
    let after_a_kong = best.plays().any(|play| match play {
        Play::Kong { seat: by, tiles, .. } => by == seat && tiles.into_iter().all(after),
        _ => false,
    });
    let late =
        |discard: Tick| if replaces { shows + LAY > discard } else { shows > discard + LATE };
    after_a_kong || discard.is_some_and(|tile| late(sights.of(tile).since))
}

/// A seat that has laid a flower of the deal and drawn nothing for it, as far as anybody has seen.
pub(crate) fn unreplaced(belief: &Board, best: &Explanation) -> Option<Seat> {
    let owes = |seat: &Seat| {
        belief.owes(*seat).first() == Some(Owed::Flower)
            && !draws(best, *seat, Source::FlowerReplacement)
    };
    Seat::ALL.into_iter().find(owes)
}

/// Nothing is left open and nothing is guessed.
pub(crate) fn clean(explanation: &Explanation) -> bool {
    let takes_back = explanation.steps.iter().any(|step| step == Step::TakeBack);
    explanation.residue.hard == 0 && !takes_back && !has_unseen_turns(explanation)
}

/// Somebody drew or discarded what nobody has seen.
pub(crate) fn has_unseen_turns(explanation: &Explanation) -> bool {
    explanation.plays().any(|play| {
        matches!(play, Play::Draw { tile: None, .. } | Play::Discard { tile: None, .. })
    })
}

/// Another tile of the hand from which this one was thrown is in no field either.
fn another_is_gone(sights: &Sights, end: &Board, thrown: Tile) -> bool {
    let Place::River(seat) = end.place(thrown) else {
        return false;
    };
    end.at(Place::Hand(seat)).map(|tile| sights.of(tile)).any(|sight| sight.is_out_of_sight())
}

/// A tile that shows when its player has to draw may be what was drawn, and not what nobody had seen before.
fn is_due(question: &Question<'_>, end: &Board, seat: Seat, tile: Tile) -> bool {
    let due = matches!(end.stage, Stage::Offer { from } if from.next() == seat);
    let discard = end.last.and_then(|last| last.tile).map(|tile| question.sights.of(tile).since);
    let shows = question.sights.of(tile).first;
    due && discard.is_none_or(|discard| shows.is_none_or(|shows| shows + LATE >= discard))
}

/// A later turn has begun on the ground, so long ago.
fn begun(question: &Question<'_>, end: &Board, step: &Step, span: Span) -> bool {
    let Step::Play(play) = step else {
        return false;
    };
    // A drawn tile that stood has begun a turn, though it is gone again: without river loops, or to a blind spot of one.
    if let Play::Draw { seat, tile: Some(tile), source: Source::Head } = play {
        let sight = question.sights.of(*tile);
        let begun = if question.rivers { sight.first } else { Some(sight.since) };
        let long_ago = begun.is_some_and(|begun| question.now.since(begun) >= span);
        if sight.visited(Place::Hand(*seat)) && long_ago {
            return true;
        }
    }
    play.begins_a_turn()
        && play.tiles().count() > 0
        && play.tiles().all(|tile| {
            let seen = question.sights.of(tile).place;
            seen != Place::Away && rests(question, end, tile, span)
        })
}

/// Whether a tile has lain where the explanation has it in the end.
fn rests(question: &Question<'_>, end: &Board, tile: Tile, span: Span) -> bool {
    let place = end.place(tile);
    if !question.rivers && matches!(place, Place::River(_)) {
        return question.sights.rests(question.now, tile, Place::Away, GONE.max(span));
    }
    let seen = question.sights.of(tile).place;
    // At the border of two rivers the other seat's loop may be the one that sees it.
    if place.is_river() && seen.is_river() && place != seen {
        return question.sights.rests(question.now, tile, seen, span.max(ELSEWHERE_LIES));
    }
    question.sights.rests(question.now, tile, place, span)
}
