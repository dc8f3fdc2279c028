//! No way out for a key (trust A2): a gate over the sources, besides the types that have no such door.

use std::fs;
use std::path::{Path, PathBuf};

/// Files that may say the word at all: where a key is made from its seed, where it is kept, and where the simulator and the bench hand
/// over their own, known to everybody.
const MAY_SAY_SEED: [&str; 7] = [
    "core/src/trust/key.rs",
    "core/src/trust/vault.rs",
    "firmware/src/board/f405/identity.rs",
    "firmware/src/board/qemu/bridge.rs",
    "firmware/src/board/qemu/mod.rs",
    "firmware/src/bridge.rs",
    "firmware/src/bin/bench-qemu.rs",
];
/// Ways in which something gets out of a table or a key.
const WAYS_OUT: [&str; 8] = [
    "trace(",
    "defmt::",
    "to_keypair",
    "as_bytes()",
    "exchange(",
    "write!(",
    "format!(",
    "println!",
];

fn sources(folder: &Path, found: &mut Vec<PathBuf>) {
    for entry in fs::read_dir(folder).unwrap() {
        let path = entry.unwrap().path();
        if path.is_dir() {
            sources(&path, found);
        } else if path.extension().is_some_and(|end| end == "rs") {
            found.push(path);
        }
    }
}

/// The product's code without its tests and comments, line by line.
fn lines() -> Vec<(String, String)> {
    let root = Path::new(env!("CARGO_MANIFEST_DIR")).join("..");
    let mut files = vec![];
    sources(&root.join("core/src"), &mut files);
    sources(&root.join("firmware/src"), &mut files);
    assert!(files.len() > 100, "the sources have moved");
    let mut lines = vec![];
    for file in files {
        let name = file.strip_prefix(&root).unwrap().display().to_string();
        let text = fs::read_to_string(&file).unwrap();
        let code = text.split("#[cfg(test)]").next().unwrap_or_default();
        let code = code.lines().filter(|line| !line.trim_start().starts_with("//"));
        lines.extend(code.map(|line| (name.clone(), line.to_owned())));
    }
    lines
}

#[test]
fn no_code_path_outputs_the_seed() {
    for (file, line) in lines() {
        let says = line.contains("seed");
        assert!(!says || MAY_SAY_SEED.contains(&file.as_str()), "{file}: {line}");
        let leaks = says && WAYS_OUT.iter().any(|way| line.contains(way));
        assert!(!leaks, "{file} lets the seed out: {line}");
        // ed25519-dalek's own ways to get it back.
        let back = ["to_scalar", "SigningKey::to_bytes", "as_bytes", "to_keypair_bytes"];
        let key = file.ends_with("trust/key.rs") && back.iter().any(|way| line.contains(way));
        assert!(!key, "{file} gets the seed back out of a key: {line}");
    }
}
