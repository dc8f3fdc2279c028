//! The organiser's list of tiles on paper: sealed, numbered, shown, and refused when somebody has touched it.

use std::fs;
use std::path::Path;
use std::process::Command;

use host_sim::set::write_list;
use host_sim::world::tag_of;
use serde_json::Value;
use table_core::enrolment::{Enrolment, SealedList};
use table_core::tile::Tile;

/// Exit code, standard output and standard error of `referee` with these arguments.
fn referee(arguments: &[&str]) -> (Option<i32>, String, String) {
    let output = Command::new(env!("CARGO_BIN_EXE_referee")).args(arguments).output().unwrap();
    let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
    (output.status.code(), text(&output.stdout), text(&output.stderr))
}

fn shown(file: &Path) -> (Option<i32>, Value) {
    let (code, out, _) = referee(&["set", "show", file.to_str().unwrap(), "--json"]);
    (code, serde_json::from_str(&out).unwrap())
}

#[test]
fn a_list_is_sealed_numbered_and_shown_and_a_touched_one_is_refused() {
    let folder = tempfile::tempdir().unwrap();
    let [key, file] = ["organiser", "set7"].map(|name| folder.path().join(name));
    let [key_text, file_text] = [&key, &file].map(|path| path.to_str().unwrap());
    let list = Enrolment::new(Tile::all().skip(1).map(|tile| (tag_of(tile), tile))).unwrap();
    write_list(&file, &SealedList { list: list.clone(), seal: None }).unwrap();
    assert_eq!(referee(&["key", key_text]).0, Some(0));

    let (code, object) = shown(&file);
    assert_eq!((code, &object["sealed"]), (Some(1), &Value::Bool(false)));
    assert_eq!(object["missing"], serde_json::json!(["1m.1"]));

    let seal = |more: &[&str]| {
        let all = ["set", "seal", file_text, "--organiser", key_text, "--set", "7"];
        referee(&[&all[..], more].concat())
    };
    let (code, _, error) = seal(&[]);
    assert_eq!(code, Some(2));
    assert!(error.contains("--edition"), "{error}");
    assert_eq!(seal(&["--edition", "4"]).0, Some(0));
    assert_eq!(seal(&[]).0, Some(0), "the next edition by itself");
    let (code, _, error) = seal(&["--edition", "5"]);
    assert_eq!(code, Some(2));
    assert!(error.contains("does not follow edition 5"), "{error}");
    let (code, object) = shown(&file);
    assert_eq!(code, Some(0));
    assert_eq!((&object["set"], &object["edition"]), (&7.into(), &5.into()));
    assert_eq!(object["tiles"].as_array().unwrap().len(), 143);

    let mut bytes = fs::read(&file).unwrap();
    bytes[50] ^= 1;
    fs::write(&file, bytes).unwrap();
    let (code, _, error) = referee(&["set", "show", file_text]);
    assert_eq!(code, Some(2));
    assert!(error.contains("damaged"), "{error}");
}
