//! Every scenario, in every home that has virtual time, with the same bytes on record.

use std::fs;
use std::path::{Path, PathBuf};

use host_sim::home::Home;
use host_sim::scenario::Scenario;
use host_sim::world::World;

/// All scenario files, in order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("scenarios");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    assert!(!files.is_empty(), "no scenario found");
    files
}

fn scenario(file: &Path) -> Scenario {
    let text = fs::read_to_string(file).unwrap();
    Scenario::parse(&text).unwrap_or_else(|error| panic!("{}: {error}", file.display()))
}

fn record_bytes(world: &World) -> Vec<Vec<u8>> {
    let records = world.referee().unwrap().ledger().records();
    records.iter().map(|record| record.bytes().to_vec()).collect()
}

#[test]
fn every_scenario_holds_on_the_desktop() {
    for file in files() {
        let scenario = scenario(&file);
        let world = Home::Desktop.run(World::new(scenario.setup().unwrap())).unwrap();
        scenario.check(&world).unwrap_or_else(|mismatch| panic!("{}: {mismatch}", file.display()));
    }
}

#[test]
fn every_scenario_leaves_the_same_record_bytes_on_the_image_in_qemu() {
    let image = Home::qemu().unwrap();
    // A table says which image it runs, so the desktop says the same.
    let twin = image.twin().unwrap();
    for file in files() {
        let scenario = scenario(&file);
        let [world, desktop] = [&image, &twin].map(|home| {
            let world = home.run(World::new(scenario.setup().unwrap()));
            world.unwrap_or_else(|error| panic!("{}: {error:#}", file.display()))
        });
        scenario.check(&world).unwrap_or_else(|mismatch| panic!("{}: {mismatch}", file.display()));
        assert_eq!(record_bytes(&world), record_bytes(&desktop), "{}", file.display());
        // The whole run, not only what was recorded: every step at the same microsecond.
        assert_eq!(world.lines(), desktop.lines(), "{}", file.display());
        assert_eq!(world.fram().bytes(), desktop.fram().bytes(), "{}", file.display());
    }
}

#[test]
fn words_that_are_not_in_the_vocabulary_are_refused_with_a_hint() {
    let refused = |step: &str| {
        let text = format!("name='x'\nuntil_ms=1\n[expect]\nrecords=[]\n[[step]]\nat_ms=0\n{step}");
        let parsed = Scenario::parse(&text).map_err(|error| error.to_string());
        parsed
            .and_then(|scenario| scenario.setup().map_err(|error| error.to_string()))
            .err()
            .unwrap()
    };
    assert!(refused("lay={tile='0m.1',seat=1,zone='meld'}").contains("no tile \"0m.1\""));
    assert!(refused("lay={tile='1m.1',seat=5,zone='meld'}").contains("seats are numbered 1 to 4"));
    assert!(refused("lay={tile='1m.1',seat=1,zone='floor'}").contains("hand-left"));
    assert!(refused("lift='1m.1'\ndamage='next-frame'").contains("say one of"));
    assert!(refused("jump=1").contains("unknown field `jump`"));
}
