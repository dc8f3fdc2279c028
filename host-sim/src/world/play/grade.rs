//! What a table recorded, held against what truly happened.

use table_core::game::{Play, Source};
use table_core::rules::{Points, Settlement};
use table_core::seat::Seat;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::session::SessionHand;
use super::timeline::Timeline;

/// The marks of one hand.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Marks {
    /// Acts that happened.
    pub events_true: usize,
    /// Acts that were recorded.
    pub events_recorded: usize,
    /// Acts recorded that did not happen, or not then.
    pub events_wrong: usize,
    /// Acts that happened and were not recorded.
    pub events_missed: usize,
    /// Acts recorded rightly but with a tile left open.
    pub events_unknown: usize,
    /// From each act to its record, for those recorded rightly.
    pub delays: Vec<Span>,
    /// The acts recorded that did not happen.
    pub wrong: Vec<(Tick, Play)>,
    /// The acts that were not recorded.
    pub missed: Vec<(Tick, Play)>,
}

impl Marks {
    /// Nothing wrong and nothing missed.
    pub fn is_perfect(&self) -> bool {
        self.events_wrong == 0 && self.events_missed == 0
    }
}

/// Grades the acts a table committed in a hand with its fouls: a false hu that was called may be recorded as called.
pub fn grade_hand(line: &Timeline, committed: &[(Tick, Play)]) -> Marks {
    let called = |said: &Play| {
        let mut declared = line.slips.iter().filter_map(|timed| timed.slip.declares);
        declared.any(|is| agree(&is, said))
    };
    let won = |said: &Play| line.truth.iter().any(|(_, is)| agree(is, said));
    let kept = committed.iter().copied();
    let kept: Vec<(Tick, Play)> = kept.filter(|(_, said)| won(said) || !called(said)).collect();
    grade(&line.truth, &kept)
}

/// Grades the acts a table committed in a hand. In a run of flowers and replacements neither the order of the players matters
/// nor that of a player's own: flowers are laid together and replaced together, and nothing is scored by their order. Each must
/// be there, of the right player and tile.
pub fn grade(truth: &[(Tick, Play)], committed: &[(Tick, Play)]) -> Marks {
    let committed = in_order(committed, unnamed(truth, committed));
    let truth = in_order(truth, vec![]);
    let mut marks =
        Marks { events_true: truth.len(), events_recorded: committed.len(), ..Marks::default() };
    // Longest common subsequence: the kindest reading in which order still counts.
    let width = committed.len() + 1;
    let mut best = vec![0usize; (truth.len() + 1) * width];
    for (i, (_, is)) in truth.iter().enumerate().rev() {
        for (j, (_, said)) in committed.iter().enumerate().rev() {
            best[i * width + j] = if agree(is, said) {
                best[(i + 1) * width + j + 1] + 1
            } else {
                best[(i + 1) * width + j].max(best[i * width + j + 1])
            };
        }
    }
    let (mut i, mut j) = (0, 0);
    while let (Some((at, is)), Some((when, said))) = (truth.get(i), committed.get(j)) {
        if agree(is, said) && best[i * width + j] == best[(i + 1) * width + j + 1] + 1 {
            marks.delays.push(when.since(*at));
            marks.events_unknown += usize::from(is != said);
            (i, j) = (i + 1, j + 1);
        } else if best[(i + 1) * width + j] >= best[i * width + j + 1] {
            marks.missed.push((*at, *is));
            i += 1;
        } else {
            marks.wrong.push((*when, *said));
            j += 1;
        }
    }
    marks.missed.extend(&truth[i..]);
    marks.wrong.extend(&committed[j..]);
    marks.events_missed = marks.missed.len();
    marks.events_wrong = marks.wrong.len();
    marks
}

/// Replacements that no record names, in the order in which they were drawn: those left open stand for them.
fn unnamed(truth: &[(Tick, Play)], committed: &[(Tick, Play)]) -> Vec<(Seat, Tile)> {
    let replacements = |acts: &[(Tick, Play)]| -> Vec<(Seat, Tile)> {
        let drawn = acts.iter().filter_map(|(_, play)| match *play {
            Play::Draw { seat, tile: Some(tile), source: Source::FlowerReplacement } => {
                Some((seat, tile))
            }
            _ => None,
        });
        drawn.collect()
    };
    let named = replacements(committed);
    replacements(truth).into_iter().filter(|drawn| !named.contains(drawn)).collect()
}

/// One way to write each act and each run of flowers, in which a replacement left open stands where the next of `unnamed` would.
fn in_order(acts: &[(Tick, Play)], mut unnamed: Vec<(Seat, Tile)>) -> Vec<(Tick, Play)> {
    let mut stands_for = |seat: Seat| {
        let at = unnamed.iter().position(|(by, _)| *by == seat)?;
        Some(unnamed.remove(at).1)
    };
    let mut placed: Vec<_> = acts
        .iter()
        .map(|(at, play)| {
            let flower = flower_of(play);
            let place = flower
                .map(|(seat, replaces, tile)| (seat, replaces, tile.or_else(|| stands_for(seat))));
            (place, (*at, tidy(*play)))
        })
        .collect();
    for run in placed.chunk_by_mut(|(a, _), (b, _)| a.is_some() && b.is_some()) {
        run.sort_by_key(|(place, _)| *place);
    }
    placed.into_iter().map(|(_, act)| act).collect()
}

/// Whose, flowers before replacements, and which.
fn flower_of(play: &Play) -> Option<(Seat, bool, Option<Tile>)> {
    match *play {
        Play::Flower { seat, tile } => Some((seat, false, Some(tile))),
        Play::Draw { seat, tile, source: Source::FlowerReplacement } => Some((seat, true, tile)),
        _ => None,
    }
}

