//! Hands for the Mahjong Competition Rules: all 81 fan, dense one-suit hands, and hands that lose.

use std::fmt;
use std::ops::Range;

use super::plan::{Dealt, Plan, any_tile, deal, fill};
use super::rare::{kinds, piece_of, plan_for};
use crate::mcr_oracle::{FANS, MeldKind, NotAWin, Verdict, Win, best};
use crate::random::Random;
use crate::tiles::{EAST, RED, Tile, counts, numbered, rank, suit};

/// The hand with this number. Most of them win; about one in eight is spoilt on purpose.
pub fn mcr_hand(seed: u64) -> Win {
    // Nearby seeds would share their first steps; one scramble tells them apart.
    let mut random = Random::new(Random::new(seed).bits());
    let kind = random.below(100);
    // Chosen once, not at every attempt: plans that often need a fifth copy would become rare.
    let fan = match kind {
        0..=53 | 85.. => random.between(1, 81),
        54..=56 => 43,
        _ => 0,
    };
    loop {
        let plan = match kind {
            57..=69 => Plan::regular(fill(Vec::new(), &mut random), any_tile(&mut random)),
            70..=84 => dense(&mut random),
            _ => plan_for(fan, &mut random),
        };
        if let Some(dealt) = deal(&plan, &mut random) {
            let mut win = with_facts(dealt, &plan, fan, &mut random);
            if kind >= 88 {
                spoil(&mut win, &mut random);
            }
            return win;
        }
    }
}

/// One suit, many readings; a neighbour's tile or an honour now and then.
fn dense(random: &mut Random) -> Plan {
    let one = random.between(0, 2);
    let low = random.between(1, 5);
    let high = (low + random.between(3, 8)).min(9);
    let pool = kinds(|tile| {
        suit(tile) == Some(one) && rank(tile).is_some_and(|number| (low..=high).contains(&number))
    });
    let mut pieces: Vec<_> = (0..4).map(|_| piece_of(&pool, true, random)).collect();
    if random.chance(20) {
        pieces.truncate(3);
        pieces = fill(pieces, random);
    }
    let pair = if random.chance(85) { random.pick(&pool) } else { any_tile(random) };
    let laid = random.pick(&[0, 0, 20, 50]);
    Plan::regular(pieces, pair).laid(laid)
}

/// Adds how the hand was won: only facts that can be true together.
fn with_facts(dealt: Dealt, plan: &Plan, fan: u8, random: &mut Random) -> Win {
    let Dealt { standing, melds, tile } = dealt;
    let melded: Vec<Tile> = melds.iter().flat_map(|meld| meld.tiles()).collect();
    let copies = |tiles: &[Tile]| tiles.iter().filter(|&&other| other == tile).count();
    let self_draw = plan.self_draw.unwrap_or_else(|| random.chance(45));
    let is_kong = |kind| matches!(kind, MeldKind::Kong | MeldKind::ConcealedKong);
    let has_kong = melds.iter().any(|meld| is_kong(meld.kind));
    let owned = copies(&standing) + copies(&melded);
    // Replacement: needs an own kong. Robbing: the other four are another player's (A1#46, 47).
    let kong_possible = if self_draw { has_kong } else { owned == 0 };
    let kong = kong_possible && random.chance(if matches!(fan, 46 | 47) { 85 } else { 12 });
    let last_possible = self_draw || !kong;
    let last_tile = last_possible && random.chance(if matches!(fan, 44 | 45) { 85 } else { 8 });
    // A1#58: three own open copies make it certain, an own standing copy makes it impossible.
    let by_chance = random.chance(if fan == 58 { 85 } else { 10 });
    let last_of_kind = copies(&standing) == 0 && (copies(&melded) == 3 || by_chance);
    let flowers = if fan == 81 || random.chance(30) { random.between(0, 8) } else { 0 };
    let (mut seat, mut round) = (random.between(0, 3), random.between(0, 3));
    // 60 and 61: look for a wind that is there.
    if matches!(fan, 1 | 9 | 11 | 38 | 60 | 61) {
        let winds = kinds(|wind| (EAST..RED).contains(&wind));
        let present =
            winds.into_iter().find(|wind| standing.contains(wind) || melded.contains(wind));
        if let Some(wind) = present {
            if random.chance(50) {
                seat = wind - EAST;
            } else {
                round = wind - EAST;
            }
        }
    }
    Win { standing, melds, tile, self_draw, last_of_kind, last_tile, kong, flowers, seat, round }
}

