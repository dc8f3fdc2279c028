//! Arranges a hand so that a goal is reached, by trying seats and chances until the book agrees.

use table_core::game::{Play, Way};
use table_core::rules::{Deal, RuleBook, Rulings};

use super::director::Director;
use super::engine::{Setup, play_hand};
use super::goal::{Dress, Ending, Goal, Script};
use super::random::Random;
use super::truth::HandTruth;
use super::wall::Wall;

/// How often a goal is tried. A last tile comes to a given seat in one of four walls, a flower more or less moves it.
const TRIES: u64 = 240;

/// A hand in which the goal is reached; none if it cannot be in this deal (a wind that is not there, say).
pub fn arrange(
    goal: &Goal,
    book: &dyn RuleBook,
    rulings: &Rulings,
    deal: Deal,
    seed: u64,
) -> Option<HandTruth> {
    (0..TRIES).find_map(|attempt| {
        let mut random = Random::part(seed, attempt + 1);
        let (winner, giver) = (random.below(4), random.below(3) + 1);
        // A hand as written is always among the tries, for goals that only work in certain suits.
        let dress = if attempt % 4 == 3 { Dress::PLAIN } else { Dress::random(&mut random) };
        let script = Script::dressed(goal, &deal, winner, giver, &dress)?;
        let winner = script.winner;
        let mut players = Director::new(script, random.bits());
        let setup = Setup {
            book,
            rulings,
            deal,
            wall: Wall::arranged(book.tile_set(), &mut random),
            staged: None,
        };
        let truth = play_hand(setup, &mut players, &mut random).ok()?;
        let won = truth.outcome.wins.iter();
        let own = won.clone().find(|won| won.declared.seat == winner)?;
        let shown = |number: &u8| own.counted.lines.iter().any(|line| line.number == *number);
        let ended = truth.plays().any(|play| match play {
            Play::Hu { seat, way, .. } => seat == winner && fits(goal.ending, way),
            _ => false,
        });
        let rivals = goal.rival.is_none() || {
            let calls = truth.steps.iter().rev().find_map(|step| match step {
                super::truth::Step::Act { calls, .. } if !calls.is_empty() => Some(calls.len()),
                _ => None,
            });
            calls == Some(2)
        };
        (ended && rivals && goal.shows.iter().all(shown)).then_some(truth)
    })
}

fn fits(ending: Ending, way: Way) -> bool {
    match way {
        Way::Discard { .. } => {
            matches!(ending, Ending::Discard | Ending::LastDiscard | Ending::Earth)
        }
        Way::Robbing { .. } => matches!(ending, Ending::Robbing | Ending::RobbingConcealed),
        Way::SelfDrawn => matches!(
            ending,
            Ending::Draw
                | Ending::Replacement
                | Ending::KongOnKong
                | Ending::LastDraw
                | Ending::Heaven
        ),
    }
}
