//! What a simulated table starts from.

use firmware::boot::JOURNAL_BYTES;
use firmware::tasks::turns::Radiation;
use table_core::enrolment::{Enrolment, Imprint, SetKey, TagUid};
use table_core::iso15693::TILE_FAMILY;
use table_core::tile::Tile;
use table_core::trust::{Image, PublicKey, SoftwareKey};

use super::play::random::spread;
use super::script::Act;
use crate::air::Errors;
use crate::chips::Micros;
use crate::chips::pn5180::{Memory, Tags};

/// What every simulated table starts from.
#[derive(Clone)]
pub struct Setup {
    /// Seed of the table's key. **Known to everybody who reads this file: for simulation only.**
    pub key_seed: [u8; 32],
    /// What is on the FRAM; empty for a new chip.
    pub fram: Vec<u8>,
    /// What happens when; sorted by time.
    pub script: Vec<(Micros, Act)>,
    /// When the run ends.
    pub until: Micros,
    /// What goes wrong between tiles and readers.
    pub errors: Errors,
    /// What follows from chance follows from this.
    pub seed: u64,
    /// The image that a desktop run stands in for, where its records are to be those of that image.
    pub image: Image,
    /// Which readers of a desktop run radiate together.
    pub radiation: Radiation,
}

impl Setup {
    /// A new table with a full set enrolled, and this script.
    pub fn new(seed: u64, script: Vec<(Micros, Act)>, until: Micros) -> Setup {
        let mut key_seed = [0; 32];
        for (index, chunk) in key_seed.chunks_exact_mut(8).enumerate() {
            chunk.copy_from_slice(&spread(seed ^ (index as u64) << 56).to_le_bytes());
        }
        let mut fram = vec![0; JOURNAL_BYTES as usize];
        let list = Tile::all().map(|tile| (tag_of(tile), tile));
        // Cannot fail: tags of different tiles differ.
        let enrolment = Enrolment::new(list).unwrap_or_default();
        fram.extend(enrolment.to_stored());
        let image = Image::StandIn;
        let (errors, radiation) = (Errors::none(), Radiation::Together);
        Setup { key_seed, fram, script, until, errors, seed, image, radiation }
    }

    /// The identity that goes with the key.
    pub fn table(&self) -> PublicKey {
        SoftwareKey::from_seed(&self.key_seed).public()
    }
}

/// The tag in a tile of the simulated set: an NXP SLIX2 identifier with a scattered serial number.
pub fn tag_of(tile: Tile) -> TagUid {
    let serial = spread(u64::from(tile.id())) & 0x0000_000F_FFFF_FFFF;
    TagUid(0xE004_0100_0000_0000 | 1 << 35 | serial)
}

/// The number of the simulated set.
pub const SET: u16 = 1;
/// The key of the simulated set. **Known to everybody who reads this file: for simulation only.**
pub const SET_KEY: SetKey = SetKey([0x5E; 32]);

/// The simulated set with its imprints.
pub(super) fn printed() -> Tags {
    let mut tags = Tags::default();
    for tile in Tile::all() {
        let imprint = Imprint { set: SET, tile, batch: 1 };
        let blocks = imprint.write(tag_of(tile), &SET_KEY);
        tags.write(tag_of(tile), Memory::new(TILE_FAMILY, &blocks));
    }
    tags
}
