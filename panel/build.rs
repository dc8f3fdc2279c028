//! Languages are data: turns every file of `lang/` into a table. `0-en.txt` names the keys; a language that lacks one does not build.
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic)]

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

/// What is said about a language besides its words.
const ABOUT: [&str; 2] = ["language", "fans"];

struct Language {
    file: PathBuf,
    words: Vec<(String, String)>,
}

impl Language {
    fn read(file: PathBuf) -> Language {
        let text = fs::read_to_string(&file).expect("a readable language file");
        let lines = text.lines().filter(|line| !line.starts_with('#') && !line.trim().is_empty());
        let words = lines.map(|line| {
            let (key, text) = line
                .split_once('=')
                .unwrap_or_else(|| panic!("{}: no `key = text`: {line}", file.display()));
            (key.trim().to_owned(), text.trim().to_owned())
        });
        Language { words: words.collect(), file }
    }

    fn word(&self, key: &str) -> &str {
        let found = self.words.iter().find(|(known, _)| known == key);
        let found = found.unwrap_or_else(|| panic!("{}: {key} is missing", self.file.display()));
        &found.1
    }

    /// Own names of fan: book, number, name.
    fn fans(&self) -> impl Iterator<Item = (&str, u8, &str)> {
        self.words.iter().filter_map(|(key, name)| {
            let (book, number) = key.strip_prefix("fan-")?.split_once('-')?;
            Some((book, number.parse().ok()?, name.as_str()))
        })
    }
}

fn main() {
    println!("cargo::rerun-if-changed=build.rs");
    println!("cargo::rerun-if-changed=lang");
    let mut files: Vec<PathBuf> =
        fs::read_dir("lang").expect("lang/").map(|entry| entry.expect("a file").path()).collect();
    files.sort();
    let languages: Vec<Language> = files.into_iter().map(Language::read).collect();
    let first = languages.iter().find(|it| it.file.ends_with("0-en.txt")).expect("lang/0-en.txt");
    let is_word = |key: &&str| !ABOUT.contains(key) && !is_fan(key);
    let keys: Vec<&str> = first.words.iter().map(|(key, _)| key.as_str()).filter(is_word).collect();
    for language in &languages {
        for (key, _) in &language.words {
            let known = keys.contains(&key.as_str()) || !is_word(&key.as_str());
            assert!(known, "{}: no such key: {key}", language.file.display());
        }
    }

    let mut out = String::new();
    writeln!(out, "/// Something that displays say; see `lang/0-en.txt`.").unwrap();
    writeln!(out, "#[derive(Debug, Clone, Copy, PartialEq, Eq)]\n#[allow(missing_docs)]").unwrap();
    writeln!(out, "pub enum Word {{").unwrap();
    keys.iter().for_each(|key| writeln!(out, "    {},", camel(key)).unwrap());
    writeln!(out, "}}\n\n/// Every language the table has.").unwrap();
    writeln!(out, "pub static LANGUAGES: [Words; {}] = [", languages.len()).unwrap();
    for language in &languages {
        let names = camel(language.word("fans"));
        writeln!(out, "    Words {{\n        name: {:?},", language.word("language")).unwrap();
        let (mut text, mut starts) = (String::new(), vec![0]);
        for key in &keys {
            text.push_str(language.word(key));
            starts.push(u16::try_from(text.len()).expect("words of less than 64 KiB"));
        }
        writeln!(out, "        names: Names::{names},\n        text: {text:?},").unwrap();
        writeln!(out, "        starts: &{starts:?},\n        fans: &[").unwrap();
        for (book, number, name) in language.fans() {
            writeln!(out, "            ({book:?}, {number}, {name:?}),").unwrap();
        }
        writeln!(out, "        ],\n    }},").unwrap();
    }
    writeln!(out, "];").unwrap();
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(Path::new(&folder).join("words.rs"), out).expect("a writable folder");
}

/// `fan-mcr-1` names a fan; `fan-mcr` is a word.
fn is_fan(key: &str) -> bool {
    key.strip_prefix("fan-").is_some_and(|rest| rest.contains('-'))
}

fn camel(key: &str) -> String {
    let parts = key.split('-').map(|part| {
        let (head, tail) = part.split_at(1);
        head.to_uppercase() + tail
    });
    parts.collect()
}
