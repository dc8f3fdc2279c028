//! Everything in `corpus/` against its law, and some of its neighbours: each file cut short at every byte, and with every bit changed.
//!
//! `NEIGHBOURS=1000000 cargo test -p fuzz --release` adds so many random changes for each law; `SEED` repeats a run.

use std::fs;
use std::path::Path;

use fuzz::LAWS;

fn number(name: &str, otherwise: u64) -> u64 {
    let text = std::env::var(name).unwrap_or_else(|_| otherwise.to_string());
    text.parse().unwrap_or_else(|_| panic!("{name}={text} is not a number"))
}

fn corpus(law: &str) -> Vec<(String, Vec<u8>)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("corpus").join(law);
    let entries = fs::read_dir(&folder).unwrap_or_else(|error| panic!("{folder:?}: {error}"));
    let mut files: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let named = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    files.iter().map(|path| (named(path), fs::read(path).unwrap())).collect()
}

#[test]
fn every_file_and_its_neighbours_hold() {
    for (name, holds) in LAWS {
        let files = corpus(name);
        assert!(files.len() >= 5, "{name} has only {} files", files.len());
        for (file, bytes) in &files {
            println!("{name}/{file}");
            holds(bytes);
            (0..bytes.len()).for_each(|end| holds(&bytes[..end]));
            for bit in 0..bytes.len() * 8 {
                let mut changed = bytes.clone();
                changed[bit / 8] ^= 1 << (bit % 8);
                holds(&changed);
            }
        }
    }
}

/// SplitMix64.
struct Chance(u64);

impl Chance {
    fn below(&mut self, limit: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut z = self.0;
        z = (z ^ z >> 30).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        z = (z ^ z >> 27).wrapping_mul(0x94D0_49BB_1331_11EB);
        ((z ^ z >> 31) % limit as u64) as usize
    }
}

/// Pieces of two files, with bytes changed, put in and left out.
#[test]
fn random_neighbours_hold() {
    let (count, seed) = (number("NEIGHBOURS", 2_000), number("SEED", 1));
    println!("NEIGHBOURS={count} SEED={seed} cargo test -p fuzz --release");
    for (name, holds) in LAWS {
        let files = corpus(name);
        let mut chance = Chance(seed);
        for _ in 0..count {
            let mut bytes = files[chance.below(files.len())].1.clone();
            let other = &files[chance.below(files.len())].1;
            bytes.truncate(chance.below(bytes.len() + 1));
            bytes.extend(&other[chance.below(other.len() + 1)..]);
            for _ in 0..chance.below(6) {
                let at = chance.below(bytes.len() + 1);
                match chance.below(3) {
                    0 if at < bytes.len() => bytes[at] = chance.below(256) as u8,
                    1 if at < bytes.len() => drop(bytes.remove(at)),
                    _ => bytes.insert(at, chance.below(256) as u8),
                }
            }
            holds(&bytes);
        }
    }
}
