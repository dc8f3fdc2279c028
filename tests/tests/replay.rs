//! A recorded run replays to the same record bytes, or says where it parts.

use std::fs;
use std::path::Path;

use host_sim::air::Errors;
use host_sim::desktop;
use host_sim::play::{Detail, Options, Seen, session_in_its_world};
use host_sim::rerun::Run;
use host_sim::scenario::Scenario;
use host_sim::world::{Act, World};
use proptest::prelude::*;

fn played(rules: &str, seed: u64, seen: Seen) -> Run {
    let options = Options { seen: seen.clone(), ..Options::ordinary(rules, seed) };
    let (_, world) = session_in_its_world(&options, 0, 2).unwrap();
    Run::of(&world, &seen)
}

#[test]
fn a_played_session_replays_from_its_text_to_the_same_bytes() {
    let runs = [
        ("mcr", 5, Seen::default()),
        ("gghk", 6, Seen { errors: Errors::harsh(), ..Seen::default() }),
        ("mcr", 7, Seen { rivers: false, errors: Errors::realistic(), ..Seen::default() }),
    ];
    for (rules, seed, seen) in runs {
        let run = played(rules, seed, seen);
        assert!(run.records.len() > 50, "{rules}: {} records", run.records.len());
        let read = Run::parse(&run.to_text()).unwrap();
        assert_eq!(read, run, "{rules}, seed {seed}: the text says the same");
        let again = read.replay().unwrap();
        assert_eq!(run.compare(&again), Ok(()), "{rules}, seed {seed}");
        assert_eq!(again.to_text(), run.to_text());
    }
}

#[test]
fn every_scenario_replays_through_the_chip_models() {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let files = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut count = 0;
    for file in files.filter(|file| file.extension().is_some_and(|end| end == "toml")) {
        let scenario = Scenario::parse(&fs::read_to_string(&file).unwrap()).unwrap();
        let (world, ended) = desktop::run(World::new(scenario.setup().unwrap()));
        ended.unwrap();
        let run = Run::of(&world, &Seen { detail: Detail::Bytes, ..Seen::default() });
        let again = Run::parse(&run.to_text()).unwrap().replay().unwrap();
        assert_eq!(run.compare(&again), Ok(()), "{}", file.display());
        count += 1;
    }
    assert!(count > 0, "no scenarios");
}

#[test]
fn a_run_with_another_input_parts_where_the_input_matters() {
    let run = played("mcr", 8, Seen::default());
    let mut changed = run.clone();
    let half = changed.acts.len() / 2;
    let press = changed.acts[half..].iter().position(|(_, act)| matches!(act, Act::Lay(..)));
    changed.acts.remove(half + press.unwrap());
    let parting = run.compare(&changed.replay().unwrap()).unwrap_err();
    assert!(parting.number > 1 && parting.number <= run.records.len() + 1, "{parting}");
    assert!(parting.recorded != parting.replayed, "{parting}");

    let mut shorter = run.clone();
    let last = shorter.records.pop().unwrap();
    let parting = run.compare(&shorter).unwrap_err();
    assert_eq!(parting.number, run.records.len());
    assert!(parting.recorded.starts_with(&last.words) && parting.replayed == "nothing more");
}

#[test]
fn a_file_that_is_no_run_says_which_line_and_what_to_write() {
    let head = "run 1\nseed 1\nseen by sight\nfaults none\nuntil 5\n";
    let refused = |text: &str| Run::parse(text).unwrap_err().to_string();
    assert_eq!(refused(""), "line 1: \"run 1\" expected, \"\" found");
    assert_eq!(refused("run 1\nseed x"), "line 2: \"x\" is no number");
    assert_eq!(
        refused("run 1\nseed 1\nseen by ear\n"),
        "line 3: the table cannot have seen by ear"
    );
    let line = |line: &str| refused(&format!("{head}# a remark\n{line}\n"));
    assert_eq!(line("at 1 lay 5p.9 seat 1 river"), "line 7: no tile and no tag: \"5p.9\"");
    assert_eq!(line("at 1 lay 5p.2 seat 5 river"), "line 7: no antenna \"seat 5 river\"");
    assert_eq!(line("at 1 drop 5p.2"), "line 7: \"drop\" is neither lay, lift nor act");
    assert_eq!(line("record 2 ab boot"), "line 7: record 1 expected");
    assert_eq!(
        line("at 2 lift 5p.2\nat 1 lift 5p.2"),
        "line 8: this happens before the line above it"
    );
}

proptest! {
    #[test]
    fn arbitrary_text_is_a_run_or_a_clear_error(text in ".{0,200}") {
        let with_head = format!("run 1\nseed 1\nseen by sight\nfaults none\nuntil 5\n{text}");
        for text in [text, with_head] {
            if let Err(error) = Run::parse(&text) {
                prop_assert!(error.line >= 1 && !error.what.is_empty());
            }
        }
    }
}
