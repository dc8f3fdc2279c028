//! Flash and static RAM of the board's image, read from the ELF file itself.

use std::fs;

use anyhow::{Context, Result};
use object::{Object, ObjectSection, SectionFlags, SectionKind, elf};

use crate::images::BOARD;

/// As in `memory.x`.
const FLASH_BYTES: u64 = 896 * 1024;
const RAM_BYTES: u64 = 128 * 1024;

/// Bytes of an image.
pub struct Size {
    /// Code, constants and the initial values of variables.
    pub flash: u64,
    /// Variables; the stack has memory of its own.
    pub ram: u64,
}

/// Adds up the sections that are loaded.
pub fn measure(elf: &[u8]) -> Result<Size> {
    let file = object::File::parse(elf).context("not an ELF file")?;
    let mut size = Size { flash: 0, ram: 0 };
    for section in file.sections() {
        let SectionFlags::Elf { sh_flags: flags, .. } = section.flags() else {
            continue;
        };
        if !flags.contains(elf::SHF_ALLOC) {
            continue;
        }
        let zeroed = matches!(section.kind(), SectionKind::UninitializedData);
        let writable = flags.contains(elf::SHF_WRITE);
        size.flash += if zeroed { 0 } else { section.size() };
        size.ram += if writable { section.size() } else { 0 };
    }
    Ok(size)
}

/// Prints the table.
pub fn run() -> Result<()> {
    let image = BOARD.build()?;
    let size = measure(&fs::read(&image)?)?;
    println!("{:<22}{:>10}{:>10}{:>8}", "STM32F405VG", "used", "of", "");
    for (what, used, of) in
        [("flash", size.flash, FLASH_BYTES), ("static RAM", size.ram, RAM_BYTES)]
    {
        let percent = used as f64 * 100.0 / of as f64;
        println!("{what:<22}{used:>10}{of:>10}{percent:>7.1}%");
    }
    Ok(())
}
