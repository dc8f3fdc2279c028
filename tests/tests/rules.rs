//! Every rule and every row of what the table senses has its place: shown, left to people, or beyond the sensors.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use serde::Deserialize;

/// Where a rule is shown.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Shown {
    /// In a file that is run.
    Scenario(PathBuf),
    /// By a test.
    Test(String),
    /// People decide it.
    Referee(String),
    /// The table cannot know it.
    NotSensed(String),
}

impl Shown {
    fn kind(&self) -> &'static str {
        match self {
            Shown::Scenario(_) => "scenario",
            Shown::Test(_) => "test",
            Shown::Referee(_) => "referee",
            Shown::NotSensed(_) => "not sensed",
        }
    }

    /// What is wrong with the entry itself.
    fn trouble(&self, tests: &BTreeSet<String>) -> Option<String> {
        match self {
            // Only these folders are run.
            Shown::Scenario(file) => {
                let run = ["played", "scenarios"].iter().any(|it| file.starts_with(it));
                (!run || !here().join(file).is_file())
                    .then(|| format!("no scenario {}", file.display()))
            }
            Shown::Test(name) => (!tests.contains(name)).then(|| format!("no test {name}")),
            Shown::Referee(why) | Shown::NotSensed(why) => {
                why.trim().is_empty().then(|| "no reason".into())
            }
        }
    }
}

fn here() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn table() -> BTreeMap<String, Shown> {
    let text = fs::read_to_string(here().join("rules.toml")).unwrap();
    toml::from_str(&text).unwrap()
}

fn ids() -> Vec<String> {
    let text = fs::read_to_string(here().join("rule_ids.txt")).unwrap();
    text.lines().map(str::to_owned).collect()
}

/// The names of all tests of the workspace, from its sources: a name that is gone must not go unnoticed.
fn tests() -> BTreeSet<String> {
    let mut names = BTreeSet::new();
    let mut folders: Vec<PathBuf> = ["core/src", "host-sim/src", "firmware/src", "tests/tests"]
        .iter()
        .map(|folder| here().join("..").join(folder))
        .collect();
    while let Some(folder) = folders.pop() {
        for entry in fs::read_dir(folder).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|end| end == "rs") {
                names.extend(tests_of(&fs::read_to_string(path).unwrap()));
            }
        }
    }
    names
}

/// Functions that stand right below a test attribute; other attributes and comments may lie between.
fn tests_of(source: &str) -> Vec<String> {
    let mut names = vec![];
    let mut marked = false;
    for line in source.lines().map(str::trim) {
        if line == "#[test]" {
            marked = true;
        } else if let Some(rest) = line.strip_prefix("fn ") {
            let name = rest.split('(').next().unwrap_or_default();
            if std::mem::take(&mut marked) {
                names.push(name.to_owned());
            }
        }
    }
    names
}

#[test]
fn every_rule_has_its_place() {
    let (table, ids, tests) = (table(), ids(), tests());
    let known: BTreeSet<&String> = ids.iter().collect();
    assert_eq!(known.len(), ids.len(), "a rule is listed twice");
    let mut troubles: Vec<String> = vec![];
    for id in ids.iter().filter(|id| !table.contains_key(*id)) {
        troubles.push(format!("{id}: no entry"));
    }
    for (id, shown) in &table {
        if !known.contains(id) {
            troubles.push(format!("{id}: no such rule"));
        }
        if let Some(trouble) = shown.trouble(&tests) {
            troubles.push(format!("{id}: {trouble}"));
        }
    }
    let mut counts: BTreeMap<&str, usize> = BTreeMap::new();
    for shown in table.values() {
        *counts.entry(shown.kind()).or_default() += 1;
    }
    for (kind, count) in &counts {
        println!("{kind}: {count} of {}", ids.len());
    }
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

/// Scenarios are there to show rules: the rules that a file expects to be cited must be rules of the list.
#[test]
fn expected_reports_cite_rules_of_the_list() {
    let ids: BTreeSet<String> = ids().into_iter().collect();
    for entry in fs::read_dir(here().join("played")).unwrap() {
        let path = entry.unwrap().path();
        if path.extension().is_none_or(|end| end != "toml") {
            continue;
        }
        let file: toml::Table = toml::from_str(&fs::read_to_string(&path).unwrap()).unwrap();
        let expect = file["expect"].as_table().unwrap();
        let flags = expect.get("flags").and_then(toml::Value::as_array);
        for flag in flags.into_iter().flatten() {
            let rule = flag["rule"].as_str().unwrap();
            assert!(ids.contains(rule), "{}: {rule}", path.display());
        }
    }
}

/// One row of the list of what the table must notice from tiles, times and presses.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
struct Row {
    /// What is to be noticed.
    what: String,
    /// A: from tiles and times alone. B: with a press. Either may need the referee besides.
    level: String,
    #[serde(default)]
    scenarios: Vec<PathBuf>,
    /// These loops cannot know it: why.
    not_sensed: Option<String>,
}

/// The rows of each section that have the level A or B.
const ROWS: [(u8, usize); 5] = [(4, 14), (5, 16), (6, 20), (7, 13), (8, 5)];

#[test]
fn every_row_that_is_sensed_has_a_scenario() {
    let text = fs::read_to_string(here().join("sensing.toml")).unwrap();
    let rows: BTreeMap<String, Row> = toml::from_str(&text).unwrap();
    let mut troubles = vec![];
    for (section, count) in ROWS {
        for number in 1..=count {
            if !rows.contains_key(&format!("{section}.{number}")) {
                troubles.push(format!("{section}.{number}: no entry"));
            }
        }
    }
    let listed: usize = ROWS.iter().map(|(_, count)| count).sum();
    assert_eq!(rows.len(), listed, "entries of no row");
    for (id, row) in &rows {
        let reason = row.not_sensed.as_ref().is_some_and(|why| !why.trim().is_empty());
        if row.scenarios.is_empty() != reason || row.what.is_empty() {
            troubles.push(format!("{id}: scenarios or a reason, one of them"));
        }
        if !row.level.contains(['A', 'B']) {
            troubles.push(format!("{id}: level {}", row.level));
        }
        for file in &row.scenarios {
            troubles.extend(Shown::Scenario(file.clone()).trouble(&BTreeSet::new()));
        }
    }
    let shown = rows.values().filter(|row| row.not_sensed.is_none()).count();
    println!("scenario: {shown} of {listed} rows");
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}
