//! One entry for people and CI: `cargo xtask --help`.

mod budget;
mod contents;
mod deep;
mod dist;
mod figures;
mod fonts;
mod fresh;
mod images;
mod peers;
mod python;
mod setup;
mod size;
mod stack;
mod terminal;
mod test;
mod tools;

use std::path::PathBuf;
use std::process::ExitCode;

use anyhow::Result;
use clap::{Parser, Subcommand};

/// What is done to this project, by people and by CI alike.
#[derive(Parser)]
struct Arguments {
    #[command(subcommand)]
    command: Command,
}

#[derive(Subcommand)]
enum Command {
    /// Install what is missing: the Rust target of the chip, QEMU, and Chromium with its driver.
    Setup,
    /// Set up, check the format, lint, test, build the images and run the tests that need them.
    Test,
    /// Build the images for the board and for QEMU.
    Images,
    /// Print flash and static RAM of the board's image.
    Size,
    /// Compare the images with the budgets of `firmware/BUDGET.md`; what is over fails.
    Budget,
    /// What is too long for every change: mutants of rules and journal, coverage, Miri, the long counts. `docs/deep.md` says how long.
    Deep {
        /// Only these parts, or counts by the name of their test; all of them if left out.
        parts: Vec<String>,
    },
    /// Print every figure of the README beside what its command says now: run all of these commands, which takes hours, or some.
    Figures {
        /// Only those of which the command or the figure holds one of these words.
        words: Vec<String>,
        /// Only say what is quoted and what shows it.
        #[arg(long)]
        list: bool,
    },
    /// Build the board's image from the last commit in two folders, compare the bytes, and print the hash.
    Dist,
    /// Run the README's two commands in a clone of the last commit, with an empty home folder.
    Fresh {
        /// Only this one of the two.
        #[arg(long)]
        only: Option<fresh::Which>,
        /// Leave the clone and its home folder, and say where they are.
        #[arg(long)]
        keep: bool,
    },
    /// Score the same hands with the scorer that a user would pick instead, and print the ratio.
    BenchPeers,
    /// Make the panel's fonts anew, after a language has got new letters.
    Fonts {
        /// Where NotoSansCJK-Regular.ttc and -Bold.ttc are (Debian: package fonts-noto-cjk).
        #[arg(default_value = "/usr/share/fonts/opentype/noto")]
        folder: PathBuf,
    },
    /// Draw the documents' pictures of the terminal anew, after its golden screens have changed.
    Pictures {
        /// A font of fixed width (Debian: package fonts-dejavu-core).
        #[arg(default_value = "/usr/share/fonts/truetype/dejavu/DejaVuSansMono.ttf")]
        font: PathBuf,
    },
    /// Build the board's image and flash it with probe-rs.
    Flash,
}

fn main() -> Result<ExitCode> {
    match Arguments::parse().command {
        Command::Setup => setup::run(),
        Command::Test => test::run(),
        Command::Images => images::build_all(),
        Command::Size => size::run(),
        Command::Budget => budget::run(),
        Command::Deep { parts } => return deep::run(&parts),
        Command::Figures { words, list } => figures::run(&words, list),
        Command::Dist => dist::run(),
        Command::Fresh { only, keep } => fresh::run(only, keep),
        Command::BenchPeers => peers::run(),
        Command::Fonts { folder } => fonts::run(&folder),
        Command::Pictures { font } => terminal::run(&font),
        Command::Flash => images::flash(),
    }?;
    Ok(ExitCode::SUCCESS)
}

#[cfg(test)]
mod tests {
    use std::fs;

    use super::*;

    /// In every document: what stands behind `cargo xtask`, up to the end of its code.
    #[test]
    fn every_command_of_the_documents_is_taken() {
        let mut files =
            vec![images::root().join("README.md"), images::root().join("firmware/BUDGET.md")];
        let docs = fs::read_dir(images::root().join("docs")).unwrap();
        files.extend(docs.map(|entry| entry.unwrap().path()));
        files.retain(|file| file.extension().is_some_and(|end| end == "md"));
        let mut checked = 0;
        for file in files {
            let text = fs::read_to_string(&file).unwrap();
            for rest in text.split("cargo xtask ").skip(1) {
                let line = rest.split(['`', '\n', '#']).next().unwrap_or_default();
                let words = ["xtask"].into_iter().chain(line.split_whitespace());
                let taken = Arguments::try_parse_from(words);
                assert!(taken.is_ok(), "{}: cargo xtask {line}", file.display());
                checked += 1;
            }
        }
        assert!(checked > 10, "only {checked} commands were found");
    }
}
