//! Comparing any MCR scorer with the yardstick: the total, the fan list and the reasons given.
//!
//! A scorer answers with what it [`Told`]; this module never sees where the answer came from. Being
//! right is more than the total: each scored fan must really be made by the sets named for it, the
//! whole selection must obey the principles, and the points must add up.

use std::collections::BTreeMap;

use crate::mcr_oracle::{
    Basis, Context, NotAWin, Occurrence, Reading, Set, Shape, Verdict, Win, best, fan, holds,
    readings, selection_is_legal, waits,
};
use crate::random::Random;
use crate::tiles::{Tile, counts, is_honour, numbered, rank, suit};

/// A fan a scorer says it scored, with the places of its sets among the groups.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Claimed {
    /// Number of the fan.
    pub fan: u8,
    /// Places of its sets; for a fan of the whole hand it does not matter which are named.
    pub sets: Vec<usize>,
}

/// A scorer's answer about a hand that wins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Told {
    /// Points with flowers.
    pub points: u16,
    /// Points without flowers.
    pub points_without_flowers: u16,
    /// Fan number to count, flowers included.
    pub list: BTreeMap<u8, u8>,
    /// The reading chosen: the tiles of each set, melds included, in any order. Fourteen tiles in
    /// one group for thirteen orphans and for honours and knitted tiles.
    pub groups: Vec<Vec<Tile>>,
    /// Which group the winning tile completed, if the scorer says so.
    pub completed: Option<usize>,
    /// One entry for each time a fan is scored; flowers may be left out.
    pub claims: Vec<Claimed>,
}

/// Anything that scores: the product, or the yardstick itself.
pub type Scorer<'a> = &'a dyn Fn(&Win) -> Result<Told, String>;

/// The yardstick as a scorer, to show that the comparison accepts what is right.
pub fn oracle_scorer(win: &Win) -> Result<Told, String> {
    let verdict = best(win).map_err(|reason| format!("{reason:?}"))?;
    let mut list = BTreeMap::new();
    for occurrence in &verdict.occurrences {
        *list.entry(occurrence.fan).or_insert(0) += 1;
    }
    if win.flowers > 0 {
        list.insert(81, win.flowers);
    }
    let claim = |occurrence: &Occurrence| {
        let Occurrence { fan, sets, .. } = occurrence.clone();
        Claimed { fan, sets }
    };
    Ok(Told {
        points: verdict.points,
        points_without_flowers: verdict.points_without_flowers,
        list,
        groups: verdict.reading.iter().map(|set| set.tiles.clone()).collect(),
        completed: verdict.reading.iter().position(|set| set.won),
        claims: verdict.occurrences.iter().map(claim).collect(),
    })
}

/// Compares one answer with the yardstick's; on disagreement says what differs.
pub fn compare(win: &Win, told: &Result<Told, String>) -> Result<Result<Verdict, NotAWin>, String> {
    let verdict = best(win);
    match (&verdict, told) {
        (Err(_), Err(_)) => {}
        (Ok(verdict), Err(error)) => {
            return Err(format!("refused ({error}), yet it scores {:?}", verdict.lists));
        }
        (Err(reason), Ok(told)) => {
            return Err(format!("scored {:?}, yet it is no win: {reason:?}", told.list));
        }
        (Ok(verdict), Ok(told)) => {
            let totals = (told.points, told.points_without_flowers);
            if totals != (verdict.points, verdict.points_without_flowers) {
                return Err(format!(
                    "totals {totals:?} for {:?}, expected {} for {:?}",
                    told.list, verdict.points, verdict.lists
                ));
            }
            if !verdict.lists.contains(&told.list) {
                return Err(format!("list {:?}, expected {:?}", told.list, verdict.lists));
            }
            explained(win, told)?;
        }
    }
    Ok(verdict)
}

/// Checks the reasons by themselves: reading, sets of each fan, principles, sums.
pub fn explained(win: &Win, told: &Told) -> Result<(), String> {
    let mut outcome = Err(format!("no reading of these tiles: {:?}", told.groups));
    let waits = waits(win);
    for reading in readings(win) {
        if let Some(reading) = in_order(reading, told) {
            outcome = explained_by(&reading, win, told, &waits);
            if outcome.is_ok() {
                break;
            }
        }
    }
    outcome
}

/// The reading with its sets in the scorer's order, if these are the groups the scorer named.
fn in_order(mut left: Reading, told: &Told) -> Option<Reading> {
    let mut ordered = Reading::new();
    for (place, group) in told.groups.iter().enumerate() {
        let mut group = group.clone();
        group.sort_unstable();
        let fits = |set: &Set| {
            let completed = told.completed.is_none_or(|one| set.won == (one == place));
            set.tiles == group && completed
        };
        let found = left.iter().position(fits)?;
        ordered.push(left.remove(found));
    }
    left.is_empty().then_some(ordered)
}

fn explained_by(reading: &Reading, win: &Win, told: &Told, waits: &[Tile]) -> Result<(), String> {
    let context = Context::new(win, reading, waits);
    let mut occurrences = Vec::new();
    let mut list = BTreeMap::new();
    let mut points = 0;
    for claim in told.claims.iter().filter(|claim| claim.fan != 81) {
        let occurrence = understood(claim, reading, &occurrences)?;
        let sets: Vec<Set> = occurrence.sets.iter().map(|&place| reading[place].clone()).collect();
        // Chicken Hand is the absence of everything else, which the yardstick's total has settled.
        if claim.fan != 43 && !holds(claim.fan, &sets, &context) {
            return Err(format!("fan {} is not made by {sets:?}", claim.fan));
        }
        *list.entry(claim.fan).or_insert(0) += 1;
        points += fan(claim.fan).points;
        occurrences.push(occurrence);
    }
    selection_is_legal(&occurrences)?;
    if win.flowers > 0 {
        list.insert(81, win.flowers);
    }
    if list != told.list {
        return Err(format!("reasons for {list:?} beside the list {:?}", told.list));
    }
    if points != told.points_without_flowers {
        return Err(format!("reasons worth {points}, not {}", told.points_without_flowers));
    }
    Ok(())
}

