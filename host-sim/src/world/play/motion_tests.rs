//! The motions that mislead a table which reacts to single movements must all occur.

use std::collections::BTreeMap;

use table_core::game::{KongKind, Play, Source, Way};
use table_core::place::Place;
use table_core::rules::BOOKS;
use table_core::tile::Tile;
use table_core::time::{Span, Tick};

use super::course::{Course, Performed};
use super::pace::Pace;
use super::session::SessionPlan;
use super::settling::{Lag, Told};
use super::timeline::Move;

type Seen = BTreeMap<&'static str, usize>;

/// The last motion of a tile that has settled by then.
fn arrival(moves: &[Move], tile: Tile, by: Tick) -> Option<Move> {
    let of_tile = moves.iter().filter(|m| m.tile == tile && m.settle <= by);
    of_tile.copied().last()
}

fn look(performed: &Performed, seen: &mut Seen) {
    let line = &performed.line;
    let moves = &line.moves;
    let mut note =
        |what: &'static str, holds: bool| *seen.entry(what).or_default() += usize::from(holds);
    let told: Vec<(Tick, Told)> = performed.feed(Lag::default()).collect();
    let mut discarded: Option<(Tick, Move)> = None;
    let mut flowers: Vec<(Tick, Play)> = vec![];
    for (at, play) in &line.truth {
        match *play {
            Play::Discard { seat, tile: Some(tile) } => {
                let Some(last) = arrival(moves, tile, *at) else {
                    continue;
                };
                note("thrown at once", last.from == Place::Away);
                let river = Place::River(seat);
                let mut earlier = moves.iter().filter(|m| m.settle <= *at && m.leave < last.leave);
                let back = |m: &&Move| m.from == river && m.to == Place::Hand(seat);
                let pulled = earlier.rfind(back);
                let fresh = pulled.filter(|m| at.since(m.settle) < Span::secs(4));
                note("discard pulled back", fresh.is_some_and(|m| m.tile == tile));
                note("wrong discard corrected", fresh.is_some_and(|m| m.tile != tile));
                let flash = last.from != Place::Hand(seat) && last.from != Place::Away;
                note("flash over another field", flash);
                discarded = Some((*at, last));
            }
            Play::Draw { tile: Some(tile), source: Source::Head, .. } => {
                if let (Some((_, discard)), Some(draw)) = (discarded, arrival(moves, tile, *at)) {
                    note("draw begun before the discard lay", draw.leave < discard.settle);
                    let reported = |of: Tile| {
                        let mut placed = told.iter().filter(|(_, what)| {
                            matches!(what, Told::Placed { tile, place } if *tile == of && *place != Place::Away)
                        });
                        placed.rfind(|(when, _)| *when < *at + Span::secs(3)).map(|(when, _)| *when)
                    };
                    let (drawn, lay) = (reported(tile), reported(discard.tile));
                    note("draw reported before the discard", drawn.is_some() && drawn < lay);
                }
            }
            Play::Chow { claimed, own, .. } | Play::Pung { claimed, own, .. } => {
                let taken = arrival(moves, claimed, *at);
                let laid = own.map(|tile| arrival(moves, tile, *at));
                if let (Some(taken), [Some(one), Some(other)]) = (taken, laid) {
                    note("own tiles laid first", taken.leave > one.leave.max(other.leave));
                    note("claimed tile taken first", taken.leave < one.leave.min(other.leave));
                }
                let seen_there = told.iter().any(|(_, what)| {
                    matches!(what, Told::Placed { tile, place: Place::River(_) } if *tile == claimed)
                });
                note("claimed before it was reported", !seen_there);
            }
            Play::Kong { kind: KongKind::Concealed, tiles, .. } => {
                let all = tiles.map(|tile| arrival(moves, tile, *at).map(|m| m.settle));
                let first = all.iter().flatten().min().copied().unwrap_or(*at);
                note("concealed kong over two seconds", at.since(first) > Span::secs(2));
            }
            Play::Flower { .. } => flowers.push((*at, *play)),
            Play::Hu { seat, way, tile: Some(tile) } => {
                note("promoted kong robbed", matches!(way, Way::Robbing { .. }));
                let fetched = moves
                    .iter()
                    .any(|m| m.tile == tile && m.leave > *at && m.to == Place::Meld(seat));
                note("winning tile fetched", fetched && way != Way::SelfDrawn);
                let chip = |m: &Move| {
                    m.leave > *at
                        && matches!(m.from, Place::River(_))
                        && m.to == Place::River(seat)
                        && m.tile != tile
                };
                note("rivers used as chips", moves.iter().any(chip));
            }
            _ => {}
        }
    }
    let together = flowers.windows(2).any(|two| match two {
        [(early, _), (late, _)] => late < early,
        _ => false,
    });
    note("flowers of several players at once", together);
    let sorted = moves.iter().filter(|m| m.from == m.to && m.from != Place::Away).count();
    *seen.entry("sorting").or_default() += sorted;
}

#[test]
fn everything_that_breaks_naive_tables_occurs() {
    for book in BOOKS {
        let mut seen = Seen::new();
        for seed in 0..25 {
            let plan = SessionPlan::new(*book, 16, 300 + seed);
            for performed in Course::new(&plan, Pace::default(), Tick(0)) {
                look(&performed.expect("seeded hands are playable"), &mut seen);
            }
        }
        println!("{} {seen:#?}", book.id());
        for (what, count) in &seen {
            let flowerless = book.id() != "mcr" && what.starts_with("flowers");
            assert!(*count > 0 || flowerless, "{}: never {what}", book.id());
        }
    }
}

#[test]
fn motions_take_the_time_people_take() {
    for book in BOOKS {
        let plan = SessionPlan::new(*book, 4, 9);
        for performed in Course::new(&plan, Pace::default(), Tick(0)) {
            let performed = performed.expect("seeded hands are playable");
            for m in &performed.line.moves {
                // Error model, section 2.4: nothing flies faster than 0.15 s or longer than 4 s.
                let Span(air) = m.settle.since(m.leave);
                assert!((150_000..=4_000_000).contains(&air), "seed 9: {m:?}");
            }
            // A hand takes minutes, not hours.
            let (start, end) = performed.line.span;
            assert!(end.since(start) < Span::secs(1_800), "seed 9");
        }
    }
}
