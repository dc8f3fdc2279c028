//! What an explanation costs, in tenths of the study's unit: an act is 100.
//!
//! Measured on simulated hands: an act costs 10, a take-back 14, a tile in the air 3 and 2.3 for each second,
//! a tile seen where the explanation says it is not 45.

use crate::game::board::{Board, Owed, get};
use crate::game::explain::Step;
use crate::game::explain::search::Question;
use crate::game::input::Call;
use crate::game::play::{KongKind, Play, Source};
use crate::game::sight::{Sight, Sights};
use crate::place::Place;
use crate::seat::Seat;
use crate::tile::Tile;
use crate::time::{Span, Tick};

/// Any act of play.
const ACT: u32 = 100;
/// The cheapest act there is: one whose button was pressed.
const CHEAPEST: u32 = ACT - BUTTON;
/// A discard taken back.
const TAKE_BACK: u32 = 140;
/// A drawn tile gets its name.
const NAME: u32 = 20;
/// The same for one that two racks see alike, and that was taken for the other's: more than a draw.
const LENT: u32 = 140;
/// The same for a flower that shows when play has begun: those of the deal are laid by then, so it was drawn now.
const DRAWN_FLOWER: u32 = 140;
/// And for one that would replace a flower of the deal: more than a draw nobody sees and another.
const TOO_LATE: u32 = 200;
/// A draw of which the tile is not seen yet.
const ANONYMOUS: u32 = 60;
/// Off for a button pressed for this act.
const BUTTON: u32 = 20;
/// A discard that never touched its river, where there are river loops.
const NEVER_IN_RIVER: u32 = 60;
/// One that has lain in the next river and been claimed: more than a turn of which nobody saw anything before it. The river before says
/// nothing: whoever sits there has just had his turn.
const LAY_IN_THE_NEXT_RIVER: u32 = 350;
/// Nobody draws and throws within this of the discard before the last: quicker are two turns of a few thousand.
const TWO_TURNS: Span = Span::secs(4);
/// A tile that was thrown at once within it, after a turn of which nobody saw anything: more than that it has only lain in the next river.
const IN_A_HURRY: u32 = 100;
/// A discard that nobody sees in spite of river loops.
const ON_A_BLIND_SPOT: u32 = 40;
/// A drawn tile that was never seen in the drawer's hand.
const NEVER_IN_HAND: u32 = 15;
/// A tile of a set that was never seen among the melds: its like, which was, is the likelier.
const NEVER_IN_MELD: u32 = 15;
/// A tile that was first seen standing in another player's hand.
const STOOD_ELSEWHERE: u32 = 200;
/// The same if it has lain in that player's river, too, or stood there for long: more than a turn of which nobody saw anything before it.
const THROWN_ELSEWHERE: u32 = 350;
/// What another rack hears from afar its own has taken over by then.
const STOOD_LONG: Span = Span::secs(2);
/// A tile drawn, named or thrown long before the kong after which the explanation has it.
const BEFORE_ITS_KONG: u32 = 200;
/// An act whose tiles moved well before those of the act it follows.
const OUT_OF_ORDER: u32 = 40;
/// A tile in the air, and for each second it has been there.
const AIR: u32 = 30;
const AIR_PER_SECOND: u32 = 23;
/// The most for one that was melded just now and does not show: its spot is blind.
const MELDED_UNSEEN: u32 = 150;
/// A tile that was seen and is in the air, though the explanation has it in the wall.
const LEFT_THE_WALL: u32 = 250;
/// The same without river loops, where it was drawn and discarded: more than a whole go-around of which nothing else was
/// seen, so that the turns before and after it are told too.
const DRAWN_AND_GONE: u32 = 1_200;
/// A tile seen where the explanation says it is not.
const HARD: u32 = 450;
/// The most that is added with time when so few tiles are left in the wall: a hidden turn, and another, cost less.
const STAYS: u32 = 150;
const LAST_TURNS: u8 = 3;
/// A discard at the border, seen by another seat's river loop as well: whose it is, the order of play says.
const OTHER_RIVER: u32 = 30;
/// The same if only that loop has seen it.
const ONLY_OTHER_RIVER: u32 = 100;
/// Tracking lags differ by tile: an order is only certain beyond this.
pub(super) const LAG: Span = Span::millis(1_300);
/// No lag is as long as this, a drawn tile held in the fingers included.
const CERTAINLY_LATER: Span = Span::secs(4);
/// A button counts for an act within this time.
const BUTTON_COUNTS: Span = Span::secs(12);

