//! Looking a set over: everything that lies on the loops against the list, in as many goes as the table has room for.
//!
//! A loop is looked at as a whole: which tags answered, and which did alike to the last bit. What is written on the tags is checked
//! by whoever has the set's key. Tags of a tile seen by two loops of one seat, or of neighbouring seats near their border, may be
//! cross-talk; loops of opposite seats never share a tile, so that a tag seen by both is there twice.

use heapless::Vec;

use super::imprint::{Imprint, ImprintError};
use super::{Enrolment, TagUid};
use crate::place::Antenna;
use crate::tile::{TILES, Tile};

/// Strange tags that are remembered; a set with more of them is not a set.
const MOST_STRANGE: usize = 32;

/// What is wrong with a tag or a tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Finding {
    /// A tile of the list has not been seen: lay it down, or replace it.
    Missing(Tile),
    /// A tag that is on no list: a tile of another set, or one that was replaced. Take it out.
    Foreign(TagUid),
    /// One identifier in two places at once: a copied tag. Take both out.
    Cloned {
        /// The identifier.
        tag: TagUid,
        /// Where it was seen; the same loop twice if its answers could not be told apart.
        at: [Antenna; 2],
    },
    /// Two tags say that they are the same tile: one is another set's, or was replaced and never taken out.
    Double {
        /// Which tile.
        tile: Tile,
        /// The tag that the list knows for it.
        listed: TagUid,
        /// The other.
        other: TagUid,
    },
    /// What is written on the tag belongs to another tile than the list says: tags were swapped, or the list is wrong.
    Swapped {
        /// The tag.
        tag: TagUid,
        /// What the list says.
        listed: Tile,
        /// What the tag says.
        written: Tile,
    },
    /// What is written on the tag was not made for it: copied or forged. Take it out.
    Forged(TagUid, ImprintError),
}

/// What is known of one listed tile.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
struct Known {
    /// Where it was seen, in the latest sweep that saw it.
    at: Option<(Antenna, u32)>,
    /// What its tag says was read.
    read: bool,
}

/// One look over a set.
#[derive(Debug, Clone)]
pub struct SetCheck {
    list: Enrolment,
    /// The number of the set.
    set: u16,
    known: [Known; TILES],
    strange: Vec<TagUid, MOST_STRANGE>,
    findings: Vec<Finding, MOST_STRANGE>,
    sweep: u32,
}

/// What is still to be found out about a tag that was seen.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Next {
    /// Read what is written on it.
    Read,
    /// Nothing.
    Nothing,
}

impl SetCheck {
    /// Of this list, which is of the set with this number.
    pub fn new(list: Enrolment, set: u16) -> SetCheck {
        let known = [Known::default(); TILES];
        SetCheck { list, set, known, strange: Vec::new(), findings: Vec::new(), sweep: 1 }
    }

    /// Every loop has been looked at once more.
    pub fn swept(&mut self) {
        self.sweep = self.sweep.wrapping_add(1);
    }

    /// A tag was seen by a loop in this sweep.
    pub fn seen(&mut self, tag: TagUid, antenna: Antenna) -> Next {
        let Some(tile) = self.list.tile(tag) else {
            if !self.strange.contains(&tag) && self.strange.push(tag).is_ok() {
                self.find(Finding::Foreign(tag));
                return Next::Read;
            }
            return Next::Nothing;
        };
        let Some(known) = self.known.get_mut(usize::from(tile.id())) else {
            return Next::Nothing;
        };
        let before = known.at.replace((antenna, self.sweep));
        let read = known.read;
        if let Some((before, sweep)) = before
            && sweep == self.sweep
            && opposite(before, antenna)
        {
            self.find(Finding::Cloned { tag, at: [before, antenna] });
        }
        if read { Next::Nothing } else { Next::Read }
    }

    /// Tags that answer alike to the last bit lie over a loop.
    pub fn twins(&mut self, tag: TagUid, antenna: Antenna) {
        self.find(Finding::Cloned { tag, at: [antenna; 2] });
        if let Some(tile) = self.list.tile(tag)
            && let Some(known) = self.known.get_mut(usize::from(tile.id()))
        {
            *known = Known { at: Some((antenna, self.sweep)), read: true };
        }
    }

    /// What a tag says, once its blocks could be read.
    pub fn read(&mut self, tag: TagUid, imprint: Result<Imprint, ImprintError>) {
        let listed = self.list.tile(tag);
        if let Some(known) = listed.and_then(|tile| self.known.get_mut(usize::from(tile.id()))) {
            known.read = true;
        }
        match (listed, imprint) {
            (Some(_), Err(error)) => self.find(Finding::Forged(tag, error)),
            (Some(listed), Ok(imprint)) if imprint.set != self.set || imprint.tile != listed => {
                self.find(Finding::Swapped { tag, listed, written: imprint.tile });
            }
            (None, Ok(imprint)) if imprint.set == self.set => {
                if let Some(listed) = self.list.tag(imprint.tile) {
                    self.find(Finding::Double { tile: imprint.tile, listed, other: tag });
                }
            }
            // A foreign tag need not say anything.
            (Some(_), Ok(_)) | (None, _) => {}
        }
    }

    fn find(&mut self, finding: Finding) {
        if !self.findings.contains(&finding) {
            // A set with more wrong than there is room for is reported as far as it goes; it is not passed.
            let _ = self.findings.push(finding);
        }
    }

