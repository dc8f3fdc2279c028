//! Finding every tag in a field: rounds of sixteen slots, and for each slot in which several answered a further round among
//! those alone, four more bits of their identifiers known.
//!
//! Nothing here touches a reader: [`Anticollision::transmit`] says what to transmit, [`Anticollision::heard`] takes what came back.

use heapless::Vec;

use super::{Mask, SLOTS};
use crate::enrolment::TagUid;

/// Groups that wait for their round. Sixteen slots can each collide at every depth, but only one branch is
/// followed at a time: 32 are enough for any set of tiles, and overflow is noticed.
const MOST_WAITING: usize = 32;
/// Rounds of one scan, twice what a whole set of 144 tiles in one field needs: a field in which everything
/// always collides ends there.
const MOST_ROUNDS: u8 = 96;
/// With sixteen slots a mask has at most 60 bits; what still collides then has the same identifier.
const LONGEST_MASK: u8 = 60;
/// Bits that a slot tells.
const SLOT_BITS: u8 = 4;

/// What to transmit.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Transmit {
    /// A request that starts a round; slot 0 follows it.
    Request(Mask),
    /// A bare end of frame: the next slot.
    NextSlot,
}

/// What a slot held.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum Slot {
    /// Nobody answered.
    Empty,
    /// One tag answered cleanly.
    Tag(TagUid),
    /// Several answered at once.
    Collision,
    /// Something answered and could not be read.
    Disturbed,
}

/// What a slot meant.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Heard {
    /// Nothing new.
    Nothing,
    /// A tag, for the first time in this scan.
    Tag(TagUid),
    /// Tags that answer alike to their last bit: a clone, or noise that will not go away.
    Inseparable(Mask),
}

/// How sure a scan is of what it did not see.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Quality {
    /// Everybody who is there was heard: silence means absence.
    Complete,
    /// Something answered that could not be read, or there was too much to follow: silence proves nothing.
    Disturbed,
}

/// A group of tags, and whether its round is already the second attempt after a disturbance.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Group {
    mask: Mask,
    again: bool,
}

/// One scan of one field.
#[derive(Debug, Clone)]
pub struct Anticollision {
    waiting: Vec<Group, MOST_WAITING>,
    round: Option<(Group, u8)>,
    rounds_left: u8,
    quality: Quality,
}

impl Default for Anticollision {
    fn default() -> Anticollision {
        Anticollision::new()
    }
}

impl Anticollision {
    /// Everybody in the field.
    pub fn new() -> Anticollision {
        let mut waiting = Vec::new();
        // Cannot fail: the list is empty.
        let _ = waiting.push(Group { mask: Mask::ALL, again: false });
        Anticollision { waiting, round: None, rounds_left: MOST_ROUNDS, quality: Quality::Complete }
    }

    /// What to transmit; `None` when the scan is over.
    pub fn transmit(&mut self) -> Option<Transmit> {
        match self.round {
            Some(_) => Some(Transmit::NextSlot),
            None => {
                let group = self.waiting.pop()?;
                let Some(left) = self.rounds_left.checked_sub(1) else {
                    self.quality = Quality::Disturbed;
                    return None;
                };
                self.rounds_left = left;
                self.round = Some((group, 0));
                Some(Transmit::Request(group.mask))
            }
        }
    }

    /// How sure the scan is.
    pub fn quality(&self) -> Quality {
        self.quality
    }

    /// Takes what the slot held that [`Anticollision::transmit`] asked for.
    pub fn heard(&mut self, slot: Slot) -> Heard {
        let Some((group, number)) = self.round else {
            return Heard::Nothing;
        };
        self.round = (number + 1 < SLOTS).then_some((group, number + 1));
        if slot == Slot::Empty {
            return Heard::Nothing;
        }
        self.answered(slot, group, group.mask.with_slot(number))
    }

    /// Somebody answered in a slot of the round of `group`.
    fn answered(&mut self, slot: Slot, group: Group, mask: Mask) -> Heard {
        match slot {
            Slot::Empty => Heard::Nothing,
            // An answer out of its slot is another tag's damaged one that passed its CRC, or a late one.
            Slot::Tag(tag) if !mask.holds(tag) => {
                self.quality = Quality::Disturbed;
                Heard::Nothing
            }
            Slot::Tag(tag) => Heard::Tag(tag),
            Slot::Collision if mask.length > LONGEST_MASK => {
                self.quality = Quality::Disturbed;
                Heard::Inseparable(mask)
            }
            Slot::Collision => self.ask_again(Group { mask, again: false }),
            // Noise: one more attempt among the tags of this slot; then it counts as disturbed.
            Slot::Disturbed if group.again || mask.length > LONGEST_MASK => {
                self.quality = Quality::Disturbed;
                Heard::Nothing
            }
            Slot::Disturbed => self.ask_again(Group { mask, again: true }),
        }
    }

    fn ask_again(&mut self, group: Group) -> Heard {
        if self.waiting.push(group).is_err() {
            self.quality = Quality::Disturbed;
        }
        Heard::Nothing
    }
}

impl Mask {
    /// The tags of this mask that answer in slot `number`.
    #[inline]
    fn with_slot(self, number: u8) -> Mask {
        let bits = self.bits | u64::from(number).checked_shl(u32::from(self.length)).unwrap_or(0);
        Mask { length: self.length.saturating_add(SLOT_BITS), bits }
    }