/// The latest press of each button that stands for an act.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Calls([[Option<Tick>; 4]; 4]);

impl Calls {
    /// No button was pressed.
    pub const NONE: Calls = Calls([[None; 4]; 4]);

    fn row(call: Call) -> Option<usize> {
        match call {
            Call::Chow => Some(0),
            Call::Pung => Some(1),
            Call::Kong => Some(2),
            Call::Flower => Some(3),
            Call::Hu | Call::Referee | Call::Confirm => None,
        }
    }

    /// Keeps a press.
    pub fn press(&mut self, now: Tick, seat: Seat, call: Call) {
        let of_seat = self.0.get_mut(seat.index());
        let place = Calls::row(call).and_then(|row| of_seat?.get_mut(row));
        if let Some(place) = place {
            *place = Some(now);
        }
    }

    /// When it was last pressed.
    pub fn pressed(&self, seat: Seat, call: Call) -> Option<Tick> {
        *self.0.get(seat.index())?.get(Calls::row(call)?)?
    }

    /// The press has been answered by an act.
    pub fn answered(&mut self, seat: Seat, call: Call) {
        let of_seat = self.0.get_mut(seat.index());
        if let Some(place) = Calls::row(call).and_then(|row| of_seat?.get_mut(row)) {
            *place = None;
        }
    }
}

/// The button that announces an act.
pub(crate) const fn button(play: &Play) -> Option<(Seat, Call)> {
    match play {
        Play::Chow { seat, .. } => Some((*seat, Call::Chow)),
        Play::Pung { seat, .. } => Some((*seat, Call::Pung)),
        Play::Kong { seat, .. } => Some((*seat, Call::Kong)),
        Play::Flower { seat, .. } => Some((*seat, Call::Flower)),
        _ => None,
    }
}

/// What a step costs. `latest` is the latest time of the steps before it.
pub(super) fn step(question: &Question<'_>, step: &Step, latest: Tick) -> u32 {
    let (sights, calls, rivers) = (question.sights, question.calls, question.rivers);
    let play = match step {
        Step::TakeBack => return TAKE_BACK,
        // Whose turn it is may have drawn and thrown it just now.
        Step::Name { seat, thrown: true, .. } if question.belief.turn() == Some(*seat) => {
            return 2 * ACT;
        }
        Step::Name { seat, tile, .. } if sights.of(*tile).also == Some(Place::Hand(*seat)) => {
            return LENT;
        }
        Step::Name { tile, .. } if came_in_play(sights, *tile) => return DRAWN_FLOWER,
        Step::Name { seat, tile, .. } => return NAME + elsewhere(question, *seat, *tile),
        Step::Play(play) => play,
    };
    let mut cost = ACT;
    let at = time(step, sights, rivers);
    if let (Some((seat, call)), Some(at)) = (button(play), at) {
        let pressed = calls.pressed(seat, call);
        let near = |pressed: Tick| {
            pressed.since(at) <= BUTTON_COUNTS && at.since(pressed) <= BUTTON_COUNTS
        };
        if pressed.is_some_and(near) {
            cost -= BUTTON;
        }
    }
    match play {
        Play::Draw { tile: None, .. } => cost += ANONYMOUS,
        Play::Draw { seat, tile: Some(tile), .. } if elsewhere(question, *seat, *tile) > 0 => {
            cost += elsewhere(question, *seat, *tile);
        }
        // The replacement is owed since the deal, so this flower is of the first turn.
        Play::Draw { seat, tile: Some(tile), source: Source::FlowerReplacement }
            if owed_since_the_deal(question.belief, *seat) && came_in_play(sights, *tile) =>
        {
            cost += TOO_LATE;
        }
        Play::Draw { seat, tile: Some(tile), .. }
            if !sights.of(*tile).visited(Place::Hand(*seat)) =>
        {
            cost += NEVER_IN_HAND;
        }
        Play::Discard { tile: None, .. } if rivers => cost += ON_A_BLIND_SPOT,
        Play::Discard { seat, tile: Some(tile) }
            if rivers && !sights.of(*tile).visited(Place::River(*seat)) =>
        {
            let sight = sights.of(*tile);
            let claimed = sight.visited(Place::River(seat.next())) && !sight.place.is_river();
            cost += if claimed { LAY_IN_THE_NEXT_RIVER } else { NEVER_IN_RIVER };
        }
        Play::Chow { seat, own, .. } | Play::Pung { seat, own, .. } => {
            let unseen = |tile: &&Tile| !sights.of(**tile).visited(Place::Meld(*seat));
            cost += own.iter().filter(unseen).map(|_| NEVER_IN_MELD).sum::<u32>();
        }
        _ => {}
    }
    let late = at.map_or(Span(0), |at| latest.since(at));
    // Without river loops the order of what was seen is all there is to tell one go-around from the next.
    if !rivers && late > CERTAINLY_LATER {
        return cost.saturating_add(DRAWN_AND_GONE);
    }
    cost + out_of_order(late)
}

