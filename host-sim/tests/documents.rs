//! What the documents tell people to type and where they send them: every command is one that the programs take, every test has
//! its name, every file is there. Nothing is run but the programs' own help.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

/// Path and text of every document.
fn documents() -> Vec<(PathBuf, String)> {
    let mut files = vec![root().join("README.md"), root().join("firmware/BUDGET.md")];
    for folder in ["docs", "tests/scenarios", "tests/played"] {
        let entries = fs::read_dir(root().join(folder)).unwrap();
        files.extend(entries.map(|entry| entry.unwrap().path()));
    }
    files.retain(|file| file.extension().is_some_and(|end| end == "md"));
    assert!(files.len() > 10, "{files:?}");
    files.into_iter().map(|file| (file.clone(), fs::read_to_string(file).unwrap())).collect()
}

/// What stands between backquotes, and the lines of blocks for a shell without their remarks.
fn code(text: &str) -> Vec<String> {
    let mut found = vec![];
    let mut block = None;
    for line in text.lines() {
        match (line.strip_prefix("```"), block) {
            (Some(language), None) => block = Some(language == "sh"),
            (Some(_), Some(_)) => block = None,
            (None, Some(true)) => found.push(line.split(" #").next().unwrap_or(line).to_owned()),
            (None, Some(false)) => {}
            (None, None) => found.extend(line.split('`').skip(1).step_by(2).map(str::to_owned)),
        }
    }
    found
}

/// As a shell takes a line apart: quoted words are one, and what comes behind a pipe is a line of its own.
fn commands(line: &str) -> Vec<Vec<String>> {
    let mut words = vec![];
    for (index, part) in line.split('"').enumerate() {
        match index % 2 {
            0 => words.extend(part.split_whitespace().map(str::to_owned)),
            _ => words.push(part.to_owned()),
        }
    }
    words.split(|word| word == "|").map(<[String]>::to_vec).collect()
}

/// The words behind `cargo VERB` in a command, whatever stands before them.
fn behind_cargo<'a>(command: &'a [String], verb: &str) -> Option<&'a [String]> {
    let at = command.iter().position(|word| word == "cargo")?;
    (command.get(at + 1)? == verb).then(|| &command[at + 2..])
}

/// Program and arguments, if the command runs one of ours.
fn of_ours(command: &[String]) -> Option<(&'static str, &[String])> {
    let programs =
        [("host-sim", env!("CARGO_BIN_EXE_host-sim")), ("referee", env!("CARGO_BIN_EXE_referee"))];
    let (name, arguments) = match behind_cargo(command, "run") {
        Some(words) => {
            let own = words.iter().position(|word| word == "--").unwrap_or(words.len());
            let bin = words[..own].iter().skip_while(|word| *word != "--bin").nth(1);
            (bin.map_or("host-sim", String::as_str), words.get(own + 1..).unwrap_or(&[]))
        }
        None => (command.first()?.as_str(), &command[1..]),
    };
    let (_, program) = programs.into_iter().find(|(known, _)| *known == name)?;
    Some((program, arguments))
}

#[test]
fn every_command_of_the_documents_is_one_that_the_programs_take() {
    let mut checked = 0;
    for (file, text) in documents() {
        for line in code(&text) {
            for command in commands(&line) {
                let Some((program, arguments)) = of_ours(&command) else {
                    continue;
                };
                // X stands for any command, three dots for the rest; identities and keys have names.
                let left_out = ["X", "...", "--help"];
                let arguments = arguments.iter().filter(|word| !left_out.contains(&word.as_str()));
                let some = "5a".repeat(32);
                let arguments = arguments.map(|word| match word.trim_end_matches("...") {
                    "IDENTITY" | "KEY" => &some,
                    _ => word,
                });
                // The help comes last, so whatever is wrong before it is said instead.
                let mut run = Command::new(program);
                let done = run.args(arguments).arg("--help").output().unwrap();
                let said = String::from_utf8_lossy(&done.stderr).into_owned();
                assert!(done.status.success(), "{}: {line}\n{said}", file.display());
                checked += 1;
            }
        }
    }
    println!("{checked} commands");
    assert!(checked > 60, "only {checked} commands were found");
}

