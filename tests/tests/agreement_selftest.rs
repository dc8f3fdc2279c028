//! The comparison must accept a scorer that is right and notice one that is not.

use conformance::agreement::{Told, compare, oracle_scorer, properties};
use conformance::hands::mcr_hand;
use conformance::mcr_oracle::Win;
use conformance::random::Random;

/// How many of the first hands disagree with a scorer that answers like the oracle, then errs.
fn disagreements(err: impl Fn(&mut Told)) -> usize {
    let wrong = |seed: &u64| {
        let win = mcr_hand(*seed);
        let mut told = oracle_scorer(&win);
        if let Ok(told) = &mut told {
            err(told);
        }
        compare(&win, &told).is_err()
    };
    (0..500).filter(wrong).count()
}

#[test]
fn the_oracle_agrees_with_itself() {
    for seed in 0..3_000 {
        let win = mcr_hand(seed);
        if let Err(why) = compare(&win, &oracle_scorer(&win)) {
            panic!("seed {seed}: {win}: {why}");
        }
        properties(&win, &oracle_scorer, &mut Random::new(seed))
            .unwrap_or_else(|why| panic!("seed {seed}: {win}: {why}"));
    }
}

#[test]
fn wrong_answers_are_noticed() {
    assert_eq!(disagreements(|_| {}), 0);
    assert!(disagreements(|told| told.points += 1) > 400, "a wrong total");
    let forgotten = disagreements(|told| {
        told.claims.pop();
    });
    assert!(forgotten > 400, "a reason left out");
    let unmade = disagreements(|told| {
        for claim in &mut told.claims {
            claim.sets.iter_mut().for_each(|place| *place = (*place + 1) % told.groups.len());
        }
    });
    assert!(unmade > 200, "reasons that name the wrong sets: {unmade}");
    let misread = disagreements(|told| {
        let first = told.groups[0][0];
        told.groups[0][0] = (first + 1) % 34;
    });
    assert!(misread > 400, "a reading of other tiles: {misread}");
    let misplaced = disagreements(|told| {
        told.completed = told.completed.map(|place| place + 1);
    });
    assert!(misplaced > 300, "the winning tile elsewhere: {misplaced}");
    assert_eq!(disagreements(|told| told.completed = None), 0, "not said is not wrong");
}

#[test]
fn a_scorer_that_minds_the_order_of_tiles_is_noticed() {
    let minds = |win: &Win| {
        let mut told = oracle_scorer(win)?;
        told.points += u16::from(win.standing[0]);
        Ok(told)
    };
    let noticed =
        |seed: &u64| properties(&mcr_hand(*seed), &minds, &mut Random::new(*seed)).is_err();
    assert!((0..200).filter(noticed).count() > 100);
}
