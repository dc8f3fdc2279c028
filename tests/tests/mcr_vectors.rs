//! The example hands of the rule book and others like them, through the public face of the scorer: JSON lines in and out.

use host_sim::score::McrLine;
use serde_json::{Value, json};
use table_core::rules::mcr::Rulings;

const VECTORS: &str = include_str!("../vectors/mcr_examples.jsonl");
/// A file that is shorter has lost something.
const COUNT: usize = 282;

/// Whether an answer is the one expected: the total, and one of the lists that are as right as the first.
fn agrees(answer: &Value, expect: &Value) -> bool {
    if expect.get("error").is_some() {
        return answer.get("error").is_some();
    }
    let lists =
        std::iter::once(&expect["fans"]).chain(expect["alt"].as_array().into_iter().flatten());
    let totals = ["points", "points_without_flowers"].iter().all(|key| answer[key] == expect[key]);
    totals && lists.into_iter().any(|list| *list == answer["fans"])
}

#[test]
fn every_example_hand_gets_its_points_and_its_fan() {
    let lines: Vec<&str> = VECTORS.lines().filter(|line| !line.trim().is_empty()).collect();
    assert_eq!(lines.len(), COUNT);
    let wrong: Vec<String> = lines
        .iter()
        .filter_map(|line| {
            let example: Value = serde_json::from_str(line).unwrap();
            let answer = McrLine::answer(line, &Rulings::default());
            let expect = &example["expect"];
            (!agrees(&answer, expect))
                .then(|| format!("{}: {answer}, expected {expect}", example["id"]))
        })
        .collect();
    assert!(wrong.is_empty(), "{} of {COUNT} differ:\n{}", wrong.len(), wrong.join("\n"));
}

#[test]
fn a_line_that_is_no_hand_gets_an_error_that_says_what_is_wrong() {
    let error = |line: &str| {
        McrLine::answer(line, &Rulings::default())["error"].as_str().unwrap().to_owned()
    };
    assert!(error("not json").contains("expected"));
    assert!(error(r#"{"win":"1m"}"#).contains("missing field `concealed`"));
    assert!(error(r#"{"concealed":"1x","win":"1m"}"#).contains("no suit behind them"));
    assert!(error(r#"{"concealed":"1m","win":"1m","seat":"X"}"#).contains("no wind"));
    assert!(error(r#"{"concealed":"1m","win":"1m"}"#).contains("1 tiles where"));
    let five = json!({"concealed": "1m1m1m1m2m2m2m3m3m3m4m4m4m", "win": "1m"}).to_string();
    assert!(error(&five).contains("a fifth copy of 1m"));
    let many = json!({"concealed": "1m".repeat(20), "win": "1m"}).to_string();
    assert!(error(&many).contains("20 tiles where"));
}