/// The folder of a package.
fn folder(package: &str) -> PathBuf {
    match package {
        "conformance" => root().join("tests"),
        "table-core" => root().join("core"),
        other => root().join(other),
    }
}

/// All Rust files of a package.
fn sources(folder: &Path) -> String {
    let mut text = String::new();
    for entry in fs::read_dir(folder).unwrap().map(Result::unwrap) {
        let path = entry.path();
        if path.is_dir() {
            text += &format!("{}::\n{}", entry.file_name().display(), sources(&path));
        } else if path.extension().is_some_and(|end| end == "rs") {
            text += &format!("{}\n", path.file_stem().unwrap().display());
            text += &fs::read_to_string(path).unwrap();
        }
    }
    text
}

#[test]
fn every_test_that_the_documents_name_is_there() {
    let mut checked = 0;
    for (file, text) in documents() {
        for line in code(&text) {
            for command in commands(&line) {
                // `--test NAME` alone is short for one of the package `conformance`.
                let words = match behind_cargo(&command, "test") {
                    Some(words) => words,
                    None if command.iter().any(|word| word == "--test") => &command[..],
                    None => continue,
                };
                let (mut package, mut tests, mut filter) = ("conformance", vec![], None);
                let mut words = words.iter().map(String::as_str).take_while(|word| *word != "--");
                while let Some(word) = words.next() {
                    match word {
                        "-p" => package = words.next().unwrap(),
                        "--test" => tests.push(words.next().unwrap()),
                        _ if word.starts_with("--") || word.contains('=') || word == "..." => {}
                        word => filter = Some(word),
                    }
                }
                if tests.contains(&"NAME") {
                    continue;
                }
                let place = format!("{}: {line}", file.display());
                let folder = folder(package);
                assert!(folder.join("Cargo.toml").exists(), "no package {package}, {place}");
                let mut inside = String::new();
                for test in &tests {
                    let test = folder.join("tests").join(format!("{test}.rs"));
                    inside += &fs::read_to_string(&test)
                        .unwrap_or_else(|_| panic!("no {}, {place}", test.display()));
                }
                if tests.is_empty() {
                    inside = sources(&folder.join("src"));
                }
                assert!(filter.is_none_or(|name| inside.contains(name)), "no such test, {place}");
                checked += 1;
            }
        }
    }
    println!("{checked} tests");
    assert!(checked > 60, "only {checked} tests were found");
}

/// Folders at the top, in which paths between backquotes begin.
const TOPS: [&str; 9] =
    [".cargo/", "core/", "docs/", "firmware/", "fuzz/", "host-sim/", "panel/", "tests/", "xtask/"];

#[test]
fn every_file_that_the_documents_name_is_there() {
    let mut checked = 0;
    for (file, text) in documents() {
        let beside = file.parent().unwrap();
        let links = text.split("](").skip(1).filter_map(|rest| rest.split(')').next());
        let links = links.filter(|link| !link.contains("://"));
        let linked = links.filter_map(|link| {
            let path = link.split('#').next().filter(|path| !path.is_empty())?;
            Some((link.to_owned(), beside.join(path)))
        });
        let named = code(&text).into_iter().filter_map(|span| {
            let one = !span.contains([' ', '*', '{', '<']) && !span.contains("FILE");
            let path = one && TOPS.iter().any(|top| span.starts_with(top));
            path.then(|| (span.clone(), root().join(span)))
        });
        for (shown, path) in linked.chain(named) {
            assert!(path.exists(), "{} names {shown}, which is not there", file.display());
            checked += 1;
        }
    }
    println!("{checked} files");
    assert!(checked > 100, "only {checked} files were found");
}