    /// Tiles of the list that were seen so far.
    pub fn count(&self) -> usize {
        self.known.iter().filter(|known| known.at.is_some()).count()
    }

    /// Every tile of the list was seen and its tag was read.
    pub fn is_complete(&self) -> bool {
        let known = |tile: Tile| self.known.get(usize::from(tile.id()));
        self.list.iter().all(|(_, tile)| known(tile).is_some_and(|it| it.at.is_some() && it.read))
    }

    /// What is wrong, tiles that were not seen last.
    pub fn findings(&self) -> impl Iterator<Item = Finding> {
        let unseen = |tile: &Tile| {
            self.known.get(usize::from(tile.id())).is_none_or(|known| known.at.is_none())
        };
        let listed = Tile::all().filter(|tile| self.list.tag(*tile).is_some());
        self.findings.iter().copied().chain(listed.filter(unseen).map(Finding::Missing))
    }
}

/// Loops of opposite seats, more than a metre apart.
fn opposite(a: Antenna, b: Antenna) -> bool {
    a.seat.after(2) == b.seat
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::enrolment::SetKey;
    use crate::place::Zone;
    use crate::seat::Seat;
    use std::vec::Vec as StdVec;

    const SET: u16 = 4;
    const KEY: SetKey = SetKey([3; 32]);
    const HERE: Antenna = Antenna { seat: Seat::First, zone: Zone::HandLeft };

    fn tag(n: u8) -> TagUid {
        TagUid(0xE004_0150_0000_0000 | u64::from(n))
    }

    fn tile(n: u8) -> Tile {
        Tile::new(n).unwrap()
    }

    fn list() -> Enrolment {
        Enrolment::new(Tile::all().map(|tile| (tag(tile.id()), tile))).unwrap()
    }

    fn written(set: u16, n: u8) -> Result<Imprint, ImprintError> {
        Ok(Imprint { set, tile: tile(n), batch: 1 })
    }

    /// All tiles but the first few are seen and read.
    fn looked(check: &mut SetCheck, from: u8) {
        for it in Tile::all().skip(usize::from(from)) {
            assert_eq!(check.seen(tag(it.id()), HERE), Next::Read);
            check.read(tag(it.id()), written(SET, it.id()));
        }
    }

    #[test]
    fn a_whole_set_has_nothing_wrong_and_one_tile_less_is_missing() {
        let list = list();
        let mut check = SetCheck::new(list.clone(), SET);
        looked(&mut check, 1);
        assert_eq!((check.count(), check.is_complete()), (143, false));
        assert_eq!(check.findings().collect::<StdVec<_>>(), [Finding::Missing(tile(0))]);
        check.seen(tag(0), HERE);
        assert!(!check.is_complete(), "seen, but not read");
        check.read(tag(0), written(SET, 0));
        assert!(check.is_complete());
        assert_eq!(check.findings().count(), 0);
        assert_eq!(check.seen(tag(0), HERE), Next::Nothing);
    }

    #[test]
    fn a_tag_of_opposite_seats_is_there_twice_and_one_of_neighbours_need_not_be() {
        let list = list();
        for (other, cloned) in [
            (Antenna { seat: Seat::First, zone: Zone::HandRight }, false),
            (Antenna { seat: Seat::Second, zone: Zone::River }, false),
            (Antenna { seat: Seat::Third, zone: Zone::HandRight }, true),
        ] {
            let mut check = SetCheck::new(list.clone(), SET);
            looked(&mut check, 0);
            check.swept();
            check.seen(tag(9), HERE);
            check.seen(tag(9), other);
            let found: StdVec<_> = check.findings().collect();
            let expected = Finding::Cloned { tag: tag(9), at: [HERE, other] };
            assert_eq!(found, if cloned { std::vec![expected] } else { std::vec![] });
            // Carried over between two sweeps it is one tile.
            let mut check = SetCheck::new(list.clone(), SET);
            looked(&mut check, 0);
            check.swept();
            check.seen(tag(9), other);
            assert_eq!(check.findings().count(), 0);
        }
    }

    #[test]
    fn each_kind_of_wrong_tag_is_named() {
        let list = list();
        let mut check = SetCheck::new(list.clone(), SET);
        looked(&mut check, 4);
        // Written for another tile; nothing of ours; a second tag for tile 5; a copy on the same loop; and never written.
        check.seen(tag(0), HERE);
        check.read(tag(0), written(SET, 1));
        check.seen(TagUid(7), HERE);
        check.read(TagUid(7), Err(ImprintError::Blank));
        check.seen(TagUid(8), HERE);
        check.read(TagUid(8), written(SET, 5));
        check.twins(tag(2), HERE);
        check.seen(tag(3), HERE);
        let blocks = Imprint { set: SET, tile: tile(3), batch: 1 }.write(TagUid(1), &KEY);
        check.read(tag(3), Imprint::read(&blocks, tag(3), &KEY));
        let found: StdVec<_> = check.findings().collect();
        assert_eq!(
            found,
            [
                Finding::Swapped { tag: tag(0), listed: tile(0), written: tile(1) },
                Finding::Foreign(TagUid(7)),
                Finding::Foreign(TagUid(8)),
                Finding::Double { tile: tile(5), listed: tag(5), other: TagUid(8) },
                Finding::Cloned { tag: tag(2), at: [HERE; 2] },
                Finding::Forged(tag(3), ImprintError::Forged),
                Finding::Missing(tile(1)),
            ]
        );
    }
}
