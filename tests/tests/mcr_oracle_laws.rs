//! The MCR yardstick against its own definition: no legal selection of fan in any reading is worth
//! more than the verdict, and a handful of principles hold in the words of the digest.

use conformance::hands::mcr_hand;
use conformance::mcr_oracle::{
    Context, Occurrence, best, candidates, fan, readings, selection_is_legal, waits,
};

/// The best total by trying every subset, without any cleverness.
fn by_force(found: &[Occurrence]) -> u16 {
    let points = |chosen: &[Occurrence]| chosen.iter().map(|one| fan(one.fan).points).sum();
    (0u32..1 << found.len())
        .map(|mask| {
            let chosen = (0..found.len()).filter(|place| mask & (1 << place) != 0);
            chosen.map(|place| found[place].clone()).collect::<Vec<_>>()
        })
        .filter(|chosen| selection_is_legal(chosen).is_ok())
        .map(|chosen| points(&chosen))
        .max()
        .unwrap_or(0)
}

#[test]
fn no_legal_selection_beats_the_verdict() {
    let mut compared = 0;
    for seed in 0..400 {
        let win = mcr_hand(seed);
        let Ok(verdict) = best(&win) else { continue };
        let waits = waits(&win);
        let all = readings(&win);
        let found: Vec<_> =
            all.iter().map(|reading| candidates(&Context::new(&win, reading, &waits))).collect();
        if found.iter().any(|found| found.len() > 11) {
            continue;
        }
        let value = |found: &Vec<Occurrence>| if found.is_empty() { 8 } else { by_force(found) };
        let most = found.iter().map(value).max();
        assert_eq!(most, Some(verdict.points_without_flowers), "seed {seed}: {win}");
        compared += 1;
    }
    assert!(compared > 150, "{compared} hands were small enough");
}

fn one(fan: u8, sets: &[usize]) -> Occurrence {
    Occurrence { fan, sets: sets.to_vec(), kind: None }
}

#[test]
fn four_chows_carry_three_pairings_and_no_circle() {
    // A1#55: 123 and 789 in two suits
    assert!(selection_is_legal(&[one(70, &[0, 1]), one(70, &[2, 3]), one(72, &[0, 2])]).is_ok());
    let circle = [one(70, &[0, 1]), one(70, &[2, 3]), one(72, &[0, 2]), one(72, &[1, 3])];
    assert!(selection_is_legal(&circle).is_err());
}

#[test]
fn after_three_chows_the_fourth_is_joined_once() {
    assert!(selection_is_legal(&[one(41, &[0, 1, 2]), one(69, &[2, 3])]).is_ok());
    assert!(
        selection_is_legal(&[one(41, &[0, 1, 2]), one(69, &[2, 3]), one(70, &[0, 3])]).is_err()
    );
    assert!(selection_is_legal(&[one(41, &[0, 1, 2]), one(70, &[0, 1])]).is_err());
}

#[test]
fn a_set_makes_the_same_fan_once() {
    assert!(selection_is_legal(&[one(71, &[0, 1]), one(71, &[1, 2])]).is_err());
    assert!(selection_is_legal(&[one(65, &[0, 1]), one(65, &[2, 3])]).is_ok());
    assert!(selection_is_legal(&[one(73, &[0]), one(73, &[1])]).is_ok());
    assert!(selection_is_legal(&[one(68, &[0]), one(68, &[0])]).is_err());
}

#[test]
fn exclusions_within_a_fan_spare_other_sets() {
    assert!(selection_is_legal(&[one(38, &[0, 1, 2]), one(73, &[1])]).is_err());
    assert!(selection_is_legal(&[one(38, &[0, 1, 2]), one(73, &[3])]).is_ok());
}
