//! Hands for the Hong Kong rules: every faan item, liability, robbing, heaven and earth.

use std::collections::BTreeMap;
use std::fmt::Write;
use std::ops::Range;

use super::plan::{Dealt, Last, Plan, any_piece, any_tile, deal, fill};
use super::rare::{kinds, piece_of, plan_for};
use crate::gghk_oracle::{Flags, Hu, Reason, judge};
use crate::mcr_oracle::{Meld, MeldKind};
use crate::random::Random;
use crate::tiles::{is_honour, numbered, suit};

/// What a hand is meant to show.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Aim {
    /// Whatever the plan for this MCR fan brings: the shapes are the same.
    Shape(u8),
    /// Nine gates in fourteen tiles, any of them winning (FA-6.11).
    AnyGate,
    /// Dealer's initial hand.
    Heaven,
    /// The dealer's first discard.
    Earth,
    /// A robbed promoted kong.
    Robbing,
    /// A robbed concealed kong, by orphans or by a hand that may not.
    RobbingConcealed,
    /// One or two kongs just declared.
    AfterKong,
    /// The wall's last tile.
    LastTile,
    /// Four melds: someone is liable.
    FourMelds,
    /// Three dragon sets laid out: someone may be liable.
    DragonMelds,
    /// One suit and perhaps honours.
    OneSuit,
    /// Four sequences.
    Sequences,
    /// Anything.
    Any,
    /// Anything, then spoilt.
    Spoilt,
}

const AIMS: [Aim; 33] = [
    Aim::Shape(1),
    Aim::Shape(2),
    Aim::Shape(4),
    Aim::Shape(5),
    Aim::Shape(7),
    Aim::Shape(8),
    Aim::Shape(9),
    Aim::Shape(10),
    Aim::Shape(11),
    Aim::Shape(12),
    Aim::Shape(18),
    Aim::Shape(22),
    Aim::Shape(49),
    Aim::Shape(50),
    Aim::Shape(54),
    Aim::Shape(56),
    Aim::Shape(60),
    Aim::Shape(62),
    Aim::AnyGate,
    Aim::Heaven,
    Aim::Earth,
    Aim::Robbing,
    Aim::RobbingConcealed,
    Aim::AfterKong,
    Aim::AfterKong,
    Aim::LastTile,
    Aim::FourMelds,
    Aim::FourMelds,
    Aim::DragonMelds,
    Aim::OneSuit,
    Aim::Sequences,
    Aim::Any,
    Aim::Spoilt,
];

/// The hand with this number; its tiles and facts can always exist.
pub fn gghk_hand(seed: u64) -> Hu {
    let mut random = Random::new(Random::new(seed).bits());
    let aim = random.pick(&AIMS);
    loop {
        let plan = plan_of(aim, &mut random);
        let Some(dealt) = deal(&plan, &mut random) else {
            continue;
        };
        let Some(mut hu) = with_facts(dealt, &plan, aim, &mut random) else {
            continue;
        };
        if aim == Aim::Spoilt {
            let place = random.below(hu.standing.len());
            hu.standing[place] = any_tile(&mut random);
        }
        match judge(&hu) {
            // which of the two reasons comes first is not settled: no such hand
            Ok(ruling)
                if hu.flags.robbing_concealed_kong && ruling.reason == Some(Reason::NoPattern) => {}
            Ok(_) => return hu,
            Err(_) => {}
        }
    }
}

fn plan_of(aim: Aim, random: &mut Random) -> Plan {
    let anything = |random: &mut Random| {
        let pieces = fill(Vec::new(), random);
        Plan::regular(pieces, any_tile(random))
    };
    let one = random.between(0, 2);
    match aim {
        Aim::Shape(number) => plan_for(number, random),
        Aim::AnyGate => plan_for(4, random).won_on(Last::Any),
        Aim::Heaven => anything(random).laid(0).drawn(true),
        Aim::Earth => anything(random).laid(0).drawn(false),
        Aim::Robbing if random.chance(20) => plan_for(7, random).drawn(false),
        Aim::RobbingConcealed if random.chance(60) => plan_for(7, random).drawn(false),
        Aim::Robbing | Aim::RobbingConcealed => {
            let plan = if random.chance(50) { plan_for(50, random) } else { plan_for(47, random) };
            plan.drawn(false).laid(20)
        }
        Aim::AfterKong => {
            let number = random.pick(&[5, 17, 46, 57, 48, 74]);
            plan_for(number, random).drawn(true)
        }
        Aim::LastTile => anything(random).drawn(true).laid(20),
        Aim::FourMelds => {
            let pool = kinds(|tile| suit(tile) == Some(one) || is_honour(tile));
            let pieces = (0..4)
                .map(|_| {
                    if random.chance(70) {
                        piece_of(&pool, true, random)
                    } else {
                        any_piece(random)
                    }
                })
                .collect();
            Plan::regular(pieces, random.pick(&pool)).laid(100)
        }
        Aim::DragonMelds => plan_for(2, random).laid(90),
        Aim::OneSuit => {
            let number = random.pick(&[22, 50]);
            plan_for(number, random).laid(60)
        }
        Aim::Sequences => {
            let pair = if random.chance(50) { any_tile(random) } else { numbered(one, 5) };
            Plan { loose: vec![pair; 2], ..plan_for(63, random) }
        }
        Aim::Any | Aim::Spoilt => anything(random),
    }
}