fn tidy(play: Play) -> Play {
    match play {
        Play::Chow { seat, claimed, mut own } => {
            own.sort();
            Play::Chow { seat, claimed, own }
        }
        Play::Pung { seat, from, claimed, mut own } => {
            own.sort();
            Play::Pung { seat, from, claimed, own }
        }
        Play::Kong { seat, kind, mut tiles } => {
            tiles.sort();
            Play::Kong { seat, kind, tiles }
        }
        other => other,
    }
}

/// Whether a record says what happened; a tile left open contradicts nothing.
fn agree(is: &Play, said: &Play) -> bool {
    match (*is, *said) {
        (Play::Draw { seat, source, .. }, Play::Draw { seat: by, tile: None, source: from }) => {
            seat == by && source == from
        }
        (Play::Discard { seat, .. }, Play::Discard { seat: by, tile: None }) => seat == by,
        (Play::Hu { seat, way, .. }, Play::Hu { seat: by, tile: None, way: how }) => {
            seat == by && way == how
        }
        (is, said) => is == said,
    }
}

/// A result as a table recorded it.
#[derive(Debug, Clone, PartialEq, Eq, Default)]
pub struct Recorded {
    /// Winners with the points or faan they are paid for, in any order.
    pub wins: Vec<(Seat, u16)>,
    /// All payments of the hand.
    pub settlement: Settlement,
    /// Points after it, by player (A, B, C, D).
    pub totals: [Points; 4],
}

/// What about a recorded result is wrong.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct ResultMarks {
    /// Another winner, or another number of winners.
    pub winners_wrong: bool,
    /// The right winners with other points.
    pub points_wrong: bool,
    /// Other payments.
    pub payments_wrong: bool,
    /// Other totals.
    pub totals_wrong: bool,
}

impl ResultMarks {
    /// Nothing is wrong.
    pub fn is_right(&self) -> bool {
        *self == ResultMarks::default()
    }
}

/// Grades a recorded result.
pub fn grade_result(hand: &SessionHand, recorded: &Recorded) -> ResultMarks {
    let mut is = Recorded::of(hand).wins;
    let mut said = recorded.wins.clone();
    is.sort();
    said.sort();
    let seats = |wins: &[(Seat, u16)]| wins.iter().map(|(seat, _)| *seat).collect::<Vec<_>>();
    let winners_wrong = seats(&is) != seats(&said);
    ResultMarks {
        winners_wrong,
        points_wrong: !winners_wrong && is != said,
        payments_wrong: hand.truth.outcome.settlement != recorded.settlement,
        totals_wrong: hand.totals != recorded.totals,
    }
}

impl Recorded {
    /// The true result, as a perfect table would record it.
    pub fn of(hand: &SessionHand) -> Recorded {
        let wins = hand.truth.outcome.wins.iter();
        Recorded {
            wins: wins.map(|won| (won.declared.seat, won.counted.paid)).collect(),
            settlement: hand.truth.outcome.settlement,
            totals: hand.totals,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use table_core::tile::Tile;

    fn tile(id: u8) -> Tile {
        Tile::new(id).unwrap()
    }

    fn flower(seat: Seat, id: u8) -> (Tick, Play) {
        let tile = tile(id);
        (Tick(0), Play::Flower { seat, tile })
    }

    fn discard(seat: Seat, id: u8) -> (Tick, Play) {
        let tile = Some(tile(id));
        (Tick(0), Play::Discard { seat, tile })
    }

    #[test]
    fn flowers_of_two_seats_commute() {
        let truth = [flower(Seat::First, 136), flower(Seat::Second, 137)];
        let said = [truth[1], truth[0]];
        assert!(grade(&truth, &said).is_perfect());
    }

    #[test]
    fn a_wrong_record_is_one_wrong_and_one_missed() {
        let truth = [discard(Seat::First, 1), discard(Seat::Second, 2)];
        let said = [discard(Seat::First, 1), discard(Seat::Second, 3)];
        let marks = grade(&truth, &said);
        assert_eq!((marks.events_wrong, marks.events_missed), (1, 1));
    }

    #[test]
    fn an_open_tile_is_not_wrong() {
        let truth = [discard(Seat::First, 1)];
        let said = [(Tick(0), Play::Discard { seat: Seat::First, tile: None })];
        let marks = grade(&truth, &said);
        assert!(marks.is_perfect());
        assert_eq!(marks.events_unknown, 1);
    }

    #[test]
    fn of_two_replacements_either_may_be_left_open() {
        let drawn = |id: Option<u8>| {
            let source = Source::FlowerReplacement;
            (Tick(0), Play::Draw { seat: Seat::First, tile: id.map(tile), source })
        };
        let truth = [flower(Seat::First, 136), drawn(Some(5)), drawn(Some(9))];
        for said in [[None, Some(9)], [Some(9), None], [None, Some(5)], [Some(5), None]] {
            let said = [truth[0], drawn(said[0]), drawn(said[1])];
            let marks = grade(&truth, &said);
            assert!(marks.is_perfect(), "{said:?}");
            assert_eq!(marks.events_unknown, 1);
        }
        let wrong = [truth[0], drawn(None), drawn(Some(7))];
        assert_eq!(grade(&truth, &wrong).events_wrong, 1);
    }

    #[test]
    fn what_was_never_recorded_is_missed() {
        let truth = [discard(Seat::First, 1), discard(Seat::Second, 2)];
        let marks = grade(&truth, &truth[1..]);
        assert_eq!((marks.events_wrong, marks.events_missed), (0, 1));
    }
}