/// What a step costs more because its player did it long before the kong that it follows in the explanation.
pub(super) fn before_its_kong(question: &Question<'_>, step: &Step, kong: Tick) -> u32 {
    let at = time(step, question.sights, question.rivers);
    // Between a kong and the discard after it its player has drawn.
    let lag = if matches!(step, Step::Play(Play::Discard { .. })) { Span(0) } else { LAG };
    if at.is_some_and(|at| at + lag + LAG < kong) { BEFORE_ITS_KONG } else { 0 }
}

/// What a discard that was claimed costs more because its tile came and was thrown so soon after the discard before a turn of which nobody
/// saw anything. One that still lies says itself whose it is: a quick player may have thrown before the one before him.
pub(super) fn in_a_hurry(question: &Question<'_>, step: &Step, before: Tick) -> u32 {
    let Step::Play(Play::Discard { seat, tile: Some(tile) }) = *step else {
        return 0;
    };
    let sight = question.sights.of(tile);
    let claimed = !sight.place.is_river() && !sight.visited(Place::Hand(seat));
    let hurries = sight.first.is_some_and(|first| first.since(before) < TWO_TURNS);
    if claimed && hurries { IN_A_HURRY } else { 0 }
}

/// A flower of the deal lies, and no tile that replaces it is known.
fn owed_since_the_deal(belief: &Board, seat: Seat) -> bool {
    !get(&belief.begun, seat) && belief.owes(seat).first() == Some(Owed::Flower)
}

/// A flower that nobody saw before somebody had discarded.
pub(super) fn came_in_play(sights: &Sights, tile: Tile) -> bool {
    let Some(first) = sights.of(tile).first.filter(|_| tile.face().is_flower()) else {
        return false;
    };
    let thrown = |sight: Sight| sight.place.is_river() && sight.since < first;
    Tile::all().any(|tile| thrown(sights.of(tile)))
}

/// What it costs more because another player's hand was the first to hold it, and not because he won with it. Racks that see it alike say
/// nothing.
fn elsewhere(question: &Question<'_>, seat: Seat, tile: Tile) -> u32 {
    let sight = question.sights.of(tile);
    let other = |held: &Seat| *held != seat && !question.winners.contains(*held);
    let Some(home) = sight.home.filter(other) else {
        return 0;
    };
    if !question.rivers || sight.also.is_some() || sight.visited(Place::Hand(seat)) {
        return 0;
    }
    // What lies in the seat's own river now may have stood with it all the time, on a bad spot.
    let left = sight.before == Place::Hand(home) && sight.place.seat() != Some(seat);
    let stood = sight.first.map_or(Span(0), |first| sight.left().since(first));
    let for_long = left && stood >= STOOD_LONG;
    if for_long || sight.visited(Place::River(home)) { THROWN_ELSEWHERE } else { STOOD_ELSEWHERE }
}

/// Within the lag a little, in proportion; beyond it in full.
fn out_of_order(by: Span) -> u32 {
    let share = by.0.saturating_mul(u64::from(OUT_OF_ORDER)) / LAG.0;
    u32::try_from(share).map_or(OUT_OF_ORDER, |share| share.min(OUT_OF_ORDER))
}

