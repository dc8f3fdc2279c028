//! The example hands of the rule book and others like them, `tests/vectors/mcr_examples.jsonl`, scored here as well: whoever
//! changes a rule hears of it before the simulator is built.

use std::collections::BTreeMap;
use std::string::String;

use serde_json::Value;

use super::*;

const EXAMPLES: &str = include_str!("../../../../../tests/vectors/mcr_examples.jsonl");

/// An example in the words of [`super::win`].
fn text(example: &Value) -> String {
    let text = |key: &str| example[key].as_str().unwrap();
    let is = |key: &str| example[key].as_bool().unwrap();
    let mut words = std::vec![String::from(text("concealed"))];
    for meld in example["melds"].as_array().unwrap() {
        let (kind, tile) = (meld["kind"].as_str().unwrap(), meld["tile"].as_str().unwrap());
        words.push(std::format!("{kind}:{tile}"));
    }
    let way = if is("self_draw") { '*' } else { '+' };
    words.push(std::format!("{way}{}", text("win")));
    for (key, word) in [("last_of_kind", "kind"), ("last_tile", "last"), ("kong", "gang")] {
        words.extend(is(key).then(|| word.into()));
    }
    words.push(std::format!("f{} {}/{}", example["flowers"], text("seat"), text("round")));
    words.join(" ")
}

#[test]
fn every_example_gets_its_points_and_its_fan() {
    let mut examples = 0;
    for line in EXAMPLES.lines() {
        let example: Value = serde_json::from_str(line).unwrap();
        let expect = &example["expect"];
        let text = text(&example);
        examples += 1;
        let scored = score(&win(&text), &Rulings::default());
        let Ok(score) = scored else {
            assert!(expect.get("error").is_some(), "{text}: {scored:?}");
            continue;
        };
        assert_eq!(expect["points"], score.points(), "{text}");
        assert_eq!(expect["points_without_flowers"], score.points_without_flowers(), "{text}");
        let fans: BTreeMap<&str, u8> =
            score.fans().map(|scored| (scored.fan.english(), scored.count)).collect();
        let fans = serde_json::to_value(fans).unwrap();
        // Where the book leaves the choice several lists are right.
        let others = expect["alt"].as_array();
        let right = expect["fans"] == fans || others.is_some_and(|lists| lists.contains(&fans));
        assert!(right, "{text}: {fans}");
    }
    assert_eq!(examples, 282);
}
