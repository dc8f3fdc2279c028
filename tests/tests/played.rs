//! Hands as people play them, at the real application: what it records of each.

use std::collections::BTreeSet;
use std::fs;
use std::path::{Path, PathBuf};
use std::thread;

use host_sim::home::Home;
use host_sim::played::Played;
use host_sim::world::play::foul::FoulKind;

/// All files, in order of their names.
fn files() -> Vec<PathBuf> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("played");
    let entries = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path());
    let mut files: Vec<_> =
        entries.filter(|path| path.extension().is_some_and(|end| end == "toml")).collect();
    files.sort();
    assert!(!files.is_empty(), "nothing to play");
    files
}

/// What went wrong with a file, if anything did.
fn trouble(file: &Path) -> Option<String> {
    let shown = file.file_name().unwrap().to_string_lossy();
    let text = fs::read_to_string(file).unwrap();
    let played = match Played::parse(&text) {
        Ok(played) => played,
        Err(error) => return Some(format!("{shown}: {error}")),
    };
    match played.run(&Home::Desktop) {
        Err(error) => Some(format!("{shown}: {error}")),
        Ok(staging) => {
            let mismatch = played.check(&staging).err()?;
            Some(format!("{shown}: {mismatch}"))
        }
    }
}

#[test]
fn every_played_hand_is_recorded_as_expected() {
    let files = files();
    let workers = thread::available_parallelism().map_or(1, usize::from);
    let share = files.len().div_ceil(workers);
    // All of them are told, not only the first: a change of the rules touches several.
    let troubles: Vec<String> = thread::scope(|scope| {
        let shares: Vec<_> = files
            .chunks(share)
            .map(|files| {
                scope.spawn(|| {
                    let troubles = files.iter().filter_map(|file| trouble(file));
                    troubles.collect::<Vec<_>>()
                })
            })
            .collect();
        shares.into_iter().flat_map(|share| share.join().unwrap()).collect()
    });
    assert!(troubles.is_empty(), "{}", troubles.join("\n"));
}

/// Played on the image too: both books, wins of every kind, fouls, a table without river loops.
const ON_THE_IMAGE: [&str; 12] = [
    "hk_a_chow_from_another_than_the_left_player_is_reported",
    "hk_a_hand_won_on_the_dealers_first_discard",
    "hk_a_tile_handed_to_another_player_is_reported",
    "hk_each_kong_is_told_by_its_origin",
    "hk_two_win_on_one_discard",
    "hk_who_gives_the_third_dragon_pays_for_a_self_drawn_hand",
    "mcr_a_discard_before_the_draw_is_reported",
    "mcr_a_hand_without_river_loops",
    "mcr_a_hu_too_small_or_on_a_wrong_tile_is_no_win",
    "mcr_a_promoted_kong_is_robbed",
    "mcr_a_tile_of_another_set_is_reported",
    "mcr_flowers_are_laid_replaced_and_counted",
];

#[test]
fn a_chosen_dozen_leaves_the_same_record_bytes_on_the_image_in_qemu() {
    let image = Home::qemu().unwrap();
    let play = |name: &&str| {
        let file = Path::new(env!("CARGO_MANIFEST_DIR")).join(format!("played/{name}.toml"));
        let played = Played::parse(&fs::read_to_string(file).unwrap()).unwrap();
        let [there, here] = [&image, &Home::Desktop].map(|home| {
            let staging = played.run(home).unwrap_or_else(|error| panic!("{name}: {error}"));
            played.check(&staging).unwrap_or_else(|mismatch| panic!("{name}: {mismatch}"));
            staging.export
        });
        assert!(there == here, "{name}: other bytes than on the desktop");
    };
    thread::scope(|scope| {
        for files in ON_THE_IMAGE.chunks(ON_THE_IMAGE.len() / 2) {
            scope.spawn(move || files.iter().for_each(play));
        }
    });
}

/// Fouls that the table does not report by a rule that fits. Whoever mends one takes it out here and adds its file.
const OPEN: [(&str, FoulKind); 1] = [
    // A flower at a table without flowers: a tile that the table knows by name, so it is counted as one too many.
    ("gghk", FoulKind::ForeignTile),
];

#[test]
fn every_foul_of_every_book_is_shown_or_openly_missing() {
    let shown: BTreeSet<(String, FoulKind)> = files()
        .iter()
        .filter_map(|file| {
            let played = Played::parse(&fs::read_to_string(file).unwrap()).unwrap();
            let (_, staged) = played.plan().unwrap().foul?;
            Some((played.rules, staged.kind))
        })
        .collect();
    for rules in ["mcr", "gghk"] {
        for kind in FoulKind::ALL {
            let open = OPEN.contains(&(rules, kind));
            let there = shown.contains(&(rules.to_owned(), kind));
            assert_ne!(there, open, "{rules} {kind:?}");
        }
    }
}

#[test]
fn words_that_are_not_in_the_vocabulary_are_refused_with_a_hint() {
    let refused = |head: &str, expect: &str| {
        let text = format!("name='x'\nseed=1\n{head}\n[expect]\n{expect}");
        Played::parse(&text).err().unwrap().to_string()
    };
    let right = "results_right=true";
    assert!(refused("rules='riichi'", right).contains("write mcr or gghk"));
    assert!(refused("rules='mcr'\nfoul={kind='Yawning'}", right).contains("EarlyDraw"));
    assert!(refused("rules='mcr'\nfoul={kind='EarlyDraw',hand=2}", right).contains("in hand 2"));
    assert!(refused("rules='mcr'\nfoul={kind='EarlyDraw',hand=0}", right).contains("from 1"));
    assert!(refused("rules='mcr'\ngoal={hand='E',ending='Draw'}", right).contains("no goal"));
    assert!(refused("rules='mcr'", "flags=[{rule='MCR 3.6.4',seat=5}]").contains("no seat 5"));
    assert!(refused("rules='mcr'", "").contains("nothing is expected"));
    assert!(refused("rules='mcr'\njump=1", right).contains("unknown field `jump`"));
}

/// A check that cannot fail shows nothing.
#[test]
fn what_was_not_recorded_is_noticed() {
    let foul = "foul={kind='EarlyDraw',turn=6}";
    let mismatch = |head: &str, expect: &str| {
        let text = format!("name='x'\nrules='mcr'\nseed=1\n{head}\n[expect]\n{expect}");
        let played = Played::parse(&text).unwrap();
        let staging = played.run(&Home::Desktop).unwrap();
        played.check(&staging).err().unwrap().to_string()
    };
    let ordinary = "flags=[{rule='MCR 3.11.6.4',seat=1}]";
    assert!(mismatch("", ordinary).contains("not reported"));
    assert!(mismatch(foul, ordinary).contains("is not a report of it"));
    let other = "flags=[{rule='MCR 3.11.6.5',seat=4}]";
    assert!(mismatch(foul, other).contains("is not a report of it"));
    assert!(mismatch(foul, "flag_rules=[]").contains("by other rules"));
    assert!(mismatch("", "records_contain=['HandEnded','HandStarted']").contains("in this order"));
    assert!(
        mismatch("", "results_right=true\nrecords_lack=['HandEnded']").contains("a record says")
    );
    assert!(mismatch("", "results_right=false").contains("points after each hand"));
}
