//! Frames: `COBS(body · crc32) · 0`. A damaged frame costs one frame and no more (trust D3).

use core::fmt;

use heapless::Vec;

use crate::checksum::crc32;

/// Longest body: a sealed record and its message header.
pub const LONGEST_BODY: usize = crate::record::LONGEST_RECORD + 16;
const CRC_BYTES: usize = 4;
/// Longest frame on the wire; COBS adds one byte per 254 and the delimiter ends it.
pub const LONGEST_FRAME: usize = ENCODED + 1;
const ENCODED: usize = cobs::max_encoding_length(LONGEST_BODY + CRC_BYTES);

/// Why bytes between two delimiters are not a frame. Drop them; the sender repeats what matters.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
#[cfg_attr(feature = "defmt", derive(defmt::Format))]
pub enum FrameError {
    /// Longer than any frame: a delimiter was lost.
    TooLong,
    /// Not COBS: a byte was lost or changed.
    Encoding,
    /// Shorter than its checksum.
    TooShort,
    /// The checksum does not fit.
    Checksum,
}

impl fmt::Display for FrameError {
    fn fmt(&self, out: &mut fmt::Formatter<'_>) -> fmt::Result {
        out.write_str(match self {
            FrameError::TooLong => "frame longer than any message",
            FrameError::Encoding => "frame is not COBS",
            FrameError::TooShort => "frame shorter than its checksum",
            FrameError::Checksum => "frame checksum does not fit",
        })
    }
}

impl core::error::Error for FrameError {}

/// The frame around `body`, delimiter included.
pub fn encode(body: &[u8]) -> Result<Vec<u8, LONGEST_FRAME>, FrameError> {
    let mut plain: Vec<u8, { LONGEST_BODY + CRC_BYTES }> = Vec::new();
    plain.extend_from_slice(body).map_err(|_| FrameError::TooLong)?;
    plain.extend_from_slice(&crc32(body)).map_err(|_| FrameError::TooLong)?;
    let mut frame = Vec::new();
    frame.resize_default(ENCODED).map_err(|_| FrameError::TooLong)?;
    let used = cobs::try_encode(&plain, &mut frame).map_err(|_| FrameError::TooLong)?;
    frame.truncate(used);
    frame.push(0).map_err(|_| FrameError::TooLong)?;
    Ok(frame)
}

/// Collects bytes until a frame is whole. Too long a frame is swallowed up to its delimiter.
#[derive(Debug, Clone, Default)]
pub struct Accumulator {
    bytes: Vec<u8, ENCODED>,
    overflow: bool,
}

impl Accumulator {
    /// Nothing collected yet.
    pub const fn new() -> Accumulator {
        Accumulator { bytes: Vec::new(), overflow: false }
    }

    /// Takes one byte. `None`: more is needed. Otherwise the body of a frame, or why it was none;
    /// either way the next byte starts afresh. Delimiters in a row are an idle line, not frames.
    pub fn push(&mut self, byte: u8) -> Option<Result<Vec<u8, LONGEST_BODY>, FrameError>> {
        if byte != 0 {
            self.overflow |= self.bytes.push(byte).is_err();
            return None;
        }
        if core::mem::take(&mut self.overflow) {
            self.bytes.clear();
            return Some(Err(FrameError::TooLong));
        }
        if self.bytes.is_empty() {
            return None;
        }
        let body = decode(&mut self.bytes);
        self.bytes.clear();
        Some(body)
    }
}

fn decode(encoded: &mut [u8]) -> Result<Vec<u8, LONGEST_BODY>, FrameError> {
    let report = cobs::decode_in_place_report(encoded).map_err(|_| FrameError::Encoding)?;
    if report.parsed_size() != encoded.len() {
        return Err(FrameError::Encoding);
    }
    let plain = encoded.get(..report.frame_size()).ok_or(FrameError::Encoding)?;
    let (body, crc) = plain.split_last_chunk::<CRC_BYTES>().ok_or(FrameError::TooShort)?;
    if *crc != crc32(body) {
        return Err(FrameError::Checksum);
    }
    Vec::from_slice(body).map_err(|_| FrameError::TooLong)
}

#[cfg(test)]
mod tests {
    use super::*;
    use proptest::prelude::*;
    use std::vec::Vec as StdVec;

    fn feed(accumulator: &mut Accumulator, bytes: &[u8]) -> StdVec<Result<StdVec<u8>, FrameError>> {
        let frames = bytes.iter().filter_map(|&byte| accumulator.push(byte));
        frames.map(|frame| frame.map(|body| body.to_vec())).collect()
    }

    #[test]
    fn an_idle_line_is_not_a_frame() {
        assert_eq!(feed(&mut Accumulator::new(), &[0; 10]), []);
    }

    #[test]
    fn a_frame_that_never_ends_is_swallowed_to_its_delimiter() {
        let mut accumulator = Accumulator::new();
        assert_eq!(feed(&mut accumulator, &[1; 5000]), []);
        assert_eq!(feed(&mut accumulator, &[0]), [Err(FrameError::TooLong)]);
        let frame = encode(b"tile").unwrap();
        assert_eq!(feed(&mut accumulator, &frame), [Ok(b"tile".to_vec())]);
    }

    proptest! {
        #[test]
        fn a_body_comes_back(body in prop::collection::vec(any::<u8>(), 0..=LONGEST_BODY)) {
            let frame = encode(&body).unwrap();
            prop_assert_eq!(frame.iter().filter(|&&byte| byte == 0).count(), 1);
            prop_assert_eq!(feed(&mut Accumulator::new(), &frame), [Ok(body)]);
        }

        #[test]
        fn a_damaged_frame_costs_one_frame(
            bodies in prop::collection::vec(prop::collection::vec(any::<u8>(), 1..80), 3..6),
            at in any::<prop::sample::Index>(), change in 1u8..,
        ) {
            let frames: StdVec<_> = bodies.iter().map(|body| encode(body).unwrap()).collect();
            let mut hurt = frames[1].to_vec();
            let at = at.index(hurt.len());
            hurt[at] ^= change;
            let mut line = frames[0].to_vec();
            line.extend(&hurt);
            frames[2..].iter().for_each(|frame| line.extend(frame));
            let got = feed(&mut Accumulator::new(), &line);
            // A lost delimiter joins the damaged frame to the next one; a new one splits it.
            let good: StdVec<_> = got.into_iter().filter_map(Result::ok).collect();
            let lost_two = at == hurt.len() - 1;
            let survivors = 1 + usize::from(lost_two);
            prop_assert_eq!(&good[0], &bodies[0]);
            prop_assert_eq!(&good[1..], &bodies[1 + survivors..]);
        }

        #[test]
        fn arbitrary_bytes_never_panic(bytes in prop::collection::vec(any::<u8>(), 0..3000)) {
            feed(&mut Accumulator::new(), &bytes);
        }
    }
}
