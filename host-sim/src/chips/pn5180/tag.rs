//! What ISO 15693 tags hold: ICODE SLIX2, 80 blocks of four bytes.

use std::collections::BTreeMap;

use table_core::enrolment::TagUid;
use table_core::iso15693::{BLOCK_BYTES, Family};

/// Blocks of a SLIX2.
const BLOCKS: usize = 80;
/// Error code: the block is not there.
const NO_BLOCK: u8 = 0x10;

/// One tag's memory.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Memory {
    /// What it is for (AFI).
    pub family: Family,
    /// How its blocks are to be read (DSFID).
    pub format: u8,
    blocks: [[u8; BLOCK_BYTES]; BLOCKS],
}

impl Memory {
    /// As it comes from the factory.
    pub const BLANK: Memory =
        Memory { family: Family(0), format: 0, blocks: [[0; BLOCK_BYTES]; BLOCKS] };

    /// Of this family, with these bytes from block 0 on.
    pub fn new(family: Family, bytes: &[u8]) -> Memory {
        let mut memory = Memory { family, ..Memory::BLANK };
        memory.blocks.as_flattened_mut().iter_mut().zip(bytes).for_each(|(to, from)| *to = *from);
        memory
    }

    /// Whether it answers when a family is asked for: 0 is everybody, and a family without a lower half is all of its kinds.
    pub fn is_of(&self, asked: Family) -> bool {
        match asked.0 {
            0 => true,
            kinds if kinds & 0x0F == 0 => self.family.0 & 0xF0 == kinds,
            one => self.family.0 == one,
        }
    }

    /// The answer to a request for blocks.
    pub fn read(&self, first: u8, count: u16) -> Vec<u8> {
        let wanted = usize::from(first)..usize::from(first) + usize::from(count);
        match self.blocks.get(wanted) {
            Some(blocks) => [0].into_iter().chain(blocks.as_flattened().iter().copied()).collect(),
            None => vec![1, NO_BLOCK],
        }
    }
}

/// All tags of a world; those that nobody wrote on are blank.
#[derive(Debug, Clone, Default)]
pub struct Tags(BTreeMap<TagUid, Memory>);

impl Tags {
    /// Somebody writes on a tag.
    pub fn write(&mut self, tag: TagUid, memory: Memory) {
        self.0.insert(tag, memory);
    }

    /// What is on a tag.
    pub fn get(&self, tag: TagUid) -> &Memory {
        self.0.get(&tag).unwrap_or(&Memory::BLANK)
    }
}
