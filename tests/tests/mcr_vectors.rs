//! Every hand of `vectors/mcr_examples.jsonl` scores what the file says: points, fan and legality.

use std::collections::BTreeMap;

use serde_json::Value;
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::mcr::{Rulings, Win, score, total};
use table_core::seat::Wind;
use table_core::tile::Face;

fn tiles(text: &str) -> Vec<Face> {
    let mut rest = text;
    let mut faces = Vec::new();
    while !rest.is_empty() {
        let length = if rest.starts_with(|letter: char| letter.is_ascii_digit()) {
            2
        } else {
            1
        };
        let (tile, after) = rest.split_at(length);
        faces.push(tile.parse().unwrap());
        rest = after;
    }
    faces
}

fn wind(value: &Value) -> Wind {
    match value.as_str().unwrap() {
        "E" => Wind::East,
        "S" => Wind::South,
        "W" => Wind::West,
        _ => Wind::North,
    }
}

fn meld(value: &Value) -> Meld {
    let kind = match value["kind"].as_str().unwrap() {
        "chow" => MeldKind::Chow,
        "pung" => MeldKind::Pung,
        "kong" => MeldKind::Kong,
        _ => MeldKind::ConcealedKong,
    };
    let from = match value["from"].as_u64().unwrap() {
        0 => Giver::Nobody,
        1 => Giver::Left,
        2 => Giver::Opposite,
        _ => Giver::Right,
    };
    Meld {
        kind,
        face: value["tile"].as_str().unwrap().parse().unwrap(),
        from,
        promoted: false,
    }
}

fn win(value: &Value) -> Win {
    let flag = |name: &str| value[name].as_bool().unwrap();
    let mut hand = Hand::default();
    hand.standing
        .extend_from_slice(&tiles(value["concealed"].as_str().unwrap()))
        .unwrap();
    hand.melds
        .extend(value["melds"].as_array().unwrap().iter().map(meld));
    Win {
        hand,
        winning: value["win"].as_str().unwrap().parse().unwrap(),
        self_drawn: flag("self_draw"),
        last_of_kind: flag("last_of_kind"),
        last_tile: flag("last_tile"),
        kong: flag("kong"),
        flowers: value["flowers"].as_u64().unwrap() as u8,
        seat: wind(&value["seat"]),
        round: wind(&value["round"]),
    }
}

fn list(value: &Value) -> BTreeMap<String, u64> {
    let fans = value.as_object().unwrap().iter();
    fans.map(|(name, count)| (name.clone(), count.as_u64().unwrap()))
        .collect()
}

#[test]
fn every_vector_holds() {
    let text = include_str!("../vectors/mcr_examples.jsonl");
    let mut failures = Vec::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let expect = &value["expect"];
        let win = win(&value);
        let result = score(&win, &Rulings::default());
        let id = value["id"].as_str().unwrap();
        let Ok(score) = result else {
            if expect.get("error").is_none() {
                failures.push(format!("{id}: {result:?} for {expect}"));
            }
            continue;
        };
        if expect.get("error").is_some() {
            failures.push(format!("{id}: scored, though no win"));
            continue;
        }
        let fans: BTreeMap<String, u64> = score
            .fans()
            .map(|scored| (scored.fan.english().to_owned(), u64::from(scored.count)))
            .collect();
        let alternatives = expect["alt"].as_array().into_iter().flatten();
        let listed = std::iter::once(&expect["fans"])
            .chain(alternatives)
            .any(|other| list(other) == fans);
        let sum: u16 = score.fans().map(|scored| scored.points()).sum();
        let right = listed
            && u64::from(score.points()) == expect["points"].as_u64().unwrap()
            && u64::from(score.points_without_flowers())
                == expect["points_without_flowers"].as_u64().unwrap()
            && sum == score.points()
            && total(&win, &Rulings::default()) == Ok(score.points());
        if !right {
            failures.push(format!("{id}: {} {fans:?} for {expect}", score.points()));
        }
    }
    assert!(
        failures.is_empty(),
        "{} wrong:\n{}",
        failures.len(),
        failures.join("\n")
    );
    assert_eq!(text.lines().count(), 282);
}
