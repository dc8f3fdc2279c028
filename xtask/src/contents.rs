//! What must not be in the board's image: anything that allocates, and anything that writes floating-point numbers.

use std::fs;

use anyhow::{Context, Result, ensure};
use object::{Object, ObjectSymbol};

use crate::images::BOARD;

/// Parts of the (mangled) names of what must not be linked, and what they would mean.
const BANNED: [(&str, &str); 5] = [
    ("__rust_alloc", "something allocates"),
    ("__rg_alloc", "something allocates"),
    ("5alloc5alloc", "something allocates"),
    ("7flt2dec", "something writes a floating-point number"),
    ("float_to_decimal", "something writes a floating-point number"),
];

/// Looks through the names in the image.
pub fn run() -> Result<()> {
    let elf = fs::read(BOARD.build()?)?;
    let found = banned(&elf)?;
    ensure!(found.is_empty(), "in the board's image:\n{}", found.join("\n"));
    Ok(())
}

fn banned(elf: &[u8]) -> Result<Vec<String>> {
    let file = object::File::parse(elf).context("not an ELF file")?;
    let names = file.symbols().filter_map(|symbol| symbol.name().ok().map(str::to_owned));
    let found = names.filter_map(|name| {
        let (_, means) = BANNED.iter().find(|(part, _)| name.contains(part))?;
        Some(format!("{name}: {means}"))
    });
    Ok(found.collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// This very program allocates and prints figures like 1.5: what is looked for is found where it is.
    #[test]
    fn a_program_that_allocates_and_writes_floats_is_caught() {
        let own = fs::read(std::env::current_exe().unwrap()).unwrap();
        let found = banned(&own).unwrap();
        let means = |what: &str| found.iter().any(|line| line.ends_with(what));
        assert!(means("something allocates"));
        assert!(means("something writes a floating-point number"), "{}", 1.5);
    }
}
