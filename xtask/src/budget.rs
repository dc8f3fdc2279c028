//! The budgets of `firmware/BUDGET.md`, against the images as they are built now.

use std::collections::BTreeMap;
use std::fs;

use anyhow::{Context, Result, ensure};

use crate::images::{BOARD, cargo, output, root};
use crate::{size, stack};

const FILE: &str = "firmware/BUDGET.md";

/// One line of the file.
#[derive(Debug, PartialEq, Eq)]
struct Budget {
    name: String,
    unit: String,
    most: u64,
}

/// Measures everything that has a budget and prints the table; a figure over its budget, a budget for nothing and a figure
/// without a budget fail.
pub fn run() -> Result<()> {
    let file = root().join(FILE);
    let text = fs::read_to_string(&file).with_context(|| file.display().to_string())?;
    let budgets = read(&text)?;
    let mut figures = of_the_image()?;
    figures.extend(on_the_chip()?);

    let mut over = vec![];
    println!("{:<58}{:>12}{:>12}{:>7}  unit", "", "measured", "budget", "");
    for Budget { name, unit, most } in &budgets {
        let figure = figures.remove(name).with_context(|| {
            format!("{FILE} has a budget for `{name}`, which nothing measures any more")
        })?;
        let percent = figure as f64 * 100.0 / *most as f64;
        let verdict = if figure > *most { "  OVER" } else { "" };
        println!("{name:<58}{figure:>12}{most:>12}{percent:>6.1}%  {unit}{verdict}");
        if figure > *most {
            over.push(name.as_str());
        }
    }
    let without: Vec<&str> = figures.keys().map(String::as_str).collect();
    ensure!(without.is_empty(), "{FILE} has no budget for: {}", without.join(", "));
    ensure!(
        over.is_empty(),
        "over budget: {}. Make it smaller, or raise the budget in {FILE} with its reason",
        over.join(", ")
    );
    Ok(())
}

/// Rows of four cells whose third is a number: what, unit, budget, goal.
fn read(text: &str) -> Result<Vec<Budget>> {
    let budgets: Vec<Budget> = text
        .lines()
        .filter_map(|line| {
            let cells: Vec<&str> =
                line.trim().trim_matches('|').split('|').map(str::trim).collect();
            let [name, unit, most, _goal] = cells[..] else {
                return None;
            };
            let most = most.replace(',', "").parse().ok()?;
            Some(Budget { name: name.into(), unit: unit.into(), most })
        })
        .collect();
    ensure!(!budgets.is_empty(), "{FILE} has no row `| what | unit | budget | goal |`");
    Ok(budgets)
}

/// What the board's image takes.
fn of_the_image() -> Result<BTreeMap<String, u64>> {
    let elf = fs::read(BOARD.build()?)?;
    let size = size::measure(&elf)?;
    let depth = stack::analyse(&elf)?;
    println!(
        "stack by analysis: {} bytes: {} at the start; {} in play, {} for a task above, {} for an interrupt",
        depth.bytes, depth.start, depth.below, depth.above, depth.handler
    );
    println!("the deepest task's chain of calls, with the bytes of each:");
    depth.chain.iter().for_each(|(name, frame)| println!("{frame:>8}  {name}"));
    for name in &depth.recursive {
        println!("          reaches itself, counted once: {name}");
    }
    Ok([
        ("flash", size.flash),
        ("static RAM", size.ram),
        ("stack by analysis", u64::from(depth.bytes)),
    ]
    .map(|(name, value)| (name.to_owned(), value))
    .into())
}

/// What its work takes in QEMU; rows without a unit count how often something was tried, and cost nothing.
fn on_the_chip() -> Result<BTreeMap<String, u64>> {
    let run = ["--quiet", "--bin", "host-sim", "--"];
    let printed = output(cargo("run").args(run).args(["bench", "--chip", "--json"]))?;
    let rows: serde_json::Map<String, serde_json::Value> = serde_json::from_str(&printed)?;
    rows.into_iter()
        .filter(|(_, row)| row.get("unit").is_some_and(|unit| unit != ""))
        .map(|(name, row)| {
            let value = row.get("value").and_then(serde_json::Value::as_f64);
            let value = value.with_context(|| format!("{name} has no value"))?;
            Ok((name, value.ceil() as u64))
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_file_has_budgets_and_they_are_read() {
        let text = "words\n| What | Unit | Budget | Goal |\n|---|---|---:|---:|\n| flash | bytes | 400,000 | 393,216 |\n";
        let flash = Budget { name: "flash".into(), unit: "bytes".into(), most: 400_000 };
        assert_eq!(read(text).unwrap(), [flash]);
        assert!(read("no table").is_err());
        let file = fs::read_to_string(root().join(FILE)).unwrap();
        assert!(read(&file).unwrap().iter().any(|budget| budget.name == "stack by analysis"));
    }
}