/// A claim in the yardstick's terms. Scorers may name sets more or less fully where nothing hangs
/// on it: any or none for a fan of the whole hand or a wait, the pair of 9 and 10 left out.
fn understood(
    claim: &Claimed,
    reading: &Reading,
    before: &[Occurrence],
) -> Result<Occurrence, String> {
    let number = claim.fan;
    if !(1..=80).contains(&number) {
        return Err(format!("no fan {number}"));
    }
    let mut sets = claim.sets.clone();
    sets.sort_unstable();
    if sets.iter().any(|&place| place >= reading.len())
        || sets.windows(2).any(|two| two[0] == two[1])
    {
        return Err(format!("fan {number} names sets {sets:?} of {}", reading.len()));
    }
    let all = 0..reading.len();
    let mut kind = None;
    match fan(number).basis {
        Basis::Hand => sets = all.collect(),
        Basis::Sets(_) if matches!(number, 77..=79) => {
            sets = all.filter(|&place| reading[place].won).collect();
        }
        Basis::Sets(size) if matches!(number, 9 | 10) && sets.len() + 1 == size => {
            sets.extend(all.filter(|&place| reading[place].shape == Shape::Pair));
            sets.sort_unstable();
        }
        Basis::Knitted if reading.len() == 1 => sets = vec![0],
        Basis::Sets(_) | Basis::Knitted => {}
        Basis::Kind => {
            let tiles: Vec<Tile> =
                sets.iter().flat_map(|&place| reading[place].tiles.iter().copied()).collect();
            let counts = counts(&tiles);
            let is_new = |tile: &Tile| {
                let taken = |one: &Occurrence| one.fan == number && one.kind == Some(*tile);
                !before.iter().any(taken)
            };
            let fits = |tile: &Tile| {
                let everywhere = sets.iter().all(|&place| reading[place].tiles.contains(tile));
                counts[usize::from(*tile)] == 4 && everywhere && is_new(tile)
            };
            kind = (0..counts.len() as u8).find(fits);
            if kind.is_none() {
                return Err(format!("no four alike left for a tile hog in {sets:?}"));
            }
        }
    }
    Ok(Occurrence { fan: number, sets, kind })
}

/// What must hold for any scorer, yardstick or not: the order of tiles never matters, exchanging
/// two suits changes nothing but All Green and Reversible Tiles, a flower adds exactly one.
pub fn properties(win: &Win, scorer: Scorer<'_>, random: &mut Random) -> Result<(), String> {
    let told = scorer(win);
    let total = |told: &Result<Told, String>| told.as_ref().ok().map(|told| told.points);
    let list = |told: &Result<Told, String>| told.as_ref().ok().map(|told| told.list.clone());

    let mut shuffled = win.clone();
    random.shuffle(&mut shuffled.standing);
    let again = scorer(&shuffled);
    if (total(&again), list(&again)) != (total(&told), list(&told)) {
        return Err(format!("order of tiles: {told:?} but {again:?} for {shuffled}"));
    }
    random.shuffle(&mut shuffled.melds);
    let again = scorer(&shuffled);
    if total(&again) != total(&told) {
        return Err(format!("order of melds: {told:?} but {again:?} for {shuffled}"));
    }

    let one = random.between(0, 2);
    let exchanged = exchange_suits(win, one, (one + random.between(1, 2)) % 3);
    if !has_painted_fan(win) && !has_painted_fan(&exchanged) {
        let again = scorer(&exchanged);
        if total(&again) != total(&told) {
            return Err(format!("suits exchanged: {told:?} but {again:?} for {exchanged}"));
        }
    }

    if win.flowers < 8 {
        let flowers = win.flowers + 1;
        let again = scorer(&Win { flowers, ..win.clone() });
        let right = match (&told, &again) {
            (Ok(before), Ok(after)) => {
                let mut list = before.list.clone();
                list.insert(81, flowers);
                after.points == before.points + 1
                    && after.points_without_flowers == before.points_without_flowers
                    && after.list == list
            }
            (Err(_), Err(_)) => true,
            _ => false,
        };
        if !right {
            return Err(format!("one more flower: {told:?} but {again:?}"));
        }
    }
    Ok(())
}

/// The same hand with two suits exchanged.
pub fn exchange_suits(win: &Win, one: u8, other: u8) -> Win {
    let exchange = |tile: Tile| match (suit(tile), rank(tile)) {
        (Some(suit), Some(rank)) if suit == one => numbered(other, rank),
        (Some(suit), Some(rank)) if suit == other => numbered(one, rank),
        _ => tile,
    };
    let mut exchanged = win.clone();
    exchanged.tile = exchange(win.tile);
    exchanged.standing.iter_mut().for_each(|tile| *tile = exchange(*tile));
    exchanged.melds.iter_mut().for_each(|meld| meld.tile = exchange(meld.tile));
    exchanged
}

/// Whether All Green (3) or Reversible Tiles (40), the only fan that know suits apart, may hold:
/// no characters and, among the honours, dragons only. A little too often is no harm.
fn has_painted_fan(win: &Win) -> bool {
    let mut tiles = win.owned();
    tiles.push(win.tile);
    let white_or_green = |tile: Tile| is_honour(tile) && tile >= crate::tiles::GREEN;
    tiles.iter().all(|&tile| matches!(suit(tile), Some(1 | 2)) || white_or_green(tile))
}
