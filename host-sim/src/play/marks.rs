//! The marks of a session: what the referee holds of every hand, against what truly happened.

use anyhow::Context;
use table_core::event::Event;
use table_core::game::{Ended, FlagKind, Play, Proposed, State, apply};
use table_core::record::{Hash, Record};
use table_core::rules::Points;
use table_core::seat::Seat;
use table_core::time::{Span, Tick};

use crate::world::World;
use crate::world::play::course::Performed;
use crate::world::play::grade::{Marks, grade};
use crate::world::play::timeline::Timeline;
use crate::world::play::truth::Won;

/// How one session went.
#[derive(Debug, Clone, Default)]
pub struct Graded {
    /// Marks of each hand.
    pub hands: Vec<GradedHand>,
    /// Records that the referee holds, every one verified.
    pub records: u64,
    /// Hash of the newest record, which stands for all: each holds the hash of the one before it.
    pub head: Hash,
    /// Table time.
    pub table_time: Span,
    /// What was done, seen and recorded, line by line, where that was asked for.
    pub log: Vec<String>,
}

/// How one hand went.
#[derive(Debug, Clone, Default)]
pub struct GradedHand {
    /// Acts against the truth.
    pub marks: Marks,
    /// From the act to the moment it was named.
    pub named: Vec<Span>,
    /// Somebody won.
    pub won: bool,
    /// The table had to ask the referee.
    pub asked: bool,
    /// A result was signed that differs from the truth: payments, or without the referee's word winner, tile, way or score.
    pub result_wrong: bool,
    /// The points after the hand are not the world's.
    pub totals_wrong: bool,
    /// The hand never came to a signed end.
    pub unfinished: bool,
    /// Flags raised although nobody did anything wrong.
    pub false_flags: usize,
    /// Numbers of the fan or items that the table itself found in a right result.
    pub counted: Vec<u8>,
    /// What is to be told of the records of this hand, for people.
    pub troubles: Vec<Trouble>,
}

/// Something in the records of a hand that people want to look at.
#[derive(Debug, Clone)]
pub struct Trouble {
    /// The table was wrong; otherwise it only asked.
    pub mistake: bool,
    /// When, and what.
    pub text: String,
}

/// Grades every hand by what the referee holds.
pub fn marks(course: &[Performed], world: &World) -> anyhow::Result<Graded> {
    let ledger = world.referee().context("a session without a referee")?.ledger();
    let records: Result<Vec<Record>, _> =
        ledger.records().iter().map(|sealed| sealed.read()).collect();
    let records = records?;
    let mut state = State::new();
    let mut hands: Vec<Hand> = vec![];
    for record in &records {
        if let (Event::ResultConfirmed { .. }, Some(hand)) = (record.event, hands.last_mut()) {
            hand.proposed = state.proposed.iter().collect();
        }
        apply(&mut state, &record.event);
        if let Event::HandStarted { .. } = record.event {
            hands.push(Hand::default());
        }
        if let Some(hand) = hands.last_mut() {
            hand.events.push((record.at, record.event));
            if let Event::HandEnded { .. } = record.event
                && let Some(session) = &state.session
            {
                hand.ended = session.ended;
                hand.row = session.rows.iter().last();
                hand.totals = session.totals;
            }
        }
    }
    // A hand that the table did not begin leaves no record: each is found by its time.
    let graded = course.iter().map(|performed| {
        let (from, until) = performed.line.span;
        let begun =
            |hand: &&Hand| hand.events.first().is_some_and(|(at, _)| (from..until).contains(at));
        let nothing = Hand::default();
        grade_hand(performed, hands.iter().find(begun).unwrap_or(&nothing), world)
    });
    Ok(Graded {
        hands: graded.collect(),
        records: records.len() as u64,
        head: ledger.records().last().map_or(Hash::default(), |sealed| sealed.hash()),
        ..Graded::default()
    })
}

/// What was recorded of a hand.
#[derive(Default)]
struct Hand {
    events: Vec<(Tick, Event)>,
    /// The wins that were confirmed.
    proposed: Vec<Proposed>,
    /// How it ended, and what it brought, by player.
    ended: Option<Ended>,
    row: Option<[Points; 4]>,
    /// Points after it, by player.
    totals: [Points; 4],
}

