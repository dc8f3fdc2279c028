use table_core::enrolment::TagUid;
use table_core::iso15693::TILE_FAMILY;
use table_core::place::{Antenna, Zone};
use table_core::seat::Seat;

use super::*;
use crate::air::{Channel, Errors};

const HERE: Antenna = Antenna { seat: Seat::First, zone: Zone::Meld };
const TAG: TagUid = TagUid(0xE004_0150_B594_14C4);

/// A host that sends raw frames at the right times.
struct Host {
    chip: Pn5180Chip,
    now: Micros,
    channel: Channel,
    tags: Tags,
}

impl Host {
    /// A chip that has booted.
    fn booted() -> Host {
        let channel = Channel::new(Errors::none(), 0);
        let (chip, tags) = (Pn5180Chip::default(), Tags::default());
        let mut host = Host { chip, now: 0, channel, tags };
        host.lay(TAG);
        host.chip.drive_reset(0, true);
        host.pass(BOOT);
        host
    }

    /// A chip ready for an inventory.
    fn ready() -> Host {
        let mut host = Host::booted();
        host.send(&[0x11, 0x0D, 0x8D]).unwrap();
        host.send(&[0x00, 0x0C, 0x8A, 0x12, 0, 0]).unwrap();
        host.send(&[0x00, 0x0F, 0x01, 0x08, 0x10, 0]).unwrap();
        host.send(&[0x16, 0]).unwrap();
        host.pass(1_000);
        host.transceive();
        host
    }

    fn lay(&mut self, tag: TagUid) {
        self.channel.laid(self.now, tag, HERE);
    }

    fn transfer(&mut self, frame: &[u8]) -> (Vec<u8>, Result<(), String>) {
        let field = Field { channel: &mut self.channel, antenna: HERE, tags: &mut self.tags };
        self.chip.transfer(self.now, frame, field)
    }

    fn transceive(&mut self) {
        self.send(&[0x02, 0x00, 0xF8, 0xFF, 0xFF, 0xFF]).unwrap();
        self.send(&[0x00, 0x03, 0xFF, 0xFF, 0xFF, 0xFF]).unwrap();
        self.send(&[0x01, 0x00, 0x03, 0, 0, 0]).unwrap();
    }

    fn pass(&mut self, time: Micros) {
        self.now += time;
        self.chip.advance(self.now);
    }

    fn send(&mut self, frame: &[u8]) -> Result<(), String> {
        let (_, done) = self.transfer(frame);
        self.pass(100);
        done
    }

    fn ask(&mut self, frame: &[u8], length: usize) -> Result<Vec<u8>, String> {
        self.send(frame)?;
        let (answer, done) = self.transfer(&vec![0xFF; length]);
        self.pass(100);
        done.map(|()| answer)
    }
}

/// Slot 4 holds the tag whose identifier ends in 4: four empty slots before it.
#[test]
fn a_lone_tag_answers_in_its_slot_with_the_documented_status() {
    let mut host = Host::ready();
    host.send(&[0x09, 0, 0x06, 0x01, 0x00]).unwrap();
    host.pass(3_000);
    for _ in 0..4 {
        let status = host.ask(&[0x04, 0x02], 4).unwrap();
        assert_eq!(
            u32::from_le_bytes(status.try_into().unwrap()) & 0x1001,
            0x1000,
            "timer, no answer"
        );
        host.send(&[0x02, 0x18, 0x3F, 0xFB, 0xFF, 0xFF]).unwrap();
        host.transceive();
        host.send(&[0x09, 0]).unwrap();
        host.pass(1_000);
    }
    host.pass(5_000);
    // RX, TX, IDLE and start of frame; ten bytes; flags, DSFID and the identifier, low byte first.
    assert_eq!(host.ask(&[0x04, 0x02], 4).unwrap(), 0x0000_4007u32.to_le_bytes());
    assert_eq!(host.ask(&[0x04, 0x13], 4).unwrap(), 0x0000_000Au32.to_le_bytes());
    let answer = host.ask(&[0x0A, 0], 10).unwrap();
    assert_eq!(answer, [0, 0, 0xC4, 0x14, 0x94, 0xB5, 0x50, 0x01, 0x04, 0xE0]);
}

#[test]
fn two_tags_in_one_slot_collide_at_the_bit_where_they_differ() {
    let mut host = Host::ready();
    host.channel.lifted(host.now, TAG);
    host.lay(TagUid(0xE004_0150_0000_0000));
    host.lay(TagUid(0xE004_0150_0000_0100));
    host.send(&[0x09, 0, 0x06, 0x01, 0x00]).unwrap();
    host.pass(10_000);
    let status = host.ask(&[0x04, 0x13], 4).unwrap();
    let status = u32::from_le_bytes(status.try_into().unwrap());
    assert_eq!((status >> 18 & 1, status >> 19 & 0x7F), (1, 16 + 8));
}

#[test]
fn a_frame_while_busy_is_a_violation() {
    let mut host = Host::booted();
    assert_eq!(host.transfer(&[0x04, 0x02]).1, Ok(()));
    host.now += 1;
    assert!(host.transfer(&[0xFF; 4]).1.unwrap_err().contains("BUSY"));
}

#[test]
fn an_answer_must_be_clocked_out_whole_and_with_ff() {
    let mut host = Host::booted();
    assert!(host.ask(&[0x04, 0x02], 3).unwrap_err().contains("clocked out with 3"));
    host.send(&[0x04, 0x02]).unwrap();
    assert!(host.send(&[0, 0, 0, 0]).unwrap_err().contains("FF"));
}

