//! The best total: every selection of fan that the principles allow, over every reading.

use std::collections::{BTreeMap, BTreeSet};

use super::holds::{Context, holds};
use super::readings::{Reading, Set, Shape, readings, waits};
use super::table::{Basis, FANS, fan};
use super::win::{NotAWin, Win};
use crate::tiles::{KINDS, Tile};

/// A fan found in a reading, with the places of its sets in that reading.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct Occurrence {
    /// Number of the fan.
    pub fan: u8,
    /// Places of its sets, rising.
    pub sets: Vec<usize>,
    /// The kind of a tile hog: two kinds may fill the very same sets.
    pub kind: Option<Tile>,
}

/// The oracle's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Verdict {
    /// Points with flowers.
    pub points: u16,
    /// Points without flowers: what the minimum of eight is judged on.
    pub points_without_flowers: u16,
    /// Every fan list (fan number to count, flowers included) that reaches the total.
    pub lists: BTreeSet<BTreeMap<u8, u8>>,
    /// One reading that reaches it.
    pub reading: Reading,
    /// What is scored in that reading, flowers left out.
    pub occurrences: Vec<Occurrence>,
}

/// Scores a win, or says why there is nothing to score.
pub fn best(win: &Win) -> Result<Verdict, NotAWin> {
    best_without(win, None)
}

/// An exclusion of the table: the first fan keeps the second out.
pub type Exclusion = (u8, u8);

/// Scores a win by a table in which one exclusion is missing.
pub fn best_without(win: &Win, missing: Option<Exclusion>) -> Result<Verdict, NotAWin> {
    win.check()?;
    let readings = readings(win);
    if readings.is_empty() {
        return Err(NotAWin::NoShape);
    }
    let waits = waits(win);
    let mut search = Search { missing, ..Search::default() };
    for reading in &readings {
        let context = Context::new(win, reading, &waits);
        let mut found = candidates(&context);
        if found.is_empty() {
            // A1#43, judged per reading: here nothing scores, so the reading earns eight.
            let whole = (0..reading.len()).collect();
            found.push(Occurrence { fan: 43, sets: whole, kind: None });
        }
        found.sort_by_key(|occurrence| occurrence.fan);
        search.extend(reading, &found, &mut Vec::new(), 0);
    }
    let flowers = win.flowers;
    let with_flowers = |mut list: BTreeMap<u8, u8>| {
        if flowers > 0 {
            list.insert(81, flowers);
        }
        list
    };
    Ok(Verdict {
        points: search.points + u16::from(flowers),
        points_without_flowers: search.points,
        lists: search.lists.into_iter().map(with_flowers).collect(),
        reading: search.reading,
        occurrences: search.occurrences,
    })
}

/// Every fan present in a reading, scored or not; flowers and Chicken Hand are left to [`best`].
pub fn candidates(context: &Context<'_>) -> Vec<Occurrence> {
    let all: Vec<usize> = (0..context.sets.len()).collect();
    let mut found = Vec::new();
    let mut ask = |number: u8, places: Vec<usize>, kind: Option<Tile>| {
        let sets: Vec<Set> = places.iter().map(|&place| context.sets[place].clone()).collect();
        if holds(number, &sets, context) {
            found.push(Occurrence { fan: number, sets: places, kind });
        }
    };
    for row in FANS.iter().filter(|row| row.number != 81) {
        match row.basis {
            Basis::Hand => ask(row.number, all.clone(), None),
            Basis::Sets(size) => groups(&all, size).for_each(|group| ask(row.number, group, None)),
            Basis::Knitted if all.len() == 1 => ask(row.number, all.clone(), None),
            Basis::Knitted => groups(&all, 3).for_each(|group| ask(row.number, group, None)),
            Basis::Kind => {
                for kind in 0..KINDS as u8 {
                    let holders = holders(context.sets, kind);
                    let copies = |&place: &usize| {
                        context.sets[place].tiles.iter().filter(|&&tile| tile == kind).count()
                    };
                    if holders.iter().map(copies).sum::<usize>() == 4 {
                        ask(row.number, holders, Some(kind));
                    }
                }
            }
        }
    }
    found
}

/// Places of the sets without kongs that hold this kind.
fn holders(sets: &[Set], kind: Tile) -> Vec<usize> {
    let holds = |set: &Set| set.shape != Shape::Kong && set.tiles.contains(&kind);
    (0..sets.len()).filter(|&place| holds(&sets[place])).collect()
}

