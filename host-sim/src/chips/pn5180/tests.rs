use super::*;

const TAG: TagUid = TagUid(0xE004_0150_B594_14C4);

/// A host that sends raw frames at the right times.
struct Host {
    chip: Pn5180Chip,
    now: Micros,
    tags: Vec<TagUid>,
}

impl Host {
    /// A chip that has booted.
    fn booted() -> Host {
        let mut host = Host { chip: Pn5180Chip::default(), now: 0, tags: vec![TAG] };
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
        let (_, done) = self.chip.transfer(self.now, frame, &self.tags);
        self.pass(100);
        done
    }

    fn ask(&mut self, frame: &[u8], length: usize) -> Result<Vec<u8>, String> {
        self.send(frame)?;
        let (answer, done) = self.chip.transfer(self.now, &vec![0xFF; length], &self.tags);
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
    host.tags = vec![TagUid(0xE004_0150_0000_0000), TagUid(0xE004_0150_0000_0100)];
    host.send(&[0x09, 0, 0x06, 0x01, 0x00]).unwrap();
    host.pass(10_000);
    let status = host.ask(&[0x04, 0x13], 4).unwrap();
    let status = u32::from_le_bytes(status.try_into().unwrap());
    assert_eq!((status >> 18 & 1, status >> 19 & 0x7F), (1, 16 + 8));
}

#[test]
fn a_frame_while_busy_is_a_violation() {
    let mut host = Host::booted();
    let (_, done) = host.chip.transfer(host.now, &[0x04, 0x02], &[]);
    assert_eq!(done, Ok(()));
    assert!(host.chip.transfer(host.now + 1, &[0xFF; 4], &[]).1.unwrap_err().contains("BUSY"));
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