#[test]
fn sending_needs_the_field_and_the_right_state() {
    let mut host = Host::booted();
    assert!(host.send(&[0x09, 0, 0x06, 0x01, 0x00]).unwrap_err().contains("WaitTransmit"));
    host.transceive();
    assert!(host.send(&[0x09, 0, 0x06, 0x01, 0x00]).unwrap_err().contains("field off"));
    assert!(host.chip.irq(), "a refused instruction raises GENERAL_ERROR");
}

#[test]
fn bare_eofs_outside_a_round_and_seventeenth_slots_are_violations() {
    let mut host = Host::ready();
    host.send(&[0x02, 0x18, 0x3F, 0xFB, 0xFF, 0xFF]).unwrap();
    assert!(host.send(&[0x09, 0]).unwrap_err().contains("outside an inventory"));
}

#[test]
fn unknown_instructions_registers_and_profiles_are_violations() {
    let mut host = Host::booted();
    assert!(host.send(&[0x42]).is_err());
    assert!(host.send(&[0x04, 0x7F]).is_err());
    assert!(host.send(&[0x11, 0x0E, 0x8D]).unwrap_err().contains("100 % ASK"));
    assert!(host.send(&[0x0A, 0]).unwrap_err().contains("nothing received"));
}

/// Whether anybody answers in slot 4, where the tag is.
fn answers(host: &mut Host, request: &[u8]) -> bool {
    host.transceive();
    host.send(&[&[0x00, 0x18][..], &0x0000_04C0u32.to_le_bytes()].concat()).unwrap();
    host.send(&[&[0x09, 0], request].concat()).unwrap();
    host.pass(6_000);
    for _ in 0..4 {
        host.send(&[0x02, 0x18, 0x3F, 0xFB, 0xFF, 0xFF]).unwrap();
        host.transceive();
        host.send(&[0x09, 0]).unwrap();
        host.pass(6_000);
    }
    let status = host.ask(&[0x04, 0x02], 4).unwrap();
    status[0] & 1 == 1
}

#[test]
fn a_family_is_asked_for_and_others_stay_silent() {
    let mut host = Host::ready();
    assert!(answers(&mut host, &[0x06, 0x01, 0x00]));
    assert!(!answers(&mut host, &[0x16, 0x01, TILE_FAMILY.0, 0x00]), "a blank tag is no tile");
    host.tags.write(TAG, Memory::new(TILE_FAMILY, &[]));
    assert!(answers(&mut host, &[0x16, 0x01, TILE_FAMILY.0, 0x00]));
    assert!(answers(&mut host, &[0x16, 0x01, 0x00, 0x00]), "family 0 is everybody");
    assert!(!answers(&mut host, &[0x16, 0x01, 0x30, 0x00]));
}

#[test]
fn a_quiet_tag_is_silent_until_it_is_reset_or_loses_its_power() {
    let mut host = Host::ready();
    let addressed = |command: u8| [&[0x09, 0, 0x22, command][..], &TAG.0.to_le_bytes()].concat();
    let order = |host: &mut Host, command: u8| {
        host.send(&[&[0x00, 0x18][..], &0x0000_04C0u32.to_le_bytes()].concat()).unwrap();
        host.transceive();
        host.send(&addressed(command)).unwrap();
        host.pass(10_000);
    };
    let inventory = [0x06, 0x01, 0x00];
    order(&mut host, 0x02);
    assert!(!answers(&mut host, &inventory));
    order(&mut host, 0x26);
    assert!(answers(&mut host, &inventory));
    order(&mut host, 0x02);
    host.send(&[0x17, 0]).unwrap();
    host.send(&[0x16, 0]).unwrap();
    host.pass(1_000);
    assert!(answers(&mut host, &inventory));
}

#[test]
fn blocks_of_a_tag_are_read_or_refused_by_it() {
    let mut host = Host::ready();
    host.tags.write(TAG, Memory::new(TILE_FAMILY, &[1, 2, 3, 4, 5, 6, 7, 8]));
    let request = [&[0x09, 0, 0x22, 0x23][..], &TAG.0.to_le_bytes(), &[0, 1]].concat();
    host.send(&request).unwrap();
    host.pass(20_000);
    assert_eq!(host.ask(&[0x0A, 0], 9).unwrap(), [0, 1, 2, 3, 4, 5, 6, 7, 8]);
    host.transceive();
    let beyond = [&[0x09, 0, 0x22, 0x20][..], &TAG.0.to_le_bytes(), &[80]].concat();
    host.send(&beyond).unwrap();
    host.pass(20_000);
    assert_eq!(host.ask(&[0x0A, 0], 2).unwrap(), [1, 0x10]);
}

#[test]
fn a_chip_that_hangs_works_again_after_a_reset_and_has_forgotten_everything() {
    let mut host = Host::ready();
    host.chip.set_fault(host.now, Fault::Hangs);
    assert!(host.chip.busy(host.now));
    host.chip.drive_reset(host.now, false);
    host.chip.drive_reset(host.now, true);
    host.pass(BOOT);
    assert!(!host.chip.busy(host.now));
    assert_eq!(host.ask(&[0x04, 0x0C], 4).unwrap(), [0; 4], "the slot timer");
}

#[test]
fn a_hot_chip_has_no_field_until_it_has_cooled() {
    let mut host = Host::ready();
    host.chip.set_fault(host.now, Fault::TooHot);
    let field = |host: &mut Host| host.ask(&[0x04, 0x1D], 4).unwrap()[2] & 0x02 != 0;
    assert!(!field(&mut host));
    host.send(&[0x16, 0]).unwrap();
    host.pass(1_000);
    assert!(!field(&mut host));
    host.chip.set_fault(host.now, Fault::None);
    host.send(&[0x16, 0]).unwrap();
    host.pass(1_000);
    assert!(field(&mut host));
}