/// All groups of this size, each in rising order.
fn groups(all: &[usize], size: usize) -> impl Iterator<Item = Vec<usize>> {
    (0u32..1 << all.len())
        .filter(move |mask| mask.count_ones() as usize == size)
        .map(|mask| all.iter().copied().filter(|&place| mask & (1 << place) != 0).collect())
}

/// The best total so far and its lists.
#[derive(Default)]
struct Search {
    missing: Option<Exclusion>,
    points: u16,
    lists: BTreeSet<BTreeMap<u8, u8>>,
    reading: Reading,
    occurrences: Vec<Occurrence>,
}

impl Search {
    /// Takes or leaves each remaining occurrence. What cannot reach the best total any more, even
    /// with everything that remains, is not followed.
    fn extend<'a>(
        &mut self,
        reading: &Reading,
        left: &'a [Occurrence],
        taken: &mut Vec<&'a Occurrence>,
        points: u16,
    ) {
        let reach: u16 = left.iter().map(|occurrence| fan(occurrence.fan).points).sum();
        if points + reach < self.points {
            return;
        }
        let Some((next, rest)) = left.split_first() else {
            if points > self.points {
                self.points = points;
                self.lists.clear();
                self.reading.clone_from(reading);
                self.occurrences = taken.iter().copied().cloned().collect();
            }
            let mut list = BTreeMap::new();
            for occurrence in taken.iter() {
                *list.entry(occurrence.fan).or_insert(0) += 1;
            }
            self.lists.insert(list);
            return;
        };
        taken.push(next);
        if legal(taken, self.missing).is_ok() {
            self.extend(reading, rest, taken, points + fan(next.fan).points);
        }
        taken.pop();
        self.extend(reading, rest, taken, points);
    }
}

/// Whether these occurrences may be scored together (section 10); the message names the principle.
pub fn selection_is_legal(occurrences: &[Occurrence]) -> Result<(), String> {
    legal(&occurrences.iter().collect::<Vec<_>>(), None)
}

fn legal(taken: &[&Occurrence], missing: Option<Exclusion>) -> Result<(), String> {
    for (place, first) in taken.iter().enumerate() {
        for second in &taken[place + 1..] {
            may_stand_together(first, second, missing)?;
        }
    }
    let relating: Vec<&Occurrence> =
        taken.iter().copied().filter(|occurrence| fan(occurrence.fan).relates).collect();
    if can_be_ordered(&relating, &BTreeSet::new()) {
        return Ok(());
    }
    let numbers: Vec<u8> = relating.iter().map(|occurrence| occurrence.fan).collect();
    Err(format!("P2/P5: {numbers:?} join their sets more than once"))
}

/// What two occurrences have to say to one another.
fn may_stand_together(
    first: &Occurrence,
    second: &Occurrence,
    missing: Option<Exclusion>,
) -> Result<(), String> {
    for (one, other) in [(first, second), (second, first)] {
        if missing == Some((one.fan, other.fan)) {
            continue;
        }
        let row = fan(one.fan);
        let within = other.sets.iter().all(|place| one.sets.contains(place));
        if row.excludes.contains(&other.fan) || (within && row.excludes_within.contains(&other.fan))
        {
            return Err(format!("P1: {} beside {}", other.fan, one.fan));
        }
    }
    if first.fan == second.fan {
        let row = fan(first.fan);
        if !row.repeats || first == second {
            return Err(format!("{} is scored once only", first.fan));
        }
        if row.relates && first.sets.iter().any(|place| second.sets.contains(place)) {
            return Err(format!("P3: a set twice in {}", first.fan));
        }
    }
    Ok(())
}

/// P2 and P5: some order exists in which each fan joins at most one set already used to new ones.
fn can_be_ordered(left: &[&Occurrence], used: &BTreeSet<usize>) -> bool {
    left.is_empty()
        || (0..left.len()).any(|place| {
            let next = left[place];
            let old = next.sets.iter().filter(|set| used.contains(set)).count();
            let rest = [&left[..place], &left[place + 1..]].concat();
            let joined = used.iter().chain(&next.sets).copied().collect();
            old <= 1 && can_be_ordered(&rest, &joined)
        })
}
