//! Orders as they are typed at the terminal: `penalise 2 10 MCR 3.11.2.2`. They become the page's forms and go the same way.

use serde_json::{Value, json};

use crate::console::Form;

/// How each order is written.
const USAGE: [(&str, &str); 17] = [
    ("start", "SESSION TABLE mcr|gghk A B C D HANDS"),
    ("hand", ""),
    ("dice", "FIRST [SECOND]"),
    ("stop", ""),
    ("run", ""),
    ("time", "MINUTES"),
    ("rule", "SEAT|- RULE"),
    ("penalise", "SEAT POINTS RULE"),
    ("revoke", "NUMBER"),
    ("correct", "TILE hand|meld|river|wall SEAT"),
    ("undo", "ACTS"),
    ("hu", "SEAT TILE self-drawn|discard|robbing FROM"),
    ("confirm", ""),
    ("overrule", "WORTH SEAT1 SEAT2 SEAT3 SEAT4"),
    ("refuse", "SEAT"),
    ("drawn", ""),
    ("end", ""),
];

/// What can be typed.
pub fn usage() -> String {
    let names: Vec<&str> = USAGE.iter().map(|(name, _)| *name).chain(["void"]).collect();
    format!("orders: {}", names.join(" "))
}

/// The form of a typed order, or how to write it.
pub fn typed(text: &str) -> Result<Form, String> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let number = |at: usize| words.get(at).and_then(|word| word.parse::<i64>().ok());
    let word = |at: usize| words.get(at).copied().unwrap_or_default();
    let rest = |at: usize| words.get(at..).unwrap_or_default().join(" ");
    let numbers = |from: usize, to: usize| (from..to).map(number).collect::<Option<Vec<i64>>>();
    let plain = |order: &str| json!({ "order": order });
    let form: Value = match word(0) {
        "start" => json!({
            "order": "start-session", "session": number(1), "table": number(2), "rules": word(3),
            "players": numbers(4, 8), "hands": number(8), "rivers": true, "buttons_declare": true, "language": 0,
        }),
        "hand" => plain("start-hand"),
        "dice" => json!({ "order": "dice", "throws": numbers(1, words.len()) }),
        "stop" => plain("pause"),
        "run" => plain("resume"),
        "time" => {
            json!({ "order": "extra-time", "seconds": number(1).map(|minutes| minutes.saturating_mul(60)) })
        }
        "rule" => json!({ "order": "rule", "seat": number(1), "rule": rest(2) }),
        "penalise" => json!({
            "order": "penalise", "seat": number(1), "points": number(2), "rule": rest(3),
            "to": "nobody", "yellow": 0, "red": 0, "bars": "nothing",
        }),
        "revoke" => json!({ "order": "revoke", "penalty": number(1) }),
        "correct" => {
            json!({ "order": "correct", "tile": word(1), "spot": word(2), "seat": number(3) })
        }
        "undo" => json!({ "order": "undo", "plays": number(1) }),
        "hu" => json!({
            "order": "hu", "seat": number(1), "tile": word(2), "won": word(3),
            "from": number(4).or(number(1)),
        }),
        "confirm" => plain("confirm"),
        "overrule" => {
            json!({ "order": "overrule", "declared": number(1), "payments": numbers(2, 6) })
        }
        "refuse" => json!({ "order": "refuse-hu", "seat": number(1) }),
        "drawn" => plain("drawn"),
        "void" => json!({ "order": "void", "again": word(1) == "again" }),
        "end" => plain("end-session"),
        _ => return Err(usage()),
    };
    serde_json::from_value(form).map_err(|_| {
        let usage = USAGE.iter().find(|(name, _)| *name == word(0));
        format!(
            "say {}",
            usage.map_or("void [again]".into(), |(name, how)| format!("{name} {how}"))
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typed_orders_are_forms_or_say_how_to_write_them() {
        let orders = [
            "start 3 1 mcr 11 12 13 14 16",
            "hand",
            "dice 7 9",
            "stop",
            "run",
            "time 2",
            "rule - MCR 3.9.1.4",
            "penalise 2 10 MCR 3.11.2.2",
            "revoke 1",
            "correct 5p.2 river 3",
            "undo 2",
            "hu 1 5p.2 discard 3",
            "hu 1 5p.2 self-drawn",
            "confirm",
            "overrule 8 24 -8 -8 -8",
            "refuse 4",
            "drawn",
            "void again",
            "end",
        ];
        for order in orders {
            let form = typed(order).unwrap_or_else(|error| panic!("{order}: {error}"));
            form.command().unwrap_or_else(|error| panic!("{order}: {error}"));
        }
        assert_eq!(typed("penalise 2").unwrap_err(), "say penalise SEAT POINTS RULE");
        assert_eq!(typed("dice x").unwrap_err(), "say dice FIRST [SECOND]");
        assert!(typed("shred").unwrap_err().starts_with("orders: start hand"));
        assert!(typed("").is_err());
    }
}