/// When the tiles of a step moved, as far as is seen.
pub(crate) fn time(step: &Step, sights: &Sights, rivers: bool) -> Option<Tick> {
    let arrived = |tile: Tile| sights.of(tile).since;
    match step {
        Step::TakeBack => None,
        Step::Name { tile, .. } => sights.of(*tile).first,
        Step::Play(play) => match play {
            Play::Draw { tile, .. } => sights.of((*tile)?).first,
            Play::Discard { seat, tile } => {
                let sight = sights.of((*tile)?);
                let lies = if rivers { Place::River(*seat) } else { Place::Away };
                (sight.place == lies).then_some(sight.since)
            }
            Play::Flower { tile, .. } => Some(arrived(*tile)),
            Play::Chow { claimed, own, .. } | Play::Pung { claimed, own, .. } => {
                let [first, second] = *own;
                Some(arrived(*claimed).max(arrived(first)).max(arrived(second)))
            }
            Play::Kong { kind, tiles, .. } => match kind {
                KongKind::Promoted { tile } => Some(arrived(*tile)),
                // One that was covered for a while seems to have come later.
                _ => tiles.iter().map(|tile| arrived(*tile)).min(),
            },
            Play::Deal { .. } | Play::Hu { .. } | Play::DrawnHand => None,
        },
    }
}

/// The same at the earliest: a flower that shows late may lie since it left its rack, and one lost from sight lay before that.
pub(super) fn earliest(step: &Step, sights: &Sights, rivers: bool) -> Option<Tick> {
    let at = time(step, sights, rivers)?;
    let Step::Play(Play::Flower { seat, tile }) = *step else {
        return Some(at);
    };
    let sight = sights.of(tile);
    let [hand, meld] = [Place::Hand(seat), Place::Meld(seat)];
    let laid = (sight.before, sight.place) == (hand, meld) || sight.before == meld;
    Some(if laid { at.min(sight.left()) } else { at })
}

/// What an explanation leaves unexplained.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Residue {
    /// Tiles in the air.
    pub air: u8,
    /// Tiles seen where they should not be.
    pub hard: u8,
    /// What all of them cost.
    pub cost: u32,
}

/// For the time that a tile has been in the air.
fn waiting(question: &Question<'_>, sight: &Sight) -> u32 {
    let tenths = question.now.since(sight.since).0 / 100_000;
    u32::try_from(tenths).unwrap_or(u32::MAX).saturating_mul(AIR_PER_SECOND) / 10
}

/// How one tile differs, if it does.
pub(super) fn residue_of(question: &Question<'_>, board: &Board, tile: Tile) -> Residue {
    let (believed, sight) = (board.place(tile), question.sights.of(tile));
    if sight.is_at(believed) {
        // It was seen outside the wall and is in the air: somebody has drawn it.
        let drawn = believed == Place::Away && sight.seen();
        let left = LEFT_THE_WALL.saturating_add(waiting(question, &sight)).min(HARD - 1);
        let cost = if question.rivers { left } else { DRAWN_AND_GONE };
        return Residue { air: u8::from(drawn), hard: 0, cost: if drawn { cost } else { 0 } };
    }
    // A winner's standing tiles may be laid out (MCR 3.7.1).
    let laid_out = question.winners.iter().any(|seat| {
        let own = [Place::Hand(seat), Place::Meld(seat)];
        own.contains(&believed) && own.contains(&sight.place)
    });
    // Without river loops a discard is simply gone.
    let unseen_river =
        !question.rivers && matches!(believed, Place::River(_)) && sight.place == Place::Away;
    if laid_out || unseen_river {
        return Residue::default();
    }
    if sight.place == Place::Away {
        // With an empty wall nobody's draw will say that it was thrown: that it stays away does, if it stood until its player's turn.
        let newest = question.belief.last.and_then(|last| last.tile);
        let in_turn =
            newest.is_none_or(|newest| sight.since + LAG >= question.sights.of(newest).since);
        let thrown = believed.is_river() && question.belief.place(tile) != believed && in_turn;
        if question.rivers && thrown && board.wall() == 0 {
            return Residue { air: 1, hard: 0, cost: AIR };
        }
        // Melded where nobody sees it: it will not show, however long one waits.
        let melded = matches!(believed, Place::Meld(_)) && question.belief.place(tile) != believed;
        let most = match melded {
            // A flower that was seen to lie stays.
            true if tile.face().is_flower() && sight.visited(believed) => AIR,
            true => MELDED_UNSEEN,
            false => HARD - 1,
        };
        let cost = AIR.saturating_add(waiting(question, &sight)).min(most);
        return Residue { air: 1, hard: 0, cost };
    }
    if believed.is_river() && sight.place.is_river() {
        let both = sight.visited(believed);
        return Residue {
            air: 0,
            hard: 0,
            cost: if both { OTHER_RIVER } else { ONLY_OTHER_RIVER },
        };
    }
    // At the end of the wall no later turn will say that one before was hidden: that it stays where it lies does.
    let last_turns = question.sights.has_blind_spots() && question.belief.wall() <= LAST_TURNS;
    let stays = if last_turns { waiting(question, &sight).min(STAYS) } else { 0 };
    Residue { air: 0, hard: 1, cost: HARD + stays }
}

