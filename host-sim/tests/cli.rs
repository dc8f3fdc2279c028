//! What the programs say on the command line, against transcripts that were read. A line `$ ...` is a command, what follows is what it says
//! (standard output, then standard error), `? N` its exit code. After a change that is meant, write them anew with
//! `UPDATE_GOLDEN=1 cargo test -p host-sim --release --test cli` and read the difference.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

fn folder() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/transcripts")
}

/// Runs one command line in `place`.
fn run(line: &str, place: &Path) -> String {
    let mut words = line.split_whitespace();
    let program = match words.next() {
        Some("host-sim") => env!("CARGO_BIN_EXE_host-sim"),
        Some("referee") => env!("CARGO_BIN_EXE_referee"),
        other => panic!("{other:?} is none of our programs"),
    };
    let done = Command::new(program)
        .args(words)
        .current_dir(place)
        .stdin(Stdio::null())
        .output()
        .expect("it runs");
    let said = [done.stdout, done.stderr].concat();
    let said = String::from_utf8(said).expect("text");
    let space = if said.is_empty() || said.ends_with('\n') { "" } else { "\n" };
    format!("$ {line}\n{said}{space}? {}\n", done.status.code().unwrap_or(-1))
}

#[test]
fn every_transcript_is_what_the_programs_say() {
    let mut files: Vec<PathBuf> =
        fs::read_dir(folder()).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    assert!(!files.is_empty(), "no transcripts");
    for file in files {
        let expected = fs::read_to_string(&file).unwrap();
        let place = tempfile::tempdir().unwrap();
        fs::write(place.path().join("no.records"), b"not records").unwrap();
        fs::write(place.path().join("no.run"), b"run 1\nseed seven\n").unwrap();
        fs::write(place.path().join("no.csv"), b"name\nA\n").unwrap();
        let said: String = expected
            .lines()
            .filter_map(|line| line.strip_prefix("$ "))
            .map(|line| run(line, place.path()))
            .collect();
        if std::env::var_os("UPDATE_GOLDEN").is_some() {
            fs::write(&file, &said).unwrap();
        } else {
            assert!(
                said == expected,
                "{} differs; expected\n{expected}\nsaid\n{said}",
                file.display()
            );
        }
    }
}

#[test]
fn the_readme_names_every_command_as_its_help_does() {
    let readme = Path::new(env!("CARGO_MANIFEST_DIR")).join("../README.md");
    let readme = fs::read_to_string(readme).unwrap();
    let place = tempfile::tempdir().unwrap();
    for program in ["host-sim", "referee"] {
        let help = run(&format!("{program} --help"), place.path());
        let commands = help.split("Commands:\n").nth(1).expect("a list of commands");
        let mut count = 0;
        for line in commands.lines().take_while(|line| line.starts_with("  ")) {
            let (name, words) = line.trim().split_once(' ').expect("a name and its words");
            if name != "help" {
                let row = format!("| `{program} {name}` | {} |", words.trim());
                assert!(readme.contains(&row), "README lacks\n{row}");
                count += 1;
            }
        }
        assert!(count > 3, "{program}: {help}");
    }
}
