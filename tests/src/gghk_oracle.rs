//! A second opinion on Hong Kong hands: faan, legality and who pays, written from sections 4 to 6
//! of the digest and nothing else.
//!
//! Faan compound without exclusions (HK BP-2), so there is no search: every reading is added up,
//! the largest raw total counts (HK SE-3).

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use crate::mcr_oracle::{Meld, MeldKind, Set, Shape, is_thirteen_orphans, sets_and_pair};
use crate::tiles::{
    self, EAST, KINDS, Tile, counts, is_dragon, is_honour, is_outer, is_terminal, is_wind,
    numbered, suit,
};

/// Special facts about a win.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Flags {
    /// Won on the tile of a promoted kong.
    pub robbing_kong: bool,
    /// Won on a tile of another player's concealed kong.
    pub robbing_concealed_kong: bool,
    /// Won on a kong's supplement.
    pub after_kong: bool,
    /// That kong was itself declared on a supplement.
    pub consecutive_kong: bool,
    /// Won by drawing the wall's last tile.
    pub last_wall_tile: bool,
    /// Dealer's initial fourteen.
    pub heaven: bool,
    /// On the dealer's first discard.
    pub earth: bool,
}

/// A declared hu; the fields are those of the vectors.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hu {
    /// Standing tiles without the winning one.
    pub standing: Vec<Tile>,
    /// Melds in order of melding.
    pub melds: Vec<Meld>,
    /// The winning tile.
    pub tile: Tile,
    /// Drawn by the winner.
    pub self_draw: bool,
    /// Seat of the chucker or of the robbed player.
    pub discarder: Option<u8>,
    /// Special facts.
    pub flags: Flags,
    /// Seat wind of the winner, 0 to 3.
    pub seat: u8,
    /// Prevailing wind, 0 to 3.
    pub round: u8,
}

/// Why a hu earns nothing.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reason {
    /// Fewer than three faan (HK HU-5).
    BelowMinimum,
    /// Neither four sets and a pair nor thirteen orphans (HK HU-1).
    NoPattern,
    /// A concealed kong yields to thirteen orphans only (HK RC-1).
    NotRobbable,
}

/// Faan by item.
pub type Items = BTreeMap<&'static str, u8>;

/// The oracle's answer.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Ruling {
    /// Why the hand is not legal; nothing if it is.
    pub reason: Option<Reason>,
    /// Every item list of the largest total.
    pub lists: BTreeSet<Items>,
    /// Faan before the cap.
    pub raw: u8,
    /// Points by seat, E S W N, when legal.
    pub payments: Option<[i32; 4]>,
}

impl Ruling {
    /// Faan after the cap of ten (HK BP-4).
    pub fn faan(&self) -> u8 {
        self.raw.min(10)
    }

    fn refused(reason: Reason) -> Ruling {
        let lists = BTreeSet::from([Items::new()]);
        Ruling { reason: Some(reason), lists, raw: 0, payments: None }
    }
}

/// Judges a hu, or says why such a hand cannot exist.
pub fn judge(hu: &Hu) -> Result<Ruling, String> {
    hu.check()?;
    let mut standing = hu.standing.clone();
    standing.push(hu.tile);
    standing.sort_unstable();
    let orphans = hu.melds.is_empty() && is_thirteen_orphans(&standing);
    let lists: Vec<Items> = if orphans {
        vec![hu.orphan_items()]
    } else {
        hu.readings(&standing).iter().map(|reading| hu.items(reading)).collect()
    };
    if lists.is_empty() {
        return Ok(Ruling::refused(Reason::NoPattern));
    }
    if hu.flags.robbing_concealed_kong && !orphans {
        return Ok(Ruling::refused(Reason::NotRobbable));
    }
    let total = |items: &Items| items.values().sum::<u8>();
    let raw = lists.iter().map(total).max().unwrap_or(0);
    let lists = lists.into_iter().filter(|items| total(items) == raw).collect();
    let short = raw < 3;
    let payments = (!short).then(|| hu.payments(raw.min(10)));
    let reason = short.then_some(Reason::BelowMinimum);
    Ok(Ruling { reason, lists, raw, payments })
}

impl Hu {
    fn is_robbing(&self) -> bool {
        self.flags.robbing_kong || self.flags.robbing_concealed_kong
    }

    /// All tiles owned before the win.
    pub fn owned(&self) -> Vec<Tile> {
        let melded = self.melds.iter().flat_map(Meld::tiles);
        self.standing.iter().copied().chain(melded).collect()
    }