/// Turns a winning hand into one that probably does not win, in the ways hands go wrong.
fn spoil(win: &mut Win, random: &mut Random) {
    let case = random.below(10);
    match case {
        // another tile wins, or not
        0 | 1 => win.tile = any_tile(random),
        2 => win.tile = neighbour(win.tile, random),
        3 | 4 => {
            let place = random.below(win.standing.len());
            win.standing[place] = neighbour(win.standing[place], random);
        }
        5 => {
            let place = random.below(win.standing.len());
            win.standing[place] = any_tile(random);
        }
        // one tile too many or too few
        6 => win.standing.push(any_tile(random)),
        7 => {
            win.standing.pop();
        }
        // facts that exclude one another: only the clear cases
        8 => {
            let stands = win.standing.contains(&win.tile);
            let no_kong = win.melds.iter().all(|meld| meld.kind < MeldKind::Kong);
            if stands {
                win.last_of_kind = true;
            } else if win.self_draw && no_kong {
                win.kong = true;
            } else {
                win.flowers = 9 + random.between(0, 3);
            }
        }
        // a fifth copy
        _ => {
            let kind = random.pick(&win.owned());
            let own = counts(&win.owned())[usize::from(kind)];
            let missing = (5 - own.min(4)).into();
            for place in 0..win.standing.len().min(missing) {
                win.standing[place] = kind;
            }
        }
    }
    // Changed tiles may have made a fact of the win untrue; contradictions are case 8's business.
    if case != 8 {
        let stands = win.standing.contains(&win.tile);
        let melded = win.melds.iter().flat_map(|meld| meld.tiles());
        let open = melded.filter(|&tile| tile == win.tile).count();
        win.last_of_kind = !stands && (win.last_of_kind || open == 3);
        win.kong &= win.self_draw || !win.owned().contains(&win.tile);
    }
}

/// A tile next to this one where there is one.
fn neighbour(tile: Tile, random: &mut Random) -> Tile {
    match (suit(tile), rank(tile)) {
        (Some(suit), Some(number)) => {
            let down = number == 9 || (number > 1 && random.chance(50));
            numbered(suit, if down { number - 1 } else { number + 1 })
        }
        _ => any_tile(random),
    }
}

/// How often each fan was scored in a range of hands, and how the other hands ended.
#[derive(Debug, Clone)]
pub struct Coverage {
    /// Times each fan was scored, by number less one, in the first of the best lists.
    pub fans: [u64; 81],
    /// Hands that won.
    pub wins: u64,
    /// Hands with several best lists.
    pub several: u64,
    /// Hands with impossible tiles, contradictory facts, no shape.
    pub refused: [u64; 3],
}

impl Default for Coverage {
    fn default() -> Coverage {
        Coverage { fans: [0; 81], wins: 0, several: 0, refused: [0; 3] }
    }
}

impl Coverage {
    /// Scores the hands with these seeds.
    pub fn of(seeds: Range<u64>) -> Coverage {
        let mut coverage = Coverage::default();
        for seed in seeds {
            coverage.add(&best(&mcr_hand(seed)));
        }
        coverage
    }

    /// Counts one verdict.
    pub fn add(&mut self, verdict: &Result<Verdict, NotAWin>) {
        match verdict {
            Ok(verdict) => {
                self.wins += 1;
                self.several += u64::from(verdict.lists.len() > 1);
                for (&fan, &count) in verdict.lists.first().into_iter().flatten() {
                    self.fans[usize::from(fan) - 1] += u64::from(count);
                }
            }
            Err(NotAWin::Impossible(_)) => self.refused[0] += 1,
            Err(NotAWin::Contradiction(_)) => self.refused[1] += 1,
            Err(NotAWin::NoShape) => self.refused[2] += 1,
        }
    }
}

impl fmt::Display for Coverage {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (row, times) in FANS.iter().zip(self.fans) {
            writeln!(out, "{:>3}  {:<34} {times:>8}", row.number, row.name)?;
        }
        let [impossible, contradictory, shapeless] = self.refused;
        writeln!(out, "wins {} (several best lists: {})", self.wins, self.several)?;
        write!(out, "refused: impossible {impossible}, ")?;
        write!(out, "contradictory {contradictory}, no shape {shapeless}")
    }
}