fn grade_hand(performed: &Performed, hand: &Hand, world: &World) -> GradedHand {
    let (line, truth) = (&performed.line, &performed.hand.truth);
    let (from, until) = (line.span.0.0, line.span.1.0);
    let first_named = |play: &Play, done: Tick| {
        let mut later = world.named().range((done.0.max(from), 0)..(until, 0));
        later.find(|(_, other)| *other == play).map(|((at, _), _)| Tick(*at).since(done))
    };
    let asks = hand.events.iter().filter(|(_, event)| matches!(event, Event::Asked(_)));
    let settled = world.stepped_in().iter().filter(|at| (from..=until).contains(at));
    let flags = hand.events.iter().filter_map(|(at, event)| match event {
        Event::Flagged(flag) => Some((*at, *flag)),
        _ => None,
    });
    // Thinking too long and sharing a place are facts of the game, not mistakes of the table.
    let deserved = |at: Tick, kind| match kind {
        FlagKind::Overtime => overtime(&line.truth, at),
        FlagKind::RankTie => tied(&performed.hand.totals),
        FlagKind::FlowerOrder => flowers_out_of_order(line, truth.deal.dealer),
        _ => !line.slips.is_empty(),
    };
    // What the hand truly brought, by player.
    let mut row = [Points(0); 4];
    for seat in Seat::ALL {
        row[truth.deal.players[seat.index()] as usize] = truth.outcome.settlement.of(seat);
    }
    let mut troubles = vec![];
    let mut tell = |at: Tick, mistake: bool, what: String| {
        let text = format!("{:>9.3} s  {what}", at.0 as f64 / 1e6);
        troubles.push((at, Trouble { mistake, text }));
    };
    let marks = grade(&line.truth, &committed(hand, truth.deal.dealer));
    asks.clone().for_each(|(at, asks)| tell(*at, false, format!("asked: {asks:?}")));
    settled.clone().for_each(|at| tell(Tick(*at), false, "the referee had to step in".into()));
    let mut trouble = |at: Tick, what: String| tell(at, true, what);
    marks.wrong.iter().for_each(|(at, play)| trouble(*at, format!("wrong on record: {play:?}")));
    marks.missed.iter().for_each(|(at, play)| trouble(*at, format!("not on record: {play:?}")));
    let false_flags: Vec<_> = flags.filter(|(at, flag)| !deserved(*at, flag.kind)).collect();
    false_flags.iter().for_each(|(at, flag)| trouble(*at, format!("false flag: {flag:?}")));
    let asked = asks.count() + settled.count() > 0;
    let counts = matches!(hand.ended, Some(Ended::Won(_) | Ended::Drawn));
    let paid_right = hand.row == Some(row);
    let told_right = told_right(&hand.proposed, &truth.outcome.wins);
    let result_wrong = counts && !(paid_right && (asked || told_right));
    let totals_wrong = counts && hand.totals != performed.hand.totals;
    if result_wrong {
        let wins = &truth.outcome.wins;
        trouble(line.span.1, format!("wrong result: {:?}; truly {row:?}, {wins:?}", hand.proposed));
    }
    if !counts {
        trouble(line.span.1, "no signed end".into());
    }
    troubles.sort_by_key(|(at, _)| *at);
    GradedHand {
        marks,
        named: line.truth.iter().filter_map(|(done, play)| first_named(play, *done)).collect(),
        won: !truth.outcome.wins.is_empty(),
        asked,
        result_wrong,
        totals_wrong,
        unfinished: !counts,
        false_flags: false_flags.len(),
        counted: if paid_right && told_right { numbers(&hand.proposed) } else { vec![] },
        troubles: troubles.into_iter().map(|(_, trouble)| trouble).collect(),
    }
}

/// Whether the wins on record are the true ones in winner, tile, way and every entry of the score.
fn told_right(proposed: &[Proposed], wins: &[Won]) -> bool {
    let same = |said: &Proposed, is: &Won| {
        let entries = said.entries.iter().map(|entry| (entry.number, entry.times));
        let lines = is.counted.lines.iter().map(|line| (line.number, line.times));
        said.seat == is.declared.seat
            && said.tile == is.tile
            && said.worth == is.counted.paid
            && entries.eq(lines)
    };
    proposed.len() == wins.len() && wins.iter().all(|is| proposed.iter().any(|said| same(said, is)))
}