    /// Whether tiles and facts can exist together.
    fn check(&self) -> Result<(), String> {
        for meld in &self.melds {
            meld.check()?;
        }
        let mut all = self.owned();
        all.push(self.tile);
        if all.iter().any(|&tile| usize::from(tile) >= KINDS) {
            return Err("no such tile".into());
        }
        let Flags { robbing_kong, robbing_concealed_kong, after_kong, consecutive_kong, .. } =
            self.flags;
        let Flags { heaven, earth, .. } = self.flags;
        let is_kong = |meld: &&Meld| meld.kind >= MeldKind::Kong;
        let kongs = self.melds.iter().filter(is_kong).count();
        let wrong = [
            (self.standing.len() + 3 * self.melds.len() != 13, "not thirteen tiles"),
            (counts(&all).iter().any(|&count| count > 4), "a fifth copy"),
            (self.self_draw == self.discarder.is_some(), "either drawn or discarded"),
            (self.discarder == Some(self.seat), "the winner discarded"),
            (self.is_robbing() && self.self_draw, "robbing is no draw"),
            (robbing_kong && robbing_concealed_kong, "one kong is robbed"),
            (self.is_robbing() && self.owned().contains(&self.tile), "robbing a fifth copy"),
            (after_kong && (!self.self_draw || kongs == 0), "a supplement without a kong"),
            (consecutive_kong && (!after_kong || kongs < 2), "two kongs in a row without two"),
            (
                heaven && (self.seat != 0 || !self.self_draw || !self.melds.is_empty()),
                "heaven is the dealer's initial hand",
            ),
            (
                earth && (self.discarder != Some(0) || !self.melds.is_empty()),
                "earth is the dealer's first discard",
            ),
        ];
        wrong.iter().find(|(found, _)| *found).map_or(Ok(()), |(_, why)| Err((*why).into()))
    }

    /// Four sets and a pair in every way, each with every set the winning tile may have completed.
    fn readings(&self, standing: &[Tile]) -> Vec<Vec<Set>> {
        let shape = |kind| match kind {
            MeldKind::Chow => Shape::Chow,
            MeldKind::Pung => Shape::Pung,
            MeldKind::Kong | MeldKind::ConcealedKong => Shape::Kong,
        };
        let meld = |meld: &Meld| {
            let (shape, tiles) = (shape(meld.kind), meld.tiles());
            Set { shape, tiles, open: meld.is_open(), won: false }
        };
        let melds: Vec<Set> = self.melds.iter().map(meld).collect();
        let mut readings = Vec::new();
        for sets in sets_and_pair(standing) {
            for completed in 0..sets.len() {
                if sets[completed].tiles.contains(&self.tile) {
                    let mut sets = sets.clone();
                    sets[completed].won = true;
                    readings.push([melds.clone(), sets].concat());
                }
            }
        }
        readings
    }

    /// Items that depend on how the hand was won, not on its sets.
    fn way_items(&self, items: &mut Items) {
        let flags = self.flags;
        let found = [
            // FA-1.2: a concealed kan is a meld here, a discard win still qualifies.
            ("closed_hand", 1, self.melds.is_empty()),
            ("self_drawn", 1, self.self_draw),
            ("robbing_kong", 1, self.is_robbing()),
            ("after_kong", 1, flags.after_kong),
            // FA-1.9: by drawing only.
            ("last_wall_tile", 1, flags.last_wall_tile && self.self_draw),
            ("heaven", 10, flags.heaven),
            ("earth", 10, flags.earth),
            ("consecutive_kong", 10, flags.consecutive_kong),
        ];
        items.extend(found.iter().filter(|item| item.2).map(|item| (item.0, item.1)));
    }

    fn orphan_items(&self) -> Items {
        let mut items = Items::from([("thirteen_orphans", 10)]);
        self.way_items(&mut items);
        items
    }

