//! Bytes from a line: what is taken for a message says the same when it is sent again.

use table_core::wire::{Accumulator, FromTable, ToTable, encode};

/// The bodies of all sound frames among these bytes.
pub fn heard(line: &[u8]) -> Vec<Vec<u8>> {
    let mut accumulator = Accumulator::new();
    let frames = line.iter().filter_map(|byte| accumulator.push(*byte));
    frames.filter_map(Result::ok).map(|body| body.to_vec()).collect()
}

/// No panic; a body that was heard is heard again when it is sent, and a message read from it is read again.
///
/// # Panics
/// Where that does not hold.
pub fn holds(line: &[u8]) {
    for body in heard(line) {
        let frame = encode(&body).expect("what came in a frame fits one");
        assert_eq!(heard(&frame), std::slice::from_ref(&body));
        if let Ok(message) = ToTable::decode(&body) {
            let again = message.encode().expect("what came in a frame fits one");
            assert_eq!(ToTable::decode(&again), Ok(message));
        }
        if let Ok(message) = FromTable::decode(&body) {
            let again = message.encode().expect("what came in a frame fits one");
            assert_eq!(FromTable::decode(&again), Ok(message));
        }
    }
}
