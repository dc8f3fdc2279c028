//! The Hong Kong yardstick itself is measured: it must agree with every example.

use std::collections::BTreeMap;

use conformance::gghk_oracle::{Flags, Hu, Reason, judge};
use conformance::tiles;
use conformance::vectors::{meld, one_tile};
use serde_json::Value;

const VECTORS: &str = include_str!("../vectors/gghk_examples.jsonl");

fn flags(value: &Value) -> Flags {
    let mut flags = Flags::default();
    for flag in value.as_array().expect("flags") {
        let flag = match flag.as_str().expect("a flag") {
            "robbing_kong" => &mut flags.robbing_kong,
            "robbing_concealed_kong" => &mut flags.robbing_concealed_kong,
            "after_kong" => &mut flags.after_kong,
            "consecutive_kong" => &mut flags.consecutive_kong,
            "last_wall_tile" => &mut flags.last_wall_tile,
            "heaven" => &mut flags.heaven,
            "earth" => &mut flags.earth,
            other => panic!("no flag {other}"),
        };
        *flag = true;
    }
    flags
}

fn hu(vector: &Value) -> Hu {
    let wind = |value: &Value| one_tile(value) - tiles::EAST;
    Hu {
        standing: tiles::parse(vector["concealed"].as_str().expect("tiles")).expect("tiles"),
        melds: vector["melds"].as_array().expect("melds").iter().map(meld).collect(),
        tile: one_tile(&vector["win"]),
        self_draw: vector["self_draw"].as_bool().expect("a flag"),
        discarder: Some(&vector["discarder"]).filter(|value| !value.is_null()).map(wind),
        flags: flags(&vector["flags"]),
        seat: wind(&vector["seat"]),
        round: wind(&vector["round"]),
    }
}

#[test]
fn the_oracle_agrees_with_every_example() {
    let mut wrong = Vec::new();
    let mut hands = 0;
    for line in VECTORS.lines() {
        let vector: Value = serde_json::from_str(line).expect("a JSON line");
        let expect = &vector["expect"];
        let hu = hu(&vector);
        let ruling = judge(&hu).expect("every example can exist");
        hands += 1;
        let reason = match ruling.reason {
            None => Value::Null,
            Some(Reason::BelowMinimum) => "below_minimum".into(),
            Some(Reason::NoPattern) => "no_pattern".into(),
            Some(Reason::NotRobbable) => "not_robbable".into(),
        };
        let items: BTreeMap<&str, u8> = expect["items"]
            .as_object()
            .expect("items")
            .iter()
            .map(|(key, faan)| (key.as_str(), faan.as_u64().expect("faan") as u8))
            .collect();
        let payments = ruling.payments.map_or(
            Value::Null,
            |[e, s, w, n]| serde_json::json!({ "E": e, "S": s, "W": w, "N": n }),
        );
        let right = expect["legal"] == ruling.reason.is_none()
            && expect["reason"] == reason
            && ruling.lists.iter().any(|list| *list == items)
            && expect["faan"] == ruling.faan()
            && expect["raw"] == ruling.raw
            && expect["payments"] == payments;
        if !right {
            wrong.push(format!("{} {hu}\n  expected {expect}\n  found {ruling:?}", vector["id"]));
        }
    }
    assert_eq!(hands, 87);
    assert!(wrong.is_empty(), "{} of {hands} differ:\n{}", wrong.len(), wrong.join("\n"));
}
