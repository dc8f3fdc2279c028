//! Bytes that decode to events in any order, as a forged chip could hold them: the fold of them does not panic, and is the same twice.

use table_core::event::Event;
use table_core::game::{State, apply};

/// Events one behind the other, as long as they decode.
pub fn events(mut bytes: &[u8]) -> Vec<Event> {
    let mut events = vec![];
    while let Ok((event, rest)) = postcard::take_from_bytes::<Event>(bytes) {
        events.push(event);
        if rest.is_empty() {
            break;
        }
        bytes = rest;
    }
    events
}

/// No panic; the same events give the same state.
///
/// # Panics
/// Where that does not hold.
pub fn holds(bytes: &[u8]) {
    let events = events(bytes);
    let fold = || {
        let mut state = State::new();
        events.iter().for_each(|event| apply(&mut state, event));
        state
    };
    assert!(fold() == fold(), "two folds of the same events differ");
}
