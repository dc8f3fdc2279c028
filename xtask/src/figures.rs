//! Every figure that the README quotes, beside what its command prints now.
//!
//! The README is the list: in each table with the heading "Figure", the first column is what is quoted and the code in the second is
//! what shows it. So no figure can be quoted without a command, and no command can be forgotten here.

use std::fs;
use std::process::Command;
use std::time::Instant;

use anyhow::{Context, Result, ensure};

use crate::images::root;

const README: &str = "README.md";

/// A command, and what the README quotes from it.
#[derive(Debug, PartialEq, Eq)]
struct Shown {
    command: String,
    figures: Vec<String>,
}

/// Runs the commands of which the text or a figure holds one of these words, or all, or only `list`s them. Each runs, whatever became of the
/// others; one that fails fails the whole.
pub fn run(words: &[String], list: bool) -> Result<()> {
    let readme = fs::read_to_string(root().join(README)).context(README)?;
    let wanted = |shown: &Shown| {
        let holds = |word: &String| {
            shown.command.contains(word) || shown.figures.iter().any(|it| it.contains(word))
        };
        words.is_empty() || words.iter().any(holds)
    };
    let all: Vec<Shown> = shown(&readme).into_iter().filter(wanted).collect();
    ensure!(!all.is_empty(), "no figure and no command holds {}", words.join(" or "));
    let (count, mut lines, mut failed) = (all.len(), vec![], 0);
    for (number, Shown { command, figures }) in (1..).zip(all) {
        println!("== {number}/{count} {command}");
        figures.iter().for_each(|figure| println!("   {figure}"));
        if list {
            continue;
        }
        let started = Instant::now();
        let status = Command::new("sh").current_dir(root()).args(["-c", &command]).status()?;
        failed += usize::from(!status.success());
        let ended = if status.success() { "ended well" } else { "FAILED" };
        lines.push(format!("{ended} after {:.0} s: {command}", started.elapsed().as_secs_f32()));
        println!("== {}\n", lines.last().map_or("", String::as_str));
    }
    lines.iter().for_each(|line| println!("{line}"));
    ensure!(failed == 0, "{failed} of {count} commands failed");
    Ok(())
}

/// The commands of a document's figures in their order, each once.
fn shown(document: &str) -> Vec<Shown> {
    let mut found: Vec<Shown> = vec![];
    let (mut in_a_table, mut above) = (false, vec![]);
    for line in document.lines() {
        let cells: Vec<&str> = line.trim().trim_matches('|').split(" | ").map(str::trim).collect();
        let [figure, commands] = cells[..] else {
            in_a_table &= line.starts_with('|');
            continue;
        };
        if figure.starts_with("Figure") {
            in_a_table = true;
        } else if in_a_table {
            let code: Vec<String> =
                commands.split('`').skip(1).step_by(2).map(str::to_owned).collect();
            // "The same": as in the row above.
            above = if code.is_empty() { above } else { code };
            for command in &above {
                let at = found.iter().position(|shown| shown.command == *command);
                let at = at.unwrap_or_else(|| {
                    found.push(Shown { command: command.clone(), figures: vec![] });
                    found.len() - 1
                });
                found[at].figures.push(figure.to_owned());
            }
        }
    }
    found
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_figures_are_found_and_others_are_not() {
        let document = "\
| Crate | Why |
|---|---|
| serde | `not a command` |

| Figure (measured) | Command |
|---|---|
| 1 apple | `count apples`, `weigh apples` |
| 2 pears | `count pears` |
| 3 of them ripe | the same |

| Figure | Command |
|---|---|
| 4 apples | `count apples` |
";
        let one = |command: &str, figures: &[&str]| Shown {
            command: command.into(),
            figures: figures.iter().map(|it| it.to_string()).collect(),
        };
        assert_eq!(
            shown(document),
            [
                one("count apples", &["1 apple", "4 apples"]),
                one("weigh apples", &["1 apple"]),
                one("count pears", &["2 pears", "3 of them ripe"]),
            ]
        );
    }

    /// Written out: nothing has to be filled in before a shell takes it.
    #[test]
    fn every_figure_of_the_readme_has_a_command_that_can_be_run() {
        let readme = fs::read_to_string(root().join(README)).unwrap();
        let all = shown(&readme);
        assert!(all.len() > 30, "{}", all.len());
        for Shown { command, .. } in all {
            let words = command.split(' ').skip_while(|word| word.contains('='));
            assert_eq!(words.clone().next(), Some("cargo"), "{command}");
            assert!(!command.contains("..."), "{command}");
            let placeholder = |word: &str| word.len() > 1 && word.chars().all(char::is_uppercase);
            assert!(!words.clone().any(placeholder), "{command}");
        }
    }
}
