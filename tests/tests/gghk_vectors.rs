//! Every hand of `vectors/gghk_examples.jsonl` is judged as the file says: items, faan, legality, payments.

use std::collections::BTreeMap;

use host_sim::score::GghkLine;
use serde_json::{Value, json};
use table_core::hand::{Giver, Hand, Meld, MeldKind};
use table_core::rules::gghk::{Judgement, Rulings, judge};
use table_core::rules::shape::FaceSet;
use table_core::rules::{self, Declared, Memory, Source, Verdict, book};
use table_core::seat::{Seat, Wind};
use table_core::tile::Face;

const WINDS: &str = "ESWN";

fn tiles(text: &str) -> Vec<Face> {
    Face::in_a_row(text).map(Result::unwrap).collect()
}

/// East deals, so that winds and seats are counted alike.
fn seat(value: &Value) -> Seat {
    Seat::ALL[WINDS.find(value.as_str().unwrap()).unwrap()]
}

fn meld(value: &Value) -> Meld {
    let kind = match value["kind"].as_str().unwrap() {
        "chow" => MeldKind::Chow,
        "pung" => MeldKind::Pung,
        "kong" => MeldKind::Kong,
        "ckong" => MeldKind::ConcealedKong,
        other => panic!("no kind of meld: {other}"),
    };
    let givers = [Giver::Nobody, Giver::Left, Giver::Opposite, Giver::Right];
    Meld {
        kind,
        face: value["tile"].as_str().unwrap().parse().unwrap(),
        from: givers[value["from"].as_u64().unwrap() as usize],
        promoted: value["promoted"].as_bool().unwrap_or(false),
    }
}

fn declared(value: &Value) -> Declared {
    let flags: Vec<&str> =
        value["flags"].as_array().unwrap().iter().map(|flag| flag.as_str().unwrap()).collect();
    let has = |flag: &str| flags.contains(&flag);
    let source = match (value["self_draw"].as_bool().unwrap(), &value["discarder"]) {
        (true, Value::Null) if has("after_kong") => {
            Source::Supplement { in_a_row: has("consecutive_kong") }
        }
        (true, Value::Null) => Source::Wall,
        (false, from) if has("robbing_kong") => Source::PromotedKong(seat(from)),
        (false, from) if has("robbing_concealed_kong") => Source::ConcealedKong(seat(from)),
        (false, from) => Source::Discard(seat(from)),
        (true, from) => panic!("self-drawn from {from}"),
    };
    let mut hand = Hand::default();
    hand.standing.extend(tiles(value["concealed"].as_str().unwrap()));
    hand.melds.extend(value["melds"].as_array().unwrap().iter().map(meld));
    Declared {
        seat: seat(&value["seat"]),
        dealer: Seat::First,
        round: Wind::ALL[seat(&value["round"]).index()],
        hand,
        winning: value["win"].as_str().unwrap().parse().unwrap(),
        source,
        last_tile: has("last_wall_tile"),
        last_of_kind: false,
        opening: has("heaven") || has("earth"),
        flowers: 0,
    }
}

/// The answer in the words of the file.
fn told(judgement: &Judgement, payments: Option<[i32; 4]>) -> Value {
    let score = judgement.score();
    let items: BTreeMap<&str, u8> = score
        .iter()
        .flat_map(|score| score.made.iter())
        .map(|made| (made.item.key(), made.faan()))
        .collect();
    let mut told = json!({
        "legal": judgement.reason().is_none(),
        "items": items,
        "faan": score.map_or(0, |score| score.faan()),
        "raw": score.map_or(0, |score| score.raw),
        "payments": payments.map(|[e, s, w, n]| json!({"E": e, "S": s, "W": w, "N": n})),
    });
    if let Some(reason) = judgement.reason() {
        told["reason"] = reason.key().into();
    }
    told
}

#[test]
fn every_vector_holds() {
    let text = include_str!("../vectors/gghk_examples.jsonl");
    let book = book("gghk").unwrap();
    let (rulings, memory) = (rules::Rulings::default(), Memory::default());
    let mut failures = Vec::new();
    for line in text.lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let win = declared(&value);
        let judgement = judge(&win, FaceSet::EMPTY, &Rulings::default()).unwrap();
        let verdict = book.judge(&win, &memory, &rulings).unwrap();
        let payments = match &verdict {
            Verdict::Legal(counted) => {
                let payment = book.settle(&win, counted, &rulings).unwrap();
                Some(payment.settlement.by_seat().map(|points| points.0))
            }
            Verdict::False { .. } => None,
        };
        let told = told(&judgement, payments);
        if told != value["expect"] {
            let id = &value["id"];
            failures.push(format!("{id}: {told}\n  for {}", value["expect"]));
        }
    }
    assert!(failures.is_empty(), "{} wrong:\n{}", failures.len(), failures.join("\n"));
    assert_eq!(text.lines().count(), 87);
}

#[test]
fn the_public_face_says_the_same() {
    for line in include_str!("../vectors/gghk_examples.jsonl").lines() {
        let value: Value = serde_json::from_str(line).unwrap();
        let answer = GghkLine::answer(line, &Rulings::default());
        assert_eq!(answer, value["expect"], "{}", value["id"]);
    }
}

#[test]
fn a_line_that_is_no_declared_win_gets_an_error_that_says_what_is_wrong() {
    let error = |facts: Value| {
        let mut line = json!({"concealed": "1m2m3m4p5p6p7s8s9s2m3m5s5s", "win": "4m"});
        for (key, value) in facts.as_object().unwrap() {
            line[key] = value.clone();
        }
        let answer = GghkLine::answer(&line.to_string(), &Rulings::default());
        answer["error"].as_str().unwrap_or_else(|| panic!("{facts}: {answer}")).to_owned()
    };
    assert!(error(json!({"self_draw": true, "discarder": "W"})).contains("names no discarder"));
    assert!(error(json!({"self_draw": false})).contains("names one"));
    assert!(error(json!({"self_draw": true, "flags": ["flying"]})).contains("no flag"));
    assert!(error(json!({"self_draw": true, "flags": ["robbing_kong"]})).contains("robbing_kong"));
    assert!(error(json!({"discarder": "W", "flags": ["after_kong"]})).contains("after_kong"));
    assert!(error(json!({"discarder": "W", "flags": ["heaven"]})).contains("heaven"));
    assert!(error(json!({"self_draw": true, "flags": ["after_kong"]})).contains("without a kong"));
    assert!(error(json!({"discarder": "E", "seat": "E"})).contains("own discard"));
}
