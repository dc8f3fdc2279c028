//! The MCR yardstick itself is measured: it must agree with every published example.

use std::collections::BTreeMap;

use conformance::mcr_oracle::{NotAWin, Win, best, fan_named};
use conformance::tiles;
use conformance::vectors::{meld, one_tile};
use serde_json::Value;

const VECTORS: &str = include_str!("../vectors/mcr_examples.jsonl");

fn win(vector: &Value) -> Win {
    let flag = |name: &str| vector[name].as_bool().expect("a flag");
    Win {
        standing: tiles::parse(vector["concealed"].as_str().expect("tiles")).expect("tiles"),
        melds: vector["melds"].as_array().expect("melds").iter().map(meld).collect(),
        tile: one_tile(&vector["win"]),
        self_draw: flag("self_draw"),
        last_of_kind: flag("last_of_kind"),
        last_tile: flag("last_tile"),
        kong: flag("kong"),
        flowers: vector["flowers"].as_u64().expect("flowers") as u8,
        seat: one_tile(&vector["seat"]) - tiles::EAST,
        round: one_tile(&vector["round"]) - tiles::EAST,
    }
}

fn list(fans: &Value) -> BTreeMap<u8, u8> {
    let fans = fans.as_object().expect("a fan list");
    let row = |(name, count): (&String, &Value)| {
        let fan = fan_named(name).unwrap_or_else(|| panic!("no fan {name}"));
        (fan.number, count.as_u64().expect("a count") as u8)
    };
    fans.iter().map(row).collect()
}

#[test]
fn the_oracle_agrees_with_every_example() {
    let mut wrong = Vec::new();
    let mut hands = 0;
    for line in VECTORS.lines() {
        let vector: Value = serde_json::from_str(line).expect("a JSON line");
        let expect = &vector["expect"];
        let win = win(&vector);
        let verdict = best(&win);
        hands += 1;
        let right = match &verdict {
            Err(NotAWin::NoShape) => expect["error"].is_string(),
            Err(_) => false,
            Ok(_) if expect["error"].is_string() => false,
            Ok(verdict) => {
                let mut accepted = vec![list(&expect["fans"])];
                accepted.extend(expect["alt"].as_array().into_iter().flatten().map(list));
                // Every accepted list must be reachable, and nothing else may be.
                expect["points"] == verdict.points
                    && expect["points_without_flowers"] == verdict.points_without_flowers
                    && accepted.iter().all(|list| verdict.lists.contains(list))
                    && verdict.lists.len() == accepted.len()
            }
        };
        if !right {
            wrong.push(format!("{} {win}\n  expected {expect}\n  found {verdict:?}", vector["id"]));
        }
    }
    assert_eq!(hands, 282);
    assert!(wrong.is_empty(), "{} of {hands} differ:\n{}", wrong.len(), wrong.join("\n"));
}