fn numbers(proposed: &[Proposed]) -> Vec<u8> {
    proposed.iter().flat_map(|win| win.entries.iter()).map(|entry| entry.number).collect()
}

/// The acts that stand on record.
fn committed(hand: &Hand, dealer: Seat) -> Vec<(Tick, Play)> {
    let mut acts = vec![];
    for (at, event) in &hand.events {
        match event {
            Event::Dealt { .. } => acts.push((*at, Play::Deal { dealer })),
            Event::Play { play, .. } => acts.push((*at, *play)),
            Event::Undone { plays } => {
                acts.truncate(acts.len().saturating_sub(usize::from(*plays)))
            }
            _ => {}
        }
    }
    acts
}

/// Two players have the same points.
fn tied(totals: &[Points; 4]) -> bool {
    let mut sorted = *totals;
    sorted.sort_unstable();
    sorted.windows(2).any(|pair| pair[0] == pair[1])
}

/// Whether somebody really thought too long shortly before a flag: ten seconds between two acts, or twenty from the deal
/// to the first discard; a second less, since what is seen lags behind what is done. The act that ended it may have come just
/// before the flag.
fn overtime(truth: &[(Tick, Play)], at: Tick) -> bool {
    const TURN: Span = Span::secs(9);
    const OPENING: Span = Span::secs(19);
    const JUST_BEFORE: Span = Span::secs(2);
    let done: Vec<Tick> = truth.iter().map(|(done, _)| *done).filter(|done| *done <= at).collect();
    let thought = match done[..] {
        [] => return true,
        [.., before, last] if at.since(last) <= JUST_BEFORE => last.since(before),
        [.., last] => at.since(last),
    };
    let first = |such: fn(&Play) -> bool| {
        truth.iter().find(|(_, play)| such(play)).map_or(at, |(done, _)| *done)
    };
    let dealt = first(|play| matches!(play, Play::Deal { .. }));
    let opened = first(|play| matches!(play, Play::Discard { .. }));
    let opening = at.since(opened) <= JUST_BEFORE && opened.min(at).since(dealt) >= OPENING;
    thought >= TURN || opening
}

/// Whether a flower of the deal was laid clearly before one of a player whose turn was first (MCR 3.5.7.6); a second less than
/// the table waits for, since what is seen lags behind what is done.
fn flowers_out_of_order(line: &Timeline, dealer: Seat) -> bool {
    const CLEARLY: Span = Span::secs(2);
    let opening = line.truth.iter().take_while(|(_, play)| !matches!(play, Play::Discard { .. }));
    let laid: Vec<(usize, Tick)> = opening
        .filter_map(|(at, play)| match play {
            Play::Flower { seat, .. } => Some((dealer.steps_to(*seat), *at)),
            _ => None,
        })
        .collect();
    laid.iter().any(|(first, late)| {
        laid.iter().any(|(second, early)| second > first && *early + CLEARLY < *late)
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A deal, and discards so many seconds after it.
    fn discards(after: &[u64]) -> Vec<(Tick, Play)> {
        let deal = (Tick(0), Play::Deal { dealer: Seat::First });
        let discard = |secs: &u64| {
            (Tick(0) + Span::secs(*secs), Play::Discard { seat: Seat::First, tile: None })
        };
        [deal].into_iter().chain(after.iter().map(discard)).collect()
    }

    fn is_deserved(after: &[u64], flag: u64) -> bool {
        overtime(&discards(after), Tick(0) + Span::secs(flag))
    }

    #[test]
    fn overtime_is_deserved_while_it_lasts_and_just_after_it_ended() {
        assert!(is_deserved(&[5], 16), "eleven seconds without an act");
        assert!(is_deserved(&[5, 16], 17), "ended a second ago");
        assert!(!is_deserved(&[5, 16], 19), "ended long ago");
        assert!(!is_deserved(&[5, 12], 13), "seven seconds");
        assert!(is_deserved(&[21], 20), "nobody has opened yet");
        assert!(is_deserved(&[21], 22), "opened late");
        assert!(!is_deserved(&[8, 15, 22], 23), "opened in time");
    }
}
