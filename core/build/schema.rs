//! Hashes every definition that is stored or sent, so that two builds that would misread each other find out at their first
//! words. What counts is every type that derives or implements `Serialize`, without comments, attributes and white space.

use std::fs;
use std::path::{Path, PathBuf};

use sha2::{Digest, Sha256};

/// Writes `schema.rs`: eight bytes.
pub fn write(source: &Path, folder: &Path) {
    let mut files = vec![];
    collect(source, &mut files);
    files.sort();
    let mut hash = Sha256::new();
    for file in files {
        let text = fs::read_to_string(&file).expect("a source file can be read");
        for definition in definitions(&text) {
            hash.update(definition);
        }
    }
    let digest = hash.finalize();
    fs::write(folder.join("schema.rs"), format!("{:?}", &digest[..8]))
        .expect("the output folder can be written");
}

fn collect(folder: &Path, files: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).expect("a source folder can be read") {
        let path = entry.expect("a source folder can be read").path();
        if path.is_dir() {
            collect(&path, files);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
}

/// The types of a file that have a form on the wire, each squeezed into one line.
fn definitions(text: &str) -> Vec<String> {
    let bare: Vec<&str> =
        text.lines().map(|line| line.split("//").next().unwrap_or_default().trim()).collect();
    let mut found = vec![];
    let mut serial = false;
    let mut at = 0;
    while let Some(line) = bare.get(at) {
        let custom = line.starts_with("impl") && line.contains("Serialize for");
        let item = line.starts_with("pub enum") || line.starts_with("pub struct");
        if custom || item && serial {
            let end = at + length(&bare[at..]);
            let kept = bare[at..end].iter().filter(|line| !line.starts_with("#["));
            found.push(kept.flat_map(|line| line.split_whitespace()).collect());
            at = end;
            serial = false;
            continue;
        }
        // A derive may go over several lines; anything else than attributes ends it.
        serial = (serial || line.contains("Serialize")) && !line.starts_with("use ") && !item;
        at += 1;
    }
    found
}

/// Lines of the item that starts here.
fn length(lines: &[&str]) -> usize {
    let mut depth = 0i32;
    for (count, line) in (1..).zip(lines) {
        depth += line.matches(['{', '(']).count() as i32 - line.matches(['}', ')']).count() as i32;
        if depth <= 0 && (line.ends_with('}') || line.ends_with(';')) {
            return count;
        }
    }
    lines.len()
}