    /// All items of one reading (FA-1 to FA-6).
    fn items(&self, sets: &[Set]) -> Items {
        let mut items = Items::new();
        self.way_items(&mut items);
        let tiles: Vec<Tile> = sets.iter().flat_map(|set| set.tiles.iter().copied()).collect();
        let all = |test: fn(Tile) -> bool| tiles.iter().all(|&tile| test(tile));
        let suits = (0..3).filter(|&one| tiles.iter().any(|&tile| suit(tile) == Some(one))).count();
        let honours = tiles.iter().any(|&tile| is_honour(tile));
        let pair = |test: fn(Tile) -> bool| {
            sets.iter().any(|set| set.shape == Shape::Pair && test(set.tiles[0]))
        };
        let triplets: Vec<&Set> = sets.iter().filter(|set| set.is_pung()).collect();
        let triplets_of = |test: &dyn Fn(Tile) -> bool| {
            triplets.iter().filter(|set| test(set.tiles[0])).count() as u8
        };
        let shaped = |shape| sets.iter().filter(|set| set.shape == shape).count();
        let (dragons, winds) = (triplets_of(&is_dragon), triplets_of(&is_wind));
        let seat_and_round = triplets_of(&|tile| tile == EAST + self.seat)
            + triplets_of(&|tile| tile == EAST + self.round);
        let all_triplets = triplets.len() == 4;
        // FA-6.4: no quads, and a discard may only have completed the pair.
        let completed = |set: &Set| set.won && !self.self_draw;
        let concealed =
            triplets.iter().all(|set| set.shape == Shape::Pung && !set.open && !completed(set));
        let found = [
            ("all_sequences", 1, shaped(Shape::Chow) == 4),
            ("dragon_triplet", dragons, dragons > 0),
            ("wind_triplet", seat_and_round, seat_and_round > 0),
            ("all_terminals_honours", 1, all_triplets && all(is_outer)),
            ("semi_flush", 3, suits == 1 && honours),
            ("all_triplets", 3, all_triplets),
            ("small_dragons", 3, dragons == 2 && pair(is_dragon)),
            ("big_dragons", 5, dragons == 3),
            ("flush", 7, suits == 1 && !honours),
            ("all_honours", 10, suits == 0),
            ("small_winds", 10, winds == 3 && pair(is_wind)),
            ("big_winds", 10, winds == 4),
            ("all_concealed_triplets", 10, all_triplets && concealed),
            ("all_quads", 10, shaped(Shape::Kong) == 4),
            ("all_terminals", 10, all(is_terminal)),
            ("nine_gates", 10, self.is_nine_gates()),
        ];
        items.extend(found.iter().filter(|item| item.2).map(|item| (item.0, item.1)));
        items
    }

    /// FA-6.11: on a discard the thirteen must be the gates; self-drawn the fourteen contain them.
    fn is_nine_gates(&self) -> bool {
        let Some(one) = suit(self.tile) else {
            return false;
        };
        let mut tiles = self.standing.clone();
        if self.self_draw {
            tiles.push(self.tile);
        }
        let gates = [1, 1, 1, 2, 3, 4, 5, 6, 7, 8, 9, 9, 9].map(|rank| numbered(one, rank));
        let (have, need) = (counts(&tiles), counts(&gates));
        self.melds.is_empty()
            && tiles.iter().all(|&tile| suit(tile) == Some(one))
            && (0..KINDS).all(|kind| have[kind] >= need[kind])
    }

    /// Who is liable for a self-drawn win (PR-2, PR-3): the later liability replaces the earlier.
    fn liable(&self) -> Option<u8> {
        let mut liable = None;
        let mut dragons = 0;
        for (place, meld) in self.melds.iter().enumerate() {
            let is_dragon_set = is_dragon(meld.tile);
            let third_dragon = is_dragon_set && dragons == 2;
            if meld.is_open() && (place == 3 || third_dragon) {
                liable = Some((self.seat + 4 - meld.from) % 4);
            }
            dragons += u8::from(is_dragon_set);
        }
        liable
    }

    /// Points by seat (FS, PR, RC-2).
    fn payments(&self, faan: u8) -> [i32; 4] {
        let chuck = [32, 64, 96, 128, 192, 256, 384, 512][usize::from(faan) - 3];
        let share = chuck / 2;
        let mut payments = [0; 4];
        let mut pay = |seat: u8, points: i32| {
            payments[usize::from(seat)] -= points;
            payments[usize::from(self.seat)] += points;
        };
        match (self.discarder, self.liable()) {
            (Some(robbed), _) if self.is_robbing() => pay(robbed, 3 * share),
            (Some(chucker), _) => pay(chucker, chuck),
            (None, Some(liable)) => pay(liable, 3 * share),
            (None, None) => (1..4).for_each(|step| pay((self.seat + step) % 4, share)),
        }
        payments
    }
}

impl fmt::Display for Hu {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(out, "{}", tiles::names(&self.standing))?;
        for meld in &self.melds {
            let promoted = if meld.promoted { " promoted" } else { "" };
            write!(
                out,
                " {:?}({}<{}{promoted})",
                meld.kind,
                tiles::names(&meld.tiles()),
                meld.from
            )?;
        }
        write!(out, " + {} discarder={:?}", tiles::name(self.tile), self.discarder)?;
        let wind = |wind: u8| tiles::name(EAST + wind);
        write!(out, " seat={} round={} {:?}", wind(self.seat), wind(self.round), self.flags)
    }
}