    /// Whether a tag's identifier ends in these bits.
    #[inline]
    pub fn holds(self, tag: TagUid) -> bool {
        let counted = 1u64.checked_shl(u32::from(self.length)).map_or(u64::MAX, |bit| bit - 1);
        tag.0 & counted == self.bits & counted
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::collections::BTreeSet;
    use std::vec::Vec as StdVec;

    /// A perfect field: everybody asked answers in his slot, alike ones collide.
    fn scan(tags: &[TagUid]) -> (StdVec<TagUid>, StdVec<Mask>, Quality, usize) {
        let mut scan = Anticollision::new();
        let (mut found, mut inseparable, mut slots) = (StdVec::new(), StdVec::new(), 0);
        let (mut mask, mut number) = (Mask::ALL, 0);
        while let Some(transmit) = scan.transmit() {
            slots += 1;
            (mask, number) = match transmit {
                Transmit::Request(mask) => (mask, 0),
                Transmit::NextSlot => (mask, number + 1),
            };
            let asked = mask.with_slot(number);
            let mut answers = tags.iter().filter(|tag| asked.holds(**tag));
            let slot = match (answers.next(), answers.next()) {
                (None, _) => Slot::Empty,
                (Some(tag), None) => Slot::Tag(*tag),
                (Some(_), Some(_)) => Slot::Collision,
            };
            match scan.heard(slot) {
                Heard::Nothing => {}
                Heard::Tag(tag) => found.push(tag),
                Heard::Inseparable(mask) => inseparable.push(mask),
            }
        }
        (found, inseparable, scan.quality(), slots)
    }

    #[test]
    fn each_slot_alone_and_each_pair_of_slots() {
        for a in 0..16 {
            let (found, _, quality, slots) = scan(&[TagUid(a)]);
            assert_eq!((found, quality, slots), (std::vec![TagUid(a)], Quality::Complete, 16));
            for b in 0..a {
                let (found, ..) = scan(&[TagUid(a), TagUid(b)]);
                assert_eq!(found, [TagUid(b), TagUid(a)]);
            }
        }
    }

    #[test]
    fn tags_that_are_alike_in_their_low_bits_are_told_apart() {
        for shared in (4..=60).step_by(4) {
            let tags = [TagUid(0), TagUid(1 << shared)];
            let (found, inseparable, quality, slots) = scan(&tags);
            assert_eq!(found.len(), 2, "{shared} bits alike");
            assert_eq!((inseparable.len(), quality), (0, Quality::Complete));
            assert_eq!(slots, 16 * (1 + shared / 4));
        }
    }

    #[test]
    fn a_clone_is_an_alarm_and_not_a_loop() {
        let (found, inseparable, quality, slots) = scan(&[TagUid(77), TagUid(77), TagUid(5)]);
        assert_eq!(found, [TagUid(5)]);
        assert_eq!((inseparable.len(), quality), (1, Quality::Disturbed));
        assert!(inseparable[0].holds(TagUid(77)));
        assert_eq!(slots, 16 * 16);
    }

    #[test]
    fn noise_is_asked_again_once_and_then_spoils_the_scan() {
        let mut scan = Anticollision::new();
        let mut rounds = 0;
        while let Some(transmit) = scan.transmit() {
            let first = matches!(transmit, Transmit::Request(_));
            rounds += usize::from(first);
            scan.heard(if first { Slot::Disturbed } else { Slot::Empty });
        }
        assert_eq!((rounds, scan.quality()), (2, Quality::Disturbed));
    }

    #[test]
    fn an_answer_in_a_foreign_slot_is_not_believed() {
        let mut scan = Anticollision::new();
        scan.transmit();
        assert_eq!(scan.heard(Slot::Tag(TagUid(3))), Heard::Nothing);
        assert_eq!(scan.quality(), Quality::Disturbed);
    }

    proptest! {
        #[test]
        fn everybody_is_found_once(
            tags in prop::collection::btree_set(0u64..1 << 40, 0..36), shared in 0u32..24
        ) {
            let tags: BTreeSet<TagUid> = tags.into_iter().map(|tag| TagUid(tag << shared)).collect();
            let all: StdVec<TagUid> = tags.iter().copied().collect();
            let (found, inseparable, quality, _) = scan(&all);
            prop_assert_eq!(found.len(), all.len());
            prop_assert_eq!(found.into_iter().collect::<BTreeSet<_>>(), tags);
            prop_assert_eq!((inseparable.len(), quality), (0, Quality::Complete));
        }

        #[test]
        fn any_answers_at_all_end_the_scan(answers in prop::collection::vec(0u8..4, 1..64)) {
            let mut scan = Anticollision::new();
            let mut slots = 0usize;
            while scan.transmit().is_some() {
                let answer = match answers[slots % answers.len()] {
                    0 => Slot::Empty,
                    1 => Slot::Tag(TagUid(slots as u64)),
                    2 => Slot::Collision,
                    _ => Slot::Disturbed,
                };
                scan.heard(answer);
                slots += 1;
                prop_assert!(slots <= 16 * usize::from(MOST_ROUNDS));
            }
        }
    }
}