/// What explaining the rest will cost at least: a draw, a flower and a discard move one tile each, any other
/// act at most four, and a tile in the air stays there.
pub(super) fn ahead(question: &Question<'_>, board: &Board, differing: &[Tile]) -> u32 {
    let mut unseen: u32 = board.unseen.iter().map(|count| u32::from(*count)).sum();
    let mut unknown: u32 = board.unknown.iter().map(|count| u32::from(*count)).sum();
    let mut least = 0u32;
    for tile in differing {
        let residue = residue_of(question, board, *tile);
        if residue.cost == 0 {
            continue;
        }
        let (believed, seen) = (board.place(*tile), question.sights.of(*tile).place);
        // What comes after the draw, for a tile that went on at once.
        let after = match seen {
            Place::River(_) => ACT,
            Place::Meld(_) if tile.face().is_flower() => CHEAPEST,
            Place::Meld(_) if question.winners.is_empty() => CHEAPEST / 4,
            _ => 0,
        };
        let cost = match (believed, seen) {
            (Place::Away, Place::Away) => NAME,
            (Place::Hand(_), Place::Away) if board.wall() == 0 => residue.cost.min(ACT),
            (_, Place::Away) if question.rivers => residue.cost,
            (_, Place::Away) => residue.cost.min(CHEAPEST / 4),
            (Place::Away, Place::River(_)) if unknown > 0 => {
                unknown -= 1;
                NAME
            }
            (Place::Away, _) if unseen > 0 => {
                unseen -= 1;
                NAME + after
            }
            (Place::Away, _) => ACT + after,
            (Place::Hand(_), Place::River(_)) => ACT,
            (Place::Hand(_), Place::Meld(_)) if tile.face().is_flower() => CHEAPEST,
            // A fetched winning tile needs nothing more.
            _ if !question.winners.is_empty() => 0,
            _ => CHEAPEST / 4,
        };
        least = least.saturating_add(cost);
    }
    least
}

#[cfg(test)]
#[allow(clippy::unwrap_used)]
mod tests {
    use super::*;
    use crate::rules::Seats;

    /// A tile by its name, as in `7m.2`.
    fn tile(text: &str) -> Tile {
        Tile::all().find(|tile| std::format!("{tile}") == text).unwrap()
    }

    #[test]
    fn a_set_is_of_the_tiles_that_were_seen_among_the_melds_rather_than_of_their_likes() {
        let seat = Seat::Second;
        let (belief, mut sights, now) = (Board::new(Seat::First, 144), Sights::new(), Tick(1));
        for text in ["8m.1", "7m.3", "9m.3"] {
            sights.placed(now, tile(text), Place::Meld(seat));
        }
        let mut calls = Calls::NONE;
        calls.press(now, seat, Call::Chow);
        let question = Question {
            now,
            belief: &belief,
            sights: &sights,
            calls: &calls,
            rivers: true,
            winners: Seats::NONE,
            called: None,
            winner: None,
            said: None,
        };
        let chow = |own: [&str; 2]| {
            let play = Play::Chow { seat, claimed: tile("8m.1"), own: own.map(tile) };
            step(&question, &Step::Play(play), now)
        };
        assert!(chow(["7m.3", "9m.3"]) < chow(["7m.2", "9m.3"]));
        assert!(chow(["7m.2", "9m.3"]) < chow(["7m.2", "9m.2"]));
    }
}
