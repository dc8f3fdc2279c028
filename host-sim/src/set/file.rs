//! Lists of tiles as files: the bytes that tables keep.

use std::fs;
use std::path::Path;

use anyhow::{Context, Result, anyhow};
use table_core::enrolment::SealedList;

/// Reads a list that `referee set` wrote.
pub fn read_list(file: &Path) -> Result<SealedList> {
    let named = || file.display().to_string();
    let bytes = fs::read(file).with_context(named)?;
    let length = bytes.len();
    let bytes = bytes.try_into().map_err(|_| {
        anyhow!("a list of tiles has {} bytes, and this has {length}", SealedList::BYTES)
    });
    let list = bytes.and_then(|bytes| Ok(SealedList::from_bytes(&bytes)?));
    list.with_context(named)
}

/// Writes a list; one that exists is overwritten only when it is whole.
pub fn write_list(file: &Path, list: &SealedList) -> Result<()> {
    let named = || file.display().to_string();
    let beside = file.with_extension("new");
    fs::write(&beside, list.to_bytes()).with_context(named)?;
    fs::rename(&beside, file).with_context(named)
}