/// Adds seats and facts; nothing when the aim's fact cannot be true of these tiles.
fn with_facts(dealt: Dealt, plan: &Plan, aim: Aim, random: &mut Random) -> Option<Hu> {
    let Dealt { standing, mut melds, tile } = dealt;
    for meld in &mut melds {
        meld.promoted = meld.kind == MeldKind::Kong && random.chance(40);
    }
    let self_draw = plan.self_draw.unwrap_or_else(|| random.chance(50));
    let seat = match aim {
        Aim::Heaven => 0,
        Aim::Earth => random.between(1, 3),
        _ => random.between(0, 3),
    };
    let other = (seat + random.between(1, 3)) % 4;
    let discarder = if aim == Aim::Earth { 0 } else { other };
    let (kongs, in_a_row) = (fresh_kong(&melds), two_fresh_kongs(&melds));
    let after_kong = self_draw && kongs && (aim == Aim::AfterKong || random.chance(15));
    let flags = Flags {
        robbing_kong: aim == Aim::Robbing,
        robbing_concealed_kong: aim == Aim::RobbingConcealed,
        after_kong,
        consecutive_kong: after_kong && in_a_row && random.chance(60),
        last_wall_tile: self_draw
            && aim != Aim::Heaven
            && (aim == Aim::LastTile || random.chance(6)),
        heaven: aim == Aim::Heaven,
        earth: aim == Aim::Earth,
    };
    let discarder = (!self_draw).then_some(discarder);
    let round = random.between(0, 3);
    let hu = Hu { standing, melds, tile, self_draw, discarder, flags, seat, round };
    judge(&hu).is_ok().then_some(hu)
}

/// Some kong can have been the latest action: the last meld, or a promotion at any place.
fn fresh_kong(melds: &[Meld]) -> bool {
    melds.iter().any(|meld| meld.promoted)
        || melds.last().is_some_and(|meld| meld.kind >= MeldKind::Kong)
}

/// Two kongs in a row, the second concealed or promoted (HK FA-6.10).
fn two_fresh_kongs(melds: &[Meld]) -> bool {
    let promoted = melds.iter().filter(|meld| meld.promoted).count();
    let new_kong = |meld: &Meld| meld.kind >= MeldKind::Kong && !meld.promoted;
    let trailing = melds.iter().rev().take_while(|meld| new_kong(meld)).count();
    let last_is_concealed = melds.last().is_some_and(|meld| meld.kind == MeldKind::ConcealedKong);
    promoted >= 2 || (promoted >= 1 && trailing >= 1) || (trailing >= 2 && last_is_concealed)
}

/// How often each item, each refusal and each way of paying occurs in a range of hands.
pub fn gghk_coverage(seeds: Range<u64>) -> BTreeMap<String, u64> {
    let mut table = BTreeMap::new();
    for seed in seeds {
        let hu = gghk_hand(seed);
        let ruling = judge(&hu).expect("generated hands can exist");
        let mut count = |key: String| *table.entry(key).or_insert(0) += 1;
        for item in ruling.lists.first().into_iter().flat_map(|items| items.keys()) {
            count(format!("item {item}"));
        }
        match ruling.reason {
            None => count(format!("legal {}", ruling.faan())),
            Some(Reason::BelowMinimum) => count("below minimum".into()),
            Some(Reason::NoPattern) => count("no pattern".into()),
            Some(Reason::NotRobbable) => count("not robbable".into()),
        }
        if let Some(payments) = ruling.payments {
            let payers = payments.iter().filter(|points| **points < 0).count();
            let drawn = if hu.self_draw { "self-drawn" } else { "discard" };
            let mut key = String::new();
            write!(key, "{drawn}, {payers} paying").expect("writing to a string");
            count(key);
        }
    }
    table
}
